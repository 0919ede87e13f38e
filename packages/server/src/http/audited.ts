/** The audit event of a request is stored with its write, or recorded before its answer is sent. */
import type { FastifyRequest } from 'fastify'
import {
  type AuditEntry,
  type AuditEvent,
  type AuditTrail,
  auditEvent,
  type EventDetail,
} from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { TakenAccess } from '../rights/index.ts'
import type { BoundEndpoint } from './endpoint.ts'
import { pathOf, type Visit } from './visit.ts'

export interface AuditNeeds {
  readonly trail: Pick<AuditTrail, 'record' | 'stored'>
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

function eventOf(
  request: FastifyRequest,
  visit: Visit,
  status: number,
  now: number,
  { ehrId: written, contributionId, detail: known = visit.detail }: Written = {},
): AuditEvent {
  const ehrId = written ?? visit.ehrId ?? ehrInPath(request)
  const { takenAccess } = visit.caller?.rights ?? {}
  const detail = takenAccess ? markTaken(takenAccess, ehrId, known, now) : known
  return auditEvent(
    {
      requestId: request.id,
      method: request.method,
      route: visit.route,
      path: pathOf(request),
      ehrId,
      status,
      clientId: visit.caller?.clientId || visit.claimedClient || '',
      person: visit.caller?.person,
      address: visit.address,
      ...(contributionId === undefined ? {} : { contributionId }),
      detail,
    },
    now,
  )
}

/** The status of an operation's success. */
const successOf = ({ writes = 200 }: BoundEndpoint, input: unknown): number =>
  typeof writes === 'number' ? writes : writes(input)

export const auditEntry = (
  { trail, now }: AuditNeeds,
  request: FastifyRequest,
  visit: Visit,
  endpoint: BoundEndpoint,
  input: unknown,
): AuditEntry => ({
  eventOf: written => eventOf(request, visit, written.status ?? successOf(endpoint, input), now(), written),
  add: shown => void trail.record(eventOf(request, visit, successOf(endpoint, input), now(), shown)),
  stored: (eventId, event) => {
    visit.storedStatus = event.status
    trail.stored(eventId, event)
  },
})

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
  ({ trail, now }: AuditNeeds): RecordAnswer =>
  (request, status) => {
    const { visit } = request
    if (visit === undefined || visit.endpoint?.unaudited || visit.storedStatus === status) return undefined
    return trail.record(eventOf(request, visit, status, now()))
  }
