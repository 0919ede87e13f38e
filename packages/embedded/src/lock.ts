/** One program to a data folder: `<name>.lock` names the process that uses it, and is touched as long as that lives. */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './embedded-error.ts'
import { birthOf, isAlive, PLACE } from './processes.ts'

/** Two containers may share a folder and see nothing of each other's processes: the touches tell that one lives. */
const TOUCH_EVERY_MS = 2_000
const WATCH_MS = 6_000

interface Holder {
  readonly pid: number
  /** The start time of the process, so that another process that got the same pid later is not mistaken for it. */
  readonly born: string
  /** The place in which its process number is unique. */
  readonly place: string
}

/** Thrown apart from other start errors because an operator's command answers it by attaching. */
export class FolderInUse extends EmbeddedError {
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by another process (${pid}).`)
  }
}

/** Takes the folder or throws; the answer gives it back. */
export async function lockFolder(
  dataDir: string,
  name: string,
  log: (message: string) => void,
): Promise<() => void> {
  const file = fileIn(dataDir, name)
  const born = birthOf(process.pid) ?? ''
  const mine = JSON.stringify({ pid: process.pid, born, place: PLACE } satisfies Holder)
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createWhole(file, mine)) return keep(file, mine)
    const found = readLock(file)
    if (found === undefined) continue
    const holder = parseHolder(found)
    const standing = standingOf(holder)
    if (standing === 'held') throw new FolderInUse(dataDir, holder?.pid ?? 0)
    if (standing === 'elsewhere') {
      log(
        'The data folder was last used in another container or before a restart; making sure that it is free',
      )
      if (await isTouched(file)) {
        throw new EmbeddedError(
          `The data folder ${dataDir} is in use in another container or on another machine.`,
        )
      }
    }
    removeIfStill(file, found)
  }
  throw new EmbeddedError(
    `The data folder ${dataDir} is being opened by several processes at once: try again.`,
  )
}

/** Tells who uses the folder; of a process `elsewhere` only waiting can tell. */
export function standingIn(dataDir: string, name: string): 'free' | 'held' | 'elsewhere' {
  const found = readLock(fileIn(dataDir, name))
  return found === undefined ? 'free' : standingOf(parseHolder(found))
}

function standingOf(holder: Holder | undefined): 'free' | 'held' | 'elsewhere' {
  if (holder === undefined) return 'free'
  if (holder.place !== PLACE) return 'elsewhere'
  return isAlive(holder.pid) && (birthOf(holder.pid) ?? '') === holder.born ? 'held' : 'free'
}

function keep(file: string, mine: string): () => void {
  const touching = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Removed by hand: the database itself still holds the folder against others on this machine.
    }
  }, TOUCH_EVERY_MS)
  touching.unref()
  return () => {
    clearInterval(touching)
    if (readLock(file) === mine) rmSync(file, { force: true })
  }
}

async function isTouched(file: string): Promise<boolean> {
  const touchedAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = touchedAt()
  const deadline = Date.now() + WATCH_MS
  while (Date.now() < deadline) {
    await sleep(200)
    const now = touchedAt()
    if (now !== before) return now !== undefined
  }
  return false
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

function fileIn(dataDir: string, name: string): string {
  return join(dataDir, `${name}.lock`)
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
    const { pid, born = '', place = '' } = JSON.parse(text) as Partial<Holder>
    return typeof pid === 'number' ? { pid, born, place } : undefined
  } catch {
    return undefined
  }
}
