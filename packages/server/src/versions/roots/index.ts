/** What queries run on: documents cut into archetype roots and leaves, and how the two are found again. */
export { openPathDictionary, type PathDictionary } from './dictionary.ts'
export type { Leaf, LeafValue, RootDraft, Vector } from './draft.ts'
export type { ArchetypeEntry, PathEntry } from './entries.ts'
export { rootsOf } from './roots-of.ts'
export { insertRoots, rowsFor, supersedeRoots, type VersionRoots } from './rows.ts'
