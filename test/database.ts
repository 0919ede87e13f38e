/**
 * A database of its own for a test file: cloned from the migrated template that the runner made, dropped at the end.
 *
 *   const { database } = await testDatabase()
 *
 * A file run by itself (`node --test`) has no runner and starts a PostgreSQL for itself.
 */
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stateKeyReader } from '../packages/server/src/auth/secret-key.ts'
import { detectDistribution } from '../packages/server/src/db/distribution/index.ts'
import { type Database, DatabaseError, openPool, sql } from '../packages/server/src/db/index.ts'
import { sealingDatabase } from '../packages/server/src/seals/index.ts'
import { CITUS_VARIABLE, startTestServer, TEST_DATABASE_VARIABLE } from './postgres.ts'

/** The driver warns once in a process, for instance of a statement on a connection that is busy: that is a fault, wherever it comes from. */
const refuseWarning = ({ name, message }: Error): void => {
  if (name === 'DeprecationWarning' && /\bpg@|Postgres/.test(message))
    throw new Error(`The driver of the database warns: ${message}`)
}

export const SECRET_KEY = 'a secret key that is long enough for a test'

/** A pool that seals, as those of servers do. */
export function openSealingPool(
  url: string,
  { isDistributed, secretKey = SECRET_KEY }: { readonly isDistributed: boolean; readonly secretKey?: string },
): Database {
  const pool = openPool(url, { max: 10, applicationName: 'cairn test', isDistributed })
  return sealingDatabase(
    pool,
    stateKeyReader(pool, () => secretKey),
  )
}

export interface TestDatabase {
  readonly url: string
  /** Opened already, closed by itself. */
  readonly database: Database
  /** Runs before the database is dropped, the last one registered first. */
  readonly beforeDrop: (close: () => unknown) => void
}

interface OwnDatabase extends TestDatabase {
  /** The migrated database that nobody is connected to. */
  readonly template: URL
}

/** Call it once at the top of a test file; `empty` is for tests of the migrations themselves. */
export async function testDatabase({ empty = false, secretKey = SECRET_KEY } = {}): Promise<OwnDatabase> {
  if (!process.listeners('warning').includes(refuseWarning)) process.on('warning', refuseWarning)
  const given = process.env[TEST_DATABASE_VARIABLE]
  const server = given === undefined ? await startTestServer() : undefined
  const template = new URL(given ?? server?.templateUrl ?? '')
  const name = `cairn_test_${randomBytes(6).toString('hex')}`
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href
  const elsewhere =
    process.env[CITUS_VARIABLE] ??
    process.env['CAIRN_DATABASE_URL'] ??
    Object.assign(new URL(template), { pathname: '/postgres' }).href
  const maintenance = openPool(elsewhere, { max: 1, applicationName: 'cairn test' })
  let database: Database | undefined
  // Registered before anything can fail, so that nothing is left running.
  const closing: (() => unknown)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
    await database?.close()
    await run(maintenance, `drop database if exists ${name} with (force)`)
    await maintenance.close()
    await server?.stop()
  })
  await clone(maintenance, name, empty ? 'template0' : template.pathname.slice(1))
  const isDistributed = process.env[CITUS_VARIABLE] !== undefined && (await detectDistribution(url))
  database = openSealingPool(url, { isDistributed, secretKey })
  return { url, template, database, beforeDrop: close => void closing.push(close) }
}

/**
 * A template cannot be copied while anything is connected to it, were it autovacuum: try again. By its files: page by page, each
 * database would go through the log and the buffers of the server, and be searched for there when it is dropped.
 */
async function clone(maintenance: Database, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(maintenance, `create database ${name} template ${template} strategy file_copy`)
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === '55006'
      if (!busy || attempt === 20) throw error
      await sleep(100)
    }
  }
}

async function run(database: Database, text: string): Promise<void> {
  await database.execute(sql({ name: 'test.database', text, prepare: false }))
}
