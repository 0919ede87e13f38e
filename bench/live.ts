/**
 * Processor time of commits with 200 live queries and 20 webhooks, and with none: as fast as eight clients make them, and at a steady rate. Then the
 * cost of a delivery, and the time until a live reader has a commit.
 *
 *   npm run bench live [rounds] [seconds]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { dateTime, eventContext } from '../packages/openehr/fixtures/opt-builder/data.ts'
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressure } from '../test/records.ts'
import { loadRecords } from './datamap-data.ts'
import {
  clientOf,
  dashboards,
  follow,
  type LiveQuery,
  NEWEST,
  openReceiver,
  subscribe,
  takingAll,
  webhooks,
} from './followers.ts'
import { ehrOf } from './layout-data.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const [EHRS, COMPOSITIONS, CONNECTIONS] = [1000, 4000, 8]

/** Commits a second of the steady load. */
const STEADY = 20

interface WaitedCost extends Cost {
  /** Milliseconds until a client has the answer to its commit, in the median. */
  readonly wait: number
}

/** The other side gets no processor time while one is measured. */
interface Side {
  readonly cairn: ReturnType<typeof clientOf>
  readonly receiver: Awaited<ReturnType<typeof openReceiver>>
  readonly changes: () => number
  readonly post: (ehrId: string, systolic: number) => Promise<void>
  readonly cost: (seconds: number, rate?: number) => Promise<WaitedCost>
  /** Milliseconds of processor time in a second without commits. */
  readonly rest: (seconds: number) => Promise<number>
  readonly pause: (isPaused: boolean) => void
  readonly stop: () => Promise<void>
}

/** A value of now: it is the newest one of its chart. */
function newValue(systolic: number) {
  const time = new Date().toISOString()
  return {
    ...bloodPressure([{ systolic, time }]),
    context: eventContext({ start_time: dateTime(time) }),
  }
}

async function openSide(
  queries: readonly LiveQuery[],
  subscriptions: ReturnType<typeof webhooks>,
): Promise<Side> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  await loadRecords(db, COMPOSITIONS, { ehrs: EHRS })
  const settings = { CAIRN_LIVE_PER_CLIENT: '500', CAIRN_PRIVATE_ADDRESSES: '127.0.0.1' }
  const server = await startServer(database.templateUrl, settings)
  const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
  const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
  const stop = new AbortController()
  const cairn = clientOf(server)
  const receiver = await openReceiver()
  await subscribe(cairn, receiver.url, subscriptions)
  const changes = await follow(cairn, queries, stop.signal)
  const post = async (ehrId: string, systolic: number): Promise<void> => {
    const answer = await fetch(`${server.url}/openehr/v1/ehr/${ehrId}/composition`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(newValue(systolic)),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  let turns = 0
  let waits: number[] = []
  const send = async () => {
    const turn = turns++
    const began = performance.now()
    await post(ehrOf((turn * 7) % EHRS), 100 + (turn % 80))
    waits.push(performance.now() - began)
  }
  const withWait = (cost: Cost): WaitedCost => ({ ...cost, wait: median(waits) })
  return {
    cairn,
    receiver,
    changes,
    post,
    cost: async (seconds, rate) => {
      const name = 'POST composition'
      waits = []
      const operation = { name, connections: rate === undefined ? CONNECTIONS : 2 }
      if (rate === undefined) return withWait(await measure({ ...operation, send }, clocks, seconds))
      const began = performance.now()
      let sent = 0
      const inTime = async () => {
        await sleep(Math.max(0, began + (1000 / rate) * sent++ - performance.now()))
        await send()
      }
      return withWait(await measure({ ...operation, send: inTime }, clocks, seconds))
    },
    rest: async seconds => {
      const [own, other] = [await clocks.server(), clocks.database()]
      await sleep(1000 * seconds)
      return (1000 * ((await clocks.server()) - own + clocks.database() - other)) / seconds
    },
    pause: isPaused => process.kill(server.pid, isPaused ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      stop.abort()
      receiver.close()
      await server.stop()
      await db.close()
      await database.stop()
    },
  }
}

/** Waits until the changes of all commits so far have been sent. */
async function untilQuiet({ changes }: Side): Promise<void> {
  for (let before = -1; before < changes(); ) {
    before = changes()
    await sleep(2500)
  }
}

const sumOf = ({ server, database }: Cost): number => server + database

interface Round {
  readonly none: WaitedCost
  readonly with: WaitedCost
}

/** Both sides in turn, each while the other one is stopped. */
async function compare(
  name: string,
  sides: { readonly none: Side; readonly with: Side },
  [rounds, seconds, rate]: readonly [rounds: number, seconds: number, rate?: number],
): Promise<number> {
  const one = async (which: 'none' | 'with'): Promise<WaitedCost> => {
    const other = sides[which === 'none' ? 'with' : 'none']
    other.pause(true)
    sides[which].pause(false)
    await untilQuiet(sides[which])
    return sides[which].cost(seconds, rate)
  }
  const seen: Round[] = []
  const before = { changes: sides.with.changes(), requests: sides.with.receiver.requests() }
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await one('with') : undefined
    const none = await one('none')
    seen.push({ none, with: first ?? (await one('with')) })
  }
  for (const side of Object.values(sides)) side.pause(false)
  console.log(`${name}:`)
  for (const which of ['none', 'with'] as const) {
    const part = (of: (cost: WaitedCost) => number) => median(seen.map(each => of(each[which])))
    console.log(
      `  ${which.padEnd(4)} ${part(({ server }) => server).toFixed(3)} ms of the server, ${part(({ database }) => database).toFixed(3)} ms of the database for a commit, which takes ${part(({ wait }) => wait).toFixed(2)} ms; ${part(({ rate }) => rate).toFixed(0)} commits a second`,
    )
  }
  const more = (of: (cost: WaitedCost) => number): string => {
    const each = seen.map(round => 100 * (of(round.with) / of(round.none) - 1)).sort((a, b) => a - b)
    return `${median(each).toFixed(1)} % (${each[0]?.toFixed(1)} to ${each.at(-1)?.toFixed(1)})`
  }
  console.log(
    `  more: ${more(sumOf)} of the processor, ${more(({ wait }) => wait)} of the time of a commit; ${sides.with.changes() - before.changes} changes of rows, ${sides.with.receiver.requests() - before.requests} deliveries`,
  )
  return median(seen.map(round => sumOf(round.with) - sumOf(round.none)))
}

/** Milliseconds from the start of a commit, and from its answer, until its row is there, at one commit a second. */
async function reach(
  { cairn, post }: Side,
  times: number,
): Promise<readonly { readonly start: number; readonly answer: number }[]> {
  const ehrId = ehrOf(EHRS - 1)
  const stop = new AbortController()
  const rows = cairn.live(NEWEST, { ehrId, signal: stop.signal })
  await rows.next()
  const seen: { start: number; answer: number }[] = []
  for (let time = 0; time < times; time++) {
    await sleep(1000)
    const waiting = rows.next()
    const began = performance.now()
    await post(ehrId, 100 + time)
    const answered = performance.now()
    await waiting
    const there = performance.now()
    seen.push({ start: there - began, answer: there - answered })
  }
  stop.abort()
  return seen
}

function printReach(when: string, times: Awaited<ReturnType<typeof reach>>): void {
  const at = (of: 'start' | 'answer', part: number) => {
    const sorted = times.map(each => each[of]).sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(0)
  }
  console.log(
    `${when}, a commit reaches a live reader ${at('start', 0.5)} ms after it was begun, 99 of 100 within ${at('start', 0.99)} ms; ${at('answer', 0.5)} and ${at('answer', 0.99)} ms after its answer`,
  )
}

/** The cost of a delivery where every commit is one. */
async function deliveries(sides: { readonly none: Side; readonly with: Side }, [rounds, seconds]: number[]) {
  for (const [count, batch] of [
    [1, 1],
    [10, 100],
  ] as const) {
    const { cairn, receiver } = sides.with
    const before = receiver.requests()
    const end = await subscribe(cairn, receiver.url, takingAll(count, batch))
    const kind = batch === 1 ? 'each event in a request' : `batches of up to ${batch}`
    const more = await compare(
      `${STEADY} commits a second, and ${count} webhook(s) that take all, ${kind}`,
      sides,
      [Math.min(3, rounds ?? 3), seconds ?? 5, STEADY],
    )
    console.log(`  ${more.toFixed(2)} ms for each commit, ${receiver.requests() - before} requests in all`)
    await end()
  }
}

export async function run([rounds = '9', seconds = '6']: readonly string[]): Promise<void> {
  const followed = await openSide(dashboards(EHRS), webhooks(EHRS))
  const none = await openSide([], []).catch(error => followed.stop().then(() => Promise.reject(error)))
  const sides = { none, with: followed }
  const of = [Number(rounds), Number(seconds)] as const
  console.log(
    `${EHRS} EHRs; live queries: 180 charts of one EHR each, 17 lists of all EHRs, 7 of which commits may change, and a count with 3 readers; 20 webhooks`,
  )
  try {
    for (const side of [followed, none]) await side.cost(6)
    await compare(`${CONNECTIONS} clients, as fast as they can`, sides, of)
    await compare(`${STEADY} commits a second`, sides, [...of, STEADY])
    none.pause(true)
    await untilQuiet(followed)
    const rest = await followed.rest(Number(seconds))
    printReach('one commit a second', await reach(followed, 60))
    for (const rate of [STEADY, undefined]) {
      const [times] = await Promise.all([reach(followed, 15), followed.cost(15, rate)])
      printReach(rate === undefined ? 'full load' : `${rate} commits a second`, times)
      await untilQuiet(followed)
    }
    followed.pause(true)
    none.pause(false)
    await sleep(1000)
    const alone = await none.rest(Number(seconds))
    console.log(
      `at rest, ${alone.toFixed(1)} ms of processor time a second without followers, ${rest.toFixed(1)} with them`,
    )
    followed.pause(false)
    await deliveries(sides, [...of])
  } finally {
    for (const side of [followed, none]) side.pause(false)
    await followed.stop()
    await none.stop()
  }
}
