/** One event of the audit trail (IHE BALP: who, what, which record, how it ended). */
import { isoTime } from './iso-time.ts'

/** What an event says besides its columns. */
export interface EventDetail {
  /** EHRs besides `ehr_id` whose data were shown or changed. */
  readonly ehrs?: readonly string[]
  /** How many EHRs, where they are too many to be listed. */
  readonly ehr_count?: number
  /** The answer was made from all EHRs, and its rows belong to none of them: counts and groups. */
  readonly all_ehrs?: true
  /** SHA-256 of the query that was run. */
  readonly query?: string
  /** Versions that were physically deleted, by contribution. */
  readonly removed?: Readonly<Record<string, number>>
  /** Requests that were refused while no event could be written, beyond those that have events. */
  readonly refused_requests?: number
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

/** A request and how it ended. */
export interface Finished {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly path: string
  readonly ehrId: string | undefined
  readonly status: number
  readonly clientId: string
  readonly person: string | undefined
  readonly address: string
  readonly contributionId?: string
  readonly detail?: EventDetail | undefined
}

const ACTIONS: Record<string, string> = {
  GET: 'R',
  HEAD: 'R',
  OPTIONS: 'R',
  POST: 'C',
  PUT: 'U',
  DELETE: 'D',
}

/** Running something is neither reading nor creating it. */
const EXECUTING = /\/(query|oauth)\//

/** Addresses are ids and names, never content; longer ones were made to fill the table. */
const LONGEST_PATH = 1000

const outcomeOf = (status: number): AuditEvent['outcome'] => {
  if (status < 400) return 'success'
  if (status === 401 || status === 403 || status === 429) return 'denied'
  return status < 500 ? 'failure' : 'error'
}

/** PostgreSQL cannot keep a zero byte, and a percent-encoded one is still just text here. */
const storable = (text: string) => {
  const kept = text.includes('\0') ? text.replaceAll('\0', '') : text
  return kept.length > LONGEST_PATH ? kept.slice(0, LONGEST_PATH) : kept
}

/** `now`: milliseconds since 1970. */
export function auditEvent(request: Finished, now: number): AuditEvent {
  return {
    at: isoTime(now),
    request_id: request.requestId,
    client_id: storable(request.clientId),
    person: request.person === undefined ? null : storable(request.person),
    address: storable(request.address),
    method: storable(request.method),
    route: request.route,
    path: storable(request.path),
    ehr_id: request.ehrId === undefined ? null : storable(request.ehrId).toLowerCase(),
    action: EXECUTING.test(request.route) ? 'E' : (ACTIONS[request.method] ?? 'E'),
    status: request.status,
    outcome: outcomeOf(request.status),
    contribution_id: request.contributionId ?? null,
    detail: request.detail ?? null,
  }
}
