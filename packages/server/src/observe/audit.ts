/**
 * The audit trail: one event for each request, allowed or not. Events of writes are stored with the write; the others are
 * written in batches, and answers wait while too many of them are not yet stored.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../db/index.ts'
import { type AuditEvent, auditEvent, type FinishedRequest } from './audit-event.ts'
import { appendBatchOnce, type EventBatch, endBatches } from './audit-store.ts'
import { printRow, type WordNumbers } from './trail-row.ts'

export interface AuditTrail {
  /** The event of a request that ends now. */
  eventOf(request: FinishedRequest): AuditEvent
  /**
   * Queues an event to be written soon. Undefined: its answer may be sent at once. Otherwise the answer waits, and is sent only
   * if this resolves to true.
   */
  record(event: AuditEvent): Promise<boolean> | undefined
  /** Writes an event at once, for an answer in pieces. Resolves to true when it is stored, or to false if that takes too long. */
  store(event: AuditEvent): Promise<boolean>
  /** Counts an event that was stored with its write. */
  stored(eventId: number, event: AuditEvent): void
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
  /** Called when events cannot be written. */
  readonly failed: (error: unknown) => void
  /** Called for every stored event, with its id. */
  readonly seal: (eventId: number, event: AuditEvent) => void
}

/** An event is stored at most about this long after its answer. */
const FLUSH_MS = 200
/** With this many waiting events, a batch is written at once. */
const FULL = 128
/** With this many waiting events, answers wait too, so a crash loses at most these. */
const MOST_UNSTORED = 256
/** A batch that takes longer counts as failed until it is done: the table may be locked. */
const SLOW_MS = 2000
/** Longest wait of an answer for its event; then it is refused. */
const ANSWER_WAIT_MS = 3000
const RETRY_MS = 500
/** Most waiting events of refused requests; beyond, they are only counted. */
const MOST_KEPT = 5000

interface WaitingAnswer {
  /** The number of its event, counted from the first that this process recorded. */
  readonly number: number
  readonly release: (stored: boolean) => void
}

export function openAuditTrail({ db, now, words, failed, seal }: AuditTrailNeeds): AuditTrail {
  const writer = randomUUID()
  let waiting: AuditEvent[] = []
  /** The batch that is being stored. An attempt that failed may have stored it all the same, so it is sent again as it is. */
  let batch: EventBatch | undefined
  let batchCount = 0
  let answers: WaitingAnswer[] = []
  /** Events that were recorded and written so far. */
  let recordedCount = 0
  let writtenCount = 0
  let storedCount = 0
  let onlyCounted = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let writingSince = 0
  let hasFailed = false
  let closed = false

  const isSlow = () => writing !== undefined && performance.now() - writingSince > SLOW_MS
  const isFaulty = () => hasFailed || isSlow()

  const release = (upTo: number) => {
    const free = answers.filter(answer => answer.number <= upTo)
    if (free.length === 0) return
    answers = answers.filter(answer => answer.number > upTo)
    for (const answer of free) answer.release(true)
  }

  const add = (event: AuditEvent) => {
    waiting.push(event)
    recordedCount += 1
  }
  /** Returns false if too many events wait already: then the event is only counted. */
  const addIfRoom = (event: AuditEvent): boolean => {
    const hasRoom = !isFaulty() || waiting.length < MOST_KEPT
    if (hasRoom) add(event)
    else onlyCounted += 1
    return hasRoom
  }

  const writeBatch = async (): Promise<void> => {
    batch ??= { writer, number: ++batchCount, events: waiting.slice(0, MOST_UNSTORED) }
    const { events } = batch
    writingSince = performance.now()
    const ids = await appendBatchOnce(db, batch)
    batch = undefined
    waiting = waiting.slice(events.length)
    writtenCount += events.length
    hasFailed = false
    // Events of an attempt whose answer was lost have numbers that nobody knows: the search for events without a seal finds them.
    ids.forEach((eventId, at) => {
      const event = events[at]
      if (event) seal(eventId, event)
    })
    release(writtenCount)
    if (onlyCounted > 0) add(refusedRequests(onlyCounted, now()))
    onlyCounted = 0
  }
  /** Leaves a few new events for the next batch: writing them one by one would keep the database busy. */
  const writeMost = async (): Promise<void> => {
    do await writeBatch()
    while (waiting.length >= FULL || answers.length > 0)
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
    writing = writeMost().then(
      () => {
        writing = undefined
        if (waiting.length > 0) schedule(FLUSH_MS)
      },
      (error: unknown) => {
        writing = undefined
        fail(error)
        schedule(RETRY_MS)
      },
    )
  }

  const untilStored = (number: number): Promise<boolean> =>
    new Promise(resolve => {
      const late = setTimeout(() => {
        answers = answers.filter(answer => answer.number !== number)
        resolve(false)
      }, ANSWER_WAIT_MS)
      answers.push({
        number,
        release: stored => {
          clearTimeout(late)
          resolve(stored)
        },
      })
    })

  return {
    eventOf: request => {
      const event: AuditEvent & { row?: string } = auditEvent(request, now())
      // Set in place: to make a copy with one member more, and to read that, takes 2.5 µs longer (decision 0069).
      event.row = printRow(event, words)
      return event
    },
    record: event => {
      if (!addIfRoom(event)) return undefined
      const number = recordedCount
      if (waiting.length >= FULL && !hasFailed) flush()
      else schedule(FLUSH_MS)
      // A refusal has no data of a record, so it need not wait for its event.
      if (isFaulty() ? event.status >= 400 : recordedCount - writtenCount < MOST_UNSTORED) return undefined
      return untilStored(number)
    },
    store: event => {
      if (!addIfRoom(event)) return Promise.resolve(false)
      const stored = untilStored(recordedCount)
      if (hasFailed) schedule(FLUSH_MS)
      else flush()
      return stored
    },
    stored: (eventId, event) => {
      storedCount += 1
      seal(eventId, event)
    },
    fault: () =>
      hasFailed
        ? 'The audit trail cannot be written.'
        : isSlow()
          ? 'The audit trail takes too long to be written.'
          : undefined,
    waiting: () => waiting.length,
    written: () => writtenCount + storedCount,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
      hasFailed = false
      while (waiting.length > 0 && !hasFailed) await writeBatch().catch(fail)
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
