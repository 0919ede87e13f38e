/** All SQL that writes the records of another server as they were there: ids, times, audits and signatures are kept. */
import { guarded, printWhole, seen } from '../../access/index.ts'
import { type Queries, rowsAsLists, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'
import { insertEvents, rowOf } from '../../observe/index.ts'
import { TAGS } from '../../seals/index.ts'
import type { CommitRows, OutcomeRow } from '../commit-rows.ts'
import { valuesOf, WANTED_AS_IT_WAS, WRITING } from '../commit-store.ts'
import { sharedLock } from '../ehr-lock.ts'
import type { Kind } from '../model.ts'
import type { ContributionKey } from '../store.ts'
import type {
  ExportedEhrTombstone,
  ExportedFindings,
  ExportedObjectTombstone,
  ExportedTag,
} from './export-store.ts'
import type { GivenEhr, ObjectKey, ObjectState } from './imported-rows.ts'
import { finishRoutedObjects, insertRoutedContributions, insertRoutedEhrs } from './routed-import.ts'

/** As a commit, but whether the EHR is modifiable does not matter. */
const write = sql<OutcomeRow, unknown[]>({
  name: 'import.contributions',
  waitsForLocks: true,
  text: guarded`with ${WANTED_AS_IT_WAS}, ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    select ehr_id, ${sharedLock('ehr_id')} from ehrs
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from ${seen.ehr()} where ehr.ehr_id = turn.ehr_id for key share
    ) ehr
  ), ${WRITING}`,
})

/** Returns the ids of the audit events, by the number of the contribution, from 1. */
export async function insertContributions(
  db: Queries,
  rows: readonly CommitRows[],
): Promise<ReadonlyMap<number, number | null>> {
  if (db.isDistributed) return insertRoutedContributions(db, rows)
  return new Map((await db.query(write, valuesOf(rows))).map(({ place, event_id }) => [place, event_id]))
}

export interface StoredHead {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly committedAt: Date
  readonly commitNumber: number
}

const heads = sql<
  {
    ehr_id: EhrId
    object_id: ObjectId
    kind: Kind
    version: number
    committed_at: Date
    commit_number: number
  },
  [objectIds: readonly ObjectId[]]
>({
  name: 'import.heads',
  text: `select o.ehr_id, o.object_id, o.kind, v.version, v.committed_at, v.commit_number
         from cairn.versioned_object o join cairn.version v on v.ehr_id = o.ehr_id and v.object_id = o.object_id
         where o.object_id = any($1::uuid[]) and not exists (select 1 from cairn.version n
           where n.ehr_id = v.ehr_id and n.object_id = v.object_id and n.version > v.version)`,
})

/** Finds the latest versions of objects, in whatever EHR they are. */
export async function findHeads(db: Queries, objectIds: readonly ObjectId[]): Promise<StoredHead[]> {
  return (await db.query(heads, [objectIds])).map(row => ({
    ehrId: row.ehr_id,
    objectId: row.object_id,
    kind: row.kind,
    version: row.version,
    committedAt: row.committed_at,
    commitNumber: row.commit_number,
  }))
}

const contributions = sql<
  { ehr_id: EhrId; contribution_id: string; audit: string },
  [ehrIds: readonly EhrId[], contributionIds: readonly string[]]
>({
  name: 'import.present',
  text: `select ehr_id, contribution_id, audit from cairn.contribution
         where (ehr_id, contribution_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
})

/** Finds those of the contributions that are there already, with their audits. */
export async function findPresent(
  db: Queries,
  keys: readonly ContributionKey[],
): Promise<readonly (ContributionKey & { readonly audit: string })[]> {
  const ids = [keys.map(({ ehrId }) => ehrId), keys.map(({ contributionId }) => contributionId)] as const
  return (await db.query(contributions, [...ids])).map(row => ({
    ehrId: row.ehr_id,
    contributionId: row.contribution_id,
    audit: row.audit,
  }))
}

const ehrsThere = sql<{ ehr_id: EhrId }, [ehrIds: readonly EhrId[]]>({
  name: 'import.ehrsThere',
  text: 'select ehr_id from cairn.ehr where ehr_id = any($1::uuid[])',
})
const erasedThere = sql<{ object_id: ObjectId }, [ehrIds: readonly EhrId[], objectIds: readonly ObjectId[]]>({
  name: 'import.erasedThere',
  text: `select object_id from cairn.erased_object
         where (ehr_id, object_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
})

export const findExistingEhrs = async (db: Queries, ehrIds: readonly EhrId[]): Promise<ReadonlySet<string>> =>
  new Set((await db.query(ehrsThere, [ehrIds])).map(row => row.ehr_id))

/** Finds those of the objects that were physically deleted here. */
export async function findErasedObjects(
  db: Queries,
  keys: readonly ObjectKey[],
): Promise<ReadonlySet<string>> {
  const ids = [keys.map(({ ehrId }) => ehrId), keys.map(({ objectId }) => objectId)] as const
  return new Set((await db.query(erasedThere, [...ids])).map(row => row.object_id))
}

const finishLists = rowsAsLists<ObjectState>({
  ehr_id: { type: 'uuid', value: row => row.ehrId },
  object_id: { type: 'uuid', value: row => row.objectId },
  has_state: { type: 'boolean', value: row => row.state !== undefined },
  episode_id: { type: 'uuid', value: row => row.state?.episode_id ?? null },
  merged_from: { type: 'uuid', value: row => row.state?.merged_from ?? null },
})

/** The statement that wrote the versions could not see the objects that it made itself. */
const finish = sql<never, unknown[]>({
  name: 'import.finishObjects',
  text: `update cairn.versioned_object o set
           artefact_id = case when o.kind = 'COMPOSITION' then (
             select t.artefact_id from cairn.version v left join cairn.template t using (template_key)
             where v.ehr_id = o.ehr_id and v.object_id = o.object_id order by v.version desc limit 1) end,
           episode_id = case when g.has_state then g.episode_id else o.episode_id end,
           merged_from = case when g.has_state then g.merged_from else o.merged_from end
         from ${finishLists.from('g', 1)} where o.ehr_id = g.ehr_id and o.object_id = g.object_id`,
})

/** Sets the state of objects beside their versions, where it is given. */
export async function finishObjects(db: Queries, objects: readonly ObjectState[]): Promise<void> {
  if (db.isDistributed) return finishRoutedObjects(db, objects)
  await db.execute(finish, finishLists.values(objects))
}

type TagRow = ExportedTag & ObjectKey

const tagLists = rowsAsLists<TagRow>({
  ehr_id: { type: 'uuid', value: row => row.ehrId },
  object_id: { type: 'uuid', value: row => row.objectId },
  version: { type: 'integer', value: row => row.version },
  key: { type: 'text', value: row => row.key },
  target_path: { type: 'text', value: row => row.target_path },
  value: { type: 'text', value: row => row.value },
  position: { type: 'integer', value: row => row.position },
})
const TAG_COLUMNS = 'ehr_id, object_id, version, key, target_path, value, position'
const addTags = sql<never, unknown[]>({
  name: 'import.tags',
  seals: {
    kind: TAGS,
    find: `select distinct t.ehr_id || ' ' || t.object_id as id from ${tagLists.from('t', 1)}`,
  },
  text: `insert into cairn.item_tag (${TAG_COLUMNS}) select ${TAG_COLUMNS} from ${tagLists.from('t', 1)}`,
})

export async function insertTags(db: Queries, tags: readonly TagRow[]): Promise<void> {
  if (tags.length > 0) await db.execute(addTags, tagLists.values(tags))
}

type FindingRow = ExportedFindings & ObjectKey & { readonly version: number }

const findingLists = rowsAsLists<FindingRow>({
  ehr_id: { type: 'uuid', value: row => row.ehrId },
  object_id: { type: 'uuid', value: row => row.objectId },
  version: { type: 'integer', value: row => row.version },
  total: { type: 'integer', value: row => row.total },
  findings: { type: 'jsonb', value: row => JSON.stringify(row.findings) },
})
const FINDING_COLUMNS = 'ehr_id, object_id, version, total, findings'
const addFindings = sql<never, unknown[]>({
  name: 'import.findings',
  text: `insert into cairn.finding (${FINDING_COLUMNS}) select ${FINDING_COLUMNS} from ${findingLists.from('f', 1)}`,
})

export async function insertAllFindings(db: Queries, findings: readonly FindingRow[]): Promise<void> {
  if (findings.length > 0) await db.execute(addFindings, findingLists.values(findings))
}

/**
 * Parts of a statement that add the episodes of EHRs, from a part with `ehr_id` and `episodes`. An episode keeps its number, which people
 * know it by, unless another episode here has it, or it has none (0).
 */
export const insertedEpisodes = (given: string): string => `numbered as materialized (
    select g.ehr_id, p.*, case when p.number = 0 or exists (select 1 from cairn.episode o where o.number = p.number)
      then nextval('cairn.episode_number_seq') else p.number end as kept
    from ${given} g, json_to_recordset(g.episodes) as p (episode_id uuid, number bigint, name text, active boolean,
      urgency text, care_circuit text, starts_text text, ends_text text, deleted boolean)
  ), next_number as materialized (
    select setval('cairn.episode_number_seq', greatest(max(kept), (select last_value from cairn.episode_number_seq)))
    from numbered having max(kept) > (select last_value from cairn.episode_number_seq)
  ), episode as (
    insert into cairn.episode (ehr_id, episode_id, number, name, active, urgency, care_circuit, starts_at, starts_text,
      ends_at, ends_text, deleted)
    overriding system value
    select ehr_id, episode_id, kept, name, active, urgency, care_circuit, starts_text::timestamptz, starts_text,
      ends_text::timestamptz, ends_text, deleted from numbered where (select count(*) from next_number) >= 0
  )`

const addEhrs = sql<{ place: number; event_id: number }, [ehrs: string]>({
  name: 'import.ehrs',
  waitsForLocks: true,
  text: `with given as materialized (
    select * from rows from (json_to_recordset($1::json) as (ehr_id uuid, system_id text, created_at timestamptz,
      status_id uuid, access_id uuid, directory_id uuid, default_episode_id uuid, is_modifiable boolean,
      is_queryable boolean, subjects json, episodes json, event text)) with ordinality
      as t (ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id, is_modifiable,
        is_queryable, subjects, episodes, event, place)
  ), ehr as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id,
      is_modifiable, is_queryable)
    select ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id, is_modifiable,
      is_queryable from given
  ), subject as (
    insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select s.namespace, s.subject_id, g.ehr_id
    from given g, json_to_recordset(g.subjects) as s (namespace text, subject_id text)
  ), ${insertedEpisodes('given')}, ${printWhole(insertEvents('given as t'))}
  select place::integer as place, event_id from told order by place`,
})

/** Returns the ids of the audit events, in order. */
export async function insertEhrs(db: Queries, ehrs: readonly GivenEhr[]): Promise<number[]> {
  if (db.isDistributed) return insertRoutedEhrs(db, ehrs)
  const given = ehrs.map(({ event, ...ehr }) => ({ ...ehr, event: rowOf(event) }))
  return (await db.query(addEhrs, [JSON.stringify(given)])).map(row => row.event_id)
}

const ehrTombstone = sql<never, [ehrId: EhrId]>({
  name: 'import.isErased',
  text: 'select 1 from cairn.erased_ehr where ehr_id = $1',
})

/** Returns true if an EHR was physically deleted or merged here. */
export const isErasedEhr = async (db: Queries, ehrId: EhrId): Promise<boolean> =>
  (await db.query(ehrTombstone, [ehrId])).length > 0

const addEhrTombstone = sql<
  never,
  [ehrId: EhrId, erasedAt: Date, clientId: string, reason: string, mergedInto: EhrId | null]
>({
  name: 'import.ehrTombstone',
  text: `insert into cairn.erased_ehr (ehr_id, erased_at, client_id, reason, merged_into) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
})
const addObjectTombstone = sql<
  never,
  [ehrId: EhrId, objectId: ObjectId, kind: string, erasedAt: Date, clientId: string, reason: string]
>({
  name: 'import.objectTombstone',
  text: `insert into cairn.erased_object (ehr_id, object_id, kind, erased_at, client_id, reason)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
})

/** Both return false if there is such a tombstone already. */
export const insertEhrTombstone = async (db: Queries, given: ExportedEhrTombstone): Promise<boolean> =>
  (await db.execute(addEhrTombstone, [
    given.ehr_id,
    given.erased_at,
    given.client_id,
    given.reason,
    given.merged_into,
  ])) > 0

export const insertObjectTombstone = async (db: Queries, given: ExportedObjectTombstone): Promise<boolean> =>
  (await db.execute(addObjectTombstone, [
    given.ehr_id,
    given.object_id,
    given.kind,
    given.erased_at,
    given.client_id,
    given.reason,
  ])) > 0
