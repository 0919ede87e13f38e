/** Tables in Markdown, written and read back. */

type Row = readonly string[]

/** A cell keeps its backticks; a bar would end it. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`)
  return `${lines.join('\n')}\n`
}

/** The rows of the first table of a page, without its head. */
export function tableRows(page: string): string[][] {
  const lines = page.split('\n').filter(line => line.startsWith('| '))
  return lines.slice(2).map(line =>
    line
      .slice(2, -2)
      .split(' | ')
      .map(text => text.replaceAll('\\|', '|')),
  )
}
