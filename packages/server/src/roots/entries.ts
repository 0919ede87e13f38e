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
  /** Those of the paths that are about to be removed: nothing uses them, and who wants to write one has to ask first. */
  readonly retired: ReadonlySet<PathEntry>
  /** Whether the archetype itself is. */
  readonly isRetired: boolean
}

/** As much of the dictionary as this process knows. */
export interface Entries {
  /** Grows when something that was known is no longer to be relied on: it is about to be removed, or has another number. */
  readonly epoch: number
  archetype(type: string, id: string): ArchetypeEntry | undefined
  archetypes(): Iterable<ArchetypeEntry>
  path(text: string): PathEntry | undefined
}
