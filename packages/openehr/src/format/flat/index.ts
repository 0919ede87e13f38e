/** FLAT (`application/openehr.wt.flat+json`): a composition as one level of keys, both ways. */
export { type Branch, branchOf, type FlatEntry } from './branch.ts'
export { flatFindings } from './flat-findings.ts'
export { MAX_INDEX } from './key.ts'
export { type ReadOptions, readEntries, readFlat } from './read.ts'
export { type FlatProfile, writeEntries, writeFlat } from './write.ts'
