/** The SQL of assignments. Rows are added and ended, and never removed. */
import { randomUUID } from 'node:crypto'
import { type Queries, sql } from '../../db/index.ts'
import type { Assignment, AssignmentKind, NewAssignment } from './assignment.ts'

interface Row {
  assignment_id: string
  person_id: string
  kind: AssignmentKind
  ehr_id: string | null
  episode_id: string | null
  tag_key: string | null
  tag_value: string | null
  starts_at: Date
  ends_at: Date | null
  reason: string | null
  assigned_by: string
  assigned_at: Date
  reviewed_by: string | null
  reviewed_at: Date | null
  review: string | null
}

const assignmentOf = (row: Row): Assignment => ({
  assignmentId: row.assignment_id,
  personId: row.person_id,
  kind: row.kind,
  ehrId: row.ehr_id ?? undefined,
  episodeId: row.episode_id ?? undefined,
  tagKey: row.tag_key ?? undefined,
  tagValue: row.tag_value ?? undefined,
  startsAt: row.starts_at,
  endsAt: row.ends_at ?? undefined,
  reason: row.reason ?? undefined,
  assignedBy: row.assigned_by,
  assignedAt: row.assigned_at,
  reviewed:
    row.reviewed_by === null || row.reviewed_at === null
      ? undefined
      : { reviewedBy: row.reviewed_by, reviewedAt: row.reviewed_at, review: row.review ?? '' },
})

const COLUMNS = `assignment_id, person_id, kind, ehr_id, episode_id, tag_key, tag_value, starts_at, ends_at, reason,
  assigned_by, assigned_at, reviewed_by, reviewed_at, review`

const ofPerson = sql<Row, [personId: string]>({
  name: 'assignment.ofPerson',
  text: `select ${COLUMNS} from cairn.assignment where person_id = $1 order by assigned_at, assignment_id`,
})
const assignedCount = sql<{ count: number }, [personId: string]>({
  name: 'assignment.countEhrs',
  text: 'select count(distinct e)::integer as count from unnest(cairn.ehrs_of_person($1)) e',
})
const insert = sql<Row, (string | Date | null)[]>({
  name: 'assignment.insert',
  seals: { kind: 'assignment', ids: ([id]) => [String(id)] },
  text: `insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, episode_id, tag_key, tag_value, starts_at,
           ends_at, reason, assigned_by, assigned_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`,
})
const end = sql<Row, [assignmentId: string, now: Date]>({
  name: 'assignment.end',
  seals: { kind: 'assignment', ids: ([id]) => [id] },
  text: `update cairn.assignment set ends_at = least(coalesce(ends_at, $2), $2) where assignment_id = $1 returning ${COLUMNS}`,
})
/** Whoever changes what a person may see makes all processes read the person again. */
const touchPerson = sql<never, [personId: string]>({
  name: 'assignment.touchPerson',
  text: 'update cairn.person set changed_in = pg_current_xact_id() where person_id = $1',
})
const breakGlass = sql<Row, [isReviewed: boolean | null]>({
  name: 'assignment.breakGlass',
  text: `select ${COLUMNS} from cairn.assignment
         where kind = 'break_glass' and ($1::boolean is null or (reviewed_at is not null) = $1)
         order by assigned_at desc, assignment_id limit 1000`,
})
const review = sql<Row, [assignmentId: string, reviewedBy: string, reviewedAt: Date, review: string]>({
  name: 'assignment.review',
  seals: { kind: 'assignment', ids: ([id]) => [id] },
  text: `update cairn.assignment set reviewed_by = $2, reviewed_at = $3, review = $4
         where assignment_id = $1 and kind = 'break_glass' returning ${COLUMNS}`,
})

export const assignmentsOf = async (db: Queries, personId: string): Promise<Assignment[]> =>
  (await db.query(ofPerson, [personId])).map(assignmentOf)

/** The number of EHRs that assignments of the person reach now. */
export const countAssignedEhrs = async (db: Queries, personId: string): Promise<number> =>
  (await db.query(assignedCount, [personId]))[0]?.count ?? 0

export async function addAssignment(
  queries: Queries,
  personId: string,
  wanted: NewAssignment,
  by: { readonly assignedBy: string; readonly now: Date },
): Promise<Assignment> {
  const { kind, ehrId, episodeId, tagKey, tagValue, startsAt, endsAt, reason } = wanted
  const [row] = await queries.query(insert, [
    randomUUID(),
    personId,
    kind,
    ehrId ?? null,
    episodeId ?? null,
    tagKey ?? null,
    tagValue ?? null,
    startsAt,
    endsAt ?? null,
    reason ?? null,
    by.assignedBy,
    by.now,
  ])
  await queries.execute(touchPerson, [personId])
  if (!row) throw new Error('an assignment that was added is returned')
  return assignmentOf(row)
}

/** Undefined if there is no such assignment. */
export async function endAssignment(
  queries: Queries,
  assignmentId: string,
  now: Date,
): Promise<Assignment | undefined> {
  const [row] = await queries.query(end, [assignmentId, now])
  if (row) await queries.execute(touchPerson, [row.person_id])
  return row && assignmentOf(row)
}

/** Access that people took, the newest first; undefined: reviewed or not. */
export const takenAccess = async (db: Queries, isReviewed: boolean | undefined): Promise<Assignment[]> =>
  (await db.query(breakGlass, [isReviewed ?? null])).map(assignmentOf)

/** Undefined if there is no such access. */
export async function reviewAccess(
  queries: Queries,
  assignmentId: string,
  reviewed: { readonly by: string; readonly at: Date; readonly review: string },
): Promise<Assignment | undefined> {
  const [row] = await queries.query(review, [assignmentId, reviewed.by, reviewed.at, reviewed.review])
  return row && assignmentOf(row)
}
