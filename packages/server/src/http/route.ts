/** One endpoint as a Fastify route: check what can be checked from the head, read the body, then read → act → reply. */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from './codes.ts'
import type { BodyReader, BoundEndpoint, Incoming, Reply } from './endpoint.ts'
import { type MediaType, negotiate, parseMediaType } from './media-type.ts'
import type { Caller, Scope } from './scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the token was checked. */
    caller: Caller | undefined
    /** What the head of the request settled for the endpoint. */
    settled: { accepted: string; media: MediaType | undefined; read: BodyReader | undefined } | undefined
    /** Where it comes from; a proxy that is trusted may say so. */
    address: string
    /** Set when the caller is gone before the answer is there: what tells the observers, then. */
    hungUp: (() => void) | undefined
  }
  interface FastifyContextConfig {
    endpoint?: BoundEndpoint
  }
}

/** Who a call is from, or a problem: the authorization room's part of every guarded request. */
export type Authenticate = (authorization: string | undefined, needed: Scope) => Caller | Promise<Caller>

const NOBODY: Caller = { clientId: '', scopes: new Set() }

const hasBody = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] !== undefined && request.headers['content-length'] !== '0')

function chooseReader(endpoint: BoundEndpoint, request: FastifyRequest): [MediaType?, BodyReader?] {
  if (!hasBody(request)) {
    if (endpoint.body === undefined || endpoint.bodyOptional) return []
    if (request.headers['content-type'] === undefined)
      throw new Refusal('request.malformed', 'This operation needs a body, and the request has none.')
  }
  if (endpoint.body === undefined) {
    if (!hasBody(request)) return []
    throw new Refusal('request.unsupported_media_type', 'This operation takes no body.')
  }
  const taken = Object.keys(endpoint.body).join(', ')
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal(
      'request.unsupported_media_type',
      'Content-Encoding is not taken: send the body as it is.',
    )
  const header = request.headers['content-type']
  if (header === undefined)
    throw new Refusal(
      'request.unsupported_media_type',
      `Content-Type is missing; this operation takes ${taken}.`,
    )
  const media = parseMediaType(header)
  const read = media && Object.hasOwn(endpoint.body, media.essence) ? endpoint.body[media.essence] : undefined
  if (!media || !read) throw new Refusal('request.unsupported_media_type', `Content-Type must be ${taken}.`)
  const charset = media.parameters.get('charset')
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    throw new Refusal('request.unsupported_media_type', 'The only charset that is taken is utf-8.')
  return [media, read]
}

function settle(endpoint: BoundEndpoint, request: FastifyRequest): void {
  const accepted = negotiate(request.headers.accept, endpoint.produces)
  if (accepted === undefined)
    throw new Refusal(
      'request.not_acceptable',
      `Accept allows none of what this operation answers with: ${endpoint.produces.join(', ')}.`,
    )
  const [media, read] = chooseReader(endpoint, request)
  request.settled = { accepted, media, read }
}

/** Made only for those who ask: most operations are over before anybody could hang up. */
function hangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function incoming(request: FastifyRequest, reply: FastifyReply): Incoming {
  const question = request.url.indexOf('?')
  const { accepted = '', media, read } = request.settled ?? {}
  return {
    parameters: request.params as Record<string, string>,
    query: new URLSearchParams(question < 0 ? '' : request.url.slice(question + 1)),
    headers: request.headers,
    body:
      read && media ? read((request.body as Uint8Array | undefined) ?? new Uint8Array(), media) : undefined,
    accepted,
    target: request.url,
    requestId: request.id,
    address: request.address,
    get signal() {
      return hangUp(reply)
    },
  }
}

export function send(reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  reply.code(status)
  // While the server stops, a connection that is kept alive would keep it from stopping.
  if (!reply.server.server.listening) reply.header('Connection', 'close')
  if (headers) reply.headers(headers)
  reply.send(body)
  reply.request.hungUp?.()
  return reply
}

export function route(endpoint: BoundEndpoint, prefix: string, authenticate: Authenticate): RouteOptions {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const { scope } = endpoint
  return {
    method,
    url: `${prefix}${path}`.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1'),
    config: { endpoint },
    onRequest: (request, _reply, done) => {
      const authorized = (caller: Caller) => {
        request.caller = caller
        settle(endpoint, request)
        done()
      }
      try {
        if (scope === 'public') return authorized(NOBODY)
        const caller = authenticate(request.headers.authorization, scope)
        if (!(caller instanceof Promise)) return authorized(caller)
        caller.then(authorized).catch(done)
      } catch (error) {
        done(error as Error)
      }
    },
    handler: async (request, reply) => {
      const asked = incoming(request, reply)
      const input = endpoint.read(asked)
      const output = await endpoint.act(request.caller ?? NOBODY, input)
      const answer = endpoint.reply(output, input, asked)
      if (answer.clientId !== undefined) request.caller = { ...NOBODY, clientId: answer.clientId }
      return send(reply, answer)
    },
  }
}
