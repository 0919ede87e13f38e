/** The start tags of a document that were read: it has few, and repeats them word for word. */

import type { XmlAttributes } from './element.ts'
import { isAt } from './markup.ts'
import type { Qualified } from './namespaces.ts'

/** All that a start tag says, wherever it stands. */
export interface StartTag {
  /** The tag as written, from `<` to `>`. */
  readonly source: string
  /** The name as written, which the end tag must repeat. */
  readonly written: string
  readonly endTag: string
  readonly name: Qualified
  readonly attributes: XmlAttributes
  readonly isEmpty: boolean
  /** True where it has namespace declarations. */
  readonly declares: boolean
  /** The namespace bindings that it was read under. */
  readonly bindings: number
}

/** A power of two. Tags that fall on the same row take turns in it, so that a document of many tags fills no memory. */
const ROWS = 1024
/** Longer tags are seldom written twice. */
const LONGEST = 256

export class TagTable {
  readonly #rows: (StartTag | undefined)[] = new Array<StartTag | undefined>(ROWS).fill(undefined)

  /** The tag at an offset, where one of the same text was read under the same bindings. */
  find(text: string, from: number, bindings: number): StartTag | undefined {
    const end = text.indexOf('>', from)
    if (end < 0 || end - from >= LONGEST) return undefined
    const tag = this.#rows[rowOf(text, from, end)]
    const isSame =
      tag !== undefined &&
      tag.source.length === end + 1 - from &&
      tag.bindings === bindings &&
      isAt(text, tag.source, from)
    return isSame ? tag : undefined
  }

  /** Declarations change what names mean, and a tag is found by its first `>`: others are read each time. */
  keep(tag: StartTag): void {
    const { source } = tag
    const end = source.length - 1
    if (!tag.declares && end < LONGEST && source.indexOf('>') === end) this.#rows[rowOf(source, 0, end)] = tag
  }
}

/** Tags of one name differ mostly at their end: in a code, or in the last digits of an id. */
function rowOf(text: string, from: number, end: number): number {
  const last = text.charCodeAt(end - 2) * 37 + text.charCodeAt(end - 3) * 151
  return (text.charCodeAt(from + 2) * 5 + last + (end - from) * 67) % ROWS
}
