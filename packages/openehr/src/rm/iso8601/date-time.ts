/** ISO 8601 date-times as openEHR has them (BASE foundation types, Iso8601_date_time): anything after the year may be missing. */
import { dateUpTo, type IsoDate, printDate } from './date.ts'
import { characterAt, HYPHEN } from './digits.ts'
import type { IsoSpan, Precision } from './span.ts'
import { printTime, type TimeFields, timeFrom } from './time.ts'

export interface IsoDateTime extends IsoSpan, Partial<Omit<TimeFields, 'fraction'>> {
  readonly precision: Precision
  readonly year: number
  readonly month?: number
  readonly day?: number
}

const SECONDS_IN_DAY = 86_400

function atMidnight(date: IsoDate): IsoDateTime {
  const start = date.whole * SECONDS_IN_DAY
  return { ...date, magnitude: start, whole: start, end: date.end * SECONDS_IN_DAY }
}

/** A date-time, whole or partial, in extended or basic notation, the two not mixed; `undefined` where it is none. */
export function parseDateTime(text: string): IsoDateTime | undefined {
  const mark = text.indexOf('T')
  const date = dateUpTo(text, mark < 0 ? text.length : mark)
  if (date === undefined) return undefined
  if (mark < 0) return atMidnight(date)
  const { year, month, day } = date
  // A time needs its day.
  if (month === undefined || day === undefined) return undefined
  const notation = characterAt(text, 4) === HYPHEN ? 'extended' : 'basic'
  return timeFrom(text, mark + 1, notation, { year, month, day, start: date.whole * SECONDS_IN_DAY })
}

/** In extended notation. */
export function printDateTime(
  value: Omit<IsoDateTime, keyof IsoSpan> & { readonly fraction?: string },
): string {
  const { hour } = value
  return hour === undefined || value.day === undefined
    ? printDate(value)
    : `${printDate(value)}T${printTime({ ...value, hour })}`
}
