/** Limits the number of concurrent calls; the others wait in order, up to a time limit. */
import { DatabaseError } from '../database-error.ts'

export interface Lane {
  /** Runs `work` as soon as the limit allows; `name` is for the error after too long a wait. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Makes the error of a call that waited too long. */
type Late = (name: string) => DatabaseError

const allBusy: Late = name =>
  new DatabaseError('53300', name, undefined, 'all connections for writing are busy')

export function openLane(places: number, waitMs: number, late = allBusy): Lane {
  let free = places
  const waiting = new Set<() => void>()

  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) free++
    else {
      waiting.delete(next)
      next()
    }
  }
  const turn = (name: string): Promise<void> =>
    new Promise((enter, refused) => {
      const giveUp = setTimeout(() => {
        waiting.delete(go)
        refused(late(name))
      }, waitMs)
      const go = (): void => {
        clearTimeout(giveUp)
        enter()
      }
      waiting.add(go)
    })

  return {
    run: async (name, work) => {
      if (free > 0) free--
      else await turn(name)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** A lane for each key. */
export interface KeyedLane {
  run<T>(key: string, name: string, work: () => Promise<T>): Promise<T>
}

/** As the database answers where a lock is not given in time. */
const locked: Late = name => new DatabaseError('55P03', name, undefined, 'others wait for the same records')

export function openKeyedLane(places: number, waitMs: number): KeyedLane {
  const lanes = new Map<string, { readonly lane: Lane; users: number }>()
  return {
    run: async (key, name, work) => {
      const known = lanes.get(key) ?? { lane: openLane(places, waitMs, locked), users: 0 }
      lanes.set(key, known)
      known.users++
      try {
        return await known.lane.run(name, work)
      } finally {
        known.users--
        if (known.users === 0) lanes.delete(key)
      }
    },
  }
}
