/** The valid path that a mistyped one most likely meant, by edit distance. */

/** Paths longer than this are compared by their ends only: a message is not worth quadratic work. */
const MAX_LENGTH = 300

/**
 * The candidate with the fewest insertions, deletions and replacements, or `undefined` where even that one
 * shares less than half of its characters with `text`.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = text.slice(-MAX_LENGTH)
  let best: string | undefined
  let least = Math.floor(wanted.length / 2) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.slice(-MAX_LENGTH), least)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Levenshtein distance, or `limit` as soon as it is certain not to be smaller. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    let lowest = i
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const cost = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next.push(cost)
      lowest = Math.min(lowest, cost)
    }
    if (lowest >= limit) return limit
    row = next
  }
  return Math.min(row[right.length] ?? limit, limit)
}
