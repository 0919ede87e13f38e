/** Numbers by which dates, times, durations and proportions are compared, since the values themselves have none. */
import { magnitudeOf, parseDateTime, parseDuration, parseTime, type RmObject } from '@cairn-ehr/openehr/rm'
import { NUMBER } from './path-text.ts'

/**
 * The attribute of a leaf that holds the number of a DV_ORDERED class. Dates count seconds like date-times, since the
 * two compare with each other; a partial one counts as its beginning.
 */
export const NUMBER_ATTRIBUTE: Readonly<Record<string, string>> = {
  DV_QUANTITY: 'magnitude',
  DV_COUNT: 'magnitude',
  DV_ORDINAL: 'value',
  DV_SCALE: 'value',
  DV_PROPORTION: NUMBER,
  DV_DATE: NUMBER,
  DV_DATE_TIME: NUMBER,
  DV_TIME: NUMBER,
  DV_DURATION: NUMBER,
}

/** A number in JSON notation that a double cannot represent: seconds with their fraction. */
export interface Decimal {
  readonly decimal: string
}

export type Numbering = (value: RmObject) => number | bigint | Decimal | undefined

const onText =
  (read: (text: string) => number | Decimal | undefined): Numbering =>
  ({ value }) =>
    typeof value === 'string' ? read(value) : undefined

/** Keeps all digits of the fraction, which a double cannot represent beside so many seconds. */
function printExactly(
  span: { readonly whole: number; readonly fraction?: string } | undefined,
): number | Decimal | undefined {
  const fraction = span?.fraction?.replace(/0+$/, '') ?? ''
  return span === undefined || fraction === '' ? span?.whole : { decimal: `${span.whole}.${fraction}` }
}

const byDateTime = onText(text => printExactly(parseDateTime(text)))

const NUMBERINGS: ReadonlyMap<string, Numbering> = new Map<string, Numbering>([
  ['DV_DATE', byDateTime],
  ['DV_DATE_TIME', byDateTime],
  ['DV_TIME', onText(text => printExactly(parseTime(text)))],
  ['DV_DURATION', onText(text => parseDuration(text)?.magnitude)],
  ['DV_PROPORTION', value => magnitudeOf(value, 'DV_PROPORTION')],
])

/** Returns undefined for a class that has its number as an attribute, or has none. */
export const numberingOf = (type: string): Numbering | undefined => NUMBERINGS.get(type)

/** Returns the number for the leaf `#`; undefined for a class that has its number as an attribute, or for a malformed date. */
export const numberBeside = (value: RmObject, type: string): number | bigint | Decimal | undefined =>
  numberBy(numberingOf(type), value)

export function numberBy(
  numbering: Numbering | undefined,
  value: RmObject,
): number | bigint | Decimal | undefined {
  const number = numbering?.(value)
  return typeof number === 'number' && !Number.isFinite(number) ? undefined : number
}
