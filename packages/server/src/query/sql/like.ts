/** A pattern of AQL as one of SQL: `?` is `_`, `*` is `%`, and what SQL would take for a wildcard is escaped. */
import { LIKE_ESCAPABLE } from '@cairn-ehr/openehr/aql'

export function likePatternOf(pattern: string): string {
  let result = ''
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    const next = characters[at + 1]
    if (character === '\\' && next !== undefined && LIKE_ESCAPABLE.has(next)) {
      result += plain(next)
      at += 1
    } else if (character === '?') result += '_'
    else if (character === '*') result += '%'
    else result += plain(character)
  }
  return result
}

const plain = (character: string): string => (/[\\%_]/.test(character) ? `\\${character}` : character)
