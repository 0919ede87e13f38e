/** Documents from the database, a few at a time, as the evaluator takes them. */
import type { EhrData } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { guarded } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { documentTexts } from '../../versions/packing/index.ts'
import { printVersion, timestamp } from '../../versions/printed/index.ts'
import type { Narrowing } from './demand.ts'
import type { Reading } from './reading.ts'
import { type DocumentRow, documentsSql, linkedSql, type Sql, storedVersion } from './store.ts'

/** Documents that are read ahead: enough to hide round trips, few enough to keep memory small. */
const BATCH_CHARACTERS = 4 * 1024 * 1024
const MOST_ROWS = 512
const FIRST_ROWS = 32

const declared = ({ text }: Sql) =>
  sql<never, readonly unknown[]>({
    name: 'query.declare',
    text: guarded`declare documents no scroll cursor for ${text}`,
    prepare: false,
  })

const fetching = (count: number) =>
  sql<DocumentRow>({
    name: 'query.fetch',
    text: guarded`fetch ${count} from documents`,
    prepare: false,
  })

/** Makes of a stored version the one that a query sees. */
type ShowVersion = (version: RmObject, row: DocumentRow) => RmObject

/** Looks up what the versions of a batch need to be shown. */
export type OpenVersions = (db: LimitedQueries, rows: readonly DocumentRow[]) => Promise<ShowVersion>

/** Versions as they are stored. */
export const asStored: OpenVersions = async () => version => version

/** A row with the text of its document. */
interface LoadedRow {
  readonly row: DocumentRow
  readonly text: string | null
  readonly show: ShowVersion
}

type Load = (rows: readonly DocumentRow[]) => Promise<readonly LoadedRow[]>

const loading =
  (db: LimitedQueries, open: OpenVersions): Load =>
  async rows => {
    const texts = await documentTexts(db, rows)
    const show = await open(db, rows)
    return rows.map((row, at) => ({ row, text: texts[at] ?? null, show }))
  }

/** Needs a transaction: the cursor lives in it, and all batches see the same moment. */
async function* batches(
  db: LimitedQueries,
  documents: Sql,
  load: Load,
): AsyncGenerator<readonly LoadedRow[]> {
  await db.execute(declared(documents), documents.values)
  for (let count = FIRST_ROWS; ; ) {
    const rows = await load(await db.query(fetching(count)))
    if (rows.length > 0) yield rows
    if (rows.length < count) return
    const size = rows.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) / rows.length
    count = Math.max(1, Math.min(MOST_ROWS, 2 * count, Math.floor(BATCH_CHARACTERS / (size + 1))))
  }
}

/** Yields documents that belong together, unit by unit (`unitOf`). */
export async function* recordsOf(
  db: LimitedQueries,
  reading: Reading,
  narrowing: Narrowing,
  open: OpenVersions,
): AsyncGenerator<readonly EhrData[]> {
  const load = loading(db, open)
  const rows = batches(db, documentsSql(reading, narrowing, db.isDistributed), load)
  if (reading.unit === 'version') yield* oneByOne({ db, load }, reading, rows)
  else if (reading.unit === 'ehr') for await (const ehr of byEhr(rows)) yield [ehr]
  else {
    const ehrs: EhrData[] = []
    for await (const ehr of byEhr(rows)) ehrs.push(ehr)
    yield ehrs
  }
}

interface LinkNeeds {
  readonly db: LimitedQueries
  readonly load: Load
}

async function* oneByOne(
  needs: LinkNeeds,
  { linked }: Reading,
  rows: AsyncIterable<readonly LoadedRow[]>,
): AsyncGenerator<readonly EhrData[]> {
  let links: Links | undefined
  for await (const batch of rows) {
    if (linked.length > 0 && !isMuch(linked)) links = await linksOf(needs, batch, linked)
    for (const each of batch) {
      const { row } = each
      if (isMuch(linked) && !links?.has(row.ehr_id)) links = await linksOf(needs, [each], linked)
      yield [
        { ...ehrOf(row), versions: [versionOf(each)], ...(links && { linked: links.get(row.ehr_id) ?? [] }) },
      ]
    }
  }
}

type Links = ReadonlyMap<string, readonly RmObject[]>

/** A status and a directory are little, and read for a batch at once; the rest is read for one EHR at a time. */
const isMuch = (linked: Reading['linked']): boolean => linked === 'history' || linked.includes('COMPOSITION')

/** The objects that references of the EHRs of these documents lead to. */
async function linksOf(
  { db, load }: LinkNeeds,
  batch: readonly LoadedRow[],
  linked: Reading['linked'],
): Promise<Links> {
  const ids = new Set(batch.map(({ row }) => row.ehr_id))
  const { text, values } = linkedSql([...ids], linked)
  const statement = sql<DocumentRow, readonly unknown[]>({ name: 'query.linked', text, prepare: false })
  const links = new Map([...ids].map((id): [string, RmObject[]] => [id, []]))
  for (const each of await load(await db.query(statement, values)))
    links.get(each.row.ehr_id)?.push(versionOf(each))
  return links
}

async function* byEhr(batches: AsyncIterable<readonly LoadedRow[]>): AsyncGenerator<EhrData> {
  let current: (EhrData & { readonly versions: RmObject[] }) | undefined
  for await (const batch of batches) {
    for (const each of batch) {
      const { row } = each
      if (current?.ehr_id !== row.ehr_id) {
        if (current) yield current
        current = { ...ehrOf(row), versions: [] }
      }
      if (row.object_id !== null) current.versions.push(versionOf(each))
    }
  }
  if (current) yield current
}

const ehrOf = (row: DocumentRow): Omit<EhrData, 'versions'> => ({
  ehr_id: row.ehr_id,
  system_id: row.ehr_system_id,
  time_created: timestamp(row.ehr_created_at),
})

/** The reference model's form, whatever profile the service speaks: paths of queries are the reference model's. */
const versionOf = ({ row, text, show }: LoadedRow): RmObject =>
  show(JSON.parse(printVersion(storedVersion(row, text), 'openehr')), row)
