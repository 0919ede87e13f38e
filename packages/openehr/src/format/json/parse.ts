/**
 * Canonical JSON in: strict, bounded, and loss-free, so that what is parsed and printed again has the same keys in the
 * same order with the same values.
 */

import { Problem } from '../../problem.ts'
import { decodeBytes, encodeWithSentinel, loneSurrogateAt, withoutMark, withSentinel } from '../bytes.ts'
import { JSON_LIMITS, type JsonLimits } from './limits.ts'
import { placeIn } from './locate.ts'
import { scanJson } from './scan.ts'

/**
 * The value of a JSON text (RFC 8259). Throws `json.malformed` with line, column and JSON Pointer for whatever
 * `JSON.parse` refuses, and for what it would change in silence: a key that is there twice, an integer key that is
 * not in rising order before the others (JavaScript would move it), the key `__proto__`, half a surrogate pair,
 * U+0000, a number that a double cannot give back, invalid UTF-8. A byte order mark is dropped. `constructor` and
 * `prototype` are keys like any other: own properties of the object, which change no prototype.
 *
 * The native parser builds the value; one walk over the bytes before it finds the rest. On the 63 compositions of the
 * corpus' load mix, as bytes, this takes 1.6 times as long as `JSON.parse` of the same bytes (minified; 2.0 times
 * where they are indented, since the native parser leaps over blanks), and 1.4 times on the 290 KB document. Strings
 * cost more, for they are encoded first: pass bytes where there are bytes.
 */
export function parseJson(input: string | Uint8Array, limits: Partial<JsonLimits> = {}): unknown {
  return parseJsonDocument(input, limits).value
}

export interface JsonDocument {
  readonly value: unknown
  /** True where an array in it has no items: only then need anybody look for one. */
  readonly hasEmptyArray: boolean
}

/** As `parseJson`, with what the walk over the bytes has found besides. */
export function parseJsonDocument(
  input: string | Uint8Array,
  limits: Partial<JsonLimits> = {},
): JsonDocument {
  const bounds = { ...JSON_LIMITS, ...limits }
  if (input.length > bounds.size) {
    throw problem('', 0, 'json.limit', `The document is larger than ${bounds.size} bytes`)
  }
  const text = typeof input === 'string' ? input.replace(/^\ufeff/, '') : decodeBytes(input, 'utf-8')
  if (text === undefined) throw problem('', 0, 'json.encoding', 'The document is not valid UTF-8')
  // Bytes that decoded as UTF-8 cannot hold one; a string from elsewhere can.
  const half = typeof input === 'string' ? loneSurrogateAt(text) : -1
  if (half >= 0) throw problem(text, half, 'json.character', 'A string holds half a surrogate pair')
  const bytes = typeof input === 'string' ? encodeWithSentinel(text) : withSentinel(withoutMark(input))
  const { fault, hasEmptyArray } = scanJson(bytes, bounds)
  if (fault === undefined) return { value: JSON.parse(text), hasEmptyArray }
  const before = decodeBytes(bytes.subarray(0, fault.offset), 'utf-8')
  throw problem(text, before?.length ?? 0, fault.code, fault.message)
}

function problem(text: string, offset: number, code: string, message: string): Problem {
  const { path, line, column } = placeIn(text, offset)
  const where = `line ${line}, column ${column}${path === '' ? '' : `, ${path}`}`
  return new Problem('json.malformed', `${message} (${where})`, [{ path, code, message, line, column }])
}
