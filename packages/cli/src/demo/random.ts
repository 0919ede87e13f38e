/** Randomness that can be had again: the same words give the same numbers, on every machine and in every run. */

export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** Anywhere between two numbers. */
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Around a mean, as measurements are (Box-Muller), never further off than three deviations. */
  around(mean: number, deviation: number): number
}

/** FNV-1a: words to 32 bits. */
function hashOf(words: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193)
  return hash | 0
}

/** mulberry32 over the hash of the words. */
export function randomFor(words: string): Random {
  let state = hashOf(words)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    next,
    between,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: probability => next() < probability,
    pick: list => list[Math.floor(next() * list.length)] ?? list[0],
    around: (mean, deviation) => {
      const spread = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return mean + deviation * Math.max(-3, Math.min(3, spread))
    },
  }
}
