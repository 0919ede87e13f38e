/** Intervals that widen while changes keep coming: a look costs a dozen statements, however many changes it finds. */

interface Widening {
  /** Milliseconds between two looks at rest. */
  readonly least: number
  readonly most: number
}

/** A look that finds fewer changes ends the load. */
const FEW = 3

/** The time until the next look, by the number of changes that the last one found. At rest, the first change is found as fast as ever. */
export function openWidening({ least, most }: Widening): (found: number) => number {
  let wait = least
  return found => {
    wait = found < FEW ? least : Math.min(most, 2 * wait)
    return wait
  }
}
