/** Markdown of generated pages: tables, lists and paragraphs, in lines of at most 120 characters. */

type Row = readonly string[]

const MOST = 120

/** At the start of a line, these would begin a list, a heading, a quotation or a table. */
const BLOCK_MARK = /^(?:[-+*>|=]|#{1,6}|\d+[.)])$|^[|>]|^`{3}/

/** The words of a text; one that must not begin a line goes with the word before it. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const word of text.split(/\s+/).filter(each => each !== '')) {
    const before = BLOCK_MARK.test(word) ? words.pop() : undefined
    words.push(before === undefined ? word : `${before} ${word}`)
  }
  return words
}

/** Breaks a text at blanks. `indent` stands before every line but the first, which starts with `first`. */
export function wrap(text: string, indent = '', first = indent): string {
  const lines: string[] = []
  let line = first
  for (const [index, word] of wordsOf(text).entries()) {
    if (index > 0 && line.length + 1 + word.length > MOST) {
      lines.push(line)
      line = `${indent}${word}`
    } else line += index === 0 ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}

/** Breaks a line of printed output at a blank, and keeps its columns. */
export function fold(line: string): string {
  if (line.length <= MOST) return line
  const end = line.lastIndexOf(' ', MOST)
  return end <= 0 ? line : `${line.slice(0, end)}\n${fold(`    ${line.slice(end + 1)}`)}`
}

/** A list with an item for each row: `- first (second; third): last`. Unlike a row of a table, an item may have several lines. */
export const entries = (rows: readonly Row[]): string =>
  rows
    .map(([first = '', ...others]) => {
      const last = others.at(-1) ?? ''
      const middle = others.slice(0, -1).filter(cell => cell !== '')
      const head = middle.length === 0 ? first : `${first} (${middle.join('; ')})`
      return `${wrap(last === '' ? head : `${head}: ${last}`, '  ', '- ')}\n`
    })
    .join('')

/** A cell keeps its backticks; a bar would end it. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`)
  return `${lines.join('\n')}\n`
}
