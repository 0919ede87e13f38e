/** A Citus cluster of one's own: the PostgreSQL of this machine that has the extension, started in folders of the test. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distribute } from '../../packages/server/src/db/distribution/index.ts'
import { migrate, openPool } from '../../packages/server/src/db/index.ts'
import { runOnce } from '../postgres.ts'
import {
  foldersOfTools,
  type OwnFolder,
  type OwnPostgres,
  ownFolder,
  USER,
} from '../transfer/own-postgres.ts'

/** The programs of a PostgreSQL that has Citus; undefined if there is none. */
export function findCitus(): string | undefined {
  return foldersOfTools().find(folder => {
    const config = join(folder, 'pg_config')
    if (!existsSync(config)) return false
    const share = execFileSync(config, ['--sharedir'], { encoding: 'utf8' }).trim()
    return existsSync(join(share, 'extension', 'citus.control'))
  })
}

/** The data live as long as the test: no need to wait for the disk. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: '400',
  max_prepared_transactions: '200',
  // One for each database, beside the usual ones.
  max_worker_processes: '64',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Shards are moved by logical replication.
  wal_level: 'logical',
  'citus.enable_statistics_collection': 'off',
  'citus.node_conninfo': 'sslmode=disable',
}

const portOf = (node: OwnPostgres): number => Number(new URL(node.url).port)

interface StartedNode {
  readonly data: string
  readonly settings: Readonly<Record<string, string>>
  node: OwnPostgres
}

/** With an archive of its write-ahead log, from which it can be restored. */
async function startNode(own: OwnFolder, name: string, isDurable = false): Promise<StartedNode> {
  const data = own.inside(name)
  const archive = own.inside(`${name}-archive`)
  const settings = {
    ...SETTINGS,
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    restore_command: `cp ${archive}/%f %p`,
    ...(isDurable && { synchronous_commit: 'on' }),
  }
  own.makeCluster(data)
  return { data, settings, node: await own.start(data, { settings }) }
}

const backupOf = ({ data }: StartedNode): string => `${data}-backup`

function copyNode(own: OwnFolder, programs: string, { node }: StartedNode, args: readonly string[]): void {
  const all = ['-d', node.url, '-c', 'fast', '--no-sync', ...args]
  execFileSync(join(programs, 'pg_basebackup'), all, { ...USER, cwd: own.folder, stdio: 'pipe' })
}

const backUp = (own: OwnFolder, programs: string, each: StartedNode): void =>
  copyNode(own, programs, each, ['-D', backupOf(each), '-X', 'none'])

/** A replica of a node by streaming replication. */
async function startReplica(own: OwnFolder, programs: string, each: StartedNode): Promise<OwnPostgres> {
  const data = `${each.data}-replica`
  copyNode(own, programs, each, ['-D', data, '-X', 'stream', '--write-recovery-conf'])
  return own.start(data, { settings: { ...SETTINGS, hot_standby_feedback: 'on' }, isReplica: true })
}

/** Its backup takes the place of its data, and goes forward to a restore point. */
async function restoreNode(own: OwnFolder, each: StartedNode, point: string): Promise<void> {
  rmSync(each.data, { recursive: true })
  renameSync(backupOf(each), each.data)
  const signal = join(each.data, 'recovery.signal')
  writeFileSync(signal, '')
  chownSync(signal, USER.uid ?? process.getuid?.() ?? 0, USER.gid ?? process.getgid?.() ?? 0)
  each.node = await own.start(each.data, {
    port: portOf(each.node),
    settings: { ...each.settings, recovery_target_name: point, recovery_target_action: 'promote' },
  })
}

/** One node, for tests that make their databases themselves. */
export async function startCitus(programs: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const own = ownFolder(programs)
  try {
    const { node } = await startNode(own, 'data')
    return { url: node.url, stop: own.remove }
  } catch (error) {
    await own.remove()
    throw error
  }
}

export interface Replica {
  /** Of the database. */
  readonly url: string
  stop(): Promise<void>
}

export interface OwnCluster {
  /** Of a distributed database on the coordinator. */
  readonly url: string
  /** Addresses of the workers. */
  readonly workers: readonly string[]
  stopWorker(at: number): Promise<void>
  startWorker(at: number): Promise<void>
  /** Its connections stay open, and nothing is answered; false: it goes on. */
  freezeWorker(at: number, isFrozen: boolean): void
  /** Adds an empty worker, and returns its address. */
  addWorker(): Promise<string>
  /** Gives each node a replica that the coordinator knows of: first that of the coordinator, then of each worker. */
  addReplicas(): Promise<readonly Replica[]>
  /** A base backup of each node. */
  backUp(): Promise<void>
  /** Stops all nodes, and starts them as they were at a restore point. */
  restore(point: string): Promise<void>
  /** Kills a node and starts it again: the coordinator (0), or a worker. */
  crash(at: number): Promise<void>
  remove(): Promise<void>
}

const DATABASE = 'cairn'

async function createDatabase({ node }: { readonly node: OwnPostgres }): Promise<string> {
  const address = await node.create(DATABASE)
  await runOnce(address, 'create extension citus')
  return address
}

interface ClusterOptions {
  readonly workers: number
  readonly shards: number
  /** Commits survive a kill of the processes of a node. */
  readonly isDurable?: boolean
}

/** A coordinator without shards, and workers. */
export async function startCluster(
  programs: string,
  { workers: count, shards, isDurable = false }: ClusterOptions,
): Promise<OwnCluster> {
  const own = ownFolder(programs)
  try {
    const coordinator = await startNode(own, 'coordinator', isDurable)
    const workers: StartedNode[] = []
    for (let at = 0; at < count; at++) workers.push(await startNode(own, `worker${at}`, isDurable))
    const [url = ''] = await Promise.all([coordinator, ...workers].map(createDatabase))
    await runOnce(url, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator.node)})`)
    for (const { node } of workers) await runOnce(url, `select citus_add_node('127.0.0.1', ${portOf(node)})`)
    await migrate(url)
    const db = openPool(url, { max: 2, applicationName: 'cairn test' })
    await distribute(db, { shards, say: () => {} }).finally(() => db.close())
    return {
      url,
      workers: workers.map(({ node }) => `127.0.0.1:${portOf(node)}`),
      stopWorker: async at => workers[at]?.node.stop(),
      startWorker: async at => {
        const worker = workers[at]
        if (!worker) return
        worker.node = await own.start(worker.data, { port: portOf(worker.node), settings: worker.settings })
      },
      freezeWorker: (at, isFrozen) => workers[at]?.node.freeze(isFrozen),
      addWorker: async () => {
        const worker = await startNode(own, `worker${workers.length}`)
        workers.push(worker)
        await createDatabase(worker)
        await runOnce(url, `select citus_add_node('127.0.0.1', ${portOf(worker.node)})`)
        return `127.0.0.1:${portOf(worker.node)}`
      },
      addReplicas: async () => {
        const replicas: Replica[] = []
        for (const each of [coordinator, ...workers]) {
          const replica = await startReplica(own, programs, each)
          const nodes = `'127.0.0.1', ${portOf(replica)}, '127.0.0.1', ${portOf(each.node)}`
          await runOnce(url, `select citus_add_secondary_node(${nodes})`)
          replicas.push({ url: replica.url.replace(/postgres$/, DATABASE), stop: replica.stop })
        }
        return replicas
      },
      backUp: async () => {
        for (const each of [coordinator, ...workers]) backUp(own, programs, each)
      },
      restore: async point => {
        const nodes = [coordinator, ...workers]
        for (const each of nodes) {
          await runOnce(each.node.url, 'select pg_switch_wal()')
          await each.node.stop()
        }
        await Promise.all(nodes.map(each => restoreNode(own, each, point)))
      },
      crash: async at => {
        const crashed = at === 0 ? coordinator : workers[at - 1]
        if (!crashed) return
        const port = portOf(crashed.node)
        await crashed.node.kill()
        crashed.node = await own.start(crashed.data, { port, settings: crashed.settings })
      },
      remove: own.remove,
    }
  } catch (error) {
    await own.remove()
    throw error
  }
}
