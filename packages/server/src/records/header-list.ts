/** Lists of `path="value"` as the openEHR headers have them: commas between pairs, semicolons between items. */
import { Refusal } from '../refusal/index.ts'

const PAIR = /\s*([A-Za-z_][\w.]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))\s*([,;]|$)/y

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Header values arrive as Latin-1; what people write is UTF-8, and where it cannot be, Latin-1 after all. */
export function headerText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

/** A value with or without quotes around it, without white space at its ends. */
export function unquoted(text: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(text.trim()) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? text.trim()
}

/**
 * Items of pairs; `what` names the header in the complaint. Where `severalItems` are meant, a name that comes again
 * begins the next one: a header that was sent twice arrives as one, with a comma in between.
 */
export function parseHeaderList(
  header: string,
  what: string,
  { severalItems = false } = {},
): Map<string, string>[] {
  const items: Map<string, string>[] = []
  let item = new Map<string, string>()
  const next = () => {
    if (item.size > 0) items.push(item)
    item = new Map()
  }
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
    if (item.has(name) && !severalItems)
      throw new Refusal('request.malformed', `The header ${what} gives "${name}" twice.`)
    if (item.has(name)) next()
    item.set(name, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
    if (end === ';') next()
  }
  next()
  return items
}
