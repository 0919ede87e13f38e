/** ISO 8601 times as openEHR has them (BASE foundation types, Iso8601_time): cut off after hour or minute, with or without offset. */
import { digits } from './date.ts'
import { COLON, characterAt, HYPHEN, isDigitAt, pairAt } from './digits.ts'
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

type Writable<T> = { -readonly [key in keyof T]: T[key] }

const PLUS = 0x2b
const COMMA = 0x2c
const POINT = 0x2e
const LETTER_T = 0x54
const LETTER_Z = 0x5a

/**
 * The time zone that the text ends with, `Z`, `±hh`, `±hhmm` or `±hh:mm`, as minutes east of UTC; `null` where there is no
 * such zone. ISO 8601 has no `-00:00`. Time_Definitions: the date line sets the limits, -12 and +14 hours.
 */
function offsetFrom(text: string, at: number): number | null {
  const first = characterAt(text, at)
  const length = text.length - at
  if (first === LETTER_Z) return length === 1 ? 0 : null
  if (first !== PLUS && first !== HYPHEN) return null
  if (length !== 3 && length !== 5 && (length !== 6 || characterAt(text, at + 3) !== COLON)) return null
  const hours = pairAt(text, at + 1)
  const minutes = length === 3 ? 0 : pairAt(text, text.length - 2)
  if (hours < 0 || hours > (first === PLUS ? 14 : 12) || minutes < 0 || minutes > 59) return null
  if (first === PLUS) return hours * 60 + minutes
  return hours === 0 ? null : -(hours * 60 + minutes)
}

/** The day of a time; `start` is its midnight in UTC, in seconds. */
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly start: number
}

type DatedTime = IsoTime & Omit<Day, 'start'>

type Notation = 'extended' | 'basic' | 'any'

/**
 * Reads a time from `from` to the end of the text, and joins it to its day. Only seconds may have a fraction. The character
 * after the hour tells the notation: a colon means extended.
 */
export function timeFrom(text: string, from: number, notation: Notation): IsoTime | undefined
export function timeFrom(text: string, from: number, notation: Notation, date: Day): DatedTime | undefined
export function timeFrom(text: string, from: number, notation: Notation, date?: Day): IsoTime | undefined {
  const hour = pairAt(text, from)
  let at = from + 2
  const extended = characterAt(text, at) === COLON
  const gap = extended ? 1 : 0
  let minute: number | undefined
  let second: number | undefined
  let fraction: string | undefined
  if (notation !== (extended ? 'basic' : 'extended') && hasNextField(text, at, extended)) {
    minute = pairAt(text, at + gap)
    at += gap + 2
    if (hasNextField(text, at, extended)) {
      second = pairAt(text, at + gap)
      at += gap + 2
      if (characterAt(text, at) === POINT || characterAt(text, at) === COMMA) {
        const start = ++at
        while (isDigitAt(text, at)) at++
        if (at === start) return undefined
        fraction = text.slice(start, at)
      }
    }
  }
  const offset = at >= text.length ? undefined : offsetFrom(text, at)
  if (offset === null || !isTimeOfDay(hour, minute ?? 0, second ?? 0)) return undefined
  return timeOf(date, { hour, minute, second, fraction, offset })
}

const hasNextField = (text: string, at: number, extended: boolean): boolean =>
  extended ? characterAt(text, at) === COLON : isDigitAt(text, at)

/** 24:00 is no time in openEHR (BASE, time types, deviations), and 60 is the leap second (valid_iso8601_time). */
const isTimeOfDay = (hour: number, minute: number, second: number): boolean =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 60

/** The fields that a text has, those that it lacks being undefined. */
type FoundFields = {
  readonly [Name in keyof Required<TimeFields>]: Required<TimeFields>[Name] | undefined
} & {
  readonly hour: number
}

/** Fields are set one by one, which is ten times faster than spreading objects into each other. */
function timeOf(date: Day | undefined, fields: FoundFields): IsoTime {
  const { hour, minute, second, fraction, offset } = fields
  // On the clock of UTC, so possibly before the day or after it.
  const start = (date?.start ?? 0) + hour * 3600 + (minute ?? 0) * 60 + (second ?? 0) - (offset ?? 0) * 60
  const time: Writable<IsoTime> =
    date === undefined
      ? { hour, precision: 'hour', magnitude: start, whole: start, end: start + 3600 }
      : datedTime(date, hour, start)
  if (offset !== undefined) time.offset = offset
  if (minute === undefined) return time
  time.minute = minute
  time.precision = 'minute'
  time.end = start + 60
  if (second === undefined) return time
  time.second = second
  time.precision = 'second'
  time.end = start + 1
  if (fraction === undefined) return time
  time.fraction = fraction
  time.precision = 'fraction'
  time.magnitude = start + Number(`0.${fraction}`)
  return time
}

const datedTime = ({ year, month, day }: Day, hour: number, start: number): Writable<DatedTime> => ({
  year,
  month,
  day,
  hour,
  precision: 'hour',
  magnitude: start,
  whole: start,
  end: start + 3600,
})

/** A time, whole or partial, in extended or basic notation; `undefined` where it is none. The `T` of ISO 8601:2019 may lead. */
export const parseTime = (text: string): IsoTime | undefined =>
  timeFrom(text, characterAt(text, 0) === LETTER_T ? 1 : 0, 'any')

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
