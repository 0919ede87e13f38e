/** Kills server and database under load, with receivers that fail at random, and compares what they took with the feed: all of it, and by a query. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CairnClient, createClient } from '../../packages/client/src/index.ts'
import { type Mortal, mortalServer } from '../crash.ts'
import type { FeedEvent } from '../events/feed-calls.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { LOCAL, openReceiver, type Receiver } from './receiver.ts'

interface KillRun {
  readonly kills: number
  readonly processes: number
  /** Kills between two rests, in which the leases of the dead end and events are sent. */
  readonly killsBetweenRests: number
  readonly restMs: number
  /** Server and database to kill; default: a server with its embedded database. */
  readonly open?: (env: Readonly<Record<string, string>>) => Promise<Mortal>
}

/** Counts of a run. */
interface KillFigures {
  /** Commits that were acknowledged. */
  readonly commits: number
  /** Requests of the receiver of all events, and those that it refused. */
  readonly requests: number
  readonly refused: number
  /** Events in the feed, and events of the query. */
  readonly events: number
  readonly rows: number
}

const WRITERS = 4

/** Every second composition brings a row of the query. */
const [LOW, HIGH, LIMIT] = [100, 200, 150]
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const QUERY = {
  q: `SELECT ${SYSTOLIC} FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE ${SYSTOLIC} > $limit`,
  query_parameters: { limit: LIMIT },
}

const bringsRow = ({ data: { content } }: FeedEvent): boolean =>
  JSON.stringify(content ?? '').includes(`"magnitude":${HIGH}`)

/** The first request fails, and of the others about a quarter; some take their time. */
function failAtRandom(receiver: Receiver): void {
  receiver.answer = async () => {
    const chance = receiver.received.length === 0 ? 0 : Math.random()
    if (chance < 0.15) return { status: 500 }
    if (chance < 0.25) return { status: 503 }
    if (chance < 0.35) await sleep(300)
    return { status: 204 }
  }
}

const idIn = (answer: Response): string => (answer.headers.get('etag') ?? '').replaceAll('"', '')

/** Ids of the events of each EHR, in the order in which each came first. */
function firstByEhr(events: readonly FeedEvent[]): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { id, data } of events) {
    const ehr = String(data.ehr_id ?? '')
    found.set(ehr, (found.get(ehr) ?? new Set()).add(id))
  }
  return Object.fromEntries([...found].sort().map(([ehr, ids]) => [ehr, [...ids]]))
}

const positionOf = (cursor: string): number => Number(cursor.split('-')[0])

/** `1042-9f2c1a7b`: after all events of the change; with three parts, after one of them. */
const isAtEnd = (place: string, end: string): boolean =>
  positionOf(place) > positionOf(end) ||
  (positionOf(place) === positionOf(end) && place.split('-').length === 2)

/** The receiver takes everything by now, so a wait without any request is the end of attempts. */
const SILENCE_MS = 60_000

/** Waits until the server says that it has sent everything. Fails only if it sends nothing more and has not. */
async function untilDelivered(
  cairn: CairnClient,
  receiver: Receiver,
  { id, end }: { readonly id: string; readonly end: string },
): Promise<void> {
  let requests = -1
  let heardAt = Date.now()
  for (;;) {
    const { position, waiting_ehrs, active } = await cairn.subscriptions.get({ subscription_id: id })
    if (waiting_ehrs === 0 && isAtEnd(position, end)) return
    if (receiver.received.length > requests) heardAt = Date.now()
    requests = receiver.received.length
    const state = JSON.stringify({ position, waiting_ehrs, active, end, requests })
    assert.ok(Date.now() - heardAt < SILENCE_MS, `the server sends no more, and has not sent all: ${state}`)
    await sleep(500)
  }
}

export async function runKills({
  kills,
  processes,
  killsBetweenRests,
  restMs,
  open = mortalServer,
}: KillRun): Promise<KillFigures> {
  const server = await open({ ...LOCAL, CAIRN_PROCESSES: String(processes) })
  const [receiver, alarms] = [await openReceiver(), await openReceiver()]
  const stop = new AbortController()
  try {
    await server.start()
    const cairn = createClient({
      baseUrl: server.url,
      clientId: 'crash-test',
      clientSecret: 'a secret for the crash test only',
    })
    await cairn.templates.upload({ body: bloodPressureOpt() })
    for (const each of [receiver, alarms]) failAtRandom(each)
    const { id } = await cairn.subscriptions.create({
      body: { name: 'Killed', url: receiver.url, after: 'start' },
    })
    const alarm = await cairn.subscriptions.create({
      body: { name: 'Alarm', url: alarms.url, after: 'start', ...QUERY },
    })
    const request = async (path: string, body?: unknown) =>
      fetch(`${server.url}/openehr/v1${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await server.token()}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const acknowledged: string[] = []
    const write = async () => {
      let ehrId = ''
      while (!stop.signal.aborted) {
        const path = ehrId === '' ? '/ehr' : `/ehr/${ehrId}/composition`
        const reading = bloodPressure([{ systolic: acknowledged.length % 2 === 0 ? LOW : HIGH }])
        const answer = await request(path, ehrId === '' ? undefined : reading).catch(() => undefined)
        if (answer?.status !== 201) ehrId = ''
        else if (ehrId === '') ehrId = idIn(answer)
        else acknowledged.push(idIn(answer))
        await sleep(100)
      }
    }
    const writing = Array.from({ length: WRITERS }, write)
    for (let kill = 1; kill <= kills; kill++) {
      const before = acknowledged.length
      // A busy machine takes its time for a commit.
      await eventually('a commit', () => acknowledged.length > before)
      await sleep(200 + 100 * (kill % 5))
      if (kill % 2 === 0) await server.killDatabase()
      await server.kill()
      await server.start()
      if (kill % killsBetweenRests === 0) await sleep(restMs)
    }
    stop.abort()
    await Promise.all(writing)
    const feed: FeedEvent[] = []
    for (let after = 'start'; ; ) {
      const page = await cairn.changeFeed.list({ after, limit: 500, include: 'data' })
      feed.push(...(page.changes as unknown as FeedEvent[]))
      after = page.next
      if (!page.more) break
    }
    const failed = receiver.received.filter(({ status }) => status >= 300).length
    const end = feed.at(-1)?.id ?? ''
    for (const each of [receiver, alarms]) each.answer = () => ({ status: 204 })
    // Events that failed wait for their next attempt, which may be minutes away.
    for (const each of [id, alarm.id]) await cairn.subscriptions.resume({ subscription_id: each })
    await untilDelivered(cairn, receiver, { id, end })
    await untilDelivered(cairn, alarms, { id: alarm.id, end })
    assert.deepEqual(
      firstByEhr(receiver.taken()),
      firstByEhr(feed),
      'an event is missing, invented or out of order',
    )
    assert.deepEqual(
      firstByEhr(alarms.taken()),
      firstByEhr(feed.filter(bringsRow)),
      'an event of the query is missing, invented or out of order',
    )
    assert.ok(alarms.taken().every(({ data }) => JSON.stringify(data.rows.added) === `[[${HIGH}]]`))
    const subjects = new Set(receiver.taken().map(event => event.subject))
    assert.deepEqual(
      acknowledged.filter(uid => !subjects.has(uid)),
      [],
    )
    assert.ok(acknowledged.length > 0)
    assert.ok(failed > 0, 'no request failed')
    assert.ok(alarms.taken().length > 0, 'no row was sent')
    return {
      commits: acknowledged.length,
      requests: receiver.received.length,
      refused: failed,
      events: feed.length,
      rows: new Set(alarms.taken().map(event => event.id)).size,
    }
  } finally {
    stop.abort()
    await server.end()
  }
}
