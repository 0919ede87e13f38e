/** The indexes that serve now, as a planner sees them: a plan that counts on one that is gone is slow, and right all the same. */
import type { Queries } from '../db/index.ts'
import type { ValueKey } from '../relation/index.ts'
import { type IndexPart, partOf } from './definition.ts'
import { usableIndexes } from './store.ts'

export interface KnownIndexes {
  /** Changes whenever indexes were made or dropped. */
  readonly generation: number
  has(key: ValueKey, part: IndexPart): boolean
  refresh(): Promise<void>
}

export function openKnownIndexes(db: Queries): KnownIndexes {
  let names = ''
  let known: ReadonlySet<string> = new Set()
  let generation = 0
  return {
    get generation() {
      return generation
    },
    // Most servers have none: then nothing is computed for a plan.
    has: (key, part) => known.size > 0 && known.has(partOf(key, part).name),
    refresh: async () => {
      const usable = await usableIndexes(db)
      const now = usable.toSorted().join()
      if (now === names) return
      names = now
      known = new Set(usable)
      generation += 1
    },
  }
}
