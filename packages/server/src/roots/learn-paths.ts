/** Adds the archetypes and paths of documents to the dictionary. */
import { DatabaseError, type LimitedDatabase } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type CachedEntries, isCached, keepEntry, nameOf } from './cached-entries.ts'
import { addEntries, countPaths } from './dictionary-store.ts'
import type { Entries } from './entries.ts'
import { type UnknownPair, unknownPairs } from './unknown-pairs.ts'
import type { RootDraft } from './writing/root-draft.ts'

/** The root drafts of a document, with the template that the document was made by. */
export interface DocumentDrafts {
  readonly roots: readonly RootDraft[]
  readonly templateKey?: number | null | undefined
}

/** Paths are added here: the dictionary of a database, as far as it is cached. */
interface Learner {
  readonly db: LimitedDatabase
  readonly cached: CachedEntries
  readonly entries: Entries
  /** Different paths that the data of one template may bring. */
  readonly quota: number
}

/** An entry of a PostgreSQL index holds some 2,700 bytes. */
const LONGEST_PATH = 2_000

/** The key for data without a template. */
const NO_TEMPLATE = 0

const FOREIGN_KEY_VIOLATION = '23503'

const MOST_TRIES = 20

/** Groups the pairs that are not cached by template. */
export function unknownByTemplate(
  documents: readonly DocumentDrafts[],
  entries: Entries,
): ReadonlyMap<number, readonly UnknownPair[]> {
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
    const missing = unknownPairs(roots, entries)
    if (missing.length > 0) found.set(key, missing)
  }
  return found
}

/** Adds what is missing until nothing is: another process may add the same entries, or remove those just found. */
export async function learnPaths(learner: Learner, documents: readonly DocumentDrafts[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    const missing = unknownByTemplate(documents, learner.entries)
    if (missing.size === 0) return
    if (tries === MOST_TRIES)
      throw new Error('The dictionary still lacks entries after all attempts to add them.')
    for (const [templateKey, pairs] of missing)
      try {
        await addPairs(learner, pairs, templateKey)
      } catch (error) {
        if (!(error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION)) throw error
      }
  }
}

async function addPairs(
  { db, cached, quota }: Learner,
  pairs: readonly UnknownPair[],
  templateKey: number,
): Promise<void> {
  refuseLongPaths(pairs)
  // Documents that come together may bring the same path.
  const added = new Set(pairs.filter(pair => !isCached(cached, pair)).map(pairText)).size
  const before = added === 0 ? 0 : await countPaths(db, templateKey)
  if (before + added > quota)
    throw new Refusal(
      'data.too_many_paths',
      `Data of ${templateKey === NO_TEMPLATE ? 'no template' : 'this template'} have brought ${before} different paths already, and these would bring ${added} more; ${quota} are allowed: check the node ids.`,
    )
  for (const row of await addEntries(db, pairs, templateKey)) keepEntry(cached, row)
}

function refuseLongPaths(pairs: readonly UnknownPair[]): void {
  const tooLong = pairs.find(({ path }) => (path?.length ?? 0) > LONGEST_PATH)
  if (tooLong)
    throw new Refusal(
      'data.too_many_paths',
      `A path of the data has ${tooLong.path?.length} characters with its node ids; at most ${LONGEST_PATH} can be stored.`,
    )
}

const pairText = ({ rm_type, archetype_id, path }: UnknownPair): string =>
  `${nameOf(rm_type, archetype_id)} ${path ?? ''}`
