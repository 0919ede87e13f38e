/** All SQL about links between people and their EHRs (decision 0108). */
import { randomUUID } from 'node:crypto'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Kind } from '../model.ts'
import { hasDocument } from '../packing/unpack.ts'

const LINKING =
  'rights on the person are checked before; the statement returns no more than the kind of a party'

/** The latest version of a party. The lock keeps it from being erased until the transaction ends. */
const lockedParty = sql<{ kind: Kind; deleted: boolean }, [personId: ObjectId]>({
  name: 'person.lockForLink',
  seesAll: LINKING,
  text: `select v.kind, not ${hasDocument('v')} as deleted from cairn_party.ehr e
         join cairn_party.version v on v.ehr_id = e.ehr_id
         where e.ehr_id = $1 order by v.version desc limit 1 for key share of e`,
})
const insertLink = sql<never, [personId: ObjectId, ehrId: EhrId, linkId: string]>({
  name: 'person.link',
  waitsForLocks: true,
  seesAll: LINKING,
  seals: { kind: 'person_link', ids: ([, , linkId]) => [linkId] },
  text: 'insert into cairn_party.person_link (ehr_id, linked_ehr_id, link_id) values ($1, $2, $3)',
})
const personOfEhr = sql<{ ehr_id: ObjectId }, [ehrId: EhrId]>({
  name: 'person.ofEhr',
  seesAll: 'the caller sees the EHR, and rights on people are checked before',
  text: 'select ehr_id from cairn_party.person_link where linked_ehr_id = $1',
})
const ehrOfPerson = sql<{ linked_ehr_id: EhrId }, [personId: ObjectId]>({
  name: 'person.ehrOf',
  seesAll: 'rights on people are checked before, and the EHR is looked up by the rights on records',
  // A person who was merged has the EHR of the other (decision 0122).
  text: `select linked_ehr_id from cairn_party.person_link where ehr_id =
           coalesce((select into_id from cairn_party.person_merge where ehr_id = $1), $1)`,
})

/** Finds a PERSON that is not deleted, and locks it until the transaction ends. */
export async function lockPerson(db: LimitedQueries, personId: ObjectId): Promise<boolean> {
  const [party] = await db.query(lockedParty, [personId])
  return party?.kind === 'PERSON' && !party.deleted
}

/** The table is divided by the person in a cluster, where no key says that an EHR has one person: the coordinator has a lock for it. */
const lockLinked = sql<unknown, [ehrId: EhrId]>({
  name: 'person.lockLinked',
  waitsForLocks: true,
  seesAll: 'reads no table',
  text: `select pg_advisory_xact_lock(hashtextextended('cairn.person_link ' || $1::text, 0))`,
})

export const ehrIsLinked = (): Refusal =>
  new Refusal('person.linked', 'The EHR is linked to a person already.')

/** Keeps other transactions of a cluster from linking the EHR until this one ends. */
export async function lockLinkOf(db: LimitedQueries, ehrId: EhrId): Promise<void> {
  if (db.isDistributed) await db.query(lockLinked, [ehrId])
}

/** A person or, on one server, an EHR that is linked already violates a key: see `CONSTRAINTS` in `commit.ts`. */
export async function linkPerson(db: LimitedQueries, personId: ObjectId, ehrId: EhrId): Promise<void> {
  await lockLinkOf(db, ehrId)
  if (db.isDistributed && (await findPersonOf(db, ehrId))) throw ehrIsLinked()
  await db.execute(insertLink, [personId, ehrId, randomUUID()])
}

export async function findPersonOf(db: LimitedQueries, ehrId: EhrId): Promise<ObjectId | undefined> {
  return (await db.query(personOfEhr, [ehrId]))[0]?.ehr_id
}

export async function findEhrIdOf(db: LimitedQueries, personId: ObjectId): Promise<EhrId | undefined> {
  return (await db.query(ehrOfPerson, [personId]))[0]?.linked_ehr_id
}
