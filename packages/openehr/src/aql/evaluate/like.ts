/** LIKE: `?` is any character, `*` any run of them, a backslash makes them plain, and the wildcards of SQL; the whole text must match. */

type Part = string | typeof ONE | typeof ANY
const ONE = Symbol('?')
const ANY = Symbol('*')

/** Characters that a backslash makes plain; `%` and `_` are plain anyway, but people escape them as they must in SQL. */
export const ESCAPABLE: ReadonlySet<string> = new Set(['?', '*', '\\', '%', '_'])

function partsOf(pattern: string): readonly Part[] {
  const characters = [...pattern]
  const parts: Part[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    const next = characters[at + 1]
    if (character === '\\' && next !== undefined && ESCAPABLE.has(next)) {
      parts.push(next)
      at += 1
    } else if (character === '*') {
      if (parts.at(-1) !== ANY) parts.push(ANY)
    } else {
      parts.push(character === '?' ? ONE : character)
    }
  }
  return parts
}

/**
 * A test for one pattern. It keeps the last `*` only and goes back to it when it is stuck, so its time is at most the
 * product of the two lengths whatever the pattern, and close to the text's length for what people write.
 */
export function likePattern(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern)
  return text => {
    const characters = [...text]
    let part = 0
    let at = 0
    let star = -1
    let resume = 0
    while (at < characters.length) {
      const wanted = parts[part]
      if (wanted === ANY) {
        star = part
        resume = at
        part += 1
      } else if (part < parts.length && (wanted === ONE || wanted === characters[at])) {
        part += 1
        at += 1
      } else if (star >= 0) {
        part = star + 1
        resume += 1
        at = resume
      } else {
        return false
      }
    }
    while (parts[part] === ANY) part += 1
    return part === parts.length
  }
}
