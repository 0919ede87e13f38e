/** Reads CSV (RFC 4180), also with semicolons or tabs, as spreadsheets write it. */

export interface CsvRow {
  /** The line that the row begins in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** An error in the text itself: a quote that does not end. */
export class CsvFault extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

const SEPARATORS = [',', ';', '\t'] as const

/** The separator that occurs most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1)
  const bare = head.replace(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map(separator => bare.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** An apostrophe before a text that a spreadsheet would take for a formula belongs to the spreadsheet. */
const unescaped = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** Rows with at least one cell that is not empty. */
export function parseCsv(input: string): readonly CsvRow[] {
  const text = input.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let [line, begun, at] = [1, 1, 0]

  const endRow = () => {
    if (cells.some(cell => cell !== '')) rows.push({ line: begun, cells })
    cells = []
    begun = line
  }
  const quoted = (): string => {
    let cell = ''
    const from = line
    for (at += 1; ; at++) {
      if (at >= text.length) throw new CsvFault('A quoted cell does not end.', from)
      const character = text[at] ?? ''
      if (character === '"') {
        if (text[at + 1] !== '"') break
        at += 1
      } else if (character === '\n') line += 1
      cell += character
    }
    at += 1
    return cell
  }
  const plain = (): string => {
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    return text.slice(start, at)
  }
  while (at < text.length) {
    cells.push(unescaped(text[at] === '"' ? quoted() : plain()))
    if (text[at] === separator) {
      at += 1
      if (at >= text.length) cells.push('')
      continue
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') {
      at += 1
      line += 1
    } else if (at < text.length) throw new CsvFault('There is text after a quoted cell.', line)
    endRow()
  }
  if (cells.length > 0) endRow()
  return rows
}
