/** Verification of signed versions and of the query index, and the rebuild of that index. */
export { allChecks, type DocumentCheck, type RecordChecks, type SignedDocument } from './document-check.ts'
export type { Fault } from './fault.ts'
export { openRootCheck } from './index-check.ts'
export { rebuildIndex } from './index-rebuild.ts'
export { type Verified, verifyRecords } from './records.ts'
export { mendReferences, openReferenceCheck } from './reference-check.ts'
