/** One request on its way through the server: what is known of it, for whoever answers it and whoever keeps account of it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyReader, BoundEndpoint, MountPoint } from './endpoint.ts'
import type { MediaType } from './media-type.ts'
import type { Caller } from './scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined
  }
}

export interface Visit {
  /** Absent where no route matched. */
  readonly endpoint: BoundEndpoint | undefined
  /** The route's pattern, such as `/openehr/v1/ehr/:ehr_id`; empty when nothing matched. */
  readonly route: string
  /** Absent where no route matched. */
  readonly mountPoint: MountPoint | undefined
  /** Where it comes from, a proxy that is trusted may say so; a socket forgets whose it was when it is closed. */
  readonly address: string
  /** Milliseconds of a clock that is never set. */
  readonly startedAt: number
  /** Who calls, once the token was checked. */
  caller: Caller | undefined
  /** What the head of the request settled for the endpoint. */
  settled:
    | {
        query: URLSearchParams
        accepted: string
        media: MediaType | undefined
        read: BodyReader | undefined
      }
    | undefined
  /** Whose record it was about, where only the answer told. */
  ehrId: string | undefined
  /** Its answer is on the way. */
  answered: boolean
  /** Set when the caller is gone before the answer is there: what tells the observers, then. */
  hungUp: (() => void) | undefined
}

/** One finished request, as observers are told of it: nothing of its content, no query string. */
export interface Served {
  readonly requestId: string
  readonly method: string
  /** The route's pattern; empty when nothing matched. */
  readonly route: string
  /** The path without its query string. */
  readonly path: string
  /** Whose record was asked for, where that is known. */
  readonly ehrId: string | undefined
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
  readonly address: string
  readonly audited: boolean
}

export function beginVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  told: (event: Served) => void,
  endpoint?: BoundEndpoint,
  route = '',
  mountPoint?: MountPoint,
): Visit {
  const visit: Visit = {
    endpoint,
    route,
    mountPoint,
    address: request.ip ?? '',
    startedAt: performance.now(),
    caller: undefined,
    settled: undefined,
    ehrId: undefined,
    answered: false,
    hungUp: undefined,
  }
  request.visit = visit
  const tell = () => told(served(request, reply, visit))
  // Closed, not finished: a caller that hangs up never has its answer, but what it asked for is done all the same, and
  // the trail must have it, once it is known how it ended.
  reply.raw.on('close', () => {
    if (visit.answered) tell()
    else visit.hungUp = tell
  })
  return visit
}

export function pathOf({ url }: FastifyRequest): string {
  const question = url.indexOf('?')
  return question < 0 ? url : url.slice(0, question)
}

/** The EHR that a request names: in its path, or as `ehrUid`, all of the query string that the trail has. */
function ehrIn({ params, url }: FastifyRequest): string | undefined {
  const inPath = (params as Record<string, string> | undefined)?.['ehr_id']
  return inPath ?? /[?&]ehrUid=([0-9a-f-]{36})(?:&|$)/i.exec(url)?.[1]
}

const served = (request: FastifyRequest, reply: FastifyReply, visit: Visit): Served => ({
  requestId: request.id,
  method: request.method,
  route: visit.route,
  path: pathOf(request),
  ehrId: ehrIn(request) ?? visit.ehrId,
  status: reply.raw.statusCode,
  milliseconds: performance.now() - visit.startedAt,
  clientId: visit.caller?.clientId ?? '',
  address: visit.address,
  audited: visit.endpoint?.unaudited !== true,
})
