/** The index of the search: pages, and for each heading the words of the text below it, each word once. */
import type { SitePage } from './layout.ts'

const WORDS_OF_A_PASSAGE = 46

/** Of numbers, statuses of HTTP alone. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$-]{1,39}|(?<![\p{L}\p{N}.,])[2-5]\d\d(?![\p{L}\p{N}.,]\S)/gu

/** Words that are everywhere and so find nothing. */
const COMMON = new Set(
  'the of and to is in it that for with are be or as on by an its not which from has have this no one at all can than'.split(
    ' ',
  ),
)

function wordsOf(text: string): string {
  const words = [...text.toLowerCase().matchAll(WORD)].map(([word]) => word)
  return [...new Set(words.filter(word => !COMMON.has(word)))].slice(0, WORDS_OF_A_PASSAGE).join(' ')
}

/** Records of decisions and lists of FHIR mappings are long: their title and beginning do. */
const isRecord = ({ group, address }: SitePage): boolean =>
  group === 'Decisions' || address.startsWith('fhir/')

export function searchIndex(pages: readonly SitePage[]): string {
  const searched = pages.filter(page => page.section !== undefined && page.file !== undefined)
  const passages = searched.flatMap((page, index) => {
    const shown = isRecord(page) ? page.passages.slice(0, 1) : page.passages
    return shown.map(({ id, heading, text }) => [index, id, heading, wordsOf(text)])
  })
  const list = searched.map(({ address, title, section, group }) => [address, title, group ?? section])
  return `globalThis.cairnDocs = ${JSON.stringify({ pages: list, passages })}\n`
}
