/** Runs a statement by the driver's own query, prepared under its name unless it is run once. */
import type pg from 'pg'
import { jsonPrinter } from '../json-cell.ts'
import type { Statement } from '../statement.ts'

/** A statement, whatever its types. */
export type RunnableStatement = Omit<Statement<never, never>, 'typed'>

export interface Result {
  readonly rows: never[]
  readonly rowCount: number | null
}

export type RunStatement = (
  target: pg.Pool | pg.PoolClient,
  statement: RunnableStatement,
  values: readonly unknown[],
  limit: { readonly query_timeout?: number },
) => Promise<Result>

/** Makes the driver read each cell as JSON text. */
const JSON_CELLS = { rowMode: 'array', types: { getTypeParser: jsonPrinter } }

const modeOf = (rowMode: RunnableStatement['rowMode']) =>
  rowMode === 'json' ? JSON_CELLS : rowMode === undefined ? {} : { rowMode }

/** Parsers see no null. In the driver's own array, which nobody else uses. */
function printNulls(row: (string | null)[]): void {
  for (let at = 0; at < row.length; at++) row[at] ??= 'null'
}

export const runStatement: RunStatement = async (target, { name, text, rowMode, prepare }, values, limit) => {
  const named = prepare === false ? {} : { name }
  // The driver changes no values, though its types say otherwise.
  const config = { ...named, text, values, ...modeOf(rowMode), ...limit } as unknown as pg.QueryConfig
  const result = (await target.query(config)) as Result
  if (rowMode === 'json') for (const row of result.rows) printNulls(row)
  return result
}
