/** ISO 8601 dates as openEHR has them (BASE foundation types, Iso8601_date): complete or cut off after month or year. */
import type { IsoSpan } from './span.ts'

export interface IsoDate extends IsoSpan {
  readonly precision: 'year' | 'month' | 'day'
  readonly year: number
  readonly month?: number
  readonly day?: number
}

/** `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, `YYYYMMDD`, `YYYYMM`: openEHR allows the last, ISO 8601 does not. */
const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d)?)?$/

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** Days since 0000-01-01 in the Gregorian calendar, extended back to the year 0. */
function dayNumber(year: number, month: number, day: number): number {
  const last = year - 1
  const years =
    year === 0 ? 0 : year * 365 + Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1
  return years + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month > 2 && isLeap(year) ? 1 : 0) + day - 1
}

/** Checks the fields of a date and finds the days it covers. */
function dateOf(year: number, month: number | undefined, day: number | undefined): IsoDate | undefined {
  if (month === undefined) {
    const [start, end] = [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)]
    return { year, precision: 'year', magnitude: start, whole: start, end }
  }
  if (month < 1 || month > 12) return undefined
  const start = dayNumber(year, month, day ?? 1)
  if (day === undefined)
    return {
      year,
      month,
      precision: 'month',
      magnitude: start,
      whole: start,
      end: start + daysInMonth(year, month),
    }
  if (day < 1 || day > daysInMonth(year, month)) return undefined
  return { year, month, day, precision: 'day', magnitude: start, whole: start, end: start + 1 }
}

/** A date, whole or partial, in extended or basic notation; `undefined` where it is none. */
export function parseDate(text: string): IsoDate | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const month = match[2] ?? match[4]
  const day = match[3] ?? match[5]
  return dateOf(
    Number(match[1]),
    month === undefined ? undefined : Number(month),
    day === undefined ? undefined : Number(day),
  )
}

export const digits = (value: number, width: number): string => String(value).padStart(width, '0')

/** In extended notation. */
export function printDate({ year, month, day }: Pick<IsoDate, 'year' | 'month' | 'day'>): string {
  const parts = [digits(year, 4)]
  if (month !== undefined) parts.push(digits(month, 2))
  if (month !== undefined && day !== undefined) parts.push(digits(day, 2))
  return parts.join('-')
}
