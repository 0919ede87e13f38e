/** Asks the operating system about a process: is it alive, when did it begin, what does it run. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The place in which a process number is unique: this start of this machine, and the container if there is one. */
export const PLACE = placeOfPids()

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // In a container without an init process an orphan that ended stays a zombie for ever.
  return linuxStat(pid)?.state !== 'Z'
}

/**
 * A text that differs between two processes that had the same pid one after the other.
 * Undefined where the system does not tell: then the pid alone has to do.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStat(pid)?.startTicks
  return ps(pid, 'lstart=')
}

/** The command line, undefined when it cannot be read. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
  return ps(pid, 'command=')
}

/** The folder it works in, also after that was renamed; undefined when the system does not tell. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function linuxStat(pid: number): { state: string | undefined; startTicks: string | undefined } | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field is the name in brackets and may hold spaces: count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0], startTicks: fields[19] }
}

function ps(pid: number, column: string): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

function placeOfPids(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
