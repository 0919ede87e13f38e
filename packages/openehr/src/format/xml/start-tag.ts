/** Reads a start tag that was not met before: its name, its attributes and its namespace declarations. */

import { AttributeList, NO_ATTRIBUTES } from './attributes.ts'
import type { Cursor } from './cursor.ts'
import type { XmlAttributes } from './element.ts'
import { endOfName, resolveReferences } from './markup.ts'
import { NameTable } from './name-table.ts'
import type { NamespaceScope } from './namespaces.ts'
import type { StartTag } from './tag-table.ts'
import { APOSTROPHE, EQUALS, endOfAsciiName, GREATER, QUOTE, SLASH, skipSpace } from './utf8.ts'

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
    const end = endOfAsciiName(cursor.bytes, from)
    if ((cursor.bytes[end] ?? 0) >= 0x80) return this.#readWideName(from, missing)
    if (end === from) cursor.fault(missing, from)
    if (end - from > cursor.limits.name) this.#refuseLongName(from)
    cursor.at = end
    return this.#names.nameAt(cursor, from, end)
  }

  /** Names with letters beyond ASCII are rare enough for the pattern. */
  #readWideName(from: number, missing: string): string {
    const { text, offsets, limits } = this.#cursor
    const start = offsets.unitAt(from)
    const name = text.slice(start, endOfName(text, start))
    if (name === '') this.#cursor.fault(missing, from)
    if (name.length > limits.name) this.#refuseLongName(from)
    this.#cursor.at = offsets.after(from, name.length)
    return name
  }

  #refuseLongName(from: number): never {
    const { limits } = this.#cursor
    return this.#cursor.refuse('xml.limit', `A name is longer than ${limits.name} characters`, from)
  }

  /** The tag that starts at an offset, from the end of its name on. Its declarations come into force. */
  readAfterName(start: number, written: string): StartTag {
    const cursor = this.#cursor
    const { bytes } = cursor
    const nameLength = cursor.at - start - 1
    const given = bytes[cursor.at] === GREATER ? NONE_WRITTEN : this.#readAttributes()
    const isEmpty = bytes[cursor.at] === SLASH
    if (bytes[isEmpty ? cursor.at + 1 : cursor.at] !== GREATER)
      cursor.fault(`The tag of "${written}" is not ended by ">"`, cursor.at)
    cursor.at += isEmpty ? 2 : 1
    const declares = given.length > 0 && this.#scope.enter(given, start)
    const name = this.#scope.element(written, start)
    const attributes = given.length > 0 ? this.#resolveNames(given, start) : NO_ATTRIBUTES
    return {
      start,
      length: cursor.at - start,
      written,
      nameLength,
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
      const start = skipSpace(cursor.bytes, cursor.at)
      const byte = cursor.bytes[start]
      const isSpaced = start > cursor.at
      cursor.at = start
      if (byte === GREATER || byte === SLASH) return attributes
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
    const { bytes } = cursor
    const equals = skipSpace(bytes, cursor.at)
    if (bytes[equals] !== EQUALS) cursor.fault(`The attribute "${name}" has no value`, equals)
    const start = skipSpace(bytes, equals + 1)
    const quote = bytes[start]
    if (quote !== QUOTE && quote !== APOSTROPHE)
      return cursor.fault(`The value of the attribute "${name}" must be in quotes`, start)
    const from = start + 1
    const end = cursor.scanValue(from, quote)
    if (end === cursor.end) cursor.fault(`A value is not ended by "${String.fromCharCode(quote)}"`, end)
    cursor.at = end + 1
    if (end - from > cursor.limits.text && cursor.slice(from, end).length > cursor.limits.text)
      cursor.refuseLongText(from)
    if (cursor.less >= 0) cursor.fault('"<" is not allowed in an attribute; write "&lt;"', cursor.less)
    return cursor.hasBreak ? this.#resolvedBreaks(from, end) : cursor.resolved(from, end)
  }

  /** White space becomes spaces (XML 1.0, 3.3.3), but not where it was written as a reference. */
  #resolvedBreaks(from: number, end: number): string {
    const cursor = this.#cursor
    const spaced = cursor.slice(from, end).replace(/[\t\n]/g, ' ')
    return cursor.hasReference
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
          this.#cursor.refuse('xml.namespace', `The attribute "${name}" is there twice`, offset)
      resolved.push(key, value)
    }
    return resolved.length === 0 ? NO_ATTRIBUTES : new AttributeList(resolved)
  }
}
