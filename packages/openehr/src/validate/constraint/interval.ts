/** Bounds of numbers: a test for a number, and their text in messages. */
import type { Interval } from '../../template/index.ts'

export const contains = ({ lower, upper, lowerIncluded, upperIncluded }: Interval, value: number): boolean =>
  (lower === undefined || (lowerIncluded ? value >= lower : value > lower)) &&
  (upper === undefined || (upperIncluded ? value <= upper : value < upper))

/** `|10..20|`, `|>5..*|` and the like, as ADL writes them. */
export const showInterval = (interval: Interval<string | number>): string => {
  const { lower, upper, lowerIncluded, upperIncluded } = interval
  if (lower !== undefined && lower === upper) return String(lower)
  const from = lower === undefined ? '*' : `${lowerIncluded ? '' : '>'}${lower}`
  const to = upper === undefined ? '*' : `${upperIncluded ? '' : '<'}${upper}`
  return `${from}..${to}`
}

/** The first twenty of a list, for a message. */
export const oneOf = (values: readonly (string | number)[]): string => {
  const listed = values.slice(0, 20).map(String).join(', ')
  return `one of ${listed}${values.length > 20 ? `, … (${values.length})` : ''}`
}
