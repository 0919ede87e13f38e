/** All SQL about EHRs as such. */

import { deleteFrom, guarded, seen, update } from '../../access/index.ts'
import { type LimitedQueries, lookup, sql } from '../../db/index.ts'
import { columnsOf, insertRows } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { sharedLock } from '../ehr-lock.ts'
import { findSurvivor } from '../parties/merge-store.ts'
import { findPersonOf } from './person-link-store.ts'

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
  text: guarded`select ${COLUMNS} from ${seen.ehr()} where ehr_id = key.ehr`,
})
const heldById = sql<{ is_modifiable: boolean }, [ehrId: EhrId]>({
  name: 'ehr.heldById',
  text: guarded`with turn as (select ${sharedLock('$1::uuid')})
         select is_modifiable from ${seen.ehr()}, turn where ehr_id = $1 for key share of ehr`,
  distributed: guarded`select is_modifiable, ${sharedLock('ehr_id')} as turn from ${seen.ehr()} where ehr_id = $1 for key share`,
})
const tombstoneById = sql<{ merged_into: EhrId | null }, [ehrId: EhrId]>({
  name: 'ehr.tombstoneById',
  text: guarded`select merged_into from ${seen.erased_ehr()} where ehr_id = $1`,
})
const erasedById = sql<{ survivor: EhrId | null }, [ehrId: EhrId]>({
  name: 'ehr.erasedById',
  text: guarded`select e.ehr_id as survivor from ${seen.erased_ehr('t')} left join ${seen.ehr('e')} on e.ehr_id = t.merged_into
         where t.ehr_id = $1`,
})
const bySubject = sql<Row, [namespace: string, subjectId: string]>({
  name: 'ehr.bySubject',
  text: guarded`select ${COLUMNS} from ${seen.ehr_subject()} join ${seen.ehr()} using (ehr_id)
         where namespace = $1 and subject_id = $2`,
})
const ehrOfSubject = sql<{ ehr_id: EhrId }, [namespace: string, subjectId: string]>({
  name: 'ehr.ofSubject',
  text: guarded`select ehr_id from ${seen.ehr_subject()} where namespace = $1 and subject_id = $2`,
})
const updateStatus = sql<never, [ehrId: EhrId, isModifiable: boolean, isQueryable: boolean]>({
  name: 'ehr.updateStatus',
  text: guarded`${update.ehr({ set: 'is_modifiable = $2, is_queryable = $3', where: 'ehr_id = $1' })}`,
})
const dropSubject = sql<never, [ehrId: EhrId]>({
  name: 'ehr.dropSubject',
  text: guarded`${deleteFrom.ehr_subject({ where: 'ehr_id = $1' })}`,
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

export async function findEhr(db: LimitedQueries, ehrId: EhrId): Promise<StoredEhr | undefined> {
  const row = await db.find(byId, [ehrId])
  return row && ehrOf(row)
}

/** Locks an EHR or a party until the transaction ends, so that it cannot be erased or merged meanwhile. Returns true if it is modifiable. */
export async function lockRecord(db: LimitedQueries, ehrId: EhrId): Promise<boolean> {
  const [row] = await db.query(heldById, [ehrId])
  return row?.is_modifiable === true
}

/** Finds the tombstone of an erased EHR, with the EHR that it was merged into, if that still exists. */
export async function findErased(
  db: LimitedQueries,
  ehrId: EhrId,
): Promise<{ readonly survivor: EhrId | null } | undefined> {
  if (db.isDistributed) return findErasedApart(db, ehrId)
  const [row] = await db.query(erasedById, [ehrId])
  return row
}

/** The tombstone and the EHR that remains may be on different nodes. */
async function findErasedApart(
  db: LimitedQueries,
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

export async function findEhrBySubject(db: LimitedQueries, subject: Subject): Promise<StoredEhr | undefined> {
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
  /** The PERSON of this server that the subject refers to. */
  readonly person: ObjectId | undefined
}

export async function applyStatus(
  db: LimitedQueries,
  ehrId: EhrId,
  { subject, person, ...flags }: StatusFlags,
): Promise<void> {
  await requireAgreement(db, ehrId, person)
  await replaceStatus(db, ehrId, { ...flags, subjects: subject ? [subject] : [] })
}

/** Refuses a subject that refers to another person than the one that the EHR is linked to. */
export async function requireAgreement(
  db: LimitedQueries,
  ehrId: EhrId,
  person: ObjectId | undefined,
): Promise<void> {
  if (person === undefined) return
  const linked = await findPersonOf(db, ehrId)
  if (linked === undefined || linked === person) return
  if ((await findSurvivor(db, person)) !== linked)
    throw new Refusal(
      'person.disagrees',
      'The subject of the EHR_STATUS refers to another PERSON than the one that the EHR is linked to.',
    )
}

/** An EHR of another server may have several subjects. */
export async function replaceStatus(
  db: LimitedQueries,
  ehrId: EhrId,
  status: Omit<StatusFlags, 'subject' | 'person'> & { readonly subjects: readonly Subject[] },
): Promise<void> {
  await db.execute(updateStatus, [ehrId, status.isModifiable, status.isQueryable])
  await db.execute(dropSubject, [ehrId])
  await insertSubjects(
    db,
    status.subjects.map(subject => ({ ...subject, ehrId })),
  )
}
