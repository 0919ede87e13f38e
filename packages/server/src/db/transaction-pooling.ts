/**
 * Refuses a pooler that gives the same backend to other clients between two transactions, as PgBouncer does in transaction mode: prepared
 * statements, notifications, advisory locks and settings belong to a session (decision 0085).
 */
import pg from 'pg'
import { StartError } from './start-error.ts'

/** Other clients of the pooler may hide it: two sessions of ours are compared so many times. */
const ROUNDS = 3

const CONNECT_MS = 10_000

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** True if a backend that served one session serves the other too while both are open, or if a session changed its backend. */
async function shareBackends(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const first = await backendOf(one)
    await other.query('begin')
    try {
      if ((await backendOf(other)) === first || (await backendOf(one)) !== first) return true
    } finally {
      await other.query('rollback')
    }
  }
  return false
}

/** PgBouncer has transactions in its other modes only. */
const isStatementPooling = (error: unknown): boolean =>
  error instanceof Error && /statement pooling/.test(error.message)

/** `client` is connected, and outside a transaction. */
export async function refuseTransactionPooling(client: pg.Client, url: string): Promise<void> {
  const other = connectionTo(url)
  const isPooled = async () => {
    await other.connect()
    return shareBackends(client, other)
  }
  try {
    const found = await isPooled().catch(error => {
      if (isStatementPooling(error)) return true
      throw error
    })
    if (found)
      throw new StartError(
        'A pooler before the database gives each transaction another session, and Cairn needs dedicated sessions: set the pooler to session mode ("pool_mode = session" for PgBouncer), or give Cairn the address of the database itself.',
      )
  } finally {
    await other.end().catch(() => {})
  }
}

/** The same for a replica, which may be away when the server starts. */
export async function refuseTransactionPoolingOfReplica(url: string): Promise<void> {
  const client = connectionTo(url)
  try {
    await client.connect()
    await refuseTransactionPooling(client, url)
  } catch (error) {
    if (error instanceof StartError) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function connectionTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn start',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  return client
}
