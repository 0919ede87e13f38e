/**
 * Sends an answer whose body is there as a whole directly by Node's response: head and body in one write, and a text of ASCII
 * without a buffer around it.
 */
import type { ServerResponse } from 'node:http'
import { arePieces, type SendWhole, type Whole } from './send.plain.ts'

/** RFC 9110 section 8.6: no length where there can be no content. */
const hasLength = (status: number): boolean => status !== 204 && status !== 304

/** A body as Node sends it. A text of ASCII stays one: as Latin-1 it is the same bytes, and has no buffer to be filled and collected. */
function sendable(body: Whole, size: number): Whole {
  if (typeof body === 'string') return size === body.length ? body : Buffer.from(body)
  if (!arePieces(body)) return body
  const characters = body.reduce((count, piece) => count + piece.length, 0)
  return size === characters ? body : Buffer.from(body.join(''))
}

/** Bytes from which a text is not joined with its head: Node would copy it once more. */
const LONG = 4096

function endWith(raw: ServerResponse, content: Whole, size: number): void {
  if (arePieces(content)) {
    raw.cork()
    for (const piece of content) raw.write(piece, 'latin1')
    raw.end()
    return
  }
  if (size >= LONG) {
    raw.cork()
    raw.flushHeaders()
  }
  raw.end(content, 'latin1')
}

export const sendWhole: SendWhole = ({ raw }, status, head, body, size) => {
  if (hasLength(status)) head.push('content-length', String(size))
  raw.writeHead(status, head)
  endWith(raw, sendable(body, size), size)
  return undefined
}
