/** Dates and times as a clinician reads them: 24 hours, month in letters, partial dates as partial as they are. */
import type { Language } from '../language/translate.ts'

/** English as it is written outside North America: the day before the month. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES', nl: 'nl-NL' }

const localeOf = (language: Language): string => LOCALES[language]

export interface TimeStyle {
  readonly language: Language
  /** An IANA name; undefined: the zone of the browser. */
  readonly zone?: string | undefined
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, known)
  return known
}

const DATE: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', year: 'numeric' }
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** `Sep`, and not the `Sept` of British English: all dates are of one width, as in NHS records. */
const monthText = (month: string): string => month.replace(/\.$/, '').replace(/^Sept$/, 'Sep')

/** The months as dates name them. */
export const monthNames = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    dateParts(new Date(Date.UTC(2026, month)), localeOf(language), 'UTC', { month: 'short' }),
  )

/** `14 Nov 2026`, with the parts in one order for all languages, and no dots after abbreviations. */
function dateParts(
  instant: Date,
  locale: string,
  zone: string | undefined,
  options: Intl.DateTimeFormatOptions,
) {
  const parts = formatter(locale, { ...options, ...(zone ? { timeZone: zone } : {}) }).formatToParts(instant)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return [part('day'), monthText(part('month')), part('year')].filter(text => text !== '').join(' ')
}

function formatDay(instant: Date, { language, zone }: TimeStyle): string {
  return dateParts(instant, localeOf(language), zone, DATE)
}

export function formatClock(instant: Date, { language, zone }: TimeStyle, withSeconds = false): string {
  const options = { ...CLOCK, ...(withSeconds ? { second: '2-digit' as const } : {}) }
  return formatter(localeOf(language), { ...options, ...(zone ? { timeZone: zone } : {}) }).format(instant)
}

export const formatInstant = (instant: Date, style: TimeStyle): string =>
  `${formatDay(instant, style)} ${formatClock(instant, style)}`

/** Date with its parts, time with its parts, offset: extended or basic ISO 8601, partial or whole. */
const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:T(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/

/** A date or date and time of the reference model. What it leaves out stays out. */
export function formatIso(value: string, style: TimeStyle): string {
  const [, year, month, day, hour, minute, , offset] = ISO.exec(value) ?? []
  if (year === undefined) return value
  if (month === undefined) return year
  const locale = localeOf(style.language)
  const at = (days: string) => new Date(`${year}-${month}-${days}T00:00:00Z`)
  if (day === undefined) return dateParts(at('01'), locale, 'UTC', { month: 'short', year: 'numeric' })
  const date = dateParts(at(day), locale, 'UTC', DATE)
  if (hour === undefined) return date
  // An hour without minutes, or a time without an offset, cannot be moved into another zone.
  if (minute === undefined) return `${date} ${hour} h`
  if (offset === undefined) return `${date} ${hour}:${minute}`
  const instant = new Date(value.replace(',', '.'))
  return Number.isNaN(instant.getTime()) ? `${date} ${hour}:${minute}` : formatInstant(instant, style)
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
function aheadOfUtc(instant: Date, zone: string | undefined): number {
  const parts = formatter('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find(each => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return shown - Math.floor(instant.getTime() / 60_000) * 60_000
}

/** The instant of a date and time on the clocks of a zone, as a calendar field has it: `2026-11-14T08:30`. Undefined for any other text. */
export function instantIn(local: string, zone?: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return undefined
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const near = asUtc - aheadOfUtc(new Date(asUtc), zone)
  // Once more, since the clocks may have been changed between the two.
  return new Date(asUtc - aheadOfUtc(new Date(near), zone))
}

/** The date and time on the clocks of a zone, as a calendar field takes it: `2026-11-14T08:30`. */
export const localIn = (instant: Date, zone?: string): string =>
  new Date(instant.getTime() + aheadOfUtc(instant, zone)).toISOString().slice(0, 16)

/** The day that a value falls on, as a key to group by: `2026-11-14`. */
export function dayKey(value: string, zone?: string): string {
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime()) || !value.includes('T')) return value.slice(0, 10)
  const parts = formatter('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(zone ? { timeZone: zone } : {}),
  })
  return parts.format(instant)
}

/** Whole years between a date of birth and a day, or undefined for a date that says no year. */
export function ageAt(born: string, day: Date): number | undefined {
  const [, year, month = '01', date = '01'] = ISO.exec(born) ?? []
  if (year === undefined) return undefined
  const years = day.getUTCFullYear() - Number(year)
  const isBefore =
    day.getUTCMonth() + 1 < Number(month) ||
    (day.getUTCMonth() + 1 === Number(month) && day.getUTCDate() < Number(date))
  return years - (isBefore ? 1 : 0)
}

/** `1 h 30 min` for `PT1H30M`; the text itself where it is no duration. */
export function formatDuration(value: string): string {
  const found =
    /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/.exec(
      value,
    )
  if (!found) return value
  const [, sign = '', ...numbers] = found
  const units = ['y', 'mo', 'wk', 'd', 'h', 'min', 's']
  const parts = numbers.flatMap((number, index) =>
    number === undefined ? [] : [`${number} ${units[index]}`],
  )
  return parts.length === 0 ? value : `${sign === '' ? '' : '−'}${parts.join(' ')}`
}
