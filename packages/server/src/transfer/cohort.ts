/** The EHRs that a query selects: a cohort. */

import type { WalPosition } from '../db/reads/index.ts'
import { type EhrId, readEhrId } from '../ids/index.ts'
import { BARE_CALL, type Executor, type Prepare, type ResultColumn } from '../query/index.ts'
import { Refusal } from '../refusal/index.ts'

export interface CohortCall {
  readonly q: string
  readonly clientId: string
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

const isEhrId = ({ name, path }: ResultColumn): boolean =>
  name === 'ehr_id' || (path ?? '').endsWith('ehr_id/value')

/** Runs the query to its last row, and keeps the values of its column of EHR ids. */
export async function findCohort(
  { executor, prepareWhole }: { readonly executor: Executor; readonly prepareWhole: Prepare },
  { q, clientId, signal, after }: CohortCall,
): Promise<readonly EhrId[]> {
  const running = await executor.run(prepareWhole(q, { ...BARE_CALL, after }), signal, clientId)
  const at = running.columns.findIndex(isEhrId)
  if (at < 0)
    throw new Refusal(
      'request.malformed',
      'The query of a cohort needs a column of EHR ids: SELECT e/ehr_id/value AS ehr_id ….',
    )
  const ids = new Set<EhrId>()
  for await (const row of running.rows) {
    const cells: readonly (readonly unknown[])[] =
      'json' in row ? (JSON.parse(`[${row.json}]`) as unknown[][]) : [row]
    for (const each of cells) {
      const id = typeof each[at] === 'string' ? readEhrId(each[at]) : undefined
      if (id !== undefined) ids.add(id)
    }
  }
  return [...ids]
}
