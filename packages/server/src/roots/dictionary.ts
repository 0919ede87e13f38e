/** The dictionary gives archetypes and paths numbers. This process caches those that it has read. */
import type { LimitedDatabase } from '../db/index.ts'
import { type ArchetypeTrees, newArchetypeTrees } from './archetype-tree.ts'
import { type CachedEntries, forgetEntries, keepEntry, nameOf, newCachedEntries } from './cached-entries.ts'
import { entriesAfter } from './dictionary-store.ts'
import type { Entries } from './entries.ts'
import { type DocumentDrafts, learnPaths, unknownByTemplate } from './learn-paths.ts'
import { sharedKeyOf } from './shared-store.ts'
import { sharedLeaves } from './writing/leaves-json.ts'

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

/** Call `refresh` before a query is planned; `learn` needs no preparation. */
export function openPathDictionary(db: LimitedDatabase, quota = DEFAULT_PATH_QUOTA): PathDictionary {
  const cached = newCachedEntries()
  const entries = entriesIn(cached)
  let adding: Promise<void> = Promise.resolve()
  return Object.assign(entries, {
    trees: newArchetypeTrees(),
    learn: async (documents: readonly DocumentDrafts[]) => {
      if (unknownByTemplate(documents, entries).size > 0) {
        // One after the other: first documents of a template come together, and what one of them adds, the others need not.
        const turn = adding.then(() => learnPaths({ db, cached, entries, quota }, documents))
        adding = turn.catch(() => {})
        await turn
      }
      await learnShared(db, cached, entries, documents)
    },
    refresh: () => refresh(db, cached),
  })
}

const entriesIn = (cached: CachedEntries): Entries & { readonly generation: number } => ({
  archetype: (type, id) => cached.archetypes.get(nameOf(type, id)),
  archetypes: () => cached.archetypes.values(),
  path: text => cached.paths.get(text),
  shared: leaves => cached.shared.get(leaves),
  get epoch() {
    return cached.epoch
  },
  get generation() {
    return cached.generation
  },
})

const NO_LEAVES = '{}'

/** The same leaves in another order are another text. */
const MOST_SHARED_TEXTS = 5_000

async function learnShared(
  db: LimitedDatabase,
  { shared }: CachedEntries,
  entries: Entries,
  documents: readonly DocumentDrafts[],
): Promise<void> {
  for (const { roots } of documents)
    for (const root of roots) {
      const text = sharedLeaves(entries, root)
      if (text === NO_LEAVES || shared.has(text)) continue
      if (shared.size >= MOST_SHARED_TEXTS) shared.clear()
      shared.set(text, await sharedKeyOf(db, text))
    }
}

async function refresh(db: LimitedDatabase, cached: CachedEntries): Promise<void> {
  const after = cached.known
  const changes = await entriesAfter(db, after)
  // The database was restored, or its new primary lacks commits of the last one: the numbers in the cache may be of other entries.
  if (changes.generation < after) {
    forgetEntries(cached)
    return refresh(db, cached)
  }
  for (const row of changes.entries) keepEntry(cached, row)
  cached.known = Math.max(cached.known, changes.generation)
}
