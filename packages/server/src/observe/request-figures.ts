/** Times of requests by route, from the counts that the metrics keep: percentiles are bounds of buckets. */

/** The counts of one method on one route, as plain data. */
export interface RouteCounts {
  readonly method: string
  readonly route: string
  /** Requests by status. */
  readonly statuses: readonly (readonly [status: number, count: number])[]
  /** Requests by bucket of time; the last has those longer than all bounds. */
  readonly buckets: readonly number[]
  readonly seconds: number
}

export interface RouteFigures {
  readonly method: string
  readonly route: string
  readonly requests: number
  /** Answers of 500 and above. */
  readonly faults: number
  /** Milliseconds; percentiles are "at most" this. */
  readonly mean: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Counts of several processes together. */
export function sumRouteCounts(all: readonly (readonly RouteCounts[])[]): RouteCounts[] {
  const sums = new Map<string, RouteCounts>()
  for (const counts of all.flat()) {
    const key = `${counts.method} ${counts.route}`
    const before = sums.get(key)
    sums.set(key, before ? added(before, counts) : counts)
  }
  return [...sums.values()]
}

function added(a: RouteCounts, b: RouteCounts): RouteCounts {
  return {
    ...a,
    statuses: [...a.statuses, ...b.statuses],
    buckets: a.buckets.map((count, at) => count + (b.buckets[at] ?? 0)),
    seconds: a.seconds + b.seconds,
  }
}

/** The bound of the bucket that the share of requests is reached in; the largest bound for what is beyond it. */
export function percentile(buckets: readonly number[], bounds: readonly number[], share: number): number {
  const wanted = buckets.reduce((sum, count) => sum + count, 0) * share
  let sum = 0
  for (const [at, count] of buckets.entries()) {
    sum += count
    if (sum >= wanted && count > 0) return (bounds[at] ?? bounds.at(-1) ?? 0) * 1000
  }
  return 0
}

export function routeFigures(counts: readonly RouteCounts[], bounds: readonly number[]): RouteFigures[] {
  return counts
    .map(({ method, route, statuses, buckets, seconds }) => {
      const requests = statuses.reduce((sum, [, count]) => sum + count, 0)
      return {
        method,
        route,
        requests,
        faults: statuses.reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0),
        mean: requests === 0 ? 0 : (seconds / requests) * 1000,
        p50: percentile(buckets, bounds, 0.5),
        p95: percentile(buckets, bounds, 0.95),
        p99: percentile(buckets, bounds, 0.99),
      }
    })
    .sort((a, b) => b.requests - a.requests)
}
