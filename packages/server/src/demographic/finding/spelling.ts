/** Misspelt names: one letter added, left out or changed, or two neighbours exchanged (Damerau-Levenshtein distance 1). */

/** Shorter terms must be spelt as they are: one letter more or less makes most short names equal. */
const FEWEST_LETTERS = 3

/** The term with one letter left out, in all ways. Two terms at a distance of 1 have one in common, or one is one of the other's. */
export function shortenedTerms(term: string): readonly string[] {
  const letters = Array.from(term)
  if (letters.length < FEWEST_LETTERS) return []
  return [...new Set(letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join('')))]
}

export function isSimilar(asked: string, stored: string): boolean {
  const [a, b] = [Array.from(asked), Array.from(stored)]
  if (a.length < FEWEST_LETTERS || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  const restOf = (letters: readonly string[], from: number) => letters.slice(from).join('')
  if (a.length !== b.length) {
    const [long, short] = a.length > b.length ? [a, b] : [b, a]
    return restOf(long, start + 1) === restOf(short, start)
  }
  const isExchanged = a[start] === b[start + 1] && a[start + 1] === b[start]
  return (
    restOf(a, start + 1) === restOf(b, start + 1) ||
    (isExchanged && restOf(a, start + 2) === restOf(b, start + 2))
  )
}
