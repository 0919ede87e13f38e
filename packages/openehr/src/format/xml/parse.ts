/**
 * The one door through which XML comes in: text or bytes to a tree of elements, strict and bounded.
 *
 * There is no DTD, so no entity but the five of XML 1.0 and character references, and nothing outside the document is ever
 * opened. The text is walked through once, over its bytes, and a start tag that it repeats is read once (decisions 0009 and 0047).
 */

import { loneSurrogateAt } from '../bytes.ts'
import { decodeXml } from './decode.ts'
import type { XmlElement } from './element.ts'
import { XML_LIMITS, type XmlLimits } from './limits.ts'
import { positionAt, refuseDoctype, refuseOversize, xmlFault } from './prescan.ts'
import { readDocument } from './reader.ts'

/** The root element of a document. Throws `xml.malformed` with the line, column and path of the first fault. */
export function parseXml(input: string | Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const bounds = { ...XML_LIMITS, ...limits }
  if (input.length > bounds.size)
    throw xmlFault({
      path: '/',
      code: 'xml.limit',
      message: `The document is larger than ${bounds.size} bytes`,
      line: 1,
      column: 1,
    })
  const text = withLineFeeds(withoutMark(typeof input === 'string' ? input : decodeXml(input)))
  const half = typeof input === 'string' ? loneSurrogateAt(text) : -1
  if (half >= 0) {
    const [line, column] = positionAt(text, half)
    throw xmlFault({
      path: '/',
      code: 'xml.syntax',
      message: 'The document holds half a surrogate pair',
      line,
      column,
    })
  }
  refuseDoctype(text)
  refuseOversize(text, bounds)
  return readDocument(text, bounds)
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Line ends as XML 1.0 wants them read (2.11). */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
