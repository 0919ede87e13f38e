/** Reads lists of `path="value"` in openEHR headers: commas between pairs, semicolons between items. */
import { Refusal } from '../../refusal/index.ts'

const PAIR = /\s*([A-Za-z_][\w.]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))\s*([,;]|$)/y

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Node reads header values as Latin-1, but clients send UTF-8; a value that is not valid UTF-8 stays Latin-1. */
export function headerText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

/** Removes white space and quotes around a value. */
export function unquoted(text: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(text.trim()) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? text.trim()
}

/**
 * Reads items of pairs; `what` names the header in a refusal. With `severalItems`, a repeated name begins the next item, since
 * Node joins a header that was sent twice with a comma.
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
