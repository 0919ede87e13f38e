/** All SQL about one record: its latest version, or one just committed, with the fixed fields. */

import { type GuardedSql, guarded, seen, sqlConstant } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import type { Head, Kind, StoredVersion } from '../../versions/index.ts'
import {
  type DocumentColumns,
  documentColumns,
  documentText,
  documentTexts,
} from '../../versions/packing/index.ts'
import type { CompiledDatamap } from '../definition/datamap-shelf.ts'
import {
  FIXED_COLUMNS,
  FIXED_JOINS,
  type FixedFields,
  type FixedRow,
  fixedFieldsOf,
  PARTY_COLUMNS,
} from '../fixed-fields-store.ts'
import type { Datamap } from '../model.ts'

export interface StoredRecord {
  readonly ehrId: EhrId
  readonly head: Head
  readonly fields: FixedFields
  /** The composition, canonical JSON. */
  readonly data: string
}

interface Row extends FixedRow, DocumentColumns {
  ehr_id: EhrId
  committed_at: Date
  commit_number: number
  template_key: number | null
}

const select = (version: string | GuardedSql, fixed = FIXED_COLUMNS, joins = FIXED_JOINS): GuardedSql =>
  guarded`select o.ehr_id, ${fixed}, v.committed_at, v.commit_number, v.template_key, ${documentColumns('v')}
   from ${seen.versioned_object('o')}
   join lateral (
     select * from ${seen.version('l')} where l.ehr_id = o.ehr_id and l.object_id = o.object_id ${version}
   ) v on true
   ${joins}`

const LATEST = select('order by l.version desc limit 1')
/** The nodes of a cluster have no limit for each row of another table. */
const LATEST_ON_NODES = select(guarded`and not exists (select 1 from ${seen.version('n')}
  where n.ehr_id = l.ehr_id and n.object_id = l.object_id and n.version > l.version)`)
const IS_WANTED = 'o.object_id = $1 and o.artefact_id = $2'

/** Only records of the template that are not deleted. Two EHRs may have objects with the same id. */
const latest = sql<Row, [uid: string, artefactId: number]>({
  name: 'datamap.record',
  text: guarded`${LATEST} where ${IS_WANTED} limit 2`,
  distributed: guarded`${LATEST_ON_NODES} where ${IS_WANTED} limit 2`,
})
const latestInEhr = sql<Row, [uid: string, artefactId: number, ehrId: EhrId]>({
  name: 'datamap.recordInEhr',
  text: guarded`${LATEST} where ${IS_WANTED} and o.ehr_id = $3`,
})
/** On the database of parties. */
const latestParty = sql<Row, [uid: string, artefactId: number]>({
  name: 'datamap.party',
  text: guarded`${select('order by l.version desc limit 1', PARTY_COLUMNS, sqlConstant``)} where ${IS_WANTED}`,
})
const committed = sql<Row, [ehrId: EhrId, uid: string, version: number]>({
  name: 'datamap.committed',
  text: guarded`${select('and l.version = $3')} where o.ehr_id = $1 and o.object_id = $2`,
})

const recordOfRow = (row: Row, datamap: Pick<Datamap, 'party'>, text: string | null): StoredRecord => ({
  ehrId: row.ehr_id,
  head: {
    objectId: row.uid,
    kind: (datamap.party ?? 'COMPOSITION') as Kind,
    version: row.version_tree_id,
    systemId: row.system_id,
    committedAt: row.committed_at,
    commitNumber: row.commit_number,
    lifecycle: row.lifecycle,
    templateKey: row.template_key,
    deleted: false,
  },
  fields: fixedFieldsOf(row, datamap),
  data: text ?? '',
})

const findRows = (
  db: LimitedQueries,
  { datamap, template: { artefactId } }: Shown,
  uid: string,
  ehrId: EhrId | undefined,
): Promise<readonly Row[]> => {
  if (ehrId !== undefined) return db.query(latestInEhr, [uid, artefactId, ehrId])
  return db.query(datamap.party === undefined ? latest : latestParty, [uid, artefactId])
}

type Shown = Pick<CompiledDatamap, 'datamap' | 'template'>

/** `db`: the database of parties for a datamap of those. */
export async function findRecords(
  db: LimitedQueries,
  shown: Shown,
  uid: string,
  ehrId: EhrId | undefined,
): Promise<StoredRecord[]> {
  const rows = await findRows(db, shown, uid, ehrId)
  const texts = await documentTexts(db, rows)
  return rows.map((row, at) => recordOfRow(row, shown.datamap, texts[at] ?? null))
}

/** Finds a committed version, even if there are newer ones. */
export async function findCommitted(
  db: LimitedQueries,
  { ehrId, objectId, version }: Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>,
  { datamap, template: { artefactId } }: Shown,
): Promise<StoredRecord | undefined> {
  const [row] = await db.query(committed, [ehrId, objectId, version])
  return row && recordOfRow({ ...row, artefact_id: artefactId }, datamap, await documentText(db, row))
}
