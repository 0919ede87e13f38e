/** Parts of a page that are made from what benchmarks left: each stands between two comments, the first of which names its file. */
import { existsSync, readFileSync } from 'node:fs'
import { fold } from './markdown.ts'

const file = (path: string) => new URL(`../${path}`, import.meta.url)

const END = '<!-- end -->'

/** A file of `docs/figures`; undefined while no benchmark left it. */
const figuresText = (name: string): string | undefined => {
  const path = file(`docs/figures/${name}`)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The figures that `npm run bench <name>` left for the documentation. */
export function figuresOf<Figures>(name: string): Figures | undefined {
  const text = figuresText(`${name}.json`)
  return text === undefined ? undefined : (JSON.parse(text) as Figures)
}

const PART = /<!-- made from docs\/figures\/(?<name>[^>]+) -->\n[\s\S]*?<!-- end -->/g

/** Fills the parts of a page: those of a `.txt` with what the benchmark printed, the others with the texts that are given by file. */
export function withFigures(page: string, texts: Readonly<Record<string, string>> = {}): string {
  return readFileSync(file(page), 'utf8').replace(PART, (part, name: string) => {
    const printed = name.endsWith('.txt') ? figuresText(name) : undefined
    const text =
      printed === undefined
        ? texts[name]
        : `\n\`\`\`text\n${printed.split('\n').map(fold).join('\n')}\`\`\`\n`
    return text === undefined ? part : `<!-- made from docs/figures/${name} -->\n${text}${END}`
  })
}
