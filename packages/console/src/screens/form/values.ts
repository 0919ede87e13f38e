/** The values of a form: keys and values of FLAT. What the form does not show stays as it is. */

export type FormValues = Readonly<Record<string, unknown>>

/** Sets the parts of one field; an empty text, null or undefined takes a part away. */
export function withParts(values: FormValues, path: string, parts: FormValues): FormValues {
  const changed: Record<string, unknown> = { ...values }
  for (const [suffix, value] of Object.entries(parts)) {
    const key = suffix === '' ? path : `${path}|${suffix}`
    if (value === '' || value === undefined || value === null) delete changed[key]
    else changed[key] = value
  }
  return changed
}

/** An index of the values of a form, made in one pass: a large record has thousands of keys and as many fields. */
interface ValuesIndex {
  /** Parts by the path of their field. */
  readonly parts: ReadonlyMap<string, FormValues>
  /** Paths at or below which there is a value. */
  readonly filled: ReadonlySet<string>
  /** Occurrences up to the last one with a value, by the path without an index. */
  readonly counts: ReadonlyMap<string, number>
}

const NO_PARTS: FormValues = {}

const indexes = new WeakMap<FormValues, ValuesIndex>()

function indexOf(values: FormValues): ValuesIndex {
  const parts = new Map<string, Record<string, unknown>>()
  const filled = new Set<string>()
  const counts = new Map<string, number>()
  const fill = (path: string): void => {
    if (filled.has(path)) return
    filled.add(path)
    const occurrence = /^(.*):(\d+)$/.exec(path)
    if (occurrence) {
      const [, name = '', digits] = occurrence
      counts.set(name, Math.max(counts.get(name) ?? 0, Number(digits) + 1))
    }
    const slash = path.lastIndexOf('/')
    if (slash >= 0) fill(path.slice(0, slash))
  }
  for (const [key, value] of Object.entries(values)) {
    const bar = key.indexOf('|')
    const path = bar < 0 ? key : key.slice(0, bar)
    fill(path)
    const own = parts.get(path) ?? {}
    own[bar < 0 ? '' : key.slice(bar + 1)] = value
    parts.set(path, own)
  }
  return { parts, filled, counts }
}

function indexed(values: FormValues): ValuesIndex {
  const known = indexes.get(values) ?? indexOf(values)
  indexes.set(values, known)
  return known
}

const isBelow = (key: string, path: string): boolean =>
  key.startsWith(path) && (key.length === path.length || key[path.length] === '|' || key[path.length] === '/')

export const hasValues = (values: FormValues, path: string): boolean => indexed(values).filled.has(path)

export const withoutPath = (values: FormValues, path: string): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !isBelow(key, path)))

/** The parts of one field by suffix; its own value has the empty one. */
export const partsAt = (values: FormValues, path: string): FormValues =>
  indexed(values).parts.get(path) ?? NO_PARTS

/** Path of one occurrence of a node that repeats: `path:2`. */
export const occurrencePath = (path: string, index: number): string => `${path}:${index}`

const indexIn = (key: string, path: string): number | undefined => {
  if (!key.startsWith(`${path}:`)) return undefined
  const digits = /^\d+(?=[|/]|$)/.exec(key.slice(path.length + 1))
  return digits === null ? undefined : Number(digits[0])
}

/** The number of occurrences up to the last one with a value. */
export const occurrenceCount = (values: FormValues, path: string): number =>
  indexed(values).counts.get(path) ?? 0

/** Takes one occurrence away; those behind it move up. Their stated order among other nodes no longer holds. */
export function withoutOccurrence(values: FormValues, path: string, index: number): FormValues {
  const above = path.slice(0, path.lastIndexOf('/'))
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (key === `${above}/_order`) return []
      const own = indexIn(key, path)
      if (own === undefined || own < index) return [[key, value]]
      if (own === index) return []
      const rest = key.slice(path.length + 1 + String(own).length)
      return [[`${occurrencePath(path, own - 1)}${rest}`, value]]
    }),
  )
}

/** The beginning of a new record: who writes, when, where, in which language. */
export function newValues(
  root: string,
  given: {
    readonly composer: string
    readonly language: string
    readonly territory: string
    readonly now: string
  },
  isEvent: boolean,
): FormValues {
  return {
    [`${root}/language|code`]: given.language,
    [`${root}/territory|code`]: given.territory,
    [`${root}/composer|name`]: given.composer,
    ...(isEvent
      ? { [`${root}/context/start_time`]: given.now, [`${root}/context/setting|code`]: '238' }
      : {}),
  }
}

/** Author, time and place belong to the record that is copied, and so do ids and the times of its events. */
const NOT_COPIED =
  /^[^/]+\/(?:context\/|composer|language|territory|category|_)|\/_(?:uid|feeder_audit|provider|link|work_flow_id)\b|\/(?:time|_end_time|expiry_time)$/

/** The values of an earlier record under the beginning of a new one. */
export const copiedValues = (earlier: FormValues, beginning: FormValues): FormValues => ({
  ...Object.fromEntries(Object.entries(earlier).filter(([key]) => !NOT_COPIED.test(key))),
  ...beginning,
})
