/** The audit trail: an event of every request, its seals, its retention and its verification. `search/` has the endpoint. */
export { type AuditEntry, ifAny, recorded, recording } from './entry.ts'
export { type AuditAction, auditEvent, type EventDetail, type FinishedRequest } from './event.ts'
export { makeAuditPartitions } from './retention/partitions.ts'
export { removeOldEvents } from './retention/removal.ts'
export { openSealer } from './seals/sealer.ts'
export { type AuditJournal, adoptJournals, journalFolder, openAuditJournal } from './trail/journal.ts'
export { type TrailEvent, trailEvent } from './trail/row.ts'
export {
  AUDIT_CONNECTIONS,
  appendBatchOnce,
  appendEvents,
  insertBatch,
  insertEvents,
  isAuditFault,
  openAuditPool,
  rowOf,
  takeEventNumbers,
} from './trail/store.ts'
export { type AuditTrail, openAuditTrail } from './trail/trail.ts'
export { openEventWords } from './trail/words.ts'
export { type TrailHead, type VerifiedTrail, verifyTrail } from './verify/seals.ts'
