/** The audit event of a request that writes: stored in the same transaction as what it writes. */
import type { Database, Queries, TransactionOptions } from '../db/index.ts'
import type { AuditEvent, EventDetail } from './audit-event.ts'
import { appendEvents } from './audit-store.ts'

/** What a write touched, where the address of the request does not say it. */
interface Written {
  /** The status of the answer, where it depends on what was found. */
  readonly status?: number
  readonly ehrId?: string
  readonly contributionId?: string
  readonly detail?: EventDetail
}

/** The audit event of one request, as whoever does the request's work sees it. */
export interface AuditEntry {
  /** The event of its success, to be stored in the transaction that writes. */
  eventOf(written: Written): AuditEvent
  /** Records another event of the same request, for what is known only after its answer began. */
  add(shown: Pick<Written, 'ehrId' | 'detail'>): void
  /** To be told once that transaction is committed: the event is not recorded a second time. */
  stored(eventId: number, event: AuditEvent): void
}

/** What the work of a transaction wrote; undefined: nothing, so that there is no event to store. */
type WrittenBy<T> = (result: T) => Written | undefined

/** Where work that writes nothing returns undefined or false. */
export const ifAny: WrittenBy<unknown> = result => (result === undefined || result === false ? undefined : {})

/**
 * Does `work` in a transaction that ends with the audit event of its request.
 *
 *     const template = await recorded(db, caller.entry, queries => addTemplate(queries, given), ifAny)
 */
export async function recorded<T>(
  db: Database,
  entry: AuditEntry,
  work: (queries: Queries) => Promise<T>,
  written: WrittenBy<T> = () => ({}),
  options: TransactionOptions = {},
): Promise<T> {
  const { result, event, eventId } = await db.transaction(async queries => {
    const result = await work(queries)
    const touched = written(result)
    const event = touched && entry.eventOf(touched)
    const [eventId] = event ? await appendEvents(queries, [event]) : []
    return { result, event, eventId }
  }, options)
  if (event && eventId !== undefined) entry.stored(eventId, event)
  return result
}

/** The same database for functions that open their transactions themselves and return undefined or false where they write nothing. */
export const recording = (db: Database, entry: AuditEntry): Database => ({
  ...db,
  transaction: (work, options) => recorded(db, entry, work, ifAny, options),
})
