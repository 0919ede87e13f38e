/** The floor that watches: log, metrics, audit trail. */
export { type AuditTrail, openAuditTrail } from './audit.ts'
export { type AuditEntry, ifAny, recorded, recording } from './audit-entry.ts'
export { type AuditEvent, auditEvent, type EventDetail } from './audit-event.ts'
export { insertEvents, isAuditFault, openAuditPool } from './audit-store.ts'
export { type Log, openLog } from './log.ts'
export { type Metrics, openMetrics } from './metrics.ts'
export { openSealer } from './sealing.ts'
export { type TrailHead, type VerifiedTrail, verifyTrail } from './verify-seals.ts'
