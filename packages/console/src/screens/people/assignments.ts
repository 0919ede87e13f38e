/** EHRs that are assigned to a person: the state of an assignment, and the form of a new one. */
import type { Assignment, NewAssignment } from '@cairn-ehr/client'
import { instantIn } from '../../display/time.ts'

export type AssignmentState = 'in force' | 'not yet' | 'ended'

export function stateOf({ from, to }: Pick<Assignment, 'from' | 'to'>, now: Date): AssignmentState {
  if (to !== undefined && Date.parse(to) <= now.getTime()) return 'ended'
  return Date.parse(from) > now.getTime() ? 'not yet' : 'in force'
}

const ORDER: Readonly<Record<AssignmentState, number>> = { 'in force': 0, 'not yet': 1, ended: 2 }

/** Those in force first, then those to come, then those that have ended; the newest first. */
export const sortAssignments = (assignments: readonly Assignment[], now: Date): readonly Assignment[] =>
  assignments.toSorted(
    (a, b) =>
      ORDER[stateOf(a, now)] - ORDER[stateOf(b, now)] ||
      Date.parse(b.assigned_at) - Date.parse(a.assigned_at),
  )

/** The tag as people write it: `ward=3B`, or its key alone. */
export const tagOf = ({ tag_key = '', tag_value }: Assignment): string =>
  tag_value === undefined ? tag_key : `${tag_key}=${tag_value}`

export const KINDS = ['ehr', 'episode', 'tag'] as const

export interface AssignmentForm {
  readonly kind: (typeof KINDS)[number]
  readonly ehrId: string
  readonly episodeId: string
  readonly tagKey: string
  readonly tagValue: string
  /** As a calendar field has it, in the zone of the reader; empty: from now on. */
  readonly from: string
  /** Empty: until somebody ends it. */
  readonly to: string
  readonly reason: string
}

export const EMPTY_FORM: AssignmentForm = {
  kind: 'ehr',
  ehrId: '',
  episodeId: '',
  tagKey: '',
  tagValue: '',
  from: '',
  to: '',
  reason: '',
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface FormFaults {
  readonly ehrId: boolean
  readonly episodeId: boolean
  readonly to: boolean
  /** True if the form can be sent: nothing is wrong, and nothing is missing. */
  readonly isReady: boolean
}

const isWrongId = (text: string): boolean => text.trim() !== '' && !UUID.test(text.trim())

/** Faults of what was typed; what is still missing is no fault. */
export function faultsOf(form: AssignmentForm, now: Date, zone?: string): FormFaults {
  const { kind, ehrId, episodeId, tagKey, from, to } = form
  const ends = instantIn(to, zone)
  const starts = instantIn(from, zone) ?? now
  const faults = {
    ehrId: kind !== 'tag' && isWrongId(ehrId),
    episodeId: kind === 'episode' && isWrongId(episodeId),
    to: ends !== undefined && ends.getTime() <= starts.getTime(),
  }
  const needed = { ehr: [ehrId], episode: [ehrId, episodeId], tag: [tagKey] }[kind]
  const isWhole = needed.every(text => text.trim() !== '')
  return { ...faults, isReady: isWhole && !Object.values(faults).includes(true) }
}

function reachOf({ kind, ehrId, episodeId, tagKey, tagValue }: AssignmentForm): NewAssignment {
  if (kind === 'tag')
    return { tag_key: tagKey.trim(), ...(tagValue.trim() === '' ? {} : { tag_value: tagValue.trim() }) }
  return { ehr_id: ehrId.trim(), ...(kind === 'episode' ? { episode_id: episodeId.trim() } : {}) }
}

/** The call for what was typed. */
export function newAssignment(form: AssignmentForm, zone?: string): NewAssignment {
  const from = instantIn(form.from, zone)
  const to = instantIn(form.to, zone)
  const reason = form.reason.trim()
  return {
    ...reachOf(form),
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
    ...(reason === '' ? {} : { reason }),
  }
}
