/** Fills the rows of published datamaps: the columns of each record, from its document, as a list of the datamap shows them. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Database, Queries } from '../../db/index.ts'
import type { TemplateShelf } from '../../definitions/index.ts'
import { documentsOf, openWithoutIdentity, replacedEhrId, type TextsByTemplate } from '../../query/index.ts'
import { versionUid } from '../../versions/index.ts'
import { checkDatamap } from '../definition/compile.ts'
import { readDefinition } from '../definition/definition.ts'
import type { Datamap } from '../model.ts'
import { recordOf } from '../record.ts'
import {
  claimPublications,
  type DuePublication,
  type FilledRow,
  findStale,
  putRows,
  type Searched,
  type StaleRecord,
  settlePublication,
} from './fill-store.ts'
import type { Publication } from './store.ts'
import { cellsOf, recordTable, type Table } from './tables.ts'

export interface FillNeeds {
  readonly db: Database
  readonly shelf: TemplateShelf
  /** Keys what replaces the identity of patients. */
  readonly identityKey: string
  readonly texts: TextsByTemplate
}

/** Records of one transaction: few, since a server does nothing else while it reads their documents. */
const BATCH = 100

/** The datamap as it was published. Undefined if its template was deleted: then there are no records. */
export async function publishedDatamap(
  shelf: TemplateShelf,
  { definition, format, template_key }: Pick<Publication, 'definition' | 'format' | 'template_key'>,
): Promise<Datamap | undefined> {
  const template = await shelf.byKey(template_key)
  return template && checkDatamap(readDefinition(definition, format).definition, template.template).datamap
}

const vuidOf = ({ object_id, system_id, version }: StaleRecord): string =>
  versionUid({ objectId: object_id, systemId: system_id, version })

interface Filling {
  readonly publication: Publication
  readonly datamap: Datamap
  readonly table: Table
  readonly identityKey: string
  readonly texts: TextsByTemplate
}

/** By commit number. */
type Documents = ReadonlyMap<number, RmObject>

/** Makes the row of a record from its document. */
type FillRow = (record: StaleRecord, document: RmObject) => FilledRow

const fillAsStored =
  ({ datamap, table }: Filling): FillRow =>
  (record, document) => ({
    record,
    cells: JSON.stringify(cellsOf(table, recordOf(datamap.columns, document))),
    shownEhrId: record.ehr_id,
    vuid: vuidOf(record),
  })

const uidOf = ({ uid }: RmObject): string => (isRmObject(uid) ? String(uid['value']) : '')

/** By the code that takes the identity away from records of queries (decision 0066). */
async function fillWithoutIdentity(
  db: Queries,
  { datamap, table, identityKey, texts }: Filling,
  records: readonly StaleRecord[],
): Promise<FillRow> {
  const show = await openWithoutIdentity(identityKey, texts)(db, records)
  return (record, data) => {
    const uid = { _type: 'OBJECT_VERSION_ID', value: vuidOf(record) }
    const shown = show({ _type: 'ORIGINAL_VERSION', uid, data }, record)
    return {
      record,
      cells: JSON.stringify(cellsOf(table, recordOf(datamap.columns, shown['data']))),
      shownEhrId: replacedEhrId(identityKey, record.ehr_id),
      vuid: uidOf(shown),
    }
  }
}

/** One transaction: finds records, reads their documents and stores their rows. Returns the records. */
async function fillBatch(
  db: Queries,
  filling: Filling,
  searched: Searched,
  after: number,
): Promise<readonly StaleRecord[]> {
  const { publication } = filling
  const records = await findStale(db, searched, publication, { after, most: BATCH })
  if (records.length === 0) return records
  const found = await documentsOf(
    db,
    records.map(({ ehr_id }) => ehr_id),
    records.map(({ commit_number }) => commit_number),
  )
  const documents: Documents = new Map(
    found.map(({ commit_number, data }) => [commit_number, JSON.parse(data) as RmObject]),
  )
  const fill = publication.without_identity
    ? await fillWithoutIdentity(db, filling, records)
    : fillAsStored(filling)
  const rows = records.flatMap(record => {
    const document = documents.get(record.commit_number)
    return document ? [fill(record, document)] : []
  })
  if (rows.length > 0) await putRows(db, publication.publication, rows)
  return records
}

/** Fills rows until every record that is found has one. `filled` is told how many there are so far. */
export async function fillRows(
  { db, shelf, identityKey, texts }: FillNeeds,
  publication: Publication,
  { searched, after }: { readonly searched: Searched; readonly after: number },
  filled: (rows: number) => void = () => {},
): Promise<number> {
  const datamap = await publishedDatamap(shelf, publication)
  if (!datamap) return 0
  const filling = { publication, datamap, table: recordTable(datamap.columns), identityKey, texts }
  let rows = 0
  for (let from = after; ; ) {
    const records = await db.transaction(queries => fillBatch(queries, filling, searched, from))
    rows += records.length
    filled(rows)
    if (records.length < BATCH) return rows
    from = records.at(-1)?.position ?? from
  }
}

async function keepUp(needs: FillNeeds, due: DuePublication): Promise<void> {
  const { filled_to, next_to, is_settled } = due
  const isCompared = is_settled === true && (filled_to === null || due.is_comparison_due)
  const after = filled_to ?? next_to
  if (isCompared) await fillRows(needs, due, { searched: 'all', after: 0 })
  else if (after !== null) await fillRows(needs, due, { searched: 'committed', after })
  if (is_settled !== false) await settlePublication(needs.db, due, is_settled ? next_to : null, isCompared)
}

/** Brings the rows of all published datamaps up to date. A server does it every few seconds. */
export async function fillPublished(needs: FillNeeds): Promise<void> {
  for (const due of await claimPublications(needs.db)) await keepUp(needs, due)
}
