/** ISO 8601 date-times as openEHR has them (BASE foundation types, Iso8601_date_time): anything after the year may be missing. */
import { type IsoDate, parseDate, printDate } from './date.ts'
import type { IsoSpan, Precision } from './span.ts'
import { printTime, spanOf, type TimeFields, timeFields } from './time.ts'

export interface IsoDateTime extends IsoSpan, Partial<Omit<TimeFields, 'fraction'>> {
  readonly precision: Precision
  readonly year: number
  readonly month?: number
  readonly day?: number
}

const SECONDS_IN_DAY = 86_400

function atMidnight({ year, month, day, precision, whole, end }: IsoDate): IsoDateTime {
  const start = whole * SECONDS_IN_DAY
  return {
    year,
    ...(month === undefined ? {} : { month }),
    ...(day === undefined ? {} : { day }),
    precision,
    magnitude: start,
    whole: start,
    end: end * SECONDS_IN_DAY,
  }
}

/** A date-time, whole or partial, in extended or basic notation, the two not mixed; `undefined` where it is none. */
export function parseDateTime(text: string): IsoDateTime | undefined {
  const mark = text.indexOf('T')
  const date = parseDate(mark < 0 ? text : text.slice(0, mark))
  if (date === undefined) return undefined
  const base = atMidnight(date)
  if (mark < 0) return base
  if (date.day === undefined) return undefined
  const fields = timeFields(text.slice(mark + 1), text[4] === '-' ? 'extended' : 'basic')
  // `T` is part of the separator here, so a second one is a fault.
  if (fields === undefined || text[mark + 1] === 'T') return undefined
  const time = spanOf(fields)
  return {
    ...base,
    ...fields,
    ...time,
    magnitude: base.whole + time.magnitude,
    whole: base.whole + time.whole,
    end: base.whole + time.end,
  }
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
