/** Blocks of code of a page, and how each kind is run. */
import { readFileSync } from 'node:fs'
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

/** True if the parts between `…` are all there, in order. */
export function holds(output: string, excerpt: string): boolean {
  const parts = excerpt
    .trim()
    .split('…')
    .map(part => part.trim())
  let from = 0
  return parts.every(part => {
    const at = output.indexOf(part, from)
    from = at + part.length
    return at >= 0
  })
}
