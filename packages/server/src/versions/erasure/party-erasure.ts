/** All SQL that erases a party (decision 0100). */
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
  'party_reference',
  'item_tag',
  'finding',
  'root',
  'version',
  'versioned_object',
  'contribution',
  'ehr',
] as const

const SEALED = {
  seals: {
    kind: 'person_link',
    find: 'select link_id::text as id from cairn_party.person_link where ehr_id = $1',
  },
}

const removals = OWNED.map(table =>
  sql<never, [partyId: ObjectId]>({
    name: `admin.removeParty.${table}`,
    ...(table === 'person_link' ? SEALED : {}),
    text: `delete from cairn_party.${table} where ehr_id = $1`,
  }),
)

export interface PartyTombstone {
  readonly partyId: ObjectId
  readonly clientId: string
  readonly reason: string
}

const bury = sql<never, [partyId: ObjectId, clientId: string, reason: string]>({
  name: 'admin.buryParty',
  text: `insert into cairn_party.erased_ehr (ehr_id, client_id, reason) values ($1, $2, $3) on conflict do nothing`,
})

/**
 * Removes all rows of a party, and leaves its tombstone. The caller must have locked it. Columns with values of people have no statistics of the
 * planner (migrations 0045 and 0050), so none outlive them.
 */
export async function eraseParty(db: Queries, { partyId, clientId, reason }: PartyTombstone): Promise<void> {
  await suspectPartyEntries(db, recordOfParty(partyId))
  for (const removal of removals) await db.execute(removal, [partyId])
  await db.execute(bury, [partyId, clientId, reason])
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

/** Erases the person that an EHR is linked to. Call it while the EHR is locked, before it is removed. Returns the person. */
export async function erasePersonOf(
  db: Queries,
  ehrId: EhrId,
  tombstone: Omit<PartyTombstone, 'partyId'>,
): Promise<ObjectId | undefined> {
  const [link] = await db.query(personOf, [ehrId])
  if (!link) return undefined
  const { ehr_id: partyId } = link
  if (await lockPartyAlone(db, partyId)) await eraseParty(db, { ...tombstone, partyId })
  return partyId
}
