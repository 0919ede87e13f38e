/** The columns that SQL selects for each row, and the cell that is its EHR, for the audit trail. */
import type { Column, Fragment } from '../../relation/index.ts'
import type { Shown } from './clauses/cells.ts'
import type { Guarded } from './guard.ts'
import type { Placed } from './place.ts'

/** The number of the cell, or `last`: one behind those of the answer. */
export type EhrCell = number | 'last'

/** Rows over many EHRs say which one they are from, where each is from one. */
export function ehrCellOf({ placed, inEhr, ofSubject }: Guarded): EhrCell | undefined {
  const { columns, distinct, groups, ehrId } = placed
  if ((inEhr && !ofSubject) || distinct || groups !== undefined) return undefined
  // The cells of objects are made of several columns each.
  if (columns.some(({ cell }) => cell.kind === 'object')) return 'last'
  const shown = columns.findIndex(({ id }) => id === ehrId)
  return shown < 0 ? 'last' : shown
}

/** Columns for values that are grouped or told apart: texts are text. */
export const groupedColumns = ({ columns }: Placed): readonly Column[] =>
  named(columns.flatMap(({ selected }) => selected))

/** Columns of rows as they are. */
export function rowColumns(guarded: Guarded): readonly Column[] {
  const { columns, ehrId } = guarded.placed
  const own = ehrCellOf(guarded) === 'last' ? [{ name: 'ehr', sql: ehrId }] : []
  return [...named(columns.flatMap(asShown)), ...own]
}

/** An id is sent as an id: neither the database nor the server makes a text of it first. */
const asShown = ({ id, selected }: Shown): readonly Fragment[] => (id ? [id] : selected)

const named = (cells: readonly Fragment[]): readonly Column[] =>
  cells.map((sql, at) => ({ name: `c${at}`, sql }))
