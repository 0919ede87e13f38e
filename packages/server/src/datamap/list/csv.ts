/** Records as CSV (RFC 4180), for spreadsheets: a coded value becomes two columns, a group its JSON. */

import {
  type Cell,
  type CellObject,
  type Column,
  FINDINGS_FIELD,
  FIXED_FIELDS,
  type FixedName,
} from '../model.ts'
import { isCoded } from './column-key.ts'

/** The first characters of a text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Quoted where it must be; a text that would run is shown as a text, by an apostrophe before it. */
function field(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isObject = (cell: Cell | undefined): cell is CellObject =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell)

interface CsvColumn {
  readonly title: string
  readonly cell: (record: CellObject) => Cell | undefined
}

const whole = (label: string): CsvColumn => ({ title: label, cell: record => record[label] })

/** The member of an object; of what is none, the value itself for the first of them. */
const member = (label: string, title: string, name: string, first: boolean): CsvColumn => ({
  title,
  cell: record => {
    const cell = record[label]
    return isObject(cell) ? cell[name] : first ? cell : null
  },
})

function csvColumns(column: Column): readonly CsvColumn[] {
  const { label } = column
  if (column.kind === 'group') return [whole(label)]
  if (isCoded(column))
    return [member(label, label, 'value', true), member(label, `${label}.code`, 'code', false)]
  if (column.types.some(({ type, units }) => type === 'DV_QUANTITY' && units?.length !== 1))
    return [member(label, label, 'magnitude', true), member(label, `${label}.units`, 'units', false)]
  return [whole(label)]
}

export interface TableShape {
  readonly columns: readonly Column[]
  readonly show: readonly string[]
  /** The fields that every record has. Absent: those of compositions. */
  readonly fixed?: readonly FixedName[]
}

export interface CsvTable {
  readonly head: string
  lines(records: readonly CellObject[]): string
}

const line = (fields: readonly string[]): string => `${fields.join(',')}\r\n`

/** `records`: the first of them, which tell whether there is a column of findings. */
export function csvTable(
  { columns, show, fixed = FIXED_FIELDS }: TableShape,
  records: readonly CellObject[],
): CsvTable {
  const hasFindings = records.some(record => record[FINDINGS_FIELD] !== undefined)
  const all = [
    ...fixed.map(whole),
    ...show.map(whole),
    ...columns.flatMap(csvColumns),
    ...(hasFindings ? [whole(FINDINGS_FIELD)] : []),
  ]
  return {
    head: line(all.map(({ title }) => field(title))),
    lines: some => some.map(record => line(all.map(({ cell }) => field(cell(record))))).join(''),
  }
}
