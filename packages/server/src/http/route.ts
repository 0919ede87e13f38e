/** Makes a Fastify route of an endpoint: check the head, read the body, then read → act → reply. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Right } from '../access/index.ts'
import type { AuditEntry } from '../audit/index.ts'
import { type Reads, readWalPosition, type WalPosition } from '../db/reads/index.ts'
import type { Tracer } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type AuditNeeds, auditEntry } from './audited.ts'
import type { BodyReader, BoundEndpoint, ContentLimits, Incoming, MountPoint } from './endpoint.ts'
import { nextTurn } from './fast/next-turn.ts'
import type { Answer } from './reply/answer.ts'
import type { MountUrl } from './reply/public-url.ts'
import { type MediaType, negotiate, parseMediaType } from './request/media-type.ts'
import { queryReader } from './request/query-string.ts'
import type { Caller, Identity, Scope } from './scope.ts'
import type { Visit } from './visit.ts'

/** The part of a request that says who calls. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  readonly method: string
  /** Path and query string. */
  readonly url: string
}

/** The scope that an operation asks of its caller, or the right instead. */
export interface NeededRight {
  readonly scope: Scope
  readonly right?: Right | undefined
  /** At addresses for clients of other servers: HTTP Basic and sessions of EhrScape will do. */
  readonly isLenient: boolean
  /** The request was let in before, so the proof of its key was checked and cannot be used again. */
  readonly isRepeated?: true
}

/** Identifies the caller or throws a problem; implemented by the authorization room. */
export type Authenticate = (
  request: RequestHead,
  needed: NeededRight,
  address: string,
) => Identity | Promise<Identity>

/** Starts the account of a request; returns a problem if it is refused. */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint?: BoundEndpoint,
  route?: string,
  mountPoint?: MountPoint,
) => Refusal | undefined

export interface RouteNeeds extends AuditNeeds {
  readonly admit: Admit
  readonly authenticate: Authenticate
  readonly answer: Answer
  /** Bytes; an endpoint may have a smaller one. */
  readonly bodyLimit: number
  readonly contentLimits: ContentLimits
  readonly mountUrl: MountUrl
  readonly reads: Pick<Reads, 'position' | 'settled'>
  readonly tracer: Tracer | undefined
}

const NOBODY: Identity = { clientId: '', scopes: new Set() }

/** Every member is named, which the type demands: to spread them costs each request half a microsecond. */
const callerOf = (
  { clientId, person, personName, launched, scopes, token, rights, limitedRights, requireFresh }: Identity,
  entry: AuditEntry,
  again: Caller['again'],
): { [Name in keyof Required<Caller>]: Caller[Name] } => ({
  clientId,
  person,
  personName,
  launched,
  scopes,
  token,
  rights,
  limitedRights,
  requireFresh,
  entry,
  again,
})

const hasBody = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] !== undefined && request.headers['content-length'] !== '0')

const takenBy = ({ body = {} }: BoundEndpoint): string => Object.keys(body).join(', ')

function chooseReader(endpoint: BoundEndpoint, request: FastifyRequest): [MediaType?, BodyReader?] {
  if (!hasBody(request)) {
    if (endpoint.body === undefined || endpoint.bodyOptional) return []
    if (request.headers['content-type'] === undefined)
      throw new Refusal('request.malformed', 'This operation needs a body, but the request has none.')
  }
  if (endpoint.body === undefined) {
    if (!hasBody(request)) return []
    throw new Refusal('request.unsupported_media_type', 'This operation takes no body.')
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal(
      'request.unsupported_media_type',
      'Content-Encoding is not supported: send the body uncompressed.',
    )
  const header = request.headers['content-type']
  if (header === undefined)
    throw new Refusal(
      'request.unsupported_media_type',
      `Content-Type is missing; this operation takes ${takenBy(endpoint)}.`,
    )
  const media = parseMediaType(header)
  const read = media && Object.hasOwn(endpoint.body, media.essence) ? endpoint.body[media.essence] : undefined
  if (!media || !read)
    throw new Refusal('request.unsupported_media_type', `Content-Type must be ${takenBy(endpoint)}.`)
  const charset = media.parameters.get('charset')
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    throw new Refusal('request.unsupported_media_type', 'The only supported charset is utf-8.')
  return [media, read]
}

function settle(endpoint: BoundEndpoint, request: FastifyRequest, query: URLSearchParams): Visit['settled'] {
  const { produces } = endpoint
  const accepted = produces.length === 0 ? '' : negotiate(request.headers.accept, produces)
  if (accepted === undefined)
    throw new Refusal(
      'request.not_acceptable',
      `Accept allows none of the media types of this operation: ${produces.join(', ')}.`,
    )
  const [media, read] = chooseReader(endpoint, request)
  return { query, accepted, media, read }
}

const NO_QUERY = new URLSearchParams()
const NO_BYTES = new Uint8Array()

/** Returns the body as its reader made it, or a promise of it; undefined without a body. */
function readBody(request: FastifyRequest, limits: ContentLimits): unknown {
  const { settled, endpoint } = request.visit ?? {}
  const bytes = (request.body as Uint8Array | undefined) ?? NO_BYTES
  // A body of unknown length may be empty.
  const isAbsent = bytes.length === 0 && endpoint?.bodyOptional !== undefined
  return settled?.read && settled.media && !isAbsent ? settled.read(bytes, settled.media, limits) : undefined
}

/** Members that most operations do not use are made on first use. */
class ArrivedRequest implements Incoming {
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly accepted: string
  readonly target: string
  readonly mountPoint: MountPoint
  readonly requestId: string
  readonly address: string
  readonly query: URLSearchParams
  readonly #raw: ServerResponse
  readonly #mountUrl: () => string

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    mountPoint: MountPoint,
    mountUrl: MountUrl,
    body: unknown,
  ) {
    const { settled, address = '' } = request.visit ?? {}
    this.parameters = request.params as Record<string, string>
    this.headers = request.headers
    this.body = body
    this.accepted = settled?.accepted ?? ''
    this.target = request.url
    this.query = settled?.query ?? NO_QUERY
    this.mountPoint = mountPoint
    this.requestId = request.id
    this.address = address
    this.#raw = reply.raw
    this.#mountUrl = () => mountUrl(request, mountPoint)
  }

  get publicUrl(): string {
    const { target, mountPoint } = this
    const url = this.#mountUrl()
    // The prefix may be percent-encoded; then the path stays as it was sent.
    return target.startsWith(mountPoint.prefix)
      ? `${url}${target.slice(mountPoint.prefix.length)}`
      : `${new URL(url).origin}${target}`
  }

  /** Made on first use, since most operations end before a client could close the connection. */
  get signal(): AbortSignal {
    const hangUp = new AbortController()
    this.#raw.once('close', () => {
      if (!this.#raw.writableFinished) hangUp.abort()
    })
    return hangUp.signal
  }

  get after(): WalPosition | undefined {
    const given = this.headers[AFTER]
    if (given === undefined) return undefined
    const position = readWalPosition(String(given))
    if (position === undefined)
      throw new Refusal(
        'request.malformed',
        `${AFTER} has the form 0/16B3748: send it as an earlier answer had it.`,
      )
    return position
  }
}

/** The header of an answer to a write, and of requests that must show it. */
const AFTER = 'cairn-after'

/** The headers of an answer to a write, by which its client reads what it wrote from a replica too. */
async function headersOfWrite(
  { writes, removes }: BoundEndpoint,
  reads: RouteNeeds['reads'],
): Promise<Readonly<Record<string, string>> | undefined> {
  if (writes === undefined) return undefined
  if (removes) await reads.settled()
  const position = await reads.position()
  return position === undefined ? undefined : { [AFTER]: position }
}

/** Identifies the caller of an answer that lasts; undefined where none does. A copy of the head is kept. */
const identifyAgain = (
  endpoint: BoundEndpoint,
  authenticate: Authenticate,
  needed: NeededRight | undefined,
) =>
  endpoint.lasting && needed
    ? ({ headers, method, url }: RequestHead, address: string) =>
        async (): Promise<Identity> =>
          authenticate({ headers, method, url }, { ...needed, isRepeated: true }, address)
    : undefined

const neededRight = ({ scope, right }: BoundEndpoint, { isLenient }: MountPoint): NeededRight | undefined =>
  scope === 'public' ? undefined : { scope, right, isLenient }

/** Finds the caller of a request, and notes what the request asks for. At once, if the caller is known without a wait. */
function authorizing(
  endpoint: BoundEndpoint,
  mountPoint: MountPoint,
  authenticate: Authenticate,
  needed: NeededRight | undefined,
): (request: FastifyRequest) => undefined | Promise<void> {
  const readQuery = queryReader(endpoint, mountPoint)
  const authorized = (request: FastifyRequest, caller: Identity): undefined => {
    if (!request.visit) return
    request.visit.caller = caller
    if (endpoint.fresh) caller.requireFresh?.()
    request.visit.settled = settle(endpoint, request, readQuery(request.url))
  }
  return request => {
    if (needed === undefined) return authorized(request, NOBODY)
    const caller = authenticate(request, needed, request.visit?.address ?? '')
    return caller instanceof Promise
      ? caller.then(known => authorized(request, known))
      : authorized(request, caller)
  }
}

export function route(
  endpoint: BoundEndpoint,
  mountPoint: MountPoint,
  { admit, authenticate, answer, bodyLimit, contentLimits, mountUrl, reads, tracer, ...audit }: RouteNeeds,
): RouteOptions {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const needed = neededRight(endpoint, mountPoint)
  const again = identifyAgain(endpoint, authenticate, needed)
  const authorize = authorizing(endpoint, mountPoint, authenticate, needed)
  const url = `${mountPoint.prefix}${path}`.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')
  return {
    method,
    url,
    bodyLimit: Math.min(endpoint.bodyLimit ?? bodyLimit, bodyLimit),
    onRequest: (request, reply, done) => {
      try {
        const refused = admit(request, reply, endpoint, url, mountPoint)
        if (refused) return done(refused)
        const authorized = authorize(request)
        if (authorized instanceof Promise) return void authorized.then(() => done(), done)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    handler: async (request, reply) => {
      const { visit } = request
      if (visit === undefined) throw new Error('a request is let in before it is handled')
      // A read gains nothing by it: its queries wait for those of the same turn anyway.
      if (endpoint.writes !== undefined) await nextTurn()
      const read = readBody(request, contentLimits)
      const body = read instanceof Promise ? await read : read
      const asked = new ArrivedRequest(request, reply, mountPoint, mountUrl, body)
      visit.claimedClient = endpoint.clientIn?.(asked)
      const input = endpoint.read(asked)
      visit.ehrId = endpoint.ehrOf?.(input)
      const entry = auditEntry(audit, request, visit, endpoint, input)
      const caller = callerOf(visit.caller ?? NOBODY, entry, again?.(request, visit.address))
      const act = () => endpoint.act(caller, input)
      const output = await (tracer && visit.trace ? tracer.run(visit.trace, act) : act())
      const replied = endpoint.reply(output, input, asked)
      const ofWrite = endpoint.writes === undefined ? undefined : await headersOfWrite(endpoint, reads)
      const answered = ofWrite ? { ...replied, headers: { ...replied.headers, ...ofWrite } } : replied
      if (answered.clientId !== undefined || answered.person !== undefined)
        visit.caller = { ...NOBODY, clientId: answered.clientId ?? '', person: answered.person }
      visit.ehrId = answered.ehrId ?? visit.ehrId
      visit.detail = answered.detail
      visit.action = answered.action
      return answer(request, reply, answered)
    },
  }
}
