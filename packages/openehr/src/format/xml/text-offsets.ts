/** Offsets in the text of a document by those in its bytes. They are the same up to the first character beyond ASCII. */

import { unitsOf, widthOf } from './utf8.ts'

export class TextOffsets {
  readonly #view: DataView
  readonly #end: number
  /** The offset up to which all was counted, and the start of the next character beyond ASCII. */
  #counted = 0
  #next: number
  /** By how much offsets in the bytes between the two are larger. */
  #surplus = 0

  constructor(view: DataView, length: number, units: number) {
    this.#view = view
    this.#end = length
    this.#next = length === units ? length : this.#nextWide(0)
  }

  /** The offset in UTF-16 units. Cheap where offsets are asked for in ascending order, as a reader does. */
  unitAt(offset: number): number {
    return offset <= this.#next && offset >= this.#counted ? offset - this.#surplus : this.#countTo(offset)
  }

  /** The offset after a number of units from another offset on. */
  after(from: number, units: number): number {
    let at = from
    for (let left = units; left > 0; ) {
      const width = widthOf(this.#view.getUint8(at))
      at += width
      left -= unitsOf(width)
    }
    return at
  }

  #countTo(offset: number): number {
    if (offset < this.#counted) {
      this.#counted = 0
      this.#surplus = 0
      this.#next = this.#nextWide(0)
    }
    const view = this.#view
    let surplus = this.#surplus
    for (let at = this.#next; at < offset; at += 1) {
      const byte = view.getUint8(at)
      // A character of two or three bytes is one unit, one of four is two. All bytes but the first are below 0xc0.
      if (byte >= 0x80) surplus += byte < 0xc0 ? 1 : byte < 0xf0 ? 0 : -1
    }
    this.#surplus = surplus
    this.#counted = offset
    this.#next = this.#nextWide(offset)
    return offset - this.#surplus
  }

  /** Four bytes at a time, since a template may have a handful of these in megabytes. The last look goes into the padding. */
  #nextWide(from: number): number {
    const view = this.#view
    const end = this.#end
    let at = from
    while (at < end && (view.getInt32(at, true) & 0x80808080) === 0) at += 4
    while (at < end && view.getUint8(at) < 0x80) at += 1
    return Math.min(at, end)
  }
}
