/**
 * Settings of a session, whatever the database server is set to. They are set by a statement and not as startup parameters, which a pooler
 * such as PgBouncer refuses or, where it is told to, ignores.
 */
import type pg from 'pg'
import { WAITS_FOR_DISK } from './durability.ts'

export interface SessionOptions {
  /**
   * The database ends a longer statement itself; SQLSTATE 57014. Where it says nothing at all, the connection is dropped a second
   * later; SQLSTATE 08006.
   */
  readonly statementTimeoutMs?: number
  /** Longest wait of a statement for a lock; then SQLSTATE 55P03. */
  readonly lockTimeoutMs?: number
  /**
   * Plans made once for all values: right where every statement is a look-up by key, since planning the commit statement
   * costs more than running it (3 ms of 11 on a busy machine).
   */
  readonly genericPlans?: true
  /** True if the database is distributed: statements then run in the form for it. */
  readonly isDistributed?: boolean
}

type Settings = Readonly<Record<string, string>>

const EVERY_SESSION: Settings = {
  TimeZone: 'UTC',
  // Compiling a plan takes longer than most statements of ours: 130 ms for one of 8.
  jit: 'off',
  // Caching a row's JSON never pays off, since no two rows have the same.
  enable_memoize: 'off',
  // Starting a second process takes 10 ms, for a page of 50 rows too, and one query must not take all cores.
  max_parallel_workers_per_gather: '0',
}

/** Connections of the coordinator to a worker that it keeps for the next statement: a new one takes longer than most statements. */
const DISTRIBUTED: Settings = { 'citus.max_cached_conns_per_worker': '16' }

/**
 * Cached plans for look-ups by key. Without these settings, a plan made while a table is small would scan the whole table until the
 * next ANALYZE, however many rows are added meanwhile.
 */
const BY_KEY: Settings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }

/** Limits that the database keeps. */
const limitsOf = ({ statementTimeoutMs, lockTimeoutMs }: SessionOptions): Settings => ({
  ...(statementTimeoutMs === undefined
    ? {}
    : {
        statement_timeout: String(statementTimeoutMs),
        // A transaction that its client has forgotten, or whose client has vanished, gives its locks back.
        idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
      }),
  ...(lockTimeoutMs === undefined ? {} : { lock_timeout: String(lockTimeoutMs) }),
})

const settingsOf = (options: SessionOptions): Settings => ({
  ...EVERY_SESSION,
  ...(options.isDistributed ? DISTRIBUTED : options.genericPlans ? BY_KEY : {}),
  ...limitsOf(options),
})

/** The process ids that the backends gave themselves. A pooler invents the one that the driver is told. */
const backends = new WeakMap<object, number>()

/** The `pid` of `pg_stat_activity`. */
export const backendOf = (client: pg.ClientBase): number => backends.get(client) ?? 0

/** Makes the function that prepares each new connection of a pool; `longestMs` bounds its wait. */
export function sessionPreparer(
  options: SessionOptions,
  longestMs: number,
): (client: pg.ClientBase) => Promise<void> {
  const settings = Object.entries(settingsOf(options))
  const calls = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`)
  // The driver's types leave the limit of a single query out.
  const query = {
    text: `select pg_backend_pid() as pid, ${WAITS_FOR_DISK}, ${calls.join(', ')}`,
    values: settings.flat(),
    query_timeout: longestMs,
  } as pg.QueryConfig
  return async client => {
    const { rows } = await client.query<{ pid: number }>(query)
    backends.set(client, rows[0]?.pid ?? 0)
  }
}
