/**
 * The query index: documents are cut into archetype roots and leaves, which queries find by path.
 *
 * Writing: `rootsOf` → `PathDictionary.learn` → `rowsFor`, `rootLists`, `insertRoots` and `supersedeRoots` in the statement that commits.
 * Planning: `archetypesOf` → `matchingPaths`, `matchingNodes` → `leaf`, `instances`, `sameNode` → `readerOf`; the query
 * shapes in SQL are in `expressions.ts`.
 */

export { decide } from './decide-predicate.ts'
export { openPathDictionary, type PathDictionary } from './dictionary.ts'
export type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
export { instances, leaf, leafNumber, leafText, sameNode } from './expressions.ts'
export {
  archetypesOf,
  isInDocumentOnly,
  leavesOf,
  matchingBelow,
  matchingNodes,
  matchingPaths,
  type PathMatch,
} from './matching.ts'
export { NUMBER_ATTRIBUTE, numberBeside } from './number.ts'
export { type Branch, branchesOf, within } from './path-branches.ts'
export {
  type DictionaryStep,
  isLocalCode,
  NUMBER,
  parseDictionaryPath,
  printDictionaryStep,
  repeatsIn,
} from './path-text.ts'
export { compareVectors, instancesOf, isInLeaves, type Leaves, readerOf } from './read-values.ts'
export type { Leaf, RootDraft } from './root-draft.ts'
export { OWN_ARCHETYPE_PATH, rootsOf } from './roots-of.ts'
export { insertRoots, type RootRow, rootLists, rowsFor, supersedeRoots } from './rows.ts'
export { sweepDictionary } from './sweep.ts'
export { suspectEntries } from './sweep-store.ts'
