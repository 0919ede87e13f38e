/** All SQL that reads versions. */
import { type Queries, sql } from '../db/index.ts'
import type { Head, Kind, StoredVersion } from './model.ts'

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
  text: `select object_id, kind, version, system_id, committed_at, lifecycle, template_key, data is null as deleted
         from cairn.version where ehr_id = $1 and object_id = $2 order by version desc limit 1`,
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

const COLUMNS = `ehr_id, object_id, kind, version, system_id, contribution_id, committed_at, change_type,
  lifecycle, template_key, other_inputs, envelope, data`
const FROM = 'from cairn.version'

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
  text: `select ${COLUMNS} ${FROM} where ehr_id = $1 and object_id = $2 and version = $3`,
})
const latest = sql<Row, [ehrId: string, objectId: string]>({
  name: 'version.latest',
  text: `select ${COLUMNS} ${FROM} where ehr_id = $1 and object_id = $2 order by version desc limit 1`,
})
const atTime = sql<Row, [ehrId: string, objectId: string, time: Date]>({
  name: 'version.atTime',
  text: `select ${COLUMNS} ${FROM} where ehr_id = $1 and object_id = $2 and committed_at <= $3
         order by version desc limit 1`,
})
const history = sql<Row, [ehrId: string, objectId: string]>({
  name: 'version.history',
  text: `select ${COLUMNS.replace(/\bdata$/, 'null::text as data')} ${FROM}
         where ehr_id = $1 and object_id = $2 order by version`,
})
const ofContribution = sql<Row, [ehrId: string, contributionId: string]>({
  name: 'version.ofContribution',
  text: `select ${COLUMNS} ${FROM} where ehr_id = $1 and contribution_id = $2 order by commit_number`,
})
const after = sql<Row & { commit_number: number }, [after: number, limit: number]>({
  name: 'version.after',
  text: `select ${COLUMNS}, commit_number ${FROM} where commit_number > $1 order by commit_number limit $2`,
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
