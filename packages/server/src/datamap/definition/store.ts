/** All SQL about the definitions of datamaps. */
import { deleteFrom, guarded, insertInto, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'

/** A definition as it stands in the database. */
export interface StoredDatamap {
  readonly name: string
  readonly uid: string
  readonly version: number
  /** The text as it was sent. */
  readonly definition: string
  readonly format: 'xml' | 'json'
  readonly templateId: string
  /** The version of the template that it was checked against when it was saved. */
  readonly templateKey: number
  readonly savedAt: Date
  readonly savedBy: string
}

/** The members that a cache compares. */
export type DatamapHead = Pick<StoredDatamap, 'uid' | 'version' | 'templateId' | 'templateKey'>

export type NewDatamap = Omit<StoredDatamap, 'uid' | 'version' | 'savedAt'>

interface HeadRow {
  uid: string
  version: number
  template_id: string
  template_key: number
}

interface Row extends HeadRow {
  name: string
  definition: string
  format: 'xml' | 'json'
  saved_at: Date
  saved_by: string
}

const HEAD = 'uid, version, template_id, template_key'
const COLUMNS = `name, ${HEAD}, definition, format, saved_at, saved_by`

const headOf = (row: HeadRow): DatamapHead => ({
  uid: row.uid,
  version: row.version,
  templateId: row.template_id,
  templateKey: row.template_key,
})

const storedOf = (row: Row): StoredDatamap => ({
  ...headOf(row),
  name: row.name,
  definition: row.definition,
  format: row.format,
  savedAt: row.saved_at,
  savedBy: row.saved_by,
})

const allNames = sql<{ name: string }>({
  name: 'datamap.names',
  text: guarded`select name from ${seen.datamap()} order by name collate "C"`,
})
const headByName = sql<HeadRow, [name: string]>({
  name: 'datamap.head',
  text: guarded`select ${HEAD} from ${seen.datamap()} where name = $1`,
})
const byName = sql<Row, [name: string]>({
  name: 'datamap.byName',
  text: guarded`select ${COLUMNS} from ${seen.datamap()} where name = $1`,
})
/** `expected`: ETags, one of which must be the current one; null: no condition. */
const put = sql<
  Row & { created: boolean },
  [
    name: string,
    definition: string,
    format: string,
    templateId: string,
    templateKey: number,
    savedBy: string,
    expected: readonly string[] | null,
  ]
>({
  name: 'datamap.put',
  seals: { kind: 'datamap', ids: ([id]) => [id] },
  text: guarded`${insertInto.datamap} as d (name, definition, format, template_id, template_key, saved_by)
         select $1, $2, $3, $4, $5, $6
         where $7::text[] is null or exists (select 1 from ${seen.datamap()} where name = $1)
         on conflict (name) do update set
           version = d.version + 1, definition = excluded.definition, format = excluded.format,
           template_id = excluded.template_id, template_key = excluded.template_key,
           saved_at = excluded.saved_at, saved_by = excluded.saved_by
         where $7::text[] is null or '*' = any($7::text[]) or d.uid || '::' || d.version = any($7::text[])
         returning ${COLUMNS}, xmax = 0 as created`,
})
/** Its publications would go with it, and their seals have to be written before. The row is locked, so that both go or none. */
const unpublish = sql<never, [name: string, expected: readonly string[] | null]>({
  name: 'datamap.unpublish',
  seals: { kind: 'published_datamap', ids: ([id]) => [id] },
  seesAll: 'who may delete a datamap takes it from its readers',
  text: `with held as materialized (
      select name from cairn.datamap where name = $1
        and ($2::text[] is null or '*' = any($2::text[]) or uid || '::' || version = any($2::text[])) for update
    )
    delete from cairn.published_datamap where datamap in (select name from held)`,
})
const remove = sql<{ template_id: string }, [name: string, expected: readonly string[] | null]>({
  name: 'datamap.remove',
  seals: { kind: 'datamap', ids: ([id]) => [id] },
  text: guarded`${deleteFrom.datamap({
    where: `name = $1
      and ($2::text[] is null or '*' = any($2::text[]) or uid || '::' || version = any($2::text[]))`,
  })} returning template_id`,
})

const allDatamaps = sql<Row>({
  name: 'datamap.all',
  text: guarded`select ${COLUMNS} from ${seen.datamap()} order by name collate "C"`,
})
const insertAs = sql<
  never,
  [
    name: string,
    uid: string,
    version: number,
    definition: string,
    format: string,
    templateId: string,
    templateKey: number,
    savedAt: Date,
    savedBy: string,
  ]
>({
  name: 'datamap.insertAs',
  seals: { kind: 'datamap', ids: ([id]) => [id] },
  text: guarded`${insertInto.datamap} (name, uid, version, definition, format, template_id, template_key, saved_at, saved_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
})

export const findAllDatamaps = async (db: LimitedQueries): Promise<StoredDatamap[]> =>
  (await db.query(allDatamaps)).map(storedOf)

/** Adds a definition of another server as it was there; false if the name is taken. */
export async function insertDatamapAs(db: LimitedQueries, datamap: StoredDatamap): Promise<boolean> {
  const { name, uid, version, definition, format, templateId, templateKey, savedAt, savedBy } = datamap
  const values = [name, uid, version, definition, format, templateId, templateKey, savedAt, savedBy] as const
  return (await db.execute(insertAs, [...values])) > 0
}

export const datamapNames = async (db: LimitedQueries): Promise<string[]> =>
  (await db.query(allNames)).map(({ name }) => name)

export async function findDatamapHead(db: LimitedQueries, name: string): Promise<DatamapHead | undefined> {
  const [row] = await db.query(headByName, [name])
  return row && headOf(row)
}

export async function findDatamap(db: LimitedQueries, name: string): Promise<StoredDatamap | undefined> {
  const [row] = await db.query(byName, [name])
  return row && storedOf(row)
}

/** The ETags of If-Match, or `*` for any; null without If-Match. */
export type ExpectedTags = readonly string[] | null

/** Returns undefined if the current definition is not an expected one. */
export async function putDatamap(
  db: LimitedQueries,
  { name, definition, format, templateId, templateKey, savedBy }: NewDatamap,
  expected: ExpectedTags,
): Promise<{ readonly stored: StoredDatamap; readonly created: boolean } | undefined> {
  const [row] = await db.query(put, [name, definition, format, templateId, templateKey, savedBy, expected])
  return row && { stored: storedOf(row), created: row.created }
}

/** Returns the id of its template; undefined if there is none, or not an expected one. */
export async function removeDatamap(
  db: LimitedQueries,
  name: string,
  expected: ExpectedTags,
): Promise<string | undefined> {
  await db.execute(unpublish, [name, expected])
  return (await db.query(remove, [name, expected]))[0]?.template_id
}
