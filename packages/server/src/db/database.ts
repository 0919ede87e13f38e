/** What a room sees of PostgreSQL: statements go in, typed rows come out. Nothing of the driver shows. */
import type { Lookup } from './lookup.ts'
import type { Statement } from './statement.ts'

/** No second argument for a statement that takes no values. */
type Given<Values extends readonly unknown[]> = Values extends readonly [] ? [] : [values: Values]

export interface Queries {
  /** The rows of a statement. Throws `DatabaseError`. */
  query<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    ...given: Given<Values>
  ): Promise<readonly Row[]>
  /** How many rows a statement wrote. Throws `DatabaseError`. */
  execute<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    ...given: Given<Values>
  ): Promise<number>
  /** The row of a key. Throws `DatabaseError`. */
  find<Row, Key extends readonly unknown[]>(lookup: Lookup<Row, Key>, key: Key): Promise<Row | undefined>
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
  /** How often `work` is run again after a serialization failure or a deadlock; never, unless asked. */
  readonly retries?: number
  /** Longest time of one statement, waiting for locks included, where that of the pool is too short for the work. */
  readonly statementTimeoutMs?: number
}

export interface StreamOptions<Row> {
  /** Rows that are fetched at a time. */
  readonly batch: number
  /** Aborted: the statement is ended in the database, and the reason is thrown. */
  readonly signal?: AbortSignal
  /** All rows in one batch, in one round trip: for a few. */
  readonly atOnce?: boolean
  /** Done with every batch on the same connection: whoever waited for a second one while holding the first could wait for good. */
  readonly complete?: (rows: readonly Row[], queries: Queries) => Promise<readonly Row[]>
}

export interface Database extends Queries {
  /** Rows in batches, as they are asked for; the connection is held until the last, or until the reader stops. */
  stream<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    values: Values,
    options: StreamOptions<Row>,
  ): AsyncGenerator<readonly Row[], void, undefined>
  /** Runs `work` on one connection; commits when it returns, rolls back when it throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Connections now: open, of those unused, and callers waiting for one. */
  usage(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Waits for the work under way, but for two seconds at most: then connections are cut. */
  close(): Promise<void>
}
