/** Dates and times of both standards: openEHR may leave out the offset, FHIR demands it beside a time. */

const isDateOnly = (text: string): boolean => /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)

/** A FHIR date, dateTime or instant as DV_DATE_TIME: a date becomes its first moment, as published engines do. */
export function openehrDateTime(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00`
  if (isDateOnly(text)) return text
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? text.replace(/\.0+(?=Z|[+-]|$)/, '') : undefined
}

export const dateOf = (text: string): string | undefined => /^\d{4}(-\d{2}(-\d{2})?)?/.exec(text)?.[0]

export const timeOf = (text: string): string | undefined =>
  /(?:^|T)(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)/.exec(text)?.[1]

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}(?:[.,]\d+)?)?(.*))?$/

/** ISO 8601 of openEHR as FHIR writes it: extended form, with seconds and an offset. */
export function fhirDateTime(text: string, timeZone: string): string {
  const compact = COMPACT.exec(text)
  const extended = compact
    ? `${compact[1]}-${compact[2]}-${compact[3]}${compact[4] ? `T${compact[4]}:${compact[5]}:${compact[6] ?? '00'}${compact[7] ?? ''}` : ''}`
    : text
  const match =
    /^(\d{4}-\d{2}-\d{2})T(\d{2})(?::(\d{2}))?(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      extended,
    )
  if (match === null) return extended
  const [, date, hour, minute = '00', second = '00', fraction, offset] = match
  const local = `${date}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}`
  return local + (offset === undefined ? offsetAt(local, timeZone) : withColon(offset))
}

/** An instant needs the whole time. */
export const fhirInstant = (text: string, timeZone: string): string | undefined => {
  const full = fhirDateTime(isDateOnly(text) ? `${text}T00:00:00` : text, timeZone)
  return full.includes('T') ? full : undefined
}

const withColon = (offset: string): string => {
  if (offset === 'Z') return offset
  const plain = offset.replace(':', '')
  return `${plain.slice(0, 3)}:${plain.slice(3) || '00'}`
}

/** The offset of a local time in a zone, such as `+01:00`; a zone may itself be an offset. */
function offsetAt(local: string, timeZone: string): string {
  if (timeZone === 'UTC' || timeZone === 'Z') return 'Z'
  if (/^[+-]\d{2}:\d{2}$/.test(timeZone)) return timeZone
  const moment = Date.parse(`${local}Z`)
  const first = minutesAt(moment, timeZone)
  const minutes = minutesAt(moment - first * 60_000, timeZone)
  const absolute = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function minutesAt(moment: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** UCUM units of a FHIR Duration, and the designators of ISO 8601. */
const DURATION_UNITS: readonly (readonly [ucum: string, prefix: string, designator: string])[] = [
  ['a', 'P', 'Y'],
  ['mo', 'P', 'M'],
  ['wk', 'P', 'W'],
  ['d', 'P', 'D'],
  ['h', 'PT', 'H'],
  ['min', 'PT', 'M'],
  ['s', 'PT', 'S'],
]

export function isoDuration(value: number, unit: string): string | undefined {
  if (unit === 'ms') return `PT${value / 1000}S`
  const row = DURATION_UNITS.find(([ucum]) => ucum === unit)
  return row && `${row[1]}${value}${row[2]}`
}

/** A duration of one unit as it is; one of several units in the smallest of them, where they have fixed lengths. */
export function ucumDuration(text: string): { readonly value: number; readonly unit: string } | undefined {
  const match =
    /^(-)?P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    )
  if (match === null) return undefined
  const sign = match[1] === '-' ? -1 : 1
  const parts = match.slice(2).map(part => (part === undefined ? 0 : Number(part)))
  const units = DURATION_UNITS.map(([ucum]) => ucum)
  const used = parts.flatMap((value, at) => (value === 0 ? [] : [at]))
  const [only, another] = used
  if (only === undefined) return { value: 0, unit: 's' }
  if (another === undefined) return { value: sign * (parts[only] ?? 0), unit: units[only] ?? 's' }
  const last = used.at(-1) ?? only
  const value = inUnit(parts, last)
  return value === undefined ? undefined : { value: sign * value, unit: units[last] ?? 's' }
}

const SECONDS = [undefined, undefined, 604_800, 86_400, 3_600, 60, 1]

function inUnit(parts: readonly number[], unit: number): number | undefined {
  if (unit === 1) return (parts[0] ?? 0) * 12 + (parts[1] ?? 0)
  if ((parts[0] ?? 0) > 0 || (parts[1] ?? 0) > 0) return undefined
  const total = parts.reduce((sum, value, at) => sum + value * (SECONDS[at] ?? 0), 0)
  return total / (SECONDS[unit] ?? 1)
}
