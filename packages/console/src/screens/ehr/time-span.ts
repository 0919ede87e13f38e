/** The axis of time that the charts of a page share: all of it, or a part that the reader chose. */
import type { TimeSpan } from '../../parts/shared-time.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Lengths of time that end with the last measurement. */
const LATEST = {
  '24 hours': DAY,
  '7 days': 7 * DAY,
  '30 days': 30 * DAY,
  '1 year': 365 * DAY,
  '5 years': 5 * 365 * DAY,
} as const

export type LatestName = keyof typeof LATEST

/** Free space beside the first and the last point, as a share of the span. */
const MARGIN = 0.02

/** Less than this is wider than any two times that people tell apart. */
const SHORTEST = 60

/** The span of some times, with a margin; undefined if there are none. */
export function spanOf(times: readonly number[]): TimeSpan | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of times) {
    if (time < from) from = time
    if (time > to) to = time
  }
  if (from > to) return undefined
  const margin = Math.max((to - from) * MARGIN, SHORTEST)
  return { from: from - margin, to: to + margin }
}

/** A length of time that ends with the last measurement, and a margin after it. */
export const latestOf = (all: TimeSpan, last: number, name: LatestName): TimeSpan => ({
  from: Math.max(all.from, last - LATEST[name]),
  to: Math.min(all.to, last + LATEST[name] * MARGIN),
})

/** Lengths that show less than all. */
export const latestChoices = ({ from, to }: TimeSpan): LatestName[] =>
  (Object.keys(LATEST) as LatestName[]).filter(name => LATEST[name] < to - from)

/** A chosen span, within all of the time and no shorter than a minute. */
export function clippedTo(all: TimeSpan, { from, to }: TimeSpan): TimeSpan {
  const width = Math.max(to - from, SHORTEST)
  const start = Math.min(Math.max(from, all.from), Math.max(all.from, all.to - width))
  return { from: start, to: Math.min(start + width, Math.max(all.to, start + SHORTEST)) }
}

/** Times of each part of a span, which show where much was measured and where nothing. */
export function countsIn({ from, to }: TimeSpan, times: readonly number[], parts: number): number[] {
  const counts = new Array<number>(parts).fill(0)
  for (const time of times) {
    const part = Math.min(parts - 1, Math.floor(((time - from) / (to - from)) * parts))
    if (part >= 0) counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}

/** A distance this many times the usual one is a gap. */
const GAP = 5

/** Positions before which nothing was measured for far longer than usual on either side: visits have other distances than a stay. */
function gapsIn(times: readonly number[]): ReadonlySet<number> {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time))
  // One distance alone is no habit: a visit between two stays stands alone.
  const habit = (near = 0, far = near) => Math.min(near, far)
  const positions = distances.flatMap((distance, at) => {
    const before = habit(distances[at - 1], distances[at - 2])
    const usual = Math.max(before, habit(distances[at + 1], distances[at + 2]))
    return usual > 0 && distance > GAP * usual ? [at + 1] : []
  })
  return new Set(positions)
}

type Column = readonly (number | null)[]

export interface BrokenLines {
  readonly times: readonly number[]
  readonly columns: readonly Column[]
  /** For each time the index that it had; -1 in a gap. */
  readonly origin: readonly number[]
}

/** Interrupts lines where nothing was measured for far longer than usual: a line there would claim values that nobody knows. */
export function withGaps(times: readonly number[], columns: readonly Column[]): BrokenLines {
  const gaps = gapsIn(times)
  const origin = times.flatMap((_, index) => (gaps.has(index) ? [-1, index] : [index]))
  const timeAt = (position: number): number => {
    const [before, after] = [times[origin[position - 1] ?? 0] ?? 0, times[origin[position + 1] ?? 0] ?? 0]
    return (before + after) / 2
  }
  return {
    times: origin.map((index, position) => (index < 0 ? timeAt(position) : (times[index] ?? 0))),
    columns: columns.map(column => origin.map(index => (index < 0 ? null : (column[index] ?? null)))),
    origin,
  }
}

/** The index of the measurement nearest to the pointer, which may stand in a gap. */
export function nearestMeasured({ times, origin }: BrokenLines, position: number, time: number): number {
  const index = origin[position] ?? -1
  if (index >= 0) return index
  const isBefore = time < (times[position] ?? time)
  return origin[position + (isBefore ? -1 : 1)] ?? -1
}

/** Positions of values without a neighbour: no line leads to them, so they need a dot in every density. */
export const lonePositions = (column: Column): number[] =>
  column.flatMap((value, at) =>
    value !== null && (column[at - 1] ?? null) === null && (column[at + 1] ?? null) === null ? [at] : [],
  )
