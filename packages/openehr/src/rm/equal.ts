/** Equality of RM values: the order of keys does not matter, nor a `_type` that the declared class implies. */
import { rmClass, typeOf } from './classes.ts'

type Pair = readonly [a: unknown, b: unknown, declared: string]

/** The keys that hold something; `undefined` is the same as absent. */
const keysOf = (value: object): readonly string[] =>
  Object.keys(value).filter(
    key => key !== '_type' && (value as Readonly<Record<string, unknown>>)[key] !== undefined,
  )

/**
 * Deep equality of canonical JSON: key order does not matter, list order does, and an absent `_type` equals the
 * declared one where that is concrete. `declared` is the type of the attribute that the two values stand in.
 */
export function equal(a: unknown, b: unknown, declared = 'Any'): boolean {
  const waiting: Pair[] = [[a, b, declared]]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop())
    if (!same(pair, waiting)) return false
  return true
}

/** Compares one level and leaves what is below it to `waiting`, so that depth costs no stack. */
function same([a, b, declared]: Pair, waiting: Pair[]): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    for (let at = 0; at < a.length; at++) waiting.push([a[at], b[at], declared])
    return true
  }
  const type = typeOf(a, declared)
  if (type !== typeOf(b, declared)) return false
  const keys = keysOf(a)
  if (keys.length !== keysOf(b).length) return false
  const attributes = rmClass(type ?? declared)?.attributes
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false
    const attribute = attributes?.get(key)
    const below = attribute?.containerType === 'Hash' ? 'Any' : (attribute?.type ?? 'Any')
    waiting.push([
      (a as Readonly<Record<string, unknown>>)[key],
      (b as Readonly<Record<string, unknown>>)[key],
      below,
    ])
  }
  return true
}
