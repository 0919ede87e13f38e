/** Prints results for people: tables, and colours on a terminal. */
import type { Output } from './progress.ts'

/** Cells are cut to this many characters, if no other number is given: what is longer is for `--json`. */
const WIDEST = 60

/** Control characters of a record are not for a terminal to act on. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')

function cellText(cell: unknown, widest: number): string {
  const text =
    typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell)
  const line = plain(text)
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line
}

export interface Table {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

export const tableOf = (names: readonly string[], rows: Table['rows'], widest?: number): string =>
  table({ columns: names.map(name => ({ name })), rows }, widest)

export function table({ columns, rows }: Table, widest = WIDEST): string {
  const lines = [columns.map(({ name }) => name), ...rows.map(row => row.map(cell => cellText(cell, widest)))]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = '', ...body] = lines.map(print)
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`
  return [head, rule, ...body, '', count].join('\n')
}

/** Names and values in two columns. */
export function fields(rows: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value ?? ''))}`.trimEnd())
    .join('\n')
}

const COLOURS = { red: 31, green: 32, yellow: 33 } as const

export type Paint = (colour: keyof typeof COLOURS, text: string) => string

/** Colours a text where the output is a terminal. */
export const painter =
  ({ isTTY }: Pick<Output, 'isTTY'>): Paint =>
  (colour, text) =>
    isTTY ? `\x1b[${COLOURS[colour]}m${text}\x1b[39m` : text
