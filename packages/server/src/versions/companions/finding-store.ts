/** All SQL about findings: rules of templates that leniently committed versions break. */

import type { Finding } from '@cairn-ehr/openehr'
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, lookup, sql } from '../../db/index.ts'
import { columnsOf, insertRows } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'

interface VersionKey {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly version: number
}

/** The rules that one version breaks. */
export interface VersionFindings extends VersionKey {
  readonly systemId: string
  readonly committedAt: Date
  readonly templateId: string | null
  /** The number of findings; the list may be shorter. */
  readonly total: number
  readonly findings: readonly Finding[]
}

/** Most findings that are stored for a version; a validator may find 10,000. */
const MOST_KEPT = 100

const findingRows = insertRows<VersionKey & { readonly total: number; readonly findings: unknown }>({
  name: 'finding.insert',
  table: 'finding',
  columns: columnsOf('finding', {
    ehr_id: row => row.ehrId,
    object_id: row => row.objectId,
    version: row => row.version,
    total: row => row.total,
    findings: row => JSON.stringify(row.findings),
  }),
})

/** Findings of any number of versions. */
export const insertAllFindings = findingRows.write

export async function insertFindings(
  db: LimitedQueries,
  key: VersionKey,
  findings: readonly Finding[],
): Promise<void> {
  const kept = findings.slice(0, MOST_KEPT).map(({ path, code, message }) => ({ path, code, message }))
  await findingRows.write(db, [{ ...key, total: findings.length, findings: kept }])
}

interface Row {
  ehr_id: EhrId
  object_id: ObjectId
  version: number
  system_id: string
  committed_at: Date
  template_id: string | null
  total: number
  findings: Finding[]
}

const page = sql<
  Row,
  [
    ehrId: EhrId,
    objectId: ObjectId,
    version: number,
    ofEhr: string | null,
    templateId: string | null,
    limit: number,
  ]
>({
  name: 'finding.page',
  text: guarded`select f.ehr_id, f.object_id, f.version, v.system_id, v.committed_at, t.template_id, f.total, f.findings
         from ${seen.finding('f')}
         join ${seen.version('v')} using (ehr_id, object_id, version)
         left join ${seen.template('t')} using (template_key)
         where (f.ehr_id, f.object_id, f.version) > ($1::uuid, $2::uuid, $3)
           and ($4::uuid is null or f.ehr_id = $4) and ($5::text is null or t.template_id = $5)
         order by f.ehr_id, f.object_id, f.version limit $6`,
})

const NIL = '00000000-0000-0000-0000-000000000000'
const START: VersionKey = { ehrId: NIL as EhrId, objectId: NIL as ObjectId, version: 0 }

export interface FindingFilter {
  readonly ehrId: EhrId | undefined
  readonly templateId: string | undefined
  /** The last version of the page before. */
  readonly after: VersionKey | undefined
}

/** Versions with findings: EHR by EHR, object by object, the first version first. */
export async function findFindings(
  db: LimitedQueries,
  { ehrId, templateId, after = START }: FindingFilter,
  limit: number,
): Promise<VersionFindings[]> {
  const { objectId, version } = after
  const values = [after.ehrId, objectId, version, ehrId ?? null, templateId ?? null, limit] as const
  const rows = await db.query(page, [...values])
  return rows.map(row => ({
    ehrId: row.ehr_id,
    objectId: row.object_id,
    version: row.version,
    systemId: row.system_id,
    committedAt: row.committed_at,
    templateId: row.template_id,
    total: row.total,
    findings: row.findings,
  }))
}

const any = sql<{ has: boolean }>({
  name: 'finding.any',
  text: guarded`select exists (select 1 from ${seen.finding()}) as has`,
})

/** Returns true if any version has findings. */
export async function hasFindings(db: LimitedQueries): Promise<boolean> {
  return (await db.query(any))[0]?.has === true
}

/** Counting stops at this number. */
const MOST_COUNTED = 1000

const count = lookup<{ versions: number }, [ehrId: EhrId | null]>({
  name: 'finding.count',
  key: { ehr: 'uuid' },
  text: guarded`select count(*)::integer as versions from (
           select 1 from ${seen.finding('f')}
           where (key.ehr is null or f.ehr_id = key.ehr) and not exists (
             select 1 from ${seen.version('n')}
             where n.ehr_id = f.ehr_id and n.object_id = f.object_id and n.version > f.version)
           limit ${MOST_COUNTED}) counted`,
})

/** Counts objects with findings in their latest version, in one EHR or in all; at most `MOST_COUNTED`. */
export async function countFindings(db: LimitedQueries, ehrId: EhrId | undefined): Promise<number> {
  return (await db.find(count, [ehrId ?? null]))?.versions ?? 0
}
