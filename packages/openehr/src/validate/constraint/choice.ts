/** Trying several checks on one value: the first that finds nothing wrong wins, else the one that finds least. */

import type { Violation } from '../violation.ts'
import { attempt, type Check, type Visit } from '../visit.ts'

/**
 * Alternatives inside alternatives multiply the work. Real templates have them one deep, at data values; beyond
 * this depth the first candidate decides, so that no template can make validation exponential.
 */
const DEEPEST_TRIAL = 4

/** Returns the index of the check that was chosen; its violations have been reported. */
export const firstFitting = (checks: readonly Check[], value: unknown, visit: Visit): number => {
  const [first] = checks
  if (first === undefined) return -1
  if (checks.length === 1 || visit.trials >= DEEPEST_TRIAL) {
    first(value, visit)
    return 0
  }
  visit.trials++
  let best: readonly Violation[] | undefined
  let chosen = 0
  for (const [index, check] of checks.entries()) {
    const tried = attempt(check, value, visit)
    if (best !== undefined && tried.length >= best.length) continue
    best = tried
    chosen = index
    if (tried.length === 0) break
  }
  visit.trials--
  for (const violation of best ?? []) visit.violations.push(violation)
  return chosen
}
