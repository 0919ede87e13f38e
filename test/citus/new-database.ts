/** A new database of the Citus cluster of the tests, not migrated yet. */
import { randomBytes } from 'node:crypto'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { CITUS_VARIABLE } from '../postgres.ts'
import { type RunningServer, testServer } from '../server.ts'

export interface CitusDatabase {
  readonly url: string
  /** The address of the only node. */
  readonly node: { readonly host: string; readonly port: string }
  /** A server on the database, until `work` is done. */
  serving<T>(isDistributed: boolean, work: (server: RunningServer) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

async function run(on: string, text: string): Promise<void> {
  const database = openPool(on, { max: 1, applicationName: 'cairn test' })
  try {
    await database.execute(sql({ name: 'test.citus', text, prepare: false }))
  } finally {
    await database.close()
  }
}

export async function newCitusDatabase(): Promise<CitusDatabase> {
  const address = process.env[CITUS_VARIABLE] ?? ''
  const name = `cairn_test_${randomBytes(6).toString('hex')}`
  const url = Object.assign(new URL(address), { pathname: `/${name}` }).href
  const { hostname: host, port } = new URL(address)
  const node = { host, port: port || '5432' }
  await run(address, `create database ${name}`)
  await run(url, 'create extension citus')
  await run(url, `select citus_set_coordinator_host('${node.host}', ${node.port})`)
  await run(url, `select citus_set_node_property('${node.host}', ${node.port}, 'shouldhaveshards', true)`)
  return {
    url,
    node,
    serving: async (isDistributed, work) => {
      const closing: (() => unknown)[] = []
      const beside = {
        databaseUrl: url,
        db: { isDistributed },
        beforeDrop: (close: () => unknown) => void closing.push(close),
      } as unknown as RunningServer
      try {
        return await work(await testServer({ beside }))
      } finally {
        for (const close of closing.reverse()) await close()
      }
    },
    drop: () => run(address, `drop database if exists ${name} with (force)`),
  }
}
