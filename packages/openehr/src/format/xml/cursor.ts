/** The position of a reader in a document, native searches from it on, and faults with their line, column and path. */

import type { XmlLimits } from './limits.ts'
import { type Fault, resolveReferences } from './markup.ts'
import { positionAt, textMessage, xmlFault } from './prescan.ts'

export class Cursor {
  readonly text: string
  readonly limits: XmlLimits
  /** The offset of the character that is read next. */
  at = 0
  /** Offsets of the next of each from the last search on, so that no part of the text is searched twice. */
  #nextLess = -1
  #nextAmpersand = -1
  #nextSectionEnd = -1
  /** The path of the elements that are open. */
  readonly #path: () => string

  constructor(text: string, limits: XmlLimits, path: () => string) {
    this.text = text
    this.limits = limits
    this.#path = path
  }

  readonly fault: Fault = (message, offset) => this.refuse('xml.syntax', message, offset)

  readonly namespaceFault: Fault = (message, offset) => this.refuse('xml.namespace', message, offset)

  refuse(code: string, message: string, offset: number): never {
    const [line, column] = positionAt(this.text, Math.min(offset, this.text.length))
    throw xmlFault({ path: this.#path(), code, message, line, column })
  }

  refuseLongText(offset: number): never {
    return this.refuse('xml.limit', textMessage(this.limits), offset)
  }

  /** The offset of a mark from `from` on, or else the end of the text. It searches only where the last search does not tell. */
  #next(mark: string, last: number, from: number): number {
    if (last >= from) return last
    const found = this.text.indexOf(mark, from)
    return found < 0 ? this.text.length : found
  }

  nextLess(from: number): number {
    this.#nextLess = this.#next('<', this.#nextLess, from)
    return this.#nextLess
  }

  nextSectionEnd(from: number): number {
    this.#nextSectionEnd = this.#next(']]>', this.#nextSectionEnd, from)
    return this.#nextSectionEnd
  }

  hasReference(from: number, to: number): boolean {
    this.#nextAmpersand = this.#next('&', this.#nextAmpersand, from)
    return this.#nextAmpersand < to
  }

  /** A piece of the text with its references replaced. */
  resolved(from: number, to: number): string {
    return this.hasReference(from, to)
      ? resolveReferences(this.text, from, to, this.fault)
      : this.text.slice(from, to)
  }

  /** Moves behind the mark that ends a construct, and returns its offset. */
  endBy(mark: string, from: number, construct: string): number {
    const end = this.text.indexOf(mark, from)
    if (end < 0) this.fault(`A ${construct} is not ended by "${mark}"`, this.text.length)
    this.at = end + mark.length
    return end
  }
}
