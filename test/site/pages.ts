/** Blocks of code of a page, and how each kind is run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const readPage = (page: string): string => readFileSync(`${ROOT}${page}`, 'utf8')

export interface Block {
  /** First word after the fence: `sh`, `aql`, `json`; empty for an excerpt of an answer. */
  readonly language: string
  /** Second word: a name, by which another test runs the block; or the executor of a query. */
  readonly name: string | undefined
  /** `file=`: written to this file of the page's folder. */
  readonly file: string | undefined
  readonly text: string
  /** The excerpt that follows; `…` stands for anything. */
  readonly answer: string | undefined
}

const FENCE = /^```([^\n`]*)\n(.*?)^```$/gms

export function blocksOf(markdown: string): readonly Block[] {
  const all = [...markdown.matchAll(FENCE)].map(([, info = '', text = '']) => {
    const [language = '', ...words] = info.trim().split(/\s+/)
    const file = words.find(word => word.startsWith('file='))?.slice('file='.length)
    return { language, file, name: words.find(word => !word.includes('=')), text }
  })
  return all.flatMap((block, index) => {
    const next = all[index + 1]
    const answer = next?.language === '' ? next.text : undefined
    return block.language === '' ? [] : [{ ...block, answer }]
  })
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** True if the parts between `…` are all there, in order; blanks and line breaks are all alike. */
export function holds(output: string, excerpt: string): boolean {
  const parts = excerpt.split('…').map(inOneLine)
  const found = inOneLine(output)
  let from = 0
  return parts.every(part => {
    const at = found.indexOf(part, from)
    from = at + part.length
    return at >= 0
  })
}

const SHOWN_ROWS = 5

/** Ids that are made by chance, and times of this run. */
const CHANCE =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(::[\w.]+::\d+)?|20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)/g

/** Replaces the excerpt after a block by the first rows of its answer and their number; what differs from run to run becomes `…`. */
export function acceptAnswer(page: string, block: string, output: string): void {
  const [head = '', rule = '', ...rest] = output.split('\n')
  const rows = rest.slice(0, -2)
  const shown = rows.slice(0, SHOWN_ROWS).map(line => line.replace(CHANCE, '…').trimEnd())
  const left = rows.length > SHOWN_ROWS ? ['…'] : []
  const excerpt = [head, rule, ...shown, ...left, ...rest.slice(-2)].join('\n')
  const before = `${block}\`\`\`\n\n\`\`\`\n`
  const text = readPage(page)
  const from = text.indexOf(before) + before.length
  const to = text.indexOf('```', from)
  writeFileSync(`${ROOT}${page}`, `${text.slice(0, from)}${excerpt}\n${text.slice(to)}`)
}
