/** Sends answers, with the headers that all answers have. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { auditUnavailable, type RecordAnswer } from './audited.ts'
import { codingFor, compressed } from './content-coding.ts'
import { corsHeaders } from './cors.ts'
import type { Reply } from './endpoint.ts'
import { errorReply } from './error-body.ts'
import type { MountUrl } from './public-url.ts'
import { securityHeaders } from './security-headers.ts'

type Send = (request: FastifyRequest, reply: FastifyReply, answer: Reply) => FastifyReply

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

/** Turns a path below the mount into an absolute address. */
function absoluteLocation(request: FastifyRequest, location: string, mountUrl: MountUrl): string {
  const mountPoint = request.visit?.mountPoint
  return mountPoint === undefined || !location.startsWith('/')
    ? location
    : `${mountUrl(request, mountPoint)}${location}`
}

/** Adds a name to `Vary`. */
function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? name : `${before}, ${name}`)
}

function addHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string | undefined>>,
  mountUrl: MountUrl,
): void {
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (name === 'Vary') addVary(reply, value)
    else reply.header(name, name === 'Location' ? absoluteLocation(request, value, mountUrl) : value)
  }
}

/** Bytes of a body. A stream counts as large, since small answers are not streamed. */
function sizeOf(body: Reply['body']): number {
  if (body === undefined) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  return isStream(body) ? Number.POSITIVE_INFINITY : body.length
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
  const ofAll = headersOfAll(config)
  const { compressFrom } = config
  return (request, reply, { status, headers = {}, body, cookies = [] }) => {
    reply.code(status).headers(ofAll(request.id, request.headers))
    addHeaders(request, reply, headers, mountUrl)
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    if (closing()) reply.header('connection', 'close')
    if (request.visit) request.visit.answered = true
    let content = body
    // Files of the console come compressed already.
    const isCoded = headers['Content-Encoding'] !== undefined
    if (content !== undefined && compressFrom > 0 && !isCoded && sizeOf(content) >= compressFrom) {
      addVary(reply, 'Accept-Encoding')
      const coding = codingFor(request.headers['accept-encoding']?.toString())
      if (coding) {
        reply.header('content-encoding', coding)
        content = compressed(content, coding)
      }
    }
    reply.send(content)
    request.visit?.hungUp?.()
    return reply
  }
}
