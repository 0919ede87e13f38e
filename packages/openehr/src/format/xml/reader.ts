/** Reads a document from its start to its end, byte by byte. A start tag that was met before is found by its text. */

import { Cursor } from './cursor.ts'
import type { XmlElement } from './element.ts'
import type { XmlLimits } from './limits.ts'
import { endOfDeclaration, endOfName } from './markup.ts'
import { NamespaceScope } from './namespaces.ts'
import { DOCTYPE_MESSAGE } from './prescan.ts'
import { StartTagReader } from './start-tag.ts'
import { type StartTag, TagTable } from './tag-table.ts'
import { TreeElement } from './tree-element.ts'
import { areSame, EXCLAMATION, GREATER, QUESTION, SLASH, skipSpace, standsAt } from './utf8.ts'

/** An element whose end tag is still to come. */
interface OpenElement {
  readonly tag: StartTag
  readonly element: TreeElement
  readonly parent: OpenElement | undefined
  /** Its first child in the list of finished elements. */
  readonly firstChild: number
  /** Its first piece in the list of white space that may turn out to be text. */
  readonly firstBlank: number
  text: string
  /** The number of characters of its text, white space included. */
  size: number
}

/** The root element of a text that the prescan has let pass. */
export function readDocument(text: string, limits: XmlLimits): XmlElement {
  return new DocumentReader(text, limits).read()
}

class DocumentReader {
  readonly #cursor: Cursor
  readonly #bytes: Uint8Array
  readonly #scope: NamespaceScope
  readonly #tags: TagTable
  readonly #tagReader: StartTagReader
  /** The innermost element that is open. */
  #open: OpenElement | undefined
  /** The number of elements that are open. */
  #depth = 0
  /** Finished elements whose parent is still open. */
  readonly #finished: XmlElement[] = []
  // Counted here, since setting the length of a list is slow.
  #finishedCount = 0
  /** Starts and ends, in the text, of white space in open elements that have no other text so far. */
  readonly #blanks: number[] = []
  #blankCount = 0
  #sections = 0
  #line = 1
  /** The start of the present line in the text. */
  #lineStart = 0
  /** The end of the present line in the text; not known before the first element. */
  #lineEnd = -1

  constructor(text: string, limits: XmlLimits) {
    const cursor = new Cursor(text, limits, () => this.#path())
    this.#cursor = cursor
    this.#bytes = cursor.bytes
    this.#scope = new NamespaceScope((message, offset) => cursor.refuse('xml.namespace', message, offset))
    this.#tags = new TagTable(cursor.view, cursor.end)
    this.#tagReader = new StartTagReader(cursor, this.#scope)
  }

  read(): XmlElement {
    const cursor = this.#cursor
    const { end } = cursor
    const declaration = endOfDeclaration(cursor.text, (message, offset) => cursor.fault(message, offset))
    cursor.at = cursor.offsets.after(0, declaration)
    while (cursor.at < end) {
      this.#readText()
      if (cursor.at < end) this.#readMarkup()
      if (cursor.at > cursor.forbidden)
        cursor.fault('The document holds a character that XML does not allow', cursor.forbidden)
    }
    if (this.#open) cursor.fault(`The element "${this.#open.tag.written}" is not closed`, end)
    return this.#finished[0] ?? cursor.fault('The document has no element', end)
  }

  #path(): string {
    const names: string[] = []
    for (let open = this.#open; open; open = open.parent) names.unshift(open.tag.name.local)
    return `/${names.join('/')}`
  }

  /** Reads up to the next markup, which mostly follows at once or after white space. */
  #readText(): void {
    const cursor = this.#cursor
    const from = cursor.at
    const end = cursor.scanText(from)
    cursor.at = end
    if (end === from) return
    if (cursor.ink === end) this.#keepBlank(from, end)
    else if (this.#open === undefined)
      cursor.fault('Text is not allowed outside the root element', cursor.ink)
    else {
      if (cursor.sectionEnd >= 0)
        cursor.fault('"]]>" is not allowed in text; write "]]&gt;"', cursor.sectionEnd)
      this.#addText(cursor.resolved(from, end), from)
    }
  }

  /** White space between tags is mostly layout: it becomes text only where it turns out to be a part of one. */
  #keepBlank(from: number, end: number): void {
    const open = this.#open
    if (open === undefined) return
    if (open.text !== '') this.#addText(this.#cursor.slice(from, end), from)
    else {
      const start = this.#cursor.offsets.unitAt(from)
      this.#blanks[this.#blankCount++] = start
      this.#blanks[this.#blankCount++] = start + end - from
      this.#grow(open, end - from)
    }
  }

  #grow(open: OpenElement, length: number): void {
    open.size += length
    if (open.size > this.#cursor.limits.text) this.#cursor.refuseLongText(this.#cursor.at)
  }

  /** The white space that an element has kept so far, which is then no longer kept. */
  #takeBlanks({ firstBlank }: OpenElement): string {
    const blanks = this.#blanks
    let text = ''
    for (let at = firstBlank; at < this.#blankCount; at += 2)
      text += this.#cursor.text.slice(blanks[at], blanks[at + 1])
    this.#blankCount = firstBlank
    return text
  }

  #addText(piece: string, offset: number): void {
    const open = this.#open ?? this.#cursor.fault('Text is not allowed outside the root element', offset)
    if (piece === '') return
    if (open.text === '' && this.#blankCount > open.firstBlank) open.text = this.#takeBlanks(open)
    open.text += piece
    this.#grow(open, piece.length)
  }

  #readMarkup(): void {
    const bytes = this.#bytes
    const cursor = this.#cursor
    const { at } = cursor
    const byte = bytes[at + 1]
    if (byte === SLASH) this.#readEndTag()
    else if (byte === QUESTION) this.#readInstruction()
    else if (byte !== EXCLAMATION) this.#readStartTag()
    else if (standsAt(bytes, at, '<!--')) this.#readComment()
    else if (standsAt(bytes, at, '<![CDATA[')) this.#readSection()
    else if (standsAt(bytes, at, '<!DOCTYPE')) cursor.refuse('xml.doctype', DOCTYPE_MESSAGE, at)
    else cursor.fault('"<!" must begin a comment or a CDATA section', at)
  }

  #readComment(): void {
    const cursor = this.#cursor
    const end = cursor.endBy('--', cursor.at + 4, 'comment')
    if (this.#bytes[end + 2] !== GREATER) cursor.fault('A comment must not hold "--" before its end', end)
    cursor.at = end + 3
  }

  #readInstruction(): void {
    const cursor = this.#cursor
    const bytes = this.#bytes
    const start = cursor.at + 2
    const unit = cursor.offsets.unitAt(start)
    const target = cursor.text.slice(unit, endOfName(cursor.text, unit))
    if (target === '') cursor.fault('A processing instruction needs a name', start)
    if (target.toLowerCase() === 'xml')
      cursor.fault('An XML declaration is allowed at the start of the document only', cursor.at)
    const after = cursor.offsets.after(start, target.length)
    if (!standsAt(bytes, after, '?>') && skipSpace(bytes, after) === after)
      cursor.fault('The name of a processing instruction is malformed', after)
    cursor.endBy('?>', after, 'processing instruction')
  }

  #readSection(): void {
    const cursor = this.#cursor
    const start = cursor.at + 9
    const most = cursor.limits.cdata
    this.#sections += 1
    if (this.#sections > most)
      cursor.refuse('xml.limit', `The document has more than ${most} CDATA sections`, cursor.at)
    const end = cursor.endBy(']]>', start, 'CDATA section')
    this.#addText(cursor.slice(start, end), start)
  }

  #readEndTag(): void {
    const bytes = this.#bytes
    const cursor = this.#cursor
    const start = cursor.at + 2
    const open = this.#open ?? cursor.fault('An end tag has no start tag', cursor.at)
    const { tag } = open
    const close = skipSpace(bytes, start + tag.nameLength)
    if (bytes[close] !== GREATER || !areSame(cursor.view, tag.start + 1, start, tag.nameLength))
      cursor.fault(`The element "${tag.written}" is closed by another end tag`, start)
    cursor.at = close + 1
    this.#close(open)
  }

  #close(open: OpenElement): void {
    const { tag, element, text, firstChild } = open
    this.#open = open.parent
    this.#depth -= 1
    if (tag.declares) this.#scope.leave()
    if (this.#finishedCount > firstChild) {
      element.children = this.#take(firstChild)
      this.#finishedCount = firstChild
      if (text !== '' && !isBlank(text)) element.text = text
    } else element.text = this.#blankCount > open.firstBlank ? this.#takeBlanks(open) : text
    this.#blankCount = open.firstBlank
    this.#finished[this.#finishedCount++] = element
  }

  /** The finished elements from one on, in a list of their length: one that grows by itself keeps room for sixteen more. */
  #take(first: number): readonly XmlElement[] {
    const finished = this.#finished
    // Most have one to three children, and a list that is written out is made in a third of the time of a slice.
    const one = finished[first]
    const two = finished[first + 1]
    const three = finished[first + 2]
    const count = this.#finishedCount - first
    if (count === 1 && one) return [one]
    if (count === 2 && one && two) return [one, two]
    if (count === 3 && one && two && three) return [one, two, three]
    return finished.slice(first, this.#finishedCount)
  }

  #readStartTag(): void {
    const cursor = this.#cursor
    const start = cursor.at
    // Asked for before the values of its attributes, since offsets are cheap in ascending order.
    const unit = cursor.offsets.unitAt(start)
    const tag = this.#tags.find(start, this.#scope.bindings) ?? this.#readNewTag(start)
    if (this.#depth >= cursor.limits.depth) this.#refuseDepth(start)
    cursor.at = start + tag.length
    this.#begin(unit, start, tag)
  }

  #readNewTag(start: number): StartTag {
    const written = this.#tagReader.readName(start + 1, 'An element needs a name')
    if (this.#depth >= this.#cursor.limits.depth) this.#refuseDepth(start)
    const tag = this.#tagReader.readAfterName(start, written)
    this.#tags.keep(tag)
    return tag
  }

  #refuseDepth(offset: number): never {
    const { depth } = this.#cursor.limits
    return this.#cursor.refuse('xml.limit', `Elements are nested deeper than ${depth}`, offset)
  }

  /** Begins the element of a tag, given the offset of its `<` in the text and in the bytes. */
  #begin(unit: number, start: number, tag: StartTag): void {
    const parent = this.#open
    if (parent === undefined && this.#finishedCount > 0)
      this.#cursor.fault('A document has one root element only', start)
    if (unit > this.#lineEnd) this.#moveToLineOf(unit)
    const element = new TreeElement(tag, this.#line, unit - this.#lineStart + 1)
    const text = tag.isEmpty ? '' : this.#takeLeaf(tag)
    if (text !== undefined) {
      element.text = text
      if (tag.declares) this.#scope.leave()
      this.#finished[this.#finishedCount++] = element
      return
    }
    this.#depth += 1
    this.#open = {
      tag,
      element,
      parent,
      firstChild: this.#finishedCount,
      firstBlank: this.#blankCount,
      text: '',
      size: 0,
    }
  }

  /** Most elements are `<name>text</name>`: these are read in one go. Undefined where this one is not. */
  #takeLeaf({ start, nameLength }: StartTag): string | undefined {
    const bytes = this.#bytes
    const cursor = this.#cursor
    const from = cursor.at
    const end = cursor.scanText(from)
    if (bytes[end + 1] !== SLASH || bytes[end + 2 + nameLength] !== GREATER) return undefined
    if (!areSame(cursor.view, start + 1, end + 2, nameLength) || end - from > cursor.limits.text)
      return undefined
    if (cursor.hasReference || cursor.sectionEnd >= 0) return undefined
    cursor.at = end + nameLength + 3
    return cursor.slice(from, end)
  }

  #moveToLineOf(offset: number): void {
    while (this.#lineEnd < offset) {
      if (this.#lineEnd >= 0) this.#line += 1
      this.#lineStart = this.#lineEnd + 1
      const end = this.#cursor.text.indexOf('\n', this.#lineStart)
      this.#lineEnd = end < 0 ? this.#cursor.text.length : end
    }
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}
