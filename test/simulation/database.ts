/** PostgreSQL with a standby that every commit waits for. Each has a disk of its own, and both have a clock that can be set. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, chooseAccount } from '../../packages/embedded/src/account.ts'
import { prepareBinaries } from '../../packages/embedded/src/binaries.ts'
import {
  type Cluster,
  clusterIn,
  ensureCluster,
  makeHome,
  readPassword,
} from '../../packages/embedded/src/cluster.ts'
import { isAlive } from '../../packages/embedded/src/processes.ts'
import { startPostmaster } from '../../packages/embedded/src/start.ts'
import { type Database, grantRights, migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { runOnce, SERVICE_ROLE } from '../postgres.ts'
import { freePort } from '../server.ts'
import type { Clock } from './clock.ts'

/**
 * Small, since every copy is read and written whole. A standby that lost its primary looks for it often. A commit that does not wait for the disk
 * gets there late, so that a crash loses it.
 */
const SETTINGS = {
  wal_writer_delay: '10s',
  shared_buffers: '32MB',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  wal_keep_size: '48MB',
  wal_retrieve_retry_interval: '100ms',
  autovacuum: 'off',
}

const MEGABYTE = 1024 * 1024
const DISK = '400m'

interface Node {
  readonly folder: string
  readonly cluster: Cluster
  readonly port: number
  /** False where the user may not mount a disk: it is then never full. */
  readonly hasDisk: boolean
  pid: number | undefined
}

export interface SimulatedDatabase {
  /** Of the superuser, at the primary of now. */
  url(): string
  /** Statements of the superuser. */
  run(text: string): Promise<readonly Record<string, unknown>[]>
  readonly clock: Clock | undefined
  readonly hasDisk: boolean
  /** A pool of the superuser at the primary of now, for the checks. */
  withPool<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Ends the primary at once, without a chance to write anything. */
  kill(): Promise<void>
  /** Starts the primary if it does not run. */
  start(): Promise<void>
  /** Kills the primary and makes the standby the primary. */
  failOver(): Promise<void>
  /** Makes a new standby if there is none. */
  addStandby(): Promise<void>
  fillDisk(): void
  emptyDisk(): void
  close(): Promise<void>
}

/** A small disk in memory, where this user may mount one. */
function mountDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder])
  return mounted.status === 0
}

async function makeNode(folder: string): Promise<Node> {
  mkdirSync(folder)
  const hasDisk = mountDisk(folder)
  return { folder, cluster: clusterIn(folder, 'cairn'), port: await freePort(), hasDisk, pid: undefined }
}

const urlOf = ({ cluster, port }: Node): string =>
  `postgres://cairn:${readPassword(cluster)}@127.0.0.1:${port}/cairn`

async function untilEnded(pid: number): Promise<void> {
  await eventually(`process ${pid} ends`, () => !isAlive(pid))
}

export async function simulatedDatabase(
  folder: string,
  clock: Clock | undefined,
): Promise<SimulatedDatabase> {
  let primary = await makeNode(join(folder, 'a'))
  let other = await makeNode(join(folder, 'b'))
  makeHome(primary.cluster)
  const account = await chooseAccount(primary.folder, primary.cluster.home)
  const binaries = await prepareBinaries(account, primary.cluster.home)
  await ensureCluster(primary.cluster, account, binaries, () => {})

  const start = async (node: Node, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    if (node.pid !== undefined && isAlive(node.pid)) return
    const { cluster, port } = node
    const settings = { ...SETTINGS, ...more }
    const { pid } = await startPostmaster({
      cluster,
      account: withClock(account, clock),
      binaries,
      settings,
      port,
      log: () => {},
    })
    node.pid = pid
  }
  const kill = async (node: Node): Promise<void> => {
    if (node.pid === undefined || !isAlive(node.pid)) return
    process.kill(node.pid, 'SIGKILL')
    await untilEnded(node.pid)
  }
  const run = (text: string) => withPool(db => db.query(statement(text)))
  const withPool = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = openPool(urlOf(primary), { max: 2, applicationName: 'cairn simulation' })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const addStandby = async () => {
    if (other.pid !== undefined && isAlive(other.pid)) return
    await copyCluster(primary, other)
    const connection = `host=127.0.0.1 port=${primary.port} user=cairn password=${readPassword(primary.cluster)} application_name=standby`
    await start(other, { primary_conninfo: connection })
    await run("alter system set synchronous_standby_names = 'standby'")
    await run('select pg_reload_conf()')
    await eventually('the standby follows', async () => {
      const [row] = await run("select count(*)::int as n from pg_stat_replication where sync_state = 'sync'")
      return row?.['n'] === 1
    })
  }

  await start(primary)
  await prepare(urlOf(primary))
  await addStandby()
  return {
    url: () => urlOf(primary),
    run,
    clock,
    hasDisk: primary.hasDisk && other.hasDisk,
    withPool,
    kill: () => kill(primary),
    start: () => start(primary),
    addStandby,
    failOver: async () => {
      await kill(primary)
      ;[primary, other] = [other, primary]
      await run('select pg_promote(true, 30)')
    },
    fillDisk: () => fill(primary.folder),
    emptyDisk: () => rmSync(ballastIn(primary.folder), { force: true }),
    close: async () => {
      for (const node of [primary, other]) await kill(node)
      // Children of a killed server end soon after it.
      await sleep(300)
      for (const node of [primary, other]) if (node.hasDisk) execFileSync('umount', ['-l', node.folder])
    },
  }
}

const statement = (text: string) => sql<Record<string, unknown>>({ name: 'simulation', text, prepare: false })

/** `env` becomes the program, so the process keeps its number. */
const withClock = (account: Account, clock: Clock | undefined): Account =>
  clock === undefined
    ? account
    : {
        ...account,
        prefix: [
          ...account.prefix,
          'env',
          ...Object.entries(clock.env).map(([name, value]) => `${name}=${value}`),
        ],
      }

/** The database says that commits need not wait for the disk, as an administrator may have set it: the server has to see to it. */
async function prepare(url: string): Promise<void> {
  await migrate(url)
  await runOnce(url, `create role ${SERVICE_ROLE.name} login password '${SERVICE_ROLE.password}'`)
  await grantRights(url, 'service', SERVICE_ROLE.name)
  await runOnce(url, 'alter database cairn set synchronous_commit = off')
}

/** Copies a running cluster, as a base backup does, in the place of another one. */
async function copyCluster(from: Node, to: Node): Promise<void> {
  rmSync(to.cluster.home, { recursive: true, force: true })
  const db = openPool(urlOf(from), { max: 1, applicationName: 'cairn simulation' })
  try {
    const label = await db.transaction(async queries => {
      await queries.query(statement("select pg_backup_start('standby', true)"))
      // Files that go meanwhile are not needed.
      spawnSync('cp', ['-a', from.cluster.home, to.cluster.home], { stdio: 'ignore' })
      const [stopped] = await queries.query(statement('select labelfile from pg_backup_stop(false)'))
      return String(stopped?.['labelfile'])
    })
    const data = to.cluster.data
    for (const name of readdirSync(join(data, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(data, 'pg_wal', name))
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true })
    writeFileSync(join(data, 'backup_label'), label)
    writeFileSync(join(data, 'standby.signal'), '')
    writeFileSync(join(data, 'postgresql.auto.conf'), '')
  } finally {
    await db.close()
  }
}

const ballastIn = (folder: string): string => join(folder, 'ballast')

/** Leaves half a megabyte: some writes still pass, and then the database finds no room at any place. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (existsSync(ballastIn(folder))) return
  try {
    writeFileSync(ballastIn(folder), Buffer.alloc(Math.max(0, bavail * bsize - MEGABYTE / 2)))
  } catch (error) {
    // The database took the rest meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
