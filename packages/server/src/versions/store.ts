/** All SQL that reads versions. */

import { type GuardedSql, guarded, seen } from '../access/index.ts'
import { type LimitedQueries, lookup, sql } from '../db/index.ts'
import { type EhrId, isMadeByServer, type ObjectId } from '../ids/index.ts'
import { columnsIn, SHORT_COLUMNS, type ShortColumns } from './fast/short-columns.ts'
import type { IdRange } from './id-range.ts'
import type { Head, Kind, StoredVersion } from './model.ts'
import {
  type DocumentColumns,
  documentColumns,
  documentText,
  documentTexts,
  hasDocument,
  type PresetCache,
  UnreadableDocument,
} from './packing/unpack.ts'
import { auditIn, restoreEnvelope } from './printed/short-envelope.ts'

interface HeadRow {
  object_id: ObjectId
  kind: Kind
  version: number
  system_id: string
  committed_at: Date
  commit_number: number
  lifecycle: number
  template_key: number | null
  deleted: boolean
}

const OBJECT = { ehr: 'uuid', object: 'uuid' }

const headById = lookup<HeadRow, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'version.head',
  key: OBJECT,
  text: guarded`select object_id, kind, version, system_id, committed_at, commit_number, lifecycle, template_key,
           not ${hasDocument()} as deleted
         from ${seen.version()} where ehr_id = key.ehr and object_id = key.object order by version desc`,
})

export async function findHead(
  db: LimitedQueries,
  ehrId: EhrId,
  objectId: ObjectId,
): Promise<Head | undefined> {
  const row = await db.find(headById, [ehrId, objectId])
  return (
    row && {
      objectId: row.object_id,
      kind: row.kind,
      version: row.version,
      systemId: row.system_id,
      committedAt: row.committed_at,
      commitNumber: row.commit_number,
      lifecycle: row.lifecycle,
      templateKey: row.template_key,
      deleted: row.deleted,
    }
  )
}

interface Row extends DocumentColumns, ShortColumns {
  other_inputs: string[] | null
  envelope: string
}

const COLUMNS = `${SHORT_COLUMNS}, other_inputs, envelope`
const WITH_DOCUMENT = `${COLUMNS}, ${documentColumns()}`
const FROM = guarded`from ${seen.version()}`

/** A read of the data alone needs no envelope: to restore one takes 6 µs of it. A copy by `...` has none. */
class FoundVersion implements StoredVersion {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly systemId: string
  readonly contributionId: string
  readonly committedAt: Date
  readonly changeType: number
  readonly lifecycle: number
  readonly templateKey: number | null
  readonly otherInputs: readonly string[]
  readonly data: string | null
  readonly #row: Omit<Row, keyof DocumentColumns>

  constructor(row: Omit<Row, keyof DocumentColumns>, data: string | null) {
    const columns = columnsIn(row)
    this.ehrId = columns.ehrId
    this.objectId = columns.objectId
    this.kind = columns.kind
    this.version = columns.version
    this.systemId = columns.systemId
    this.contributionId = columns.contributionId
    this.committedAt = columns.committedAt
    this.changeType = columns.changeType
    this.lifecycle = columns.lifecycle
    this.templateKey = columns.templateKey
    this.otherInputs = row.other_inputs ?? []
    this.data = data
    this.#row = row
  }

  get envelope(): string {
    return restoreEnvelope(this.#row.envelope, this)
  }
}

const versionOf = (row: Omit<Row, keyof DocumentColumns>, data: string | null): StoredVersion =>
  new FoundVersion(row, data)

const byNumber = lookup<Row, [ehrId: EhrId, objectId: ObjectId, version: number]>({
  name: 'version.byNumber',
  key: { ...OBJECT, number: 'integer' },
  text: guarded`select ${WITH_DOCUMENT} ${FROM} where ehr_id = key.ehr and object_id = key.object and version = key.number`,
})
const latest = lookup<Row, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'version.latest',
  key: OBJECT,
  text: guarded`select ${WITH_DOCUMENT} ${FROM} where ehr_id = key.ehr and object_id = key.object order by version desc`,
})
const atTime = lookup<Row, [ehrId: EhrId, objectId: ObjectId, time: Date]>({
  name: 'version.atTime',
  key: { ...OBJECT, time: 'timestamptz' },
  text: guarded`select ${WITH_DOCUMENT} ${FROM} where ehr_id = key.ehr and object_id = key.object and committed_at <= key.time
         order by version desc`,
})
const history = sql<Row, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'version.history',
  text: guarded`select ${COLUMNS} ${FROM}
         where ehr_id = $1 and object_id = $2 order by version`,
})
const ofContribution = sql<Row, [ehrId: EhrId, contributionId: string]>({
  name: 'version.ofContribution',
  text: guarded`select ${WITH_DOCUMENT} ${FROM} where ehr_id = $1 and contribution_id = $2 order by commit_number`,
})
const ofContributions = sql<Row, [ehrIds: readonly EhrId[], contributionIds: readonly string[]]>({
  name: 'version.ofContributions',
  text: guarded`select ${WITH_DOCUMENT} ${FROM}
         where (ehr_id, contribution_id) in (select * from unnest($1::uuid[], $2::uuid[]))
         order by commit_number`,
})
type After = [ehrId: EhrId, objectId: ObjectId, version: number, limit: number]
const afterWhere = (condition: GuardedSql) => guarded`select ${WITH_DOCUMENT} ${FROM}
         where (ehr_id, object_id, version) > ($1::uuid, $2::uuid, $3) and ${condition}
         order by ehr_id, object_id, version limit $4`
const after = sql<Row, [...After, to: EhrId]>({
  name: 'version.after',
  text: afterWhere(guarded`ehr_id <= $5::uuid`),
})
const afterOf = sql<Row, [...After, ehrIds: readonly EhrId[]]>({
  name: 'version.afterOf',
  text: afterWhere(guarded`ehr_id = any($5::uuid[])`),
})

async function read(db: LimitedQueries, found: Promise<Row | undefined>): Promise<StoredVersion | undefined> {
  const row = await found
  return row && versionOf(row, await documentText(db, row))
}

async function versionsOf(db: LimitedQueries, rows: readonly Row[]): Promise<StoredVersion[]> {
  const texts = await documentTexts(db, rows)
  return rows.map((row, at) => versionOf(row, texts[at] ?? null))
}

export const findVersion = (db: LimitedQueries, ehrId: EhrId, objectId: ObjectId, version: number) =>
  read(db, db.find(byNumber, [ehrId, objectId, version]))

export const findLatest = (db: LimitedQueries, ehrId: EhrId, objectId: ObjectId) =>
  read(db, db.find(latest, [ehrId, objectId]))

/** Finds the last version committed up to a time; without a time, the latest. */
export const findExtant = (db: LimitedQueries, ehrId: EhrId, objectId: ObjectId, time: Date | undefined) =>
  time ? read(db, db.find(atTime, [ehrId, objectId, time])) : findLatest(db, ehrId, objectId)

/** All versions of an object, the first one first, without their data. */
export async function findHistory(
  db: LimitedQueries,
  ehrId: EhrId,
  objectId: ObjectId,
): Promise<StoredVersion[]> {
  return (await db.query(history, [ehrId, objectId])).map(row => versionOf(row, null))
}

export async function findContributionVersions(
  db: LimitedQueries,
  ehrId: EhrId,
  contributionId: string,
): Promise<StoredVersion[]> {
  const rows = await db.query(ofContribution, [ehrId, contributionId])
  return versionsOf(db, rows)
}

export interface ContributionKey {
  readonly ehrId: EhrId
  readonly contributionId: string
}

/** Finds the versions of several contributions, in the order of their commits. */
export async function findVersionsOf(
  db: LimitedQueries,
  keys: readonly ContributionKey[],
): Promise<StoredVersion[]> {
  const ids = [keys.map(({ ehrId }) => ehrId), keys.map(({ contributionId }) => contributionId)] as const
  return versionsOf(db, await db.query(ofContributions, [...ids]))
}

type OfRange = [from: EhrId, to: EhrId]

type VersionKey = Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>

/** An id before those of all objects. */
const NIL = '00000000-0000-0000-0000-000000000000' as ObjectId

/** A version whose document may be unreadable: then its data are null. */
export interface ReadVersion {
  readonly version: StoredVersion
  readonly unreadable?: UnreadableDocument
}

async function readIfPossible(db: LimitedQueries, row: Row, presets: PresetCache): Promise<ReadVersion> {
  try {
    return { version: versionOf(row, await documentText(db, row, presets)) }
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    return { version: versionOf(row, null), unreadable: error }
  }
}

interface VersionPage {
  readonly limit: number
  readonly presets: PresetCache
}

/** Returns a page of the versions of the EHRs of a range, or of some of them, object by object, the first version first, after the last one of the previous page. */
export async function versionsAfter(
  db: LimitedQueries,
  { from, to, ehrIds }: IdRange & { readonly ehrIds?: readonly EhrId[] },
  last: VersionKey | undefined,
  { limit, presets }: VersionPage,
): Promise<ReadVersion[]> {
  const { ehrId, objectId, version } = last ?? { ehrId: from, objectId: NIL, version: 0 }
  const position: After = [ehrId, objectId, version, limit]
  const rows = await (ehrIds === undefined
    ? db.query(after, [...position, to])
    : db.query(afterOf, [...position, ehrIds]))
  const versions: ReadVersion[] = []
  for (const row of rows) versions.push(await readIfPossible(db, row, presets))
  return versions
}

const count = sql<{ versions: number }, OfRange>({
  name: 'version.count',
  text: guarded`select count(*)::float8 as versions from ${seen.version()} where ehr_id between $1 and $2`,
})

export async function countVersions(db: LimitedQueries, { from, to }: IdRange): Promise<number> {
  const [row] = await db.query(count, [from, to])
  return row?.versions ?? 0
}

/** Objects and contributions without any version, which a removed version leaves behind. */
const hollow = sql<{ ehr_id: EhrId; id: string; what: 'object' | 'contribution' }, OfRange>({
  name: 'version.hollow',
  text: guarded`select o.ehr_id, o.object_id as id, 'object' as what from ${seen.versioned_object('o')}
         where o.ehr_id between $1 and $2
           and not exists (select 1 from ${seen.version('v')} where (v.ehr_id, v.object_id) = (o.ehr_id, o.object_id))
         union all
         select c.ehr_id, c.contribution_id, 'contribution' from ${seen.contribution('c')}
         where c.ehr_id between $1 and $2
           and not exists (select 1 from ${seen.version('v')} where (v.ehr_id, v.contribution_id) = (c.ehr_id, c.contribution_id))`,
})

export interface EmptyContainer {
  readonly ehrId: EhrId
  readonly id: string
  readonly what: 'object' | 'contribution'
}

export async function findEmptyContainers(
  db: LimitedQueries,
  { from, to }: IdRange,
): Promise<EmptyContainer[]> {
  return (await db.query(hollow, [from, to])).map(({ ehr_id, id, what }) => ({ ehrId: ehr_id, id, what }))
}

export interface StoredContribution {
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
}

const contributionById = sql<
  { contribution_id: string; committed_at: Date; audit: string },
  [ehrId: EhrId, contributionId: string]
>({
  name: 'contribution.byId',
  text: guarded`select contribution_id, committed_at, audit from ${seen.contribution()}
         where ehr_id = $1 and contribution_id = $2`,
})

const anyOfContribution = sql<Omit<Row, keyof DocumentColumns>, [ehrId: EhrId, contributionId: string]>({
  name: 'version.anyOfContribution',
  text: guarded`select ${COLUMNS} ${FROM} where ehr_id = $1 and contribution_id = $2 limit 1`,
})

/** The audit of a contribution whose versions all have the same, which is then stored with them only. */
async function auditOfVersions(db: LimitedQueries, ehrId: EhrId, contributionId: string): Promise<string> {
  const [row] = await db.query(anyOfContribution, [ehrId, contributionId])
  return row ? auditIn(versionOf(row, null).envelope) : ''
}

export async function findContribution(
  db: LimitedQueries,
  ehrId: EhrId,
  contributionId: string,
): Promise<StoredContribution | undefined> {
  const [row] = await db.query(contributionById, [ehrId, contributionId])
  if (!row) return undefined
  const audit = row.audit || (await auditOfVersions(db, ehrId, contributionId))
  return { contributionId: row.contribution_id, committedAt: row.committed_at, audit }
}

const ofPartyContribution = sql<Row, [contributionId: string]>({
  name: 'version.ofPartyContribution',
  text: guarded`select ${WITH_DOCUMENT} ${FROM} where contribution_id = $1 order by commit_number`,
})
const partyContributions = sql<{ committed_at: Date; audit: string }, [contributionId: string]>({
  name: 'contribution.ofParties',
  text: guarded`select committed_at, audit from ${seen.contribution()} where contribution_id = $1 order by audit desc limit 1`,
})

/** A contribution to parties, with the versions of all of them. */
export async function findPartyContribution(
  db: LimitedQueries,
  contributionId: string,
): Promise<(StoredContribution & { readonly versions: readonly StoredVersion[] }) | undefined> {
  const [row] = await db.query(partyContributions, [contributionId])
  if (!row) return undefined
  const versions = await versionsOf(db, await db.query(ofPartyContribution, [contributionId]))
  const audit = row.audit || auditIn(versions[0]?.envelope ?? '')
  return { contributionId, committedAt: row.committed_at, audit, versions }
}

/** Searches all EHRs, this one first; used only if a client has chosen the id. */
const ownerOfObject = lookup<{ ehr_id: EhrId }, [ehrId: EhrId, objectId: ObjectId]>({
  seesAll: 'ids are unique across all EHRs',
  name: 'object.owner',
  key: OBJECT,
  text: guarded`select ehr_id from ${seen.versioned_object()} where object_id = key.object order by ehr_id <> key.ehr`,
})

/** A versioned object as a container. */
export interface StoredObject {
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly createdAt: Date
}

const objectById = lookup<
  { object_id: ObjectId; kind: Kind; created_at: Date },
  [ehrId: EhrId, objectId: ObjectId]
>({
  name: 'object.byId',
  key: OBJECT,
  text: guarded`select object_id, kind, created_at from ${seen.versioned_object()}
         where ehr_id = key.ehr and object_id = key.object`,
})

export async function findObject(
  db: LimitedQueries,
  ehrId: EhrId,
  objectId: ObjectId,
): Promise<StoredObject | undefined> {
  const row = await db.find(objectById, [ehrId, objectId])
  return row && { objectId: row.object_id, kind: row.kind, createdAt: row.created_at }
}

const claimant = sql<{ ehr_id: string }, [objectId: ObjectId]>({
  name: 'object.claimant',
  seesAll: 'ids are unique across all EHRs',
  text: 'select ehr_id from cairn.object_claim where object_id = $1',
})

/**
 * Finds the EHR that has an object with this id, deleted or not; this EHR is preferred. In a cluster one node says whose an id is that a
 * client chose. Ids that the server made have no claim there: all nodes are asked.
 */
export async function findOwner(
  db: LimitedQueries,
  ehrId: EhrId,
  objectId: ObjectId,
): Promise<string | undefined> {
  if (!db.isDistributed || isMadeByServer(objectId))
    return (await db.find(ownerOfObject, [ehrId, objectId]))?.ehr_id
  if (await findObject(db, ehrId, objectId)) return ehrId
  return (await db.query(claimant, [objectId]))[0]?.ehr_id
}
