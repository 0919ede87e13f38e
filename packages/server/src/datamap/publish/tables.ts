/** A datamap as tables: one of the records, and one for each group, with a row for each of its rows. */
import { type Cell, type CellObject, type Column, FIXED_FIELDS, type GroupColumn } from '../model.ts'
import { formsOf, type SqlType } from './forms.ts'
import { openNames } from './names.ts'

export interface SqlColumn {
  readonly name: string
  readonly type: SqlType
  /** Shown by programs that read the catalogue. */
  readonly comment: string
}

interface FilledColumn extends SqlColumn {
  readonly value: (row: CellObject) => Cell
}

export interface Table {
  readonly columns: readonly FilledColumn[]
  readonly groups: readonly GroupTable[]
}

export interface GroupTable extends Table {
  /** The column of the table above that has the rows. */
  readonly column: string
  /** The column that numbers the rows. */
  readonly number: string
  readonly title: string
}

/** Fields of a record beside the columns of its datamap. */
export const RECORD_FIELDS = [...FIXED_FIELDS, 'ehr_id', 'findings'] as const

/** The ids that rows of groups are joined with their record by. */
export const KEY_FIELDS = ['vuid', 'uid', 'ehr_id'] as const

const sentence = (parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join('. ')

function commentOf(column: Column, meaning?: string): string {
  const types = column.kind === 'value' ? column.types : []
  const units = types.flatMap(each => each.units ?? [])
  return sentence([
    meaning === undefined ? column.title : `${column.title}: ${meaning}`,
    column.description === column.title ? undefined : column.description,
    units.length === 1 && meaning === undefined ? `In ${units[0]}` : undefined,
    [...types.map(({ type }) => type), column.path].join(' '),
  ])
}

function tableOf(columns: readonly Column[], taken: readonly string[]): Table {
  const nameOf = openNames(taken)
  const filled: FilledColumn[] = []
  const groups: GroupTable[] = []
  for (const column of columns) {
    const cellOf = (row: CellObject): Cell => row[column.label] ?? null
    if (column.kind === 'value') {
      const forms = formsOf(column)
      const name = nameOf(column.label)
      for (const { suffix, type, meaning, value } of forms)
        filled.push({
          name: suffix === '' ? name : nameOf(`${name}${suffix}`),
          type,
          comment: commentOf(column, meaning),
          value: row => value(cellOf(row), column.types),
        })
      continue
    }
    const group = groupOf(column, nameOf(column.label), taken)
    groups.push(group)
    filled.push({
      name: group.column,
      type: 'jsonb',
      comment: commentOf(column, 'its rows'),
      value: row => rowsOf(cellOf(row)).map(each => cellsOf(group, each)),
    })
  }
  return { columns: filled, groups }
}

/** Rows of a group have the numbers of the groups that they are in. */
function groupOf(column: GroupColumn, name: string, above: readonly string[]): GroupTable {
  const keys = above.filter(each => !(RECORD_FIELDS as readonly string[]).includes(each))
  const number = openNames([...KEY_FIELDS, ...keys])(`${name}_row`)
  const { columns, groups } = tableOf(column.columns, [...KEY_FIELDS, ...keys, number])
  return { column: name, number, title: column.title, columns, groups }
}

const rowsOf = (cell: Cell): readonly CellObject[] =>
  Array.isArray(cell) ? (cell as readonly CellObject[]) : []

/** The values of a record, or of a row of a group, by the names of their columns. */
export const cellsOf = ({ columns }: Table, row: CellObject): CellObject =>
  Object.fromEntries(
    columns.flatMap(({ name, value }): [string, Cell][] => {
      const cell = value(row)
      return cell === null ? [] : [[name, cell]]
    }),
  )

export const recordTable = (columns: readonly Column[]): Table => tableOf(columns, RECORD_FIELDS)
