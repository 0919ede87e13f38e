/** Counts durations in buckets, by labels that the caller keeps few. */
import { metricSection } from './prometheus.ts'

export interface Histogram {
  /** `labels` as Prometheus writes them, without braces. */
  count(labels: string, seconds: number): void
  render(): string
}

interface Counts {
  /** The last one has durations longer than all buckets. */
  readonly buckets: number[]
  seconds: number
}

export function openHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const series = new Map<string, Counts>()
  const linesOf = ([labels, { buckets, seconds }]: [string, Counts]): string[] => {
    let total = 0
    const lines = buckets.map((count, at) => {
      total += count
      return `${name}_bucket{le="${bounds[at] ?? '+Inf'}",${labels}} ${total}`
    })
    return [...lines, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${total}`]
  }
  return {
    count: (labels, seconds) => {
      const counts = series.get(labels) ?? { buckets: new Array(bounds.length + 1).fill(0), seconds: 0 }
      series.set(labels, counts)
      const found = bounds.findIndex(bound => seconds <= bound)
      const at = found < 0 ? bounds.length : found
      counts.buckets[at] = (counts.buckets[at] ?? 0) + 1
      counts.seconds += seconds
    },
    render: () => metricSection(name, 'histogram', help, [...series].flatMap(linesOf)),
  }
}
