/** Offsets in the text of a document by those in its bytes. They are the same up to the first character beyond ASCII. */

import { unitsOf, widthOf } from './utf8.ts'

export class TextOffsets {
  readonly #view: DataView
  readonly #end: number
  /** The end of the last character beyond ASCII that was counted, and the start of the next one. */
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
    while (this.#next < offset) {
      const width = widthOf(this.#view.getUint8(this.#next))
      this.#surplus += width - unitsOf(width)
      this.#counted = this.#next + width
      this.#next = this.#nextWide(this.#counted)
    }
    return offset - this.#surplus
  }

  /** Four bytes at a time, since a template may have a handful of these in megabytes. The last look goes into the padding. */
  #nextWide(from: number): number {
    const view = this.#view
    let at = from
    while (at < this.#end && (view.getInt32(at) & 0x80808080) === 0) at += 4
    while (at < this.#end && view.getUint8(at) < 0x80) at += 1
    return Math.min(at, this.#end)
  }
}
