/** Counts requests by method, route and status. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { groupBy } from '../collections/index.ts'
import type { RouteCounts } from './request-figures.ts'

export interface RequestMetrics {
  count(method: string, route: string, status: number, seconds: number): void
  /** The same counts as plain data. */
  counts(): Promise<RouteCounts[]>
}

/** From a primary-key read to a heavy query, in seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Callers can send any method; a label takes only those that a route can have. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

type Route = 'method' | 'route'

/** Requests of one method, route and status. */
interface Answered extends Readonly<Record<Route, string>> {
  readonly status: number
  count: number
}

export function requestMetrics(registry: Registry): RequestMetrics {
  // prom-client finds a counter by all its labels, anew for each request. Here one text does, and the counter is set at each scrape.
  const answered = new Map<string, Answered>()
  new Counter({
    name: 'cairn_http_requests_total',
    help: 'Requests completed.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { count, ...labels } of answered.values()) this.inc(labels, count)
    },
  })
  const durations = new Histogram({
    name: 'cairn_http_request_seconds',
    help: 'Request duration.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    count: (method, route, status, seconds) => {
      const labels = { method: METHODS.has(method) ? method : 'other', route: route || 'none' }
      const key = `${labels.method} ${labels.route} ${status}`
      const known = answered.get(key)
      if (known) known.count += 1
      else answered.set(key, { ...labels, status, count: 1 })
      durations.observe(labels, seconds)
    },
    counts: async () => routeCounts([...answered.values()], await durations.get()),
  }
}

type Timed = Awaited<ReturnType<Histogram<Route>['get']>>

const routeKey = ({ method, route }: Partial<Record<Route, unknown>>): string => `${method} ${route}`

function routeCounts(answered: readonly Answered[], { values }: Timed): RouteCounts[] {
  const answeredBy = groupBy(answered, routeKey)
  return [...groupBy(values, ({ labels }) => routeKey(labels))].map(([key, durations]) => {
    const named = (ending: string) => durations.filter(({ metricName }) => metricName?.endsWith(ending))
    const [sum] = named('_sum')
    // A bucket of prom-client counts the requests of all shorter buckets too.
    const atMost = named('_bucket').map(({ value }) => value)
    return {
      method: String(sum?.labels.method),
      route: String(sum?.labels.route),
      statuses: (answeredBy.get(key) ?? []).map(({ status, count }) => [status, count] as const),
      buckets: atMost.map((count, at) => count - (atMost[at - 1] ?? 0)),
      seconds: sum?.value ?? 0,
    }
  })
}
