/** FLAT (`application/openehr.wt.flat+json`): a composition as one level of keys, both ways. */
export { type Branch, branchOf, type FlatEntry } from './keys/branch.ts'
export { MAX_INDEX } from './keys/key.ts'
export { flatFindings } from './plan/flat-findings.ts'
export { type ReadOptions, readEntries, readFlat } from './read/read.ts'
export { type FlatProfile, writeEntries, writeFlat } from './write/write.ts'
