/** All records of a database as the reference evaluator takes them, read without any of the ways that queries read them. */

import type { EhrData } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import type { EhrId, ObjectId } from '../../packages/server/src/ids/index.ts'
import type { Kind } from '../../packages/server/src/versions/index.ts'
import {
  type DocumentColumns,
  documentColumns,
  documentText,
} from '../../packages/server/src/versions/packing/index.ts'
import { printVersion, restoreEnvelope, timestamp } from '../../packages/server/src/versions/printed/index.ts'

interface Row extends DocumentColumns {
  readonly ehr_id: EhrId
  readonly ehr_system: string
  readonly ehr_created: Date
  readonly object_id: ObjectId | null
  readonly version: number
  readonly kind: Kind
  readonly system_id: string
  readonly contribution_id: string
  readonly committed_at: Date
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly envelope: string
}

const everything = (schema: 'cairn' | 'cairn_party') =>
  sql<Row>({
    name: `test.everything ${schema}`,
    text: `select e.ehr_id, ${schema === 'cairn' ? 'e.system_id' : "''"} as ehr_system, e.created_at as ehr_created, v.object_id, v.version,
             v.kind, v.system_id, v.contribution_id, v.committed_at, v.change_type, v.lifecycle, v.template_key, v.envelope,
             ${documentColumns('v')}
           from ${schema}.ehr e left join ${schema}.version v on v.ehr_id = e.ehr_id and v.kind not in ('EHR_ACCESS', 'EPISODE')
           order by e.created_at, e.ehr_id, v.commit_number`,
  })

const columnsOf = (row: Row) => ({
  systemId: row.system_id,
  committedAt: row.committed_at,
  changeType: row.change_type,
  lifecycle: row.lifecycle,
  templateKey: row.template_key,
})

/** A party is a record of its own. */
export const allParties = (db: Database) => allRecords(db, 'cairn_party')

export async function allRecords(
  db: Database,
  schema: 'cairn' | 'cairn_party' = 'cairn',
): Promise<readonly EhrData[]> {
  const ehrs = new Map<string, EhrData & { readonly versions: RmObject[] }>()
  for (const row of await db.query(everything(schema))) {
    const { ehr_id, object_id: objectId, contribution_id: contributionId, ...rest } = row
    const ehr = ehrs.get(ehr_id) ?? {
      ehr_id,
      system_id: row.ehr_system,
      time_created: timestamp(row.ehr_created),
      versions: [],
    }
    ehrs.set(ehr_id, ehr)
    if (objectId === null) continue
    const data = await documentText(db, row)
    const envelope = restoreEnvelope(row.envelope, columnsOf(row))
    const stored = {
      ...columnsOf(row),
      ...rest,
      otherInputs: [],
      envelope,
      data,
      ehrId: ehr_id,
      objectId,
      contributionId,
    }
    ehr.versions.push(JSON.parse(printVersion(stored, 'openehr')))
  }
  return [...ehrs.values()]
}
