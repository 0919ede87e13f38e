/** Prints JSON: with keys in the order of the data, or in the canonical form, of which this is the definition. */

import { Problem } from '../../problem.ts'
import { loneSurrogateAt } from '../bytes.ts'

/**
 * The JSON text of plain data: keys in the order they have, no white space. What `parseJson` gave comes out with the
 * keys, order and values it went in with. A number that JSON has no form for throws instead of becoming `null`.
 */
export function printJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw notJson('', 'This value has no JSON form')
  if (NULL_VALUE.test(text)) refuseNonFinite(value, '')
  return text
}

/** `JSON.stringify` writes NaN and infinities as null, which stands where a value may stand. */
const NULL_VALUE = /(?:^|[:,[])null/

function refuseNonFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw notJson(path, `${value} has no JSON form`)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) refuseNonFinite(inner, `${path}/${key}`)
}

/**
 * The canonical form of RFC 8785 (JCS): members sorted by their UTF-16 code units, numbers and strings as ECMAScript
 * writes them, no white space. Two documents with the same data have the same canonical text.
 */
export const canonicalize = (value: unknown): string => canonical(value, [])

/** `path` is one list that grows and shrinks on the way; its text is made for errors only. */
function canonical(value: unknown, path: (string | number)[]): string {
  if (typeof value === 'string') return canonicalString(value, path)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notJson(textOf(path), `${value} has no JSON form`)
    return JSON.stringify(value)
  }
  if (typeof value === 'boolean' || value === null) return String(value)
  if (typeof value !== 'object') throw notJson(textOf(path), `A ${typeof value} has no JSON form`)
  return Array.isArray(value)
    ? `[${canonicalItems(value, path)}]`
    : `{${canonicalMembers(value as Record<string, unknown>, path)}}`
}

function canonicalItems(items: readonly unknown[], path: (string | number)[]): string {
  let out = ''
  for (let at = 0; at < items.length; at++) {
    path.push(at)
    out += (at === 0 ? '' : ',') + canonical(items[at], path)
    path.pop()
  }
  return out
}

function canonicalMembers(members: Readonly<Record<string, unknown>>, path: (string | number)[]): string {
  let out = ''
  for (const key of Object.keys(members).sort()) {
    const inner = members[key]
    if (inner === undefined) continue
    path.push(key)
    out += `${(out === '' ? '' : ',') + canonicalString(key, path)}:${canonical(inner, path)}`
    path.pop()
  }
  return out
}

/** Nothing in it to escape, and no surrogate that could be alone. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/

/** RFC 8785 3.2.2.2: half a surrogate pair ends the work with an error. */
function canonicalString(text: string, path: readonly (string | number)[]): string {
  if (PLAIN.test(text)) return `"${text}"`
  if (loneSurrogateAt(text) >= 0) throw notJson(textOf(path), 'A string holds half a surrogate pair')
  return JSON.stringify(text)
}

const textOf = (path: readonly (string | number)[]): string => path.map(step => `/${step}`).join('')

function notJson(path: string, message: string): Problem {
  return new Problem('format.invalid', path === '' ? message : `${message} (${path})`, [
    { path, code: 'json.value', message },
  ])
}
