/** The order of DV_ORDERED values, and which of them an interval holds. */
import { typeOf } from './classes.ts'
import {
  compareIso,
  type IsoSpan,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
} from './iso8601/index.ts'
import type { RmObject } from './model.ts'
import { isRmObject } from './walk.ts'

type Comparison = (a: RmObject, b: RmObject) => number | undefined

/** Numbers and, from a reader that keeps large ones exactly, bigints. */
function compareNumbers(a: unknown, b: unknown): number | undefined {
  if (!isNumeric(a) || !isNumeric(b)) return undefined
  return a < b ? -1 : a > b ? 1 : 0
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value))

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The attribute at the end of a chain of names. */
function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names) found = isRmObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

const byIso =
  (parse: (value: string) => IsoSpan | undefined): Comparison =>
  (a, b) => {
    const [x, y] = [parse(text(a['value'])), parse(text(b['value']))]
    return x === undefined || y === undefined ? undefined : compareIso(x, y)
  }

/** Ordinals and scales are in order within one vocabulary only. */
const bySymbol: Comparison = (a, b) =>
  at(a, 'symbol', 'defining_code', 'terminology_id', 'value') ===
  at(b, 'symbol', 'defining_code', 'terminology_id', 'value')
    ? compareNumbers(a['value'], b['value'])
    : undefined

const proportion = (value: RmObject): number => Number(value['numerator']) / Number(value['denominator'])

/** is_strictly_comparable_to() and less_than() of each class (RM data types, quantity package). */
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  [
    'DV_QUANTITY',
    (a, b) =>
      a['units'] === b['units'] && a['units_system'] === b['units_system']
        ? compareNumbers(a['magnitude'], b['magnitude'])
        : undefined,
  ],
  ['DV_COUNT', (a, b) => compareNumbers(a['magnitude'], b['magnitude'])],
  [
    'DV_PROPORTION',
    (a, b) => (a['type'] === b['type'] ? compareNumbers(proportion(a), proportion(b)) : undefined),
  ],
  ['DV_ORDINAL', bySymbol],
  ['DV_SCALE', bySymbol],
  ['DV_DATE', byIso(parseDate)],
  ['DV_TIME', byIso(parseTime)],
  ['DV_DATE_TIME', byIso(parseDateTime)],
  [
    'DV_DURATION',
    (a, b) =>
      compareNumbers(parseDuration(text(a['value']))?.magnitude, parseDuration(text(b['value']))?.magnitude),
  ],
])

/**
 * Order of two DV_ORDERED values: negative, 0 or positive; `undefined` where openEHR does not compare them: other
 * classes, other units, proportions of another kind, ordinals of another vocabulary, dates of which one
 * contains the other, or text that is no date. `declared` is the class of values without `_type`.
 */
export function compareOrdered(a: RmObject, b: RmObject, declared = 'Any'): number | undefined {
  const type = typeOf(a, declared)
  if (type === undefined || type !== typeOf(b, declared)) return undefined
  return COMPARISONS.get(type)?.(a, b)
}

/** `magnitude` of each class that has one, computed or stored; ordinals and scales by their value. */
const MAGNITUDES: ReadonlyMap<string, (value: RmObject) => unknown> = new Map<
  string,
  (value: RmObject) => unknown
>([
  ['DV_QUANTITY', value => value['magnitude']],
  ['DV_COUNT', value => value['magnitude']],
  ['DV_PROPORTION', proportion],
  ['DV_ORDINAL', value => value['value']],
  ['DV_SCALE', value => value['value']],
  ['DV_DATE', value => parseDate(text(value['value']))?.magnitude],
  ['DV_TIME', value => parseTime(text(value['value']))?.magnitude],
  ['DV_DATE_TIME', value => parseDateTime(text(value['value']))?.magnitude],
  ['DV_DURATION', value => parseDuration(text(value['value']))?.magnitude],
])

/** The number that a DV_ORDERED value sorts by; `undefined` where it has none. */
export function magnitudeOf(value: RmObject, declared = 'Any'): number | bigint | undefined {
  const found = MAGNITUDES.get(typeOf(value, declared) ?? '')?.(value)
  return isNumeric(found) ? found : undefined
}

/**
 * Whether a DV_INTERVAL holds a value; `undefined` where a limit cannot be compared with it. An end that says nothing
 * about being included is, as in the XML schemas.
 */
export function intervalHolds(interval: RmObject, value: RmObject): boolean | undefined {
  const { lower, upper } = interval
  const declared = typeOf(value, 'Any') ?? 'Any'
  if (isRmObject(lower) && interval['lower_unbounded'] !== true) {
    const order = compareOrdered(lower, value, declared)
    if (order === undefined) return undefined
    if (order > 0 || (order === 0 && interval['lower_included'] === false)) return false
  }
  if (isRmObject(upper) && interval['upper_unbounded'] !== true) {
    const order = compareOrdered(value, upper, declared)
    if (order === undefined) return undefined
    if (order > 0 || (order === 0 && interval['upper_included'] === false)) return false
  }
  return true
}
