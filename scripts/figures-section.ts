/** The part of a page that is made from the figures of a benchmark: it stands between two comments, the first of which names them. */
import { existsSync, readFileSync } from 'node:fs'

const file = (path: string) => new URL(`../${path}`, import.meta.url)

/** What `npm run bench <name>` left for the documentation; undefined while it left nothing. */
export function figuresOf<Figures>(name: string): Figures | undefined {
  const path = file(`docs/figures/${name}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Figures) : undefined
}

/** The page with a new text in its part. */
export function withSection(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- made from docs/figures/${name}.json -->`, '<!-- end -->']
  const [before = '', rest = ''] = readFileSync(file(page), 'utf8').split(begin)
  const [, ...after] = rest.split(end)
  return `${before}${begin}\n${text}${end}${after.join(end)}`
}
