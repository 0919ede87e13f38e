/** Equality of RM values: the order of keys does not matter, nor a `_type` that the declared class implies. */
import { declaredIn, genericTypeOf, rmClass, typeOf } from './classes.ts'

type Fields = Readonly<Record<string, unknown>>
type Pair = readonly [a: object, b: object, declared: string]

/**
 * Deep equality of canonical JSON: key order does not matter, list order does, and an absent `_type` equals the
 * declared one where that is concrete. `declared` is the type of the attribute that the two values stand in.
 */
export function equal(a: unknown, b: unknown, declared = 'Any'): boolean {
  const waiting: Pair[] = []
  if (!matches(a, b, declared, waiting)) return false
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop())
    if (!sameMembers(pair, waiting)) return false
  return true
}

/** Compares what is no object, and leaves objects to `waiting`, so that depth costs no stack. */
function matches(a: unknown, b: unknown, declared: string, waiting: Pair[]): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  waiting.push([a, b, declared])
  return true
}

function sameMembers([a, b, declared]: Pair, waiting: Pair[]): boolean {
  if (!Array.isArray(a) && !Array.isArray(b))
    return sameAttributes(a as Fields, b as Fields, declared, waiting)
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (!matches(a[at], b[at], declared, waiting)) return false
  return true
}

function sameAttributes(a: Fields, b: Fields, declared: string, waiting: Pair[]): boolean {
  if (typeOf(a, declared) !== typeOf(b, declared)) return false
  const owner = genericTypeOf(a, declared) ?? declared
  const attributes = rmClass(owner)?.attributes
  let count = 0
  for (const key of Object.keys(a)) {
    if (key === '_type' || a[key] === undefined) continue
    count += 1
    if (!Object.hasOwn(b, key)) return false
    const attribute = attributes?.get(key)
    const isTyped = attribute !== undefined && attribute.containerType !== 'Hash'
    const below = isTyped ? declaredIn(owner, attribute) : 'Any'
    if (!matches(a[key], b[key], below, waiting)) return false
  }
  return count === countOf(b)
}

/** The number of attributes that hold something; `undefined` is the same as absent. */
function countOf(object: Fields): number {
  let count = 0
  for (const key of Object.keys(object)) if (key !== '_type' && object[key] !== undefined) count += 1
  return count
}
