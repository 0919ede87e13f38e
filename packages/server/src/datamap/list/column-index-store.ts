/** All SQL about the indexes of columns: on the rows of queries, made and dropped while the server works. */
import { createHash } from 'node:crypto'
import { type Database, type Queries, sql } from '../../db/index.ts'

export interface ColumnIndex {
  readonly on: string
  readonly where: string
}

/** The same for the same key, whichever datamaps show it. */
const indexName = ({ on, where }: ColumnIndex): string =>
  `root_column_${createHash('sha256').update(`${on} where ${where}`).digest('hex').slice(0, 24)}`

const found = sql<{ valid: boolean }, [name: string]>({
  name: 'datamap.index',
  text: `select i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
         join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'cairn' and c.relname = $1`,
})

const run = (db: Queries, text: string) => db.execute(sql({ name: 'datamap.alter', text, prepare: false }))

/** Valid: it serves. What was left half made by an interrupted command is not. */
export async function columnIndexState(
  db: Queries,
  index: ColumnIndex,
): Promise<'valid' | 'half made' | undefined> {
  const [row] = await db.query(found, [indexName(index)])
  return row && (row.valid ? 'valid' : 'half made')
}

/** Writers go on meanwhile; what an interrupted try has left is taken away first. The planner learns of the new key. */
export async function createColumnIndex(db: Database, index: ColumnIndex): Promise<void> {
  if ((await columnIndexState(db, index)) === 'half made') await dropColumnIndex(db, index)
  await run(
    db,
    `create index concurrently if not exists ${indexName(index)} on cairn.root ((${index.on})) where ${index.where}`,
  )
  await run(db, 'analyze cairn.root')
}

export async function dropColumnIndex(db: Queries, index: ColumnIndex): Promise<void> {
  await run(db, `drop index concurrently if exists cairn.${indexName(index)}`)
}
