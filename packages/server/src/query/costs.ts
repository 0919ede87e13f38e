/** Estimates the time of a query from recent queries of the same shape. */
import { weightedCache } from '../collections/index.ts'

export interface Costs {
  /** True if a query is expected to be short. An unknown one is, if it is about one EHR. */
  isLight(key: string, isInOneEhr: boolean): boolean
  /** Milliseconds of work. */
  took(key: string, milliseconds: number): void
  /** Of a query that was ended before: it cannot become light by that. */
  tookAtLeast(key: string, milliseconds: number): void
}

/** A query that takes longer is not light. */
const LIGHT_MS = 1000

/** A query may also have been slow because everything was: after this time it is given another chance. */
const REMEMBERED_MS = 60_000

/** Bytes. */
const MOST = 1024 * 1024

interface Cost {
  readonly milliseconds: number
  readonly until: number
}

export function openCosts(now: () => number): Costs {
  const known = weightedCache<string, Cost>({ most: MOST, weigh: (_cost, key) => 150 + 2 * key.length })
  const last = (key: string): number | undefined => {
    const cost = known.get(key)
    return cost && cost.until > now() ? cost.milliseconds : undefined
  }
  const took = (key: string, milliseconds: number): void =>
    known.set(key, { milliseconds, until: now() + REMEMBERED_MS })
  return {
    isLight: (key, isInOneEhr) => {
      const milliseconds = last(key)
      return milliseconds === undefined ? isInOneEhr : milliseconds < LIGHT_MS
    },
    took,
    tookAtLeast: (key, milliseconds) => {
      if (milliseconds > Math.max(LIGHT_MS, last(key) ?? 0)) took(key, milliseconds)
    },
  }
}
