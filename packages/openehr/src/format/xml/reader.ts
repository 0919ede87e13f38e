/** Reads a document from its start to its end. Markup is found by native searches, and a start tag that was met before by its text. */

import { Cursor } from './cursor.ts'
import type { XmlElement } from './element.ts'
import type { XmlLimits } from './limits.ts'
import { endOfDeclaration, endOfName, forbiddenCharacterAt, isAt, skipSpace } from './markup.ts'
import { NamespaceScope } from './namespaces.ts'
import { DOCTYPE_MESSAGE } from './prescan.ts'
import { StartTagReader } from './start-tag.ts'
import { type StartTag, TagTable } from './tag-table.ts'
import { TreeElement } from './tree-element.ts'

/** An element whose end tag is still to come. */
interface OpenElement {
  readonly tag: StartTag
  readonly element: TreeElement
  readonly parent: OpenElement | undefined
  readonly depth: number
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
  readonly #text: string
  readonly #cursor: Cursor
  readonly #scope: NamespaceScope
  readonly #tags = new TagTable()
  readonly #tagReader: StartTagReader
  /** The innermost element that is open. */
  #open: OpenElement | undefined
  /** Finished elements whose parent is still open. */
  readonly #finished: XmlElement[] = []
  // Counted here, since setting the length of a list is slow.
  #finishedCount = 0
  /** Starts and ends of white space in open elements that have no other text so far. */
  readonly #blanks: number[] = []
  #blankCount = 0
  /** The first character that XML cannot hold: reading past it is a fault. */
  readonly #forbidden: number
  #sections = 0
  #line = 1
  #lineStart = 0
  /** The end of the present line; not known before the first element. */
  #lineEnd = -1

  constructor(text: string, limits: XmlLimits) {
    this.#text = text
    this.#cursor = new Cursor(text, limits, () => this.#path())
    this.#scope = new NamespaceScope(this.#cursor.namespaceFault)
    this.#tagReader = new StartTagReader(this.#cursor, this.#scope)
    const forbidden = forbiddenCharacterAt(text)
    this.#forbidden = forbidden < 0 ? text.length : forbidden
  }

  read(): XmlElement {
    const text = this.#text
    const cursor = this.#cursor
    cursor.at = endOfDeclaration(text, cursor.fault)
    while (cursor.at < text.length) {
      this.#readText()
      if (cursor.at < text.length) this.#readMarkup()
      if (cursor.at > this.#forbidden)
        cursor.fault('The document holds a character that XML does not allow', this.#forbidden)
    }
    if (this.#open) cursor.fault(`The element "${this.#open.tag.written}" is not closed`, text.length)
    return this.#finished[0] ?? cursor.fault('The document has no element', text.length)
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
    const first = skipSpace(this.#text, from)
    const isBlank = this.#text.charCodeAt(first) === 0x3c || first === this.#text.length
    const end = isBlank ? first : cursor.nextLess(first)
    cursor.at = end
    if (end === from) return
    if (isBlank) this.#keepBlank(from, end)
    else if (this.#open === undefined) cursor.fault('Text is not allowed outside the root element', first)
    else {
      const sectionEnd = cursor.nextSectionEnd(from)
      if (sectionEnd < end) cursor.fault('"]]>" is not allowed in text; write "]]&gt;"', sectionEnd)
      this.#addText(cursor.resolved(from, end), from)
    }
  }

  /** White space between tags is mostly layout: it becomes text only where it turns out to be a part of one. */
  #keepBlank(from: number, end: number): void {
    const open = this.#open
    if (open === undefined) return
    if (open.text !== '') this.#addText(this.#text.slice(from, end), from)
    else {
      this.#blanks[this.#blankCount++] = from
      this.#blanks[this.#blankCount++] = end
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
      text += this.#text.slice(blanks[at], blanks[at + 1])
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
    const text = this.#text
    const cursor = this.#cursor
    const { at } = cursor
    const code = text.charCodeAt(at + 1)
    if (code === 0x2f) this.#readEndTag()
    else if (code === 0x3f) this.#readInstruction()
    else if (code !== 0x21) this.#readStartTag()
    else if (text.startsWith('<!--', at)) this.#readComment()
    else if (text.startsWith('<![CDATA[', at)) this.#readSection()
    else if (text.startsWith('<!DOCTYPE', at)) cursor.refuse('xml.doctype', DOCTYPE_MESSAGE, at)
    else cursor.fault('"<!" must begin a comment or a CDATA section', at)
  }

  #readComment(): void {
    const cursor = this.#cursor
    const end = cursor.endBy('--', cursor.at + 4, 'comment')
    if (this.#text.charCodeAt(end + 2) !== 0x3e)
      cursor.fault('A comment must not hold "--" before its end', end)
    cursor.at = end + 3
  }

  #readInstruction(): void {
    const cursor = this.#cursor
    const start = cursor.at + 2
    const target = this.#text.slice(start, endOfName(this.#text, start))
    if (target === '') cursor.fault('A processing instruction needs a name', start)
    if (target.toLowerCase() === 'xml')
      cursor.fault('An XML declaration is allowed at the start of the document only', cursor.at)
    const after = start + target.length
    if (!this.#text.startsWith('?>', after) && skipSpace(this.#text, after) === after)
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
    this.#addText(this.#text.slice(start, end), start)
  }

  #readEndTag(): void {
    const text = this.#text
    const cursor = this.#cursor
    const { at } = cursor
    const open = this.#open ?? cursor.fault('An end tag has no start tag', at)
    const { endTag, written } = open.tag
    if (isAt(text, endTag, at)) cursor.at = at + endTag.length
    else {
      const start = at + 2
      const close = skipSpace(text, start + written.length)
      if (!text.startsWith(written, start) || text.charCodeAt(close) !== 0x3e)
        cursor.fault(`The element "${written}" is closed by another end tag`, start)
      cursor.at = close + 1
    }
    this.#close(open)
  }

  #close(open: OpenElement): void {
    const { tag, element, text, firstChild } = open
    this.#open = open.parent
    if (tag.declares) this.#scope.leave()
    if (this.#finishedCount > firstChild) {
      // A copy of the right length: a list that grows by itself keeps room for sixteen more.
      element.children = this.#finished.slice(firstChild, this.#finishedCount)
      this.#finishedCount = firstChild
      if (text !== '' && !isBlank(text)) element.text = text
    } else element.text = this.#blankCount > open.firstBlank ? this.#takeBlanks(open) : text
    this.#blankCount = open.firstBlank
    this.#finished[this.#finishedCount++] = element
  }

  #readStartTag(): void {
    const cursor = this.#cursor
    const start = cursor.at
    const known = this.#tags.find(this.#text, start, this.#scope.bindings)
    if (known !== undefined) {
      this.#refuseDepth(start)
      cursor.at = start + known.source.length
      this.#begin(start, known)
      return
    }
    const written = this.#tagReader.readName(start + 1, 'An element needs a name')
    this.#refuseDepth(start)
    const tag = this.#tagReader.readAfterName(start, written)
    this.#tags.keep(tag)
    this.#begin(start, tag)
  }

  #refuseDepth(offset: number): void {
    const most = this.#cursor.limits.depth
    if ((this.#open?.depth ?? 0) >= most)
      this.#cursor.refuse('xml.limit', `Elements are nested deeper than ${most}`, offset)
  }

  #begin(start: number, tag: StartTag): void {
    const parent = this.#open
    if (parent === undefined && this.#finishedCount > 0)
      this.#cursor.fault('A document has one root element only', start)
    if (start > this.#lineEnd) this.#moveToLineOf(start)
    const element = new TreeElement(tag, this.#line, start - this.#lineStart + 1)
    const text = tag.isEmpty ? '' : this.#takeLeaf(tag)
    if (text !== undefined) {
      element.text = text
      if (tag.declares) this.#scope.leave()
      this.#finished[this.#finishedCount++] = element
      return
    }
    this.#open = {
      tag,
      element,
      parent,
      depth: parent === undefined ? 1 : parent.depth + 1,
      firstChild: this.#finishedCount,
      firstBlank: this.#blankCount,
      text: '',
      size: 0,
    }
  }

  /** Most elements are `<name>text</name>`: these are read in one go. Undefined where this one is not. */
  #takeLeaf({ endTag }: StartTag): string | undefined {
    const cursor = this.#cursor
    const from = cursor.at
    const end = cursor.nextLess(from)
    const isLeaf = this.#text.charCodeAt(end + 1) === 0x2f && isAt(this.#text, endTag, end)
    if (!isLeaf || end - from > cursor.limits.text) return undefined
    if (cursor.hasReference(from, end) || cursor.nextSectionEnd(from) < end) return undefined
    cursor.at = end + endTag.length
    return this.#text.slice(from, end)
  }

  #moveToLineOf(offset: number): void {
    while (this.#lineEnd < offset) {
      if (this.#lineEnd >= 0) this.#line += 1
      this.#lineStart = this.#lineEnd + 1
      const end = this.#text.indexOf('\n', this.#lineStart)
      this.#lineEnd = end < 0 ? this.#text.length : end
    }
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}
