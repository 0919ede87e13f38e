/** Rows as CSV (RFC 4180): a quantity is two columns, a coded value three. */
import { breakLine } from '../break-off.ts'
import { type Coded, fitCell, type Quantity, type TableColumn } from './column-kind.ts'
import type { Encoder, Row } from './table.ts'

/** The first characters of a text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function field(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const titlesOf = ({ name, kind }: TableColumn): readonly string[] => {
  if (kind === 'quantity') return [name, `${name}.units`]
  return kind === 'coded' ? [name, `${name}.code`, `${name}.terminology`] : [name]
}

/** A cell that is no value of its column stands whole in the first of its columns. */
function fieldsOf(cell: unknown, { kind }: TableColumn): readonly unknown[] {
  if (kind !== 'quantity' && kind !== 'coded') {
    const isTyped = typeof cell === 'object' && cell !== null && kind !== 'json'
    return [isTyped ? memberOf(cell as Readonly<Record<string, unknown>>) : cell]
  }
  const { value, isWhole } = fitCell(cell, kind)
  const rest = kind === 'quantity' ? [null] : [null, null]
  if (value === null || !isWhole) return [cell, ...rest]
  if (kind === 'quantity') {
    const { magnitude, units } = value as Quantity
    return [magnitude, units]
  }
  const { value: text, code, terminology } = value as Coded
  return [text, code, terminology]
}

const memberOf = (cell: Readonly<Record<string, unknown>>): unknown =>
  cell['value'] ?? cell['magnitude'] ?? cell

const line = (fields: readonly unknown[]): string => `${fields.map(field).join(',')}\r\n`

/** Numbers and texts of a column with one field need no look at their members. */
const fieldsText = (cell: unknown, column: TableColumn): string =>
  typeof cell !== 'object' && column.kind !== 'quantity' && column.kind !== 'coded'
    ? field(cell)
    : fieldsOf(cell, column).map(field).join(',')

export function csvEncoder(columns: readonly TableColumn[]): Encoder {
  return {
    batchRows: 1000,
    head: () => Buffer.from(line(columns.flatMap(titlesOf))),
    batch: (rows: readonly Row[]) => {
      let lines = ''
      for (const row of rows) {
        columns.forEach((column, at) => {
          lines += (at === 0 ? '' : ',') + fieldsText(row[at], column)
        })
        lines += '\r\n'
      }
      return Buffer.from(lines)
    },
    end: () => Buffer.alloc(0),
    broken: reason => [Buffer.from(field(breakLine(reason))), Buffer.from('\r\n')],
  }
}
