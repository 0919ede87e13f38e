/** The HTTP server: Fastify with our limits and errors, and one route for each endpoint. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Problem } from '@cairn-ehr/openehr'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type preHandlerHookHandler,
} from 'fastify'
import type { FinishedRequest } from '../audit/index.ts'
import type { Reads } from '../db/reads/index.ts'
import type { Tracer } from '../observe/index.ts'
import { type Code, Refusal } from '../refusal/index.ts'
import type { Config } from '../settings/index.ts'
import { type AuditNeeds, recordingAnswers } from './audited.ts'
import { boundConnections, type Connections } from './connection/connections.ts'
import { readTlsFiles } from './connection/tls.ts'
import { overloaded, type UnderWay } from './connection/under-way.ts'
import { boundEvents } from './connection/unreadable.ts'
import type { Mount, Reply } from './endpoint.ts'
import { type Answer, answering, headersOfAll } from './reply/answer.ts'
import { isListedOrigin, isPreflight, preflightHeaders } from './reply/cors.ts'
import { errorBody, errorReply, isKnown, statusOf } from './reply/error-body.ts'
import { type IsTrusted, mountUrl, mountUrls, trustedAddresses } from './reply/public-url.ts'
import { type Admit, type Authenticate, route } from './route.ts'
import { allowedMethods } from './route-table.ts'
import { beginVisit, pathOf, type Served, type Visit } from './visit.ts'

export interface HttpNeeds extends AuditNeeds {
  readonly config: Config
  readonly mounts: readonly Mount[]
  /** Without TLS, for a port inside the network. */
  readonly isPlain?: true
  readonly authenticate: Authenticate
  /** Asked before each request: a problem to refuse it with, when the server cannot serve. */
  readonly gate: (request: IncomingMessage) => Refusal | undefined
  /** The server that listens and hands requests over; absent: this one listens itself. */
  readonly listener?: Server | undefined
  /** Counts the requests that the gate was asked for. */
  readonly underWay: UnderWay
  /** Most open connections of this server. */
  readonly mostConnections: number
  /** Takes note of a server and its connections. */
  readonly opened: (server: Server, connections: Connections) => void
  readonly served: (event: Served) => void
  readonly reads: Pick<Reads, 'position' | 'settled'>
  /** Absent where no traces are recorded. */
  readonly tracer?: Tracer | undefined
  /** Told how many unreadable requests have no audit event, since there were too many. */
  readonly unreadable: (count: number) => void
  /** Makes the refusal for an error that is not a problem; the details go to the log only. */
  readonly fault: (error: unknown, requestId: string) => Refusal
}

/** Request ids of callers are used if they cannot do harm in a log. */
const SAFE_REQUEST_ID = /^[\w.:-]{1,64}$/

/** A version uid is a UUID, a system id and a number; template ids are whole sentences. */
const MAX_PARAMETER_LENGTH = 1000

const NO_QUERY: Readonly<Record<string, unknown>> = Object.freeze({})

/** Maps errors of Fastify to refusals. */
const FASTIFY_ERRORS: Record<string, (error: Error) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Refusal('request.too_large', 'The body is larger than this operation allows.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal('request.malformed', 'The length of the body differs from Content-Length.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal('request.unsupported_media_type', 'Content-Type is not a media type.'),
  FST_ERR_BAD_URL: () =>
    new Refusal('request.malformed', 'The path has a percent-encoding that cannot be read.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('resource.not_found', 'There is nothing at this address.'),
}

/** Time for a client to agree on a TLS connection. */
const HANDSHAKE_MS = 10_000

/** Errors of Node's HTTP parser, before there is a request. */
const PARSER_ERRORS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: new Refusal(
    'request.headers_too_large',
    'The request line and headers are too large.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request.timeout', 'The request was not complete in time.'),
}

const HUNG_UP = new Refusal(
  'request.aborted',
  'The client closed the connection before its request was complete.',
)

const NOT_FOUND = new Refusal('resource.not_found', 'There is nothing at this address.')

/** The parts of a server that several of its steps use. */
interface Parts {
  readonly admit: Admit
  readonly answer: Answer
  readonly isTrusted: IsTrusted
}

export function buildServer(needs: HttpNeeds): FastifyInstance {
  const { config, listener } = needs
  const isTrusted = trustedAddresses(config.trustedProxies)
  const links = mountUrls(config.trustedProxies, isTrusted)
  const isClosing = () => !(listener ?? app.server).listening
  const answer = answering(config, links, isClosing, recordingAnswers(needs))
  const parts: Parts = { admit: admission(needs), answer, isTrusted }
  const app = emptyServer(needs, parts)
  addHooks(app, needs, parts)
  watchConnections(app, needs, isTrusted)
  addRoutes(app, needs, parts, links)
  return app
}

/** Fastify with our limits, without routes and hooks. */
function emptyServer(needs: HttpNeeds, { answer, isTrusted }: Parts): FastifyInstance {
  const { config } = needs
  const tls = needs.isPlain ? undefined : readTlsFiles(config)
  const limits = {
    maxHeaderSize: config.headerLimit,
    headersTimeout: config.requestTimeout / 4,
    connectionsCheckingInterval: Math.min(1000, config.requestTimeout / 4),
  }
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: request => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID()
    },
    bodyLimit: config.bodyLimit,
    requestTimeout: config.requestTimeout,
    forceCloseConnections: 'idle',
    // While the server stops, the gate refuses requests.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? isTrusted : false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      // Endpoints read the query string themselves (`query-string.ts`): to read it here too took 11 µs for the text of a query.
      querystringParser: () => NO_QUERY,
    },
    ...(tls ? { https: { ...tls, ...limits, handshakeTimeout: HANDSHAKE_MS } } : { http: limits }),
    // No hook runs for addresses that the router cannot read.
    frameworkErrors: (error, request, reply) => {
      beginVisit(request, reply, needs.served)
      void answer(request, reply, refusedAt(needs.mounts, request, refusalOf(error) as Refusal))
    },
    clientErrorHandler: unreadableHandler(needs),
  })
  app.decorateRequest('visit', undefined)
  app.removeAllContentTypeParsers()
  // The media type was already checked, so every body is read as bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return app
}

/** Answers input that the HTTP parser could not read, and records it. */
function unreadableHandler({
  config,
  trail,
  unreadable,
}: HttpNeeds): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  const ofAll = headersOfAll(config)
  const isRecorded = boundEvents({ now: () => performance.now(), leftOut: unreadable })
  return (error, socket) => {
    const refusal = PARSER_ERRORS[error.code ?? ''] ?? new Refusal('request.malformed', 'This is not HTTP.')
    if (!socket.writable) return
    const id = randomUUID()
    if (isRecorded()) void trail.record(trail.eventOf(unreadableRequest(id, socket.remoteAddress, refusal)))
    socket.end(bareAnswer(refusal, ofAll(id, {})))
  }
}

/** One route for each endpoint below each prefix of its mount. */
function addRoutes(
  app: FastifyInstance,
  needs: HttpNeeds,
  { admit, answer }: Parts,
  links: ReturnType<typeof mountUrls>,
): void {
  const { config, authenticate, reads, tracer, trail, now } = needs
  const { bodyLimit, maxObjects: objects, systemId } = config
  const contentLimits = { objects, systemId }
  const routeNeeds = {
    admit,
    authenticate,
    answer,
    bodyLimit,
    contentLimits,
    mountUrl: links,
    reads,
    trail,
    now,
    tracer,
  }
  for (const { prefixes, endpoints, lenient = [], numbered = [], isOpenehr = false } of needs.mounts)
    for (const prefix of prefixes) {
      const mountPoint = {
        prefix,
        url: mountUrl(config.baseUrl, prefix),
        isLenient: lenient.includes(prefix),
        numbersNames: numbered.includes(prefix),
        isOpenehr,
      }
      for (const endpoint of endpoints) {
        const counted = endpoint.scope === 'public' && !endpoint.unaudited
        app.route({
          ...route(endpoint, mountPoint, routeNeeds),
          ...(counted ? { preHandler: countComplete(needs) } : {}),
        })
      }
    }
}

/** Bounds the connections, and ends them with their answers when the server stops. */
function watchConnections(
  app: FastifyInstance,
  { config, mostConnections, opened }: HttpNeeds,
  isTrusted: IsTrusted,
): void {
  const connections = boundConnections(app.server, {
    most: mostConnections,
    mostPerPeer: config.maxConnectionsPerPeer,
    isShared: isTrusted,
    firstByteMs: config.firstByteTimeout,
  })
  opened(app.server, connections)
  app.addHook('preClose', done => {
    connections.closeWithAnswers()
    done()
  })
}

/** Input that the HTTP parser could not read, for the audit trail. */
const unreadableRequest = (requestId: string, address = '', refusal: Refusal): FinishedRequest => ({
  requestId,
  method: '',
  route: '',
  path: '',
  ehrId: undefined,
  status: statusOf(refusal),
  clientId: '',
  person: undefined,
  address,
})

/** Prints an answer for a bare socket. */
function bareAnswer(refusal: Refusal, headers: Readonly<Record<string, string>>): string {
  const body = errorBody(refusal, headers['X-Request-Id'] ?? '')
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${statusOf(refusal)} ${refusal.code}\r\n${lines.join('')}\r\n${body}`
}

/** Starts the account of a request, and returns a refusal if it cannot be served. */
const admission =
  ({ config, served, gate, underWay, tracer }: HttpNeeds): Admit =>
  (request, reply, endpoint, route, mountPoint) => {
    const visit = beginVisit(request, reply, served, endpoint, route, mountPoint)
    if (hasTwoHosts(request.raw.rawHeaders))
      return new Refusal('request.malformed', 'The request has more than one Host header.')
    if (request.url.length > config.urlLimit)
      return new Refusal('request.uri_too_long', `A request target has at most ${config.urlLimit} bytes.`)
    // PostgreSQL cannot store a zero byte, and no id or name has one.
    if (request.url.includes('%00'))
      return new Refusal('request.malformed', 'The request target has a zero byte in it.')
    if (endpoint?.unaudited) return undefined
    visit.trace = tracer?.begin(request.headers['traceparent']?.toString())
    const refused = gate(request.raw)
    // Requests without a token count once they are complete, so that nobody can fill the server by sending bodies slowly.
    if (refused || endpoint === undefined || endpoint.scope === 'public') return refused
    return refuseIfFull(visit, underWay)
  }

/** Returns a refusal if too many requests are running. */
function refuseIfFull(visit: Visit, underWay: UnderWay): Refusal | undefined {
  if (!underWay.enter()) return overloaded()
  visit.over = underWay.leave
  return undefined
}

/** For requests that were not counted when they were let in. */
const countComplete =
  ({ underWay }: HttpNeeds): preHandlerHookHandler =>
  (request, _reply, done) =>
    done(request.visit && refuseIfFull(request.visit, underWay))

function addHooks(app: FastifyInstance, needs: HttpNeeds, { admit, answer }: Parts): void {
  const methodsOf = allowedMethods(needs.mounts)
  const origins = new Set(needs.config.corsOrigins)

  const refuseUnknown = (request: FastifyRequest): Refusal => {
    const allow = methodsOf(pathOf(request))
    return allow === undefined
      ? NOT_FOUND
      : new Refusal('request.method_not_allowed', `Allowed here: ${allow}.`, [], { allow })
  }
  // Routes let in their own requests; these have none, and whatever their body is, it is not read.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    done(admit(request, reply) ?? (request.method === 'OPTIONS' ? undefined : refuseUnknown(request)))
  })

  app.setErrorHandler((error: unknown, request, reply) => {
    const refused = isHangUp(error, request) ? HUNG_UP : refusalOf(error)
    const problem = isKnown(refused) ? refused : needs.fault(error, request.id)
    // Who was refused, where that is known: the trail must have it.
    const { clientId, person } = problem.facts
    const { visit } = request
    if (clientId !== undefined && visit) visit.caller ??= { clientId, person, scopes: new Set() }
    return answer(request, reply, refusedAt(needs.mounts, request, problem))
  })

  app.setNotFoundHandler((request, reply) => {
    const allow = methodsOf(pathOf(request))
    if (allow === undefined || request.method !== 'OPTIONS') throw refuseUnknown(request)
    const invited = isListedOrigin(request.headers, origins) && isPreflight(request.method, request.headers)
    const headers = invited ? preflightHeaders(request.headers, allow) : {}
    return answer(request, reply, { status: 204, headers: { Allow: allow, ...headers } })
  })
}

/** The answer to a problem in the form of the endpoint, or of the mount that the address is below. */
function refusedAt(mounts: readonly Mount[], request: FastifyRequest, problem: Problem<Code>): Reply {
  const path = `${pathOf(request)}/`
  const mount = mounts.find(
    ({ refuse, prefixes }) => refuse && prefixes.some(prefix => path.startsWith(`${prefix}/`)),
  )
  const refuse = request.visit?.endpoint?.refuse ?? mount?.refuse ?? errorReply
  return refuse(problem, request.id, request.headers)
}

/** RFC 9112 section 3.2: to be refused; Node takes the first. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** The client closed the connection before its request was complete, which is not an error of the server. */
const isHangUp = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(FASTIFY_ERRORS, code) ? FASTIFY_ERRORS[code]?.(error as Error) : error
}
