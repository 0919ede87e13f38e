/** The start tags of a document that were read: it has few, and repeats them word for word. */

import type { XmlAttributes } from './element.ts'
import type { Qualified } from './namespaces.ts'
import { areSame, GREATER } from './utf8.ts'

/** All that a start tag says, wherever it stands. */
export interface StartTag {
  /** The offset of its `<` where it was first met, and its length up to its `>`, in bytes. */
  readonly start: number
  readonly length: number
  /** The name as written, which the end tag must repeat, and its length in bytes. */
  readonly written: string
  readonly nameLength: number
  readonly name: Qualified
  readonly attributes: XmlAttributes
  readonly isEmpty: boolean
  /** True where it has namespace declarations. */
  readonly declares: boolean
  /** The namespace bindings that it was read under. */
  readonly bindings: number
}

/** Powers of two. Tags that fall on the same row take turns in it, so that a document of many tags fills no memory. */
const FEWEST_ROWS = 64
const MOST_ROWS = 1024
/** A document of 10 KB has some 30 different tags, one of 1.9 MB some 400. */
const BYTES_FOR_ROW = 64
/** Longer tags are seldom written twice. */
const LONGEST = 256

export class TagTable {
  readonly #bytes: Uint8Array
  readonly #rows: (StartTag | undefined)[]
  readonly #mask: number
  /** The first `>` after the start that was looked for last, and the hash of what stands before it. */
  #end = -1
  #hash = 0

  constructor(bytes: Uint8Array, length: number) {
    let rows = FEWEST_ROWS
    while (rows < MOST_ROWS && rows * BYTES_FOR_ROW < length) rows *= 2
    this.#bytes = bytes
    this.#rows = new Array<StartTag | undefined>(rows).fill(undefined)
    this.#mask = rows - 1
  }

  /** The tag at an offset, where one of the same text was read under the same bindings. */
  find(start: number, bindings: number): StartTag | undefined {
    this.#scan(start)
    const tag = this.#rows[this.#hash & this.#mask]
    const isSame =
      tag !== undefined &&
      tag.length === this.#end - start &&
      tag.bindings === bindings &&
      areSame(this.#bytes, tag.start, start, tag.length)
    return isSame ? tag : undefined
  }

  /** Keeps the tag that was not found. Declarations change what names mean, and a tag is found by its first `>`: others are read each time. */
  keep(tag: StartTag): void {
    if (!tag.declares && tag.start + tag.length === this.#end) this.#rows[this.#hash & this.#mask] = tag
  }

  #scan(start: number): void {
    const bytes = this.#bytes
    const most = start + LONGEST
    let hash = 0
    let at = start + 1
    let byte = bytes[at] ?? 0
    while (byte !== GREATER && byte !== 0 && at < most) {
      hash = (Math.imul(hash, 31) + byte) | 0
      at += 1
      byte = bytes[at] ?? 0
    }
    this.#hash = hash ^ (hash >>> 15)
    this.#end = byte === GREATER ? at + 1 : -1
  }
}
