/** Processor time of commits with 200 live queries and with none, and the time until a live reader has a commit. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@cairn-ehr/client'
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { OBSERVATIONS, SYSTOLIC } from '../test/query/queries.ts'
import { bloodPressure } from '../test/records.ts'
import type { Operation } from './cost-operations.ts'
import { loadRecords } from './datamap-data.ts'
import { ehrOf } from './layout-data.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { CLIENT_ID, CLIENT_SECRET, median, startServer, token } from './server-process.ts'

const [EHRS, COMPOSITIONS, CONNECTIONS] = [2000, 4000, 16]

const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
const NEWEST = `SELECT c/uid/value AS uid, ${SYSTOLIC} AS systolic ${FROM} ORDER BY c/context/start_time/value DESC LIMIT 30`
const above = (value: number) =>
  `SELECT e/ehr_id/value AS ehr, ${SYSTOLIC} AS systolic ${FROM} WHERE ${SYSTOLIC} > ${value}`
const ofOthers = (value: number) => above(value).replaceAll('blood_pressure.v2', 'pulse.v2')

interface LiveReader {
  readonly q: string
  readonly ehrId?: string
}

/** Readers of a hospital: charts of patients, lists that other records fill, lists that several people share, and a count. */
const READERS: readonly LiveReader[] = [
  ...Array.from({ length: 150 }, (_, at) => ({ q: NEWEST, ehrId: ehrOf(at) })),
  ...Array.from({ length: 30 }, (_, at) => ({ q: ofOthers(100 + at) })),
  ...Array.from({ length: 15 }, (_, at) => ({ q: above(190 + (at % 3)) })),
  ...Array.from({ length: 5 }, () => ({ q: `SELECT COUNT(*) AS n ${FROM}` })),
]

async function openSide(readers: readonly LiveReader[]) {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  await loadRecords(db, COMPOSITIONS, { ehrs: EHRS })
  const server = await startServer(database.templateUrl, { CAIRN_LIVE_PER_CLIENT: '500' })
  const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
  const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
  const stop = new AbortController()
  const cairn = createClient({ baseUrl: server.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
  for (const { q, ...where } of readers) {
    const rows = cairn.live(q, { ...where, signal: stop.signal })
    await rows.next()
    const follow = async () => {
      for await (const _ of rows);
    }
    void follow().catch(() => {})
  }
  const post = async (ehrId: string, systolic: number): Promise<void> => {
    const answer = await fetch(`${server.url}/openehr/v1/ehr/${ehrId}/composition`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(bloodPressure([{ systolic }])),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const operation: Operation = {
    name: 'POST composition',
    connections: CONNECTIONS,
    send: turn => post(ehrOf((turn * 7) % EHRS), 100 + (turn % 80)),
  }
  return {
    cairn,
    post,
    cost: (seconds: number) => measure(operation, clocks, seconds),
    stop: async () => {
      stop.abort()
      await server.stop()
      await db.close()
      await database.stop()
    },
  }
}

type Side = Awaited<ReturnType<typeof openSide>>

/** Milliseconds from the start of a commit until its row is there, at rest. */
async function reach({ cairn, post }: Side, times: number): Promise<readonly number[]> {
  const ehrId = ehrOf(EHRS - 1)
  const stop = new AbortController()
  const rows = cairn.live(NEWEST, { ehrId, signal: stop.signal })
  await rows.next()
  const seen: number[] = []
  for (let time = 0; time < times; time++) {
    await sleep(500)
    const waiting = rows.next()
    const began = performance.now()
    await post(ehrId, 100 + time)
    await waiting
    seen.push(performance.now() - began)
  }
  stop.abort()
  return seen
}

const sumOf = ({ server, database }: Cost): number => server + database

export async function run([rounds = '9', seconds = '3']: readonly string[]): Promise<void> {
  const live = await openSide(READERS)
  const none = await openSide([]).catch(error => live.stop().then(() => Promise.reject(error)))
  try {
    await compare(live, none, Number(rounds), Number(seconds))
  } finally {
    await live.stop()
    await none.stop()
  }
}

async function compare(live: Side, none: Side, rounds: number, seconds: number): Promise<void> {
  for (const side of [live, none]) await side.cost(10)
  const seen: { live: Cost; none: Cost }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await live.cost(seconds) : undefined
    const without = await none.cost(seconds)
    seen.push({ none: without, live: first ?? (await live.cost(seconds)) })
  }
  for (const which of ['none', 'live'] as const) {
    const part = (of: (cost: Cost) => number) => median(seen.map(each => of(each[which])))
    const cost = `${part(({ server }) => server).toFixed(3)} ms of the server, ${part(({ database }) => database).toFixed(3)} ms of the database`
    const readers = which === 'live' ? `${READERS.length} live queries` : 'no live query'
    console.log(`a commit with ${readers}: ${cost}, ${part(({ rate }) => rate).toFixed(0)} a second`)
  }
  const perSecond = median(seen.map(each => (sumOf(each.live) - sumOf(each.none)) * each.live.rate))
  console.log(`processor time of the live queries: ${perSecond.toFixed(0)} ms a second`)
  const more = median(seen.map(each => sumOf(each.live) / sumOf(each.none) - 1))
  console.log(`more processor time for a commit: ${(100 * more).toFixed(1)} %`)
  const times = [...(await reach(live, 30))].sort((a, b) => a - b)
  console.log(
    `a commit reaches a live reader at rest after ${median(times).toFixed(0)} ms (at most ${times.at(-1)?.toFixed(0)} ms)`,
  )
}
