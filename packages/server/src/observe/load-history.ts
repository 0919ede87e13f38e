/** Requests and their times by the minute, for some hours: the difference of the counts that the metrics keep, so requests pay nothing for it. */
import { percentile, type RouteCounts } from './request-figures.ts'

/** The requests of one minute of one process. */
export interface LoadSample {
  /** The end of the minute, in milliseconds since 1970: the same for all processes. */
  readonly at: number
  readonly requests: number
  readonly faults: number
  /** By bucket of time. */
  readonly buckets: readonly number[]
}

export interface LoadFigures {
  readonly at: string
  readonly requests: number
  /** Answers of 500 and above. */
  readonly faults: number
  /** Milliseconds; the bound of a bucket. */
  readonly p50: number
  readonly p95: number
}

const MINUTE_MS = 60_000

/** Three hours: longer histories are for a program that collects metrics. */
const MOST_SAMPLES = 180

export interface LoadHistory {
  /** Call it once a minute. */
  sample(): Promise<void>
  samples(): readonly LoadSample[]
}

type Totals = Omit<LoadSample, 'at'>

function totalsOf(counts: readonly RouteCounts[]): Totals {
  const statuses = counts.flatMap(each => each.statuses)
  const sum = (list: readonly (readonly [number, number])[]) =>
    list.reduce((all, [, count]) => all + count, 0)
  const length = Math.max(0, ...counts.map(({ buckets }) => buckets.length))
  return {
    requests: sum(statuses),
    faults: sum(statuses.filter(([status]) => status >= 500)),
    buckets: Array.from({ length }, (_, at) =>
      counts.reduce((all, { buckets }) => all + (buckets[at] ?? 0), 0),
    ),
  }
}

export function openLoadHistory(
  counts: () => Promise<readonly RouteCounts[]>,
  now: () => number,
): LoadHistory {
  const samples: LoadSample[] = []
  let before: Totals = { requests: 0, faults: 0, buckets: [] }
  return {
    sample: async () => {
      const totals = totalsOf(await counts())
      samples.push({
        at: Math.round(now() / MINUTE_MS) * MINUTE_MS,
        requests: totals.requests - before.requests,
        faults: totals.faults - before.faults,
        buckets: totals.buckets.map((count, at) => count - (before.buckets[at] ?? 0)),
      })
      before = totals
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    samples: () => samples,
  }
}

/** Samples of several processes together, the oldest first. */
export function loadFigures(
  all: readonly (readonly LoadSample[])[],
  bounds: readonly number[],
): LoadFigures[] {
  const samplesOf = all.flat()
  return [...new Set(samplesOf.map(({ at }) => at))]
    .sort((a, b) => a - b)
    .map(at => {
      const samples = samplesOf.filter(sample => sample.at === at)
      const buckets = Array.from({ length: bounds.length + 1 }, (_, index) =>
        samples.reduce((sum, sample) => sum + (sample.buckets[index] ?? 0), 0),
      )
      return {
        at: new Date(at).toISOString(),
        requests: samples.reduce((sum, { requests }) => sum + requests, 0),
        faults: samples.reduce((sum, { faults }) => sum + faults, 0),
        p50: percentile(buckets, bounds, 0.5),
        p95: percentile(buckets, bounds, 0.95),
      }
    })
}
