/** A new database of the Citus cluster of the tests, not migrated yet. */
import { randomBytes } from 'node:crypto'
import { addCitus, CITUS_VARIABLE, runOnce } from '../postgres.ts'
import { type RunningServer, testServer } from '../server.ts'

export interface CitusDatabase {
  readonly url: string
  /** Host and port of the only node. */
  readonly node: string
  /** A server on the database, until `work` is done. */
  serving<T>(isDistributed: boolean, work: (server: RunningServer) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

export async function newCitusDatabase(): Promise<CitusDatabase> {
  const address = process.env[CITUS_VARIABLE] ?? ''
  const name = `cairn_test_${randomBytes(6).toString('hex')}`
  const url = Object.assign(new URL(address), { pathname: `/${name}` }).href
  const { hostname, port } = new URL(address)
  await runOnce(address, `create database ${name}`)
  await addCitus(url)
  return {
    url,
    node: `${hostname}:${port || 5432}`,
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
    drop: () => runOnce(address, `drop database if exists ${name} with (force)`),
  }
}
