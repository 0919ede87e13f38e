/** Quoted texts inside a path: AQL's escapes, in either kind of quotes. */
import type { Scanner } from './scanner.ts'

const QUOTED = /'((?:[^'\\\r\n]|\\[^\r\n])*)'|"((?:[^"\\\r\n]|\\[^\r\n])*)"/y

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

/** The value of a quoted text, if one comes next. A backslash before anything else stands for that itself. */
export function readText(scanner: Scanner): string | undefined {
  const found = scanner.match(QUOTED)
  if (found === undefined) return undefined
  const raw = found[1] ?? found[2] ?? ''
  return raw.replace(ESCAPE, (_, hex: string | undefined, letter: string | undefined) =>
    hex === undefined
      ? (PLAIN.get(letter ?? '') ?? letter ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
