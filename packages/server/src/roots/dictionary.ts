/**
 * The dictionary gives archetypes and paths numbers. Entries that this process has cached stay valid for queries: an entry is removed only when
 * nothing uses it, and after a period in which every writer must check it first (see `sweep.ts`).
 */
import { DatabaseError, type LimitedDatabase } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type ArchetypeTrees, newArchetypeTrees } from './archetype-tree.ts'
import { addEntries, countPaths, type DictionaryRow, entriesAfter } from './dictionary-store.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { sharedLeaves } from './leaves-json.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
import type { RootDraft } from './root-draft.ts'
import { sharedKeyOf } from './shared-store.ts'
import { type UnknownPair, unknownPairs } from './unknown-pairs.ts'

/** The root drafts of a document, with the template that the document was made by. */
interface DocumentDrafts {
  readonly roots: readonly RootDraft[]
  readonly templateKey?: number | null | undefined
}

export interface PathDictionary extends Entries {
  /** The paths of the documents that were cut so far: give them to `rootsOf`. */
  readonly trees: ArchetypeTrees
  /** Grows with every change; a plan made with an older generation may lack paths. */
  readonly generation: number
  /**
   * Adds all paths of these documents: two round trips if some are new, none otherwise. Call it before the transaction that writes the roots, not
   * inside, since a cached entry must have been committed. Throws `data.too_many_paths` if a template has more paths than are
   * allowed.
   */
  learn(documents: readonly DocumentDrafts[]): Promise<void>
  /** Reads the changes that other processes made. */
  refresh(): Promise<void>
}

/** `CAIRN_PATHS_PER_TEMPLATE`. The largest template of the test data has 1,573 nodes, with some ten leaves each. */
const DEFAULT_PATH_QUOTA = 20_000

/** An entry of a PostgreSQL index holds some 2,700 bytes. */
const LONGEST_PATH = 2_000

/** The key for data without a template. */
const NO_TEMPLATE = 0

type MutableArchetypeEntry = {
  readonly key: number
  readonly type: string
  readonly id: string
  readonly paths: Map<PathEntry, boolean>
  readonly retired: Set<PathEntry>
  isRetired: boolean
} & ArchetypeEntry

/** Call `refresh` before a query is planned; `learn` needs no preparation. */
export function openPathDictionary(db: LimitedDatabase, quota = DEFAULT_PATH_QUOTA): PathDictionary {
  const archetypes = new Map<string, MutableArchetypeEntry>()
  const paths = new Map<string, PathEntry>()
  /** Undefined: there are too many different ones, and roots keep their own. */
  const shared = new Map<string, number | undefined>()
  let generation = 0
  let epoch = 0
  /** The generation of the database up to which every entry is cached. */
  let known = 0

  const archetypeIn = ({
    archetype_key: key,
    rm_type: type,
    archetype_id: id,
  }: DictionaryRow): MutableArchetypeEntry => {
    const known = archetypes.get(nameOf(type, id))
    if (known?.key === key) return known
    const made: MutableArchetypeEntry = {
      key,
      type,
      id,
      paths: new Map(),
      retired: new Set(),
      isRetired: false,
    }
    archetypes.set(nameOf(type, id), made)
    generation += 1
    // The entry was removed, and added again with another number.
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
  const forget = (): void => {
    archetypes.clear()
    paths.clear()
    shared.clear()
    known = 0
    generation += 1
    epoch += 1
  }
  /** Groups the new pairs by template. */
  const unknownIn = (documents: readonly DocumentDrafts[]): ReadonlyMap<number, readonly UnknownPair[]> => {
    const rootsByTemplate = new Map<number, RootDraft[]>()
    for (const { roots, templateKey } of documents) {
      const key = templateKey ?? NO_TEMPLATE
      const known = rootsByTemplate.get(key)
      if (known) for (const root of roots) known.push(root)
      else rootsByTemplate.set(key, [...roots])
    }
    const found = new Map<number, readonly UnknownPair[]>()
    for (const [key, roots] of rootsByTemplate) {
      // Together, so that a path that several documents bring counts once.
      const missing = unknownPairs(roots, dictionary)
      if (missing.length > 0) found.set(key, missing)
    }
    return found
  }
  /** True for any existing entry, even one that never repeats or is retired. */
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
    // Documents that come together may bring the same path.
    const added = new Set(pairs.filter(pair => !isListed(pair)).map(pairText)).size
    const before = added === 0 ? 0 : await countPaths(db, templateKey)
    if (before + added > quota)
      throw new Refusal(
        'data.too_many_paths',
        `Data of ${templateKey === NO_TEMPLATE ? 'no template' : 'this template'} have brought ${before} different paths already, and these would bring ${added} more; ${quota} are allowed: check the node ids.`,
      )
    for (const row of await addEntries(db, pairs, templateKey)) keep(row)
  }

  let adding: Promise<void> = Promise.resolve()
  const addMissing = async (documents: readonly DocumentDrafts[]): Promise<void> => {
    // Another process may be adding the same entries, or removing those just found: the next attempt sees it.
    for (let tries = 0; ; tries++) {
      const missing = unknownIn(documents)
      if (missing.size === 0) return
      if (tries === MOST_TRIES)
        throw new Error('The dictionary still lacks entries after all attempts to add them.')
      for (const [templateKey, pairs] of missing)
        try {
          await add(pairs, templateKey)
        } catch (error) {
          if (!(error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION)) throw error
        }
    }
  }

  const learnShared = async (documents: readonly DocumentDrafts[]): Promise<void> => {
    for (const { roots } of documents)
      for (const root of roots) {
        const text = sharedLeaves(dictionary, root)
        if (text === NO_LEAVES || shared.has(text)) continue
        if (shared.size >= MOST_SHARED_TEXTS) shared.clear()
        shared.set(text, await sharedKeyOf(db, text))
      }
  }

  const dictionary: PathDictionary = {
    archetype: (type, id) => archetypes.get(nameOf(type, id)),
    archetypes: () => archetypes.values(),
    path: text => paths.get(text),
    shared: leaves => shared.get(leaves),
    trees: newArchetypeTrees(),
    get epoch() {
      return epoch
    },
    get generation() {
      return generation
    },
    learn: async documents => {
      if (unknownIn(documents).size > 0) {
        // One after the other: first documents of a template come together, and what one of them adds, the others need not.
        const turn = adding.then(() => addMissing(documents))
        adding = turn.catch(() => {})
        await turn
      }
      await learnShared(documents)
    },
    refresh: async () => {
      const after = known
      const changes = await entriesAfter(db, after)
      // The database was restored, or its new primary lacks commits of the last one: the numbers in the cache may be of other entries.
      if (changes.generation < after) {
        forget()
        return dictionary.refresh()
      }
      changes.entries.forEach(keep)
      known = Math.max(known, changes.generation)
    },
  }
  return dictionary
}

const pairText = ({ rm_type, archetype_id, path }: UnknownPair): string =>
  `${nameOf(rm_type, archetype_id)} ${path ?? ''}`

const NO_LEAVES = '{}'

/** The same leaves in another order are another text. */
const MOST_SHARED_TEXTS = 5_000

const FOREIGN_KEY_VIOLATION = '23503'

const MOST_TRIES = 20

const nameOf = (type: string, id: string): string => `${type} ${id}`

function pathEntry(key: number, text: string): PathEntry {
  const steps = parseDictionaryPath(text)
  return { key, text, steps, repeats: repeatsIn(steps) }
}
