/** The decisions in making an instance: an example takes the plainest option, a random instance takes any. */

export interface Chooser {
  /** Decides whether an optional part that the template names is included. */
  readonly includes: () => boolean
  /** Decides the number of occurrences; `upper` undefined is unbounded. */
  readonly count: (lower: number, upper: number | undefined) => number
  /** Picks one of several options; there is always one at least. */
  readonly pick: <T>(options: readonly [T, ...T[]]) => T
  /** The position of a value in its range, from 0 (included) to 1 (excluded). */
  readonly fraction: () => number
  /** Times are random too; otherwise all are the time that the caller gave. */
  readonly draws: boolean
  /** Decides whether an optional value gets a null flavour instead. */
  readonly unknown: () => boolean
}

export type Detail = 'required' | 'medium' | 'complete'

/** Always the first option, the lowest count that the detail asks for, a value in the middle. */
export function plainChooser(detail: Detail): Chooser {
  const most = { required: 0, medium: 1, complete: 2 }[detail]
  return {
    includes: () => detail !== 'required',
    count: (lower, upper) => Math.max(lower, Math.min(most, upper ?? most)),
    pick: ([first]) => first,
    fraction: () => 0.5,
    draws: false,
    unknown: () => false,
  }
}

/** After this many optional additions only mandatory parts are made, which bounds the size of an instance. */
const MOST_ADDED = 600

export function randomChooser(random: () => number): Chooser {
  let added = 0
  const adds = (chance: number): boolean => {
    if (added >= MOST_ADDED || random() >= chance) return false
    added += 1
    return true
  }
  return {
    includes: () => adds(0.7),
    count: (lower, upper) => {
      let count = lower
      while (count < (upper ?? count + 1) && adds(count === 0 ? 0.6 : 0.3)) count += 1
      return count
    },
    pick: options =>
      options[Math.min(options.length - 1, Math.floor(random() * options.length))] ?? options[0],
    fraction: random,
    draws: true,
    unknown: () => random() < 0.05,
  }
}
