/** What the dictionary holds. */
import type { DictionaryStep } from './path-text.ts'

export interface PathEntry {
  readonly key: number
  readonly text: string
  readonly steps: readonly DictionaryStep[]
  /** How many places the vectors of this path have. */
  readonly repeats: number
}

export interface ArchetypeEntry {
  readonly key: number
  /** RM class. */
  readonly type: string
  readonly id: string
  /**
   * What occurs under it, archetype roots right below it included. True: somewhere with a vector, so that a row may
   * hold several values; false: every row that was ever written holds one value at most, as it is.
   */
  readonly paths: ReadonlyMap<PathEntry, boolean>
}

/** As much of the dictionary as this process knows. */
export interface Entries {
  archetype(type: string, id: string): ArchetypeEntry | undefined
  archetypes(): Iterable<ArchetypeEntry>
  path(text: string): PathEntry | undefined
}
