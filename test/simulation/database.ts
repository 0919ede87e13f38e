/** PostgreSQL with a standby that every commit waits for. Each has a disk of its own, and both have a clock that can be set. */
import { join } from 'node:path'
import { readPassword } from '../../packages/embedded/src/cluster.ts'
import { type Database, grantRights, migrate, openPool } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { runOnce, SERVICE_ROLE } from '../postgres.ts'
import type { Clock } from './clock.ts'
import {
  copyCluster,
  empty,
  fill,
  isRunning,
  killNode,
  makeCluster,
  makeNode,
  type Node,
  startNode,
  statement,
  unmount,
  urlOf,
} from './postgres-node.ts'

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

export async function simulatedDatabase(
  folder: string,
  clock: Clock | undefined,
): Promise<SimulatedDatabase> {
  let primary = await makeNode(join(folder, 'a'))
  let other = await makeNode(join(folder, 'b'))
  const programs = await makeCluster(primary, clock)
  const start = (node: Node, more?: Readonly<Record<string, string>>) => startNode(node, programs, more)
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
    if (isRunning(other)) return
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
    kill: () => killNode(primary),
    start: () => start(primary),
    addStandby,
    failOver: async () => {
      await killNode(primary)
      ;[primary, other] = [other, primary]
      await run('select pg_promote(true, 30)')
    },
    fillDisk: () => fill(primary.folder),
    emptyDisk: () => empty(primary.folder),
    close: async () => {
      for (const node of [primary, other]) await killNode(node)
      for (const node of [primary, other]) unmount(node)
    },
  }
}

/** The database says that commits need not wait for the disk, as an administrator may have set it: the server has to see to it. */
async function prepare(url: string): Promise<void> {
  await migrate(url)
  await runOnce(url, `create role ${SERVICE_ROLE.name} login password '${SERVICE_ROLE.password}'`)
  await grantRights(url, 'service', SERVICE_ROLE.name)
  await runOnce(url, 'alter database cairn set synchronous_commit = off')
}
