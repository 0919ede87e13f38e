/** The short columns of a version. */
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { Kind } from '../model.ts'

export interface ShortColumns {
  readonly ehr_id: EhrId
  readonly object_id: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly contribution_id: string
  readonly committed_at: Date
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly system_id: string
}

export const SHORT_COLUMNS = `ehr_id, object_id, kind, version, contribution_id, committed_at, change_type, lifecycle,
  template_key, system_id`

export const columnsIn = (row: ShortColumns) => ({
  ehrId: row.ehr_id,
  objectId: row.object_id,
  kind: row.kind,
  version: row.version,
  contributionId: row.contribution_id,
  committedAt: row.committed_at,
  changeType: row.change_type,
  lifecycle: row.lifecycle,
  templateKey: row.template_key,
  systemId: row.system_id,
})
