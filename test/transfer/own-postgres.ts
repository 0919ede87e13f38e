/** A PostgreSQL of one's own beside the embedded one: the programs that the machine has, started in a folder of the test. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Database, openPool, sql } from '../../packages/server/src/db/index.ts'
import { becomes } from '../eventually.ts'
import { freePort } from '../server.ts'
import type { User } from './guide.ts'

const TOOLS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore']

/** Folders of the path, and where Debian keeps the programs of PostgreSQL. */
export function foldersOfTools(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions]
  return folders.filter(folder => TOOLS.every(tool => existsSync(join(folder, tool))))
}

const [bin] = foldersOfTools()

export const noPostgres: string | false = bin
  ? false
  : `none of the folders of the path has ${TOOLS.join(', ')} (apt-get install postgresql)`

/** With the programs of PostgreSQL before all others. */
export const PATH_WITH_TOOLS = `${bin ?? ''}${delimiter}${process.env['PATH'] ?? ''}`

/** `nobody`, where the test runs as root: PostgreSQL does not run as root. */
export const USER: User = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export const text = (statement: string) =>
  sql<Record<string, unknown>>({ name: 'test.own', text: statement, prepare: false })

export interface OwnPostgres {
  /** Of the database `postgres`. */
  readonly url: string
  readonly db: Database
  /** The address of a new, empty database. */
  create(name: string): Promise<string>
  /** Holds all its processes, as if the machine did not answer; false: they go on. */
  freeze(isFrozen: boolean): void
  stop(): Promise<void>
  /** SIGKILL to all its processes. */
  kill(): Promise<void>
}

interface StartOptions {
  /** The port that it had before; else a free one. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  /** It replays what another server writes, and takes no writes itself. */
  readonly isReplica?: boolean
}

export interface OwnFolder {
  readonly folder: string
  /** A folder inside that PostgreSQL may write to. */
  inside(name: string): string
  makeCluster(data: string): void
  start(data: string, options?: StartOptions): Promise<OwnPostgres>
  /** Stops everything, and removes the folder. */
  remove(): Promise<void>
}

/** `programs`: the folder of those of PostgreSQL. */
export function ownFolder(programs = bin ?? ''): OwnFolder {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-own-'))
  chmodSync(folder, 0o755)
  const give = (path: string) => {
    if (USER.uid !== undefined) lchownSync(path, USER.uid, USER.gid ?? 0)
  }
  give(folder)
  const running: (() => Promise<void>)[] = []
  const start = async (data: string, options: StartOptions = {}): Promise<OwnPostgres> => {
    const { port = await freePort(), settings = {}, isReplica = false } = options
    const set = Object.entries({ listen_addresses: '127.0.0.1', ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const args = ['-D', data, '-p', String(port), '-k', folder, ...set]
    const child = spawn(join(programs, 'postgres'), args, { ...USER, cwd: folder, stdio: 'ignore' })
    const ended = new Promise<void>(done => child.on('exit', () => done()))
    const url = `postgres://cairn@127.0.0.1:${port}/postgres`
    const db = openPool(url, { max: 1, applicationName: 'cairn test', waitMs: 1000 })
    const stop = async () => {
      await db.close()
      child.kill('SIGINT')
      await ended
    }
    running.push(stop)
    const isUp = () =>
      db.query(text('select pg_is_in_recovery() as recovers')).then(
        ([row]) => row?.['recovers'] === isReplica,
        () => false,
      )
    assert.ok(await becomes(isUp), 'PostgreSQL starts')
    const create = async (name: string) => {
      await db.execute(text(`create database ${name}`))
      return url.replace(/postgres$/, name)
    }
    const signalAll = (signal: NodeJS.Signals) => {
      const main = child.pid ?? 0
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
      for (const pid of [main, ...children.trim().split(/\s+/).map(Number)])
        try {
          process.kill(pid, signal)
        } catch {
          // It has ended meanwhile.
        }
    }
    const freeze = (isFrozen: boolean) => signalAll(isFrozen ? 'SIGSTOP' : 'SIGCONT')
    const kill = async () => {
      signalAll('SIGKILL')
      await ended
      await db.close()
      running.splice(running.indexOf(stop), 1)
    }
    return { url, db, create, freeze, stop, kill }
  }
  return {
    folder,
    inside: name => {
      const path = join(folder, name)
      mkdirSync(path)
      give(path)
      return path
    },
    makeCluster: data =>
      void execFileSync(
        join(programs, 'initdb'),
        ['-D', data, '-U', 'cairn', '--auth=trust', '--encoding=UTF8', '--locale=C'],
        { ...USER, cwd: folder, env: { HOME: folder, LANG: 'C' }, stdio: 'pipe' },
      ),
    start,
    remove: async () => {
      for (const stop of running) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
