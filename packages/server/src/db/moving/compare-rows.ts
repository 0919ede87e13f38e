/** Compares rows of two databases by digests of their text, which is the same in all versions of PostgreSQL. */
import type pg from 'pg'
import { rowsOf, sourceRows, type Table } from '../copy-database.ts'
import { StartError } from '../start-error.ts'

export interface Sides {
  readonly source: pg.Client
  readonly target: pg.Client
}

interface Compared {
  readonly table: Table
  /** A condition on the table `t`, or nothing. */
  readonly where: string
}

/** 60 bits of each row are added up: the order of the rows does not matter. */
const digestOf = (from: string, { table: { columns }, where }: Compared): string =>
  `select count(*)::text || ' ' ||
     coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as digest
   from ${from} ${where}`

export async function compareRows({ source, target }: Sides, compared: Compared): Promise<void> {
  const { table } = compared
  const [[of], [at]] = await Promise.all([
    rowsOf<{ digest: string }>(source, digestOf(sourceRows(table), compared)),
    rowsOf<{ digest: string }>(target, digestOf(`${table.name} t`, compared)),
  ])
  if (of?.digest !== at?.digest)
    throw new StartError(
      `Rows of ${table.name} differ between the database and its copy: cancel, and begin again.`,
    )
}
