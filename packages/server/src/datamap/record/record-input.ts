/** Reads a record that a client sent: RM values by column, row by row, with all findings. */
import type { Finding } from '@cairn-ehr/openehr'
import { cellKey, cellOf, FORBIDDEN, rmValueOf, UNREADABLE } from '../cells.ts'
import {
  type Cell,
  type CellObject,
  type Column,
  FINDINGS_FIELD,
  FIXED_FIELDS,
  type GroupColumn,
  type ValueColumn,
} from '../model.ts'

/** A record, or a row of a group. */
export interface RowInput {
  /** The cells as a read would return them: texts of codes filled in, absent ones `null`. */
  readonly cells: CellObject
  /** The values of the cells that are not empty. */
  readonly values: ReadonlyMap<ValueColumn, unknown>
  /** Columns that the record leaves out; if a composition must have them, they stay as they are. */
  readonly unsaid: ReadonlySet<Column>
  readonly groups: ReadonlyMap<GroupColumn, readonly RowInput[]>
}

export interface RecordInput {
  readonly row: RowInput
  /** Cells that cannot be read as values of their columns, and unknown labels. */
  readonly unreadable: readonly Finding[]
  /** Values that the template does not allow. */
  readonly forbidden: readonly Finding[]
}

/** Cells that the record already had, by column: rules for new data do not apply to them. */
export type KnownCells = ReadonlyMap<Column, ReadonlySet<string>>

/** Collects the cells of a record and of all its rows. */
export function knownCells(columns: readonly Column[], record: CellObject): KnownCells {
  const known = new Map<Column, Set<string>>()
  const add = (column: Column, cell: Cell): void => {
    if (column.kind === 'value') {
      const keys = known.get(column) ?? new Set()
      known.set(column, keys.add(cellKey(cell)))
    } else
      for (const row of rowsOf(cell) ?? [])
        for (const each of column.columns) add(each, row[each.label] ?? null)
  }
  for (const column of columns) add(column, record[column.label] ?? null)
  return known
}

interface ReadContext {
  readonly known: KnownCells
  readonly unreadable: Finding[]
  readonly forbidden: Finding[]
}

/** Limit of rows in one record, since matching them takes time and no reader looks at so many. */
const MOST_ROWS = 10_000

const isObject = (value: unknown): value is CellObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the rows of a group, or undefined if the cell is not a list of objects. */
const rowsOf = (cell: Cell): readonly CellObject[] | undefined =>
  Array.isArray(cell) && cell.every(isObject) ? cell : undefined

/** `where` names the row in messages: ` (row 2)`. */
function readRow(
  columns: readonly Column[],
  body: CellObject,
  at: string,
  where: string,
  reading: ReadContext,
): RowInput {
  const labels = new Set(columns.map(({ label }) => label))
  for (const label of Object.keys(body))
    if (!labels.has(label)) {
      const path = `${at}${label}`
      const message = `The datamap has no column ${path}${where}`
      reading.unreadable.push({ path, code: 'datamap.label_unknown', message, found: label })
    }
  const cells: Record<string, Cell> = {}
  const values = new Map<ValueColumn, unknown>()
  const groups = new Map<GroupColumn, readonly RowInput[]>()
  const unsaid = new Set(columns.filter(({ label }) => !Object.hasOwn(body, label)))
  for (const column of columns) {
    const cell = unsaid.has(column) ? null : (body[column.label] ?? null)
    if (column.kind === 'group') {
      const rows = readGroup(column, cell, where, reading)
      groups.set(column, rows)
      cells[column.label] = rows.map(row => row.cells)
    } else {
      const value = cell === null ? undefined : readValue(column, cell, where, reading)
      if (value !== undefined) values.set(column, value)
      cells[column.label] = cellOf(value, column)
    }
  }
  return { cells, values, groups, unsaid }
}

function readValue(column: ValueColumn, cell: Cell, where: string, reading: ReadContext): unknown {
  const stored = reading.known.get(column)?.has(cellKey(cell)) === true
  const { value, finding } = rmValueOf(cell, column, stored)
  if (finding) {
    const list = value === undefined ? reading.unreadable : reading.forbidden
    list.push({ ...finding, message: `${finding.message}${where}` })
  }
  return value
}

function readGroup(
  column: GroupColumn,
  cell: Cell,
  where: string,
  reading: ReadContext,
): readonly RowInput[] {
  if (cell === null) return []
  const { fullLabel, columns, max = Number.POSITIVE_INFINITY } = column
  const rows = rowsOf(cell)
  if (rows && rows.length > MOST_ROWS) {
    const message = `Expected ${MOST_ROWS} rows at most, found ${rows.length}${where}`
    reading.unreadable.push({ path: fullLabel, code: 'datamap.rows', message })
    return []
  }
  if (rows && rows.length > max) {
    const message = `Expected ${max === 1 ? 'one row' : `${max} rows`} at most, found ${rows.length}${where}`
    reading.forbidden.push({ path: fullLabel, code: FORBIDDEN, message })
  }
  if (rows)
    return rows.map((row, index) =>
      readRow(columns, row, `${fullLabel}.`, `${where} (row ${index + 1})`, reading),
    )
  const expected = 'a list of objects'
  const message = `Expected ${expected}${where}`
  reading.unreadable.push({ path: fullLabel, code: UNREADABLE, message, expected })
  return []
}

const FIXED: ReadonlySet<string> = new Set([...FIXED_FIELDS, FINDINGS_FIELD])

/** Reads the columns of a record; `fixed-fields.ts` checks the fixed fields. */
export function readRecordInput(
  columns: readonly Column[],
  body: CellObject,
  known: KnownCells = new Map(),
): RecordInput {
  const reading: ReadContext = { known, unreadable: [], forbidden: [] }
  const own = Object.fromEntries(Object.entries(body).filter(([label]) => !FIXED.has(label)))
  const row = readRow(columns, own, '', '', reading)
  return { row, unreadable: reading.unreadable, forbidden: reading.forbidden }
}
