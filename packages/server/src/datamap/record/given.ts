/** A record as a client sends it, read against the columns: values of the reference model, row by row, and all that is wrong. */
import type { Finding } from '@cairn/openehr'
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
export interface GivenRow {
  /** As they will be read back: texts of codes filled in, absent ones `null`. */
  readonly cells: CellObject
  /** Only what is there. */
  readonly values: ReadonlyMap<ValueColumn, unknown>
  /** Columns that the record does not mention at all: where a composition cannot be without, they stay as they are. */
  readonly unsaid: ReadonlySet<Column>
  readonly groups: ReadonlyMap<GroupColumn, readonly GivenRow[]>
}

export interface Given {
  readonly row: GivenRow
  /** Cells that are no values of their columns, labels that are none. */
  readonly unreadable: readonly Finding[]
  /** Values that the template does not allow. */
  readonly forbidden: readonly Finding[]
}

/** Cells that were there before, by column: they are not asked for more than they had. */
export type Known = ReadonlyMap<Column, ReadonlySet<string>>

/** Every cell of a record and of the rows in it. */
export function knownCells(columns: readonly Column[], record: CellObject): Known {
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

interface Reading {
  readonly known: Known
  readonly unreadable: Finding[]
  readonly forbidden: Finding[]
}

/** More is no record that a person would look at, and would cost more than it is worth. */
const MOST_ROWS = 10_000

const isObject = (value: unknown): value is CellObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a group; undefined where the cell is no list of objects. */
const rowsOf = (cell: Cell): readonly CellObject[] | undefined =>
  Array.isArray(cell) && cell.every(isObject) ? cell : undefined

/** `where` says in which row: ` (row 2)`. */
function readRow(
  columns: readonly Column[],
  body: CellObject,
  at: string,
  where: string,
  reading: Reading,
): GivenRow {
  const labels = new Set(columns.map(({ label }) => label))
  for (const label of Object.keys(body))
    if (!labels.has(label)) {
      const path = `${at}${label}`
      const message = `The datamap has no column ${path}${where}`
      reading.unreadable.push({ path, code: 'datamap.label_unknown', message, found: label })
    }
  const cells: Record<string, Cell> = {}
  const values = new Map<ValueColumn, unknown>()
  const groups = new Map<GroupColumn, readonly GivenRow[]>()
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

function readValue(column: ValueColumn, cell: Cell, where: string, reading: Reading): unknown {
  const stored = reading.known.get(column)?.has(cellKey(cell)) === true
  const { value, finding } = rmValueOf(cell, column, stored)
  if (finding) {
    const list = value === undefined ? reading.unreadable : reading.forbidden
    list.push({ ...finding, message: `${finding.message}${where}` })
  }
  return value
}

function readGroup(column: GroupColumn, cell: Cell, where: string, reading: Reading): readonly GivenRow[] {
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

/** The columns of a record; its fixed fields are looked at elsewhere. */
export function readGiven(columns: readonly Column[], body: CellObject, known: Known = new Map()): Given {
  const reading: Reading = { known, unreadable: [], forbidden: [] }
  const own = Object.fromEntries(Object.entries(body).filter(([label]) => !FIXED.has(label)))
  const row = readRow(columns, own, '', '', reading)
  return { row, unreadable: reading.unreadable, forbidden: reading.forbidden }
}
