/** Processor time of a PostgreSQL server and all its processes, from the counters of Linux. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Database, sql } from '../packages/server/src/db/index.ts'

/** Linux counts in hundredths of a second, whatever the hardware. */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  readonly parent: number
  /** Ticks of the process itself. */
  readonly own: number
  /** Ticks of its children that have ended. */
  readonly ended: number
}

/** Undefined for a process that has ended meanwhile. */
function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold spaces; the fields after it are counted from the third.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, own: own + system, ended: ended + endedSystem }
  } catch {
    return undefined
  }
}

/** Seconds of processor time that a process has used so far. */
export function processSeconds(pid: number): number {
  const times = timesOf(pid)
  if (!times) throw new Error('This benchmark needs Linux.')
  return times.own / TICKS_PER_SECOND
}

/** Seconds of processor time of all programs that this one has started, and that have ended. */
export const endedSeconds = (): number => (timesOf('self')?.ended ?? 0) / TICKS_PER_SECOND

const backendPid = sql<{ pid: number }>({
  name: 'bench.pid',
  text: 'select pg_backend_pid() as pid',
  prepare: false,
})

/** Seconds of processor time that the server of this database has used so far, as a function to ask again and again. */
export async function databaseClock(db: Database): Promise<() => number> {
  const [{ pid } = { pid: 0 }] = await db.query(backendPid)
  const postmaster = existsSync('/proc/self/stat') ? timesOf(pid)?.parent : undefined
  if (!postmaster) throw new Error('This benchmark needs Linux, and a PostgreSQL on the same machine.')
  return () => {
    for (;;) {
      const main = timesOf(postmaster)
      const ticks = childrenTicks(postmaster)
      // A child that ended while they were counted would be missing in both sums.
      if (main?.ended === timesOf(postmaster)?.ended)
        return ((main?.own ?? 0) + (main?.ended ?? 0) + ticks) / TICKS_PER_SECOND
    }
  }
}

function childrenTicks(parent: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined
    if (times?.parent === parent) ticks += times.own
  }
  return ticks
}
