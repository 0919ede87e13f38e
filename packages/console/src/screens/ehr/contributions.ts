/** The contributions of an EHR with the versions of compositions that each made. */
import type { CairnClient } from '@cairn-ehr/client'

interface CommittedVersion {
  readonly uid: string
  readonly name: string
  readonly change: string
}

export interface ContributionRow {
  readonly uid: string
  readonly time: string
  readonly committer: string
  readonly versions: readonly CommittedVersion[]
}

const VERSIONS = `SELECT v/contribution/id/value AS contribution, v/commit_audit/time_committed/value AS time,
  v/commit_audit/committer/name AS committer, v/commit_audit/change_type/value AS change,
  v/uid/value AS uid, c/name/value AS name
FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr
ORDER BY v/commit_audit/time_committed/value DESC`

const MOST_VERSIONS = 1000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Rows of one contribution follow each other or not: the order is that of the first. */
export function contributionsIn(rows: readonly (readonly unknown[])[]): ContributionRow[] {
  const found = new Map<string, ContributionRow & { versions: CommittedVersion[] }>()
  for (const [contribution, time, committer, change, uid, name] of rows) {
    const key = text(contribution)
    const known = found.get(key) ?? { uid: key, time: text(time), committer: text(committer), versions: [] }
    known.versions.push({ uid: text(uid), name: text(name), change: text(change) })
    found.set(key, known)
  }
  return [...found.values()]
}

export async function contributionsOf(
  cairn: CairnClient,
  ehr: string,
  signal: AbortSignal,
): Promise<ContributionRow[]> {
  const body = { q: VERSIONS, offset: 0, fetch: MOST_VERSIONS, query_parameters: { ehr } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return contributionsIn(rows)
}
