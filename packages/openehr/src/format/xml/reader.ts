/** Reads a document from its start to its end. Markup is found by native searches; only names are read by character. */

import { AttributeList, NO_ATTRIBUTES } from './attributes.ts'
import type { XmlAttributes, XmlElement } from './element.ts'
import type { XmlLimits } from './limits.ts'
import { endOfDeclaration, endOfName, forbiddenCharacterAt, resolveReferences, skipSpace } from './markup.ts'
import { NameTable } from './name-table.ts'
import { NamespaceScope, type Qualified } from './namespaces.ts'
import { DOCTYPE_MESSAGE, positionAt, textMessage, xmlFault } from './prescan.ts'

/** The part of an element that its start tag gives. */
interface ElementStart {
  readonly name: Qualified
  readonly attributes: XmlAttributes
  readonly line: number
  readonly column: number
}

/** An element whose end tag is still to come. */
interface OpenTag extends ElementStart {
  /** The name as written, which the end tag must repeat. */
  readonly written: string
  readonly declares: boolean
  readonly parent: OpenTag | undefined
  readonly depth: number
  /** Its first child in the list of finished elements. */
  readonly firstChild: number
  /** Its first piece in the list of white space that may turn out to be text. */
  readonly firstBlank: number
  text: string
  /** The number of characters of its text, white space included. */
  size: number
}

// Most elements have neither attributes nor children: these stand for both without an allocation.
const NONE_WRITTEN: readonly string[] = []
const NO_CHILDREN: readonly XmlElement[] = []

/** The root element of a text that the prescan has let pass. */
export function readDocument(text: string, limits: XmlLimits): XmlElement {
  return new DocumentReader(text, limits).read()
}

class DocumentReader {
  readonly #text: string
  readonly #limits: XmlLimits
  readonly #scope: NamespaceScope
  readonly #names = new NameTable()
  /** The innermost element that is open. */
  #tag: OpenTag | undefined
  /** Finished elements whose parent is still open. */
  readonly #finished: XmlElement[] = []
  // Counted here, since setting the length of a list is slow.
  #finishedCount = 0
  /** Starts and ends of white space in open elements that have no other text so far. */
  readonly #blanks: number[] = []
  #blankCount = 0
  /** The first character that XML cannot hold: reading past it is a fault. */
  readonly #forbidden: number
  #at = 0
  #sections = 0
  #line = 1
  #lineStart = 0
  /** Offsets of the next of each from the last search on, so that no part of the text is searched twice. */
  #nextLineFeed = -1
  #nextAmpersand = -1
  #nextLess = -1
  #nextSectionEnd = -1

  constructor(text: string, limits: XmlLimits) {
    this.#text = text
    this.#limits = limits
    const forbidden = forbiddenCharacterAt(text)
    this.#forbidden = forbidden < 0 ? text.length : forbidden
    this.#scope = new NamespaceScope((message, offset) => this.#refuse('xml.namespace', message, offset))
  }

  read(): XmlElement {
    const text = this.#text
    this.#at = endOfDeclaration(text, this.#fault)
    while (this.#at < text.length) {
      const end = this.#nextMarkup()
      if (end > this.#at) this.#readText(end)
      if (end < text.length) this.#readMarkup()
      if (this.#at > this.#forbidden)
        this.#fault('The document holds a character that XML does not allow', this.#forbidden)
    }
    if (this.#tag) this.#fault(`The element "${this.#tag.written}" is not closed`, text.length)
    return this.#finished[0] ?? this.#fault('The document has no element', text.length)
  }

  readonly #fault = (message: string, offset: number): never => this.#refuse('xml.syntax', message, offset)

  #refuse(code: string, message: string, offset: number): never {
    const [line, column] = positionAt(this.#text, Math.min(offset, this.#text.length))
    const names: string[] = []
    for (let tag = this.#tag; tag; tag = tag.parent) names.unshift(tag.name.local)
    throw xmlFault({ path: `/${names.join('/')}`, code, message, line, column })
  }

  #readText(end: number): void {
    const from = this.#at
    const first = skipSpace(this.#text, from)
    this.#at = end
    if (first === end) this.#keepBlank(from, end)
    else if (this.#tag === undefined) this.#fault('Text is not allowed outside the root element', first)
    else {
      this.#nextSectionEnd = this.#next(']]>', this.#nextSectionEnd, from)
      if (this.#nextSectionEnd < end)
        this.#fault('"]]>" is not allowed in text; write "]]&gt;"', this.#nextSectionEnd)
      this.#addText(this.#resolved(from, end), from)
    }
  }

  /** White space between tags is mostly layout: it becomes text only where it turns out to be a part of one. */
  #keepBlank(from: number, end: number): void {
    const tag = this.#tag
    if (tag === undefined) return
    if (tag.text !== '') this.#addText(this.#text.slice(from, end), from)
    else {
      this.#blanks[this.#blankCount++] = from
      this.#blanks[this.#blankCount++] = end
      this.#grow(tag, end - from)
    }
  }

  #grow(tag: OpenTag, length: number): void {
    tag.size += length
    if (tag.size > this.#limits.text) this.#refuse('xml.limit', textMessage(this.#limits), this.#at)
  }

  /** The white space that an element has kept so far, which is then no longer kept. */
  #takeBlanks({ firstBlank }: OpenTag): string {
    const blanks = this.#blanks
    let text = ''
    for (let at = firstBlank; at < this.#blankCount; at += 2)
      text += this.#text.slice(blanks[at], blanks[at + 1])
    this.#blankCount = firstBlank
    return text
  }

  /** The offset of a mark from `from` on, or else the end of the text. It searches only where the last search does not tell. */
  #next(mark: string, last: number, from: number): number {
    if (last >= from) return last
    const found = this.#text.indexOf(mark, from)
    return found < 0 ? this.#text.length : found
  }

  #nextMarkup(): number {
    this.#nextLess = this.#next('<', this.#nextLess, this.#at)
    return this.#nextLess
  }

  #resolved(from: number, to: number): string {
    this.#nextAmpersand = this.#next('&', this.#nextAmpersand, from)
    return this.#nextAmpersand < to
      ? resolveReferences(this.#text, from, to, this.#fault)
      : this.#text.slice(from, to)
  }

  #addText(piece: string, offset: number): void {
    const tag = this.#tag ?? this.#fault('Text is not allowed outside the root element', offset)
    if (piece === '') return
    if (tag.text === '' && this.#blankCount > tag.firstBlank) tag.text = this.#takeBlanks(tag)
    tag.text += piece
    this.#grow(tag, piece.length)
  }

  #readMarkup(): void {
    const text = this.#text
    const code = text.charCodeAt(this.#at + 1)
    if (code === 0x2f) this.#readEndTag()
    else if (code === 0x3f) this.#readInstruction()
    else if (code !== 0x21) this.#readStartTag()
    else if (text.startsWith('<!--', this.#at)) this.#readComment()
    else if (text.startsWith('<![CDATA[', this.#at)) this.#readSection()
    else if (text.startsWith('<!DOCTYPE', this.#at)) this.#refuse('xml.doctype', DOCTYPE_MESSAGE, this.#at)
    else this.#fault('"<!" must begin a comment or a CDATA section', this.#at)
  }

  /** Moves behind the mark that ends a construct, and returns its offset. */
  #endBy(mark: string, from: number, construct: string): number {
    const end = this.#text.indexOf(mark, from)
    if (end < 0) this.#fault(`A ${construct} is not ended by "${mark}"`, this.#text.length)
    this.#at = end + mark.length
    return end
  }

  #readComment(): void {
    const end = this.#endBy('--', this.#at + 4, 'comment')
    if (this.#text.charCodeAt(end + 2) !== 0x3e)
      this.#fault('A comment must not hold "--" before its end', end)
    this.#at = end + 3
  }

  #readInstruction(): void {
    const start = this.#at + 2
    const target = this.#text.slice(start, endOfName(this.#text, start))
    if (target === '') this.#fault('A processing instruction needs a name', start)
    if (target.toLowerCase() === 'xml')
      this.#fault('An XML declaration is allowed at the start of the document only', this.#at)
    const after = start + target.length
    if (!this.#text.startsWith('?>', after) && skipSpace(this.#text, after) === after)
      this.#fault('The name of a processing instruction is malformed', after)
    this.#endBy('?>', after, 'processing instruction')
  }

  #readSection(): void {
    const start = this.#at + 9
    this.#sections += 1
    if (this.#sections > this.#limits.cdata)
      this.#refuse('xml.limit', `The document has more than ${this.#limits.cdata} CDATA sections`, this.#at)
    const end = this.#endBy(']]>', start, 'CDATA section')
    this.#addText(this.#text.slice(start, end), start)
  }

  #readEndTag(): void {
    const text = this.#text
    const start = this.#at + 2
    const tag = this.#tag ?? this.#fault('An end tag has no start tag', this.#at)
    const end = start + tag.written.length
    const close = text.charCodeAt(end) === 0x3e ? end : skipSpace(text, end)
    if (!text.startsWith(tag.written, start) || text.charCodeAt(close) !== 0x3e)
      this.#fault(`The element "${tag.written}" is closed by another end tag`, start)
    this.#at = close + 1
    this.#close(tag)
  }

  #close(tag: OpenTag): void {
    this.#tag = tag.parent
    if (tag.declares) this.#scope.leave()
    let children = NO_CHILDREN
    let { text } = tag
    if (this.#finishedCount > tag.firstChild) {
      // A copy of the right length: a list that grows by itself keeps room for sixteen more.
      children = this.#finished.slice(tag.firstChild, this.#finishedCount)
      this.#finishedCount = tag.firstChild
      if (text !== '' && isBlank(text)) text = ''
    } else if (this.#blankCount > tag.firstBlank) text = this.#takeBlanks(tag)
    this.#blankCount = tag.firstBlank
    this.#finish(tag, children, text)
  }

  #finish(start: ElementStart, children: readonly XmlElement[], text: string): void {
    const { attributes, line, column } = start
    const { local, prefix, namespace } = start.name
    const element = { name: local, prefix, namespace, attributes, children, text, line, column }
    this.#finished[this.#finishedCount++] = element
  }

  #readStartTag(): void {
    const text = this.#text
    const start = this.#at
    const written = this.#readName(start + 1, 'An element needs a name')
    if ((this.#tag?.depth ?? 0) >= this.#limits.depth)
      this.#refuse('xml.limit', `Elements are nested deeper than ${this.#limits.depth}`, start)
    const attributes = text.charCodeAt(this.#at) === 0x3e ? NONE_WRITTEN : this.#readAttributes()
    const isEmpty = text.charCodeAt(this.#at) === 0x2f
    if (text.charCodeAt(isEmpty ? this.#at + 1 : this.#at) !== 0x3e)
      this.#fault(`The tag of "${written}" is not ended by ">"`, this.#at)
    this.#at += isEmpty ? 2 : 1
    this.#begin(start, written, attributes, isEmpty)
  }

  #readName(from: number, missing: string): string {
    const end = endOfName(this.#text, from)
    if (end === from) this.#fault(missing, from)
    if (end - from > this.#limits.name)
      this.#refuse('xml.limit', `A name is longer than ${this.#limits.name} characters`, from)
    this.#at = end
    return this.#names.nameAt(this.#text, from, end)
  }

  /** Names and values of attributes in turn, as written, namespace declarations included. */
  #readAttributes(): readonly string[] {
    const text = this.#text
    const attributes: string[] = []
    for (;;) {
      const start = skipSpace(text, this.#at)
      const code = text.charCodeAt(start)
      const isSpaced = start > this.#at
      this.#at = start
      if (code === 0x3e || code === 0x2f) return attributes
      if (!isSpaced) this.#fault('White space is missing before an attribute', start)
      const name = this.#readName(start, 'An attribute needs a name')
      for (let at = 0; at < attributes.length; at += 2)
        if (attributes[at] === name) this.#fault(`The attribute "${name}" is there twice`, start)
      attributes.push(name, this.#readAttributeValue(name))
      if (attributes.length > this.#limits.attributes * 2)
        this.#refuse('xml.limit', `An element has more than ${this.#limits.attributes} attributes`, start)
    }
  }

  #readAttributeValue(name: string): string {
    const text = this.#text
    const equals = skipSpace(text, this.#at)
    if (text.charCodeAt(equals) !== 0x3d) this.#fault(`The attribute "${name}" has no value`, equals)
    const quote = skipSpace(text, equals + 1)
    const mark = text[quote]
    if (mark !== '"' && mark !== "'")
      return this.#fault(`The value of the attribute "${name}" must be in quotes`, quote)
    const from = quote + 1
    const end = this.#endBy(mark, from, 'value')
    if (end - from > this.#limits.text) this.#refuse('xml.limit', textMessage(this.#limits), from)
    const less = this.#next('<', this.#nextLess, from)
    this.#nextLess = less
    if (less < end) this.#fault('"<" is not allowed in an attribute; write "&lt;"', less)
    return this.#resolvedAttribute(from, end)
  }

  /** White space becomes spaces (XML 1.0, 3.3.3), but not where it was written as a reference. */
  #resolvedAttribute(from: number, end: number): string {
    const raw = this.#text.slice(from, end)
    if (!/[\t\n]/.test(raw)) return this.#resolved(from, end)
    const spaced = raw.replace(/[\t\n]/g, ' ')
    return spaced.includes('&')
      ? resolveReferences(spaced, 0, spaced.length, message => this.#fault(message, from))
      : spaced
  }

  #begin(start: number, written: string, given: readonly string[], isEmpty: boolean): void {
    const parent = this.#tag
    const declares = given.length > 0 && this.#scope.enter(given, start)
    const name = this.#scope.element(written, start)
    const attributes = given.length > 0 ? this.#resolveNames(given, start) : NO_ATTRIBUTES
    if (parent === undefined && this.#finishedCount > 0)
      this.#fault('A document has one root element only', start)
    this.#moveToLineOf(start)
    const line = this.#line
    const column = start - this.#lineStart + 1
    const text = isEmpty ? '' : this.#takeLeaf(written)
    if (text !== undefined) {
      if (declares) this.#scope.leave()
      this.#finish({ name, attributes, line, column }, NO_CHILDREN, text)
      return
    }
    this.#tag = {
      name,
      attributes,
      line,
      column,
      written,
      declares,
      parent,
      depth: parent === undefined ? 1 : parent.depth + 1,
      firstChild: this.#finishedCount,
      firstBlank: this.#blankCount,
      text: '',
      size: 0,
    }
  }

  /** Most elements are `<name>text</name>`: these are read in one go. Undefined where this one is not. */
  #takeLeaf(written: string): string | undefined {
    const text = this.#text
    const from = this.#at
    const end = this.#nextMarkup()
    const isLeaf =
      text.charCodeAt(end + 1) === 0x2f &&
      text.charCodeAt(end + 2 + written.length) === 0x3e &&
      text.startsWith(written, end + 2)
    if (!isLeaf || end - from > this.#limits.text) return undefined
    this.#nextAmpersand = this.#next('&', this.#nextAmpersand, from)
    this.#nextSectionEnd = this.#next(']]>', this.#nextSectionEnd, from)
    if (this.#nextAmpersand < end || this.#nextSectionEnd < end) return undefined
    this.#at = end + 3 + written.length
    return text.slice(from, end)
  }

  #moveToLineOf(offset: number): void {
    for (;;) {
      this.#nextLineFeed = this.#next('\n', this.#nextLineFeed, this.#lineStart)
      if (this.#nextLineFeed >= offset) return
      this.#line += 1
      this.#lineStart = this.#nextLineFeed + 1
    }
  }

  #resolveNames(given: readonly string[], offset: number): XmlAttributes {
    const resolved: string[] = []
    for (let at = 0; at < given.length; at += 2) {
      const [name = '', value = ''] = [given[at], given[at + 1]]
      const key = this.#scope.attributeKey(name, offset)
      if (key === undefined) continue
      for (let before = 0; before < resolved.length; before += 2)
        if (resolved[before] === key)
          this.#refuse('xml.namespace', `The attribute "${name}" is there twice`, offset)
      resolved.push(key, value)
    }
    return resolved.length === 0 ? NO_ATTRIBUTES : new AttributeList(resolved)
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}
