/** Rows a batch at a time: no more of them are in memory than whoever reads them has asked for. */
import type pg from 'pg'
import type { StreamOptions } from './database.ts'
import { withoutData } from './database-error.ts'
import type { Statement } from './statement.ts'

/** Where a cancel request goes: a connection of its own, since all of the pool may be busy. */
export type Connect = () => pg.Client

/** `pg_stat_activity` calls it pid; the driver's types leave it out. */
const processOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID

async function cancel(connect: Connect, client: pg.PoolClient): Promise<void> {
  const canceller = connect()
  canceller.on('error', () => {})
  try {
    await canceller.connect()
    await canceller.query('select pg_cancel_backend($1)', [processOf(client)])
  } finally {
    await canceller.end()
  }
}

const CURSOR = 'cairn_rows'

/** Batches through a cursor in a transaction of its own; what the signal aborts is ended in the database too. */
export async function* streamOn<Row, Values extends readonly unknown[]>(
  pool: pg.Pool,
  connect: Connect,
  { name, text, prepare = true, rowMode }: Statement<Row, Values>,
  values: Values,
  { batch, signal, atOnce = false }: StreamOptions,
): AsyncGenerator<readonly Row[], void, undefined> {
  signal?.throwIfAborted()
  const client = await pool.connect().catch(error => {
    throw withoutData(error, name)
  })
  let ending: Promise<void> | undefined
  const end = (): void => {
    ending ??= cancel(connect, client).catch(() => {})
  }
  signal?.addEventListener('abort', end, { once: true })
  const mode = rowMode === undefined ? {} : { rowMode }
  const run = async (query: { text: string; values?: unknown[]; name?: string }): Promise<Row[]> => {
    try {
      signal?.throwIfAborted()
      return (await client.query({ ...query, ...mode })).rows as Row[]
    } catch (error) {
      throw signal?.aborted ? signal.reason : withoutData(error, name)
    }
  }
  let open = false
  let broken = false
  try {
    if (atOnce) {
      yield await run({ text, values: [...values], ...(prepare ? { name } : {}) })
      return
    }
    await run({ text: 'begin read only' })
    open = true
    await run({ text: `declare ${CURSOR} no scroll cursor for ${text}`, values: [...values] })
    for (let more = true; more; ) {
      const rows = await run({ text: `fetch forward ${batch} from ${CURSOR}` })
      more = rows.length === batch
      if (rows.length > 0) yield rows
    }
  } finally {
    signal?.removeEventListener('abort', end)
    // A cancel request that is under way must not reach whoever has the connection next.
    await ending
    if (open)
      await client.query('rollback').catch(() => {
        broken = true
      })
    client.release(broken)
  }
}
