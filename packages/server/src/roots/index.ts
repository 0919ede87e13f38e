/**
 * The query index: documents are cut into archetype roots and leaves, which queries find by path.
 *
 * Writing: `rootsOf` → `PathDictionary.learn` → `rowsFor`, `rootLists`, `insertRoots` and `supersedeRoots` in the statement that commits.
 * Reading: `branchesOf` says which paths an archetype has, `readerOf` puts objects together from leaves. SQL over the rows is made in `relation`.
 */

export { decide } from './decide-predicate.ts'
export { openPathDictionary, type PathDictionary } from './dictionary.ts'
export type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
export { INDEXED_TIMES } from './event-time.ts'
export { leavesOf, type PathMatch } from './matching.ts'
export { NUMBER_ATTRIBUTE, numberBeside } from './number.ts'
export { type Branch, branchesOf, within } from './path-branches.ts'
export {
  type DictionaryStep,
  isLocalCode,
  NUMBER,
  OWN_ARCHETYPE_PATH,
  printDictionaryStep,
  repeatsIn,
} from './path-text.ts'
export { compareVectors, instancesOf, isInLeaves, type Leaves, readerOf } from './read-values.ts'
export { mayBeShared } from './shared-leaves.ts'
export { openDictionarySweep, retireAllUnused } from './sweep.ts'
export { suspectEntries, suspectPartyEntries } from './sweep-store.ts'
export { unknownPairs } from './unknown-pairs.ts'
