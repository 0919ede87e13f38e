/** Result sets as tables: text of a cell, order, CSV and NDJSON, and which chart suits the columns. */
import { valueText, valueView } from '../../display/data-value.ts'
import { isObject } from '../../display/rm-object.ts'
import type { TimeStyle } from '../../display/time.ts'

export type Row = readonly unknown[]

export interface Column {
  readonly name: string
  readonly path: string
}

/** Objects are shown by their value where they are data values, else by their class. */
export function cellText(cell: unknown, style: TimeStyle): string {
  if (cell === null || cell === undefined) return ''
  if (!isObject(cell)) return Array.isArray(cell) ? JSON.stringify(cell) : String(cell)
  const type = String(cell['_type'] ?? '')
  return type.startsWith('DV_') ? valueText(valueView(cell, style)) : type || JSON.stringify(cell)
}

export interface Sorting {
  readonly column: number
  readonly isDescending: boolean
}

/** Numbers by size, everything else by its text; empty cells come last in either direction. */
export function sortedRows(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows
  const { column, isDescending } = sorting
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [a[column], b[column]]
    if (x === null || x === undefined) return y === null || y === undefined ? 0 : 1
    if (y === null || y === undefined) return -1
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y)
    return sign * JSON.stringify(x).localeCompare(JSON.stringify(y))
  })
}

/** A cell that begins like a formula would be run by a spreadsheet: a quote before it keeps it a text. */
const safe = (text: string): string => (/^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text)

function csvCell(cell: unknown): string {
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text =
    cell === null || cell === undefined ? '' : typeof cell === 'string' ? safe(cell) : JSON.stringify(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180. */
export const csvOf = (columns: readonly Column[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows]
    .map(row => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n')

export const ndjsonOf = (columns: readonly Column[], rows: readonly Row[]): string =>
  rows
    .map(
      row => `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])))}\n`,
    )
    .join('')

export type ColumnKind = 'number' | 'time' | 'text'

const TIME = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}.*)?)?$/

/** By the cells that are not empty; a column without any is text. */
export function columnKinds(columns: readonly Column[], rows: readonly Row[]): ColumnKind[] {
  return columns.map((_, index) => {
    const cells = rows
      .slice(0, 500)
      .map(row => row[index])
      .filter(cell => cell !== null && cell !== undefined)
    if (cells.length === 0) return 'text'
    if (cells.every(cell => typeof cell === 'number')) return 'number'
    return cells.every(cell => typeof cell === 'string' && TIME.test(cell)) ? 'time' : 'text'
  })
}

export type ChartKind = 'line' | 'bar' | 'scatter' | 'histogram'

export interface ChartChoice {
  readonly kind: ChartKind
  /** Undefined for a histogram. */
  readonly x?: number
  readonly y: readonly number[]
}

/** Charts that the columns allow, the one that fits best first. */
export function chartChoices(kinds: readonly ColumnKind[]): ChartChoice[] {
  const all = (kind: ColumnKind) => kinds.flatMap((each, index) => (each === kind ? [index] : []))
  const [numbers, times, texts] = [all('number'), all('time'), all('text')]
  const [number, second] = numbers
  const [time] = times
  const [text] = texts
  if (number === undefined) return []
  return [
    ...(time === undefined ? [] : [{ kind: 'line' as const, x: time, y: numbers }]),
    ...(text === undefined ? [] : [{ kind: 'bar' as const, x: text, y: [number] }]),
    ...(second === undefined ? [] : [{ kind: 'scatter' as const, x: number, y: [second] }]),
    { kind: 'histogram' as const, y: [number] },
  ]
}

export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Bins of equal width, about as many as the square root of the number of values. */
export function binsOf(values: readonly number[]): Bin[] {
  if (values.length === 0) return []
  const low = values.reduce((a, b) => Math.min(a, b))
  const high = values.reduce((a, b) => Math.max(a, b))
  const count = low === high ? 1 : Math.min(40, Math.max(5, Math.ceil(Math.sqrt(values.length))))
  const width = (high - low) / count || 1
  const counts = new Array<number>(count).fill(0)
  for (const value of values) {
    const index = Math.min(count - 1, Math.floor((value - low) / width))
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts.map((each, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    count: each,
  }))
}

/** The version after the highest one: a change of the last part. */
export function nextVersion(versions: readonly string[]): string {
  const parsed = versions.map(each => each.split('.').map(Number)).filter(each => each.length === 3)
  const highest = parsed.sort(
    (a, b) => (b[0] ?? 0) - (a[0] ?? 0) || (b[1] ?? 0) - (a[1] ?? 0) || (b[2] ?? 0) - (a[2] ?? 0),
  )[0]
  return highest ? `${highest[0]}.${highest[1]}.${(highest[2] ?? 0) + 1}` : '1.0.0'
}

/** A parameter as typed in a field: a number or a boolean where it looks like one, else a text. */
export function parameterValue(text: string): string | number | boolean {
  if (/^-?\d+(\.\d+)?$/.test(text.trim())) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}
