/** Dates and times as the reader types and reads them, between a field and ISO 8601. Partial dates stay partial. */
import { isoNow, type TimeKind } from './iso-now.ts'

/** The order of day and month in numbers, and the mark between them, as the locale of the browser has them. */
interface DateForm {
  readonly isMonthFirst: boolean
  readonly mark: string
  /** Beginnings of the names of months, in lower case. */
  readonly months: readonly string[]
}

const SAMPLE = new Date(2026, 10, 22)

export function dateFormOf(locale: string): DateForm {
  const parts = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(SAMPLE)
  const order = parts.filter(({ type }) => type === 'day' || type === 'month').map(({ type }) => type)
  const literal = parts
    .find(({ type }) => type === 'literal')
    ?.value.trim()
    .slice(0, 1)
  const month = new Intl.DateTimeFormat(locale, { month: 'short' })
  return {
    // A locale that begins with the year writes ISO 8601, which is read anyway.
    isMonthFirst: order[0] === 'month' && parts[0]?.type !== 'year',
    mark: literal === undefined || literal === '' ? '/' : literal,
    months: Array.from({ length: 12 }, (_, at) =>
      month
        .format(new Date(2026, at, 1))
        .toLowerCase()
        .replace(/\.$/, ''),
    ),
  }
}

const two = (text: string | number): string => String(text).padStart(2, '0')

const isDay = (year: string, month: string, day: string): boolean => {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

const isMonth = (month: string): boolean => Number(month) >= 1 && Number(month) <= 12

function dateOf(text: string, { isMonthFirst, months }: DateForm): string | undefined {
  if (/^\d{4}$/.test(text)) return text
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
  const numbers = /^(?:(\d{1,2})[./\s-]+)?(\d{1,2})[./\s-]+(\d{4})$/.exec(text)
  const words = /^(?:(\d{1,2})[.\s]+)?(\p{L}{3,})\.?\s+(\d{4})$/u.exec(text)
  let [year, month, day]: (string | undefined)[] = []
  if (iso) [year, month, day] = [iso[1], iso[2], iso[3]]
  else if (numbers) {
    const [, first, second, last] = numbers
    ;[year, month, day] = first !== undefined && isMonthFirst ? [last, first, second] : [last, second, first]
  } else if (words) {
    const at = months.findIndex(name => words[2]?.toLowerCase().startsWith(name.slice(0, 3)))
    if (at >= 0) [year, month, day] = [words[3], String(at + 1), words[1]]
  }
  if (year === undefined || month === undefined || !isMonth(month)) return undefined
  if (day === undefined) return `${year}-${two(month)}`
  return isDay(year, month, day) ? `${year}-${two(month)}-${two(day)}` : undefined
}

function clockOf(text: string): string | undefined {
  const [, hour, minute, second] = /^(\d{1,2})[:.h]?(\d{2})(?::(\d{2}))?$/.exec(text) ?? []
  if (hour === undefined || minute === undefined) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  return `${two(hour)}:${minute}:${second ?? '00'}`
}

/** ISO 8601 for a text that somebody typed; undefined if it is none yet. */
export function readTyped(typed: string, kind: TimeKind, form: DateForm): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  // Times with an offset, as they are stored.
  if (kind === 'datetime' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d(:?\d\d)?)$/.test(text)) return text
  if (kind === 'time') return clockOf(text)
  if (kind === 'date') return dateOf(text, form)
  const at = /[T\s,]+(?=\d{1,2}[:.h]?\d{2}(?::\d{2})?$)/.exec(text)
  const [day, clock] = at ? [text.slice(0, at.index), text.slice(at.index + at[0].length)] : [text, undefined]
  const whole = dateOf(text, form)
  if (clock === undefined || whole !== undefined) return whole
  const date = dateOf(day, form)
  const time = clockOf(clock)
  if (date === undefined || time === undefined || date.length < 10) return undefined
  return isoNow(new Date(`${date}T${time}`), 'datetime')
}

const clockText = (hours: number, minutes: number, seconds: number): string =>
  `${two(hours)}:${two(minutes)}${seconds === 0 ? '' : `:${two(seconds)}`}`

/** The text of a stored value: a time with an offset in the zone of the reader. Anything else as it is. */
export function printTyped(value: string, kind: TimeKind, { isMonthFirst, mark }: DateForm): string {
  if (kind === 'time') {
    const [, hour, minute, second] = /^(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(value) ?? []
    return hour === undefined ? value : clockText(Number(hour), Number(minute), Number(second ?? 0))
  }
  const [, year, month, day, rest] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(T.+)?)?)?$/.exec(value) ?? []
  if (year === undefined || month === undefined) return value
  if (day === undefined) return `${month}${mark}${year}`
  const ordered = (d: string, m: string, y: string) => (isMonthFirst ? [m, d, y] : [d, m, y]).join(mark)
  if (rest === undefined) return ordered(day, month, year)
  const time = new Date(value)
  if (!/(Z|[+-]\d\d(:?\d\d)?)$/.test(rest) || Number.isNaN(time.getTime())) return value
  const date = ordered(two(time.getDate()), two(time.getMonth() + 1), String(time.getFullYear()))
  return `${date} ${clockText(time.getHours(), time.getMinutes(), time.getSeconds())}`
}
