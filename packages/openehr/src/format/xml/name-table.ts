/** Names of elements and attributes, each as one string for all documents: they have few, and repeat them in almost every tag. */

import type { Cursor } from './cursor.ts'
import { standsAt } from './utf8.ts'

/** A power of two. Names that fall on the same row take turns in it, so that strange documents fill no memory. */
const ROWS = 1024
const rows: string[] = new Array<string>(ROWS).fill('')

/** More names than real documents have. A document of strange names has the rest of them as they are: to internalize one takes a microsecond. */
const MOST_NEW = 256

export class NameTable {
  #left = MOST_NEW

  /** The name that stands in the bytes, without a new string where it was met before. */
  nameAt(cursor: Cursor, from: number, end: number): string {
    const { bytes } = cursor
    const length = end - from
    let hash = length
    for (let at = from; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
    const row = (hash ^ (hash >>> 15)) & (ROWS - 1)
    const known = rows[row] ?? ''
    if (known.length === length && standsAt(bytes, from, known)) return known
    const name = cursor.slice(from, end)
    if (this.#left === 0) return name
    this.#left -= 1
    const kept = internalized(name)
    rows[row] = kept
    return kept
  }
}

/**
 * A text as V8 keeps the names of properties, which it compares by their address alone: names are mostly compared and looked up.
 * It is a copy, so that a name that stays does not keep its document.
 */
function internalized(text: string): string {
  for (const key in { [text]: true }) return key
  return text
}
