/** All SQL about item tags. */

import { deleteFrom, guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { parameters, printInsert } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { TAGS, taggedId } from '../../seals/index.ts'
import type { Kind } from '../model.ts'

export interface ItemTag {
  readonly key: string
  readonly value: string | undefined
  /** Empty: the object as a whole. */
  readonly targetPath: string
}

/** The tag of versions that break their template, written only by the server. Its value is the number of findings. */
export const FINDINGS_TAG = 'cairn.findings'

/** The target of tags: an object (version 0), or one version of it. */
export interface Tagged {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly version: number
}

interface Row {
  key: string
  value: string | null
  target_path: string
}

const tagOf = ({ key, value, target_path }: Row): ItemTag => ({
  key,
  value: value ?? undefined,
  targetPath: target_path,
})

const select = sql<Row, [ehrId: EhrId, objectId: ObjectId, version: number]>({
  name: 'tag.of',
  text: guarded`select key, value, target_path from ${seen.item_tag()}
         where ehr_id = $1 and object_id = $2 and version = $3 order by position`,
})
/** Serialises replacements of one list; two at once would both clear it and then add conflicting tags. */
const lockTags = sql<never, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'tag.takeTurns',
  seesAll: 'the caller has found the object; the statements after it change rows in reach only',
  text: guarded`select 1 from ${seen.versioned_object()} where ehr_id = $1 and object_id = $2 for no key update`,
})
const clear = sql<never, [ehrId: EhrId, objectId: ObjectId, version: number]>({
  name: 'tag.clear',
  seals: { kind: TAGS, ids: ([ehrId, objectId]) => [taggedId(ehrId, objectId)] },
  text: guarded`${deleteFrom.item_tag({
    where: `ehr_id = $1 and object_id = $2 and version = $3 and key <> '${FINDINGS_TAG}'`,
  })}`,
})
const insert = sql<never, [ehrId: EhrId, objectId: ObjectId, version: number, tags: string]>({
  name: 'tag.insert',
  seals: { kind: TAGS, ids: ([ehrId, objectId]) => [taggedId(ehrId, objectId)] },
  text: printInsert('item_tag', {
    from: `rows from (json_to_recordset($4::json) as (key text, value text, "targetPath" text))
           with ordinality as t (key, value, "targetPath", position)`,
    columns: {
      ...parameters(['ehr_id', 'object_id', 'version']).columns,
      ...{ key: 'key', value: 'value', target_path: '"targetPath"', position: 'position' },
    },
  }),
})
const insertFirst = sql<
  never,
  [ehrId: EhrId, objectId: ObjectId, version: number, key: string, value: string]
>({
  name: 'tag.insertFirst',
  seals: { kind: TAGS, ids: ([ehrId, objectId]) => [taggedId(ehrId, objectId)] },
  text: printInsert(
    'item_tag',
    parameters(['ehr_id', 'object_id', 'version', 'key', 'value'], { position: '0' }),
  ),
})
const remove = sql<never, [ehrId: EhrId, objectId: ObjectId, version: number, key: string]>({
  name: 'tag.remove',
  seals: { kind: TAGS, ids: ([ehrId, objectId]) => [taggedId(ehrId, objectId)] },
  text: guarded`${deleteFrom.item_tag({
    where: 'ehr_id = $1 and object_id = $2 and version = $3 and lower(key) = lower($4)',
  })}`,
})

export interface TagFilter {
  readonly key: string | null
  readonly value: string | null
  readonly targetPath: string | null
}

export interface ListedTag extends ItemTag {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly version: number
  readonly systemId: string | null
  readonly kind: Kind
}

interface ListedRow extends Row {
  ehr_id: EhrId
  object_id: ObjectId
  version: number
  kind: Kind
  system_id: string | null
}

const listed = (
  condition: string,
) => guarded`select t.ehr_id, t.object_id, t.version, o.kind, v.system_id, t.key, t.value, t.target_path
         from ${seen.item_tag('t')}
         join ${seen.versioned_object('o')} using (ehr_id, object_id)
         left join ${seen.version('v')} using (ehr_id, object_id, version)
         where ${condition} ($2::text is null or lower(t.key) = lower($2))
           and ($3::text is null or t.value = $3) and ($4::text is null or t.target_path = $4)
         order by o.serial, t.version, t.position`

const ofEhr = sql<
  ListedRow,
  [ehrId: EhrId, key: string | null, value: string | null, targetPath: string | null]
>({
  name: 'tag.ofEhr',
  text: listed('t.ehr_id = $1 and'),
})

const ofAll = sql<
  ListedRow,
  [most: number, key: string | null, value: string | null, targetPath: string | null]
>({
  name: 'tag.ofAll',
  text: guarded`${listed('')} limit $1`,
})

export async function findTags(db: LimitedQueries, on: Tagged): Promise<ItemTag[]> {
  return (await db.query(select, [on.ehrId, on.objectId, on.version])).map(tagOf)
}

/** Replaces the whole list; an empty one clears it. Call it in a transaction. */
export async function replaceTags(db: LimitedQueries, on: Tagged, tags: readonly ItemTag[]): Promise<void> {
  await db.execute(lockTags, [on.ehrId, on.objectId])
  await db.execute(clear, [on.ehrId, on.objectId, on.version])
  if (tags.length > 0) await db.execute(insert, [on.ehrId, on.objectId, on.version, JSON.stringify(tags)])
}

/** Adds a tag of the server before those of clients. */
export async function insertServerTag(
  db: LimitedQueries,
  on: Tagged,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<void> {
  await db.execute(insertFirst, [on.ehrId, on.objectId, on.version, key, value])
}

/** Removes all tags with that key, whatever their path; returns false if there was none. */
export async function removeTags(db: LimitedQueries, on: Tagged, key: string): Promise<boolean> {
  return (await db.execute(remove, [on.ehrId, on.objectId, on.version, key])) > 0
}

const listedOf = (row: ListedRow): ListedTag => ({
  ...tagOf(row),
  ehrId: row.ehr_id,
  objectId: row.object_id,
  version: row.version,
  systemId: row.system_id,
  kind: row.kind,
})

export const findEhrTags = async (
  db: LimitedQueries,
  ehrId: EhrId,
  { key, value, targetPath }: TagFilter,
): Promise<ListedTag[]> => (await db.query(ofEhr, [ehrId, key, value, targetPath])).map(listedOf)

/** Tags of all records, so many at most. */
export const findAllTags = async (
  db: LimitedQueries,
  { key, value, targetPath }: TagFilter,
  most: number,
): Promise<ListedTag[]> => (await db.query(ofAll, [most, key, value, targetPath])).map(listedOf)
