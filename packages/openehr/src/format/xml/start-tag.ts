/** Reads a start tag that was not met before: its name, its attributes and its namespace declarations. */

import { AttributeList, NO_ATTRIBUTES } from './attributes.ts'
import type { Cursor } from './cursor.ts'
import type { XmlAttributes } from './element.ts'
import { endOfName, resolveReferences, skipSpace } from './markup.ts'
import { NameTable } from './name-table.ts'
import type { NamespaceScope } from './namespaces.ts'
import type { StartTag } from './tag-table.ts'

// Most elements have no attributes: this stands for them without an allocation.
const NONE_WRITTEN: readonly string[] = []

export class StartTagReader {
  readonly #cursor: Cursor
  readonly #scope: NamespaceScope
  readonly #names = new NameTable()

  constructor(cursor: Cursor, scope: NamespaceScope) {
    this.#cursor = cursor
    this.#scope = scope
  }

  readName(from: number, missing: string): string {
    const cursor = this.#cursor
    const end = endOfName(cursor.text, from)
    if (end === from) cursor.fault(missing, from)
    if (end - from > cursor.limits.name)
      cursor.refuse('xml.limit', `A name is longer than ${cursor.limits.name} characters`, from)
    cursor.at = end
    return this.#names.nameAt(cursor.text, from, end)
  }

  /** The tag that starts at an offset, from the end of its name on. Its declarations come into force. */
  readAfterName(start: number, written: string): StartTag {
    const cursor = this.#cursor
    const { text } = cursor
    const given = text.charCodeAt(cursor.at) === 0x3e ? NONE_WRITTEN : this.#readAttributes()
    const isEmpty = text.charCodeAt(cursor.at) === 0x2f
    if (text.charCodeAt(isEmpty ? cursor.at + 1 : cursor.at) !== 0x3e)
      cursor.fault(`The tag of "${written}" is not ended by ">"`, cursor.at)
    cursor.at += isEmpty ? 2 : 1
    const declares = given.length > 0 && this.#scope.enter(given, start)
    const name = this.#scope.element(written, start)
    const attributes = given.length > 0 ? this.#resolveNames(given, start) : NO_ATTRIBUTES
    return {
      source: text.slice(start, cursor.at),
      written,
      endTag: `</${written}>`,
      name,
      attributes,
      isEmpty,
      declares,
      bindings: this.#scope.bindings,
    }
  }

  /** Names and values of attributes in turn, as written, namespace declarations included. */
  #readAttributes(): readonly string[] {
    const cursor = this.#cursor
    const attributes: string[] = []
    for (;;) {
      const start = skipSpace(cursor.text, cursor.at)
      const code = cursor.text.charCodeAt(start)
      const isSpaced = start > cursor.at
      cursor.at = start
      if (code === 0x3e || code === 0x2f) return attributes
      if (!isSpaced) cursor.fault('White space is missing before an attribute', start)
      const name = this.readName(start, 'An attribute needs a name')
      for (let at = 0; at < attributes.length; at += 2)
        if (attributes[at] === name) cursor.fault(`The attribute "${name}" is there twice`, start)
      attributes.push(name, this.#readAttributeValue(name))
      if (attributes.length > cursor.limits.attributes * 2)
        cursor.refuse('xml.limit', `An element has more than ${cursor.limits.attributes} attributes`, start)
    }
  }

  #readAttributeValue(name: string): string {
    const cursor = this.#cursor
    const { text } = cursor
    const equals = skipSpace(text, cursor.at)
    if (text.charCodeAt(equals) !== 0x3d) cursor.fault(`The attribute "${name}" has no value`, equals)
    const quote = skipSpace(text, equals + 1)
    const mark = text[quote]
    if (mark !== '"' && mark !== "'")
      return cursor.fault(`The value of the attribute "${name}" must be in quotes`, quote)
    const from = quote + 1
    const end = cursor.endBy(mark, from, 'value')
    if (end - from > cursor.limits.text) cursor.refuseLongText(from)
    const less = cursor.nextLess(from)
    if (less < end) cursor.fault('"<" is not allowed in an attribute; write "&lt;"', less)
    return this.#resolvedAttribute(from, end)
  }

  /** White space becomes spaces (XML 1.0, 3.3.3), but not where it was written as a reference. */
  #resolvedAttribute(from: number, end: number): string {
    const cursor = this.#cursor
    const raw = cursor.text.slice(from, end)
    if (!/[\t\n]/.test(raw)) return cursor.hasReference(from, end) ? cursor.resolved(from, end) : raw
    const spaced = raw.replace(/[\t\n]/g, ' ')
    return spaced.includes('&')
      ? resolveReferences(spaced, 0, spaced.length, message => cursor.fault(message, from))
      : spaced
  }

  #resolveNames(given: readonly string[], offset: number): XmlAttributes {
    const resolved: string[] = []
    for (let at = 0; at < given.length; at += 2) {
      const name = given[at] ?? ''
      const value = given[at + 1] ?? ''
      const key = this.#scope.attributeKey(name, offset)
      if (key === undefined) continue
      for (let before = 0; before < resolved.length; before += 2)
        if (resolved[before] === key)
          this.#cursor.namespaceFault(`The attribute "${name}" is there twice`, offset)
      resolved.push(key, value)
    }
    return resolved.length === 0 ? NO_ATTRIBUTES : new AttributeList(resolved)
  }
}
