/** The eleven fields that every record begins with, as SQL: one list, for a page of records and for a single one. */
import { seen, sqlConstant } from '../access/index.ts'
import type { ObjectId } from '../ids/index.ts'
import { EPISODE_COLUMNS, EPISODE_OF_RECORD } from '../versions/companions/index.ts'
import { versionUid } from '../versions/index.ts'
import { rubric } from '../versions/printed/index.ts'
import { type Datamap, FINDINGS_FIELD, type FixedName, fixedNames } from './model.ts'

/** Over `o` (cairn.versioned_object) and `v` (the latest cairn.version of it), with the joins below. */
const COLUMNS = sqlConstant`o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from ${seen.finding('f')}
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings`

export const FIXED_COLUMNS = sqlConstant`${EPISODE_COLUMNS}, ${COLUMNS}`

/** Those of a party, which is in no episode: without the joins. */
export const PARTY_COLUMNS = COLUMNS

/** Joins for a FROM with `o` and `v`; they keep exactly one row for each. */
export const FIXED_JOINS = EPISODE_OF_RECORD

/** A row of these columns. */
export interface FixedRow {
  episode_uid: string
  episode_id: string
  episode_status: string
  episode_start: string
  episode_end: string
  uid: ObjectId
  version_object_id: number
  artefact_id: number
  version_tree_id: number
  system_id: string
  lifecycle: number
  /** Number of template rules that the record breaks; null for none. */
  findings: number | null
}

export type FixedFields = Readonly<
  Partial<Record<FixedName, string | number>> & { [FINDINGS_FIELD]?: number }
>

const allFields = (row: FixedRow): Readonly<Record<FixedName, string | number>> => ({
  vuid: versionUid({ objectId: row.uid, systemId: row.system_id, version: row.version_tree_id }),
  episode_uid: row.episode_uid,
  episode_id: row.episode_id,
  episode_status: row.episode_status,
  episode_start: row.episode_start,
  episode_end: row.episode_end,
  uid: row.uid,
  version_object_id: row.version_object_id,
  version_tree_id: row.version_tree_id,
  artefact_id: row.artefact_id,
  trunk_lifecycle_state: rubric('version lifecycle state', row.lifecycle),
})

/** In the order of docs/interface.md, section 2.5. */
export function fixedFieldsOf(row: FixedRow, datamap: Pick<Datamap, 'party'>): FixedFields {
  const all = allFields(row)
  return {
    ...Object.fromEntries(fixedNames(datamap).map(name => [name, all[name]])),
    ...(row.findings === null ? {} : { [FINDINGS_FIELD]: row.findings }),
  }
}
