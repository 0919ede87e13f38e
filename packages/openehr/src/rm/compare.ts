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
import { isRmObject, type RmObject } from './model.ts'
import { attributesOf, type Unvalidated } from './typed.ts'
import type * as Rm from './types.generated.ts'

type Comparison = (a: RmObject, b: RmObject) => number | undefined

/** Numbers and, from a reader that keeps large ones exactly, bigints. */
function compareNumbers(a: unknown, b: unknown): number | undefined {
  if (!isNumeric(a) || !isNumeric(b)) return undefined
  return a < b ? -1 : a > b ? 1 : 0
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value))

type Quantity = Unvalidated<Rm.DvQuantity>
type Count = Unvalidated<Rm.DvCount>
type Proportion = Unvalidated<Rm.DvProportion>
type Ordinal = Unvalidated<Rm.DvOrdinal | Rm.DvScale>
type IsoText = Unvalidated<Rm.DvDate | Rm.DvTime | Rm.DvDateTime | Rm.DvDuration>

/** Parses the value of a date, a time or a duration; a value that is no text does not parse either. */
const parseWith =
  <T>(parse: (text: string) => T | undefined) =>
  ({ value }: IsoText): T | undefined =>
    parse(typeof value === 'string' ? value : '')

const readDuration = parseWith(parseDuration)

const compareWith = (parse: (text: string) => IsoSpan | undefined) => {
  const read = parseWith(parse)
  return (a: IsoText, b: IsoText): number | undefined => {
    const [x, y] = [read(a), read(b)]
    return x === undefined || y === undefined ? undefined : compareIso(x, y)
  }
}

const vocabularyOf = ({ symbol }: Ordinal): unknown => {
  const { defining_code } = attributesOf<Rm.DvCodedText>(symbol)
  const { terminology_id } = attributesOf<Rm.CodePhrase>(defining_code)
  return attributesOf<Rm.TerminologyId>(terminology_id).value
}

/** Ordinals and scales are in order within one vocabulary only. */
const compareOrdinals = (a: Ordinal, b: Ordinal): number | undefined =>
  vocabularyOf(a) === vocabularyOf(b) ? compareNumbers(a.value, b.value) : undefined

const compareQuantities = (a: Quantity, b: Quantity): number | undefined =>
  a.units === b.units && a.units_system === b.units_system
    ? compareNumbers(a.magnitude, b.magnitude)
    : undefined

const quotientOf = ({ numerator, denominator }: Proportion): number => Number(numerator) / Number(denominator)

const compareProportions = (a: Proportion, b: Proportion): number | undefined =>
  a.type === b.type ? compareNumbers(quotientOf(a), quotientOf(b)) : undefined

/** is_strictly_comparable_to() and less_than() of each class (RM data types, quantity package). */
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['DV_QUANTITY', compareQuantities],
  ['DV_COUNT', (a: Count, b: Count) => compareNumbers(a.magnitude, b.magnitude)],
  ['DV_PROPORTION', compareProportions],
  ['DV_ORDINAL', compareOrdinals],
  ['DV_SCALE', compareOrdinals],
  ['DV_DATE', compareWith(parseDate)],
  ['DV_TIME', compareWith(parseTime)],
  ['DV_DATE_TIME', compareWith(parseDateTime)],
  [
    'DV_DURATION',
    (a: IsoText, b: IsoText) => compareNumbers(readDuration(a)?.magnitude, readDuration(b)?.magnitude),
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

const magnitudeWith = (parse: (text: string) => { readonly magnitude: number } | undefined) => {
  const read = parseWith(parse)
  return (value: IsoText): unknown => read(value)?.magnitude
}

/** `magnitude` of each class that has one, computed or stored; ordinals and scales by their value. */
const MAGNITUDES: ReadonlyMap<string, (value: RmObject) => unknown> = new Map<
  string,
  (value: RmObject) => unknown
>([
  ['DV_QUANTITY', ({ magnitude }: Quantity) => magnitude],
  ['DV_COUNT', ({ magnitude }: Count) => magnitude],
  ['DV_PROPORTION', quotientOf],
  ['DV_ORDINAL', ({ value }: Ordinal) => value],
  ['DV_SCALE', ({ value }: Ordinal) => value],
  ['DV_DATE', magnitudeWith(parseDate)],
  ['DV_TIME', magnitudeWith(parseTime)],
  ['DV_DATE_TIME', magnitudeWith(parseDateTime)],
  ['DV_DURATION', magnitudeWith(parseDuration)],
])

/** The number that a DV_ORDERED value sorts by; `undefined` where it has none. */
export function magnitudeOf(value: RmObject, declared = 'Any'): number | bigint | undefined {
  const found = MAGNITUDES.get(typeOf(value, declared) ?? '')?.(value)
  return isNumeric(found) ? found : undefined
}

/**
 * True when a value lies inside a DV_INTERVAL; `undefined` where a limit cannot be compared with it. An end that does not say
 * whether it is included counts as included, as in the XML schemas.
 */
export function intervalHolds(interval: Unvalidated<Rm.DvInterval>, value: RmObject): boolean | undefined {
  const { lower, upper } = interval
  const declared = typeOf(value, 'Any') ?? 'Any'
  if (isRmObject(lower) && interval.lower_unbounded !== true) {
    const order = compareOrdered(lower, value, declared)
    if (order === undefined) return undefined
    if (order > 0 || (order === 0 && interval.lower_included === false)) return false
  }
  if (isRmObject(upper) && interval.upper_unbounded !== true) {
    const order = compareOrdered(value, upper, declared)
    if (order === undefined) return undefined
    if (order > 0 || (order === 0 && interval.upper_included === false)) return false
  }
  return true
}
