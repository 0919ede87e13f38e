/**
 * The audit trail: one event for each request, allowed or not. Events of writes are stored with what they write; the others are
 * written in batches, and no answer leaves while more than a few of them wait.
 */
import type { Database } from '../db/index.ts'
import { type AuditEvent, auditEvent } from './audit-event.ts'
import { appendEvents } from './audit-store.ts'

export interface AuditTrail {
  /**
   * Takes an event that will be written soon. Undefined: its answer may leave at once. Else the answer waits, and leaves only if
   * this resolves to true.
   */
  record(event: AuditEvent): Promise<boolean> | undefined
  /** Takes note of an event that was stored with what it tells of. */
  stored(eventId: number, event: AuditEvent): void
  /** Why nothing can be served; undefined while events can be written. */
  fault(): string | undefined
  /** Events that wait to be written. */
  waiting(): number
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

export interface AuditTrailNeeds {
  readonly db: Database
  readonly now: () => number
  /** Told when events cannot be written. */
  readonly failed: (error: unknown) => void
  /** Told of every event that is stored, with its id. */
  readonly seal: (eventId: number, event: AuditEvent) => void
}

/** An event is on disk at most about this long after its answer. */
const FLUSH_MS = 200
/** So many waiting events are written at once, without waiting for the time above. */
const FULL = 128
/** While so many events wait, answers wait too: a crash loses no more than these. */
const MOST_UNSTORED = 256
/** A batch that takes longer than this counts as failed until it is done: the table may be locked. */
const SLOW_MS = 2000
/** An answer waits so long for its event to be stored, then it is refused. */
const ANSWER_WAIT_MS = 3000
const RETRY_MS = 500
/** Refused requests leave events as well; beyond this number they are only counted. */
const MOST_KEPT = 5000

interface WaitingAnswer {
  /** The number of its event, counted from the first that this process recorded. */
  readonly number: number
  readonly release: (stored: boolean) => void
}

export function openAuditTrail({ db, now, failed, seal }: AuditTrailNeeds): AuditTrail {
  let waiting: AuditEvent[] = []
  let answers: WaitingAnswer[] = []
  /** Events that were recorded and written so far. */
  let recordedCount = 0
  let writtenCount = 0
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

  const writeBatch = async (): Promise<void> => {
    const batch = waiting.slice(0, MOST_UNSTORED)
    writingSince = performance.now()
    const ids = await appendEvents(db, batch)
    waiting = waiting.slice(batch.length)
    writtenCount += batch.length
    hasFailed = false
    batch.forEach((event, at) => {
      seal(ids[at] ?? 0, event)
    })
    release(writtenCount)
    if (onlyCounted > 0) add(refusedRequests(onlyCounted, now()))
    onlyCounted = 0
  }
  /** A few events that came meanwhile are left for the next time: one by one they would keep the database busy. */
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
    record: event => {
      if (isFaulty() && waiting.length >= MOST_KEPT) {
        onlyCounted += 1
        return undefined
      }
      add(event)
      const number = recordedCount
      if (waiting.length >= FULL && !hasFailed) flush()
      else schedule(FLUSH_MS)
      // What was refused shows nothing of a record, and would only wait for the same fault.
      if (isFaulty() ? event.status >= 400 : recordedCount - writtenCount < MOST_UNSTORED) return undefined
      return untilStored(number)
    },
    stored: seal,
    fault: () =>
      hasFailed
        ? 'The audit trail cannot be written.'
        : isSlow()
          ? 'The audit trail takes too long to be written.'
          : undefined,
    waiting: () => waiting.length,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
      hasFailed = false
      while (waiting.length > 0 && !hasFailed) await writeBatch().catch(fail)
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
