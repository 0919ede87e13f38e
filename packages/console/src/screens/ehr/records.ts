/** The records of one EHR: the queries for them, and rows with names. */
import type { CairnClient } from '@cairn-ehr/client'
import { isObject, type RmObject } from '../../display/rm-object.ts'
import type { RecordRow } from './timeline.ts'

const RECORDS = `SELECT c/uid/value AS uid, c/name/value AS name, c/archetype_details/template_id/value AS template,
  c/context/start_time/value AS time, v/commit_audit/time_committed/value AS committed,
  v/commit_audit/committer/name AS committer, c/composer/name AS composer, c/category/value AS category
FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr
ORDER BY c/context/start_time/value DESC`

/** More than this is told, and asked for by a query. */
export const MOST_RECORDS = 2000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export interface Records {
  readonly rows: readonly RecordRow[]
  readonly hasMore: boolean
}

export async function recordsOf(cairn: CairnClient, ehr: string, signal: AbortSignal): Promise<Records> {
  const body = { q: RECORDS, offset: 0, fetch: MOST_RECORDS, query_parameters: { ehr } }
  const { rows, meta } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return {
    hasMore: meta.more === true,
    rows: rows.map(([uid, name, template, time, committed, committer, composer, category]) => ({
      uid: text(uid),
      name: text(name),
      template: text(template),
      time: text(time) || text(committed),
      committed: text(committed),
      committer: text(committer),
      composer: text(composer),
      category: text(category),
    })),
  }
}

/** Whole documents, the newest first: trends are read from what they hold, whatever the template. */
const DOCUMENTS = `SELECT c FROM EHR e CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr ORDER BY c/context/start_time/value DESC`

const MOST_DOCUMENTS = 300

export async function documentsOf(cairn: CairnClient, ehr: string, signal: AbortSignal): Promise<RmObject[]> {
  const body = { q: DOCUMENTS, offset: 0, fetch: MOST_DOCUMENTS, query_parameters: { ehr } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return rows.map(([document]) => document).filter(isObject)
}
