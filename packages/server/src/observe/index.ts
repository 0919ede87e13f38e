/** The floor that watches: log, metrics, audit trail. */
export { openAuditTrail } from './audit.ts'
export { type Log, openLog } from './log.ts'
export { type Metrics, openMetrics } from './metrics.ts'
