/** Tells metrics, `GET /admin/v1/activity` and reports what the services of this process are doing. */
import { AUDIT_CONNECTIONS } from '../audit/index.ts'
import { openLoadHistory, poolUse, watchServer } from '../observe/index.ts'
import { readQueryMetrics } from '../query/index.ts'
import type { ProcessActivity } from '../system/index.ts'
import type { RequestCounts } from './requests.ts'
import type { Services } from './services.ts'

const LOAD_MS = 60_000

/** Counts the load by the minute. Returns a function that stops it. */
function keepLoad({ jobs, log, metrics, now, processes }: Services): () => void {
  const load = openLoadHistory(metrics.routeCounts, now)
  processes.provide('load', load.samples)
  return jobs.repeat({
    name: 'load_history',
    milliseconds: LOAD_MS,
    work: load.sample,
    failed: error => log.warn({ error }, 'failed to count the load of the last minute'),
  })
}

/** Returns a function that stops what it began. */
export function provideFigures(services: Services, requests: RequestCounts): () => void {
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
    others: [
      () => readQueryMetrics(queries.statistics.figures()),
      services.jobs.metrics,
      services.feed.metrics,
      services.live.metrics,
      services.webhooks.deliverer.metrics,
    ],
    gauges: gauges(services, requests),
    counters: counters(services, requests),
  })
  return keepLoad(services)
}

type Figures = Readonly<Record<string, readonly [help: string, read: () => number]>>

const gauges = ({ db, audit, queries, caches }: Services, requests: RequestCounts): Figures => ({
  cairn_processes: ['Server processes on this machine.', () => 1],
  cairn_requests_under_way: ['Requests in progress.', () => requests.counts().underWay],
  cairn_request_wait_seconds: [
    'Time the last request waited before processing started.',
    () => requests.waitMs() / 1000,
  ],
  cairn_connections: ['Open client connections.', requests.connections],
  cairn_audit_events_waiting: ['Audit events not yet written.', audit.trail.waiting],
  cairn_audit_events_unsealed: ['Audit events of this server not yet sealed.', audit.sealer.waiting],
  cairn_audit_fault: [
    '1 while the audit trail is not writable and the server refuses all requests.',
    () => (audit.trail.fault() === undefined ? 0 : 1),
  ],
  cairn_audit_retention_held: [
    '1 while audit retention is suspended because clocks or seals disagree on the time.',
    () => (audit.retention.isHeld() ? 1 : 0),
  ],
  cairn_database_connections: ['Open connections to the database.', () => db.usage().open],
  cairn_database_waiting: ['Requests waiting for a database connection.', () => db.usage().waiting],
  cairn_queries_running: ['Queries in progress, including those in the queue.', queries.running.count],
  cairn_queries_waiting: ['Queries waiting for a connection.', () => queries.connectionLine.waiting],
  cairn_templates: ['Active templates.', () => caches.shelf.figures().inForce],
})

const counters = ({ audit, caches, tracing }: Services, requests: RequestCounts): Figures => ({
  cairn_connections_closed_total: [
    'Connections closed for being idle or over the limit.',
    requests.connectionsClosed,
  ],
  cairn_audit_events_total: ['Audit events written.', audit.trail.written],
  cairn_template_compilations_total: ['Templates compiled.', () => caches.shelf.figures().compiled],
  cairn_template_compile_seconds_total: [
    'Time spent compiling templates.',
    () => caches.shelf.figures().compileSeconds,
  ],
  cairn_trace_spans_sent_total: ['Spans accepted by the collector.', () => tracing?.figures().sent ?? 0],
  cairn_trace_spans_lost_total: ['Spans dropped.', () => tracing?.figures().lost ?? 0],
})
