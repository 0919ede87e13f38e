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

/** `owner`: a role whose password is its name, instead of the superuser. */
export async function newCitusDatabase(owner?: string): Promise<CitusDatabase> {
  const address = process.env[CITUS_VARIABLE] ?? ''
  const name = `cairn_test_${randomBytes(6).toString('hex')}`
  const own = Object.assign(new URL(address), { pathname: `/${name}` })
  const { hostname, port } = own
  await runOnce(address, `create database ${name}`)
  await addCitus(own.href)
  if (owner !== undefined) {
    await runOnce(address, `alter database ${name} owner to ${owner}`)
    Object.assign(own, { username: owner, password: owner })
  }
  const url = own.href
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
