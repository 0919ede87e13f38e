/** All SQL about references between parties. */
import { deleteFrom, guarded, insertInto, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import type { PartyKind } from '../model.ts'
import { hasDocument } from '../packing/unpack.ts'
import type { Relation } from './references.ts'

type OfParties = [ids: readonly ObjectId[]]

/** In one order for all transactions, so that two of them never wait for each other. In a cluster the coordinator has the locks. */
const lock = sql<unknown, [ids: readonly ObjectId[], exclusive: readonly boolean[]]>({
  name: 'reference.lock',
  waitsForLocks: true,
  text: guarded`select case when alone then pg_advisory_xact_lock(key)::text else pg_advisory_xact_lock_shared(key)::text end
         from (select hashtextextended('cairn.party ' || id, 0) as key, alone
           from unnest($1::text[], $2::boolean[]) as l (id, alone) order by id offset 0) o`,
})

/** Locks parties until the transaction ends: those that change exclusively, and those that they refer to. */
export async function lockReferences(
  db: LimitedQueries,
  changed: readonly ObjectId[],
  targets: readonly ObjectId[],
): Promise<void> {
  const alone = new Set(changed)
  const ids = [...new Set([...changed, ...targets])]
  await db.query(lock, [ids, ids.map(id => alone.has(id))])
}

const OWN = 'rows of parties that the same transaction commits'

const rowsOf = sql<{ ehr_id: ObjectId; target_id: ObjectId; relation: Relation }, OfParties>({
  name: 'reference.of',
  seesAll: OWN,
  text: guarded`select ehr_id, target_id, relation from ${seen.party_reference()} where ehr_id = any($1::uuid[])
         order by ehr_id, target_id, relation`,
})
const remove = sql<never, OfParties>({
  name: 'reference.remove',
  seesAll: OWN,
  text: guarded`${deleteFrom.party_reference({ where: 'ehr_id = any($1::uuid[])' })}`,
})
const insert = sql<
  never,
  [ids: readonly ObjectId[], targets: readonly ObjectId[], relations: readonly Relation[]]
>({
  name: 'reference.insert',
  seesAll: OWN,
  text: guarded`${insertInto.party_reference} (ehr_id, target_id, relation)
         select * from unnest($1::uuid[], $2::uuid[], $3::text[]) on conflict do nothing`,
})

export interface ReferenceRow {
  readonly partyId: ObjectId
  readonly targetId: ObjectId
  readonly relation: Relation
}

export const findReferences = async (db: LimitedQueries, ids: readonly ObjectId[]): Promise<ReferenceRow[]> =>
  (await db.query(rowsOf, [ids])).map(({ ehr_id, target_id, relation }) => ({
    partyId: ehr_id,
    targetId: target_id,
    relation,
  }))

/** Puts these rows in place of all that the parties have. */
export async function replaceReferences(
  db: LimitedQueries,
  ids: readonly ObjectId[],
  rows: readonly ReferenceRow[],
): Promise<void> {
  await db.execute(remove, [ids])
  if (rows.length === 0) return
  await db.execute(insert, [
    rows.map(({ partyId }) => partyId),
    rows.map(({ targetId }) => targetId),
    rows.map(({ relation }) => relation),
  ])
}

const living = sql<{ ehr_id: ObjectId; kind: PartyKind }, OfParties>({
  name: 'reference.living',
  text: guarded`select v.ehr_id, v.kind from ${seen.version('v')} where v.ehr_id = any($1::uuid[]) and ${hasDocument('v')}
           and not exists (select 1 from ${seen.version('n')} where n.ehr_id = v.ehr_id and n.version > v.version)`,
})

/** The kinds of those parties that are not deleted and that the caller may see. */
export const findLiving = async (
  db: LimitedQueries,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, PartyKind>> =>
  new Map(ids.length === 0 ? [] : (await db.query(living, [ids])).map(({ ehr_id, kind }) => [ehr_id, kind]))

/** References in `reverse_relationships` to a party that has no relationship with the one that refers. */
const ONE_SIDED = (references: string) =>
  guarded`select r.ehr_id, r.target_id from ${references} r
    where r.relation = 'reverse' and (r.ehr_id = any($1::uuid[]) or r.target_id = any($1::uuid[])) and not exists (
      select 1 from ${references} f
      where f.ehr_id = r.target_id and f.target_id = r.ehr_id and f.relation = 'relationship')`

const TOUCHED = guarded`near as materialized (select ehr_id, target_id, relation from ${seen.party_reference()}
  where ehr_id = any($1::uuid[]) or target_id = any($1::uuid[]))`

const oneSided = sql<{ ehr_id: ObjectId; target_id: ObjectId }, OfParties>({
  name: 'reference.oneSided',
  seesAll: 'both ways of a relationship agree, whoever sees them; the answer names what the caller sends',
  // Rows of two parties are on different nodes of a cluster, so the few that matter are gathered first.
  text: guarded`with ${TOUCHED} ${ONE_SIDED('near')}`,
})

export const findOneSided = async (
  db: LimitedQueries,
  ids: readonly ObjectId[],
): Promise<{ readonly partyId: ObjectId; readonly targetId: ObjectId }[]> =>
  (await db.query(oneSided, [ids])).map(({ ehr_id, target_id }) => ({
    partyId: ehr_id,
    targetId: target_id,
  }))

const referrers = sql<{ ehr_id: ObjectId; kind: PartyKind }, [ids: readonly ObjectId[], most: number]>({
  name: 'reference.referrers',
  text: guarded`select o.ehr_id, o.kind from ${seen.versioned_object('o')} where exists (
           select 1 from ${seen.party_reference('r')} where r.ehr_id = o.ehr_id and r.target_id = any($1::uuid[]))
           and not o.ehr_id = any($1::uuid[])
         order by o.ehr_id limit $2`,
})
const countReferrers = sql<{ parties: number }, OfParties>({
  name: 'reference.count',
  seesAll: 'parties that the caller may not read are counted, and not named',
  text: guarded`select count(distinct r.ehr_id)::integer as parties from ${seen.party_reference('r')}
         where r.target_id = any($1::uuid[]) and not r.ehr_id = any($1::uuid[])`,
})
const countLinks = sql<{ links: number; merged: number }, OfParties>({
  name: 'reference.countLinks',
  seesAll: 'the answer says that there is a link or a merge, and not to which EHR or of whom',
  text: guarded`select
      (select count(*)::integer from ${seen.person_link()} where ehr_id = any($1::uuid[])) as links,
      (select count(*)::integer from ${seen.person_merge()} where into_id = any($1::uuid[])) as merged`,
})

export interface Referrers {
  /** Those that the caller may read, `most` at most. */
  readonly named: readonly { readonly id: ObjectId; readonly kind: PartyKind }[]
  readonly count: number
  /** EHRs that are linked to one of the parties. */
  readonly ehrs: number
  /** People who were merged into one of the parties. */
  readonly merged: number
}

/** Parties and EHRs that refer to these parties. */
export async function findReferrers(
  db: LimitedQueries,
  ids: readonly ObjectId[],
  most: number,
): Promise<Referrers> {
  const [parties] = await db.query(countReferrers, [ids])
  const [links] = await db.query(countLinks, [ids])
  const count = parties?.parties ?? 0
  const named = count === 0 ? [] : await db.query(referrers, [ids, most])
  return {
    named: named.map(({ ehr_id, kind }) => ({ id: ehr_id, kind })),
    count,
    ehrs: links?.links ?? 0,
    merged: links?.merged ?? 0,
  }
}
