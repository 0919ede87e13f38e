/** Access that people took in an emergency: its state, and what they did with it by the audit trail. */
import type { Assignment, AuditEvent } from '@cairn-ehr/client'

export type AccessState = 'open' | 'waiting' | 'reviewed'

/** `open`: the hour is not over; what was seen may still grow. */
export function stateOf({ reviewed_at, to }: Assignment, now: Date): AccessState {
  if (reviewed_at !== undefined) return 'reviewed'
  return to !== undefined && Date.parse(to) > now.getTime() ? 'open' : 'waiting'
}

/** The audit trail is searched for a minute more: a request may have begun in time and ended after. */
const MARGIN_MS = 60_000

/** The most events that one search answers with. */
const MOST_EVENTS = 1000

interface TrailSearch {
  readonly person: string
  readonly ehr_id?: string
  readonly from: string
  readonly to?: string
  readonly limit: number
}

export const trailSearch = ({ person_id, ehr_id, from, to }: Assignment): TrailSearch => ({
  person: person_id,
  ...(ehr_id === undefined ? {} : { ehr_id }),
  from,
  ...(to === undefined ? {} : { to: new Date(Date.parse(to) + MARGIN_MS).toISOString() }),
  limit: MOST_EVENTS,
})

export interface SeenRecords {
  readonly reads: number
  readonly writes: number
  readonly refused: number
  /** The oldest first. */
  readonly events: readonly AuditEvent[]
  /** There are more than were asked for. */
  readonly isCut: boolean
}

const READS = new Set(['R', 'E'])

/** The call that took the access shows nothing of the record. */
const TAKING = '/auth/v1/break-glass'

/** Events that the audit trail marked with this access. */
export function seenWith({ assignment_id }: Assignment, found: readonly AuditEvent[]): SeenRecords {
  const events = found
    .filter(({ detail, path }) => detail?.['break_glass'] === assignment_id && !path.endsWith(TAKING))
    .toReversed()
  const done = events.filter(({ outcome }) => outcome === 'success')
  const reads = done.filter(({ action }) => READS.has(action)).length
  return {
    reads,
    writes: done.length - reads,
    refused: events.length - done.length,
    events,
    isCut: found.length >= MOST_EVENTS,
  }
}
