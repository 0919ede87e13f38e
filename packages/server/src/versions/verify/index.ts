/** Verification of signed versions and of the query index, and the rebuild of that index. */

export { type IdRange, idsAfter, idsFrom } from '../id-range.ts'
export { allChecks, type DocumentCheck, type RecordChecks, type SignedDocument } from './document-check.ts'
export type { Fault } from './fault.ts'
export { countShards } from './groups.ts'
export { openRootCheck } from './index-check.ts'
export { rebuildIndex } from './index-rebuild.ts'
export type { VerifiedPart } from './part.ts'
export { MOST_DIGITS, partsAfter } from './parts.ts'
export {
  bothOf,
  countRecords,
  NOTHING,
  openPartVerifier,
  type Verified,
  verifyRecords,
  verifyWhole,
} from './records.ts'
export { mendReferences, openReferenceCheck } from './reference-check.ts'
