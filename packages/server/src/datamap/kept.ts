/** What is read back equals what was written: the last look at a composition before it is committed. */
import type { Finding } from '@cairn/openehr'
import { cellKey } from './cells.ts'
import type { Cell, CellObject, Column, GroupColumn } from './model.ts'

interface Beside {
  /** As the record says, as it would be read back, and as a fresh composition of the record has it. */
  readonly wanted: CellObject
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

function wrongRows(column: GroupColumn, { wanted, shown, fresh }: Beside, where: string): readonly Finding[] {
  const [want, show, made] = [wanted, shown, fresh].map(each => rowsOf(each[column.label]))
  if (!want || !show || !made) return []
  if (want.length === 0 && cellKey(show) === cellKey(made)) return []
  if (want.length !== show.length) {
    const finding = want.length < show.length ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  }
  return want.flatMap((row, index) =>
    notKept(
      column.columns,
      { wanted: row, shown: show[index] ?? {}, fresh: made[index] ?? {} },
      `${where} (row ${index + 1})`,
    ),
  )
}

/** What the template or the reference model fills in where the record says nothing is no loss. */
export function notKept(columns: readonly Column[], beside: Beside, where = ''): readonly Finding[] {
  return columns.flatMap(column => {
    if (column.kind === 'group') return wrongRows(column, beside, where)
    const [want, show, made] = [beside.wanted, beside.shown, beside.fresh].map(each =>
      cellKey(each[column.label]),
    )
    if (want === show || (want === 'null' && show === made)) return []
    const finding = want === 'null' ? SURFACES : ALTERED
    return [{ path: column.fullLabel, ...finding, message: `${finding.message}${where}` }]
  })
}
