/** The form of RFC 8785 in which documents are stored, signed and sent, made by the printer of the engine. */
import { canonicalize } from './print.ts'

/** Plain data in the form of RFC 8785. */
export interface CanonicalForm<T> {
  /** The data with the members of each object in order, so that a walk meets them in the order of the text. Parts already in order are shared. */
  readonly value: T
  readonly text: string
}

/**
 * Orders the members of all objects, and prints the result with `JSON.stringify`: half the time of `canonicalize`, which is the definition and
 * prints whatever needs care. A test compares them.
 */
export function canonicalForm<T>(value: T): CanonicalForm<T> {
  const order = new MemberOrder()
  const ordered = order.value(value) as T
  const text = order.needsCare || value === undefined ? undefined : JSON.stringify(ordered)
  // `JSON.stringify` prints half a surrogate pair as an escape, and RFC 8785 refuses it. The text of a document may have these characters too.
  const isPrinted = text !== undefined && !text.includes('\\ud')
  return { value: ordered, text: isPrinted ? text : canonicalize(value) }
}

type Members = Record<string, unknown>

/** The least key that begins like those of the reference model. Integer keys, which an object has in its own order, and `__proto__` come before. */
const FIRST_USUAL = '_a'

/** Most keys that are sorted by insertion: `sort` takes longer to start than a few comparisons. */
const FEW = 16

class MemberOrder {
  /** True if `JSON.stringify` may print otherwise than RFC 8785 defines. */
  needsCare = false

  value(given: unknown): unknown {
    switch (typeof given) {
      case 'string':
      case 'boolean':
      case 'undefined':
        return given
      case 'number':
        if (!Number.isFinite(given)) this.needsCare = true
        return given
      case 'object':
        if (given === null) return given
        return Array.isArray(given) ? this.items(given) : this.members(given as Members)
      default:
        this.needsCare = true
        return given
    }
  }

  private items(given: readonly unknown[]): readonly unknown[] {
    let made: unknown[] | undefined
    for (let at = 0; at < given.length; at++) {
      const item = given[at]
      if (item === undefined) this.needsCare = true
      const ordered = this.value(item)
      if (ordered === item) continue
      made ??= given.slice()
      made[at] = ordered
    }
    return made ?? given
  }

  private members(given: Members): Members {
    const keys = Object.keys(given)
    const isInOrder = sort(keys)
    if (keys.length > 0 && (keys[0] as string) < FIRST_USUAL) return this.unusual(given, keys)
    let made = isInOrder ? undefined : copy(given, keys)
    for (const key of keys) {
      const inner = given[key]
      if (typeof inner === 'string') continue
      const ordered = this.value(inner)
      if (ordered === inner) continue
      made ??= copy(given, keys)
      made[key] = ordered
    }
    return made ?? given
  }

  private unusual(given: Members, keys: readonly string[]): Members {
    this.needsCare = true
    return Object.fromEntries(keys.map(key => [key, this.value(given[key])]))
  }
}

/** A spread would keep the order that the members have. */
function copy(given: Members, keys: readonly string[]): Members {
  const made: Members = {}
  for (const key of keys) made[key] = given[key]
  return made
}

/** Sorts by UTF-16 code units; returns true if the keys were in order. */
function sort(keys: string[]): boolean {
  let isInOrder = true
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string
    let at = next
    for (; at > 0 && key < (keys[at - 1] as string); at--) keys[at] = keys[at - 1] as string
    if (at === next) continue
    isInOrder = false
    keys[at] = key
    if (keys.length <= FEW) continue
    keys.sort()
    return false
  }
  return isInOrder
}
