/** Refuses documents before they are parsed, by native searches over their text alone. */

import { type Finding, Problem } from '../../problem.ts'
import type { XmlLimits } from './limits.ts'

/** Line and column of an offset, counted from 1. */
export function positionAt(text: string, offset: number): readonly [line: number, column: number] {
  let line = 1
  let lineStart = 0
  for (;;) {
    const next = text.indexOf('\n', lineStart)
    if (next < 0 || next >= offset) return [line, offset - lineStart + 1]
    line += 1
    lineStart = next + 1
  }
}

/** The problem of a document that has one fault. */
export function xmlFault(fault: Finding): Problem {
  const { message, line, column } = fault
  return new Problem('xml.malformed', `${message} (line ${line}, column ${column})`, [fault])
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
  const [line, column] = positionAt(text, at)
  throw xmlFault({ path: '/', code: 'xml.doctype', message: DOCTYPE_MESSAGE, line, column })
}

/** Refuses what exceeds a limit. A document that is shorter than the limit cannot, and is not searched for it. */
export function refuseOversize(text: string, limits: XmlLimits): void {
  if (text.length > Math.min(limits.nodes, limits.text)) refuseManyNodes(text, limits)
  if (text.length > limits.references) refuseManyReferences(text, limits)
}

/**
 * Counts markup and measures what stands between it. A `<` inside a CDATA section or a comment counts too: the count
 * is of what the parser would have to look at.
 */
function refuseManyNodes(text: string, limits: XmlLimits): void {
  let nodes = 0
  let last = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x2f) nodes += 1
    if (nodes > limits.nodes)
      refuse(text, at, `The document has more than ${limits.nodes} elements and other nodes`)
    if (at - last > limits.text + LONGEST_TAG) refuse(text, last, textMessage(limits))
    last = at
  }
  if (text.length - last > limits.text + LONGEST_TAG) refuse(text, last, textMessage(limits))
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
  const [line, column] = positionAt(text, offset)
  throw xmlFault({ path: '/', code: 'xml.limit', message, line, column })
}
