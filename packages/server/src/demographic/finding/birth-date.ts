/** Birth dates, of which the day or the month may be unknown. */

/** Days from and to, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

const DATE = /^(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?(?:T.*)?$/

const two = (number: number): string => String(number).padStart(2, '0')

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** `1980`, `1980-05` or `1980-05-03`, of a DV_DATE or a DV_DATE_TIME; undefined for any other text. */
export function birthDateIn(text: string): string | undefined {
  const [, year, month, day] = DATE.exec(text.trim()) ?? []
  if (year === undefined || Number(year) === 0) return undefined
  if (month === undefined) return year
  if (Number(month) < 1 || Number(month) > 12) return undefined
  if (day === undefined) return `${year}-${month}`
  return Number(day) >= 1 && Number(day) <= lastDayOf(Number(year), Number(month))
    ? `${year}-${month}-${day}`
    : undefined
}

export function daysOf(date: string): Days {
  const [year = '', month, day] = date.split('-')
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (day === undefined)
    return { from: `${date}-01`, to: `${date}-${two(lastDayOf(Number(year), Number(month)))}` }
  return { from: date, to: date }
}

export const overlap = (a: Days, b: Days): boolean => a.from <= b.to && b.from <= a.to
