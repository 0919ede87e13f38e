/** The audit trail: one event for each request, allowed or not, written in batches so that no request waits for it. */
import { type Database, sql } from '../db/index.ts'
import { auditEvent, type Finished } from './audit-event.ts'

export interface AuditTrail {
  /** `at`: milliseconds since 1970. */
  record(request: Finished, at: number): void
  /** False when events can no longer be written or kept: then nothing may be served. */
  accepts(): boolean
  /** Events that wait to be written. */
  waiting(): number
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

const append = sql<never, [events: string]>({
  name: 'audit.append',
  text: `insert into cairn.audit_event
           (at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome)
         select at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome
         from json_to_recordset($1::json) as event (
           at timestamptz, request_id text, client_id text, address text, method text, route text, path text,
           ehr_id text, action text, status smallint, outcome text)`,
})

/** An event is on disk at most about this long after its answer. */
const FLUSH_MS = 200
const BATCH = 1000
/** A minute of a busy server; beyond it, serving without a trail would begin. */
const MOST_WAITING = 50_000
const RETRY_MS = 1000

export function openAuditTrail(db: Database, failed: (error: unknown) => void): AuditTrail {
  // As JSON: a text is cheaper to keep than what it was made of, which would grow old and have to be collected.
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let closed = false

  const schedule = (delay: number) => {
    if (timer === undefined && !closed) timer = setTimeout(flush, delay).unref()
  }

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      await db.execute(append, [`[${batch.join(',')}]`])
      waiting = waiting.slice(batch.length)
    }
  }

  const flush = (): void => {
    writing = writeAll()
      .then(
        () => 0,
        (error: unknown) => {
          failed(error)
          return RETRY_MS
        },
      )
      .then(delay => {
        timer = undefined
        if (waiting.length > 0) schedule(delay)
      })
  }

  return {
    record: (request, at) => {
      waiting.push(JSON.stringify(auditEvent(request, at)))
      schedule(FLUSH_MS)
    },
    accepts: () => waiting.length < MOST_WAITING,
    waiting: () => waiting.length,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
      await writeAll().catch(failed)
    },
  }
}
