/**
 * The dictionary: archetypes and paths as numbers. What this process knows of it stays true for queries: an entry is only removed when nothing has
 * it, after a time in which nobody may write it without asking (see `sweep.ts`).
 */
import { type Database, DatabaseError } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { addEntries, countPaths, type DictionaryRow, entriesSince } from './dictionary-store.ts'
import type { RootDraft } from './draft.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
import { type UnknownPair, unknownPairs } from './unknown-pairs.ts'

/** The drafts of a document, and the template that it was made by. */
interface Cut {
  readonly roots: readonly RootDraft[]
  readonly templateKey?: number | null | undefined
}

export interface PathDictionary extends Entries {
  /** Grows with every change: a plan that was made with an older one may lack paths. */
  readonly generation: number
  /**
   * Makes everything in these documents known. Two round trips if something is new, and none otherwise. Call it before the transaction that writes
   * the roots, not inside: what is known here must have been committed. Throws `data.too_many_paths` where a template has brought
   * more paths than it may.
   */
  learn(documents: readonly Cut[]): Promise<void>
  /** Takes note of what other processes changed. */
  refresh(): Promise<void>
}

/** How long a change may take from its time stamp to being seen by others. */
const OVERLAP_MS = 60_000

/** `CAIRN_PATHS_PER_TEMPLATE`. The largest template of the test data has 1,573 nodes, with some ten leaves each. */
const QUOTA = 20_000

/** An index entry of PostgreSQL holds some 2,700 bytes. */
const LONGEST_PATH = 2_000

/** Of data that were made by no template. */
const NO_TEMPLATE = 0

type Growing = {
  readonly key: number
  readonly type: string
  readonly id: string
  readonly paths: Map<PathEntry, boolean>
  readonly retired: Set<PathEntry>
  isRetired: boolean
} & ArchetypeEntry

/** Queries need a `refresh` before they are planned; `learn` needs no preparation. */
export function openPathDictionary(db: Database, quota = QUOTA): PathDictionary {
  const archetypes = new Map<string, Growing>()
  const paths = new Map<string, PathEntry>()
  let generation = 0
  let epoch = 0
  let newest = 0

  const archetypeIn = ({ archetype_key: key, rm_type: type, archetype_id: id }: DictionaryRow): Growing => {
    const known = archetypes.get(nameOf(type, id))
    if (known?.key === key) return known
    const made: Growing = { key, type, id, paths: new Map(), retired: new Set(), isRetired: false }
    archetypes.set(nameOf(type, id), made)
    generation += 1
    // Removed, and made anew under another number.
    if (known) epoch += 1
    return made
  }
  const pathIn = (key: number, text: string): PathEntry => {
    const known = paths.get(text)
    if (known?.key === key) return known
    const made = pathEntry(key, text)
    paths.set(text, made)
    if (known) epoch += 1
    return made
  }
  const keep = (row: DictionaryRow): void => {
    const archetype = archetypeIn(row)
    if (row.path === null || row.path_key === null) {
      if (row.retired && !archetype.isRetired) epoch += 1
      archetype.isRetired = row.retired
      return
    }
    archetype.isRetired &&= row.retired
    const entry = pathIn(row.path_key, row.path)
    if (!row.retired) archetype.retired.delete(entry)
    else if (!archetype.retired.has(entry)) {
      archetype.retired.add(entry)
      epoch += 1
    }
    const before = archetype.paths.get(entry)
    if (before === true || before === row.several) return
    archetype.paths.set(entry, row.several)
    generation += 1
  }
  /** New pairs by the template that brings them. */
  const unknownIn = (documents: readonly Cut[]): ReadonlyMap<number, readonly UnknownPair[]> => {
    const found = new Map<number, UnknownPair[]>()
    for (const { roots, templateKey } of documents) {
      const missing = unknownPairs(roots, dictionary)
      if (missing.length === 0) continue
      const key = templateKey ?? NO_TEMPLATE
      found.set(key, [...(found.get(key) ?? []), ...missing])
    }
    return found
  }
  /** Whether it is there, be it as one that never repeats or that is about to be removed. */
  const isListed = ({ rm_type, archetype_id, path }: UnknownPair): boolean => {
    const archetype = archetypes.get(nameOf(rm_type, archetype_id))
    const entry = path === null ? undefined : paths.get(path)
    return archetype !== undefined && (path === null || (entry !== undefined && archetype.paths.has(entry)))
  }
  const add = async (pairs: readonly UnknownPair[], templateKey: number): Promise<void> => {
    const tooLong = pairs.find(({ path }) => (path?.length ?? 0) > LONGEST_PATH)
    if (tooLong)
      throw new Refusal(
        'data.too_many_paths',
        `A path of the data has ${tooLong.path?.length} characters with its node ids; at most ${LONGEST_PATH} can be stored.`,
      )
    const added = pairs.filter(pair => !isListed(pair)).length
    const before = added === 0 ? 0 : await countPaths(db, templateKey)
    if (before + added > quota)
      throw new Refusal(
        'data.too_many_paths',
        `Data of ${templateKey === NO_TEMPLATE ? 'no template' : 'this template'} have brought ${before} different paths already, and these would bring ${added} more; ${quota} are allowed: check the node ids.`,
      )
    for (const row of await addEntries(db, pairs, templateKey)) keep(row)
  }

  const dictionary: PathDictionary = {
    archetype: (type, id) => archetypes.get(nameOf(type, id)),
    archetypes: () => archetypes.values(),
    path: text => paths.get(text),
    get epoch() {
      return epoch
    },
    get generation() {
      return generation
    },
    learn: async documents => {
      // Another process may be adding the same at this moment, or removing what was just found: the next try sees it.
      for (let tries = 0; ; tries++) {
        const missing = unknownIn(documents)
        if (missing.size === 0) return
        if (tries === MOST_TRIES) throw new Error('The dictionary does not learn what it is told.')
        for (const [templateKey, pairs] of missing)
          try {
            await add(pairs, templateKey)
          } catch (error) {
            if (!(error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION)) throw error
          }
      }
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

const FOREIGN_KEY_VIOLATION = '23503'

const MOST_TRIES = 20

const nameOf = (type: string, id: string): string => `${type} ${id}`

function pathEntry(key: number, text: string): PathEntry {
  const steps = parseDictionaryPath(text)
  return { key, text, steps, repeats: repeatsIn(steps) }
}
