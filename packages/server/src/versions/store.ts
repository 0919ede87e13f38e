/** All SQL that reads and writes versions. */
import { type Queries, sql } from '../db/index.ts'
import type { Head, Kind, StoredVersion } from './model.ts'

/** What the commit statement is given of one version. */
export interface VersionRow {
  readonly object_id: string
  readonly kind: Kind
  readonly version: number
  readonly system_id: string
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly other_inputs: readonly string[]
  readonly envelope: string
  readonly data: string | null
}

export interface CommitRows {
  readonly ehrId: string
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
  readonly versions: readonly VersionRow[]
}

/** The part of the statement that every commit has; `gate` says whether anything may be written at all. */
const WRITE = `
  contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select $1::uuid, $2::uuid, $3::timestamptz, $4::text from gate
    returning 1
  ), given as (
    select v.* from gate, json_to_recordset($5::json) as v (
      object_id uuid, kind text, version integer, system_id text, change_type smallint, lifecycle smallint,
      template_key integer, other_inputs text[], envelope text, data text)
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
    select $1::uuid, object_id, kind, $3::timestamptz from given where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, system_id, contribution_id, committed_at,
      change_type, lifecycle, template_key, other_inputs, envelope, data)
    select $1::uuid, object_id, version, system_id, $2::uuid, $3::timestamptz,
      change_type, lifecycle, template_key, other_inputs, envelope, data from given
  )`

type CommitValues = [
  ehrId: string,
  contributionId: string,
  committedAt: Date,
  audit: string,
  versions: string,
]

/** An EHR_STATUS may change although nothing else may: $6. */
const writeCommit = sql<{ one: number }, [...CommitValues, statusOnly: boolean]>({
  name: 'version.commit',
  text: `with gate as (
    select from cairn.ehr where ehr_id = $1::uuid and (is_modifiable or $6)
  ), ${WRITE}
  select 1 as one from contribution`,
})

export interface NewEhrRow {
  readonly system_id: string
  readonly status_id: string
  readonly access_id: string
  readonly is_modifiable: boolean
  readonly is_queryable: boolean
  readonly subject_id: string | null
  readonly subject_namespace: string | null
}

const writeNewEhr = sql<{ one: number }, [...CommitValues, ehr: string]>({
  name: 'version.commitNewEhr',
  text: `with ehr as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, is_modifiable, is_queryable)
    select $1::uuid, system_id, $3::timestamptz, status_id, access_id, is_modifiable, is_queryable
    from json_to_record($6::json) as e (system_id text, status_id uuid, access_id uuid,
      is_modifiable boolean, is_queryable boolean)
    returning 1
  ), subject as (
    insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select subject_namespace, subject_id, $1::uuid
    from json_to_record($6::json) as e (subject_id text, subject_namespace text)
    where subject_id is not null
  ), gate as (
    select from ehr
  ), ${WRITE}
  select 1 as one from contribution`,
})

const valuesOf = (rows: CommitRows): CommitValues => [
  rows.ehrId,
  rows.contributionId,
  rows.committedAt,
  rows.audit,
  JSON.stringify(rows.versions),
]

/** False when the EHR is not there or not to be changed: then nothing was written. */
export async function insertCommit(db: Queries, rows: CommitRows, statusOnly: boolean): Promise<boolean> {
  return (await db.query(writeCommit, [...valuesOf(rows), statusOnly])).length > 0
}

export async function insertNewEhr(db: Queries, rows: CommitRows, ehr: NewEhrRow): Promise<void> {
  await db.query(writeNewEhr, [...valuesOf(rows), JSON.stringify(ehr)])
}

interface HeadRow {
  object_id: string
  kind: Kind
  version: number
  system_id: string
  committed_at: Date
  lifecycle: number
  template_key: number | null
  deleted: boolean
}

const headById = sql<HeadRow, [ehrId: string, objectId: string]>({
  name: 'version.head',
  text: `select v.object_id, o.kind, v.version, v.system_id, v.committed_at, v.lifecycle, v.template_key,
           v.data is null as deleted
         from cairn.version v join cairn.versioned_object o using (ehr_id, object_id)
         where v.ehr_id = $1 and v.object_id = $2 order by v.version desc limit 1`,
})

export async function findHead(db: Queries, ehrId: string, objectId: string): Promise<Head | undefined> {
  const [row] = await db.query(headById, [ehrId, objectId])
  return (
    row && {
      objectId: row.object_id,
      kind: row.kind,
      version: row.version,
      systemId: row.system_id,
      committedAt: row.committed_at,
      lifecycle: row.lifecycle,
      templateKey: row.template_key,
      deleted: row.deleted,
    }
  )
}

interface Row {
  ehr_id: string
  object_id: string
  kind: Kind
  version: number
  system_id: string
  contribution_id: string
  committed_at: Date
  change_type: number
  lifecycle: number
  template_key: number | null
  other_inputs: string[]
  envelope: string
  data: string | null
}

const COLUMNS = `v.ehr_id, v.object_id, o.kind, v.version, v.system_id, v.contribution_id, v.committed_at,
  v.change_type, v.lifecycle, v.template_key, v.other_inputs, v.envelope, v.data`
const FROM = 'from cairn.version v join cairn.versioned_object o using (ehr_id, object_id)'

const versionOf = (row: Row): StoredVersion => ({
  ehrId: row.ehr_id,
  objectId: row.object_id,
  kind: row.kind,
  version: row.version,
  systemId: row.system_id,
  contributionId: row.contribution_id,
  committedAt: row.committed_at,
  changeType: row.change_type,
  lifecycle: row.lifecycle,
  templateKey: row.template_key,
  otherInputs: row.other_inputs,
  envelope: row.envelope,
  data: row.data,
})

const byNumber = sql<Row, [ehrId: string, objectId: string, version: number]>({
  name: 'version.byNumber',
  text: `select ${COLUMNS} ${FROM} where v.ehr_id = $1 and v.object_id = $2 and v.version = $3`,
})
const latest = sql<Row, [ehrId: string, objectId: string]>({
  name: 'version.latest',
  text: `select ${COLUMNS} ${FROM} where v.ehr_id = $1 and v.object_id = $2 order by v.version desc limit 1`,
})
const atTime = sql<Row, [ehrId: string, objectId: string, time: Date]>({
  name: 'version.atTime',
  text: `select ${COLUMNS} ${FROM} where v.ehr_id = $1 and v.object_id = $2 and v.committed_at <= $3
         order by v.version desc limit 1`,
})
const history = sql<Row, [ehrId: string, objectId: string]>({
  name: 'version.history',
  text: `select ${COLUMNS.replace('v.data', 'null::text as data')} ${FROM}
         where v.ehr_id = $1 and v.object_id = $2 order by v.version`,
})
const ofContribution = sql<Row, [ehrId: string, contributionId: string]>({
  name: 'version.ofContribution',
  text: `select ${COLUMNS} ${FROM} where v.ehr_id = $1 and v.contribution_id = $2 order by v.commit_number`,
})
const after = sql<Row & { commit_number: number }, [after: number, limit: number]>({
  name: 'version.after',
  text: `select ${COLUMNS}, v.commit_number ${FROM} where v.commit_number > $1 order by v.commit_number limit $2`,
})

const first = async (rows: Promise<readonly Row[]>): Promise<StoredVersion | undefined> => {
  const [row] = await rows
  return row && versionOf(row)
}

export const findVersion = (db: Queries, ehrId: string, objectId: string, version: number) =>
  first(db.query(byNumber, [ehrId, objectId, version]))

export const findLatest = (db: Queries, ehrId: string, objectId: string) =>
  first(db.query(latest, [ehrId, objectId]))

/** The version extant at a time: the last that was committed by then. */
export const findAtTime = (db: Queries, ehrId: string, objectId: string, time: Date) =>
  first(db.query(atTime, [ehrId, objectId, time]))

/** All versions of an object, the first one first, without their data. */
export async function findHistory(db: Queries, ehrId: string, objectId: string): Promise<StoredVersion[]> {
  return (await db.query(history, [ehrId, objectId])).map(versionOf)
}

export async function findContributionVersions(
  db: Queries,
  ehrId: string,
  contributionId: string,
): Promise<StoredVersion[]> {
  return (await db.query(ofContribution, [ehrId, contributionId])).map(versionOf)
}

/** Versions in the order of their commits, a page at a time. */
export async function versionsAfter(
  db: Queries,
  commitNumber: number,
  limit: number,
): Promise<{ versions: StoredVersion[]; last: number }> {
  const rows = await db.query(after, [commitNumber, limit])
  return { versions: rows.map(versionOf), last: rows.at(-1)?.commit_number ?? commitNumber }
}

export interface StoredContribution {
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
}

const contributionById = sql<
  { contribution_id: string; committed_at: Date; audit: string },
  [ehrId: string, contributionId: string]
>({
  name: 'contribution.byId',
  text: `select contribution_id, committed_at, audit from cairn.contribution
         where ehr_id = $1 and contribution_id = $2`,
})

export async function findContribution(
  db: Queries,
  ehrId: string,
  contributionId: string,
): Promise<StoredContribution | undefined> {
  const [row] = await db.query(contributionById, [ehrId, contributionId])
  return row && { contributionId: row.contribution_id, committedAt: row.committed_at, audit: row.audit }
}

/** A versioned object as a container. */
export interface StoredObject {
  readonly objectId: string
  readonly kind: Kind
  readonly createdAt: Date
}

const objectById = sql<
  { object_id: string; kind: Kind; created_at: Date },
  [ehrId: string, objectId: string]
>({
  name: 'object.byId',
  text: `select object_id, kind, created_at from cairn.versioned_object where ehr_id = $1 and object_id = $2`,
})

export async function findObject(
  db: Queries,
  ehrId: string,
  objectId: string,
): Promise<StoredObject | undefined> {
  const [row] = await db.query(objectById, [ehrId, objectId])
  return row && { objectId: row.object_id, kind: row.kind, createdAt: row.created_at }
}
