/** Refuses documents before they are parsed, by native searches over their text alone. */

import { type Finding, Problem } from '../../problem.ts'
import type { XmlLimits } from './limits.ts'

/** Turns an offset into line and column. Offsets must rise from call to call. */
export type Positions = (offset: number) => readonly [line: number, column: number]

/** Line and column of rising offsets, in one walk over the text. */
export function positionsIn(text: string): Positions {
  let line = 1
  let lineStart = 0
  let next = text.indexOf('\n')
  return offset => {
    while (next >= 0 && next < offset) {
      line += 1
      lineStart = next + 1
      next = text.indexOf('\n', lineStart)
    }
    return [line, offset - lineStart + 1]
  }
}

/** The problem of a document, at one place. */
export function xmlFault(path: string, code: string, message: string, line: number, column: number): Problem {
  const finding: Finding = { path, code, message, line, column }
  return new Problem('xml.malformed', `${message} (line ${line}, column ${column})`, [finding])
}

export const DOCTYPE_MESSAGE = 'A document type declaration (DOCTYPE) is not allowed'

/** Looks through the prolog, so that a large DTD is refused before any of it is read. */
export function refuseDoctype(text: string): void {
  let at = 0
  for (;;) {
    at = text.indexOf('<', at)
    const ends = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (at < 0 || ends === undefined) break
    const end = text.indexOf(ends, at + 2)
    if (end < 0) return
    at = end + ends.length
  }
  if (!text.startsWith('<!DOCTYPE', at)) return
  const [line, column] = positionsIn(text)(at)
  throw xmlFault('/', 'xml.doctype', DOCTYPE_MESSAGE, line, column)
}

/**
 * Counts markup and measures what stands between it. A `<` inside a CDATA section or a comment counts too: the count
 * is of what the parser would have to look at.
 */
export function refuseOversize(text: string, limits: XmlLimits): void {
  let nodes = 0
  let cdata = 0
  let last = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (next !== 0x2f) nodes += 1
    if (next === 0x21 && text.charCodeAt(at + 2) === 0x5b) cdata += 1
    if (nodes > limits.nodes) {
      refuse(text, at, `The document has more than ${limits.nodes} elements and other nodes`)
    }
    if (cdata > limits.cdata) refuse(text, at, `The document has more than ${limits.cdata} CDATA sections`)
    if (at - last > limits.text + LONGEST_TAG) refuse(text, last, textMessage(limits))
    last = at
  }
  if (text.length - last > limits.text + LONGEST_TAG) refuse(text, last, textMessage(limits))
  refuseManyReferences(text, limits)
}

/** Each reference costs as much as many plain characters. */
function refuseManyReferences(text: string, limits: XmlLimits): void {
  let references = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    references += 1
    if (references > limits.references)
      refuse(text, at, `The document has more than ${limits.references} references`)
  }
}

/** Room for the tag itself beside the text after it; the parser checks the text alone. */
const LONGEST_TAG = 65_536

export function textMessage(limits: XmlLimits): string {
  return `Text or an attribute is longer than ${limits.text} characters`
}

function refuse(text: string, offset: number, message: string): never {
  const [line, column] = positionsIn(text)(offset)
  throw xmlFault('/', 'xml.limit', message, line, column)
}
