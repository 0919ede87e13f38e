/** Tells metrics, `GET /admin/v1/activity` and reports what the services of this process are doing. */
import { AUDIT_CONNECTIONS, poolUse, watchServer } from '../observe/index.ts'
import { readQueryMetrics } from '../query/index.ts'
import type { ProcessActivity } from '../system/index.ts'
import type { RequestCounts } from './requests.ts'
import type { Services } from './services.ts'

export function provideFigures(services: Services, requests: RequestCounts): void {
  const { db, config, metrics, processes, audit, queries } = services
  const pools = {
    records: { db, most: config.databasePool },
    queries: { db: queries.reads.primary.db, most: config.queryPool },
    audit: { db: audit.pool, most: AUDIT_CONNECTIONS },
  }
  processes.provide('queries', queries.statistics.figures)
  processes.provide('routes', metrics.routeCounts)
  processes.provide(
    'activity',
    (): ProcessActivity => ({
      requests: requests.counts(),
      running: queries.running.list(),
      queriesWaiting: queries.connectionLine.waiting,
      pools: poolUse(pools),
      audit: {
        waiting: audit.trail.waiting(),
        unsealed: audit.sealer.waiting(),
        written: audit.trail.written(),
      },
      memoryBytes: process.memoryUsage.rss(),
    }),
  )
  watchServer(metrics, {
    db,
    pools,
    others: [() => readQueryMetrics(queries.statistics.figures()), services.jobs.metrics],
    gauges: gauges(services, requests),
    counters: counters(services, requests),
  })
}

type Figures = Readonly<Record<string, readonly [help: string, read: () => number]>>

const gauges = ({ db, audit, queries, caches }: Services, requests: RequestCounts): Figures => ({
  cairn_processes: ['Server processes of this machine.', () => 1],
  cairn_requests_under_way: ['Requests not yet answered to their end.', () => requests.counts().underWay],
  cairn_request_wait_seconds: [
    'Wait of requests before the server begins with them, as measured last.',
    () => requests.waitMs() / 1000,
  ],
  cairn_connections: ['Open connections of clients.', requests.connections],
  cairn_audit_events_waiting: ['Audit events not yet written.', audit.trail.waiting],
  cairn_audit_events_unsealed: ['Audit events of this server that have no seal yet.', audit.sealer.waiting],
  cairn_audit_fault: [
    '1 while the audit trail cannot be written, so that nothing is served.',
    () => (audit.trail.fault() === undefined ? 0 : 1),
  ],
  cairn_audit_retention_held: [
    '1 while old months of the audit trail are kept, since clocks or seals do not agree on the time.',
    () => (audit.retention.isHeld ? 1 : 0),
  ],
  cairn_database_connections: ['Open connections to the database.', () => db.usage().open],
  cairn_database_waiting: ['Callers that wait for a connection.', () => db.usage().waiting],
  cairn_queries_running: [
    'Queries under way, those that wait for their turn included.',
    queries.running.count,
  ],
  cairn_queries_waiting: [
    'Queries that wait for a connection of theirs.',
    () => queries.connectionLine.waiting,
  ],
  cairn_templates: ['Templates in force.', () => caches.shelf.figures().inForce],
})

const counters = ({ audit, caches, tracing }: Services, requests: RequestCounts): Figures => ({
  cairn_connections_closed_total: [
    'Connections that were closed because they sent nothing, or because there was no room.',
    requests.connectionsClosed,
  ],
  cairn_audit_events_total: ['Audit events written.', audit.trail.written],
  cairn_template_compilations_total: ['Templates compiled.', () => caches.shelf.figures().compiled],
  cairn_template_compile_seconds_total: [
    'Time of compiling templates.',
    () => caches.shelf.figures().compileSeconds,
  ],
  cairn_trace_spans_sent_total: ['Spans that the collector took.', () => tracing?.figures().sent ?? 0],
  cairn_trace_spans_lost_total: ['Spans that were lost.', () => tracing?.figures().lost ?? 0],
})
