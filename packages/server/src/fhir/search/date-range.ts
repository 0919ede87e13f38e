/** Dates of FHIR as spans of time, by their precision, and the comparisons of a search by date (R4, Search, date). */
import { isJson } from '@cairn-ehr/fhir'

/** From `from` on, before `to`; milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** The span of a date, a dateTime or an instant. A time without a zone is in UTC. Undefined for any other text. */
function spanOf(text: string): Span | undefined {
  const [, year, month, day, hour, minute, second, fraction, zone = 'Z'] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const [y, m] = [Number(year), Number(month ?? 1) - 1]
  if (month === undefined) return spanFrom(Date.UTC(y, 0), Date.UTC(y + 1, 0))
  if (day === undefined) return m > 11 ? undefined : spanFrom(Date.UTC(y, m), Date.UTC(y, m + 1))
  const start = Date.parse(
    `${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}${zone}`,
  )
  if (hour === undefined) return spanFrom(start, start + DAY)
  if (second === undefined) return spanFrom(start, start + MINUTE)
  if (fraction === undefined) return spanFrom(start, start + SECOND)
  const at = start + Math.floor(Number(`0.${fraction}`) * SECOND)
  return spanFrom(at, at + 1)
}

const spanFrom = (from: number, to: number): Span | undefined =>
  Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to }

/** The span of an element: a primitive, or a Period, whose open end is without limit. */
export function spanOfValue(value: unknown): Span | undefined {
  if (typeof value === 'string') return spanOf(value)
  if (!isJson(value)) return undefined
  const [start, end] = [value['start'], value['end']].map(each =>
    typeof each === 'string' ? spanOf(each) : undefined,
  )
  if (start === undefined && end === undefined) return undefined
  return { from: start?.from ?? Number.NEGATIVE_INFINITY, to: end?.to ?? Number.POSITIVE_INFINITY }
}

const COMPARISONS = {
  eq: (value: Span, asked: Span) => value.from >= asked.from && value.to <= asked.to,
  ne: (value: Span, asked: Span) => value.from < asked.from || value.to > asked.to,
  gt: (value: Span, asked: Span) => value.to > asked.to,
  lt: (value: Span, asked: Span) => value.from < asked.from,
  ge: (value: Span, asked: Span) => value.to > asked.from,
  le: (value: Span, asked: Span) => value.from < asked.to,
  sa: (value: Span, asked: Span) => value.from >= asked.to,
  eb: (value: Span, asked: Span) => value.to <= asked.from,
  ap: (value: Span, asked: Span) => value.from < asked.to && value.to > asked.from,
} as const satisfies Record<string, (value: Span, asked: Span) => boolean>

type Prefix = keyof typeof COMPARISONS

export interface DateCondition {
  readonly prefix: Prefix
  readonly span: Span
}

/** `ge2024-01`; undefined for a text that is none. */
export function dateConditionIn(text: string): DateCondition | undefined {
  const given = text.slice(0, 2)
  const prefix = Object.hasOwn(COMPARISONS, given) ? (given as Prefix) : undefined
  const span = spanOf(prefix === undefined ? text : text.slice(2))
  return span && { prefix: prefix ?? 'eq', span }
}

export const matchesDate = ({ prefix, span }: DateCondition, value: Span): boolean =>
  COMPARISONS[prefix](value, span)

/** Limits that every match keeps; undefined: none on that side. */
export function boundsOf({ prefix, span }: DateCondition): Partial<Span> {
  if (prefix === 'ne') return {}
  const isAbove = prefix === 'gt' || prefix === 'ge' || prefix === 'sa'
  const isBelow = prefix === 'lt' || prefix === 'le' || prefix === 'eb'
  return { ...(isBelow ? {} : { from: span.from }), ...(isAbove ? {} : { to: span.to }) }
}
