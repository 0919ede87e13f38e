/** The entries that the first page of an EHR is made of, and the queries for them. */
import type { CairnClient } from '@cairn-ehr/client'
import type { ArchetypeDefinition } from '../../../display/clinical/definition.ts'
import { isObject, type RmObject } from '../../../display/rm-object.ts'
import { archetypesOf, textOf } from '../timeline/records.ts'

export interface EntryRow {
  /** Version uid of the record. */
  readonly uid: string
  /** The time of the record, else that of its commit. */
  readonly time: string
  readonly record: string
  /** The record is a list that is kept up to date. */
  readonly isKept: boolean
  readonly entry: RmObject
}

/** Categories of the openEHR terminology: persistent, episodic. */
const KEPT = new Set(['431', '451'])

function rowOf([uid, record, category, time, committed, entry]: readonly unknown[]): EntryRow[] {
  if (!isObject(entry)) return []
  return [
    {
      uid: textOf(uid),
      record: textOf(record),
      isKept: KEPT.has(textOf(category)),
      time: textOf(time) || textOf(committed),
      entry,
    },
  ]
}

/** The latest entries of some archetypes. */
export async function entriesOf(
  cairn: CairnClient,
  ehr: string,
  definitions: readonly ArchetypeDefinition[],
  most: number,
  signal: AbortSignal,
): Promise<EntryRow[]> {
  const archetypes = archetypesOf(definitions)
  if (archetypes === '') return []
  const q = `SELECT c/uid/value AS uid, c/name/value AS record, c/category/defining_code/code_string AS category,
  c/context/start_time/value AS time, v/commit_audit/time_committed/value AS committed, x AS entry
FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c CONTAINS ENTRY x
WHERE e/ehr_id/value = $ehr AND x/archetype_node_id MATCHES {${archetypes}}
ORDER BY c/context/start_time/value DESC, v/commit_audit/time_committed/value DESC`
  const body = { q, offset: 0, fetch: most, query_parameters: { ehr } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return rows.flatMap(rowOf)
}
