/** Makes the rows of the query index from a document, and prints the statements that write them. */
export { leavesJson } from './leaves-json.ts'
export type { RootDraft } from './root-draft.ts'
export { type NamesOf, rootsOf } from './roots-of.ts'
export { insertRoots, type RootRow, rootLists, rowsAfter, rowsFor, supersedeRoots } from './rows.ts'
