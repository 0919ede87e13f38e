/** Streams rows in batches, so that only the current batch is in memory. */
import type pg from 'pg'
import { cutConnection } from './cut-connection.ts'
import type { Queries, StreamOptions } from './database.ts'
import { lostConnection, withoutData } from './database-error.ts'
import type { Statement } from './statement.ts'
import { rolledBack } from './transaction.ts'

export interface Connections {
  readonly pool: pg.Pool
  /** For a cancel request: a connection of its own, since all of the pool may be busy. */
  readonly canceller: () => pg.Client
  readonly queriesOn: (client: pg.PoolClient) => Queries
}

/** `pg_stat_activity` calls it pid; the driver's types leave it out. */
const processOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID

async function cancel(canceller: pg.Client, client: pg.PoolClient): Promise<void> {
  canceller.on('error', () => {})
  try {
    await canceller.connect()
    await canceller.query('select pg_cancel_backend($1)', [processOf(client)])
  } finally {
    await canceller.end()
  }
}

/** Runs one statement on a connection; the signal ends it in the database too. */
async function withConnection(
  { pool, canceller }: Connections,
  name: string,
  signal: AbortSignal | undefined,
): Promise<{
  readonly client: pg.PoolClient
  readonly run: (query: pg.QueryConfig & { rowMode?: 'array' }) => Promise<unknown[]>
  readonly release: (broken: boolean) => Promise<void>
}> {
  signal?.throwIfAborted()
  const client = await pool.connect().catch(error => {
    throw withoutData(error, name)
  })
  let ending: Promise<void> | undefined
  const end = (): void => {
    // If the cancel request fails, the database will not answer on this connection either.
    ending ??= cancel(canceller(), client).catch(() => cutConnection(client))
  }
  signal?.addEventListener('abort', end, { once: true })
  return {
    client,
    run: async query => {
      try {
        signal?.throwIfAborted()
        return (await client.query(query)).rows
      } catch (error) {
        throw signal?.aborted ? signal.reason : withoutData(error, name)
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

/** All rows in one round trip, or batches through a cursor in a transaction of its own. */
export async function* streamOn<Row, Values extends readonly unknown[]>(
  connections: Connections,
  { name, text, prepare = true, rowMode }: Statement<Row, Values>,
  values: Values,
  { batch, signal, atOnce = false, complete }: StreamOptions<Row>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const { client, run, release } = await withConnection(connections, name, signal)
  const mode = rowMode === undefined ? {} : { rowMode }
  const fetched = async (query: pg.QueryConfig): Promise<readonly Row[]> => {
    const rows = (await run({ ...query, ...mode })) as Row[]
    return complete && rows.length > 0 ? complete(rows, connections.queriesOn(client)) : rows
  }
  let isLost = false
  if (atOnce) {
    let rows: readonly Row[] = []
    try {
      rows = await fetched({ text, values: [...values], ...(prepare ? { name } : {}) })
    } catch (error) {
      isLost = lostConnection(error)
      throw error
    } finally {
      await release(isLost)
    }
    yield rows
    return
  }
  try {
    await run({ text: 'begin read only' })
    await run({ text: `declare ${CURSOR} no scroll cursor for ${text}`, values: [...values] })
    for (let more = true; more; ) {
      const rows = await fetched({ text: `fetch forward ${batch} from ${CURSOR}` })
      more = rows.length === batch
      if (rows.length > 0) yield rows
    }
  } catch (error) {
    isLost = lostConnection(error)
    throw error
  } finally {
    await release(isLost || !(await rolledBack(client)))
  }
}
