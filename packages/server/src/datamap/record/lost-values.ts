/** Checks before the commit that reading the composition returns exactly what the record says. */
import type { Finding } from '@cairn-ehr/openehr'
import { cellKey } from '../cells.ts'
import type { Cell, CellObject, Column, GroupColumn } from '../model.ts'
import type { RowInput } from './record-input.ts'

interface RecordComparison {
  /** The record that was sent. */
  readonly given: RowInput
  /** The cells that a read would return, and those of a fresh composition of the record. */
  readonly shown: CellObject
  readonly fresh: CellObject
}

const rowsOf = (cell: Cell | undefined): readonly CellObject[] =>
  Array.isArray(cell) ? (cell as readonly CellObject[]) : []

const SURFACES = {
  code: 'datamap.hidden_value',
  message:
    'It cannot be emptied: the composition has a second value there, which this datamap does not show and which would then be shown',
}
const ALTERED = {
  code: 'datamap.not_kept',
  message: 'It cannot be stored as sent: another column, or data that this datamap does not show, changes it',
}

function findLostRows(
  column: GroupColumn,
  { given, shown, fresh }: RecordComparison,
  where: string,
): readonly Finding[] {
  const wanted = given.groups.get(column) ?? []
  const [show, made] = [rowsOf(shown[column.label]), rowsOf(fresh[column.label])]
  if (wanted.length === 0 && cellKey(show) === cellKey(made)) return []
  if (wanted.length !== show.length) {
    const finding = wanted.length < show.length ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  }
  return wanted.flatMap((row, index) =>
    findLostValues(
      column.columns,
      { given: row, shown: show[index] ?? {}, fresh: made[index] ?? {} },
      `${where} (row ${index + 1})`,
    ),
  )
}

/** A value that the template or the reference model adds to an empty column is not a fault. */
export function findLostValues(
  columns: readonly Column[],
  beside: RecordComparison,
  where = '',
): readonly Finding[] {
  const { given, shown, fresh } = beside
  return columns.flatMap(column => {
    if (column.kind === 'group') return findLostRows(column, beside, where)
    const [wanted, show, made] = [given.cells, shown, fresh].map(each => cellKey(each[column.label]))
    const isFilled = wanted === 'null' && (show === made || (given.unsaid.has(column) && made !== 'null'))
    if (wanted === show || isFilled) return []
    const finding = wanted === 'null' ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  })
}
