/** ISO 8601 dates as openEHR has them (BASE foundation types, Iso8601_date): complete or cut off after month or year. */
import { characterAt, HYPHEN, pairAt } from './digits.ts'
import type { IsoSpan } from './span.ts'

export interface IsoDate extends IsoSpan {
  readonly precision: 'year' | 'month' | 'day'
  readonly year: number
  readonly month?: number
  readonly day?: number
}

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
    const start = dayNumber(year, 1, 1)
    return { year, precision: 'year', magnitude: start, whole: start, end: dayNumber(year + 1, 1, 1) }
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
export const parseDate = (text: string): IsoDate | undefined => dateUpTo(text, text.length)

/**
 * The date that the text begins with and that ends at `end`. Its length tells the form: `YYYY`, `YYYYMM` (which openEHR
 * allows and ISO 8601 does not), `YYYY-MM`, `YYYYMMDD`, `YYYY-MM-DD`.
 */
export function dateUpTo(text: string, end: number): IsoDate | undefined {
  const year = pairAt(text, 0) * 100 + pairAt(text, 2)
  if (year < 0) return undefined
  switch (end) {
    case 4:
      return dateOf(year, undefined, undefined)
    case 6:
      return dateOf(year, pairAt(text, 4), undefined)
    case 7:
      return characterAt(text, 4) === HYPHEN ? dateOf(year, pairAt(text, 5), undefined) : undefined
    case 8:
      return dateOf(year, pairAt(text, 4), pairAt(text, 6))
    case 10:
      return characterAt(text, 4) === HYPHEN && characterAt(text, 7) === HYPHEN
        ? dateOf(year, pairAt(text, 5), pairAt(text, 8))
        : undefined
    default:
      return undefined
  }
}

export const digits = (value: number, width: number): string => String(value).padStart(width, '0')

/** In extended notation. */
export function printDate({ year, month, day }: Pick<IsoDate, 'year' | 'month' | 'day'>): string {
  const parts = [digits(year, 4)]
  if (month !== undefined) parts.push(digits(month, 2))
  if (month !== undefined && day !== undefined) parts.push(digits(day, 2))
  return parts.join('-')
}
