/** The position of a reader in the bytes of a document, scans from it on, and faults with their line, column and path. */

import { encodePadded } from '../bytes.ts'
import type { XmlLimits } from './limits.ts'
import { resolveReferences } from './markup.ts'
import { positionAt, textMessage, xmlFault } from './prescan.ts'
import { TextOffsets } from './text-offsets.ts'
import {
  AMPERSAND,
  BRACKET,
  GREATER,
  isForbiddenAt,
  LESS,
  LINE_FEED,
  PLAIN_TEXT,
  PLAIN_VALUE,
  skipLayout,
  standsAt,
  TAB,
} from './utf8.ts'

export class Cursor {
  readonly text: string
  readonly limits: XmlLimits
  /** The text in UTF-8, and zeros behind it, so that a scan need not look for the end. Offsets are offsets of bytes. */
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly end: number
  readonly offsets: TextOffsets
  /** The offset of the byte that is read next. */
  at = 0
  /** The first character that XML cannot hold, of what was scanned: reading past it is a fault. */
  forbidden: number
  /** Text that was scanned last: its start and end, and the first of it that is no white space. */
  #from = -1
  #to = -1
  ink = -1
  /** The first `]]>` in the text that was scanned last; -1 where there is none. */
  sectionEnd = -1
  /** The first `<` in the value that was scanned last; -1 where there is none. */
  less = -1
  /** True where the value that was scanned last has tabs or line feeds. */
  hasBreak = false
  /** True where the text or value that was scanned last has references. */
  #hasReference = false
  /** The path of the elements that are open. */
  readonly #path: () => string

  constructor(text: string, limits: XmlLimits, path: () => string) {
    const { bytes, length } = encodePadded(text)
    this.text = text
    this.limits = limits
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
    this.end = length
    this.offsets = new TextOffsets(this.view, length, text.length)
    this.forbidden = length
    this.#path = path
  }

  fault(message: string, offset: number): never {
    return this.refuse('xml.syntax', message, offset)
  }

  refuse(code: string, message: string, offset: number): never {
    return this.#refuseAt(code, message, this.offsets.unitAt(Math.min(offset, this.end)))
  }

  refuseLongText(offset: number): never {
    return this.refuse('xml.limit', textMessage(this.limits), offset)
  }

  #refuseAt(code: string, message: string, unit: number): never {
    const [line, column] = positionAt(this.text, Math.min(unit, this.text.length))
    throw xmlFault({ path: this.#path(), code, message, line, column })
  }

  get hasReference(): boolean {
    return this.#hasReference
  }

  /** The offset of the next `<`, or of the end. What stands before it is remembered, and not scanned again. */
  scanText(from: number): number {
    if (from === this.#from) return this.#to
    const { bytes } = this
    let at = skipLayout(bytes, this.view, from)
    this.#from = from
    this.ink = at
    this.sectionEnd = -1
    this.#hasReference = false
    for (;;) {
      while (PLAIN_TEXT[bytes[at] ?? 0] === 1) at += 1
      const byte = bytes[at]
      if (byte === LESS || at === this.end) break
      if (byte === AMPERSAND) this.#hasReference = true
      else if (byte !== BRACKET) this.#lookAt(at)
      else if (bytes[at + 1] === BRACKET && bytes[at + 2] === GREATER && this.sectionEnd < 0)
        this.sectionEnd = at
      at += 1
    }
    this.#to = at
    return at
  }

  /** The offset of the quote that ends a value, or of the end. */
  scanValue(from: number, quote: number): number {
    const { bytes } = this
    let at = from
    this.#from = -1
    this.less = -1
    this.hasBreak = false
    this.#hasReference = false
    for (;;) {
      while (PLAIN_VALUE[bytes[at] ?? 0] === 1) at += 1
      const byte = bytes[at]
      if (byte === quote || at === this.end) return at
      if (byte === AMPERSAND) this.#hasReference = true
      else if (byte === TAB || byte === LINE_FEED) this.hasBreak = true
      else if (byte !== LESS) this.#lookAt(at)
      else if (this.less < 0) this.less = at
      at += 1
    }
  }

  #lookAt(at: number): void {
    if (at < this.forbidden && isForbiddenAt(this.bytes, at)) this.forbidden = at
  }

  /** Moves behind the mark that ends a construct, and returns its offset. */
  endBy(mark: string, from: number, construct: string): number {
    const { bytes, end } = this
    const first = mark.charCodeAt(0)
    let at = from
    while (at < end && (bytes[at] !== first || !standsAt(bytes, at, mark))) {
      if (PLAIN_TEXT[bytes[at] ?? 0] === 0) this.#lookAt(at)
      at += 1
    }
    if (at === end) this.fault(`A ${construct} is not ended by "${mark}"`, end)
    this.at = at + mark.length
    return at
  }

  /** A piece as it is written. */
  slice(from: number, to: number): string {
    const { offsets } = this
    return this.text.slice(offsets.unitAt(from), offsets.unitAt(to))
  }

  /** The text or value that was scanned last, with its references replaced. */
  resolved(from: number, to: number): string {
    return this.#hasReference ? this.#withReferences(from, to) : this.slice(from, to)
  }

  // A function of its own, since one that makes a function is slower even where it does not make it.
  #withReferences(from: number, to: number): string {
    const { offsets } = this
    return resolveReferences(this.text, offsets.unitAt(from), offsets.unitAt(to), (message, unit) =>
      this.#refuseAt('xml.syntax', message, unit),
    )
  }
}
