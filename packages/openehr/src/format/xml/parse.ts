/**
 * The one door through which XML comes in: text or bytes to a tree of elements, strict and bounded.
 *
 * There is no DTD, so no entity but the five of XML 1.0 and character references, and nothing outside the document is ever
 * opened. Markup is found by native searches: a 1.9 MB template takes a tenth of the time of a parser that steps through
 * single characters (decision 0009).
 */

import { loneSurrogateAt } from '../bytes.ts'
import { decodeXml } from './decode.ts'
import { XML_LIMITS, type XmlLimits } from './limits.ts'
import { endOfDeclaration, endOfName, forbiddenCharacterAt, resolveReferences, skipSpace } from './markup.ts'
import { attributeKey, NamespaceScope, type WrittenAttribute } from './namespaces.ts'
import {
  DOCTYPE_MESSAGE,
  type Positions,
  positionsIn,
  refuseDoctype,
  refuseOversize,
  textMessage,
  xmlFault,
} from './prescan.ts'

export interface XmlElement {
  /** The local name. */
  readonly name: string
  readonly prefix: string | undefined
  readonly namespace: string | undefined
  /**
   * By name, without namespace declarations. An attribute in a namespace is under `{namespace}local`; those of XML
   * Schema instances are under `xsi:…` and those of XML itself under `xml:…`, whatever prefix the document gave them.
   */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** All text directly inside the element, as written; empty where it only sets child elements apart. */
  readonly text: string
  /** Line and column of its `<`, counted from 1. */
  readonly line: number
  readonly column: number
}

interface OpenElement {
  name: string
  prefix: string | undefined
  namespace: string | undefined
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
  line: number
  column: number
}

interface OpenTag {
  readonly element: OpenElement
  /** The name as written, which the end tag must repeat. */
  readonly written: string
  readonly declares: boolean
}

// Most elements have neither attributes nor children: these stand for both without an allocation.
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const NONE_WRITTEN: readonly WrittenAttribute[] = []
const NO_CHILDREN: XmlElement[] = []

/** The root element of a document. Throws `xml.malformed` with the line, column and path of the first fault. */
export function parseXml(input: string | Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const bounds = { ...XML_LIMITS, ...limits }
  if (input.length > bounds.size)
    throw xmlFault('/', 'xml.limit', `The document is larger than ${bounds.size} bytes`, 1, 1)
  const text = withLineFeeds(withoutMark(typeof input === 'string' ? input : decodeXml(input)))
  const half = typeof input === 'string' ? loneSurrogateAt(text) : -1
  if (half >= 0) {
    const [line, column] = positionsIn(text)(half)
    throw xmlFault('/', 'xml.syntax', 'The document holds half a surrogate pair', line, column)
  }
  refuseDoctype(text)
  refuseOversize(text, bounds)
  return new DocumentReader(text, bounds).read()
}

/** Reads one document from its start to its end. */
class DocumentReader {
  readonly #text: string
  readonly #limits: XmlLimits
  readonly #position: Positions
  readonly #scope: NamespaceScope
  readonly #open: OpenTag[] = []
  /** The first character that XML cannot hold: reading past it is a fault. */
  readonly #forbidden: number
  #root: XmlElement | undefined
  #at = 0
  /** Offsets of the next of each from the last search on, so that no part of the text is searched twice. */
  #nextAmpersand = -1
  #nextLess = -1
  #nextSectionEnd = -1

  constructor(text: string, limits: XmlLimits) {
    this.#text = text
    this.#limits = limits
    this.#position = positionsIn(text)
    const forbidden = forbiddenCharacterAt(text)
    this.#forbidden = forbidden < 0 ? text.length : forbidden
    this.#scope = new NamespaceScope((message, offset) => this.#refuse('xml.namespace', message, offset))
  }

  read(): XmlElement {
    const text = this.#text
    this.#at = endOfDeclaration(text, this.#fault)
    while (this.#at < text.length) {
      const start = text.indexOf('<', this.#at)
      const end = start < 0 ? text.length : start
      if (end > this.#at) this.#readText(end)
      if (start >= 0) this.#readMarkup()
      if (this.#at > this.#forbidden)
        this.#fault('The document holds a character that XML does not allow', this.#forbidden)
    }
    const unclosed = this.#open.at(-1)
    if (unclosed) this.#fault(`The element "${unclosed.written}" is not closed`, text.length)
    return this.#root ?? this.#fault('The document has no element', text.length)
  }

  readonly #fault = (message: string, offset: number): never => this.#refuse('xml.syntax', message, offset)

  #refuse(code: string, message: string, offset: number): never {
    // A new walk: the offset of a fault may lie before the last element.
    const [line, column] = positionsIn(this.#text)(Math.min(offset, this.#text.length))
    const path = `/${this.#open.map(({ element }) => element.name).join('/')}`
    throw xmlFault(path, code, message, line, column)
  }

  #readText(end: number): void {
    const from = this.#at
    this.#at = end
    if (this.#open.length === 0) {
      const first = skipSpace(this.#text, from)
      if (first < end) this.#fault('Text is not allowed outside the root element', first)
      return
    }
    this.#nextSectionEnd = this.#next(']]>', this.#nextSectionEnd, from)
    if (this.#nextSectionEnd < end)
      this.#fault('"]]>" is not allowed in text; write "]]&gt;"', this.#nextSectionEnd)
    this.#addText(this.#resolved(from, end), from)
  }

  /** The offset of a mark from `from` on, by a search only where the last one does not tell. */
  #next(mark: string, last: number, from: number): number {
    if (last >= from) return last
    const found = this.#text.indexOf(mark, from)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }

  #resolved(from: number, to: number): string {
    this.#nextAmpersand = this.#next('&', this.#nextAmpersand, from)
    return this.#nextAmpersand < to
      ? resolveReferences(this.#text, from, to, this.#fault)
      : this.#text.slice(from, to)
  }

  #addText(piece: string, offset: number): void {
    const element = this.#open.at(-1)?.element
    if (element === undefined) this.#fault('Text is not allowed outside the root element', offset)
    else {
      element.text += piece
      if (element.text.length > this.#limits.text)
        this.#refuse('xml.limit', textMessage(this.#limits), this.#at)
    }
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
    const end = this.#endBy(']]>', start, 'CDATA section')
    this.#addText(this.#text.slice(start, end), start)
  }

  #readEndTag(): void {
    const text = this.#text
    const start = this.#at + 2
    const tag = this.#open.at(-1) ?? this.#fault('An end tag has no start tag', this.#at)
    const end = start + tag.written.length
    const close = text.charCodeAt(end) === 0x3e ? end : skipSpace(text, end)
    if (!text.startsWith(tag.written, start) || text.charCodeAt(close) !== 0x3e)
      this.#fault(`The element "${tag.written}" is closed by another end tag`, start)
    this.#at = close + 1
    this.#close(tag)
  }

  #close({ element, declares }: OpenTag): void {
    this.#open.pop()
    if (declares) this.#scope.leave()
    if (element.children.length > 0 && element.text !== '' && isBlank(element.text)) element.text = ''
  }

  #readStartTag(): void {
    const text = this.#text
    const start = this.#at
    const written = this.#readName(start + 1, 'An element needs a name')
    if (this.#open.length >= this.#limits.depth)
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
    return this.#text.slice(from, end)
  }

  /** Attributes as written, namespace declarations included. */
  #readAttributes(): readonly WrittenAttribute[] {
    const text = this.#text
    const attributes: WrittenAttribute[] = []
    for (;;) {
      const start = skipSpace(text, this.#at)
      const code = text.charCodeAt(start)
      const isSpaced = start > this.#at
      this.#at = start
      if (code === 0x3e || code === 0x2f) return attributes
      if (!isSpaced) this.#fault('White space is missing before an attribute', start)
      const name = this.#readName(start, 'An attribute needs a name')
      if (attributes.some(each => each[0] === name))
        this.#fault(`The attribute "${name}" is there twice`, start)
      attributes.push([name, this.#readAttributeValue(name)])
      if (attributes.length > this.#limits.attributes)
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
    this.#nextLess = this.#next('<', this.#nextLess, from)
    if (this.#nextLess < end) this.#fault('"<" is not allowed in an attribute; write "&lt;"', this.#nextLess)
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

  #begin(start: number, written: string, attributes: readonly WrittenAttribute[], isEmpty: boolean): void {
    const declares = this.#scope.enter(attributes, start)
    const { prefix, local, namespace } = this.#scope.element(written, start)
    const [line, column] = this.#position(start)
    const element: OpenElement = {
      name: local,
      prefix,
      namespace,
      attributes: attributes.length > 0 ? this.#resolveNames(attributes, start) : NO_ATTRIBUTES,
      children: NO_CHILDREN,
      text: '',
      line,
      column,
    }
    const parent = this.#open.at(-1)?.element
    if (parent?.children === NO_CHILDREN) parent.children = [element]
    else if (parent) parent.children.push(element)
    else if (this.#root) this.#fault('A document has one root element only', start)
    else this.#root = element
    const tag = { element, written, declares }
    this.#open.push(tag)
    if (isEmpty) this.#close(tag)
  }

  #resolveNames(attributes: readonly WrittenAttribute[], offset: number): ReadonlyMap<string, string> {
    const resolved = new Map<string, string>()
    for (const [name, value] of attributes) {
      const qualified = this.#scope.attribute(name, offset)
      if (qualified === undefined) continue
      const key = attributeKey(qualified)
      if (resolved.has(key))
        this.#refuse('xml.namespace', `The attribute "${qualified.local}" is there twice`, offset)
      resolved.set(key, value)
    }
    return resolved
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Line ends as XML 1.0 wants them read (2.11). */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
