/** Compares values by number, by text, by instant; values of different kinds have no order. */
import {
  attributesOf,
  compareOrdered,
  equal,
  type IsoSpan,
  isA,
  isRmObject,
  magnitudeOf,
  parseDateTime,
  parseDuration,
  parseTime,
  type Rm,
} from '../../rm/index.ts'
import { compareText } from './compare-text.ts'
import type { Value } from './item.ts'
import { objectIdOf } from './record.ts'

/** The key that a value is compared by. */
type Key =
  | { readonly kind: 'number'; readonly number: number | bigint }
  | { readonly kind: 'boolean'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: Temporal; readonly text: string; readonly instant: Instant }

type Temporal = 'dateTime' | 'time' | 'duration'
/** A partial date counts as its beginning; digits of a fraction stay apart, since a double cannot hold them. */
type Instant = Pick<IsoSpan, 'whole' | 'fraction'>

const parsers: Readonly<Record<Temporal, (text: string) => Instant | undefined>> = {
  dateTime: parseDateTime,
  time: parseTime,
  duration: text => {
    const duration = parseDuration(text)
    return duration && { whole: duration.magnitude }
  },
}

/** A date is a date-time without time, so the two compare with each other. */
const TEMPORAL: ReadonlyMap<string, Temporal> = new Map([
  ['DV_DATE', 'dateTime'],
  ['DV_DATE_TIME', 'dateTime'],
  ['DV_TIME', 'time'],
  ['DV_DURATION', 'duration'],
])

/** `undefined`: the value has no order: a list, or an object that is not DV_ORDERED. */
function keyOf({ value, type, attribute, owner }: Value): Key | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'number', number: value }
  if (typeof value === 'boolean') return { kind: 'boolean', number: Number(value) }
  // DV_DATE_TIME.value is compared as the instant that it denotes, not as text.
  if (typeof value === 'string')
    return textKey(value, attribute === 'value' ? TEMPORAL.get(owner?.type ?? '') : undefined)
  if (!isRmObject(value)) return undefined
  const temporal = TEMPORAL.get(type)
  if (temporal) {
    const { value: text } = attributesOf<Rm.DvDateTime>(value)
    return typeof text === 'string' ? textKey(text, temporal) : undefined
  }
  const number = magnitudeOf(value, type)
  return number === undefined ? undefined : { kind: 'number', number }
}

function textKey(text: string, temporal: Temporal | undefined): Key {
  const instant = temporal && parsers[temporal](text)
  return temporal && instant ? { kind: temporal, text, instant } : { kind: 'text', text }
}

/** Both keys as the same kind: text beside an instant is read as one. */
function asOneKind(a: Key, b: Key): readonly [Key, Key] | undefined {
  if (a.kind === b.kind) return [a, b]
  const read = (text: Key, other: Key) =>
    text.kind === 'text' && 'instant' in other ? textKey(text.text, other.kind) : text
  const [x, y] = [read(a, b), read(b, a)]
  return x.kind === y.kind ? [x, y] : undefined
}

function compareKeys(a: Key, b: Key): number {
  if ('number' in a && 'number' in b) return a.number < b.number ? -1 : a.number > b.number ? 1 : 0
  if ('instant' in a && 'instant' in b) return compareInstants(a.instant, b.instant)
  return 'text' in a && 'text' in b ? compareText(a.text, b.text) : 0
}

function compareInstants(a: Instant, b: Instant): number {
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1
  const digits = Math.max(a.fraction?.length ?? 0, b.fraction?.length ?? 0)
  return compareText((a.fraction ?? '').padEnd(digits, '0'), (b.fraction ?? '').padEnd(digits, '0'))
}

/** Negative, 0, positive; `undefined` where the two cannot be compared, which a condition takes as unknown. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (isRmObject(a.value) && isRmObject(b.value)) {
    // Two quantities need the same units, two ordinals the same vocabulary (RM, is_strictly_comparable_to).
    const strict = compareOrdered(a.value, b.value)
    if (strict !== undefined || !TEMPORAL.has(a.type)) return strict
  }
  const [x, y] = [keyOf(a), keyOf(b)]
  const keys = x && y && asOneKind(x, y)
  return keys && compareKeys(...keys)
}

/** Equality, also of objects that have no order; `undefined` is unknown. */
export function equalValues(a: Value, b: Value): boolean | undefined {
  if (isRmObject(a.value) && isRmObject(b.value) && !isA(a.type, 'DV_ORDERED')) return equal(a.value, b.value)
  if (namesObject(a, b)) return objectIdOf(String(a.value)) === b.value
  if (namesObject(b, a)) return objectIdOf(String(b.value)) === a.value
  const order = compareValues(a, b)
  return order === undefined ? undefined : order === 0
}

/** True when `b` is the bare id of a versioned object, to be compared with the version uid `a`. */
function namesObject(a: Value, b: Value): boolean {
  const isUid = a.owner?.attribute === 'uid' || a.owner?.type === 'OBJECT_VERSION_ID'
  if (!isUid || typeof a.value !== 'string' || typeof b.value !== 'string') return false
  return b.owner === undefined && a.value.includes('::') && !b.value.includes('::')
}

const RANKS: Readonly<Record<Key['kind'], number>> = {
  boolean: 0,
  number: 1,
  text: 2,
  dateTime: 3,
  time: 4,
  duration: 5,
}

/** The key that a value is ordered by, without its record; rank 1: it has no order, 2: it is missing. */
export type SortKey = { readonly rank: 0; readonly key: Key } | { readonly rank: 1 | 2 }

export function sortKeyOf(value: Value | undefined): SortKey {
  const key = value && keyOf(value)
  return key ? { rank: 0, key } : { rank: value ? 1 : 2 }
}

/** A total order for ORDER BY, MIN and MAX: kinds one after the other, what has no order after them, missing last. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.rank !== 0 || b.rank !== 0) return a.rank - b.rank
  const keys = asOneKind(a.key, b.key)
  return keys ? compareKeys(...keys) : RANKS[a.key.kind] - RANKS[b.key.kind]
}
