/** Value indexes on the rows of queries: defined by what they are on, made and dropped while the server works (decision 0050). */
export { columnIndex, type IndexDefinition, type IndexPart, PARTS, partOf } from './definition.ts'
export { type KnownIndexes, openKnownIndexes } from './known-indexes.ts'
export {
  analyzeRoots,
  createIndex,
  dropIndex,
  findIndex,
  type StoredIndex,
  storedIndexes,
} from './store.ts'
