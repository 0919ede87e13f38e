/** The state of one request, for the code that answers it and for log, metrics and audit trail. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditAction, EventDetail } from '../audit/index.ts'
import type { TraceContext } from '../observe/index.ts'
import type { BodyReader, BoundEndpoint, MountPoint } from './endpoint.ts'
import type { MediaType } from './request/media-type.ts'
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
  /** The address of the caller, which a trusted proxy may name. Read at the start, since a closed socket no longer has it. */
  readonly address: string
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number
  /** The trace that it belongs to, if traces are recorded. */
  trace: TraceContext | undefined
  /** The caller, once the token was checked. */
  caller: Identity | undefined
  /** Results of the checks of the request's head. */
  settled:
    | {
        query: URLSearchParams
        accepted: string
        media: MediaType | undefined
        read: BodyReader | undefined
      }
    | undefined
  /** The client that the request names without proof. */
  claimedClient: string | undefined
  /** The EHR, if the path does not name it. */
  ehrId: string | undefined
  /** More facts for its audit event. */
  detail: EventDetail | undefined
  /** The action of the request, if it is not that of the operation. */
  action: AuditAction | undefined
  /** The status in its audit event, if that was stored with the write. */
  storedStatus: number | undefined
  /** True once its answer is being sent. */
  answered: boolean
  /** Called once, when the request has ended completely. */
  over: (() => void) | undefined
  /** Set if the caller closed the connection before the answer; then it reports the request to the observers. */
  hungUp: (() => void) | undefined
}

/** A finished request for log and metrics: without its content and query string. */
export interface Served {
  readonly requestId: string
  readonly method: string
  /** The route's pattern; empty when nothing matched. */
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
  readonly trace: TraceContext | undefined
}

/** The request is not among those in progress any more: it has ended, or it is a stream of events, which has a limit of its own. */
export function leavePlace(visit: Visit | undefined): void {
  visit?.over?.()
  if (visit) visit.over = undefined
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
    trace: undefined,
    caller: undefined,
    settled: undefined,
    claimedClient: undefined,
    ehrId: undefined,
    detail: undefined,
    action: undefined,
    storedStatus: undefined,
    answered: false,
    over: undefined,
    hungUp: undefined,
  }
  request.visit = visit
  const tell = () => {
    leavePlace(visit)
    told(served(request, reply, visit))
  }
  // `close` and not `finish`: a caller may close the connection before the answer, but the request is processed anyway.
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
  trace: visit.trace,
})
