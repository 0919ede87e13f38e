/** Names of views and columns: lower case with underscores, which SQL takes without quotes in most cases, and each of them once. */

/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63

/** Cuts whole characters. */
function cut(text: string, bytes: number): string {
  let short = text
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join('')
  return short
}

/** `Type of contact` → `type_of_contact`; `bodyWeight` → `body_weight`; `2nd reading` → `_2nd_reading`. */
export function sqlName(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return cut(/^[\p{L}]/u.test(words) ? words : `_${words}`, MOST_BYTES)
}

/** Gives names out: one that is taken gets a number. The same texts in the same order have the same names. */
export function openNames(taken: Iterable<string> = []): (text: string) => string {
  const used = new Set(taken)
  return text => {
    const name = sqlName(text)
    let free = name
    for (let number = 2; used.has(free); number++) {
      const suffix = `_${number}`
      free = cut(name, MOST_BYTES - suffix.length) + suffix
    }
    used.add(free)
    return free
  }
}
