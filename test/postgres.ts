/**
 * The PostgreSQL that tests run against: an embedded one in a temporary folder, the server of CAIRN_DATABASE_URL, or, with
 * CAIRN_CITUS_URL, the coordinator of a Citus cluster of one node, whose databases are then distributed.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, realpathSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterIn } from '../packages/embedded/src/cluster.ts'
import { standingIn } from '../packages/embedded/src/lock.ts'
import { findPostmaster, stopPostmaster } from '../packages/embedded/src/postmaster.ts'
import { distribute } from '../packages/server/src/db/distribution/index.ts'
import { grantRights, migrate, openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'

/** Tells a test file where the migrated template is. */
export const TEST_DATABASE_VARIABLE = 'CAIRN_TEST_DATABASE'

const FOLDER_PREFIX = 'cairn-test-'

/** A file system of Linux that is memory: a database of 729 files is cloned in 23 ms of processor time there, on a disk in 135. */
const IN_MEMORY = '/dev/shm'

/** Databases of a run and their log have room in it; a container gives 64 MB. */
const ENOUGH_BYTES = 4 * 2 ** 30

/** The folder for data that live as long as the run. */
function folderOfRun(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}

/** Settings of PostgreSQL by name. */
type Settings = Readonly<Record<string, string>>

export interface TestServer {
  /** A migrated database that nobody is connected to, to be cloned. */
  readonly templateUrl: string
  stop(): Promise<void>
}

/** `durable`: waits for the disk as a real server does, for benchmarks. `large`: holds more than the memory has room for. */
export async function startTestServer({
  durable = false,
  large = false,
  settings = {} as Settings,
} = {}): Promise<TestServer> {
  await endLeftovers()
  const citus = process.env[CITUS_VARIABLE]
  const external = citus ?? process.env['CAIRN_DATABASE_URL']
  const server =
    external === undefined
      ? await startEmbedded(durable, durable || large ? tmpdir() : folderOfRun(), settings)
      : { url: external, stop: async () => {} }
  const name = `cairn_template_${randomBytes(6).toString('hex')}`
  const templateUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const end = async () => {
    // The folder of an embedded server is removed as a whole.
    if (external !== undefined) await runOnce(server.url, `drop database if exists ${name} with (force)`)
    await server.stop()
  }
  let ended: Promise<void> | undefined
  const stop = () => (ended ??= end())
  try {
    await runOnce(server.url, `create database ${name}`)
    await (process.env[TENANT_VARIABLE] === undefined ? migrate(templateUrl) : migrateAsOwner(templateUrl))
    if (external === undefined) await addServiceRole(templateUrl)
    if (citus !== undefined) await spread(templateUrl)
    return { templateUrl, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Servers under test are then tenants, each beside a second one with the same ids and subjects (`test/tenants/as-tenant.ts`). */
export const TENANT_VARIABLE = 'CAIRN_TEST_TENANT'

/** Owns what a template for tenants has. A superuser owns the database itself, which would otherwise change hands with each copy. */
export const TEMPLATE_OWNER = { name: 'cairn_template_owner', password: 'template' }

/** Migrates a template whose copies are given to the owner of a tenant. */
export async function migrateAsOwner(url: string): Promise<void> {
  const { name, password } = TEMPLATE_OWNER
  await runOnce(url, `create role ${name} login password '${password}'`)
  await runOnce(url, `grant create on database ${new URL(url).pathname.slice(1)} to ${name}`)
  await migrate(Object.assign(new URL(url), { username: name, password }).href)
}

/** The role of the servers under test: it owns nothing, as in production. Databases that are cloned have its rights. */
export const SERVICE_ROLE = { name: 'cairn_service', password: 'service' }

async function addServiceRole(url: string): Promise<void> {
  const { name, password } = SERVICE_ROLE
  await runOnce(url, `create role ${name} login password '${password}'`)
  await grantRights(url, 'service', name)
}

/** The address of a test database for the servers under test; that of its owner where the role was not made. */
export function serviceUrlOf(url: string): string {
  if (process.env[CITUS_VARIABLE] !== undefined || process.env['CAIRN_DATABASE_URL'] !== undefined) return url
  return Object.assign(new URL(url), { username: SERVICE_ROLE.name, password: SERVICE_ROLE.password }).href
}

/** The address by the port alone, for a proxy, or for another account, which may not enter the folder of the Unix socket. */
export function urlByPort(url: string): URL {
  const address = new URL(url)
  address.searchParams.delete('host')
  return address
}

/** The superuser of a Citus cluster of one node: every test then runs on distributed databases. */
export const CITUS_VARIABLE = 'CAIRN_CITUS_URL'

/** Few shards, since every database has its own. */
const SHARDS = 4

/** Makes a database one of a cluster of one node, which has all shards. */
export async function addCitus(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const node = `'${hostname}', ${port || 5432}`
  await runOnce(url, 'create extension citus')
  await runOnce(url, `select citus_set_coordinator_host(${node})`)
  await runOnce(url, `select citus_set_node_property(${node}, 'shouldhaveshards', true)`)
}

/** Distributes a migrated database, and closes it, so that it can be cloned with its shards. */
async function spread(url: string): Promise<void> {
  await addCitus(url)
  const database = openPool(url, { max: 2, applicationName: 'cairn test' })
  try {
    await distribute(database, { shards: SHARDS, say: () => {} })
  } finally {
    await database.close()
  }
  const elsewhere = Object.assign(new URL(url), { pathname: '/postgres' }).href
  const name = new URL(url).pathname.slice(1)
  await runOnce(elsewhere, `alter database ${name} allow_connections false`)
  await runOnce(elsewhere, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

/**
 * The data live as long as the run: no need to wait for the disk. Servers warn of it at their start, and refuse it in production unless
 * CAIRN_DATABASE_DURABILITY says otherwise. Several servers share a process, each with its connections. Autovacuum would read
 * rows and change plans at moments of its own. Every server under test opens ten connections: their passwords are hashed once, not 4096 times.
 * The log leaves room for the databases where both are in memory.
 */
const TEST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
  max_wal_size: '512MB',
  scram_iterations: '1',
}

/** The password of the owner was hashed before the server had its settings. */
function hashPasswordAgain(url: string): Promise<void> {
  const { username, password } = new URL(url)
  return runOnce(url, `alter role ${username} password '${decodeURIComponent(password)}'`)
}

async function startEmbedded(
  durable: boolean,
  parent: string,
  settings: Settings,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(parent, FOLDER_PREFIX))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const server = await openEmbedded({
      dataDir: folder,
      settings: { ...(durable ? {} : TEST_SETTINGS), ...settings },
    })
    if (!durable) await hashPasswordAgain(server.url)
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

/** A run that was killed could not stop its server: the next run does. */
async function endLeftovers(): Promise<void> {
  for (const parent of [tmpdir(), IN_MEMORY].filter(path => existsSync(path)))
    for (const name of readdirSync(parent))
      if (name.startsWith(FOLDER_PREFIX)) await endLeftover(join(parent, name))
}

async function endLeftover(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'cairn.lock')) || standingIn(folder, 'cairn') !== 'free') return
  const postmaster = findPostmaster(clusterIn(realpathSync(folder), 'cairn'))
  if (postmaster) await stopPostmaster(postmaster.pid)
  await rm(folder, { recursive: true, force: true })
}

/** Runs one statement, with a connection of its own. */
export async function runOnce(url: string, text: string): Promise<void> {
  const database = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    await database.execute(sql({ name: 'test.server', text, prepare: false }))
  } finally {
    await database.close()
  }
}
