/** All SQL that writes the records of another server as they were there: ids, times, audits and signatures are kept. */
import { type GuardedSql, guarded, seen, update } from '../../access/index.ts'
import { type LimitedQueries, type Queries, sql } from '../../db/index.ts'
import {
  type Column,
  columnsOf,
  parameters,
  printInsert,
  relation,
  rowsAsLists,
} from '../../db/writing/index.ts'
import { type EhrId, isMadeByServer, type ObjectId } from '../../ids/index.ts'
import { TAGS } from '../../seals/index.ts'
import type { CommitRows } from '../commit-rows.ts'
import { ownedByOneEhr } from '../companions/chosen-uid.ts'
import { importOnNode } from '../dialect/citus.ts'
import { writeImported } from '../dialect/single.ts'
import { type Kind, TEMPLATED_KINDS } from '../model.ts'
import type { ContributionKey } from '../store.ts'
import type { ExportedEhrTombstone, ExportedObjectTombstone, ExportedTag } from './export-store.ts'
import type { ObjectKey, ObjectState } from './imported-rows.ts'

/** Ids of new objects that the server which made them cannot be told by: a cluster claims them. */
const chosenUidsOf = ({ versions }: CommitRows): readonly ObjectId[] =>
  versions.flatMap(({ version, objectId }) => (version === 1 && !isMadeByServer(objectId) ? [objectId] : []))

/** Returns the ids of the audit events, by the number of the contribution, from 1. */
export async function insertContributions(
  db: LimitedQueries,
  rows: readonly CommitRows[],
): Promise<ReadonlyMap<number, number | null>> {
  const events = new Map<number, number | null>()
  if (db.isDistributed)
    for (const [at, each] of rows.entries()) {
      const event = await importOnNode(db, each)
      if (event === undefined) continue
      events.set(at + 1, event)
      await ownedByOneEhr(each.ehrId, chosenUidsOf(each))(db)
    }
  else for (const { place, event_id } of await writeImported(db, rows)) events.set(place, event_id)
  return events
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
  text: guarded`select o.ehr_id, o.object_id, o.kind, v.version, v.committed_at, v.commit_number
         from ${seen.versioned_object('o')} join ${seen.version('v')} on v.ehr_id = o.ehr_id and v.object_id = o.object_id
         where o.object_id = any($1::uuid[]) and not exists (select 1 from ${seen.version('n')}
           where n.ehr_id = v.ehr_id and n.object_id = v.object_id and n.version > v.version)`,
})

/** Finds the latest versions of objects, in whatever EHR they are. */
export async function findHeads(db: LimitedQueries, objectIds: readonly ObjectId[]): Promise<StoredHead[]> {
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
  text: guarded`select ehr_id, contribution_id, audit from ${seen.contribution()}
         where (ehr_id, contribution_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
})

/** Finds those of the contributions that are there already, with their audits. */
export async function findPresent(
  db: LimitedQueries,
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
  text: guarded`select ehr_id from ${seen.ehr()} where ehr_id = any($1::uuid[])`,
})
const erasedThere = sql<{ object_id: ObjectId }, [ehrIds: readonly EhrId[], objectIds: readonly ObjectId[]]>({
  name: 'import.erasedThere',
  text: guarded`select object_id from ${seen.erased_object()}
         where (ehr_id, object_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
})

export const findExistingEhrs = async (
  db: LimitedQueries,
  ehrIds: readonly EhrId[],
): Promise<ReadonlySet<string>> => new Set((await db.query(ehrsThere, [ehrIds])).map(row => row.ehr_id))

/** Finds those of the objects that were physically deleted here. */
export async function findErasedObjects(
  db: LimitedQueries,
  keys: readonly ObjectKey[],
): Promise<ReadonlySet<string>> {
  const ids = [keys.map(({ ehrId }) => ehrId), keys.map(({ objectId }) => objectId)] as const
  return new Set((await db.query(erasedThere, [...ids])).map(row => row.object_id))
}

const STATE: Readonly<Record<string, Column<ObjectState>>> = {
  ...columnsOf<ObjectState>('versioned_object', {
    ehr_id: row => row.ehrId,
    object_id: row => row.objectId,
    episode_id: row => row.state?.episode_id ?? null,
    merged_from: row => row.state?.merged_from ?? null,
  }),
  has_state: { type: 'boolean', value: row => row.state !== undefined },
}
const stateLists = rowsAsLists<ObjectState>(STATE)

/** The statement that wrote the versions could not see the objects that it made itself. */
const finishText = (given: (column: string) => string, from?: string): GuardedSql =>
  guarded`${update.versioned_object({
    as: 'o',
    set: guarded`artefact_id = case when o.kind = any('{${TEMPLATED_KINDS.join(',')}}') then (
       select t.artefact_id from ${seen.version('v')} left join ${seen.template('t')} using (template_key)
       where v.ehr_id = ${given('ehr_id')} and v.object_id = ${given('object_id')}
       order by v.version desc limit 1) end,
     episode_id = case when ${given('has_state')} then ${given('episode_id')} else o.episode_id end,
     merged_from = case when ${given('has_state')} then ${given('merged_from')} else o.merged_from end`,
    ...(from === undefined ? {} : { from }),
    where: `o.ehr_id = ${given('ehr_id')} and o.object_id = ${given('object_id')}`,
  })}`

const finishAll = sql<never, readonly unknown[]>({
  name: 'import.finishObjects',
  text: finishText(column => `g.${column}`, stateLists.from('g', 1)),
})
/** A node needs the EHR as a parameter. */
const finishOne = sql<never, readonly unknown[]>({
  name: 'import.finishObject',
  text: finishText(column => `$${1 + Object.keys(STATE).indexOf(column)}::${STATE[column]?.type}`),
})

/** Sets the state of objects beside their versions, where it is given. */
export async function finishObjects(db: LimitedQueries, objects: readonly ObjectState[]): Promise<void> {
  if (!db.isDistributed) return void (await db.execute(finishAll, stateLists.values(objects)))
  for (const each of objects)
    await db.execute(
      finishOne,
      Object.values(STATE).map(({ value }) => value(each)),
    )
}

type TagRow = ExportedTag & ObjectKey

const tagLists = rowsAsLists<TagRow>(
  columnsOf('item_tag', {
    ehr_id: row => row.ehrId,
    object_id: row => row.objectId,
    version: row => row.version,
    key: row => row.key,
    target_path: row => row.target_path,
    value: row => row.value,
    position: row => row.position,
  }),
)
const addTags = sql<never, unknown[]>({
  name: 'import.tags',
  seals: {
    kind: TAGS,
    find: `select distinct t.ehr_id || ' ' || t.object_id as id from ${tagLists.from('t', 1)}`,
  },
  text: printInsert('item_tag', relation(tagLists.from('t', 1), tagLists.names)),
})

export async function insertTags(db: LimitedQueries, tags: readonly TagRow[]): Promise<void> {
  if (tags.length > 0) await db.execute(addTags, tagLists.values(tags))
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
  text: printInsert(
    'erased_ehr',
    parameters(['ehr_id', 'erased_at', 'client_id', 'reason', 'merged_into']),
    'on conflict do nothing',
  ),
})
const addObjectTombstone = sql<
  never,
  [ehrId: EhrId, objectId: ObjectId, kind: string, erasedAt: Date, clientId: string, reason: string]
>({
  name: 'import.objectTombstone',
  text: printInsert(
    'erased_object',
    parameters(['ehr_id', 'object_id', 'kind', 'erased_at', 'client_id', 'reason']),
    'on conflict do nothing',
  ),
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
