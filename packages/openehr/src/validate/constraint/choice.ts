/** Tries several checks on one value: the first that finds nothing wrong is chosen, else the one that finds least. */
import { attempt, type Check, passes, type Visit } from '../visit.ts'

/**
 * Alternatives inside alternatives multiply the work. Real templates have them one deep, at data values; beyond
 * this depth the first candidate decides, so that no template can make validation exponential.
 */
const DEEPEST_TRIAL = 4

/** Returns the index of the check that was chosen; its violations have been reported. */
export const firstFitting = (checks: readonly Check[], value: unknown, visit: Visit): number => {
  const first = checks[0]
  if (first === undefined) return -1
  if (checks.length === 1 || visit.trials >= DEEPEST_TRIAL) {
    first(value, visit)
    return 0
  }
  visit.trials++
  let chosen = checks.findIndex(check => passes(check, value, visit))
  if (chosen < 0) chosen = reportLeast(checks, value, visit)
  visit.trials--
  return chosen
}

/** Reports the violations of the check that found least, for a value that passes none. */
const reportLeast = (checks: readonly Check[], value: unknown, visit: Visit): number => {
  if (visit.probing) {
    visit.faults++
    return 0
  }
  const found = checks.map(check => attempt(check, value, visit))
  const least = Math.min(...found.map(({ length }) => length))
  const chosen = found.findIndex(({ length }) => length === least)
  for (const violation of found[chosen] ?? []) visit.violations.push(violation)
  return chosen
}
