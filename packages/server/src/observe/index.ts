/** Log, metrics and audit trail. */

export { type AuditEntry, ifAny, recorded, recording } from '../audit/entry.ts'
export {
  type AuditAction,
  auditEvent,
  type EventDetail,
  type FinishedRequest,
} from '../audit/event.ts'
export { makeAuditPartitions } from '../audit/retention/partitions.ts'
export { removeOldEvents } from '../audit/retention/removal.ts'
export { openSealer } from '../audit/seals/sealer.ts'
export { EVENT_COLUMNS, type StoredEvent } from '../audit/seals/store.ts'
export { type AuditJournal, adoptJournals, journalFolder, openAuditJournal } from '../audit/trail/journal.ts'
export { hexIds, type TrailEvent, trailEvent } from '../audit/trail/row.ts'
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
} from '../audit/trail/store.ts'
export { type AuditTrail, openAuditTrail } from '../audit/trail/trail.ts'
export { openEventWords } from '../audit/trail/words.ts'
export { type TrailHead, type VerifiedTrail, verifyTrail } from '../audit/verify/seals.ts'
export { type AllProcesses, oneProcess } from './all-processes.ts'
export { type Jobs, openJobs } from './jobs.ts'
export { type Log, openOutputLog } from './log.ts'
export { type Metrics, openMetrics, type ReadMetric } from './metrics.ts'
export { type RouteCounts, type RouteFigures, routeFigures, sumRouteCounts } from './request-figures.ts'
export { BUCKETS } from './request-metrics.ts'
export { sumMetrics } from './sum-metrics.ts'
export type { TraceContext } from './tracing/trace-context.ts'
export { tracedDatabase } from './tracing/traced-database.ts'
export type { Tracer } from './tracing/tracer.ts'
export {
  openQueryWatch,
  openTracing,
  poolUse,
  type QueryWatch,
  type Tracing,
  traceRequest,
  watchServer,
} from './watch.ts'
