/** All SQL about published datamaps, their readers and their rows. */
import { type Queries, sql } from '../../db/index.ts'

/** A published datamap with the definition that it was published with. */
export interface Publication {
  readonly publication: number
  readonly datamap: string
  readonly without_identity: boolean
  readonly definition: string
  readonly format: 'xml' | 'json'
  readonly template_key: number
  readonly artefact_id: number
  readonly etag: string
  readonly views: readonly string[]
}

const COLUMNS =
  'publication, datamap, without_identity, definition, format, template_key, artefact_id, etag, views'

const all = sql<Publication>({
  name: 'publish.all',
  text: `select ${COLUMNS} from cairn.published_datamap order by datamap, without_identity`,
})

export const findPublications = (db: Queries): Promise<readonly Publication[]> => db.query(all)

/** One at a time, so that two do not choose the same name for their views. */
const takeTurn = sql({
  name: 'publish.takeTurn',
  text: "select pg_advisory_xact_lock(hashtextextended('cairn.publish', 0))",
})

export const takePublishTurn = async (db: Queries): Promise<void> => void (await db.execute(takeTurn))

/** Rows of another definition are removed; those of the same one stay. */
const put = sql<
  { publication: number },
  [
    datamap: string,
    withoutIdentity: boolean,
    definition: string,
    format: string,
    templateKey: number,
    artefactId: number,
    etag: string,
    views: readonly string[],
  ]
>({
  name: 'publish.put',
  seals: { kind: 'published_datamap', ids: ([datamap]) => [datamap] },
  text: `with before as (
      select publication from cairn.published_datamap
      where datamap = $1 and without_identity = $2 and (definition, template_key) is distinct from ($3, $5::integer)
    ), emptied as (
      delete from cairn.datamap_row where publication in (select publication from before)
    )
    insert into cairn.published_datamap as p
      (datamap, without_identity, definition, format, template_key, artefact_id, etag, views)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (datamap, without_identity) do update set
      definition = excluded.definition, format = excluded.format, template_key = excluded.template_key,
      artefact_id = excluded.artefact_id, etag = excluded.etag, views = excluded.views, published_at = now(),
      filled_to = null, resets = p.resets + 1
    returning publication`,
})

export type NewPublication = Omit<Publication, 'publication'>

export async function putPublication(db: Queries, given: NewPublication): Promise<number> {
  const { datamap, without_identity, definition, format, template_key, artefact_id, etag, views } = given
  const values = [
    datamap,
    without_identity,
    definition,
    format,
    template_key,
    artefact_id,
    etag,
    views,
  ] as const
  const [row] = await db.query(put, [...values])
  if (!row) throw new Error('a publication is a row')
  return row.publication
}

const remove = sql<never, [datamap: string, publication: number]>({
  name: 'publish.remove',
  seals: { kind: 'published_datamap', ids: ([datamap]) => [datamap] },
  text: 'delete from cairn.published_datamap where datamap = $1 and publication = $2',
})

/** With its rows, its readers and its views. */
export const removePublication = (
  db: Queries,
  { datamap, publication }: Pick<Publication, 'datamap' | 'publication'>,
): Promise<number> => db.execute(remove, [datamap, publication])

export interface Reader {
  readonly datamap: string
  readonly publication: number
  readonly role: string
  readonly person_id: string | null
  /** Null: all records. */
  readonly reach: string | null
}

const readers = sql<Reader>({
  name: 'publish.readers',
  text: 'select datamap, publication, role, person_id, reach from cairn.datamap_reader order by publication, role',
})

export const findReaders = (db: Queries): Promise<readonly Reader[]> => db.query(readers)

const putOne = sql<
  never,
  [datamap: string, publication: number, role: string, personId: string | null, reach: string | null]
>({
  name: 'publish.putReader',
  seals: { kind: 'published_datamap', ids: ([datamap]) => [datamap] },
  text: `insert into cairn.datamap_reader (datamap, publication, role, person_id, reach) values ($1, $2, $3, $4, $5)
    on conflict (publication, role) do update set person_id = excluded.person_id, reach = excluded.reach`,
})

export const putReader = (db: Queries, reader: Reader): Promise<number> =>
  db.execute(putOne, [reader.datamap, reader.publication, reader.role, reader.person_id, reader.reach])

/** Not if an operator gave the role other rights meanwhile. */
const changeOne = sql<
  never,
  [datamap: string, publication: number, role: string, personId: string, reach: string | null]
>({
  name: 'publish.changeReach',
  seals: { kind: 'published_datamap', ids: ([datamap]) => [datamap] },
  text: `update cairn.datamap_reader set reach = $5
    where datamap = $1 and publication = $2 and role = $3 and person_id = $4 and reach is distinct from $5`,
})

export const changeReach = (
  db: Queries,
  { datamap, publication, role }: Reader,
  personId: string,
  reach: string | null,
): Promise<number> => db.execute(changeOne, [datamap, publication, role, personId, reach])

const dropOne = sql<never, [datamap: string, publication: number, role: string]>({
  name: 'publish.dropReader',
  seals: { kind: 'published_datamap', ids: ([datamap]) => [datamap] },
  text: 'delete from cairn.datamap_reader where datamap = $1 and publication = $2 and role = $3',
})

export const removeReader = (
  db: Queries,
  { datamap, publication }: Pick<Publication, 'datamap' | 'publication'>,
  role: string,
): Promise<number> => db.execute(dropOne, [datamap, publication, role])

const counts = sql<{ publication: number; rows: number }>({
  name: 'publish.counts',
  text: 'select publication, count(*) as rows from cairn.datamap_row group by publication',
})

/** Numbers of stored rows by publication. */
export const countRows = async (db: Queries): Promise<ReadonlyMap<number, number>> =>
  new Map((await db.query(counts)).map(({ publication, rows }) => [publication, rows]))

const records = sql<{ total: number }, [artefactId: number]>({
  name: 'publish.records',
  text: 'select count(*) as total from cairn.versioned_object where artefact_id = $1',
})

/** The number of records of a template. */
export const countRecords = async (db: Queries, artefactId: number): Promise<number> =>
  (await db.query(records, [artefactId]))[0]?.total ?? 0

const present = sql<{ name: string }, [schema: string, names: readonly string[]]>({
  name: 'publish.presentViews',
  text: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relname = any($2::text[]) and c.relkind = 'v'`,
})

/** The views of these names that exist. */
export const findViews = async (
  db: Queries,
  schema: string,
  names: readonly string[],
): Promise<readonly string[]> => (await db.query(present, [schema, names])).map(({ name }) => name)
