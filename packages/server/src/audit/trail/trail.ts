/**
 * The audit trail: one event for each request, allowed or not. Events of writes are stored with the write. Other events are stored in groups; the
 * answer to a request that succeeded waits until the journal or the database has its event (decision 0089).
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/index.ts'
import { type AuditEvent, auditEvent, type FinishedRequest } from '../event.ts'
import type { AuditJournal } from './journal.ts'
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

/** An event that no answer waits for is stored at most about this long after it was recorded. */
const FLUSH_MS = 200
/** With this many events, a group is stored at once. */
const FULL = 128
/** With this many waiting events, answers wait for the database, so that the journal stays small. */
const MOST_UNSTORED = 256
/** Most events that one statement stores. */
const MOST_IN_GROUP = 256
/** Part of the longest wait after which storing a group counts as failed until it is done: the table may be locked. */
const SLOW_PART = 2 / 3
const RETRY_MS = 500
/** Most waiting events while none can be stored; beyond, refused requests are only counted. */
const MOST_KEPT = 5000

/** Events that are stored together. An attempt that failed may have stored them all the same, so they are sent again as they are. */
interface EventGroup {
  readonly number: number
  readonly events: TrailEvent[]
  /** Events of it that the journal has. */
  kept: number
  /** Set when storing begins: then nothing is added any more. */
  isClosed: boolean
  /** Answers wait for it. */
  stored?: Promise<boolean>
  release?: (isStored: boolean) => void
}

/** All answers of a group share one promise and one timer. */
function untilStored(group: EventGroup, longestWait: number): Promise<boolean> {
  group.stored ??= new Promise(resolve => {
    const late = setTimeout(resolve, longestWait, false)
    group.release = isStored => {
      clearTimeout(late)
      resolve(isStored)
    }
  })
  return group.stored
}

const isUrgent = ({ stored, events }: EventGroup): boolean => stored !== undefined || events.length >= FULL

/** A refusal has no data of a record, so it need not wait for its event. */
const isRefusal = ({ event }: TrailEvent): boolean => event.status >= 400

export function openAuditTrail(needs: AuditTrailNeeds): AuditTrail {
  const { db, now, words, journal, longestWait, failed, seal } = needs
  const writer = journal?.writer ?? randomUUID()
  let groups: EventGroup[] = []
  let groupCount = 0
  let recordedCount = 0
  let writtenCount = 0
  /** Events that were stored with their writes. */
  let storedCount = 0
  let onlyCounted = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let writingSince = 0
  let hasFailed = false
  let canKeep = journal !== undefined
  let closed = false

  const isSlow = () => writing !== undefined && performance.now() - writingSince > longestWait * SLOW_PART
  const isFaulty = () => hasFailed || isSlow()
  const waitingCount = () => recordedCount - writtenCount

  const add = (event: TrailEvent): EventGroup => {
    let group = groups.at(-1)
    if (!group || group.isClosed || group.events.length === MOST_IN_GROUP) {
      group = { number: ++groupCount, events: [], kept: 0, isClosed: false }
      groups.push(group)
    }
    group.events.push(event)
    recordedCount += 1
    return group
  }

  const writeGroup = async (group: EventGroup): Promise<void> => {
    group.isClosed = true
    const { number, events } = group
    writingSince = performance.now()
    const ids = await appendBatchOnce(db, { writer, number, rows: events.map(rowOf) })
    groups = groups.slice(1)
    writtenCount += events.length
    hasFailed = false
    group.release?.(true)
    journal?.remove(number)
    // Events of an attempt whose answer was lost have numbers that nobody knows: the search for events without a seal finds them.
    ids.forEach((eventId, at) => {
      const stored = events[at]
      if (stored) seal(eventId, stored.event)
    })
    if (onlyCounted > 0) add(trailEvent(refusedRequests(onlyCounted, now()), words))
    onlyCounted = 0
  }
  /** Leaves a few events for later: storing them one by one would keep the database busy. */
  const writeUrgent = async (): Promise<void> => {
    do {
      const [first] = groups
      if (first) await writeGroup(first)
    } while (groups.some(isUrgent))
  }

  const fail = (error: unknown): void => {
    hasFailed = true
    failed(error)
  }
  const schedule = (delay: number) => {
    if (timer === undefined && !closed) timer = setTimeout(flush, delay).unref()
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (writing !== undefined) return
    writing = writeUrgent().then(
      () => {
        writing = undefined
        if (groups.length > 0) schedule(FLUSH_MS)
      },
      (error: unknown) => {
        writing = undefined
        fail(error)
        schedule(RETRY_MS)
      },
    )
  }

  const keepInJournal = (): void => {
    for (const group of groups) {
      const { number, events, kept } = group
      if (kept === events.length) continue
      group.kept = events.length
      journal?.append(number, events.slice(kept).map(rowOf))
    }
  }
  /** Without a journal, or when it can no longer be written, answers wait for the database. */
  const endTurn = (): Promise<boolean> | boolean => {
    try {
      if (canKeep) keepInJournal()
    } catch (error) {
      canKeep = false
      failed(error)
    }
    if (canKeep) return true
    const last = groups.at(-1)
    const stored = last ? untilStored(last, longestWait) : true
    if (!hasFailed) flush()
    return stored
  }
  let turn: Promise<boolean> | undefined
  /** Requests that were read together end in one turn of the event loop: their events are kept together, and their answers share a promise. */
  const untilKept = (): Promise<boolean> => {
    turn ??= new Promise(resolve => {
      setImmediate(() => {
        turn = undefined
        resolve(endTurn())
      })
    })
    return turn
  }

  return {
    eventOf: request => trailEvent(auditEvent(request, now()), words),
    record: event => {
      const isSentAtOnce = isRefusal(event)
      if (isFaulty() && waitingCount() >= MOST_KEPT) {
        onlyCounted += 1
        return isSentAtOnce ? undefined : Promise.resolve(false)
      }
      const mustBeStored = isFaulty() || waitingCount() >= MOST_UNSTORED
      const group = add(event)
      const stored = mustBeStored && !isSentAtOnce ? untilStored(group, longestWait) : undefined
      if (isUrgent(group) && !hasFailed) flush()
      else schedule(FLUSH_MS)
      return isSentAtOnce ? undefined : (stored ?? untilKept())
    },
    stored: (eventId, { event }) => {
      storedCount += 1
      seal(eventId, event)
    },
    fault: () =>
      hasFailed
        ? 'The audit trail cannot be written.'
        : isSlow()
          ? 'The audit trail takes too long to be written.'
          : undefined,
    waiting: waitingCount,
    written: () => writtenCount + storedCount,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
      hasFailed = false
      for (let [group] = groups; group && !hasFailed; [group] = groups) await writeGroup(group).catch(fail)
      // First: the numbers of batches keep what is left in the journal from being stored again.
      await journal?.close(!hasFailed)
      if (!hasFailed) await endBatches(db, writer).catch(() => {})
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
