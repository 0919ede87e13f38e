/** The live queries of this process: who reads which, and the changes that they follow. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/index.ts'
import { type Reads, readWalPosition, type WalPosition } from '../db/reads/index.ts'
import { type Feed, findTouched, openReaderCount, type TouchedEhr, touchedIn } from '../events/index.ts'
import type { ReadMetric } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Kept } from './live-plan.ts'
import type { LiveResult } from './live-result.ts'
import { openTurns, type Turns } from './turns.ts'

interface LiveSettings {
  /** Most readers of a process. */
  readonly most: number
  /** Most readers of a client. */
  readonly mostPerClient: number
  /** Milliseconds between two runs of a query that is run as a whole. */
  readonly interval: number
  readonly mostRows: number
}

export interface LiveQueriesNeeds {
  readonly db: Database
  readonly reads: Reads
  readonly feed: Feed
  readonly settings: LiveSettings
  readonly failed: (error: unknown) => void
}

export interface LiveQueries {
  readonly settings: LiveSettings
  /** Counts a reader until the returned function is called. Throws if there are too many. */
  enter(memberId: string): () => void
  /** The rows of a query that others may read already; `make` opens them if nobody does. Call `leave` at the end. */
  join(key: string, make: () => LiveResult, start: StartResult): Promise<LiveResult>
  leave(result: LiveResult): void
  readonly inTurn: Turns['take']
  ran(kept: Kept): void
  metrics(): readonly ReadMetric[]
  close(): void
}

type StartResult = (result: LiveResult, after: WalPosition | undefined) => Promise<void>

/** Rows are kept for this time after their last reader has gone: it may connect again. */
const LINGER_MS = 30_000

/** Longest time between two looks at the queries that change with time. */
const LOOK_MS = 1000

const tooMany = (most: number): Refusal =>
  new Refusal(
    'live.too_many',
    `You have ${most} live queries open already (CAIRN_LIVE_PER_CLIENT): close some.`,
    [],
    { retryAfter: '5' },
  )

const overloaded = (): Refusal =>
  new Refusal('live.overloaded', 'The server has as many live queries as it allows; try again later.', [], {
    retryAfter: '5',
  })

const NOTHING: ReadonlyMap<string, TouchedEhr> = new Map()

/** Tells the queries of each change. Follows the feed only while there is one. */
function openFollowing(needs: LiveQueriesNeeds, turns: Turns, results: () => Iterable<LiveResult>) {
  const { db, reads, feed, failed } = needs
  let lookedAt = performance.now()
  const stop = new AbortController()
  let isFollowing = false
  const step = async (at: number): Promise<number> => {
    const head = await feed.looks.until(at, LOOK_MS, stop.signal)
    if (head <= at) {
      for (const each of results()) if (each.plan.isTimed) each.touch(NOTHING, undefined)
      return at
    }
    turns.changed(head - at, (performance.now() - lookedAt) / 1000)
    lookedAt = performance.now()
    const withDocuments = [...results()].some(({ plan }) => plan.kept !== 'ehr' && plan.demand !== undefined)
    const gist = await feed.gistAfter({ position: at, part: undefined, mark: '' }, head, withDocuments)
    const { end, touched } = gist ? touchedIn(gist, withDocuments) : await findTouched(db, at, withDocuments)
    const after = readWalPosition((await reads.position()) ?? '')
    // Those that were opened meanwhile were run before these changes were read, and may not show them.
    for (const each of results()) each.touch(touched, after)
    return end > at ? end : head
  }
  const follow = async (from: number): Promise<void> => {
    let at = from
    while (!stop.signal.aborted && !feed.looks.stopping.aborted && !results()[Symbol.iterator]().next().done)
      try {
        at = await step(at)
      } catch (error) {
        failed(error)
        await pause(LOOK_MS)
      }
    isFollowing = false
  }
  return {
    /** Resolves when changes from now on are followed. The result must be in `results`. */
    start: async (): Promise<void> => {
      if (isFollowing) return
      const from = await feed.head()
      if (isFollowing) return
      isFollowing = true
      void follow(from)
    },
    close: () => stop.abort(),
  }
}

const metricsOf = (
  readers: number,
  queries: number,
  runs: Readonly<Record<Kept, number>>,
  waiting: number,
): readonly ReadMetric[] => [
  {
    name: 'cairn_live_readers',
    type: 'gauge',
    help: 'Clients that read a live query now.',
    samples: [[readers]],
  },
  {
    name: 'cairn_live_queries',
    type: 'gauge',
    help: 'Live queries that are kept up to date now; readers with the same rights share one.',
    samples: [[queries]],
  },
  {
    name: 'cairn_live_runs_waiting',
    type: 'gauge',
    help: 'Live queries that wait for their turn to be run again: more than a few only while many commits change their rows.',
    samples: [[waiting]],
  },
  {
    name: 'cairn_live_query_runs_total',
    type: 'counter',
    help: 'Runs of live queries after changes, by what was run again: the query of one EHR, changed EHRs, or the whole query.',
    labels: ['kept'],
    samples: Object.entries(runs).map(([kept, count]) => [count, { kept }] as const),
  },
]

export function openLiveQueries(needs: LiveQueriesNeeds): LiveQueries {
  const { reads, settings } = needs
  const results = new Map<string, { readonly result: LiveResult; readonly started: Promise<void> }>()
  const keys = new Map<LiveResult, string>()
  const runs: Record<Kept, number> = { ehr: 0, ehrs: 0, query: 0 }
  const readers = openReaderCount(settings, { ofClient: tooMany, ofAll: overloaded })
  const turns = openTurns()
  const following = openFollowing(needs, turns, () => [...results.values()].map(({ result }) => result))
  const drop = (result: LiveResult): void => {
    const key = keys.get(result) ?? ''
    keys.delete(result)
    if (results.get(key)?.result === result) results.delete(key)
    result.close()
  }
  const leave = (result: LiveResult): void => {
    result.readers -= 1
    if (result.readers > 0) return
    if (result.isOver || results.size > settings.most) drop(result)
    else setTimeout(() => result.readers === 0 && drop(result), LINGER_MS).unref()
  }
  return {
    settings,
    enter: readers.enter,
    leave,
    join: async (key, make, start) => {
      const known = results.get(key)
      if (known && !known.result.isOver) {
        known.result.readers += 1
        await known.started
        return known.result
      }
      const result = make()
      result.readers = 1
      const begin = async (): Promise<void> => {
        await following.start()
        await start(result, readWalPosition((await reads.position()) ?? ''))
      }
      const started = begin()
      results.set(key, { result, started })
      keys.set(result, key)
      try {
        await started
      } catch (error) {
        drop(result)
        throw error
      }
      return result
    },
    inTurn: turns.take,
    ran: kept => {
      runs[kept] += 1
    },
    metrics: () => metricsOf(readers.count(), results.size, runs, turns.waiting()),
    close: () => {
      following.close()
      for (const { result } of results.values()) result.close()
      turns.close()
    },
  }
}
