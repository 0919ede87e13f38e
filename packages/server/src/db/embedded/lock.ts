/** One Cairn to a data folder: `cairn.lock` names the process that uses it and when that process began. */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { birthOf, isAlive } from './processes.ts'

interface Holder {
  readonly pid: number
  /** When the process began, so that another process that got the same pid later is not mistaken for it. */
  readonly born: string
}

/** Thrown apart from other start errors because an operator's command answers it by attaching. */
export class FolderInUse extends StartError {
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by another running Cairn (process ${pid}).`)
  }
}

/** Takes the folder or throws; the answer gives it back. */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'cairn.lock')
  const mine = JSON.stringify({ pid: process.pid, born: birthOf(process.pid) ?? '' } satisfies Holder)
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createWhole(file, mine)) {
      return () => {
        if (readLock(file) === mine) rmSync(file, { force: true })
      }
    }
    const found = readLock(file)
    if (found === undefined) continue
    const holder = parseHolder(found)
    if (holder && holds(holder)) throw new FolderInUse(dataDir, holder.pid)
    removeIfStill(file, found)
  }
  throw new StartError(`The data folder ${dataDir} is being opened by several processes at once: try again.`)
}

/** The process that uses the folder now, undefined when there is none. */
export function holderOf(dataDir: string): number | undefined {
  const found = readLock(join(dataDir, 'cairn.lock'))
  const holder = found === undefined ? undefined : parseHolder(found)
  return holder && holds(holder) ? holder.pid : undefined
}

function holds({ pid, born }: Holder): boolean {
  return isAlive(pid) && (birthOf(pid) ?? '') === born
}

/** A link appears with its content, so that nobody ever reads half a lock. */
function createWhole(file: string, content: string): boolean {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Two processes may find the same dead lock: the second must not remove what the first just made. */
function removeIfStill(file: string, seen: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readLock(aside) !== seen) linkSync(aside, file)
  } catch {
    // Somebody else was faster; the next attempt reads what is there now.
  }
  rmSync(aside, { force: true })
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, born } = JSON.parse(text) as Partial<Holder>
    return Number.isInteger(pid) && typeof born === 'string' ? { pid: Number(pid), born } : undefined
  } catch {
    return undefined
  }
}
