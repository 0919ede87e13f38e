/** What is read back equals what was written: the last look at a composition before it is committed. */
import type { Finding } from '@cairn/openehr'
import { cellKey } from '../cells.ts'
import type { Cell, CellObject, Column, GroupColumn } from '../model.ts'
import type { GivenRow } from './given.ts'

interface Beside {
  /** As the record says it. */
  readonly given: GivenRow
  /** As it would be read back, and as a fresh composition of the record has it. */
  readonly shown: CellObject
  readonly fresh: CellObject
}

const rowsOf = (cell: Cell | undefined): readonly CellObject[] =>
  Array.isArray(cell) ? (cell as readonly CellObject[]) : []

const SURFACES = {
  code: 'datamap.hidden_value',
  message:
    'It cannot be emptied: the composition has another value of it, which this datamap does not show and which would take its place',
}
const ALTERED = {
  code: 'datamap.not_kept',
  message:
    'It would be read back otherwise: another column, or data that this datamap does not show, has a say in it',
}

function wrongRows(column: GroupColumn, { given, shown, fresh }: Beside, where: string): readonly Finding[] {
  const wanted = given.groups.get(column) ?? []
  const [show, made] = [rowsOf(shown[column.label]), rowsOf(fresh[column.label])]
  if (wanted.length === 0 && cellKey(show) === cellKey(made)) return []
  if (wanted.length !== show.length) {
    const finding = wanted.length < show.length ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  }
  return wanted.flatMap((row, index) =>
    notKept(
      column.columns,
      { given: row, shown: show[index] ?? {}, fresh: made[index] ?? {} },
      `${where} (row ${index + 1})`,
    ),
  )
}

/** What the template or the reference model fills in where the record says nothing is no loss. */
export function notKept(columns: readonly Column[], beside: Beside, where = ''): readonly Finding[] {
  const { given, shown, fresh } = beside
  return columns.flatMap(column => {
    if (column.kind === 'group') return wrongRows(column, beside, where)
    const [wanted, show, made] = [given.cells, shown, fresh].map(each => cellKey(each[column.label]))
    const isFilled = wanted === 'null' && (show === made || (given.unsaid.has(column) && made !== 'null'))
    if (wanted === show || isFilled) return []
    const finding = wanted === 'null' ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  })
}
