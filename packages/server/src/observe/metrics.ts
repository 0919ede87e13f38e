/** Prometheus metrics; labels come from the route table, so their number is bounded whatever callers send. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RouteCounts } from './request-figures.ts'
import { requestMetrics } from './request-metrics.ts'

/** A metric that is counted elsewhere, as it is now. */
export interface ReadMetric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly labels?: readonly string[]
  readonly samples: readonly (readonly [value: number, labels?: Readonly<Record<string, string>>])[]
}

export interface Metrics {
  readonly registry: Registry
  observe(event: { method: string; route: string; status: number; milliseconds: number }): void
  /** Requests of this process by route. */
  routeCounts(): Promise<RouteCounts[]>
  /** Adds metrics that are read at each scrape. */
  include(read: () => readonly ReadMetric[] | Promise<readonly ReadMetric[]>): void
  render(): Promise<string>
  readonly contentType: string
}

const KINDS = { counter: Counter, gauge: Gauge }

function register(registry: Registry, { name, type, help, labels: names = [], samples }: ReadMetric): void {
  registry.removeSingleMetric(name)
  const metric = new KINDS[type]({ name, help, labelNames: [...names], registers: [registry] })
  for (const [value, labels = {}] of samples) metric.inc(labels, value)
}

/** `labels`: of one of several parts of the process; figures of the process are then left to the others. */
export function openMetrics(labels?: Readonly<Record<string, string>>): Metrics {
  const registry = new Registry()
  if (labels) registry.setDefaultLabels(labels)
  else collectDefaultMetrics({ register: registry })
  const requests = requestMetrics(registry)
  const readers: Parameters<Metrics['include']>[0][] = []
  return {
    registry,
    observe: ({ method, route, status, milliseconds }) =>
      requests.count(method, route, status, milliseconds / 1000),
    routeCounts: requests.counts,
    include: read => void readers.push(read),
    render: async () => {
      for (const metrics of await Promise.all(readers.map(read => read())))
        for (const metric of metrics) register(registry, metric)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
