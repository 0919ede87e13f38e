/** Reads rows that somebody may no longer want: a few at once, or batches, of which only the current one is in memory. */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { guarded } from '../access/index.ts'
import { cutConnection } from './cut-connection.ts'
import type { Queries, ReadOptions, StreamOptions } from './database.ts'
import { lostConnection, withoutData } from './database-error.ts'
import { backendOf } from './session.ts'
import { type Guarded, type Statement, sql } from './statement.ts'
import { rolledBack } from './transaction.ts'

export interface Connections {
  readonly connect: () => Promise<pg.PoolClient>
  /** For a cancel request: a connection of its own, since all of the pool may be busy. */
  readonly canceller: () => pg.Client
  readonly queriesOn: (client: pg.PoolClient, statementTimeoutMs?: number) => Queries
}

/** Pause before a cancel request is sent again. */
const CANCEL_AGAIN_MS = 100

/**
 * Sends cancel requests until nothing is under way on the connection. One is not enough: a backend that has not read its statement yet, as on a
 * busy machine, forgets the request and then runs the statement.
 */
async function cancel(
  canceller: pg.Client,
  client: pg.PoolClient,
  underWay: () => Promise<unknown> | undefined,
): Promise<void> {
  canceller.on('error', () => {})
  try {
    await canceller.connect()
    for (let work = underWay(); work; work = underWay()) {
      await canceller.query('select pg_cancel_backend($1::integer)', [backendOf(client)])
      await Promise.race([work, sleep(CANCEL_AGAIN_MS, undefined, { ref: false })])
    }
  } finally {
    await canceller.end()
  }
}

/** A connection for one statement; the signal ends what is under way on it in the database too. */
async function withConnection(
  { connect, canceller, queriesOn }: Connections,
  name: string,
  signal: AbortSignal | undefined,
  statementTimeoutMs?: number,
): Promise<{
  readonly client: pg.PoolClient
  readonly queries: Queries
  /** Work on the connection, which can be ended. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Ends in the database what is under way. */
  readonly stop: () => Promise<void>
  readonly release: (broken: boolean) => Promise<void>
}> {
  signal?.throwIfAborted()
  const client = await connect().catch(error => {
    throw withoutData(error, name)
  })
  let underWay: Promise<unknown> | undefined
  let ending: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    if (!underWay) return
    // If the cancel request fails, the database will not answer on this connection either.
    ending ??= cancel(canceller(), client, () => underWay).catch(() => cutConnection(client))
    await ending
  }
  const end = (): void => void stop()
  signal?.addEventListener('abort', end, { once: true })
  return {
    client,
    queries: queriesOn(client, statementTimeoutMs),
    stop,
    run: async work => {
      signal?.throwIfAborted()
      const running = work()
      underWay = running.catch(() => {})
      try {
        return await running
      } catch (error) {
        throw signal?.aborted ? signal.reason : error
      } finally {
        underWay = undefined
      }
    },
    release: async broken => {
      signal?.removeEventListener('abort', end)
      // A pending cancel request must not end the next statement of this connection.
      await ending
      client.release(broken)
    },
  }
}

const CURSOR = 'cairn_rows'

/** For the transaction alone. */
const LAST_LONGER =
  "select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)"

/** A step of reading through a cursor, under the name of the statement that is read. */
const step = <Row>(name: string, text: string, rowMode?: 'array' | 'json') =>
  sql<Row, readonly unknown[]>({
    name,
    text,
    seesAll: 'it names no table',
    prepare: false,
    ...(rowMode && { rowMode }),
  })

/** Opens the cursor of a statement; one that is made for its tables is so in the cursor too. */
function declaring({ name, text, guard }: Pick<Statement<never, never>, 'name' | 'text'> & Partial<Guarded>) {
  const opening = `declare ${CURSOR} no scroll cursor for `
  const steps = { name, prepare: false }
  return guard !== undefined && 'text' in guard
    ? sql<never, readonly unknown[]>({ ...steps, ...guard, text: guarded`${opening}${guard.text}` })
    : sql<never, readonly unknown[]>({ ...steps, ...guard, text: `${opening}${text}` })
}

/** All rows in one round trip. No generator: that took as long as the rest of reading ten rows. */
export async function readOn<Row, Values extends readonly unknown[]>(
  connections: Connections,
  statement: Statement<Row, Values>,
  values: Values,
  { signal, complete }: ReadOptions<Row>,
): Promise<readonly Row[]> {
  const { queries, run, release } = await withConnection(connections, statement.name, signal)
  const asked = statement as unknown as Statement<Row, readonly unknown[]>
  let isLost = false
  try {
    const rows = await run(() => queries.query<Row, readonly unknown[]>(asked, values))
    return complete && rows.length > 0 ? await run(() => complete(rows, queries)) : rows
  } catch (error) {
    isLost = lostConnection(error)
    throw error
  } finally {
    await release(isLost)
  }
}

/**
 * Batches through a cursor in a transaction of its own. The database works on the next batch while the last one
 * is read, unless batches are completed, since the documents of two would be in memory then.
 */
export async function* streamOn<Row, Values extends readonly unknown[]>(
  connections: Connections,
  statement: Statement<Row, Values>,
  values: Values,
  { batch, signal, complete, statementTimeoutMs }: StreamOptions<Row>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const { name, rowMode } = statement
  const { client, queries, run, stop, release } = await withConnection(
    connections,
    name,
    signal,
    statementTimeoutMs,
  )
  const query = <Read>(asked: Statement<Read, readonly unknown[]>, given: readonly unknown[] = []) =>
    run(() => queries.query<Read, readonly unknown[]>(asked, given))
  const fetched = async (rows: readonly Row[]): Promise<readonly Row[]> =>
    complete && rows.length > 0 ? run(() => complete(rows, queries)) : rows
  let isLost = false
  const fetchRows = step<Row>(name, `fetch forward ${batch} from ${CURSOR}`, rowMode)
  const ask = (): Promise<readonly Row[]> => {
    const rows = query(fetchRows)
    // Its error is thrown where it is waited for.
    rows.catch(() => {})
    return rows
  }
  try {
    await query(step(name, 'begin read only'))
    if (statementTimeoutMs !== undefined) await query(step(name, LAST_LONGER), [String(statementTimeoutMs)])
    await query(declaring(statement), values)
    let coming = ask()
    for (let more = true; more; ) {
      const rows = await coming
      more = rows.length === batch
      if (more && !complete) coming = ask()
      if (rows.length > 0) yield await fetched(rows)
      if (more && complete) coming = ask()
    }
  } catch (error) {
    isLost = lostConnection(error)
    throw error
  } finally {
    // The reader may have left before the next batch came.
    await stop()
    await release(isLost || !(await rolledBack(client)))
  }
}
