/**
 * The audit trail: one event for each request, allowed or not. Events of writes are stored with the write. Other events are stored in groups; the
 * answer to a request that succeeded waits until the journal or the database has its event (decision 0089).
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/index.ts'
import { type AuditEvent, auditEvent, type FinishedRequest } from '../event.ts'
import { type EventGroups, openEventGroups, untilStored } from './event-groups.ts'
import { type GroupWriter, openGroupWriter } from './group-writer.ts'
import type { AuditJournal } from './journal.ts'
import { keepInJournal, openTurns } from './journal-turns.ts'
import { type TrailEvent, trailEvent, type WordNumbers } from './row.ts'
import { appendBatchOnce, endBatches, rowOf } from './store.ts'

export interface AuditTrail {
  /** The event of a request that ends now. */
  eventOf(request: FinishedRequest): TrailEvent
  /**
   * Queues an event. Undefined: its answer, a refusal, may be sent at once. Otherwise the answer waits, and is sent only if this resolves to true;
   * false: storing takes too long.
   */
  record(event: TrailEvent): Promise<boolean> | undefined
  /** Counts an event that was stored with its write. */
  stored(eventId: number, event: TrailEvent): void
  /** Returns the reason why nothing can be served; undefined while events can be written. */
  fault(): string | undefined
  /** Events that wait to be written. */
  waiting(): number
  /** Events that were written since the start, those of writes included. */
  written(): number
  /** Writes the events that wait, and stops. */
  close(): Promise<void>
}

export interface AuditTrailNeeds {
  readonly db: Database
  readonly now: () => number
  readonly words: WordNumbers
  /** Undefined: answers wait until the database has their events. */
  readonly journal?: AuditJournal | undefined
  /** Longest wait of an answer for its event, in milliseconds; then it is refused. */
  readonly longestWait: number
  /** Called when events cannot be written. */
  readonly failed: (error: unknown) => void
  /** Called for every stored event, with its id. */
  readonly seal: (eventId: number, event: AuditEvent) => void
}

/** With this many waiting events, answers wait for the database, so that the journal stays small. */
const MOST_UNSTORED = 256
/** Most waiting events while none can be stored; beyond, refused requests are only counted. */
const MOST_KEPT = 5000

/** A refusal has no data of a record, so it need not wait for its event. */
const isRefusal = ({ event }: TrailEvent): boolean => event.status >= 400

/** Counts the events that are in the database. */
interface Stored {
  count: number
  /** Requests that were refused and have no event of their own. */
  onlyCounted: number
}

function groupWriter(
  needs: AuditTrailNeeds,
  groups: EventGroups,
  writer: string,
  stored: Stored,
): GroupWriter {
  const { db, now, words, journal, longestWait, failed, seal } = needs
  return openGroupWriter({
    groups,
    longestWait,
    failed,
    store: ({ number, events }) => appendBatchOnce(db, { writer, number, rows: events.map(rowOf) }),
    stored: ({ number, events, release }, ids) => {
      stored.count += events.length
      release?.(true)
      journal?.remove(number)
      // Events of an attempt whose answer was lost have numbers that nobody knows: the search for events without a seal finds them.
      ids.forEach((eventId, at) => {
        const each = events[at]
        if (each) seal(eventId, each.event)
      })
      if (stored.onlyCounted > 0) groups.add(trailEvent(refusedRequests(stored.onlyCounted, now()), words))
      stored.onlyCounted = 0
    },
  })
}

/** Without a journal, or when it can no longer be written, answers wait for the database. */
function keeper(
  { journal, longestWait, failed }: AuditTrailNeeds,
  groups: EventGroups,
  writer: GroupWriter,
): () => Promise<boolean> | boolean {
  let kept = journal
  return () => {
    try {
      if (kept) keepInJournal(kept, groups)
    } catch (error) {
      kept = undefined
      failed(error)
    }
    if (kept) return true
    const last = groups.all().at(-1)
    const stored = last ? untilStored(last, longestWait) : true
    writer.flush()
    return stored
  }
}

export function openAuditTrail(needs: AuditTrailNeeds): AuditTrail {
  const { db, now, words, journal, longestWait, seal } = needs
  const id = journal?.writer ?? randomUUID()
  const groups = openEventGroups()
  const stored: Stored = { count: 0, onlyCounted: 0 }
  const writer = groupWriter(needs, groups, id, stored)
  const untilKept = openTurns(keeper(needs, groups, writer))
  const isFaulty = () => writer.hasFailed() || writer.isSlow()
  return {
    eventOf: request => trailEvent(auditEvent(request, now()), words),
    record: event => {
      const isSentAtOnce = isRefusal(event)
      if (isFaulty() && groups.waiting() >= MOST_KEPT) {
        stored.onlyCounted += 1
        return isSentAtOnce ? undefined : Promise.resolve(false)
      }
      const mustBeStored = isFaulty() || groups.waiting() >= MOST_UNSTORED
      const group = groups.add(event)
      const isStored = mustBeStored && !isSentAtOnce ? untilStored(group, longestWait) : undefined
      writer.wake(group)
      return isSentAtOnce ? undefined : (isStored ?? untilKept())
    },
    stored: (eventId, { event }) => {
      stored.count += 1
      seal(eventId, event)
    },
    fault: () =>
      writer.hasFailed()
        ? 'The audit trail cannot be written.'
        : writer.isSlow()
          ? 'The audit trail takes too long to be written.'
          : undefined,
    waiting: groups.waiting,
    written: () => stored.count,
    close: async () => {
      await writer.close()
      const isComplete = !writer.hasFailed()
      // First: the numbers of batches keep what is left in the journal from being stored again.
      await journal?.close(isComplete)
      if (isComplete) await endBatches(db, id).catch(() => {})
    },
  }
}

const refusedRequests = (count: number, at: number): AuditEvent =>
  auditEvent(
    {
      requestId: '',
      method: '',
      route: '',
      path: '',
      ehrId: undefined,
      status: 503,
      clientId: '',
      person: undefined,
      address: '',
      detail: { refused_requests: count },
    },
    at,
  )
