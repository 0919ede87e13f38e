/** Seals events soon after they are stored; commits do not wait for it. */
import { type Database, untilWritten } from '../db/index.ts'
import type { AuditEvent } from './audit-event.ts'
import { eventDigest, sealDigest } from './seal.ts'
import { type ChainHead, findHead, findUnsealed, insertSeal, lastEventBefore } from './seal-store.ts'

export interface Sealer {
  /** Queues a stored event. */
  add(eventId: number, event: AuditEvent): void
  /** Events that are stored and have no seal yet. */
  waiting(): number
  /** Seals the events that wait, and stops. */
  close(): Promise<void>
}

export interface SealerNeeds {
  readonly db: Database
  /** Signs a digest. */
  readonly sign: (digest: Buffer) => string
  readonly now: () => number
  readonly failed: (error: unknown) => void
}

/** An event has its seal at most about this long after it is stored. */
const SEAL_MS = 1000
const RETRY_MS = 5000
const MOST_EVENTS = 1000
/** Interval of the search for events whose server was killed before it sealed them. */
const SEARCH_MS = 5 * 60_000
/** Younger events may still be sealed by their own server. */
const SETTLED_MS = 2 * 60_000

/** Only digests are kept: events that live for a second would cost the garbage collector as much as all else in a read. */
interface Unsealed {
  readonly eventId: number
  readonly digest: string
}

const unsealed = (eventId: number, event: AuditEvent): Unsealed => ({
  eventId,
  digest: eventDigest(eventId, event),
})

/** Writes the first seal of the chain if there is none. */
export async function openSealer(needs: SealerNeeds): Promise<Sealer> {
  const { db, sign, now, failed } = needs
  let waiting: Unsealed[] = []
  let head: ChainHead | undefined
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let searchedAt = Number.NEGATIVE_INFINITY
  let closed = false

  /** Appends a seal after those of other processes. */
  const append = async (sealed: readonly Unsealed[], completeTo: number | null): Promise<void> => {
    const digests = Buffer.from(sealed.map(({ digest }) => digest).join(''), 'hex')
    head = await untilWritten(async () => {
      head ??= await findHead(db)
      const seal = {
        number: (head?.number ?? 0) + 1,
        sealedAt: new Date(now()).toISOString(),
        events: sealed.map(({ eventId }) => eventId),
        digests,
        completeTo,
        previous: head?.digest ?? null,
      }
      const digest = sealDigest(seal)
      if (await insertSeal(db, { ...seal, digest, signature: sign(digest) }))
        return { number: seal.number, digest }
      head = undefined
      return undefined
    })
  }

  const sealWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_EVENTS)
      await append(batch, null)
      waiting = waiting.slice(batch.length)
    }
  }

  /** Seals events that another process stored but did not seal. */
  const sealLeftOver = async (): Promise<void> => {
    if (performance.now() - searchedAt < SEARCH_MS) return
    searchedAt = performance.now()
    const upTo = await lastEventBefore(db, new Date(now() - SETTLED_MS).toISOString())
    const search = await findUnsealed(db, upTo)
    if (search === undefined) return
    const left = search.found.map(({ event_id: eventId, ...event }) => unsealed(eventId, event))
    for (let at = 0; at < left.length; at += MOST_EVENTS) await append(left.slice(at, at + MOST_EVENTS), null)
    await append([], search.completeTo)
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
          head = undefined
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
    await append([], await lastEventBefore(db, new Date(now() + SETTLED_MS).toISOString()))
  schedule(SEAL_MS)

  return {
    add: (eventId, event) => {
      waiting.push(unsealed(eventId, event))
      schedule(SEAL_MS)
    },
    waiting: () => waiting.length,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await working
      await sealWaiting().catch(failed)
    },
  }
}
