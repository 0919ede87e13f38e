/** ISO 8601 times as openEHR has them (BASE foundation types, Iso8601_time): cut off after hour or minute, with or without offset. */
import { digits } from './date.ts'
import type { IsoSpan } from './span.ts'

export interface TimeFields {
  readonly hour: number
  readonly minute?: number
  readonly second?: number
  /** Digits after the decimal mark, as many as were written. */
  readonly fraction?: string
  /** Minutes east of UTC; 0 is `Z`. Absent: local time. */
  readonly offset?: number
}

export interface IsoTime extends IsoSpan, TimeFields {
  readonly precision: 'hour' | 'minute' | 'second' | 'fraction'
  readonly fraction?: string
}

/** Only seconds may have a fraction. The `T` of ISO 8601:2019 may lead. */
const EXTENDED = /^T?(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/
const BASIC = /^T?(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Time_Definitions: the date line sets the limits, -12 and +14 hours. */
const MOST_HOURS = { '-': 12, '+': 14 } as const

/** Minutes east of UTC; `null` where there is no such zone. ISO 8601 has no `-00:00`. */
function offsetOf(text: string): number | null {
  if (text === 'Z') return 0
  const sign = text[0] === '-' ? '-' : '+'
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', ''))
  if (hours > MOST_HOURS[sign] || minutes > 59) return null
  if (sign === '+') return hours * 60 + minutes
  return hours === 0 ? null : -(hours * 60 + minutes)
}

/** Seconds of the day that a time covers, on the clock of UTC, so possibly before 0 or after 86,400. */
export function spanOf(time: TimeFields): Omit<IsoTime, keyof TimeFields> & { readonly fraction?: string } {
  const start = time.hour * 3600 + (time.minute ?? 0) * 60 + (time.second ?? 0) - (time.offset ?? 0) * 60
  if (time.minute === undefined)
    return { precision: 'hour', magnitude: start, whole: start, end: start + 3600 }
  if (time.second === undefined)
    return { precision: 'minute', magnitude: start, whole: start, end: start + 60 }
  const end = start + 1
  if (time.fraction === undefined) return { precision: 'second', magnitude: start, whole: start, end }
  const { fraction } = time
  return { precision: 'fraction', magnitude: start + Number(`0.${fraction}`), whole: start, fraction, end }
}

/** The fields of a time; the notation must be the date's where the two stand together. */
export function timeFields(text: string, notation: 'extended' | 'basic' | 'any'): TimeFields | undefined {
  const match =
    (notation === 'basic' ? null : EXTENDED.exec(text)) ?? (notation === 'extended' ? null : BASIC.exec(text))
  if (match === null) return undefined
  const [, hh, mm, ss, fraction, zone] = match
  const offset = zone === undefined ? undefined : offsetOf(zone)
  // 24:00 is no time in openEHR (BASE, time types, deviations), and 60 is the leap second (valid_iso8601_time).
  if (offset === null || Number(hh) > 23 || Number(mm ?? 0) > 59 || Number(ss ?? 0) > 60) return undefined
  return {
    hour: Number(hh),
    ...(mm === undefined ? {} : { minute: Number(mm) }),
    ...(ss === undefined ? {} : { second: Number(ss) }),
    ...(fraction === undefined ? {} : { fraction }),
    ...(offset === undefined ? {} : { offset }),
  }
}

/** A time, whole or partial, in extended or basic notation; `undefined` where it is none. */
export function parseTime(text: string): IsoTime | undefined {
  const fields = timeFields(text, 'any')
  return fields && { ...fields, ...spanOf(fields) }
}

function printOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}`
}

/** In extended notation, without a leading `T`. */
export function printTime({ hour, minute, second, fraction, offset }: TimeFields): string {
  let text = digits(hour, 2)
  if (minute !== undefined) text += `:${digits(minute, 2)}`
  if (minute !== undefined && second !== undefined) {
    text += `:${digits(second, 2)}`
    if (fraction !== undefined) text += `.${fraction}`
  }
  return offset === undefined ? text : text + printOffset(offset)
}
