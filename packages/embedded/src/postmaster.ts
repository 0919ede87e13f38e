/** The main process of PostgreSQL: found through its postmaster.pid, asked whether it answers, ended. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { NotOurs } from './account.ts'
import { type Cluster, readPassword } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { commandOf, folderOf, isAlive } from './processes.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** True if it also has a Unix socket, in the folder of the cluster. */
  readonly hasSocket: boolean
}

/** The running postmaster of this folder, whether it answers yet or not. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const file = join(cluster.data, 'postmaster.pid')
  const [first, recorded = '', , port, socketFolder] = readLines(file, cluster)
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (isStranger(pid, cluster.data, recorded)) {
    // PostgreSQL itself would take any process with that number for a running server and refuse to start.
    rmSync(file, { force: true })
    return undefined
  }
  // One that an earlier release started has none, and that of a folder that was moved is elsewhere.
  return { pid, port: Number(port), hasSocket: socketFolder === cluster.home }
}

/**
 * True if a process number in the lock file now belongs to another program, and only if that is beyond doubt:
 * two servers on one folder would destroy it. PostgreSQL works inside its data folder, which tells best.
 */
function isStranger(pid: number, data: string, recorded: string): boolean {
  const command = commandOf(pid)
  if (command === undefined) return false
  const folder = folderOf(pid)
  return (
    !command.includes('postgres') || (folder !== undefined && folder !== data && !command.includes(recorded))
  )
}

function readLines(file: string, cluster: Cluster): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw new NotOurs(cluster.home)
    return []
  }
}

const urlByPort = (cluster: Cluster, port: number, database: string): string =>
  `postgres://${cluster.name}:${readPassword(cluster)}@127.0.0.1:${port}/${database}`

/** The address that clients use: they take the folder of the socket for the host, if there is one. */
export function urlOf(cluster: Cluster, { port, hasSocket }: Postmaster): string {
  const url = urlByPort(cluster, port, cluster.name)
  return hasSocket ? `${url}?host=${encodeURIComponent(cluster.home)}` : url
}

/**
 * 'ready', or why not yet; throws when somebody else's server answers at that port. It asks by the port, since a folder that was moved
 * has no socket.
 */
export async function answers(cluster: Cluster, port: number): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({
    connectionString: urlByPort(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
    application_name: `${cluster.name} start`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; has: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = $1) as has`,
      [cluster.name],
    )
    if (rows[0]?.folder !== cluster.data) {
      throw new EmbeddedError(
        `The database of ${cluster.data} is running as ${rows[0]?.folder}: the folder was moved or copied under it; stop it, or move the folder back.`,
      )
    }
    if (!rows[0].has) await client.query(`create database ${client.escapeIdentifier(cluster.name)}`)
    return 'ready'
  } catch (error) {
    if (error instanceof EmbeddedError) throw error
    const { code } = error as { code?: string }
    if (code === '28P01') {
      throw new EmbeddedError(
        `The embedded database in ${cluster.home} does not accept the password kept there: restore the file ${cluster.passwordFile}.`,
      )
    }
    return code === '57P03' ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

export interface Stop {
  readonly pgCtl?: string | undefined
  /** Let the sessions of others finish first: a second command may have attached to what the first one started. */
  readonly patient?: boolean
}

/** Sessions are ended, everything is written, the next start needs no recovery. */
export async function stopPostmaster(pid: number, { pgCtl, patient = false }: Stop = {}): Promise<void> {
  // Smart, fast and immediate shutdown, as PostgreSQL calls them.
  for (const name of patient ? (['TERM', 'INT', 'QUIT'] as const) : (['INT', 'QUIT'] as const)) {
    await signal(pid, name, pgCtl)
    if (await ended(pid, 10_000)) return
  }
}

async function signal(pid: number, name: 'TERM' | 'INT' | 'QUIT', pgCtl: string | undefined): Promise<void> {
  try {
    // Windows has no signals; PostgreSQL brings its own there.
    if (process.platform === 'win32' && pgCtl) await promisify(execFile)(pgCtl, ['kill', name, String(pid)])
    else process.kill(pid, `SIG${name}`)
  } catch {
    // Gone already.
  }
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
