/** The PostgreSQL that tests run against: an embedded one in a temporary folder, or the server of CAIRN_DATABASE_URL. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'

/** Tells a test file where the migrated template is. */
export const TEST_DATABASE_VARIABLE = 'CAIRN_TEST_DATABASE'

export interface TestServer {
  /** A migrated database that nobody is connected to, to be cloned. */
  readonly templateUrl: string
  stop(): Promise<void>
}

export async function startTestServer(): Promise<TestServer> {
  const external = process.env['CAIRN_DATABASE_URL']
  const server = external === undefined ? await startEmbedded() : { url: external, stop: async () => {} }
  const name = `cairn_template_${randomBytes(6).toString('hex')}`
  const templateUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const stop = async () => {
    // The folder of an embedded server is removed as a whole.
    if (external !== undefined) await run(server.url, `drop database if exists ${name} with (force)`)
    await server.stop()
  }
  try {
    await run(server.url, `create database ${name}`)
    await migrate(templateUrl)
    return { templateUrl, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

async function startEmbedded(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // The data live as long as the run: no need to wait for the disk.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const server = await openEmbedded({ dataDir: folder, settings })
    const stop = async () => {
      await server.stop()
      await remove()
    }
    return { url: server.url, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function run(url: string, text: string): Promise<void> {
  const database = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    await database.execute(sql({ name: 'test.server', text, prepare: false }))
  } finally {
    await database.close()
  }
}
