/** Log lines, metrics and traces for those who run the server, put together from what the rooms tell. */
import type { Config } from '../config.ts'
import type { Database } from '../db/index.ts'
import { openHistogram } from './histogram.ts'
import type { Log, QueryLine } from './log.ts'
import type { Metrics } from './metrics.ts'
import { printPoolMetrics, type WatchedPool } from './pool-metrics.ts'
import { metricSection } from './prometheus.ts'
import { printReplicationMetrics } from './replication.ts'
import { openExporter } from './tracing/exporter.ts'
import type { TraceContext } from './tracing/trace-context.ts'
import { openTracer, type Tracer } from './tracing/tracer.ts'

export interface Tracing {
  readonly tracer: Tracer
  figures(): { readonly sent: number; readonly lost: number }
  close(): Promise<void>
}

/** Undefined unless a collector is set. */
export function openTracing(
  { traceUrl, traceHeaders = {}, traceRatio, systemId }: Config,
  version: string,
  log: Log,
): Tracing | undefined {
  if (traceUrl === undefined) return undefined
  const exporter = openExporter({
    url: traceUrl,
    headers: traceHeaders,
    resource: {
      'service.name': 'cairn',
      'service.version': version,
      'service.namespace': systemId,
      'process.pid': process.pid,
    },
    failed: error => log.warn({ error }, 'failed to send traces'),
  })
  return { tracer: openTracer(exporter, traceRatio), figures: exporter.figures, close: exporter.close }
}

/** A request that was answered. */
interface AnsweredRequest {
  readonly trace: TraceContext | undefined
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
  readonly requestId: string
}

/** Records the span of a request. */
export function traceRequest({ tracer }: Tracing, event: AnsweredRequest): void {
  const { trace, method, route, status, milliseconds, clientId, requestId } = event
  if (trace === undefined) return
  tracer.request(trace, {
    name: route === '' ? method : `${method} ${route}`,
    kind: 'server',
    milliseconds,
    isError: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route === '' ? undefined : route,
      'http.response.status_code': status,
      'cairn.request_id': requestId,
      'cairn.client_id': clientId === '' ? undefined : clientId,
    },
  })
}

/** A query that has ended, as the query room tells of it. */
interface EndedQuery extends QueryLine {
  readonly shape: () => string
}

export interface QueryWatch {
  ended(run: EndedQuery): void
  render(): string
}

const QUERY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function openQueryWatch({ slowQuery }: Config, log: Log, tracing: Tracing | undefined): QueryWatch {
  const durations = openHistogram('cairn_query_duration_seconds', 'Duration of queries.', QUERY_BUCKETS)
  let slow = 0
  return {
    ended: run => {
      const { executor = 'none', outcome, rows, query, milliseconds } = run
      durations.count(`executor="${executor}",outcome="${outcome}"`, milliseconds / 1000)
      log.queried(run)
      if (slowQuery > 0 && milliseconds > slowQuery) {
        const { requestId, clientId, shape } = run
        slow += 1
        log.warn(
          { requestId, clientId, query, executor: run.executor, outcome, rows, milliseconds, aql: shape() },
          'slow query',
        )
      }
      tracing?.tracer.record({
        name: 'aql',
        kind: 'internal',
        milliseconds,
        isError: outcome === 'failed',
        attributes: { 'cairn.query': query, 'cairn.executor': executor, 'cairn.rows': rows },
      })
    },
    render: () =>
      [
        durations.render(),
        metricSection(
          'cairn_slow_queries_total',
          'counter',
          'Queries that took longer than CAIRN_SLOW_QUERY_MS.',
          [`cairn_slow_queries_total ${slow}`],
        ),
      ].join('\n'),
  }
}

interface WatchedServer {
  /** Read and written records run on this one, and it is asked about replication. */
  readonly db: Database
  readonly pools: Readonly<Record<string, WatchedPool>>
  /** Sections in the text format of Prometheus, of the rooms. */
  readonly sections: readonly (() => string)[]
  readonly gauges: Readonly<Record<string, readonly [help: string, read: () => number]>>
  readonly counters: Readonly<Record<string, readonly [help: string, read: () => number]>>
}

/** Puts all of it on the page of metrics. */
export function watchServer(
  metrics: Metrics,
  { db, pools, sections, gauges, counters }: WatchedServer,
): void {
  for (const print of sections) metrics.include(print)
  for (const [name, [help, read]] of Object.entries(gauges)) metrics.gauge(name, help, read)
  metrics.include(() =>
    Object.entries(counters)
      .map(([name, [help, read]]) => metricSection(name, 'counter', help, [`${name} ${read()}`]))
      .join('\n'),
  )
  metrics.include(() => printPoolMetrics(pools))
  metrics.include(() => printReplicationMetrics(db))
}

/** Connections of each pool now. */
export const poolUse = (pools: Readonly<Record<string, WatchedPool>>) =>
  Object.fromEntries(
    Object.entries(pools).map(([name, { db, most }]) => {
      const { open, idle, waiting } = db.usage()
      return [name, { busy: open - idle, idle, waiting, most }]
    }),
  )
