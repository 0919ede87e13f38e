/** Limits the number of concurrent calls; the others wait in order, up to a time limit. */
import { DatabaseError } from './database-error.ts'

export interface Lane {
  /** Runs `work` as soon as the limit allows; `name` is for the error after too long a wait. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

export function openLane(places: number, waitMs: number): Lane {
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
      const late = setTimeout(() => {
        waiting.delete(go)
        refused(new DatabaseError('53300', name, undefined, 'all connections for writing are busy'))
      }, waitMs)
      const go = (): void => {
        clearTimeout(late)
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
