/** Contributions with the numbers of their versions, for a check. */

import { guarded, open, seen } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'

export interface CountedContribution {
  readonly ehrId: EhrId
  readonly contributionId: string
  /** Empty if all its versions have the same. */
  readonly audit: string
  readonly committedAt: Date
  /** The number of its versions, without those that were erased with their episode. */
  readonly versions: number
}

interface Row {
  ehr_id: EhrId
  contribution_id: string
  /** Empty if all its versions have the same. */
  audit: string
  committed_at: Date
  versions: number
}

const ofEhrs = sql<Row, [ehrIds: readonly EhrId[]]>({
  name: 'contribution.ofEhrs',
  // GROUP BY is for the nodes of a cluster, which count nothing for a row of another table without it.
  text: guarded`select c.ehr_id, c.contribution_id, c.audit, c.committed_at, coalesce((select count(*) from ${seen.version('v')}
             where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id group by v.ehr_id), 0) as versions
         from ${seen.contribution('c')} where c.ehr_id = any($1::uuid[]) order by c.ehr_id, c.contribution_id`,
})

const removed = sql<{ contribution_id: string; versions: number }>({
  name: 'contribution.removed',
  seesAll: 'reads no records',
  text: guarded`select r.key as contribution_id, sum(r.value::text::integer) as versions
         from ${open.audit_event} e, jsonb_each(e.detail -> 'removed') r where e.may_remove and e.detail -> 'removed' is not null group by r.key`,
})

/** Numbers of versions that were physically deleted, by contribution. */
export const removedVersions = async (db: LimitedQueries): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.query(removed)).map(row => [row.contribution_id, row.versions]))

export const contributionsOf = async (
  db: LimitedQueries,
  ehrIds: readonly EhrId[],
): Promise<readonly CountedContribution[]> =>
  (await db.query(ofEhrs, [ehrIds])).map(row => ({
    ehrId: row.ehr_id,
    contributionId: row.contribution_id,
    audit: row.audit,
    committedAt: row.committed_at,
    versions: row.versions,
  }))
