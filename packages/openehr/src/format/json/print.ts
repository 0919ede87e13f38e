/** JSON out: as the data has it, or in the one form that a signature is made over. */

import { Problem } from '../../problem.ts'
import { loneSurrogateAt } from '../bytes.ts'

/**
 * The JSON text of plain data: keys in the order they have, no white space. What `parseJson` gave comes out with the
 * keys, order and values it went in with. A number that JSON has no form for throws instead of becoming `null`.
 */
export function printJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw notJson('', 'This value has no JSON form')
  // `JSON.stringify` writes NaN and infinities as null: only then is it worth looking for one.
  if (text.includes('null')) refuseNonFinite(value, '')
  return text
}

function refuseNonFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw notJson(path, `${value} has no JSON form`)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) refuseNonFinite(inner, `${path}/${key}`)
}

/**
 * The canonical form of RFC 8785 (JCS): members sorted by their UTF-16 code units, numbers and strings as ECMAScript
 * writes them, no white space. Two documents with the same data have the same canonical text.
 */
export function canonicalize(value: unknown): string {
  return canonical(value, '')
}

function canonical(value: unknown, path: string): string {
  if (typeof value === 'string') return canonicalString(value, path)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notJson(path, `${value} has no JSON form`)
    return JSON.stringify(value)
  }
  if (typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value)) {
    return `[${value.map((item, at) => canonical(item, `${path}/${at}`)).join(',')}]`
  }
  if (typeof value !== 'object') throw notJson(path, `A ${typeof value} has no JSON form`)
  const members: string[] = []
  for (const [key, inner] of Object.entries(value).sort(byKey)) {
    if (inner === undefined) continue
    members.push(`${canonicalString(key, path)}:${canonical(inner, `${path}/${key}`)}`)
  }
  return `{${members.join(',')}}`
}

/** JavaScript compares strings by UTF-16 code units, which is the order of RFC 8785 3.2.3. */
function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** RFC 8785 3.2.2.2: half a surrogate pair ends the work with an error. */
function canonicalString(text: string, path: string): string {
  if (loneSurrogateAt(text) >= 0) throw notJson(path, 'A string holds half a surrogate pair')
  return JSON.stringify(text)
}

function notJson(path: string, message: string): Problem {
  return new Problem('format.invalid', path === '' ? message : `${message} (${path})`, [
    { path, code: 'json.value', message },
  ])
}
