/** Links of people to EHRs, merges of people, and tombstones of parties, in exports and imports. Contributions to parties are those of records. */
import { guarded, insertInto, seen } from '../../access/index.ts'
import { type AuditEntry, recorded } from '../../audit/index.ts'
import { type Database, DatabaseError, type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhr } from '../companions/ehr-store.ts'
import { findEhrIdOf, findPersonOf, linkPerson, lockPerson } from '../companions/person-link-store.ts'
import { eraseParty, lockPartyAlone } from '../erasure/party-erasure.ts'
import type { StoredVersion } from '../model.ts'
import { findLinksOf, findMergesOf, insertMerge, lockMerges } from '../parties/merge-store.ts'
import { replaceReferences } from '../parties/reference-store.ts'
import { referencesOf } from '../parties/references.ts'
import type { ExportedPartyTombstone, Selection } from './export-store.ts'
import type { GivenVersion, ImportOutcome } from './given-version.ts'

export interface ExportedLink {
  readonly person_id: ObjectId
  readonly ehr_id: EhrId
}

const links = sql<ExportedLink, [Selection]>({
  name: 'export.links',
  prepare: false,
  text: guarded`select ehr_id as person_id, linked_ehr_id as ehr_id from ${seen.person_link()}
         where $1::uuid[] is null or linked_ehr_id = any($1::uuid[]) order by ehr_id`,
})

/** The people of some EHRs, or of all. */
const exportedLinks = (db: LimitedQueries, selection: Selection): Promise<readonly ExportedLink[]> =>
  db.query(links, [selection])

export interface ExportedMerge {
  readonly person_id: ObjectId
  readonly into_id: ObjectId
  readonly merged_at: Date
  readonly client_id: string
  readonly person: string | null
  readonly reason: string
  /** The EHR of the person went over to the other. */
  readonly has_passed_ehr: boolean
}

const MERGED = guarded`m.ehr_id as person_id, m.into_id, m.merged_at, m.client_id, m.person, m.reason`
const WANTED = guarded`$1::uuid[] is null or m.into_id = any($1::uuid[])`

const merges = sql<ExportedMerge, [people: readonly ObjectId[] | null]>({
  name: 'export.merges',
  prepare: false,
  text: guarded`select ${MERGED}, exists (
           select from ${seen.person_link('l')} where l.ehr_id = m.into_id and l.link_id = m.link_id) as has_passed_ehr
         from ${seen.person_merge('m')} where ${WANTED} order by m.ehr_id`,
  // The two people can be on two nodes: the coordinator compares.
  distributed: guarded`with m as materialized (select * from ${seen.person_merge('m')} where ${WANTED}),
         l as materialized (
           select ehr_id, link_id from ${seen.person_link('l')} where ehr_id in (select into_id from m))
         select ${MERGED}, exists (
           select from l where l.ehr_id = m.into_id and l.link_id = m.link_id) as has_passed_ehr
         from m order by m.ehr_id`,
})

/** The people who were merged into some, or into anybody. */
const exportedMerges = (
  db: LimitedQueries,
  people: readonly ObjectId[] | null,
): Promise<readonly ExportedMerge[]> => db.query(merges, [people])

const rejected = (message: string) => new Refusal('import.rejected', message)

const found = sql<never, [ids: readonly EhrId[], times: readonly Date[]]>({
  name: 'import.foundParties',
  waitsForLocks: true,
  text: guarded`${insertInto.ehr} (ehr_id, created_at) select p.id, min(p.at)
         from unnest($1::uuid[], $2::timestamptz[]) p (id, at)
         where p.id not in (select x.ehr_id from ${seen.erased_ehr('x')} where x.ehr_id = any($1::uuid[]))
         group by p.id on conflict do nothing`,
})

/** Makes the records of parties whose first versions come, unless they were erased here. */
export async function foundParties(db: LimitedQueries, versions: readonly StoredVersion[]): Promise<void> {
  const first = versions.filter(({ version }) => version === 1)
  if (first.length > 0)
    await db.execute(found, [first.map(({ ehrId }) => ehrId), first.map(({ committedAt }) => committedAt)])
}

/** A job makes the entry, by the definitions of this server (decision 0105). */
const enter = sql<never, [ids: readonly ObjectId[]]>({
  name: 'import.enterPeople',
  text: guarded`${insertInto.person_entry} (ehr_id) select distinct * from unnest($1::uuid[])
         on conflict (ehr_id) do update set archetype_id = '', revision = -1`,
})

/** Writes what repeats the documents of parties: references, and entries of people. The last version of each party comes last. */
export async function finishParties(db: LimitedQueries, versions: readonly GivenVersion[]): Promise<void> {
  const newest = new Map(versions.map(each => [each.version.objectId, each]))
  const rows = [...newest].flatMap(([partyId, { data }]) =>
    (data ? referencesOf(data).references : []).map(({ targetId, relation }) => ({
      partyId,
      targetId,
      relation,
    })),
  )
  await replaceReferences(db, [...newest.keys()], rows)
  const people = [...newest.values()].filter(({ version }) => version.kind === 'PERSON')
  if (people.length > 0) await db.execute(enter, [people.map(({ version }) => version.objectId)])
}

const UNIQUE_VIOLATION = '23505'

/** Links a person to its EHR as it was; both must have been imported. */
async function writeLink(
  db: Database,
  { person_id: personId, ehr_id: ehrId }: ExportedLink,
  entry: AuditEntry,
): Promise<ImportOutcome> {
  try {
    const isAdded = await recorded(
      db,
      entry,
      async queries => {
        if ((await findEhrIdOf(queries, personId)) === ehrId) return false
        if (await findPersonOf(queries, ehrId)) throw rejected('The EHR is linked to another person here.')
        if (!(await findEhr(queries, ehrId))) throw rejected(`There is no EHR ${ehrId}.`)
        if (!(await lockPerson(queries, personId))) throw rejected(`There is no person ${personId}.`)
        await linkPerson(queries, personId, ehrId)
        return true
      },
      added => (added ? { ehrId, detail: { ehrs: [personId] } } : undefined),
    )
    return isAdded ? 'added' : 'present'
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)
      return rejected('The person has another EHR here.')
    throw error
  }
}

/** Merges people as they were; both must have been imported, with the link to an EHR. */
async function writeMerge(
  db: Database,
  { person_id: from, into_id: into, has_passed_ehr, ...facts }: ExportedMerge,
  entry: AuditEntry,
): Promise<ImportOutcome> {
  const isAdded = await recorded(
    db,
    entry,
    async queries => {
      await lockMerges(queries)
      const known = await findMergesOf(queries, [from, into])
      if (known.some(each => each.from === from && each.into === into)) return false
      if (known.some(each => each.from === from || each.from === into || each.into === from))
        throw rejected('One of the people is merged with another person here.')
      for (const id of [into, from])
        if (!(await lockPerson(queries, id))) throw rejected(`There is no person ${id}.`)
      const links = await findLinksOf(queries, [into, from])
      if (links.some(({ personId }) => personId === from)) throw rejected('The person has another EHR here.')
      const linkId = has_passed_ehr ? (links[0]?.linkId ?? null) : null
      const { client_id: clientId, person, reason, merged_at: mergedAt } = facts
      await insertMerge(queries, { from, into, linkId }, { clientId, person, reason, mergedAt })
      return true
    },
    added => (added ? { ehrId: into, detail: { ehrs: [from] } } : undefined),
  )
  return isAdded ? 'added' : 'present'
}

const isErased = sql<never, [partyId: ObjectId]>({
  name: 'import.isErasedParty',
  text: 'select 1 from cairn_party.erased_ehr where ehr_id = $1',
})

/** Keeps the tombstone of a party, so that its id is not used again here either. */
async function writePartyTombstone(
  db: Database,
  { ehr_id: partyId, client_id: clientId, reason }: ExportedPartyTombstone,
  entry: AuditEntry,
): Promise<ImportOutcome> {
  const isAdded = await recorded(
    db,
    entry,
    async queries => {
      if ((await queries.query(isErased, [partyId])).length > 0) return false
      if (await lockPartyAlone(queries, partyId))
        throw rejected('The party was physically deleted there, and is still here: erase it first.')
      await eraseParty(queries, { partyId, clientId, reason })
      return true
    },
    added => (added ? { ehrId: partyId } : undefined),
  )
  return isAdded ? 'added' : 'present'
}

/** Rows between people, and between people and EHRs. */
export const exportedOfPeople = { links: exportedLinks, merges: exportedMerges }

/** Writes lines of an import that are no contributions. */
export const writeOfParties = { link: writeLink, merge: writeMerge, tombstone: writePartyTombstone }
