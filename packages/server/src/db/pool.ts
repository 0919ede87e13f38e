/** The pool of connections, the only door to PostgreSQL. */
import pg from 'pg'
import type { Database, Queries } from './database.ts'
import { withoutData } from './database-error.ts'
import { findOn, findTogether } from './find.ts'
import type { Statement } from './statement.ts'
import { streamOn } from './stream.ts'
import { withTransaction } from './transaction.ts'
import { columnTypes } from './types.ts'

export interface PoolOptions {
  readonly max: number
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** The database ends a longer statement itself; SQLSTATE 57014. */
  readonly statementTimeoutMs?: number
  /**
   * Plans made once for all values: right where every statement is a look-up by key, since planning the commit statement
   * costs more than running it (3 ms of 11 on a busy machine).
   */
  readonly genericPlans?: true
  /** How long a caller waits for a free connection before it is told that there is none. */
  readonly waitMs?: number
}

/** What holds on every connection, whatever the server is set to. */
const SESSION = [
  'TimeZone=UTC',
  // Compiling a plan takes longer than most statements of ours: 130 ms for one of 8.
  'jit=off',
  // Remembering what was made of a row's JSON never pays: no two rows have the same.
  'enable_memoize=off',
  // Starting a second process takes 10 ms, for a page of 50 rows too, and one query must not take all cores.
  'max_parallel_workers_per_gather=0',
]

/**
 * Plans that are kept, for statements that look up by key. A table that is small when a plan is made would be read as a whole, and
 * go on to be until somebody analyses it, however much is loaded meanwhile.
 */
const BY_KEY = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']

/** Connects at the first query, not before. */
export function openPool(url: string, options: PoolOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    keepAlive: true,
    // What a connection has prepared it keeps until it is closed.
    maxLifetimeSeconds: 1800,
    options: [...SESSION, ...(options.genericPlans ? BY_KEY : [])].map(setting => `-c ${setting}`).join(' '),
    types: columnTypes,
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
  })
  // A lost connection also reports itself outside any query, and without a listener Node ends the process. Whoever
  // runs the next query hears of it.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const canceller = () =>
    new pg.Client({ connectionString: url, application_name: `${options.applicationName} cancel` })
  let closed: Promise<void> | undefined
  const shared = queriesOn(pool)
  return {
    ...shared,
    find: findTogether(shared),
    stream: (statement, values, options) =>
      streamOn({ pool, canceller, queriesOn }, statement, values, options),
    transaction: (work, options) => withTransaction(pool, client => work(queriesOn(client)), options),
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closed ??= pool.end()),
  }
}

function queriesOn(target: pg.Pool | pg.PoolClient): Queries {
  const run = async <Row, Values extends readonly unknown[]>(
    { name, text, prepare = true, rowMode }: Statement<Row, Values>,
    values: readonly unknown[] = [],
  ) => {
    try {
      // The driver takes undefined for what is left out, and changes no values, though its types say otherwise.
      const query = { name: prepare ? name : undefined, text, values, rowMode } as unknown
      return await target.query(query as pg.QueryConfig)
    } catch (error) {
      throw withoutData(error, name)
    }
  }
  const query: Queries['query'] = async (statement, ...[values]) => (await run(statement, values)).rows
  return {
    query,
    execute: async (statement, ...[values]) => (await run(statement, values)).rowCount ?? 0,
    find: findOn({ query }),
  }
}
