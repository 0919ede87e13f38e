/** All SQL that reads records for an export. Every function runs in the transaction of the export, so all see the same state. */

import { guarded, seen } from '../../access/index.ts'
import { groupBy } from '../../collections/index.ts'
import { type LimitedQueries, type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { removedVersions } from '../contributions-of-ehr.ts'
import type { StoredVersion } from '../model.ts'
import { auditIn } from '../printed/short-envelope.ts'
import { findVersionsOf } from '../store.ts'

/** The EHRs of an export; null: all of them. */
export type Selection = readonly EhrId[] | null

const selected = (column: string) => `($1::uuid[] is null or ${column} = any($1::uuid[]))`

export interface SelectedCounts {
  readonly ehrs: number
  readonly contributions: number
}

const counts = sql<SelectedCounts, [Selection]>({
  name: 'export.counts',
  prepare: false,
  text: `select (select count(*) from cairn.ehr where ${selected('ehr_id')}) as ehrs,
           (select count(*) from cairn.contribution where ${selected('ehr_id')}) as contributions`,
})

export async function countSelected(db: Queries, selection: Selection): Promise<SelectedCounts> {
  const [row] = await db.query(counts, [selection])
  return row ?? { ehrs: 0, contributions: 0 }
}

/** An episode as the table has it, with times as they were given. */
export interface ExportedEpisode {
  readonly episode_id: ObjectId
  readonly number: number
  readonly name: string
  readonly active: boolean
  readonly urgency: string | null
  readonly care_circuit: string | null
  readonly starts_text: string
  readonly ends_text: string | null
  readonly deleted: boolean
}

export interface ExportedEhr {
  readonly ehr_id: EhrId
  readonly system_id: string
  readonly created_at: Date
  readonly status_id: ObjectId
  /** The number of the latest EHR_STATUS; undefined in older exports. */
  readonly status_version?: number | undefined
  readonly access_id: ObjectId
  readonly directory_id: ObjectId | null
  readonly default_episode_id: ObjectId
  readonly is_modifiable: boolean
  readonly is_queryable: boolean
  readonly subjects: readonly { readonly namespace: string; readonly subject_id: string }[]
  readonly episodes: readonly ExportedEpisode[]
}

const EPOCH = new Date(0)
const NIL = '00000000-0000-0000-0000-000000000000' as EhrId
const PAGE = 500

const SUBJECTS = `(select coalesce(json_agg(json_build_object('namespace', s.namespace, 'subject_id', s.subject_id)
              order by s.namespace, s.subject_id), '[]') from cairn.ehr_subject s where s.ehr_id = e.ehr_id)`

const ehrsText = (subjects: string) => `select e.ehr_id, e.system_id, e.created_at, e.status_id,
           (select max(v.version) from cairn.version v
             where v.ehr_id = e.ehr_id and v.object_id = e.status_id group by v.ehr_id) as status_version,
           e.access_id, e.directory_id, e.default_episode_id, e.is_modifiable, e.is_queryable, ${subjects} as subjects,
           coalesce((select json_agg(json_build_object('episode_id', p.episode_id, 'number', p.number, 'name', p.name,
              'active', p.active, 'urgency', p.urgency, 'care_circuit', p.care_circuit, 'starts_text', p.starts_text,
              'ends_text', p.ends_text, 'deleted', p.deleted) order by p.number)
            from cairn.episode p where p.ehr_id = e.ehr_id group by p.ehr_id), '[]') as episodes
         from cairn.ehr e where ${selected('e.ehr_id')} and (e.created_at, e.ehr_id) > ($2, $3::uuid)
         order by e.created_at, e.ehr_id limit ${PAGE}`

const ehrsAfter = sql<ExportedEhr, [Selection, createdAt: Date, ehrId: EhrId]>({
  name: 'export.ehrs',
  prepare: false,
  text: ehrsText(SUBJECTS),
  distributed: ehrsText(`'[]'::json`),
})
const subjectsOf = sql<{ ehr_id: EhrId; namespace: string; subject_id: string }, [ehrIds: readonly EhrId[]]>({
  name: 'export.subjects',
  text: `select ehr_id, namespace, subject_id from cairn.ehr_subject where ehr_id = any($1::uuid[])
         order by namespace, subject_id`,
})

/** In a distributed database, subjects are on other nodes than their EHRs. */
async function withSubjects(db: Queries, page: readonly ExportedEhr[]): Promise<readonly ExportedEhr[]> {
  if (!db.isDistributed) return page
  const rows = await db.query(subjectsOf, [page.map(ehr => ehr.ehr_id)])
  const found = new Map(groupBy(rows, row => row.ehr_id))
  return page.map(ehr => ({
    ...ehr,
    subjects: (found.get(ehr.ehr_id) ?? []).map(({ namespace, subject_id }) => ({ namespace, subject_id })),
  }))
}

/** Yields the EHRs page by page, in the order in which they were made. */
export async function* exportedEhrs(
  db: Queries,
  selection: Selection,
): AsyncGenerator<readonly ExportedEhr[]> {
  let [createdAt, ehrId] = [EPOCH, NIL]
  for (;;) {
    const page = await withSubjects(db, await db.query(ehrsAfter, [selection, createdAt, ehrId]))
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    createdAt = last.created_at
    ehrId = last.ehr_id
  }
}

/** The remains of an EHR or object that was physically deleted. */
interface ExportedTombstone {
  readonly ehr_id: EhrId
  readonly erased_at: Date
  readonly client_id: string
  readonly reason: string
}

export interface ExportedEhrTombstone extends ExportedTombstone {
  readonly merged_into: EhrId | null
}

export interface ExportedObjectTombstone extends ExportedTombstone {
  readonly object_id: ObjectId
  readonly kind: string
}

/** `ehr_id` is the id of the party. */
export interface ExportedPartyTombstone extends Omit<ExportedTombstone, 'ehr_id'> {
  readonly ehr_id: ObjectId
}

const erasedParties = sql<ExportedPartyTombstone>({
  name: 'export.erasedParties',
  prepare: false,
  text: 'select ehr_id, erased_at, client_id, reason from cairn_party.erased_ehr order by erased_at, ehr_id',
})

export const exportedPartyTombstones = (db: Queries) => db.query(erasedParties)

/** Of a selection, only those that were merged into one of its EHRs: the others belong to somebody else. */
const erasedEhrs = sql<ExportedEhrTombstone, [Selection]>({
  name: 'export.erasedEhrs',
  prepare: false,
  text: `select ehr_id, erased_at, client_id, reason, merged_into from cairn.erased_ehr
         where ${selected('merged_into')} order by erased_at, ehr_id`,
})
const erasedObjects = sql<ExportedObjectTombstone, [Selection]>({
  name: 'export.erasedObjects',
  prepare: false,
  text: `select ehr_id, object_id, kind, erased_at, client_id, reason from cairn.erased_object
         where ${selected('ehr_id')} order by erased_at, object_id`,
})

export const exportedEhrTombstones = (db: Queries, selection: Selection) => db.query(erasedEhrs, [selection])
export const exportedObjectTombstones = (db: Queries, selection: Selection) =>
  db.query(erasedObjects, [selection])

export interface ExportedTag {
  readonly version: number
  readonly key: string
  readonly target_path: string
  readonly value: string | null
  readonly position: number
}

/** The state of an object beside its versions. */
export interface ExportedObject {
  readonly episode_id: ObjectId | null
  readonly merged_from: EhrId | null
}

export interface ExportedFindings {
  readonly total: number
  readonly findings: unknown
}

/** A version with its companions. */
export interface ExportedVersion {
  readonly version: StoredVersion
  /** Absent if the object is in the default episode, and in force. */
  readonly object: ExportedObject | undefined
  /** Tags of this version; with the first one also those of the object as a whole, whose version is 0. */
  readonly tags: readonly ExportedTag[]
  readonly findings: ExportedFindings | undefined
}

export interface ExportedContribution {
  readonly ehrId: EhrId
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
  /** Number of its versions that were physically deleted. */
  readonly removed: number
  readonly versions: readonly ExportedVersion[]
}

interface ContributionRow {
  ehr_id: EhrId
  contribution_id: string
  committed_at: Date
  audit: string
}

const CURSOR = 'cairn_export'

/** In the order of commits, so that the same query gives its rows in the same order where they are imported. */
const openCursor = sql<never, [Selection]>({
  name: 'export.open',
  prepare: false,
  text: guarded`declare ${CURSOR} no scroll cursor for
         select c.ehr_id, c.contribution_id, c.committed_at, c.audit
         from (select ehr_id, contribution_id, min(commit_number) as first from ${seen.version()}
               where ${selected('ehr_id')} group by ehr_id, contribution_id) v
         join ${seen.contribution('c')} using (ehr_id, contribution_id) order by v.first`,
})
const fetchSome = sql<ContributionRow>({
  name: 'export.fetch',
  prepare: false,
  text: guarded`fetch forward 200 from ${CURSOR}`,
})
const closeCursor = sql<never>({ name: 'export.close', prepare: false, text: guarded`close ${CURSOR}` })

type ObjectKeys = [ehrIds: readonly EhrId[], objectIds: readonly ObjectId[]]

const ofObjects = (alias: string) =>
  `(${alias}.ehr_id, ${alias}.object_id) in (select * from unnest($1::uuid[], $2::uuid[]))`

const tagsOf = sql<ExportedTag & { object_id: ObjectId }, ObjectKeys>({
  name: 'export.tags',
  text: guarded`select t.object_id, t.version, t.key, t.target_path, t.value, t.position from ${seen.item_tag('t')}
         where ${ofObjects('t')} order by t.version, t.position`,
})
const findingsOf = sql<ExportedFindings & { object_id: ObjectId; version: number }, ObjectKeys>({
  name: 'export.findings',
  text: guarded`select f.object_id, f.version, f.total, f.findings from ${seen.finding('f')} where ${ofObjects('f')}`,
})
const objectsOf = sql<ExportedObject & { object_id: ObjectId }, ObjectKeys>({
  name: 'export.objects',
  text: guarded`select o.object_id, o.episode_id, o.merged_from from ${seen.versioned_object('o')}
         where ${ofObjects('o')} and (o.episode_id is not null or o.merged_from is not null)`,
})
async function withCompanions(
  db: LimitedQueries,
  versions: readonly StoredVersion[],
): Promise<readonly ExportedVersion[]> {
  const keys: ObjectKeys = [versions.map(each => each.ehrId), versions.map(each => each.objectId)]
  const tags = groupBy(await db.query(tagsOf, keys), ({ object_id }) => object_id)
  const findings = new Map(
    (await db.query(findingsOf, keys)).map(row => [`${row.object_id} ${row.version}`, row]),
  )
  const objects = new Map((await db.query(objectsOf, keys)).map(row => [row.object_id, row]))
  return versions.map(version => {
    const { objectId, version: number } = version
    const isFirst = number === 1
    const ofObject = tags.get(objectId) ?? []
    return {
      version,
      object: objects.get(objectId),
      tags: ofObject.filter(each => each.version === number || (isFirst && each.version === 0)),
      findings: findings.get(`${objectId} ${number}`),
    }
  })
}

/** The audit of a contribution whose versions all have the same, which is then stored with them only. */
const auditOf = (versions: readonly ExportedVersion[] = []): string =>
  auditIn(versions[0]?.version.envelope ?? '{}')

/** Yields contributions with their versions, some at a time, in the order of commits: those of EHRs, or of parties. */
export async function* exportedContributions(
  db: LimitedQueries,
  selection: Selection,
): AsyncGenerator<readonly ExportedContribution[]> {
  const removed = await removedVersions(db)
  await db.execute(openCursor, [selection])
  for (;;) {
    const rows = await db.query(fetchSome)
    if (rows.length === 0) break
    const keys = rows.map(row => ({ ehrId: row.ehr_id, contributionId: row.contribution_id }))
    const versions = groupBy(
      await withCompanions(db, await findVersionsOf(db, keys)),
      ({ version }) => `${version.ehrId} ${version.contributionId}`,
    )
    yield rows.map(row => ({
      ehrId: row.ehr_id,
      contributionId: row.contribution_id,
      committedAt: row.committed_at,
      audit: row.audit || auditOf(versions.get(`${row.ehr_id} ${row.contribution_id}`)),
      removed: removed.get(row.contribution_id) ?? 0,
      versions: versions.get(`${row.ehr_id} ${row.contribution_id}`) ?? [],
    }))
  }
  await db.execute(closeCursor)
}
