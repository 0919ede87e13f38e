/** The dictionary: archetypes and paths as numbers. It only grows, so what this process knows of it stays true. */
import type { Database } from '../../db/index.ts'
import { addEntries, type DictionaryRow, entriesSince } from './dictionary-store.ts'
import type { RootDraft } from './draft.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
import { type UnknownPair, unknownPairs } from './unknown-pairs.ts'

export interface PathDictionary extends Entries {
  /** Grows with every addition: a plan that was made with a smaller one may lack paths. */
  readonly generation: number
  /**
   * Makes everything in the drafts of these documents known. One round trip if something is new, and none otherwise.
   * Call it before the transaction that writes the roots, not inside: what is known here must have been committed.
   */
  learn(...documents: readonly (readonly RootDraft[])[]): Promise<void>
  /** Takes note of what other processes added. */
  refresh(): Promise<void>
}

/** How long an addition may take from its time stamp to being seen by others. */
const OVERLAP_MS = 60_000

type Growing = ArchetypeEntry & { readonly paths: Map<PathEntry, boolean> }

/** Queries need a `refresh` before they are planned; `learn` needs no preparation. */
export function openPathDictionary(db: Database): PathDictionary {
  const archetypes = new Map<string, Growing>()
  const paths = new Map<string, PathEntry>()
  let generation = 0
  let newest = 0

  const archetypeIn = ({ archetype_key: key, rm_type: type, archetype_id: id }: DictionaryRow): Growing => {
    const known = archetypes.get(nameOf(type, id))
    if (known !== undefined) return known
    const made: Growing = { key, type, id, paths: new Map() }
    archetypes.set(nameOf(type, id), made)
    generation += 1
    return made
  }
  const keep = (row: DictionaryRow): void => {
    const archetype = archetypeIn(row)
    if (row.path === null || row.path_key === null) return
    const entry = paths.get(row.path) ?? pathEntry(row.path_key, row.path)
    paths.set(row.path, entry)
    const before = archetype.paths.get(entry)
    if (before === true || before === row.several) return
    archetype.paths.set(entry, row.several)
    generation += 1
  }
  const entries: Entries = {
    archetype: (type, id) => archetypes.get(nameOf(type, id)),
    archetypes: () => archetypes.values(),
    path: text => paths.get(text),
  }
  const unknownIn = (documents: readonly (readonly RootDraft[])[]): readonly UnknownPair[] =>
    documents.flatMap(drafts => unknownPairs(drafts, dictionary))

  const dictionary: PathDictionary = {
    ...entries,
    get generation() {
      return generation
    },
    learn: async (...documents) => {
      // Another process may be adding the same at this moment: its additions are seen by the second try.
      for (let missing = unknownIn(documents); missing.length > 0; missing = unknownIn(documents))
        for (const row of await addEntries(db, missing)) keep(row)
    },
    refresh: async () => {
      for (const row of await entriesSince(db, new Date(Math.max(newest - OVERLAP_MS, 0)))) {
        keep(row)
        newest = Math.max(newest, row.added_at.getTime())
      }
    },
  }
  return dictionary
}

const nameOf = (type: string, id: string): string => `${type} ${id}`

function pathEntry(key: number, text: string): PathEntry {
  const steps = parseDictionaryPath(text)
  return { key, text, steps, repeats: repeatsIn(steps) }
}
