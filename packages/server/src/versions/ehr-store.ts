/** All SQL about EHRs as such. */

import { columnsOf, insertRows, lookup, type Queries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids.ts'
import { sharedLock } from './ehr-lock.ts'

export interface StoredEhr {
  readonly ehrId: EhrId
  readonly systemId: string
  readonly createdAt: Date
  readonly statusId: ObjectId
  readonly accessId: ObjectId
  readonly directoryId: ObjectId | null
  readonly isModifiable: boolean
  readonly isQueryable: boolean
}

interface Row {
  ehr_id: EhrId
  system_id: string
  created_at: Date
  status_id: ObjectId
  access_id: ObjectId
  directory_id: ObjectId | null
  is_modifiable: boolean
  is_queryable: boolean
}

const ehrOf = (row: Row): StoredEhr => ({
  ehrId: row.ehr_id,
  systemId: row.system_id,
  createdAt: row.created_at,
  statusId: row.status_id,
  accessId: row.access_id,
  directoryId: row.directory_id,
  isModifiable: row.is_modifiable,
  isQueryable: row.is_queryable,
})

const COLUMNS = `ehr_id, system_id, created_at, status_id, access_id, directory_id, is_modifiable, is_queryable`

const byId = lookup<Row, [ehrId: EhrId]>({
  name: 'ehr.byId',
  key: { ehr: 'uuid' },
  text: `select ${COLUMNS} from cairn.ehr where ehr_id = key.ehr`,
})
const heldById = sql<Row, [ehrId: EhrId]>({
  name: 'ehr.heldById',
  text: `with turn as (select ${sharedLock('$1::uuid')})
         select ${COLUMNS} from cairn.ehr, turn where ehr_id = $1 for key share of ehr`,
  distributed: `select ${COLUMNS}, ${sharedLock('ehr_id')} as turn from cairn.ehr where ehr_id = $1 for key share`,
})
const tombstoneById = sql<{ merged_into: EhrId | null }, [ehrId: EhrId]>({
  name: 'ehr.tombstoneById',
  text: 'select merged_into from cairn.erased_ehr where ehr_id = $1',
})
const erasedById = sql<{ survivor: EhrId | null }, [ehrId: EhrId]>({
  name: 'ehr.erasedById',
  text: `select e.ehr_id as survivor from cairn.erased_ehr t left join cairn.ehr e on e.ehr_id = t.merged_into
         where t.ehr_id = $1`,
})
const bySubject = sql<Row, [namespace: string, subjectId: string]>({
  name: 'ehr.bySubject',
  text: `select ${COLUMNS} from cairn.ehr_subject join cairn.ehr using (ehr_id)
         where namespace = $1 and subject_id = $2`,
})
const ehrOfSubject = sql<{ ehr_id: EhrId }, [namespace: string, subjectId: string]>({
  name: 'ehr.ofSubject',
  text: 'select ehr_id from cairn.ehr_subject where namespace = $1 and subject_id = $2',
})
const updateStatus = sql<never, [ehrId: EhrId, isModifiable: boolean, isQueryable: boolean]>({
  name: 'ehr.updateStatus',
  text: 'update cairn.ehr set is_modifiable = $2, is_queryable = $3 where ehr_id = $1',
})
const dropSubject = sql<never, [ehrId: EhrId]>({
  name: 'ehr.dropSubject',
  text: 'delete from cairn.ehr_subject where ehr_id = $1',
})
interface SubjectRow extends Subject {
  readonly ehrId: EhrId
}

const subjectRows = insertRows<SubjectRow>({
  name: 'ehr.addSubjects',
  table: 'ehr_subject',
  waitsForLocks: true,
  columns: columnsOf('ehr_subject', {
    namespace: row => row.namespace,
    subject_id: row => row.id,
    ehr_id: row => row.ehrId,
  }),
})

export const insertSubjects = subjectRows.write

export async function findEhr(db: Queries, ehrId: EhrId): Promise<StoredEhr | undefined> {
  const row = await db.find(byId, [ehrId])
  return row && ehrOf(row)
}

/** Finds an EHR and locks it until the transaction ends, so that it cannot be erased or merged meanwhile. */
export async function findAndLockEhr(db: Queries, ehrId: EhrId): Promise<StoredEhr | undefined> {
  const [row] = await db.query(heldById, [ehrId])
  return row && ehrOf(row)
}

/** Finds the tombstone of an erased EHR, with the EHR that it was merged into, if that still exists. */
export async function findErased(
  db: Queries,
  ehrId: EhrId,
): Promise<{ readonly survivor: EhrId | null } | undefined> {
  if (db.isDistributed) return findErasedApart(db, ehrId)
  const [row] = await db.query(erasedById, [ehrId])
  return row
}

/** The tombstone and the EHR that remains may be on different nodes. */
async function findErasedApart(
  db: Queries,
  ehrId: EhrId,
): Promise<{ readonly survivor: EhrId | null } | undefined> {
  const [tombstone] = await db.query(tombstoneById, [ehrId])
  const into = tombstone?.merged_into
  return tombstone && { survivor: into && (await findEhr(db, into)) ? into : null }
}

export interface Subject {
  readonly id: string
  readonly namespace: string
}

export async function findEhrBySubject(db: Queries, subject: Subject): Promise<StoredEhr | undefined> {
  if (db.isDistributed) {
    const [found] = await db.query(ehrOfSubject, [subject.namespace, subject.id])
    return found && findEhr(db, found.ehr_id)
  }
  const [row] = await db.query(bySubject, [subject.namespace, subject.id])
  return row && ehrOf(row)
}

/** The parts of the latest EHR_STATUS that the server itself uses. */
export interface StatusFlags {
  readonly isModifiable: boolean
  readonly isQueryable: boolean
  readonly subject: Subject | undefined
}

export const applyStatus = (db: Queries, ehrId: EhrId, { subject, ...flags }: StatusFlags): Promise<void> =>
  replaceStatus(db, ehrId, { ...flags, subjects: subject ? [subject] : [] })

/** An EHR of another server may have several subjects. */
export async function replaceStatus(
  db: Queries,
  ehrId: EhrId,
  status: Omit<StatusFlags, 'subject'> & { readonly subjects: readonly Subject[] },
): Promise<void> {
  await db.execute(updateStatus, [ehrId, status.isModifiable, status.isQueryable])
  await db.execute(dropSubject, [ehrId])
  await insertSubjects(
    db,
    status.subjects.map(subject => ({ ...subject, ehrId })),
  )
}
