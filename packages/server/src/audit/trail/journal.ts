/**
 * Keeps audit events on the local disk until the database has them, so that they outlive the process (decision 0089). Each process has a folder, each
 * group of events a file, each event a line.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type Queries, sql } from '../../db/index.ts'
import type { EventBatch } from './store.ts'

export interface AuditJournal {
  /** The process, as batches name it. */
  readonly writer: string
  /** Adds rows of a group. Once this returns, they outlive the process. */
  append(group: number, rows: readonly string[]): void
  /** Forgets a group that is stored. */
  remove(group: number): void
  /** Forgets everything if all is stored; otherwise the next process stores the rest. */
  close(isAllStored: boolean): Promise<void>
}

/** A path of a Unix socket has at most 107 bytes, so names are short. */
const socketOf = (folder: string, writer: string): string => join(folder, `${writer.slice(0, 8)}.sock`)

const database = sql<{ id: string }>({
  name: 'audit.database',
  text: `select system_identifier || '/' || d.oid as id
         from pg_control_system(), pg_database d where d.datname = current_database()`,
})

/** Returns the folder for the events of one database: servers of several databases may share a data folder. */
export async function journalFolder(db: Queries, dataDir: string): Promise<string> {
  const [row] = await db.query(database)
  const name = createHash('sha256')
    .update(row?.id ?? '')
    .digest('hex')
    .slice(0, 8)
  return join(dataDir, 'audit', name)
}

/** The kernel closes the socket when its process ends. A process number would not tell: the system uses it again. */
const listen = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(visitor => visitor.destroy()).unref()
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })

const hasEnded = (socket: string): Promise<boolean> =>
  new Promise(resolve => {
    const visitor = connect(socket)
    visitor.once('connect', () => {
      visitor.destroy()
      resolve(false)
    })
    visitor.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT'),
    )
  })

/** Throws if the folder cannot be written to. */
export async function openAuditJournal(folder: string): Promise<AuditJournal> {
  const writer = randomUUID()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Before the folder of the process: a folder without a socket is taken over.
  const socket = await listen(socketOf(folder, writer))
  const own = join(folder, writer)
  mkdirSync(own, { mode: 0o700 })
  const files = new Map<number, number>()
  const fileOf = (group: number): number => {
    const file = files.get(group) ?? openSync(join(own, String(group)), 'a', 0o600)
    files.set(group, file)
    return file
  }
  return {
    writer,
    append: (group, rows) => {
      const lines = Buffer.from(`${rows.join('\n')}\n`)
      for (let at = 0; at < lines.length; ) at += writeSync(fileOf(group), lines, at)
    },
    remove: group => {
      const file = files.get(group)
      if (file === undefined) return
      files.delete(group)
      closeSync(file)
      rmSync(join(own, String(group)), { force: true })
    },
    close: async isAllStored => {
      for (const file of files.values()) closeSync(file)
      if (isAllStored) rmSync(own, { recursive: true, force: true })
      await new Promise(done => socket.close(done))
    },
  }
}

/** Whole lines; of the last one, a process that was killed may have written a part, and then nobody has the answer. */
const rowsIn = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function adoptJournal(folder: string, writer: string, store: (batch: EventBatch) => Promise<unknown>) {
  const own = join(folder, writer)
  let count = 0
  for (const name of readdirSync(own)) {
    const rows = rowsIn(join(own, name))
    if (rows.length > 0) await store({ writer, number: Number(name), rows })
    count += rows.length
    rmSync(join(own, name), { force: true })
  }
  rmSync(own, { recursive: true, force: true })
  rmSync(socketOf(folder, writer), { force: true })
  return count
}

/** Stores the events of processes that were killed, and returns their number. A batch that a process had stored before is not stored again. */
export async function adoptJournals(
  folder: string,
  store: (batch: EventBatch) => Promise<unknown>,
): Promise<number> {
  let count = 0
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const writer of entries.flatMap(entry => (entry.isDirectory() ? entry.name : [])))
    try {
      if (await hasEnded(socketOf(folder, writer))) count += await adoptJournal(folder, writer, store)
    } catch (error) {
      // Another process that starts at the same time does it.
      if (!isMissing(error)) throw error
    }
  return count
}
