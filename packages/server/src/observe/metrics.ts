/** Prometheus metrics; labels come from the route table, so their number is bounded whatever callers send. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RouteCounts } from './request-figures.ts'
import { requestMetrics } from './request-metrics.ts'

export interface Metrics {
  observe(event: { method: string; route: string; status: number; milliseconds: number }): void
  /** Requests of this process by route. */
  routeCounts(): RouteCounts[]
  /** Reads a gauge at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** Adds metrics that are counted elsewhere, in the text format of Prometheus. */
  include(print: () => string | Promise<string>): void
  render(): Promise<string>
  readonly contentType: string
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // The library finds a counter by its labels written out and hashed, for each request anew.
  const requests = requestMetrics()
  const printers: (() => string | Promise<string>)[] = [requests.render]
  return {
    observe: ({ method, route, status, milliseconds }) =>
      requests.count(method, route, status, milliseconds / 1000),
    routeCounts: requests.counts,
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
    include: print => void printers.push(print),
    render: async () =>
      (await Promise.all([registry.metrics(), ...printers.map(print => print())])).join('\n'),
    contentType: registry.contentType,
  }
}
