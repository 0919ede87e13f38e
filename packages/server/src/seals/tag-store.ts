/** The SQL of tags and their seals. */
import { guarded, seen, update } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { type SealedTag, type SealKey, tagSeal } from './seal.ts'

interface TaggedRow {
  object_id: ObjectId
  tag_revision: number | null
  tag_seal: Buffer | null
  tags: readonly SealedTag[] | null
}

/** The tags of an object beside their seal. */
export interface TaggedObject {
  readonly objectId: ObjectId
  /** Transactions that changed the tags; undefined if they were never sealed. */
  readonly revision: number | undefined
  readonly seal: Buffer | null
  readonly tags: readonly SealedTag[]
}

const TAGS = guarded`(select json_agg(json_build_object('version', t.version, 'key', t.key, 'target_path', t.target_path,
    'value', t.value, 'position', t.position))
  from ${seen.item_tag('t')} where t.ehr_id = $1 and t.object_id = o.object_id) as tags`

type OfObjects = [ehrId: EhrId, objectIds: readonly ObjectId[]]

const select = guarded`select o.object_id, o.tag_revision, o.tag_seal, ${TAGS} from ${seen.versioned_object('o')}
  where o.ehr_id = $1 and o.object_id = any($2::uuid[])`

const seesAll = 'a seal covers every tag of its object'

const ofObjects = sql<TaggedRow, OfObjects>({ name: 'tagSeal.find', seesAll, text: select })

/** Tags are those from before a wait for the lock; the revision is the one after it. */
const lockObjects = sql<TaggedRow, OfObjects>({
  name: 'tagSeal.lock',
  seesAll,
  text: guarded`${select} order by o.object_id for no key update of o`,
})

const taggedOf = (row: TaggedRow): TaggedObject => ({
  objectId: row.object_id,
  revision: row.tag_revision ?? undefined,
  seal: row.tag_seal,
  tags: row.tags ?? [],
})

export const findTagged = async (
  queries: LimitedQueries,
  ehrId: EhrId,
  objectIds: readonly ObjectId[],
): Promise<TaggedObject[]> => (await queries.query(ofObjects, [ehrId, objectIds])).map(taggedOf)

export const lockTagged = async (
  queries: LimitedQueries,
  ehrId: EhrId,
  objectIds: readonly ObjectId[],
): Promise<TaggedObject[]> => (await queries.query(lockObjects, [ehrId, objectIds])).map(taggedOf)

const put = sql<
  never,
  [
    ehrId: EhrId,
    objectIds: readonly ObjectId[],
    revisions: readonly number[],
    seals: readonly (Buffer | null)[],
  ]
>({
  name: 'tagSeal.put',
  seesAll,
  text: guarded`${update.versioned_object({
    as: 'o',
    set: 'tag_revision = s.revision, tag_seal = s.seal',
    from: 'unnest($2::uuid[], $3::integer[], $4::bytea[]) s (object_id, revision, seal)',
    where: 'o.ehr_id = $1 and o.object_id = s.object_id',
  })}`,
})

/** Seals the tags of objects of an EHR as they are, as their next revision. A seal that is broken stays as it is. */
export async function sealTagsOf(
  queries: LimitedQueries,
  key: SealKey,
  ehrId: EhrId,
  objects: readonly TaggedObject[],
  isBroken: (objectId: ObjectId) => boolean = () => false,
): Promise<void> {
  if (objects.length === 0) return
  const next = objects.map(({ objectId, revision = 0, seal, tags }) => ({
    objectId,
    revision: revision + 1,
    seal: isBroken(objectId) ? seal : tagSeal(key, objectId, revision + 1, tags),
  }))
  await queries.execute(put, [
    ehrId,
    next.map(({ objectId }) => objectId),
    next.map(({ revision }) => revision),
    next.map(({ seal }) => seal),
  ])
}

/** True if the tags are as they were sealed. */
export const isTagSeal = (key: SealKey, { objectId, revision, seal, tags }: TaggedObject): boolean =>
  revision !== undefined && seal !== null && tagSeal(key, objectId, revision, tags).equals(seal)

const unsealed = sql<{ ehr_id: EhrId; object_id: ObjectId }, [limit: number]>({
  name: 'tagSeal.unsealed',
  prepare: false,
  seesAll,
  text: guarded`select distinct t.ehr_id, t.object_id from ${seen.item_tag('t')}
         join ${seen.versioned_object('o')} on o.ehr_id = t.ehr_id and o.object_id = t.object_id
         where o.tag_revision is null limit $1`,
})

/** Some objects with tags that were never sealed. */
export const findUnsealedTags = (
  queries: LimitedQueries,
  limit: number,
): Promise<readonly { readonly ehr_id: EhrId; readonly object_id: ObjectId }[]> =>
  queries.query(unsealed, [limit])

const ofEhrs = sql<TaggedRow & { ehr_id: EhrId }, [ehrIds: readonly EhrId[]]>({
  name: 'tagSeal.ofEhrs',
  seesAll,
  text: guarded`select o.ehr_id, o.object_id, o.tag_revision, o.tag_seal, t.tags from ${seen.versioned_object('o')}
         left join (
           select ehr_id, object_id, json_agg(json_build_object('version', version, 'key', key,
             'target_path', target_path, 'value', value, 'position', position)) as tags
           from ${seen.item_tag()} where ehr_id = any($1::uuid[]) group by ehr_id, object_id
         ) t on t.ehr_id = o.ehr_id and t.object_id = o.object_id
         where o.ehr_id = any($1::uuid[]) and (o.tag_revision is not null or t.tags is not null)
         order by o.ehr_id, o.object_id`,
})

/** All objects of some EHRs that have tags, or had some. */
export const findTaggedOfEhrs = async (
  queries: LimitedQueries,
  ehrIds: readonly EhrId[],
): Promise<(TaggedObject & { readonly ehrId: EhrId })[]> =>
  (await queries.query(ofEhrs, [ehrIds])).map(row => ({ ...taggedOf(row), ehrId: row.ehr_id }))
