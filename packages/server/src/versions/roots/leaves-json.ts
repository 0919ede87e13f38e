/** The leaves of a root as the JSON text that is stored. */
import type { Leaf, LeafValue, Vector } from './draft.ts'
import type { Entries, PathEntry } from './entries.ts'
import { pathOf } from './known.ts'

/** The values of one path in a root, as JSON text. */
interface Values {
  readonly entry: PathEntry
  /** The value itself while it is the only one and needs no vector; else members by vector. */
  json: string
  several: boolean
}

/** `{"12":"x","47":{"0.0":120,"1.0":125}}`. */
export function leavesJson(dictionary: Entries, leaves: readonly Leaf[]): string {
  const paths = new Map<PathEntry, Values>()
  for (const { path, at, value } of leaves) {
    const entry = pathOf(dictionary, path)
    const json = jsonOf(value)
    const values = paths.get(entry)
    if (values === undefined)
      paths.set(entry, { entry, json: at === '' ? json : `"${at}":${json}`, several: at !== '' })
    else if (values.several) values.json += `,"${full(at, entry)}":${json}`
    else if (at === '') values.json = json
    else {
      values.json = `"${full('', entry)}":${values.json},"${at}":${json}`
      values.several = true
    }
  }
  let members = ''
  for (const { entry, json, several } of paths.values())
    members += `${members === '' ? '' : ','}"${entry.key}":${several ? `{${json}}` : json}`
  return `{${members}}`
}

const full = (at: Vector, { repeats }: PathEntry): Vector =>
  at === '' ? '0'.padEnd(2 * repeats - 1, '.0') : at

export function jsonOf(value: LeafValue): string {
  if (typeof value === 'string') return isPlain(value) ? `"${value}"` : escapedJson(value)
  return typeof value === 'object' && value !== null ? value.decimal : String(value)
}

/** Up to here, looking at each character is faster than a call of `JSON.stringify`. */
const SHORT = 100

/** Whether nothing in it is to be escaped, nor refused by jsonb: false may be wrong, true is not. */
function isPlain(text: string): boolean {
  if (text.length > SHORT) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return false
  }
  return true
}

/** jsonb refuses these two: the null character, and half a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export function escapedJson(text: string): string {
  const json = JSON.stringify(text)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(text.replaceAll('\0', '\ufffd').replace(HALF_PAIR, '\ufffd'))
}
