/** Prometheus metrics; labels come from the route table, so their number is bounded whatever callers send. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(event: { method: string; route: string; status: number; milliseconds: number }): void
  /** Reads a gauge at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  render(): Promise<string>
  readonly contentType: string
}

/** From a primary-key read to a heavy query, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Callers can send any method; a label takes only those that a route can have. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'cairn_http_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'cairn_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    observe: ({ method, route, status, milliseconds }) => {
      const labels = { method: METHODS.has(method) ? method : 'other', route: route || 'none' }
      requests.inc({ ...labels, status })
      seconds.observe(labels, milliseconds / 1000)
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
