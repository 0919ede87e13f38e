/** All SQL about indexes on the rows of queries: made and dropped while the server works. */
import { type Database, type Queries, sql } from '../db/index.ts'
import { COLUMN_PREFIX, type IndexDefinition, VALUE_PREFIX } from './definition.ts'

/** `half made`: left by a command that was interrupted; the next one takes it away. */
type IndexState = 'valid' | 'being made' | 'half made'

export interface StoredIndex {
  readonly name: string
  readonly state: IndexState
  /** Its description, as it was given when it was made; null of one that was made before descriptions were kept. */
  readonly about: string | null
  readonly bytes: number
}

const stored = sql<StoredIndex, [prefixes: readonly string[]]>({
  name: 'index.list',
  text: `select c.relname as name, obj_description(c.oid, 'pg_class') as about, pg_relation_size(c.oid) as bytes,
      case when i.indisvalid then 'valid'
        when exists (select 1 from pg_stat_progress_create_index p where p.index_relid = c.oid) then 'being made'
        else 'half made' end as state
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'cairn' and exists (select 1 from unnest($1::text[]) p where starts_with(c.relname, p))
    order by c.oid`,
})

export const storedIndexes = (db: Queries): Promise<readonly StoredIndex[]> =>
  db.query(stored, [[VALUE_PREFIX, COLUMN_PREFIX]])

const valid = sql<{ name: string }, [prefix: string]>({
  name: 'index.valid',
  text: `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'cairn.root'::regclass and i.indisvalid and starts_with(c.relname, $1)`,
})

/** Names of the value indexes that queries can use. */
export const usableIndexes = async (db: Queries): Promise<readonly string[]> =>
  (await db.query(valid, [VALUE_PREFIX])).map(({ name }) => name)

export const findIndex = async (db: Queries, name: string): Promise<StoredIndex | undefined> =>
  (await storedIndexes(db)).find(each => each.name === name)

const run = (db: Queries, text: string) => db.execute(sql({ name: 'index.alter', text, prepare: false }))

/** A text of ours inside SQL: statements that change the schema take no values. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const comment = (db: Queries, name: string, about: string) =>
  run(db, `comment on index cairn.${name} is ${quoted(about)}`)

/** Writers go on meanwhile; what an interrupted try has left is taken away first. False if it was there already. */
export async function createIndex(db: Database, index: IndexDefinition, about: string): Promise<boolean> {
  const { name, using, columns, where } = index
  const before = await findIndex(db, name)
  // The database may have finished an index whose command was killed.
  if (before?.state === 'valid' && before.about === null) await comment(db, name, about)
  if (before?.state === 'valid') return false
  if (before) await dropIndex(db, name)
  await run(db, `create index concurrently ${name} on cairn.root using ${using} (${columns}) where ${where}`)
  await comment(db, name, about)
  return true
}

/** The planner of the database learns how the values of new indexes are spread. */
export const analyzeRoots = (db: Queries) => run(db, 'analyze cairn.root')

export async function dropIndex(db: Queries, name: string): Promise<void> {
  await run(db, `drop index concurrently if exists cairn.${name}`)
}
