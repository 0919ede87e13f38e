/** The audit event of a request that writes is stored in the transaction of the write. */
import type { Database, LimitedQueries, TransactionOptions } from '../db/index.ts'
import { type ChangeNote, noteChange } from './change-note.ts'
import type { EventDetail } from './event.ts'
import type { TrailEvent } from './trail/row.ts'
import { appendEvents } from './trail/store.ts'

/** Facts of a write for its audit event that are not in the address of the request. */
interface WriteFacts {
  /** The status of the answer, if it depends on the result. */
  readonly status?: number
  readonly ehrId?: string | undefined
  readonly contributionId?: string
  readonly detail?: EventDetail | undefined
  /** For the change feed, if the write is no commit. */
  readonly changes?: readonly ChangeNote[]
}

/** Gives the work of a request access to its audit event. */
export interface AuditEntry {
  /** The event of its success, to be stored in the transaction that writes. */
  eventOf(written: WriteFacts): TrailEvent
  /**
   * Stores another event of the same request, for what is known only after its answer began. The last piece of the answer waits for it; if it
   * cannot be stored, this throws, and the answer breaks off.
   */
  add(shown: Pick<WriteFacts, 'ehrId' | 'detail'>): Promise<void>
  /** Call this once the transaction is committed, so that the event is not recorded a second time. */
  stored(eventId: number, event: TrailEvent): void
}

/** Returns the facts of a write, or undefined if nothing was written: then there is no event to store. */
type WriteFactsOf<T> = (result: T) => WriteFacts | undefined

/** For work that returns undefined or false if it writes nothing. */
const ifAny: WriteFactsOf<unknown> = result => (result === undefined || result === false ? undefined : {})

/** A database, limited or not. */
interface Transacting<Q> {
  readonly transaction: <T>(work: (queries: Q) => Promise<T>, options?: TransactionOptions) => Promise<T>
}

/**
 * Does `work` in a transaction that ends with the audit event of its request.
 *
 *     const template = await recorded(db, caller.entry, queries => addTemplate(queries, given), ifAny)
 */
export async function recorded<T, Q extends LimitedQueries>(
  db: Transacting<Q>,
  entry: AuditEntry,
  work: (queries: Q) => Promise<T>,
  written: WriteFactsOf<T> = () => ({}),
  options: TransactionOptions = {},
): Promise<T> {
  const { result, event, eventId } = await db.transaction(async queries => {
    const result = await work(queries)
    const touched = written(result)
    const event = touched && entry.eventOf(touched)
    const [eventId] = event ? await appendEvents(queries, [event]) : []
    for (const note of touched?.changes ?? []) if (event) await noteChange(queries, event.event, note)
    return { result, event, eventId }
  }, options)
  if (event && eventId !== undefined) entry.stored(eventId, event)
  return result
}

/** The database for functions that open their own transactions, and return undefined or false if they write nothing. */
export const recording = (db: Database, entry: AuditEntry): Database => ({
  ...db,
  transaction: (work, options) => recorded(db, entry, work, ifAny, options),
})
