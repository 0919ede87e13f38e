/** All SQL about people who were merged (decision 0122). */
import { randomUUID } from 'node:crypto'
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { lockLinkOf } from '../companions/person-link-store.ts'

/** Merges are rare: one at a time needs no order of locks among themselves. */
const lock = sql<unknown>({
  name: 'merge.lock',
  waitsForLocks: true,
  text: `select pg_advisory_xact_lock(hashtextextended('cairn.person_merge', 0))`,
})

export const lockMerges = async (db: Queries): Promise<void> => {
  await db.query(lock)
}

interface MergeRow {
  ehr_id: ObjectId
  into_id: ObjectId
  merge_id: string
  link_id: string | null
}

const touching = sql<MergeRow, [ids: readonly ObjectId[]]>({
  name: 'merge.touching',
  text: `select ehr_id, into_id, merge_id, link_id from cairn_party.person_merge where ehr_id = any($1::uuid[])
         union all
         select ehr_id, into_id, merge_id, link_id from cairn_party.person_merge where into_id = any($1::uuid[])`,
})

export interface PersonMerge {
  readonly from: ObjectId
  readonly into: ObjectId
  readonly mergeId: string
  /** The link to an EHR that went over. */
  readonly linkId: string | null
}

const mergeOf = (row: MergeRow): PersonMerge => ({
  from: row.ehr_id,
  into: row.into_id,
  mergeId: row.merge_id,
  linkId: row.link_id,
})

/** The merges in which one of the people was merged, or is the one that stayed. */
export const findMergesOf = async (db: Queries, ids: readonly ObjectId[]): Promise<PersonMerge[]> =>
  (await db.query(touching, [ids])).map(mergeOf)

const linksOf = sql<{ ehr_id: ObjectId; linked_ehr_id: EhrId; link_id: string }, [ids: readonly ObjectId[]]>({
  name: 'merge.links',
  text: 'select ehr_id, linked_ehr_id, link_id from cairn_party.person_link where ehr_id = any($1::uuid[])',
})

export interface PersonLink {
  readonly personId: ObjectId
  readonly ehrId: EhrId
  readonly linkId: string
}

export const findLinksOf = async (db: Queries, ids: readonly ObjectId[]): Promise<PersonLink[]> =>
  (await db.query(linksOf, [ids])).map(({ ehr_id, linked_ehr_id, link_id }) => ({
    personId: ehr_id,
    ehrId: linked_ehr_id,
    linkId: link_id,
  }))

/** Copied and removed: in a cluster the id of the person divides the table. The link keeps its own id, by which it is sealed. */
const removeLink = sql<{ linked_ehr_id: EhrId }, [personId: ObjectId, linkId: string]>({
  name: 'merge.removeLink',
  seals: { kind: 'person_link', ids: ([, linkId]) => [linkId] },
  text: 'delete from cairn_party.person_link where ehr_id = $1 and link_id = $2 returning linked_ehr_id',
})
const insertLink = sql<never, [personId: ObjectId, ehrId: EhrId, linkId: string]>({
  name: 'merge.insertLink',
  seals: { kind: 'person_link', ids: ([, , linkId]) => [linkId] },
  text: 'insert into cairn_party.person_link (ehr_id, linked_ehr_id, link_id) values ($1, $2, $3)',
})

/** Gives the EHR of one person to another. */
export async function passLinkOn(
  db: Queries,
  linkId: string,
  { from, to }: { readonly from: ObjectId; readonly to: ObjectId },
): Promise<void> {
  const [link] = await db.query(removeLink, [from, linkId])
  if (!link) return
  await lockLinkOf(db, link.linked_ehr_id)
  await db.execute(insertLink, [to, link.linked_ehr_id, linkId])
}

export interface MergeFacts {
  readonly clientId: string
  readonly person: string | null
  readonly reason: string
  /** Absent: now. */
  readonly mergedAt?: Date
}

const insert = sql<
  never,
  [
    from: ObjectId,
    into: ObjectId,
    mergeId: string,
    linkId: string | null,
    clientId: string,
    person: string | null,
    reason: string,
    mergedAt: Date | null,
  ]
>({
  name: 'merge.insert',
  seals: { kind: 'person_merge', ids: ([, , mergeId]) => [mergeId] },
  text: `insert into cairn_party.person_merge (ehr_id, into_id, merge_id, link_id, client_id, person, reason, merged_at)
         values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now()))`,
})

export async function insertMerge(
  db: Queries,
  { from, into, linkId }: Omit<PersonMerge, 'mergeId'>,
  { clientId, person, reason, mergedAt }: MergeFacts,
): Promise<void> {
  await db.execute(insert, [from, into, randomUUID(), linkId, clientId, person, reason, mergedAt ?? null])
}

const remove = sql<never, [personId: ObjectId]>({
  name: 'merge.remove',
  seals: {
    kind: 'person_merge',
    find: 'select merge_id::text as id from cairn_party.person_merge where ehr_id = $1',
  },
  text: 'delete from cairn_party.person_merge where ehr_id = $1',
})

export async function removeMerge(db: Queries, personId: ObjectId): Promise<void> {
  await db.execute(remove, [personId])
}

/** The same row in two forms: in the database of parties, and in that of records, whose callers may link people. */
const IN_FORCE = 'a merge holds for all callers; the answer names the other person to those who know this one'

const inForce = sql<{ ehr_id: ObjectId; into_id: ObjectId }, [ids: readonly ObjectId[]]>({
  name: 'merge.inForce',
  seesAll: IN_FORCE,
  text: guarded`select ehr_id, into_id from ${seen.person_merge()} where ehr_id = any($1::uuid[]) order by ehr_id`,
})
const survivor = sql<{ into_id: ObjectId }, [personId: ObjectId]>({
  name: 'merge.survivor',
  seesAll: IN_FORCE,
  text: 'select into_id from cairn_party.person_merge where ehr_id = $1',
})

/** `db`: that of parties. Those of the people who were merged, with the others that they were merged into. */
export const findMerged = async (
  db: LimitedQueries,
  ids: readonly ObjectId[],
): Promise<{ readonly from: ObjectId; readonly into: ObjectId }[]> =>
  ids.length === 0
    ? []
    : (await db.query(inForce, [ids])).map(({ ehr_id, into_id }) => ({ from: ehr_id, into: into_id }))

/** `db`: that of records. The person that this one was merged into, if it was. */
export const findSurvivor = async (db: LimitedQueries, personId: ObjectId): Promise<ObjectId | undefined> =>
  (await db.query(survivor, [personId]))[0]?.into_id
