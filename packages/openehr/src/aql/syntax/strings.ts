/** AQL string literals: what stands between the quotes, and back. */

const ESCAPES: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '?': '?',
  '*': '*',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/g

/** The value, or what is wrong with it. */
export type Decoded = { readonly value: string } | { readonly fault: string }

/**
 * Text between the quotes → value. The published STRING token knows `\?` but not `\*`; both are accepted. In a LIKE
 * pattern the two keep their backslash, because there it takes the wildcard away: `'\*'` means what `'\\*'` means. So do
 * `\%` and `\_`, which people escape as they must in SQL.
 */
export function decodeString(raw: string, use: 'value' | 'pattern'): Decoded {
  if (!raw.includes('\\')) return faultOf(raw) ?? { value: raw }
  let unknown: string | undefined
  const value = raw.replace(ESCAPE, (whole, hex?: string, octal?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (use === 'pattern' && letter !== undefined && '?*%_'.includes(letter)) return whole
    const plain = letter === undefined || !Object.hasOwn(ESCAPES, letter) ? undefined : ESCAPES[letter]
    if (plain === undefined) unknown ??= whole
    return plain ?? ''
  })
  if (unknown !== undefined) return { fault: `${unknown} is not an escape in a string` }
  return faultOf(value) ?? { value }
}

function faultOf(value: string): Decoded | undefined {
  return isStorable(value) ? undefined : { fault: 'a string cannot hold U+0000 or half a surrogate pair' }
}

/** Canonical JSON refuses U+0000 and lone surrogates, and so does the database: no stored text can hold them. */
export const isStorable = (value: string): boolean => !value.includes('\0') && !/\p{Cs}/u.test(value)

const PRINTED: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

/** Value → single-quoted literal on one line. */
export const printString = (value: string): string =>
  `'${value.replace(/['\\\p{Cc}]/gu, character => PRINTED[character] ?? codePoint(character))}'`

const codePoint = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
