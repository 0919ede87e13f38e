/**
 * Passes rows as parameters: one list for each column, from which the statement makes rows again. So the statement is the same for any
 * number of rows, and `columns` alone defines its parameters.
 */
import { listParameter } from '../fast/list-parameter.ts'

export interface Column<Row> {
  readonly type: string
  readonly value: (row: Row) => unknown
}

export interface RowsAsLists<Row> {
  readonly names: readonly string[]
  /** The number of parameters. */
  readonly count: number
  /**
   * The expression for FROM: the rows as `name`, from parameter `first` on, each with its number `place`, from 1; with `only`
   * some of the columns.
   */
  from(name: string, first: number, only?: readonly string[]): string
  values(rows: readonly Row[]): unknown[]
}

/**
 * const readings = rowsAsLists<Reading>({
 *   taken_at: { type: 'timestamptz', value: reading => reading.takenAt },
 *   note: { type: 'text', value: reading => reading.note },
 * })
 * const add = sql<never, unknown[]>({ …, text: `insert into … select taken_at, note from ${readings.from('r', 1)}` })
 * await database.execute(add, readings.values(all))
 */
export function rowsAsLists<Row>(columns: Readonly<Record<string, Column<Row>>>): RowsAsLists<Row> {
  const names = Object.keys(columns)
  const all = Object.values(columns).map(withoutArrays)
  return {
    names,
    count: all.length,
    from: (name, first, only = names) => {
      const lists = only.map(column => {
        const at = names.indexOf(column)
        return `$${first + at}::${all[at]?.type}[]`
      })
      return `unnest(${lists.join(', ')}) with ordinality as ${name} (${only.join(', ')}, place)`
    },
    values: rows => all.map(({ type, value }) => listParameter(type, rows.map(value))),
  }
}

/** SQL arrays cannot have inner arrays of different lengths. So each goes as text, which `insertInto` casts. */
function withoutArrays<Row>({ type, value }: Column<Row>): Column<Row> {
  if (!type.endsWith('[]')) return { type, value }
  return { type: 'text', value: row => arrayText(value(row)) }
}

const arrayText = (value: unknown): unknown =>
  Array.isArray(value)
    ? `{${value.map(each => `"${String(each).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
    : value
