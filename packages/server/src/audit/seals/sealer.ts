/** Seals events soon after they are stored; commits do not wait for it. */
import { type Database, type Queries, untilWritten } from '../../db/index.ts'
import { findStateHead } from '../../seals/index.ts'
import type { AuditEvent } from '../event.ts'
import { monthOf } from '../trail/row.ts'
import { eventDigest, type Seal, sealDigest, sumDigests } from './seal.ts'
import {
  type ChainHead,
  FARTHEST_EVENT,
  findHead,
  findUnsealed,
  insertSeal,
  lastEvent,
  lastEventNumber,
} from './store.ts'

export interface Sealer {
  /** Queues a stored event. */
  add(eventId: number, event: AuditEvent): void
  /** Events that are stored and have no seal yet. */
  waiting(): number
  /** Seals the events that wait, and stops. */
  close(): Promise<void>
}

/** Signs a digest. */
export type SignDigest = (digest: Buffer) => string

export interface SealerNeeds {
  readonly db: Database
  readonly sign: SignDigest
  readonly now: () => number
  readonly failed: (error: unknown) => void
  /** Interval of the search for events that nobody sealed; absent: five minutes. */
  readonly searchMs?: number
}

/** An event has its seal at most about this long after it is stored. */
const SEAL_MS = 1000
const RETRY_MS = 5000
const MOST_EVENTS = 1000
/** Interval of the search for events whose server was killed before it sealed them. Numbers that were given since the last search are left out: they may still be on their way. */
const SEARCH_MS = 5 * 60_000

/** Only digests are kept: events that live for a second would cost the garbage collector as much as all else in a read. */
export interface Unsealed {
  readonly eventId: number
  readonly at: string
  readonly digest: string
}

export const unsealed = (eventId: number, event: AuditEvent): Unsealed => ({
  eventId,
  at: event.at,
  digest: eventDigest(eventId, event),
})

/** Events for one seal each: of one month, so that they are removed together, and near each other. */
function* batchesOf(events: readonly Unsealed[]): Generator<readonly Unsealed[]> {
  let batch: Unsealed[] = []
  for (const event of events.toSorted((a, b) => a.eventId - b.eventId)) {
    const [first] = batch
    const isNext =
      first === undefined ||
      (batch.length < MOST_EVENTS &&
        event.eventId - first.eventId <= FARTHEST_EVENT &&
        monthOf(event.at) === monthOf(first.at))
    if (!isNext) {
      yield batch
      batch = []
    }
    batch.push(event)
  }
  if (batch.length > 0) yield batch
}

type SealContent = Pick<Seal, 'events' | 'prefixes' | 'total' | 'times' | 'completeTo' | 'removed'>

/** A seal without events says something about the trail as a whole. */
const emptySeal = (about: Pick<Seal, 'completeTo' | 'removed'>): SealContent => ({
  events: [],
  ...sumDigests([]),
  times: null,
  ...about,
})

/** The content of a seal of some events, of one month. */
export function sealContent(batch: readonly Unsealed[]): SealContent {
  const times = batch.map(({ at }) => Date.parse(at))
  const iso = (time: number) => new Date(time).toISOString()
  return {
    events: batch.map(({ eventId }) => eventId),
    ...sumDigests(batch.map(({ digest }) => digest)),
    times: { from: iso(Math.min(...times)), to: iso(Math.max(...times)) },
    completeTo: null,
    removed: null,
  }
}

/** Adds a seal after the newest one; undefined if another process has added one after that. */
export async function addSeal(
  db: Queries,
  content: SealContent,
  head: ChainHead | undefined,
  { sign, now }: Pick<SealerNeeds, 'sign' | 'now'>,
): Promise<ChainHead | undefined> {
  const state = (await findStateHead(db)) ?? null
  const seal: Seal = {
    form: 2,
    number: (head?.number ?? 0) + 1,
    sealedAt: new Date(now()).toISOString(),
    previous: head?.digest ?? null,
    state,
    ...content,
  }
  const digest = sealDigest(seal)
  const isAdded = await insertSeal(db, { ...seal, digest, signature: sign(digest) })
  return isAdded ? { number: seal.number, digest } : undefined
}

/** Appends seals after those of this and other processes. */
function openChain(needs: SealerNeeds) {
  const { db } = needs
  let head: ChainHead | undefined
  return {
    append: async (content: SealContent): Promise<void> => {
      head = await untilWritten(async () => {
        head ??= await findHead(db)
        const added = await addSeal(db, content, head, needs)
        if (added === undefined) head = undefined
        return added
      })
    },
    /** After a failure: the head is read again. */
    forgetHead: (): void => {
      head = undefined
    },
  }
}

type Chain = ReturnType<typeof openChain>

/** Returns a function that seals the events that another process stored but did not seal, at most once in `searchMs`. */
function sealingLeftOver(chain: Chain, { db, searchMs = SEARCH_MS }: SealerNeeds): () => Promise<void> {
  /** The last number of an event that was given at a time of `performance.now`. */
  let seen: { readonly number: number; readonly at: number } | undefined
  return async () => {
    const before = seen
    if (before && performance.now() - before.at < searchMs) return
    seen = { number: await lastEventNumber(db), at: performance.now() }
    const search = before && (await findUnsealed(db, before.number))
    if (search === undefined) return
    const left = search.found.map(({ event_id: eventId, ...event }) => unsealed(eventId, event))
    for (const batch of batchesOf(left)) await chain.append(sealContent(batch))
    await chain.append(emptySeal({ completeTo: search.completeTo, removed: null }))
  }
}

/** Writes the first seal of the chain if there is none. */
export async function openSealer(needs: SealerNeeds): Promise<Sealer> {
  const { db, failed, searchMs = SEARCH_MS } = needs
  const chain = openChain(needs)
  const sealLeftOver = sealingLeftOver(chain, needs)
  let waiting: Unsealed[] = []
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let closed = false

  const sealWaiting = async (): Promise<void> => {
    for (const batch of batchesOf(waiting)) {
      await chain.append(sealContent(batch))
      const sealed = new Set(batch)
      waiting = waiting.filter(event => !sealed.has(event))
    }
  }
  const schedule = (delay: number) => {
    if (timer === undefined && !closed) timer = setTimeout(work, delay).unref()
  }
  const work = (): void => {
    working = sealWaiting()
      .then(sealLeftOver)
      .then(
        () => SEAL_MS,
        (error: unknown) => {
          chain.forgetHead()
          failed(error)
          return RETRY_MS
        },
      )
      .then(delay => {
        timer = undefined
        if (waiting.length > 0) schedule(delay)
      })
  }

  if ((await findHead(db)) === undefined)
    await chain.append(emptySeal({ completeTo: await lastEvent(db), removed: null }))
  schedule(SEAL_MS)
  const searching = setInterval(() => schedule(0), searchMs).unref()
  return {
    add: (eventId, event) => {
      waiting.push(unsealed(eventId, event))
      schedule(SEAL_MS)
    },
    waiting: () => waiting.length,
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearInterval(searching)
      await working
      await sealWaiting().catch(failed)
    },
  }
}
