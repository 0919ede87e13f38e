/** Compares rows of two databases by digests of their text, which is the same in all versions of PostgreSQL. */
import type pg from 'pg'
import { rowsOf } from '../copy-database.ts'
import { StartError } from '../start-error.ts'

export interface Sides {
  readonly source: pg.Client
  readonly target: pg.Client
}

interface Compared {
  readonly name: string
  readonly columns: string
  /** A condition on the table `t`, or nothing. */
  readonly where: string
}

/** 60 bits of each row are added up: the order of the rows does not matter. */
const digestOf = ({ name, columns, where }: Compared): string =>
  `select count(*)::text || ' ' ||
     coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as digest
   from ${name} t ${where}`

export async function compareRows({ source, target }: Sides, compared: Compared): Promise<void> {
  const text = digestOf(compared)
  const [[of], [at]] = await Promise.all([
    rowsOf<{ digest: string }>(source, text),
    rowsOf<{ digest: string }>(target, text),
  ])
  if (of?.digest !== at?.digest)
    throw new StartError(
      `Rows of ${compared.name} differ between the database and its copy: take the move back with --cancel, and begin again.`,
    )
}
