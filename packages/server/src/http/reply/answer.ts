/** Sends answers: head and body in one piece, directly to Node's response, with the headers that all answers have. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../settings/index.ts'
import { auditUnavailable, type RecordAnswer } from '../audited.ts'
import type { Reply } from '../endpoint.ts'
import { leavePlace } from '../visit.ts'
import { type Coding, codingFor, compressed } from './content-coding.ts'
import { corsHeaders } from './cors.ts'
import { errorReply } from './error-body.ts'
import type { MountUrl } from './public-url.ts'
import { securityHeaders } from './security-headers.ts'

/** Returns the reply if Fastify must end it, which is the case for streamed bodies. */
type Send = (request: FastifyRequest, reply: FastifyReply, answer: Reply) => FastifyReply | undefined

/** Like `Send`, after the audit event of the answer is recorded. */
export type Answer = (...answer: Parameters<Send>) => ReturnType<Send> | Promise<ReturnType<Send>>

type Headers = Readonly<Record<string, string>>

/** Headers of every answer. */
export function headersOfAll({
  baseUrl,
  corsOrigins,
}: Config): (id: string, headers: IncomingHttpHeaders) => Headers {
  const always = securityHeaders(baseUrl)
  const origins = new Set(corsOrigins)
  return (id, headers) => ({ ...always, 'X-Request-Id': id, ...corsHeaders(headers, origins) })
}

const isStream = (body: Reply['body']): body is Readable => typeof body === 'object' && 'pipe' in body

/** Names and values in turn, as Node takes them without looking each one up again; names are sent in lower case. */
type Head = string[]

function addHeaders(head: Head, headers: Headers | undefined): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) head.push(name.toLowerCase(), value)
  }
}

/** Turns a path below the mount into an absolute address. */
function absoluteLocation(request: FastifyRequest, location: string, mountUrl: MountUrl): string {
  const mountPoint = request.visit?.mountPoint
  return mountPoint === undefined || !location.startsWith('/')
    ? location
    : `${mountUrl(request, mountPoint)}${location}`
}

/**
 * Adds the headers of an answer, and those that all answers have where it has none of that name. Hardly an answer has one: asking it
 * for each of the names is work for nothing.
 */
function headerAdder(always: Headers, mountUrl: MountUrl) {
  const names = new Set(Object.keys(always))
  const ready: Head = []
  addHeaders(ready, always)
  return (head: Head, request: FastifyRequest, headers: Headers | undefined): void => {
    let overridden: Set<string> | undefined
    for (const name in headers) {
      const value = headers[name]
      if (value === undefined) continue
      head.push(name.toLowerCase(), name === 'Location' ? absoluteLocation(request, value, mountUrl) : value)
      if (names.has(name)) overridden = (overridden ?? new Set()).add(name.toLowerCase())
    }
    for (let at = 0; at < ready.length; at += 2) {
      const name = ready[at] ?? ''
      if (!overridden?.has(name)) head.push(name, ready[at + 1] ?? '')
    }
  }
}

/** Adds a name to `Vary`. */
function addVary(head: Head, name: string): void {
  const at = head.indexOf('vary')
  if (at < 0) head.push('vary', name)
  else head[at + 1] += `, ${name}`
}

/** RFC 9110 section 8.6: no length where there can be no content. */
const hasLength = (status: number): boolean => status !== 204 && status !== 304

/** Bytes of a body. A stream counts as large, since small answers are not streamed. */
function sizeOf(body: Reply['body']): number {
  if (body === undefined) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  return isStream(body) ? Number.POSITIVE_INFINITY : body.length
}

/**
 * A text of ASCII stays one: as Latin-1 it is the same bytes. Any other text becomes a buffer: Node writes the head in the encoding of
 * a text that follows it, and heads have bytes beyond ASCII.
 */
const sendable = (body: Reply['body'], size: number): Reply['body'] =>
  typeof body === 'string' && size !== body.length ? Buffer.from(body) : body

const EVENT_STREAM = 'text/event-stream'

/** Bytes from which a text is not joined with its head: Node would copy it once more, 3 µs for 10 KB. */
const LONG = 4096

/** Sends head and content in one write to the socket. */
function endWith(raw: ServerResponse, content: Exclude<Reply['body'], Readable>, size: number): void {
  if (size >= LONG) {
    raw.cork()
    raw.flushHeaders()
  }
  raw.end(content, 'latin1')
}

/** Sends an answer when its audit event is recorded; if that fails, sends a refusal instead. */
export function answering(
  config: Config,
  mountUrl: MountUrl,
  closing: () => boolean,
  record: RecordAnswer,
): Answer {
  const send = sending(config, mountUrl, closing)
  return (request, reply, answer) => {
    const recorded = record(request, answer.status)
    if (recorded === undefined) return send(request, reply, answer)
    return recorded.then(isRecorded => {
      if (isRecorded) return send(request, reply, answer)
      if (isStream(answer.body)) answer.body.destroy()
      const refuse = request.visit?.endpoint?.refuse ?? errorReply
      const refused = refuse(auditUnavailable(), request.id, request.headers)
      void record(request, refused.status)
      return send(request, reply, refused)
    })
  }
}

/** `closing`: connections are not kept alive while the server stops. */
function sending(config: Config, mountUrl: MountUrl, closing: () => boolean): Send {
  const always = securityHeaders(config.baseUrl)
  const origins = new Set(config.corsOrigins)
  const { compressFrom } = config
  const addAnswerHeaders = headerAdder(always, mountUrl)
  return (request, reply, { status, headers, body, cookies }) => {
    const head: Head = []
    addAnswerHeaders(head, request, headers)
    head.push('x-request-id', request.id)
    if (cookies) for (const cookie of cookies) head.push('set-cookie', cookie)
    if (origins.size > 0) addHeaders(head, corsHeaders(request.headers, origins))
    if (closing()) head.push('connection', 'close')
    const { raw } = reply
    if (request.visit) request.visit.answered = true
    const size = sizeOf(body)
    let content = sendable(body, size)
    let coding: Coding | undefined
    // Files of the console come compressed already, and a compressor would hold events back.
    const isCoded = headers?.['Content-Encoding'] !== undefined || headers?.['Content-Type'] === EVENT_STREAM
    if (content !== undefined && compressFrom > 0 && size >= compressFrom && !isCoded) {
      addVary(head, 'Accept-Encoding')
      coding = codingFor(request.headers['accept-encoding']?.toString())
      if (coding) head.push('content-encoding', coding)
      // An answer to HEAD has the headers of GET, and nothing to compress.
      if (coding && request.method !== 'HEAD') content = compressed(content, coding)
    }
    if (isStream(content)) {
      if (headers?.['Content-Type'] === EVENT_STREAM) leavePlace(request.visit)
      for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1])
      reply.code(status).send(content)
    } else {
      if (hasLength(status) && coding === undefined) head.push('content-length', String(size))
      raw.writeHead(status, head)
      endWith(raw, content, size)
    }
    request.visit?.hungUp?.()
    return isStream(content) ? reply : undefined
  }
}
