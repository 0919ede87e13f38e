/** Every decision that making an instance takes: an example decides plainly, a random instance by chance. */

export interface Chooser {
  /** Whether something that the template names, but that may be left out, is there. */
  readonly includes: () => boolean
  /** How many there are of something that may repeat; `upper` undefined is unbounded. */
  readonly count: (lower: number, upper: number | undefined) => number
  /** One of several, which are never none. */
  readonly pick: <T>(options: readonly [T, ...T[]]) => T
  /** A number from 0 (included) to 1 (excluded) that says where in a range a value lies. */
  readonly fraction: () => number
  /** Whether times are drawn too; else they are the one that is given. */
  readonly draws: boolean
  /** Whether an optional value is rather left unknown. */
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

/** After this many decisions to add something, nothing is added that need not be: instances stay of a size. */
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
