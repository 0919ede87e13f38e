/** Log lines, metrics and traces for those who run the server, put together from what the rooms tell. */
import { Counter, Histogram } from 'prom-client'
import type { Database } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import type { Log } from './log.ts'
import type { Metrics, ReadMetric } from './metrics.ts'
import { readPoolMetrics, type WatchedPool } from './pool-metrics.ts'
import { readReplicationMetrics } from './replication.ts'
import { openExporter } from './tracing/exporter.ts'
import type { TraceContext } from './tracing/trace-context.ts'
import { openTracer, type Tracer } from './tracing/tracer.ts'

export interface Tracing {
  readonly tracer: Tracer
  figures(): { readonly sent: number; readonly lost: number }
  close(): Promise<void>
}

interface TracingNeeds {
  readonly config: Config
  readonly version: string
  readonly log: Log
  /** Of a server of many. */
  readonly tenantId: string | undefined
}

/** Undefined unless a collector is set. */
export function openTracing({ config, version, log, tenantId }: TracingNeeds): Tracing | undefined {
  const { traceUrl, traceHeaders = {}, traceRatio, systemId } = config
  if (traceUrl === undefined) return undefined
  const exporter = openExporter({
    url: traceUrl,
    headers: traceHeaders,
    resource: {
      'service.name': 'cairn',
      'service.version': version,
      'service.namespace': systemId,
      'cairn.tenant': tenantId,
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
interface EndedQuery {
  readonly requestId: string
  readonly clientId: string
  readonly query: string
  readonly executor: string | undefined
  readonly outcome: string
  /** The reason of an end that came early. */
  readonly reason?: string | undefined
  readonly rows: number | undefined
  readonly milliseconds: number
  readonly shape: () => string
}

export interface QueryWatch {
  ended(run: EndedQuery): void
}

const QUERY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function openQueryWatch(
  { slowQuery }: Config,
  log: Log,
  { registry }: Metrics,
  tracing: Tracing | undefined,
): QueryWatch {
  const durations = new Histogram({
    name: 'cairn_query_duration_seconds',
    help: 'Duration of queries.',
    labelNames: ['executor', 'outcome'],
    buckets: QUERY_BUCKETS,
    registers: [registry],
  })
  const slow = new Counter({
    name: 'cairn_slow_queries_total',
    help: 'Queries that took longer than CAIRN_SLOW_QUERY_MS.',
    registers: [registry],
  })
  return {
    ended: ({ requestId, clientId, query, executor, outcome, reason, rows, milliseconds, shape }) => {
      const facts = { requestId, clientId, query, executor, outcome, reason, rows, milliseconds }
      log.info(facts, 'query')
      durations.observe({ executor: executor ?? 'none', outcome }, milliseconds / 1000)
      if (slowQuery > 0 && milliseconds > slowQuery) {
        slow.inc()
        log.warn({ ...facts, aql: shape() }, 'slow query')
      }
      tracing?.tracer.record({
        name: 'aql',
        kind: 'internal',
        milliseconds,
        isError: outcome === 'failed',
        attributes: { 'cairn.query': query, 'cairn.executor': executor ?? 'none', 'cairn.rows': rows },
      })
    },
  }
}

interface WatchedServer {
  /** Read and written records run on this one, and it is asked about replication. */
  readonly db: Database
  readonly pools: Readonly<Record<string, WatchedPool>>
  /** Metrics of the rooms. */
  readonly others: readonly (() => readonly ReadMetric[] | Promise<readonly ReadMetric[]>)[]
  readonly gauges: Readonly<Record<string, readonly [help: string, read: () => number]>>
  readonly counters: Readonly<Record<string, readonly [help: string, read: () => number]>>
}

/** Puts all of it on the page of metrics. */
export function watchServer(metrics: Metrics, { db, pools, others, gauges, counters }: WatchedServer): void {
  const readAll = (type: ReadMetric['type'], figures: WatchedServer['gauges']) => (): ReadMetric[] =>
    Object.entries(figures).map(([name, [help, read]]) => ({ name, type, help, samples: [[read()]] }))
  const readers = [
    ...others,
    readAll('gauge', gauges),
    readAll('counter', counters),
    () => readPoolMetrics(pools),
    () => readReplicationMetrics(db),
  ]
  for (const read of readers) metrics.include(read)
}

/** Connections of each pool now. */
export const poolUse = (pools: Readonly<Record<string, WatchedPool>>) =>
  Object.fromEntries(
    Object.entries(pools).map(([name, { db, most }]) => {
      const { open, idle, waiting } = db.usage()
      return [name, { busy: open - idle, idle, waiting, most }]
    }),
  )
