/** Lists of `path="value"` as the openEHR headers have them: commas between pairs, semicolons between items. */
import { Refusal } from '../http/index.ts'

const PAIR = /\s*([A-Za-z_][\w.]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))\s*([,;]|$)/y

/** Header values arrive as Latin-1; what people write is UTF-8. */
export const headerText = (header: string): string => Buffer.from(header, 'latin1').toString('utf8')

/** Items of pairs; `what` names the header in the complaint. */
export function parseHeaderList(header: string, what: string): Map<string, string>[] {
  const items: Map<string, string>[] = []
  let item = new Map<string, string>()
  PAIR.lastIndex = 0
  while (PAIR.lastIndex < header.length) {
    const at = PAIR.lastIndex
    const match = PAIR.exec(header)
    if (!match)
      throw new Refusal(
        'request.malformed',
        `The header ${what} is not a list of name="value" at column ${at + 1}.`,
      )
    const [, name = '', quoted, bare, end] = match
    if (item.has(name)) throw new Refusal('request.malformed', `The header ${what} gives "${name}" twice.`)
    item.set(name, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
    if (end === ';') {
      items.push(item)
      item = new Map()
    }
  }
  if (item.size > 0) items.push(item)
  return items
}
