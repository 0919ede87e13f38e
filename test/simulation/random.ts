/** The only source of chance of a simulation: the same seed gives the same numbers. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  uuid(): string
}

/** Mulberry32, by Tommy Ettinger: 32 bits of state are enough for a plan. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return {
    below,
    pick,
    shuffle: list => {
      const rest = [...list]
      return list.map(() => rest.splice(below(rest.length), 1)[0] as (typeof rest)[number])
    },
    uuid: () => {
      const digits = Array.from({ length: 32 }, () => below(16).toString(16)).join('')
      return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5')
    },
  }
}
