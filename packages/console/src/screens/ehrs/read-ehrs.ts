/** Reads a part of the list of EHRs: first its ids, then what is shown of each. A text that no subject id begins with is looked for inside of them. */
import type { CairnClient } from '@cairn-ehr/client'
import { type EhrRow, type EhrSearch, ehrDetailsQuery, ehrPageQuery, ehrRows } from './ehr-query.ts'

export async function readEhrs(
  cairn: CairnClient,
  search: EhrSearch,
  { offset, fetch }: { readonly offset: number; readonly fetch: number },
  signal: AbortSignal,
): Promise<readonly EhrRow[]> {
  const { rows } = await cairn.query.adhocPost({ body: ehrPageQuery(search, offset, fetch) }, { signal })
  if (rows.length === 0 && offset === 0 && search.q !== undefined && search.isPart !== true)
    return readEhrs(cairn, { ...search, isPart: true }, { offset, fetch }, signal)
  if (rows.length === 0) return []
  const ehrIds = rows.map(([ehrId]) => String(ehrId))
  const details = await cairn.query.adhocPost(
    { body: { ...ehrDetailsQuery(ehrIds), offset: 0, fetch } },
    { signal },
  )
  return ehrRows(ehrIds, details.rows)
}
