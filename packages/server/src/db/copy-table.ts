/** Copies the rows of a table from one database to another, as the databases print them, with only a piece of them in memory. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withoutData } from './database-error.ts'

export interface TableCopy {
  readonly source: pg.ClientBase
  readonly target: pg.ClientBase
  /** With its schema, and quoted. */
  readonly table: string
  /** Quoted, by comma. */
  readonly columns: string
  /** The source of the rows: a table or a query in brackets (default: the table of the same name). */
  readonly from?: string
  /** Told how many rows were copied so far. */
  readonly copied?: (rows: number) => void
}

const LINE_END = 0x0a

/** A row of COPY is one line: line ends in its values are escaped. */
function rowsIn(piece: Buffer): number {
  let rows = 0
  for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) rows += 1
  return rows
}

/** Resolves to the number of rows. Text, since its form is the same in all versions of PostgreSQL. */
export async function copyTable({
  source,
  target,
  table,
  columns,
  from = table,
  copied = () => {},
}: TableCopy): Promise<number> {
  const reading = source.query(copyTo(`copy (select ${columns} from ${from}) to stdout`))
  const writing = target.query(copyFrom(`copy ${table} (${columns}) from stdin`))
  let rows = 0
  reading.on('data', (piece: Buffer) => {
    rows += rowsIn(piece)
    copied(rows)
  })
  await pipeline(reading, writing).catch(error => {
    throw withoutData(error, 'copy')
  })
  if (writing.rowCount !== rows)
    throw new Error(`${table}: ${rows} rows were read, ${writing.rowCount} written.`)
  return rows
}
