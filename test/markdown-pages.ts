/** Reads the Markdown pages of the repository, and their sentences without code, quotations and headings. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that hold what others wrote, or what a command made. */
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'release', 'collections'])

/** Path from the root of the repository to text. */
export const markdownPages = (root: string): ReadonlyMap<string, string> =>
  new Map(filesBelow(root, '').map(file => [file, readFileSync(join(root, file), 'utf8')]))

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name.startsWith('.') || SKIPPED.has(entry.name) ? [] : filesBelow(root, path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

const FENCED = /^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm
const INDENTED = /(?<=\n\n)(?: {4}.*\n)+/g

/** Paragraphs and items of lists, each on one line; a code span is `…` and a quotation "…". */
export const paragraphsOf = (page: string): string[] =>
  page
    .replace(FENCED, '')
    .replace(INDENTED, '')
    .split(/\n(?:\s*\n|(?=\s*(?:[-*+]|\d+[.)]|\|) ))/)
    .filter(paragraph => !paragraph.trimStart().startsWith('#'))
    .map(paragraph =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/`[^`]+`/g, '`…`')
        .replaceAll(/"[^"]+"/g, '"…"')
        .replace(/^ ?(?:[-*+]|\d+[.)]|\|) /, ''),
    )

/** Indexes of the lines inside fenced blocks of code. */
export function codeLines(page: string): ReadonlySet<number> {
  const inside = new Set<number>()
  let fence: string | undefined
  for (const [index, line] of page.split('\n').entries()) {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark === fence) fence = undefined
    else inside.add(index)
  }
  return inside
}
