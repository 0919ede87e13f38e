/**
 * The stretch of time that a date, a time or a date-time covers: a value without its seconds (or day) covers more than an
 * instant, and two stretches are in order only where they do not overlap.
 */

export type Precision = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction'

export interface IsoSpan {
  readonly precision: Precision
  /**
   * The number to sort and compare by, as DV_*.magnitude defines it: days since 0000-01-01 of a date, seconds since
   * midnight of a time, seconds since 0000-01-01T00:00:00 of a date-time. An absent offset counts as UTC.
   */
  readonly magnitude: number
  /** `magnitude` without the fraction of a second, which a double cannot hold exactly beside so many seconds. */
  readonly whole: number
  /** Digits of the fraction of a second. */
  readonly fraction?: string
  /** The beginning of the next value of the same precision. */
  readonly end: number
}

const isPoint = ({ precision }: IsoSpan): boolean => precision === 'second' || precision === 'fraction'

function comparePoints(a: IsoSpan, b: IsoSpan): number {
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1
  const digits = Math.max(a.fraction?.length ?? 0, b.fraction?.length ?? 0)
  const [x, y] = [(a.fraction ?? '').padEnd(digits, '0'), (b.fraction ?? '').padEnd(digits, '0')]
  return x === y ? 0 : x < y ? -1 : 1
}

/**
 * Order of two values of one kind: negative, 0 or positive; `undefined` where one contains the other, such as 2021 and
 * 2021-10, which have no order.
 */
export function compareIso(a: IsoSpan, b: IsoSpan): number | undefined {
  if (isPoint(a) && isPoint(b)) return comparePoints(a, b)
  if (a.whole === b.whole && a.end === b.end) return 0
  if (a.end <= b.whole) return -1
  return b.end <= a.whole ? 1 : undefined
}

export interface IsoRange<T> {
  readonly lower?: T
  readonly upper?: T
  readonly lowerIncluded: boolean
  readonly upperIncluded: boolean
}

/**
 * True when a value lies inside a range, whose limits may be less precise than the value or more so: the range goes from the
 * beginning of its lower limit to the end of its upper one, and the whole of the value must be within. So 10 is
 * within 00:00..23:59, and 23:30 within 11..23 (CNF, C_TIME.range).
 */
export function withinIso<T extends IsoSpan>(value: T, range: IsoRange<T>): boolean {
  const { lower, upper } = range
  if (lower !== undefined) {
    const order = isPoint(value) && isPoint(lower) ? comparePoints(value, lower) : undefined
    if (order !== undefined) {
      if (range.lowerIncluded ? order < 0 : order <= 0) return false
    } else if (value.whole < (range.lowerIncluded ? lower.whole : lower.end)) return false
  }
  if (upper === undefined) return true
  if (isPoint(value) && isPoint(upper)) {
    const order = comparePoints(value, upper)
    return range.upperIncluded ? order <= 0 : order < 0
  }
  return value.end <= (range.upperIncluded ? upper.end : upper.whole)
}
