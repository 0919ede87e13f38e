/** The audit trail: an event of every request, its seals, its retention and its verification. `search/` has the endpoint. */
export { type ChangeNote, NO_EHR, NOTE_TYPES, type NoteType } from './change-note.ts'
export { type AuditEntry, recorded, recording } from './entry.ts'
export { type AuditAction, auditEvent, type EventDetail, type FinishedRequest } from './event.ts'
export { openAudit } from './open.ts'
export { compareClocks, type RetentionClocks } from './retention/clocks.ts'
export { keptSince } from './retention/removal.ts'
export { type TrailEvent, trailEvent } from './trail/row.ts'
export {
  AUDIT_CONNECTIONS,
  appendEvents,
  insertBatch,
  insertEvents,
  isAuditFault,
  rowOf,
  takeEventNumbers,
} from './trail/store.ts'
export type { AuditTrail } from './trail/trail.ts'
export type { TrailFault } from './verify/events.ts'
export {
  type CheckedSeals,
  type CheckSeals,
  openSealCheck,
  type SealRange,
  type TrailHead,
} from './verify/seal-range.ts'
export { type VerifiedTrail, verifyTrail } from './verify/seals.ts'
