/** A step of the work that turns a database into a distributed one, and the parts that steps are made of. */
import type { Database, Queries } from '../database.ts'
import { type Statement, sql } from '../statement.ts'

export interface DistributeOptions {
  /** Parts of each table. They can be moved to other nodes, and never be fewer than the nodes in use. */
  readonly shards: number
  /** Told before each step. */
  readonly say: (message: string) => void
  /** Foreign keys are made without reading the rows, which are those of a database that has checked them. */
  readonly trustsRows?: boolean
}

/**
 * The time of a step where the rows come from a database that is in use (decision 0148): on empty tables, with the rows, when nobody writes
 * any more, or when the distributed database is in use.
 */
export type Phase = 'empty' | 'filled' | 'paused' | 'switched'

export interface Step {
  readonly name: string
  readonly about: string
  /** Default: `empty`. */
  readonly phase?: Phase
  /** Returns the details that a later step needs. */
  readonly run: (db: Queries, options: DistributeOptions) => Promise<unknown>
}

/** A statement made of names from our own tables. */
export const once = <Row = never>(text: string): Statement<Row, []> =>
  sql<Row>({ name: 'distribute.step', text, prepare: false })

export const each = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  for (const one of all) await work(one)
}

/** A table may have had another name when it was distributed. Citus also knows tables of the coordinator, by keys to tables of every node. */
const isSpread = async (db: Queries, table: string): Promise<boolean> =>
  (
    await db.query(
      once(`select 1 from pg_dist_partition where logicalrelid = '${table}'::regclass and partmethod <> 'n'`),
    )
  ).length > 0

/** False for a table of a later schema: the migration that makes it distributes it. */
export const isThere = async (db: Queries, table: string): Promise<boolean> =>
  (await db.query(once(`select 1 where to_regclass('${table}') is not null`))).length > 0

/** `table`: with its schema. */
export async function distributeTable(
  db: Queries,
  table: string,
  column: string,
  how: string,
): Promise<void> {
  if (!(await isThere(db, table)) || (await isSpread(db, table))) return
  await db.query(once(`select create_distributed_table('${table}', '${column}', ${how})`))
}

/** Removes the rows that were copied to the nodes from the coordinator. */
export async function removeLocalRows(db: Queries, table: string): Promise<void> {
  if (await isThere(db, table))
    await db.query(once(`select truncate_local_data_after_distributing_table('${table}')`))
}

/** The end of the definition of a foreign key. */
export const checkOf = ({ trustsRows }: DistributeOptions): string => (trustsRows ? ' not valid' : '')

const details = sql<{ detail: unknown }, [step: string]>({
  name: 'distribute.detail',
  text: 'select detail from cairn.distribution where step = $1',
})

/** The details that a finished step has returned. */
export const detailOf = async (db: Queries | Database, step: string): Promise<unknown> =>
  (await db.query(details, [step]))[0]?.detail
