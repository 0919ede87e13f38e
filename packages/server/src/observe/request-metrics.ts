/** Counts requests by method, route and status in plain numbers, and prints them as Prometheus text on demand. */
import { metricSection } from './prometheus.ts'
import type { RouteCounts } from './request-figures.ts'

export interface RequestMetrics {
  count(method: string, route: string, status: number, seconds: number): void
  /** The same counts as plain data. */
  counts(): RouteCounts[]
  /** In the text format of Prometheus. */
  render(): string
}

/** From a primary-key read to a heavy query, in seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Callers can send any method; a label takes only those that a route can have. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** The counts of one method on one route. */
interface Meter {
  readonly method: string
  readonly route: string
  readonly labels: string
  readonly statuses: Map<number, number>
  /** The number of requests in each bucket; the last one has those longer than all buckets. */
  readonly buckets: number[]
  seconds: number
}

const newMeter = (method: string, route: string): Meter => ({
  method,
  route,
  labels: `method="${method}",route="${route}"`,
  statuses: new Map(),
  buckets: new Array(BUCKETS.length + 1).fill(0),
  seconds: 0,
})

function bucketOf(seconds: number): number {
  let at = 0
  while (seconds > (BUCKETS[at] ?? Number.POSITIVE_INFINITY)) at++
  return at
}

const requestLines = ({ labels, statuses }: Meter): string[] =>
  [...statuses].map(([status, n]) => `cairn_http_requests_total{${labels},status="${status}"} ${n}`)

function secondLines({ labels, buckets, seconds }: Meter): string[] {
  let total = 0
  const lines = buckets.map((n, at) => {
    total += n
    return `cairn_http_request_seconds_bucket{le="${BUCKETS[at] ?? '+Inf'}",${labels}} ${total}`
  })
  return [
    ...lines,
    `cairn_http_request_seconds_sum{${labels}} ${seconds}`,
    `cairn_http_request_seconds_count{${labels}} ${total}`,
  ]
}

export function requestMetrics(): RequestMetrics {
  // By route, then by method, so that no key has to be built.
  const meters = new Map<string, Map<string, Meter>>()

  const meterOf = (method: string, route: string): Meter => {
    const ofRoute = meters.get(route) ?? new Map<string, Meter>()
    meters.set(route, ofRoute)
    const label = METHODS.has(method) ? method : 'other'
    const meter = ofRoute.get(label) ?? newMeter(label, route || 'none')
    ofRoute.set(label, meter)
    return meter
  }

  return {
    count: (method, route, status, seconds) => {
      const meter = meters.get(route)?.get(method) ?? meterOf(method, route)
      meter.statuses.set(status, (meter.statuses.get(status) ?? 0) + 1)
      const bucket = bucketOf(seconds)
      meter.buckets[bucket] = (meter.buckets[bucket] ?? 0) + 1
      meter.seconds += seconds
    },
    counts: () =>
      [...meters.values()].flatMap(ofRoute =>
        [...ofRoute.values()].map(({ method, route, statuses, buckets, seconds }) => ({
          method,
          route,
          statuses: [...statuses],
          buckets: [...buckets],
          seconds,
        })),
      ),
    render: () => {
      const all = [...meters.values()].flatMap(ofRoute => [...ofRoute.values()])
      return [
        metricSection(
          'cairn_http_requests_total',
          'counter',
          'Requests completed.',
          all.flatMap(each => requestLines(each)),
        ),
        metricSection(
          'cairn_http_request_seconds',
          'histogram',
          'Request duration.',
          all.flatMap(each => secondLines(each)),
        ),
      ].join('\n')
    },
  }
}
