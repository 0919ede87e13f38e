/** The interface of rooms to PostgreSQL: statements in, typed rows out, without the driver. */

import type { RowLimit } from '../rights/index.ts'
import type { Lookup } from './lookup.ts'
import type { Statement } from './statement.ts'

/** No second argument for a statement that takes no values. */
type ValueArguments<Values extends readonly unknown[]> = Values extends readonly [] ? [] : [values: Values]

export interface Queries {
  /** True if the tables of records are spread over the nodes of a Citus cluster (decision 0064). */
  readonly isDistributed: boolean
  /** The rows of a statement. Throws `DatabaseError`. */
  query<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    ...given: ValueArguments<Values>
  ): Promise<readonly Row[]>
  /** Returns the number of rows that a statement wrote. Throws `DatabaseError`. */
  execute<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    ...given: ValueArguments<Values>
  ): Promise<number>
  /** The row of a key. Throws `DatabaseError`. */
  find<Row, Key extends readonly unknown[]>(lookup: Lookup<Row, Key>, key: Key): Promise<Row | undefined>
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
  /** Number of times that `work` is repeated after a serialization failure or a deadlock; 0 by default. */
  readonly retries?: number
  /** Longest time of one statement, including the wait for locks, if that of the pool is too short. */
  readonly statementTimeoutMs?: number
}

export interface ReadOptions<Row> {
  /** Aborted: the statement is ended in the database, and the reason is thrown. */
  readonly signal?: AbortSignal
  /** Runs for every batch on the same connection; waiting for a second connection while holding the first could deadlock. */
  readonly complete?: (rows: readonly Row[], queries: Queries) => Promise<readonly Row[]>
}

export interface StreamOptions<Row> extends ReadOptions<Row> {
  /** Longest time of one statement, if that of the pool is too short; the reader may take as long between two batches. */
  readonly statementTimeoutMs?: number | undefined
  /** Rows that are fetched at a time. */
  readonly batch: number
}

export interface Database extends Queries {
  /** Yields rows in batches on demand; the connection is used until the last batch, or until the reader stops. */
  stream<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    values: Values,
    options: StreamOptions<Row>,
  ): AsyncGenerator<readonly Row[], void, undefined>
  /** All rows in one round trip, for a few; the connection is free when they are there. */
  readAtOnce<Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    values: Values,
    options: ReadOptions<Row>,
  ): Promise<readonly Row[]>
  /** Runs `work` on one connection; commits when it returns, rolls back when it throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The same database for a caller whose rights reach some of its records only: all others are not there. */
  limitedTo(limit: RowLimit): Database
  /** Connections now: open, of those unused, and callers waiting for one. */
  usage(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Waits at most two seconds for running work, then closes the connections. */
  close(): Promise<void>
}
