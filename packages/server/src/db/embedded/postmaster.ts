/** The main process of PostgreSQL: found through its postmaster.pid, asked whether it answers, ended. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Cluster, readPassword } from './cluster.ts'
import { commandOf, isAlive } from './processes.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The running postmaster of this folder, whether it answers yet or not. A lock file of a dead one is no hindrance. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const file = join(cluster.data, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (commandOf(pid)?.includes(cluster.data) === false) {
    // The pid now belongs to some other program; PostgreSQL itself would take that for a running server.
    rmSync(file, { force: true })
    return undefined
  }
  return { pid, port }
}

export function urlOf(cluster: Cluster, port: number, database = 'cairn'): string {
  return `postgres://cairn:${readPassword(cluster)}@127.0.0.1:${port}/${database}`
}

/** 'ready', or why not yet; throws when somebody else's server answers at that port. */
export async function answers(cluster: Cluster, port: number): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
    application_name: 'cairn start',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; has: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = 'cairn') as has`,
    )
    if (rows[0]?.folder !== cluster.data) throw new StartError(`Port ${port} serves another database.`)
    if (!rows[0].has) await client.query('create database cairn')
    return 'ready'
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code } = error as { code?: string }
    if (code === '28P01') {
      throw new StartError(
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
