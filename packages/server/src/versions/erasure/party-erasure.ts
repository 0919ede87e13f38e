/** All SQL that erases a party (decision 0100). */
import { NO_EHR } from '../../audit/index.ts'
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { suspectPartyEntries } from '../../roots/index.ts'
import { exclusiveLock } from '../ehr-lock.ts'
import { type PartyKind, recordOfParty } from '../model.ts'

const takeTurn = sql<never, [partyId: ObjectId]>({
  name: 'admin.takePartyTurn',
  text: `select ${exclusiveLock('$1::uuid')}`,
  distributed: `select ${exclusiveLock('ehr_id')} from cairn_party.ehr where ehr_id = $1`,
})
const lockParty = sql<{ kind: PartyKind }, [partyId: ObjectId]>({
  name: 'admin.lockParty',
  text: `select o.kind from cairn_party.ehr e join cairn_party.versioned_object o on o.ehr_id = e.ehr_id
         where e.ehr_id = $1 for update of e`,
})

/** Locks a party exclusively until the transaction ends. Returns undefined if there is none. */
export async function lockPartyAlone(db: Queries, partyId: ObjectId): Promise<PartyKind | undefined> {
  await db.execute(takeTurn, [partyId])
  return (await db.query(lockParty, [partyId]))[0]?.kind
}

/** Every table with rows of a party, referring tables first. A test compares this list with the catalogue. */
const OWNED = [
  'person_entry',
  'person_link',
  'person_merge',
  'party_reference',
  'item_tag',
  'finding',
  'root',
  'version',
  'versioned_object',
  'contribution',
  'ehr',
] as const

const sealedBy = (kind: 'person_link' | 'person_merge', id: string) => ({
  seals: { kind, find: `select ${id}::text as id from cairn_party.${kind} where ehr_id = $1` },
})

const SEALED: Partial<Record<(typeof OWNED)[number], ReturnType<typeof sealedBy>>> = {
  person_link: sealedBy('person_link', 'link_id'),
  person_merge: sealedBy('person_merge', 'merge_id'),
}

const removals = OWNED.map(table =>
  sql<never, [partyId: ObjectId]>({
    name: `admin.removeParty.${table}`,
    ...SEALED[table],
    text: `delete from cairn_party.${table} where ehr_id = $1`,
  }),
)

export interface PartyTombstone {
  readonly partyId: ObjectId
  readonly clientId: string
  readonly reason: string
}

/** Events of merges have the ids of people. They belong to no EHR (`NO_EHR`). */
const dropNotes = sql<never, [ehrId: string, partyId: ObjectId]>({
  name: 'admin.dropPartyNotes',
  text: `delete from cairn.change_note where ehr_id = $1::uuid
         and (subject = $2::text or detail ->> 'merged_object_id' = $2::text)`,
})

const dropDrafts = sql<never, [partyId: ObjectId]>({
  name: 'admin.dropPartyDrafts',
  text: 'delete from cairn.draft where object_id = $1 and ehr_id is null',
})

const bury = sql<never, [partyId: ObjectId, clientId: string, reason: string]>({
  name: 'admin.buryParty',
  text: `insert into cairn_party.erased_ehr (ehr_id, client_id, reason) values ($1, $2, $3) on conflict do nothing`,
})

const mergedPeople = sql<{ ehr_id: ObjectId }, [partyId: ObjectId]>({
  name: 'admin.mergedPeople',
  text: 'select ehr_id from cairn_party.person_merge where into_id = $1 order by ehr_id',
})

/**
 * Removes all rows of a party and of the people who were merged into it, and leaves their tombstones. Returns all of them. The caller must have locked
 * the party. Columns with values of people have no statistics of the planner (migrations 0045 and 0050), so none outlive them.
 */
export async function eraseParty(
  db: Queries,
  { partyId, clientId, reason }: PartyTombstone,
): Promise<readonly ObjectId[]> {
  const merged = (await db.query(mergedPeople, [partyId])).map(({ ehr_id }) => ehr_id)
  // A merge locks the person that stays first, too.
  for (const each of merged) await lockPartyAlone(db, each)
  for (const each of [...merged, partyId]) {
    await suspectPartyEntries(db, recordOfParty(each))
    for (const removal of removals) await db.execute(removal, [each])
    await db.execute(dropNotes, [NO_EHR, each])
    await db.execute(dropDrafts, [each])
    await db.execute(bury, [each, clientId, reason])
  }
  return [partyId, ...merged]
}

const linkedEhr = sql<never, [partyId: ObjectId]>({
  name: 'admin.linkedEhr',
  text: 'select 1 from cairn_party.person_link where ehr_id = $1',
})

export const hasLinkedEhr = async (db: Queries, partyId: ObjectId): Promise<boolean> =>
  (await db.query(linkedEhr, [partyId])).length > 0

const personOf = sql<{ ehr_id: ObjectId }, [ehrId: EhrId]>({
  name: 'admin.personOf',
  text: 'select ehr_id from cairn_party.person_link where linked_ehr_id = $1',
})

/** For the audit trail: the party, with the people who were merged into it. */
export const erasedParties = ([party, ...merged]: readonly ObjectId[]) => ({
  ehrId: party,
  ...(merged.length === 0 ? {} : { detail: { ehrs: merged } }),
})

/** Erases the person that an EHR is linked to. Call it while the EHR is locked, before it is removed. Returns all people that went. */
export async function erasePersonOf(
  db: Queries,
  ehrId: EhrId,
  tombstone: Omit<PartyTombstone, 'partyId'>,
): Promise<readonly ObjectId[]> {
  const [link] = await db.query(personOf, [ehrId])
  if (!link) return []
  const { ehr_id: partyId } = link
  return (await lockPartyAlone(db, partyId)) ? eraseParty(db, { ...tombstone, partyId }) : [partyId]
}
