/** All SQL that reads the feed: positions, and what is stored of the changes that have them, as far as the caller may see it. */
import { guarded, open, seen } from '../access/index.ts'
import type { NoteType } from '../audit/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import type { RecordKind } from './event-types.ts'

/** A position of the feed. */
export interface Change {
  readonly position: number
  readonly source_id: string
  readonly is_note: boolean
  readonly is_party: boolean
}

const ONLY_IDS = 'positions and ids alone; guarded statements read what they stand for'

const after = sql<Change, [position: number, limit: number]>({
  name: 'feed.after',
  seesAll: ONLY_IDS,
  text: 'select position, source_id, is_note, is_party from cairn.change where position > $1 order by position limit $2',
})
const afterInEhrs = sql<Change, [position: number, limit: number, ehrs: readonly EhrId[]]>({
  name: 'feed.afterInEhrs',
  seesAll: ONLY_IDS,
  // Each EHR by its index: the order of all of them would be that of the whole feed.
  text: `select c.position, c.source_id, c.is_note, c.is_party from unnest($3::uuid[]) as e (ehr), lateral (
           select position, source_id, is_note, is_party from cairn.change where ehr = e.ehr and position > $1
           order by position limit $2) c
         order by c.position limit $2`,
})

/** `ehrs`: none for all. */
export const findChanges = (
  db: LimitedQueries,
  position: number,
  limit: number,
  ehrs: readonly EhrId[],
): Promise<readonly Change[]> =>
  ehrs.length === 0
    ? db.query(after, [position, limit])
    : db.query(afterInEhrs, [position, limit, [...new Set(ehrs)]])

const at = sql<Change, [position: number]>({
  name: 'feed.at',
  seesAll: ONLY_IDS,
  text: 'select position, source_id, is_note, is_party from cairn.change where position = $1',
})

export const findChangeAt = async (db: LimitedQueries, position: number): Promise<Change | undefined> =>
  (await db.query(at, [position]))[0]

/** A version without its data. */
export interface VersionFacts {
  readonly ehr_id: EhrId
  readonly object_id: ObjectId
  readonly version: number
  readonly kind: RecordKind
  readonly system_id: string
  readonly contribution_id: string
  readonly committed_at: Date
  readonly commit_number: number
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly envelope: string
  readonly template_id: string | null
  readonly episode_id: string | null
  /** It came from another EHR by a merge, and is not in force here. */
  readonly is_retired: boolean
}

const versions = sql<VersionFacts, [contributions: readonly string[]]>({
  name: 'feed.versions',
  text: guarded`select v.ehr_id, v.object_id, v.version, v.kind, v.system_id, v.contribution_id, v.committed_at,
           v.commit_number, v.change_type, v.lifecycle, v.template_key, v.envelope, t.template_id,
           case when v.kind = 'COMPOSITION' then coalesce(o.episode_id, e.default_episode_id) end as episode_id,
           o.merged_from is not null as is_retired
         from ${seen.version('v')}
         join ${seen.ehr('e')} on e.ehr_id = v.ehr_id
         join ${seen.versioned_object('o')} on o.ehr_id = v.ehr_id and o.object_id = v.object_id
         left join ${seen.template('t')} on t.template_key = v.template_key
         where v.contribution_id = any($1::uuid[]) order by v.commit_number`,
})

/** On the database of parties. */
const partyVersions = sql<VersionFacts, [contributions: readonly string[]]>({
  name: 'feed.partyVersions',
  text: guarded`select v.ehr_id, v.object_id, v.version, v.kind, v.system_id, v.contribution_id, v.committed_at,
           v.commit_number, v.change_type, v.lifecycle, v.template_key, v.envelope, t.template_id,
           null::uuid as episode_id, false as is_retired
         from ${seen.version('v')} left join ${seen.template('t')} on t.template_key = v.template_key
         where v.contribution_id = any($1::uuid[]) order by v.commit_number`,
})

/** `of`: the database is that of the records, or that of parties. */
export const findVersionFacts = (
  db: LimitedQueries,
  contributions: readonly string[],
  of: 'records' | 'parties' = 'records',
): Promise<readonly VersionFacts[]> =>
  contributions.length === 0
    ? Promise.resolve([])
    : db.query(of === 'records' ? versions : partyVersions, [contributions])

type TouchedVersion = Pick<VersionFacts, 'ehr_id' | 'kind' | 'version' | 'commit_number'>

const touchedVersions = sql<TouchedVersion, [contributions: readonly string[]]>({
  name: 'feed.touchedVersions',
  text: guarded`select v.ehr_id, v.kind, v.version, v.commit_number from ${seen.version('v')}
         where v.contribution_id = any($1::uuid[])`,
})

export const findTouchedVersions = (
  db: LimitedQueries,
  contributions: readonly string[],
): Promise<readonly TouchedVersion[]> =>
  contributions.length === 0 ? Promise.resolve([]) : db.query(touchedVersions, [contributions])

const archetypes = sql<
  { commit_number: number; archetype_ids: string[] },
  [ehrs: readonly EhrId[], commits: readonly number[]]
>({
  name: 'feed.archetypes',
  text: guarded`select r.commit_number, array_agg(distinct a.archetype_id order by a.archetype_id) as archetype_ids
         from ${seen.root('r')} join ${open.archetype} a on a.archetype_key = r.archetype_key
         where r.ehr_id = any($1::uuid[]) and r.commit_number = any($2::bigint[])
         group by r.ehr_id, r.commit_number`,
})

/** By commit number. */
export async function findArchetypes(
  db: LimitedQueries,
  of: readonly Pick<VersionFacts, 'ehr_id' | 'commit_number'>[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (of.length === 0) return new Map()
  const ehrs = [...new Set(of.map(({ ehr_id }) => ehr_id))]
  const rows = await db.query(archetypes, [ehrs, of.map(({ commit_number }) => commit_number)])
  return new Map(rows.map(row => [row.commit_number, row.archetype_ids]))
}

export interface TagRow {
  readonly object_id: ObjectId
  /** 0: of the object. */
  readonly version: number
  readonly key: string
  readonly value: string | null
  readonly target_path: string
}

const tags = sql<TagRow, [ehrs: readonly string[], objects: readonly string[]]>({
  name: 'feed.tags',
  text: guarded`select object_id, version, key, value, target_path from ${seen.item_tag()}
         where ehr_id = any($1::uuid[]) and object_id = any($2::uuid[]) order by version, position`,
})

/** By object. */
export async function findTagsOf(
  db: LimitedQueries,
  objects: readonly { readonly ehr_id: string; readonly object_id: string }[],
): Promise<ReadonlyMap<string, readonly TagRow[]>> {
  const found = new Map<string, TagRow[]>()
  if (objects.length === 0) return found
  const ids = [objects.map(({ ehr_id }) => ehr_id), objects.map(({ object_id }) => object_id)]
  const [ehrs = [], objectIds = []] = ids.map(list => [...new Set(list)])
  for (const row of await db.query(tags, [ehrs, objectIds]))
    found.set(row.object_id, [...(found.get(row.object_id) ?? []), row])
  return found
}

export interface NoteRow {
  readonly ehr_id: EhrId
  readonly note_id: string
  readonly noted_at: Date
  readonly type: NoteType
  readonly subject: string
  readonly client_id: string
  readonly person: string | null
  readonly detail: Readonly<Record<string, unknown>> | null
}

const notes = sql<NoteRow, [ids: readonly string[]]>({
  name: 'feed.notes',
  seesAll: 'the right to each note depends on its type, and is checked after it',
  text: `select ehr_id, note_id, noted_at, type, subject, client_id, person, detail from cairn.change_note
         where note_id = any($1::uuid[])`,
})

export const findNotes = (db: LimitedQueries, ids: readonly string[]): Promise<readonly NoteRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.query(notes, [ids])

type Ids = [ids: readonly string[]]

/** The EHRs and objects that the caller may see, and the tombstones of those that are gone. */
const REACHED = {
  ehr: sql<{ id: string }, Ids>({
    name: 'feed.reachedEhrs',
    text: guarded`select ehr_id as id from ${seen.ehr()} where ehr_id = any($1::uuid[])`,
  }),
  object: sql<{ id: string }, Ids>({
    name: 'feed.reachedObjects',
    text: guarded`select object_id as id from ${seen.versioned_object()} where object_id = any($1::uuid[])`,
  }),
  /** On the database of parties. */
  party: sql<{ id: string }, Ids>({
    name: 'feed.reachedParties',
    text: guarded`select object_id as id from ${seen.versioned_object()} where ehr_id = any($1::uuid[])`,
  }),
  erasedEhr: sql<{ id: string }, Ids>({
    name: 'feed.erasedEhrs',
    text: guarded`select ehr_id as id from ${seen.erased_ehr()} where ehr_id = any($1::uuid[])`,
  }),
  erasedObject: sql<{ id: string }, Ids>({
    name: 'feed.erasedObjects',
    text: guarded`select object_id as id from ${seen.erased_object()} where object_id = any($1::uuid[])`,
  }),
}

export type Reached = keyof typeof REACHED

export const findReached = async (
  db: LimitedQueries,
  what: Reached,
  ids: readonly string[],
): Promise<readonly string[]> =>
  ids.length === 0 ? [] : (await db.query(REACHED[what], [ids])).map(({ id }) => id)
