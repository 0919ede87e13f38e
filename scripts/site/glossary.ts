/** Links the words of the glossary, where a page uses them for the first time. */
import { posix } from 'node:path'
import { readSource } from './contents.ts'

export interface Term {
  readonly id: string
  readonly pattern: RegExp
}

const ADDRESS = 'openehr/glossary'

/** Words with other meanings in the same pages: a version of PostgreSQL, the path of an address. */
const AMBIGUOUS = new Set(['Version', 'Path', 'Client', 'Scope', 'Entry'])

/** Names in capitals are meant as they are written. */
const patternOf = (word: string): RegExp =>
  new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, word === word.toUpperCase() ? '' : 'i')

/** The longest first: "web template" is no "template". */
export const glossaryTerms = (): readonly Term[] =>
  [...readSource(`docs/${ADDRESS}.md`).matchAll(/^## (.+)$/gm)]
    .map(([, word = '']) => word)
    .filter(word => !AMBIGUOUS.has(word))
    .sort((a, b) => b.length - a.length)
    .map(word => ({ id: word.toLowerCase().replaceAll(' ', '-'), pattern: patternOf(word) }))

/** Takes the text of a paragraph as HTML; each term of a page is linked once. */
export function termLinker(terms: readonly Term[], from: string): (html: string) => string {
  const target = `${posix.relative(posix.dirname(from), ADDRESS)}.html`
  const waiting = new Set(terms)
  return html => {
    // Pieces at odd places are links that were made already.
    let pieces = [html]
    for (const term of waiting)
      pieces = pieces.flatMap((piece, index) => {
        const found = index % 2 === 0 && waiting.has(term) ? term.pattern.exec(piece) : null
        if (!found) return [piece]
        waiting.delete(term)
        const [word] = found
        const link = `<a class="term" href="${target}#${term.id}">${word}</a>`
        return [piece.slice(0, found.index), link, piece.slice(found.index + word.length)]
      })
    return pieces.join('')
  }
}
