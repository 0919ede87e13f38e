/** Whole documents of one EHR, the newest first: trends are read from what they hold, whatever the template. */
import type { CairnClient } from '@cairn-ehr/client'
import { isObject, type RmObject } from '../../display/rm-object.ts'

const DOCUMENTS = `SELECT c FROM EHR e CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr ORDER BY c/context/start_time/value DESC`

export const MOST_DOCUMENTS = 300

export async function latestDocuments(
  cairn: CairnClient,
  ehr: string,
  signal: AbortSignal,
): Promise<RmObject[]> {
  const body = { q: DOCUMENTS, offset: 0, fetch: MOST_DOCUMENTS, query_parameters: { ehr } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return rows.map(([document]) => document).filter(isObject)
}
