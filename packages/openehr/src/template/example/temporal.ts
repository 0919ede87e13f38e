/** Dates, times and durations that satisfy their pattern and range: candidates are made and the first that fits is taken. */

import {
  type IsoSpan,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  printDuration,
  withinIso,
} from '../../rm/index.ts'
import type { Interval, Primitive } from '../model.ts'
import type { Chooser } from './chooser.ts'

type Temporal = Extract<Primitive, { readonly kind: 'C_DATE' | 'C_TIME' | 'C_DATE_TIME' | 'C_DURATION' }>
type Kind = 'C_DATE' | 'C_TIME' | 'C_DATE_TIME'

/** Each kind: how it is read, its part of `now`, and its separators with the fields between them. */
const KINDS: Readonly<
  Record<
    Kind,
    {
      readonly parse: (text: string) => IsoSpan | undefined
      readonly part: (now: string) => string
      readonly full: string
    }
  >
> = {
  C_DATE: { parse: parseDate, part: now => now.slice(0, 10), full: 'yyyy-mm-dd' },
  C_TIME: { parse: parseTime, part: now => now.slice(11), full: 'HH:MM:SS' },
  C_DATE_TIME: { parse: parseDateTime, part: now => now, full: 'yyyy-mm-ddTHH:MM:SS' },
}

/** A moment as its fields: `2024-05-17T10:30:00` and a time zone or none. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?$/

export function makeTemporal(
  kind: Kind,
  constraint: Primitive | undefined,
  chooser: Chooser,
  now: string,
): string | undefined {
  const given = constraint?.kind === kind ? constraint : undefined
  const { parse, part } = KINDS[kind]
  const moments = [shifted(now, chooser), ...bounds(kind, given?.range, now)]
  const candidates = moments.flatMap(moment => {
    const text = fitted(part(moment), kind, given, chooser)
    return text === undefined ? [] : [text]
  })
  return [...candidates, ...ends(given?.range)].find(text => accepts(text, parse, given?.range))
}

/** A random time in the years before now; now itself for an example. */
function shifted(now: string, chooser: Chooser): string {
  if (!chooser.draws) return now
  const [, year = '2000', , , hour = '00'] = MOMENT.exec(now) ?? []
  const padded = (count: number, width: number): string => String(count).padStart(width, '0')
  const month = 1 + Math.floor(chooser.fraction() * 12)
  const day = 1 + Math.floor(chooser.fraction() * 28)
  const minute = Math.floor(chooser.fraction() * 60)
  const second = Math.floor(chooser.fraction() * 60)
  const zone = MOMENT.exec(now)?.[7] ?? ''
  const then = Number(year) - 1 - Math.floor(chooser.fraction() * 5)
  return `${padded(then, 4)}-${padded(month, 2)}-${padded(day, 2)}T${hour}:${padded(minute, 2)}:${padded(second, 2)}${zone}`
}

/** The ends of a range, and what lies one step inside, as moments. */
function bounds(kind: Kind, range: Interval<string> | undefined, now: string): readonly string[] {
  const texts = [range?.lower, range?.upper].filter(text => text !== undefined)
  return texts.flatMap(text => {
    const moment = momentOf(kind, text, now)
    return moment === undefined ? [] : [moment, stepped(moment, 1), stepped(moment, -1)]
  })
}

/** A date or time filled up to a whole moment. */
function momentOf(kind: Kind, text: string, now: string): string | undefined {
  const whole = kind === 'C_TIME' ? `${now.slice(0, 10)}T${text.replace(/^T/, '')}` : text
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = ''] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d)(?::(\d\d))?(?::(\d\d))?(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(
      whole,
    ) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
}

/** A day and a second later or earlier: inside a range whichever of its fields count. */
function stepped(moment: string, direction: 1 | -1): string {
  const zone = MOMENT.exec(moment)?.[7] ?? ''
  const milliseconds = Date.parse(`${moment.slice(0, 19)}Z`) + direction * 86_401_000
  return Number.isFinite(milliseconds)
    ? `${new Date(milliseconds).toISOString().slice(0, 19)}${zone}`
    : moment
}

/** Cuts a value to the fields of its pattern: letters stay, `XX` go, `??` are chosen; then the zone. */
function fitted(text: string, kind: Kind, given: Temporal | undefined, chooser: Chooser): string | undefined {
  const pattern = given?.pattern ?? KINDS[kind].full
  const [, body = '', zone = ''] = /^(.*?)(Z|[+-]\d\d:?\d\d)?$/s.exec(text) ?? []
  const fields = pattern.replace(/^T/, '').replace(/(Z|[+-]hh:?mm)$/i, '')
  const cut = cutAt(fields, chooser)
  const kept = body.replace(/[.,]\d+$/, '').slice(0, cut)
  const hasTime = kind === 'C_TIME' || kept.includes('T')
  if (given?.timezone === 'mandatory' || /(Z|[+-]hh:?mm)$/i.test(given?.pattern ?? ''))
    return hasTime ? `${kept}${zone || 'Z'}` : undefined
  return given?.timezone === 'disallowed' || !hasTime ? kept : `${kept}${zone}`
}

/** The end of the fields to keep: before the first forbidden one, or an optional one that is left out. */
function cutAt(fields: string, chooser: Chooser): number {
  const parts = [...fields.matchAll(/yyyy|mm|dd|hh|ss|\?\?|xx/gi)]
  for (const [place, part] of parts.entries()) {
    const forbidden = /^x/i.test(part[0])
    const leavable = parts.slice(place).every(([later]) => /^[?x]/i.test(later))
    if (forbidden || (leavable && !chooser.includes())) return Math.max(part.index - 1, 0)
  }
  return fields.length
}

const ends = (range: Interval<string> | undefined): readonly string[] =>
  [range?.lower, range?.upper].filter(text => text !== undefined)

function accepts(
  text: string,
  parse: (text: string) => IsoSpan | undefined,
  range: Interval<string> | undefined,
): boolean {
  const value = parse(text)
  if (value === undefined) return false
  if (range === undefined) return true
  const [lower, upper] = [range.lower, range.upper].map(end => (end === undefined ? undefined : parse(end)))
  return withinIso(value, {
    lowerIncluded: range.lowerIncluded,
    upperIncluded: range.upperIncluded,
    ...(lower ? { lower } : {}),
    ...(upper ? { upper } : {}),
  })
}

const DURATION_FIELDS = [
  { name: 'days', part: 0, letter: 'D' },
  { name: 'hours', part: 1, letter: 'H' },
  { name: 'minutes', part: 1, letter: 'M' },
  { name: 'seconds', part: 1, letter: 'S' },
  { name: 'weeks', part: 0, letter: 'W' },
  { name: 'months', part: 0, letter: 'M' },
  { name: 'years', part: 0, letter: 'Y' },
] as const

const COUNTS = [1, 0, 2, 3, 5, 12, 24, 30, 60, 100, 365, 1000, 10_000, 100_000] as const

/** One field of those allowed, so many of it as the range takes; else an end of the range as it stands. */
export function makeDuration(constraint: Primitive | undefined, chooser: Chooser): string | undefined {
  const given = constraint?.kind === 'C_DURATION' ? constraint : undefined
  const parts = (given?.pattern ?? 'PYMWDTHMS').toUpperCase().split('T')
  const allowed = DURATION_FIELDS.filter(({ part, letter }) => parts[part]?.includes(letter))
  const [first, ...rest] = allowed.flatMap(({ name }) => {
    const texts = COUNTS.map(count => printDuration({ negative: false, [name]: count }))
    return texts.filter(text => durationWithin(text, given?.range)).slice(0, 4)
  })
  if (first !== undefined) return chooser.pick([first, ...rest])
  return ends(given?.range).find(text => durationWithin(text, given?.range))
}

function durationWithin(text: string, range: Interval<string> | undefined): boolean {
  const value = parseDuration(text)?.magnitude
  if (value === undefined) return false
  const lower = range?.lower === undefined ? undefined : parseDuration(range.lower)?.magnitude
  const upper = range?.upper === undefined ? undefined : parseDuration(range.upper)?.magnitude
  if (lower !== undefined && (range?.lowerIncluded ? value < lower : value <= lower)) return false
  return upper === undefined || (range?.upperIncluded ? value <= upper : value < upper)
}
