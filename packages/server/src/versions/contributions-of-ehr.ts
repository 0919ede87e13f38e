/** Contributions EHR by EHR, for a check that goes through all of them once. */

import { guarded, open, seen } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'

export interface CountedContribution {
  readonly contributionId: string
  /** Empty if all its versions have the same. */
  readonly audit: string
  readonly committedAt: Date
  /** The number of its versions, including those that were erased with their episode. */
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

const after = sql<Row, [ehrId: EhrId, contributionId: string, limit: number]>({
  name: 'contribution.after',
  // GROUP BY is for the nodes of a cluster, which count nothing for a row of another table without it.
  text: guarded`select c.ehr_id, c.contribution_id, c.audit, c.committed_at, coalesce((select count(*) from ${seen.version('v')}
             where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id group by v.ehr_id), 0) as versions
         from ${seen.contribution('c')} where (c.ehr_id, c.contribution_id) > ($1::uuid, $2::uuid)
         order by c.ehr_id, c.contribution_id limit $3`,
})

const removed = sql<{ contribution_id: string; versions: number }>({
  name: 'contribution.removed',
  seesAll: 'reads no records',
  text: guarded`select r.key as contribution_id, sum(r.value::text::integer) as versions
         from ${open.audit_event} e, jsonb_each(e.detail -> 'removed') r where e.may_remove and e.detail -> 'removed' is not null group by r.key`,
})

const NIL = '00000000-0000-0000-0000-000000000000'
const PAGE = 500

/** Numbers of versions that were physically deleted, by contribution. */
export const removedVersions = async (db: LimitedQueries): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.query(removed)).map(row => [row.contribution_id, row.versions]))

/** Must be called for EHRs in the order of their ids; EHRs in between are skipped. */
export async function contributionReader(
  db: LimitedQueries,
): Promise<(ehrId: EhrId) => Promise<readonly CountedContribution[]>> {
  const gone = await removedVersions(db)
  let page: readonly Row[] = []
  let at = 0
  let last: Pick<Row, 'ehr_id' | 'contribution_id'> = { ehr_id: NIL as EhrId, contribution_id: NIL }
  let isOver = false

  const peek = async (): Promise<Row | undefined> => {
    if (at >= page.length && !isOver) {
      page = await db.query(after, [last.ehr_id, last.contribution_id, PAGE])
      at = 0
      last = page.at(-1) ?? last
      isOver = page.length === 0
    }
    return page[at]
  }
  return async ehrId => {
    const found: CountedContribution[] = []
    for (let row = await peek(); row && row.ehr_id <= ehrId; row = await peek()) {
      at += 1
      if (row.ehr_id === ehrId)
        found.push({
          contributionId: row.contribution_id,
          audit: row.audit,
          committedAt: row.committed_at,
          versions: row.versions + (gone.get(row.contribution_id) ?? 0),
        })
    }
    return found
  }
}
