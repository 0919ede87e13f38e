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
  const ordered = inOrder(value)
  const text = ordered === UNFIT ? undefined : JSON.stringify(ordered)
  return text === undefined || text.includes(MAYBE_HALF_PAIR) ? canonical(value, []) : text
}

/** What cannot be put into order within an object, or has no JSON form at all. */
const UNFIT = Symbol('unfit')

/** How the native printer begins half a surrogate pair; a text may also just say so. */
const MAYBE_HALF_PAIR = '\\ud'

/** Keys that JavaScript puts before all others or takes for something else, wherever they are set. */
const isUnruly = (key: string): boolean => {
  const first = key.charCodeAt(0)
  return (first >= 0x30 && first <= 0x39) || key === '__proto__'
}

/**
 * The same data with the members of every object in order, for the native printer, which writes numbers and strings as RFC
 * 8785 has them: half the time of writing them here. What is in order already is not copied.
 */
function inOrder(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNFIT
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'boolean' ? value : UNFIT
  if (value === null) return null
  return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value as Record<string, unknown>)
}

function itemsInOrder(items: readonly unknown[]): unknown {
  let copy: unknown[] | undefined
  for (let at = 0; at < items.length; at++) {
    const ordered = inOrder(items[at])
    if (ordered === UNFIT) return UNFIT
    if (ordered === items[at]) continue
    copy ??= items.slice()
    copy[at] = ordered
  }
  return copy ?? items
}

function membersInOrder(members: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(members)
  let copy: Record<string, unknown> | undefined
  if (putInOrder(keys)) copy = {}
  for (const key of keys) {
    if (isUnruly(key)) return UNFIT
    const inner = members[key]
    if (inner === undefined) continue
    const ordered = inOrder(inner)
    if (ordered === UNFIT) return UNFIT
    if (copy === undefined && ordered !== inner) copy = { ...members }
    if (copy !== undefined) copy[key] = ordered
  }
  return copy ?? members
}

/** `path` is one list that grows and shrinks on the way: texts of paths are made only to complain with. */
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

/** More than an object of the reference model has. */
const FEW = 24

/**
 * By UTF-16 code units, the order of RFC 8785 3.2.3, which `sort` goes by when it is given no function, and `<` too. True
 * where they were in another. For the few keys of most objects, insertion takes a fraction of the time of `sort`.
 */
function putInOrder(keys: string[]): boolean {
  let moved = false
  if (keys.length > FEW) {
    keys.sort()
    return true
  }
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] as string
    let at = end
    for (; at > 0 && key < (keys[at - 1] as string); at--) keys[at] = keys[at - 1] as string
    if (at === end) continue
    keys[at] = key
    moved = true
  }
  return moved
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
