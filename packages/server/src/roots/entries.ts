/** The entries of the dictionary. */
import type { DictionaryStep } from './path-text.ts'

export interface PathEntry {
  readonly key: number
  readonly text: string
  readonly steps: readonly DictionaryStep[]
  /** The length of the instance vectors of this path. */
  readonly repeats: number
}

export interface ArchetypeEntry {
  readonly key: number
  /** RM class. */
  readonly type: string
  readonly id: string
  /**
   * Its paths, including those to the archetype roots directly below it. True: some row has several values at the path, by
   * instance vector; false: every row ever written has at most one value, stored without a vector.
   */
  readonly paths: ReadonlyMap<PathEntry, boolean>
  /** Paths that nothing uses and that will be removed; a writer must add such a path again first. */
  readonly retired: ReadonlySet<PathEntry>
  /** The same for the archetype itself. */
  readonly isRetired: boolean
}

/** The part of the dictionary that this process has cached. */
export interface Entries {
  /** Grows when a cached entry becomes invalid: it was retired, or has another number. */
  readonly epoch: number
  archetype(type: string, id: string): ArchetypeEntry | undefined
  archetypes(): Iterable<ArchetypeEntry>
  path(text: string): PathEntry | undefined
  /** The number of shared leaves, by their JSON text. */
  shared(leaves: string): number | undefined
}
