/** The list of merged people, as far as the caller may see both. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'

interface Row {
  ehr_id: ObjectId
  into_id: ObjectId
  name: string | null
  into_name: string | null
  linked_ehr_id: EhrId | null
  merged_at: Date
  client_id: string
  person: string | null
  reason: string
}

export interface ListedMerge {
  readonly from: ObjectId
  readonly into: ObjectId
  readonly names: { readonly from: string | undefined; readonly into: string | undefined }
  /** The EHR that went over to the other person. */
  readonly ehrId: EhrId | undefined
  readonly mergedAt: Date
  readonly clientId: string
  readonly person: string | undefined
  readonly reason: string
}

const LISTED = `m.ehr_id, m.into_id, e.name, i.name as into_name, l.linked_ehr_id, m.merged_at, m.client_id, m.person,
  m.reason`
const OF_PERSON = '($1::uuid is null or $1 in (m.ehr_id, m.into_id))'
const PAGE = 'order by m.merged_at desc, m.ehr_id limit $2 offset $3'

const list = sql<Row, [personId: ObjectId | null, most: number, offset: number]>({
  name: 'merge.list',
  text: guarded`select ${LISTED}
         from ${seen.person_merge('m')} join ${seen.versioned_object('o')} on o.ehr_id = m.into_id
         left join ${seen.person_entry('e')} on e.ehr_id = m.ehr_id
         left join ${seen.person_entry('i')} on i.ehr_id = m.into_id
         left join ${seen.person_link('l')} on l.ehr_id = m.into_id and l.link_id = m.link_id
         where ${OF_PERSON} ${PAGE}`,
  // The two people of a merge may be on different nodes: the coordinator compares them.
  distributed: guarded`with m as materialized (select * from ${seen.person_merge('m')} where ${OF_PERSON}),
         o as materialized (select ehr_id from ${seen.versioned_object('o')} where ehr_id in (select into_id from m)),
         e as materialized (
           select ehr_id, name from ${seen.person_entry('e')}
           where ehr_id in (select ehr_id from m union all select into_id from m)),
         l as materialized (
           select ehr_id, link_id, linked_ehr_id from ${seen.person_link('l')} where ehr_id in (select into_id from m))
         select ${LISTED} from m join o on o.ehr_id = m.into_id left join e on e.ehr_id = m.ehr_id
         left join e i on i.ehr_id = m.into_id left join l on l.ehr_id = m.into_id and l.link_id = m.link_id ${PAGE}`,
})

export const findMerges = async (
  db: LimitedQueries,
  personId: ObjectId | undefined,
  { most, offset }: { readonly most: number; readonly offset: number },
): Promise<readonly ListedMerge[]> =>
  (await db.query(list, [personId ?? null, most, offset])).map(row => ({
    from: row.ehr_id,
    into: row.into_id,
    names: { from: row.name ?? undefined, into: row.into_name ?? undefined },
    ehrId: row.linked_ehr_id ?? undefined,
    mergedAt: row.merged_at,
    clientId: row.client_id,
    person: row.person ?? undefined,
    reason: row.reason,
  }))

const people = sql<{ ehr_id: ObjectId }, [ids: readonly ObjectId[]]>({
  name: 'merge.people',
  text: guarded`select ehr_id from ${seen.versioned_object()} where ehr_id = any($1::uuid[]) and kind = 'PERSON'`,
})

/** Those of the people that the caller reaches. */
export const findReachedPeople = async (
  db: LimitedQueries,
  ids: readonly ObjectId[],
): Promise<ReadonlySet<ObjectId>> => new Set((await db.query(people, [ids])).map(({ ehr_id }) => ehr_id))
