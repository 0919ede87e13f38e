/** The start tags of a document that were read: it has few, and repeats them word for word. */

import type { XmlAttributes } from './element.ts'
import type { Qualified } from './namespaces.ts'
import { areSame } from './utf8.ts'

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
const FOUR_GREATER = 0x3e3e3e3e

export class TagTable {
  readonly #view: DataView
  readonly #length: number
  readonly #rows: (StartTag | undefined)[]
  readonly #mask: number
  /** The end of the tag that was looked for last, by its first `>`, and the row by the hash of what stands before it. */
  #end = -1
  #row = 0

  constructor(view: DataView, length: number) {
    let rows = FEWEST_ROWS
    while (rows < MOST_ROWS && rows * BYTES_FOR_ROW < length) rows *= 2
    this.#view = view
    this.#length = length
    this.#rows = new Array<StartTag | undefined>(rows).fill(undefined)
    this.#mask = rows - 1
  }

  /** The tag at an offset, where one of the same text was read under the same bindings. */
  find(start: number, bindings: number): StartTag | undefined {
    this.#scan(start)
    const tag = this.#rows[this.#row]
    const isSame =
      tag !== undefined &&
      tag.length === this.#end - start &&
      tag.bindings === bindings &&
      areSame(this.#view, tag.start, start, tag.length)
    return isSame ? tag : undefined
  }

  /** Keeps the tag that was not found. Declarations change what names mean, and a tag is found by its first `>`: others are read each time. */
  keep(tag: StartTag): void {
    if (!tag.declares && tag.start + tag.length === this.#end) this.#rows[this.#row] = tag
  }

  /** Four bytes at a time: a byte of them is `>` where it is zero after an exclusive or with four `>`. */
  #scan(start: number): void {
    const view = this.#view
    const most = Math.min(start + LONGEST, this.#length)
    let hash = 0
    for (let at = start + 1; at < most; at += 4) {
      const word = view.getInt32(at, true)
      const difference = word ^ FOUR_GREATER
      const zeros = (difference - 0x01010101) & ~difference & 0x80808080
      if (zeros === 0) hash = mixed(hash ^ word)
      else {
        const bits = (31 - Math.clz32(zeros & -zeros)) & ~7
        this.#end = at + (bits >> 3) + 1
        this.#row = mixed(hash ^ (word & ((1 << bits) - 1))) & this.#mask
        return
      }
    }
    this.#end = -1
    this.#row = 0
  }
}

function mixed(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1)
  return product ^ (product >>> 15)
}
