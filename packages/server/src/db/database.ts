/** The interface of rooms to PostgreSQL: statements in, typed rows out, without the driver. */

import type { RowLimit } from '../access/index.ts'
import type { Lookup } from './lookup.ts'
import type { Guarded, Statement } from './statement.ts'

/** No second argument for a statement that takes no values. */
type ValueArguments<Values extends readonly unknown[]> = Values extends readonly [] ? [] : [values: Values]

/**
 * Takes statements that are guarded, or have what `Also` says. Functions are properties, since the compiler does not compare the
 * parameters of methods strictly.
 */
export interface QueriesOf<in Also> {
  /** True if the tables of records are spread over the nodes of a Citus cluster (decision 0064). */
  readonly isDistributed: boolean
  /** The rows of a statement. Throws `DatabaseError`. */
  readonly query: <Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values> & (Also | Guarded),
    ...given: ValueArguments<Values>
  ) => Promise<readonly Row[]>
  /** Returns the number of rows that a statement wrote. Throws `DatabaseError`. */
  readonly execute: <Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values> & (Also | Guarded),
    ...given: ValueArguments<Values>
  ) => Promise<number>
  /** The row of a key. Throws `DatabaseError`. */
  readonly find: <Row, Key extends readonly unknown[]>(
    lookup: Lookup<Row, Key> & (Also | Guarded),
    key: Key,
  ) => Promise<Row | undefined>
}

/** Sees all rows, and takes every statement. */
export type Queries = QueriesOf<unknown>
/** May be those of a caller with limited rights: a statement without its guard does not compile. */
export type LimitedQueries = QueriesOf<never>

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
  readonly complete?: (rows: readonly Row[], queries: LimitedQueries) => Promise<readonly Row[]>
}

export interface StreamOptions<Row> extends ReadOptions<Row> {
  /** Longest time of one statement, if that of the pool is too short; the reader may take as long between two batches. */
  readonly statementTimeoutMs?: number | undefined
  /** Rows that are fetched at a time. */
  readonly batch: number
}

export interface DatabaseOf<in Also> extends QueriesOf<Also> {
  /** Yields rows in batches on demand; the connection is used until the last batch, or until the reader stops. */
  readonly stream: <Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values> & (Also | Guarded),
    values: Values,
    options: StreamOptions<Row>,
  ) => AsyncGenerator<readonly Row[], void, undefined>
  /** All rows in one round trip, for a few; the connection is free when they are there. */
  readonly readAtOnce: <Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values> & (Also | Guarded),
    values: Values,
    options: ReadOptions<Row>,
  ) => Promise<readonly Row[]>
  /** Runs `work` on one connection; commits when it returns, rolls back when it throws. */
  readonly transaction: <T>(
    work: (queries: QueriesOf<Also>) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>
  /** The same database for a caller whose rights reach some of its records only: all others are not there. */
  readonly limitedTo: (limit: RowLimit) => LimitedDatabase
  /** The parties, in their own schema: it takes the same statements, and has other rows (decision 0100). */
  readonly ofParties: () => LimitedDatabase
  /** Connections now: open, of those unused, and callers waiting for one. */
  readonly usage: () => { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Waits at most two seconds for running work, then closes the connections. */
  readonly close: () => Promise<void>
}

export type Database = DatabaseOf<unknown>
export type LimitedDatabase = DatabaseOf<never>
