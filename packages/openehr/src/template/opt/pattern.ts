/** Regular expressions of templates: linear in time, or the template is refused. */

import { RE2JS } from 're2js'
import { error, type Faults, type Place } from './faults.ts'

/** Patterns repeat within and between templates; the answer for each is remembered, within bounds. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 5_000

/** UTF-16 units. The longest of the test corpus, a slot with many alternatives, has some thousands. */
const LONGEST = 50_000

/** Reports a pattern that a linear-time matcher cannot run: not a regular expression, or one that looks around. */
export function checkPattern(pattern: string, place: Place, faults: Faults): void {
  if (pattern.length <= LONGEST && compiles(pattern)) return
  error(
    faults,
    place,
    'opt.pattern',
    'The pattern is not a regular expression that can be matched in linear time (no look-around, no back-references)',
    { found: pattern.slice(0, 200) },
  )
}

function compiles(pattern: string): boolean {
  const before = known.get(pattern)
  if (before !== undefined) return before
  let answer = true
  try {
    RE2JS.compile(pattern)
  } catch {
    answer = false
  }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(pattern, answer)
  return answer
}
