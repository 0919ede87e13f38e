/** Log, metrics and traces. */

export { type AllProcesses, oneProcess } from './all-processes.ts'
export { type JobReport, type Jobs, openJobs } from './jobs.ts'
export { type LoadFigures, type LoadSample, loadFigures, openLoadHistory } from './load-history.ts'
export { type Log, openOutputLog } from './log.ts'
export { type Metrics, openMetrics, type ReadMetric } from './metrics.ts'
export { type ReplicationReport, readReplication } from './replication.ts'
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
