/** One event of the audit trail (IHE BALP): caller, action, record, outcome. */

/** Facts of an event that have no column of their own. */
export interface EventDetail {
  /** EHRs besides `ehr_id` whose data were shown or changed. */
  readonly ehrs?: readonly string[]
  /** The number of EHRs, if they are too many to be listed. */
  readonly ehr_count?: number
  /** The answer has counts or groups over all EHRs, so its rows belong to no single EHR. */
  readonly all_ehrs?: true
  /** The same over all parties. */
  readonly all_parties?: true
  /** SHA-256 of the query that was run. */
  readonly query?: string
  /** The access that the person took in an emergency, by which the EHR was in reach. */
  readonly break_glass?: string
  /** The role that was made, changed or deleted. */
  readonly role?: string
  /** The change of a client that was asked for, and waits for a second administrator. */
  readonly client_request?: string
  /** Objects whose tags were changed. */
  readonly tags?: readonly string[]
  /** Versions that were physically deleted, by contribution. */
  readonly removed?: Readonly<Record<string, number>>
  /** Requests that were refused while no event could be written, beyond those that have events. */
  readonly refused_requests?: number
  /** Events that were removed since they were older than the trail is kept. */
  readonly retention?: RetentionDetail
}

interface RetentionDetail {
  /** Events from before this time were removed. */
  readonly before: string
  readonly events: number
  /** Months that the trail is kept, and the last of the seals that were removed; absent in events of earlier versions. */
  readonly months?: number
  readonly seals?: number
}

export interface AuditEvent {
  /** ISO 8601 with milliseconds, UTC. */
  readonly at: string
  readonly request_id: string
  readonly client_id: string
  readonly person: string | null
  readonly address: string
  readonly method: string
  readonly route: string
  readonly path: string
  readonly ehr_id: string | null
  readonly action: string
  readonly status: number
  readonly outcome: 'success' | 'denied' | 'failure' | 'error'
  readonly contribution_id: string | null
  readonly detail: EventDetail | null
}

/** Create, read, update, delete, execute (DICOM, and `AuditEvent.action` of FHIR). */
export type AuditAction = 'C' | 'R' | 'U' | 'D' | 'E'

/** A request and how it ended. */
export interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly path: string
  readonly ehrId: string | undefined
  readonly status: number
  readonly clientId: string
  readonly person: string | undefined
  readonly address: string
  readonly contributionId?: string | undefined
  readonly detail?: EventDetail | undefined
  /** Absent: what the method means. */
  readonly action?: AuditAction | undefined
}

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  GET: 'R',
  HEAD: 'R',
  OPTIONS: 'R',
  POST: 'C',
  PUT: 'U',
  DELETE: 'D',
}

/** A `PUT` that made something new answers 201. */
const actionOf = ({ action, method, status }: FinishedRequest): AuditAction =>
  action ?? (method === 'PUT' && status === 201 ? 'C' : (ACTIONS[method] ?? 'E'))

/** Longer addresses are cut, since they can only be meant to fill the table. */
const LONGEST_PATH = 1000

const outcomeOf = (status: number): AuditEvent['outcome'] => {
  if (status < 400) return 'success'
  if (status === 401 || status === 403 || status === 429) return 'denied'
  return status < 500 ? 'failure' : 'error'
}

/** PostgreSQL can store neither a zero byte nor half a pair of UTF-16. */
const UNSTORABLE = /\0|\p{Surrogate}/gu

/** Nearly every text is: the search by the expression takes as long as the rest of an event (decision 0069). */
const isStorable = (text: string): boolean =>
  // Node has it since 20; the type library is an older one.
  (text as string & { isWellFormed(): boolean }).isWellFormed() && !text.includes('\0')

const storableText = (text: string) => {
  const kept = isStorable(text)
    ? text
    : text.replace(UNSTORABLE, character => (character === '\0' ? '' : '\ufffd'))
  return kept.length > LONGEST_PATH ? kept.slice(0, LONGEST_PATH) : kept
}

/** `now`: milliseconds since 1970. */
export function auditEvent(request: FinishedRequest, now: number): AuditEvent {
  return {
    at: new Date(now).toISOString(),
    request_id: request.requestId,
    client_id: storableText(request.clientId),
    person: request.person === undefined ? null : storableText(request.person),
    address: storableText(request.address),
    method: storableText(request.method),
    route: request.route,
    path: storableText(request.path),
    ehr_id: request.ehrId === undefined ? null : storableText(request.ehrId).toLowerCase(),
    action: actionOf(request),
    status: request.status,
    outcome: outcomeOf(request.status),
    contribution_id: request.contributionId ?? null,
    detail: request.detail ?? null,
  }
}
