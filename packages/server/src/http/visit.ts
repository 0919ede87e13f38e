/** One request on its way through the server: what is known of it, for whoever answers it and whoever keeps account of it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventDetail } from '../observe/index.ts'
import type { BodyReader, BoundEndpoint, MountPoint } from './endpoint.ts'
import type { MediaType } from './media-type.ts'
import type { Identity } from './scope.ts'

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
  caller: Identity | undefined
  /** What the head of the request settled for the endpoint. */
  settled:
    | {
        query: URLSearchParams
        accepted: string
        media: MediaType | undefined
        read: BodyReader | undefined
      }
    | undefined
  /** The client that it names without having proved it. */
  claimedClient: string | undefined
  /** Whose record it is about, where the path does not tell. */
  ehrId: string | undefined
  /** What its audit event says besides. */
  detail: EventDetail | undefined
  /** The status in its audit event, where that was stored with what the request wrote. */
  storedStatus: number | undefined
  /** Its answer is on the way. */
  answered: boolean
  /** Called once, when nothing of the request is left to be done. */
  over: (() => void) | undefined
  /** Set when the caller is gone before the answer is there: what tells the observers, then. */
  hungUp: (() => void) | undefined
}

/** One finished request, as observers are told of it: nothing of its content, no query string. */
export interface Served {
  readonly requestId: string
  readonly method: string
  /** The route's pattern; empty when nothing matched. */
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
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
    claimedClient: undefined,
    ehrId: undefined,
    detail: undefined,
    storedStatus: undefined,
    answered: false,
    over: undefined,
    hungUp: undefined,
  }
  request.visit = visit
  const tell = () => {
    visit.over?.()
    visit.over = undefined
    told(served(request, reply, visit))
  }
  // Closed, not finished: a caller that hangs up never has its answer, but what it asked for is done all the same.
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

const served = (request: FastifyRequest, reply: FastifyReply, visit: Visit): Served => ({
  requestId: request.id,
  method: request.method,
  route: visit.route,
  status: reply.raw.statusCode,
  milliseconds: performance.now() - visit.startedAt,
  clientId: visit.caller?.clientId ?? '',
})
