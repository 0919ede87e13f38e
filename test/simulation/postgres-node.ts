/** One PostgreSQL of the simulation: its folder on a disk of its own, its start, its end, and a copy of it. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, chooseAccount } from '../../packages/embedded/src/account.ts'
import { type Binaries, prepareBinaries } from '../../packages/embedded/src/binaries.ts'
import {
  type Cluster,
  clusterIn,
  ensureCluster,
  makeHome,
  readPassword,
} from '../../packages/embedded/src/cluster.ts'
import { isAlive } from '../../packages/embedded/src/processes.ts'
import { startPostmaster } from '../../packages/embedded/src/start.ts'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
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

export interface Node {
  readonly folder: string
  readonly cluster: Cluster
  readonly port: number
  /** False where the user may not mount a disk: it is then never full. */
  readonly hasDisk: boolean
  pid: number | undefined
}

/** A small disk in memory, where this user may mount one. */
function mountDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder])
  return mounted.status === 0
}

export async function makeNode(folder: string): Promise<Node> {
  mkdirSync(folder)
  const hasDisk = mountDisk(folder)
  return { folder, cluster: clusterIn(folder, 'cairn'), port: await freePort(), hasDisk, pid: undefined }
}

export const urlOf = ({ cluster, port }: Node): string =>
  `postgres://cairn:${readPassword(cluster)}@127.0.0.1:${port}/cairn`

/** Lazily: children of a killed server end soon after it. */
export function unmount({ folder, hasDisk }: Node): void {
  if (hasDisk) spawnSync('umount', ['-l', folder])
}

interface Programs {
  readonly account: Account
  readonly binaries: Binaries
}

/** Makes an empty database, and tells how it is started. */
export async function makeCluster({ folder, cluster }: Node, clock: Clock | undefined): Promise<Programs> {
  makeHome(cluster)
  const account = await chooseAccount(folder, cluster.home)
  const binaries = await prepareBinaries(account, cluster.home)
  await ensureCluster(cluster, account, binaries, () => {})
  return { account: withClock(account, clock), binaries }
}

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

export const isRunning = ({ pid }: Node): boolean => pid !== undefined && isAlive(pid)

/** Starts it if it does not run. */
export async function startNode(
  node: Node,
  programs: Programs,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (isRunning(node)) return
  const { cluster, port } = node
  const settings = { ...SETTINGS, ...more }
  const { pid } = await startPostmaster({ ...programs, cluster, settings, port, log: () => {} })
  node.pid = pid
}

export async function killNode(node: Node): Promise<void> {
  const { pid } = node
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGKILL')
  await eventually(`process ${pid} ends`, () => !isAlive(pid))
}

export const statement = (text: string) =>
  sql<Record<string, unknown>>({ name: 'simulation', text, prepare: false })

/** Copies a running cluster, as a base backup does, in the place of another one. */
export async function copyCluster(from: Node, to: Node): Promise<void> {
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
export function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (existsSync(ballastIn(folder))) return
  try {
    writeFileSync(ballastIn(folder), Buffer.alloc(Math.max(0, bavail * bsize - MEGABYTE / 2)))
  } catch (error) {
    // The database took the rest meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

export const empty = (folder: string): void => rmSync(ballastIn(folder), { force: true })
