/** Notes of changes that no contribution has, for the change feed; stored in the transaction of the change, with its audit event. */
import { randomUUID } from 'node:crypto'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { AuditEvent } from './event.ts'

export const NOTE_TYPES = [
  'tags.changed',
  'template.created',
  'template.updated',
  'template.deleted',
  'query.created',
  'query.deleted',
  'datamap.created',
  'datamap.updated',
  'datamap.deleted',
  'ehr.merged',
  'ehr.erased',
  'composition.erased',
  'directory.erased',
  'episode.erased',
  'person.merged',
  'person.separated',
] as const

export type NoteType = (typeof NOTE_TYPES)[number]

export interface ChangeNote {
  readonly type: NoteType
  /** The id or the name of what was changed. */
  readonly subject: string
  /** Absent: that of the audit event, if it has one. */
  readonly ehrId?: string
  /** Further ids and names; no content of records. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The EHR of notes about definitions: the column divides the table in a cluster, so it is never null. */
export const NO_EHR = '00000000-0000-0000-0000-000000000000'

const take = sql<{ number: string; changed_in: string }>({
  name: 'note.number',
  seesAll: 'it reads no row',
  // No table may be in it: only the coordinator of a cluster counts.
  text: `select nextval('cairn.version_commit_number_seq')::text as number, pg_current_xact_id()::text as changed_in`,
})

const add = sql<never, readonly unknown[]>({
  name: 'note.add',
  seesAll: 'it only adds a note',
  text: `insert into cairn.change_note (ehr_id, note_id, number, changed_in, noted_at, type, subject, client_id, person, detail)
         values ($1::uuid, $2::uuid, $3::bigint, $4::xid8, $5::timestamptz, $6, $7, $8, $9, $10::jsonb)`,
})

/** Call it at the end of the transaction, when the rows of the change are locked: notes of one object then have the order of its changes. */
export async function noteChange(
  db: LimitedQueries,
  { at, client_id, person, ehr_id }: Pick<AuditEvent, 'at' | 'client_id' | 'person' | 'ehr_id'>,
  { type, subject, ehrId = ehr_id ?? NO_EHR, detail }: ChangeNote,
): Promise<void> {
  const [row] = await db.query(take)
  const ids = [ehrId, randomUUID(), row?.number, row?.changed_in]
  const about = [at, type, subject, client_id, person, detail ? JSON.stringify(detail) : null]
  await db.execute(add, [...ids, ...about])
}
