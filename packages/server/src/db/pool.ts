/** The pool of connections, the only door to PostgreSQL. */
import pg from 'pg'
import { cutConnection } from './cut-connection.ts'
import type { Database, LimitedDatabase, Queries } from './database.ts'
import { withoutData } from './database-error.ts'
import type { Result, RunnableStatement } from './fast/prepared-query.plain.ts'
import { runStatement } from './fast/prepared-query.ts'
import { findAlone, findInBatches, findOn } from './find-by-key.ts'
import { type Connect, connectLimited, queriesOver } from './limited.ts'
import { type LimitOn, type LimitStatement, limiterOf, partyStatements } from './limited-statements.ts'
import { type SessionOptions, sessionPreparer } from './session.ts'
import { readOn, streamOn } from './stream.ts'
import { withTransaction } from './transaction.ts'
import { columnTypes } from './writing/column-types.ts'
import { type Lane, openLane } from './writing/lane.ts'

export interface PoolOptions extends SessionOptions {
  readonly max: number
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** Longest wait for a free connection. */
  readonly waitMs?: number
}

/** Time after its own limit in which the database must report that it ended a statement. */
const SILENCE_MS = 1000

/** Time that running work has when a pool is closed. */
const CLOSE_MS = 2000

/** A connection to a host that has vanished is found out by the operating system after about this time. */
const KEEP_ALIVE_MS = 10_000

/** A connection that nobody has used for so long is closed. */
const IDLE_MS = 10 * 60_000

const DEFAULT_WAIT_MS = 10_000

/** A cancel request is one round trip. */
const CANCEL_MS = 2000

/** Statements that may wait for locks, and transactions that write, leave the others a quarter of the connections. */
const placesForWriters = (max: number): number => Math.max(1, Math.floor((max * 3) / 4))

const silenceAfter = (statementTimeoutMs: number | undefined): { readonly query_timeout?: number } =>
  statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + SILENCE_MS }

/** Connects at the first query, not before. */
export function openPool(url: string, options: PoolOptions): Database {
  const { waitMs = DEFAULT_WAIT_MS, isDistributed = false } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // To open a connection and to prepare its statements takes longer than a commit: it is kept while nobody asks for a while.
    idleTimeoutMillis: IDLE_MS,
    // What a connection has prepared it keeps until it is closed.
    maxLifetimeSeconds: 1800,
    types: columnTypes,
    ...silenceAfter(options.statementTimeoutMs),
    onConnect: sessionPreparer(options, waitMs),
  })
  // A lost connection also emits an error outside any query, and without a listener Node would end the process. The next query
  // reports the error.
  pool.on('error', () => {})
  const open = new Set<pg.PoolClient>()
  pool.on('connect', client => {
    client.on('error', () => {})
    open.add(client)
  })
  pool.on('remove', client => open.delete(client))
  const canceller = cancellerOf(url, options)
  let closed: Promise<void> | undefined
  const lane = openLane(placesForWriters(options.max), waitMs)
  const on = queriesOf(isDistributed)
  const partyForm = partyStatements(isDistributed)
  const limiter = limiterOf(isDistributed, partyForm)
  const common = {
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closed ??= closePool(pool, open)),
  }
  const limitedTo: Database['limitedTo'] = limit => {
    const connect = connectLimited(pool, limit)
    const limitOn = limiter(limit)
    const queries = queriesOver(connect, client => on(client, {}, limitOn(client)), isDistributed)
    return {
      ...common,
      ...inLane(lane, queries),
      ...onConnections({ on, connect, canceller, lane, limitOn }),
      // Limits are not added up: whoever has one got it by their rights, once.
      limitedTo,
      ofParties: () => parties,
    }
  }
  const whole = (queries: Queries, limitOn?: LimitOn): Database => ({
    ...common,
    ...queries,
    find: isDistributed ? findAlone(queries) : findInBatches(queries),
    ...onConnections({ on, connect: () => pool.connect(), canceller, lane, ...(limitOn && { limitOn }) }),
    limitedTo,
    ofParties: () => parties,
  })
  const parties: LimitedDatabase = whole(inLane(lane, on(pool, {}, partyForm)), () => partyForm)
  return whole(inLane(lane, on(pool)))
}

const cancellerOf =
  (url: string, { applicationName }: PoolOptions) =>
  () =>
    new pg.Client({
      connectionString: url,
      application_name: `${applicationName} cancel`,
      connectionTimeoutMillis: CANCEL_MS,
      query_timeout: CANCEL_MS,
    })

interface ConnectionNeeds {
  readonly on: QueriesOn
  readonly connect: Connect
  readonly canceller: () => pg.Client
  readonly lane: Lane
  readonly limitOn?: LimitOn
}

/** The calls that keep a connection for more than one statement. */
const onConnections = ({
  on,
  connect,
  canceller,
  lane,
  limitOn,
}: ConnectionNeeds): Pick<Database, 'stream' | 'readAtOnce' | 'transaction'> => {
  const connections = {
    connect,
    canceller,
    queriesOn: (client: pg.PoolClient, statementTimeoutMs?: number) =>
      on(client, silenceAfter(statementTimeoutMs), limitOn?.(client)),
  }
  return {
    stream: (statement, values, options) => streamOn(connections, statement, values, options),
    readAtOnce: (statement, values, options) => readOn(connections, statement, values, options),
    transaction: (work, options = {}) => {
      const limit = silenceAfter(options.statementTimeoutMs)
      const begun = () =>
        withTransaction(connect, client => work(on(client, limit, limitOn?.(client))), options)
      return options.readOnly ? begun() : lane.run('begin', begun)
    },
  }
}

/** A database that does not answer must not keep the server from stopping. */
async function closePool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  setTimeout(() => {
    for (const client of open) cutConnection(client)
  }, CLOSE_MS).unref()
  const late = new Promise<void>(done => setTimeout(done, CLOSE_MS + 500).unref())
  await Promise.race([pool.end(), late])
}

/** Statements that may wait for locks run in the lane, all others directly. */
const inLane = (lane: Lane, { query, execute, find, isDistributed }: Queries): Queries => ({
  isDistributed,
  query: (statement, ...given) =>
    statement.waitsForLocks
      ? lane.run(statement.name, () => query(statement, ...given))
      : query(statement, ...given),
  execute: (statement, ...given) =>
    statement.waitsForLocks
      ? lane.run(statement.name, () => execute(statement, ...given))
      : execute(statement, ...given),
  find,
})

type QueriesOn = (
  target: pg.Pool | pg.PoolClient,
  limit?: { readonly query_timeout?: number },
  limited?: LimitStatement,
) => Queries

function queriesOf(isDistributed: boolean): QueriesOn {
  if (!isDistributed) return queriesOn
  const formOf = openForms()
  return (target, limit, limited) => {
    const queries = queriesOn(target, limit, limited)
    const query: Queries['query'] = (statement, ...given) => queries.query(formOf(statement), ...given)
    return {
      isDistributed,
      query,
      execute: (statement, ...given) => queries.execute(formOf(statement), ...given),
      find: findAlone({ query }),
    }
  }
}

/** Statements in their form for a distributed database; the form of each is made once. */
function openForms(): <S extends { readonly text: string; readonly distributed?: string }>(
  statement: S,
) => S {
  const known = new WeakMap<object, object>()
  return <S extends { readonly text: string; readonly distributed?: string }>(statement: S): S => {
    if (statement.distributed === undefined) return statement
    const earlier = known.get(statement)
    if (earlier) return earlier as S
    const form = { ...statement, text: statement.distributed }
    known.set(statement, form)
    return form
  }
}

/** `limited` gives the form of each statement for a caller with limited rights. */
function queriesOn(
  target: pg.Pool | pg.PoolClient,
  limit: { readonly query_timeout?: number } = {},
  limited: LimitStatement | undefined = undefined,
): Queries {
  const run = async (asked: RunnableStatement, given: readonly unknown[] = []): Promise<Result> => {
    if (asked.seals) throw new Error(`${asked.name} writes sealed rows, and this database does not seal them`)
    const call = limited && (await limited(asked, given))
    const { statement, values } = call ?? { statement: asked, values: given }
    try {
      return await runStatement(target, statement, values, limit)
    } catch (error) {
      throw withoutData(error, asked.name)
    }
  }
  const query: Queries['query'] = async (statement, ...[values]) => (await run(statement, values)).rows
  return {
    isDistributed: false,
    query,
    execute: async (statement, ...[values]) => (await run(statement, values)).rowCount ?? 0,
    find: findOn({ query }),
  }
}
