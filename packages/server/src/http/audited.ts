/** The audit event of a request is stored with its write, or recorded before its answer is sent. */
import type { FastifyRequest } from 'fastify'
import type { TakenAccess } from '../access/index.ts'
import type { AuditEntry, AuditTrail, EventDetail, TrailEvent } from '../audit/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { BoundEndpoint } from './endpoint.ts'
import { pathOf, type Visit } from './visit.ts'

export interface AuditNeeds {
  readonly trail: Pick<AuditTrail, 'eventOf' | 'record' | 'stored'>
  readonly now: () => number
}

type Written = Parameters<AuditEntry['eventOf']>[0]

/** The EHR in the path of a request. */
const ehrInPath = ({ params }: FastifyRequest): string | undefined =>
  (params as Record<string, string> | undefined)?.['ehr_id']

/** Marks what was done in an EHR that the person took in an emergency. */
function markTaken(
  taken: readonly TakenAccess[],
  ehrId: string | undefined,
  detail: EventDetail | undefined,
  now: number,
): EventDetail | undefined {
  const shown = new Set([ehrId?.toLowerCase(), ...(detail?.ehrs ?? [])])
  const access = taken.find(each => each.endsAt > now && shown.has(each.ehrId))
  return access ? { break_glass: access.assignmentId, ...detail } : detail
}

interface EndedRequest {
  readonly request: FastifyRequest
  readonly visit: Visit
  readonly status: number
}

function eventOf(
  { trail, now }: AuditNeeds,
  { request, visit, status }: EndedRequest,
  { ehrId: written, contributionId, detail: known = visit.detail }: Written = {},
): TrailEvent {
  const ehrId = written ?? visit.ehrId ?? ehrInPath(request)
  const { takenAccess } = visit.caller?.rights ?? {}
  const detail = takenAccess ? markTaken(takenAccess, ehrId, known, now()) : known
  return trail.eventOf({
    requestId: request.id,
    method: request.method,
    route: visit.route,
    path: pathOf(request),
    ehrId,
    status,
    clientId: visit.caller?.clientId || visit.claimedClient || '',
    person: visit.caller?.person,
    address: visit.address,
    contributionId,
    detail,
    action: visit.action ?? visit.endpoint?.action,
  })
}

/** The status of an operation's success. */
const successOf = ({ writes = 200 }: BoundEndpoint, input: unknown): number =>
  typeof writes === 'number' ? writes : writes(input)

export const auditEntry = (
  needs: AuditNeeds,
  request: FastifyRequest,
  visit: Visit,
  endpoint: BoundEndpoint,
  input: unknown,
): AuditEntry => {
  const succeeded = (status = successOf(endpoint, input)): EndedRequest => ({ request, visit, status })
  return {
    eventOf: written => eventOf(needs, succeeded(written.status), written),
    add: async shown => {
      if ((await needs.trail.record(eventOf(needs, succeeded(), shown))) === false) throw auditUnavailable()
    },
    stored: (eventId, written) => {
      visit.storedStatus = written.event.status
      needs.trail.stored(eventId, written)
    },
  }
}

/** For clients, when events cannot be stored. */
export const auditUnavailable = (): Refusal =>
  new Refusal(
    'service.audit_unavailable',
    'The audit trail cannot be written, so nothing is served; try again.',
    [],
    { retryAfter: '5' },
  )

/** Records the event of an answer. Undefined: the answer may be sent; otherwise only if this resolves to true. */
export type RecordAnswer = (request: FastifyRequest, status: number) => Promise<boolean> | undefined

export const recordingAnswers =
  (needs: AuditNeeds): RecordAnswer =>
  (request, status) => {
    const { visit } = request
    if (visit === undefined || visit.endpoint?.unaudited || visit.storedStatus === status) return undefined
    return needs.trail.record(eventOf(needs, { request, visit, status }))
  }
