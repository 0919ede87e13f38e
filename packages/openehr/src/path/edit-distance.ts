/** Edit distance of two texts, with a bound for the work. */

/** Levenshtein distance, or `limit` as soon as it is certain not to be smaller. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let start = 0
  const shorter = Math.min(a.length, b.length)
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
  return banded(a.slice(start, a.length - end), b.slice(start, b.length - end), limit)
}

/** Row by row, but only where the two positions are less than `limit` apart: nothing else can stay below it. */
function banded(left: string, right: string, limit: number): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const next: number[] = new Array(right.length + 1).fill(limit)
    if (i < limit) next[0] = i
    let lowest = next[0] ?? limit
    for (let j = Math.max(1, i - limit); j <= Math.min(right.length, i + limit); j++) {
      const replaced = (row[j - 1] ?? limit) + (left.charCodeAt(i - 1) === right.charCodeAt(j - 1) ? 0 : 1)
      const cost = Math.min(replaced, (row[j] ?? limit) + 1, (next[j - 1] ?? limit) + 1)
      next[j] = cost
      if (cost < lowest) lowest = cost
    }
    if (lowest >= limit) return limit
    row = next
  }
  return Math.min(row[right.length] ?? limit, limit)
}
