/** An assignment: EHRs that a person is given for a time, or took in an emergency. */
import { Refusal } from '../../refusal/index.ts'

/**
 * `ehr`: one EHR. `episode`: the EHR of an episode, until that ends. `tag`: all EHRs whose EHR_STATUS has the tag. `break_glass`: one
 * EHR that the person took.
 */
export type AssignmentKind = 'ehr' | 'episode' | 'tag' | 'break_glass'

export interface NewAssignment {
  readonly kind: AssignmentKind
  readonly ehrId?: string | undefined
  readonly episodeId?: string | undefined
  readonly tagKey?: string | undefined
  readonly tagValue?: string | undefined
  readonly startsAt: Date
  /** Absent: until it is taken back. */
  readonly endsAt?: Date | undefined
  readonly reason?: string | undefined
}

interface Review {
  readonly reviewedBy: string
  readonly reviewedAt: Date
  readonly review: string
}

export interface Assignment extends NewAssignment {
  readonly assignmentId: string
  readonly personId: string
  readonly assignedBy: string
  readonly assignedAt: Date
  readonly reviewed: Review | undefined
}

export const assignmentBody = (each: Assignment) => ({
  assignment_id: each.assignmentId,
  person_id: each.personId,
  kind: each.kind,
  ehr_id: each.ehrId,
  episode_id: each.episodeId,
  tag_key: each.tagKey,
  tag_value: each.tagValue,
  from: each.startsAt.toISOString(),
  to: each.endsAt?.toISOString(),
  reason: each.reason,
  assigned_by: each.assignedBy,
  assigned_at: each.assignedAt.toISOString(),
  ...(each.reviewed
    ? {
        reviewed_by: each.reviewed.reviewedBy,
        reviewed_at: each.reviewed.reviewedAt.toISOString(),
        review: each.reviewed.review,
      }
    : {}),
})

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

const MEMBERS: Readonly<Record<string, Member>> = {
  ehr_id: { expected: 'the id of an EHR', fits: isUuid },
  episode_id: { expected: 'the uid of an episode, with "ehr_id" beside', fits: isUuid },
  tag_key: { expected: 'the key of a tag, without "ehr_id"', fits: value => isText(value, 200) },
  tag_value: { expected: 'a value of the tag, with "tag_key" beside', fits: value => isText(value, 1000) },
  from: { expected: 'a time such as 2026-11-16T08:00:00Z', fits: isTime },
  to: { expected: 'a time after "from"', fits: isTime },
  reason: { expected: 'a text of 1 to 1000 characters', fits: value => isText(value, 1000) },
}

/** Members that do not go together, or that lack another. */
function conflictsIn(given: ReadonlyMap<string, unknown>, now: number): readonly string[] {
  const has = (name: string) => given.has(name)
  const from = has('from') ? Date.parse(String(given.get('from'))) : now
  const rows: [fault: boolean, member: string][] = [
    [has('ehr_id') === has('tag_key'), has('tag_key') ? 'tag_key' : 'ehr_id'],
    [has('episode_id') && !has('ehr_id'), 'episode_id'],
    [has('tag_value') && !has('tag_key'), 'tag_value'],
    [has('to') && Date.parse(String(given.get('to'))) <= from, 'to'],
  ]
  return rows.filter(([fault]) => fault).map(([, member]) => member)
}

const kindIn = (given: ReadonlyMap<string, unknown>): AssignmentKind =>
  given.has('tag_key') ? 'tag' : given.has('episode_id') ? 'episode' : 'ehr'

export function newAssignmentIn(body: unknown, now: number): NewAssignment {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map<string, unknown>(Object.entries(body))
  const unknown = [...given.keys()].filter(name => !Object.hasOwn(MEMBERS, name))
  const wrong = [...given]
    .filter(([name, value]) => MEMBERS[name]?.fits(value) === false)
    .map(([name]) => name)
  const findings = [
    ...unknown.map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...[...new Set([...wrong, ...conflictsIn(given, now)])].map(name => ({
      path: `/${name}`,
      code: 'value',
      message: `must be ${MEMBERS[name]?.expected}`,
    })),
  ]
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The assignment cannot be as described.', findings)
  const text = (name: string) => given.get(name) as string | undefined
  const to = text('to')
  return {
    kind: kindIn(given),
    ehrId: text('ehr_id')?.toLowerCase(),
    episodeId: text('episode_id')?.toLowerCase(),
    tagKey: text('tag_key'),
    tagValue: text('tag_value'),
    startsAt: new Date(text('from') ?? now),
    endsAt: to === undefined ? undefined : new Date(to),
    reason: text('reason'),
  }
}
