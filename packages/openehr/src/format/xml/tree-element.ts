/** An element while the tree is built: made at its start tag, filled at its end. */

import type { XmlAttributes, XmlElement } from './element.ts'
import type { StartTag } from './tag-table.ts'

// Most elements have no children: this stands for them without an allocation.
const NO_CHILDREN: readonly XmlElement[] = []

/** A class and not an object literal, since V8 may take literals for long-lived and make them so (decision 0039). */
export class TreeElement implements XmlElement {
  readonly name: string
  readonly prefix: string | undefined
  readonly namespace: string | undefined
  readonly attributes: XmlAttributes
  children = NO_CHILDREN
  text = ''
  readonly line: number
  readonly column: number

  constructor({ name, attributes }: StartTag, line: number, column: number) {
    this.name = name.local
    this.prefix = name.prefix
    this.namespace = name.namespace
    this.attributes = attributes
    this.line = line
    this.column = column
  }
}
