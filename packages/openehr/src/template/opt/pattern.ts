/** Regular expressions of templates: linear in time and cheap enough, or the template is refused. */

import { isRegex } from '../../path/index.ts'
import { error, type Faults, type OptPosition } from './faults.ts'

/** Short patterns repeat within and between templates; the answer for each is remembered: 3 MB at most. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 5_000
const LONGEST_KNOWN = 300

/** Reports a pattern that a linear-time matcher cannot run: not a regular expression, one that looks around, or too costly a one. */
export function checkPattern(pattern: string, place: OptPosition, faults: Faults): void {
  if (isKnownRegex(pattern)) return
  error(faults, place, {
    code: 'opt.pattern',
    message:
      'The pattern is not a regular expression that can be matched in linear time (no look-around, no back-references), or it is too long or repeats too much',
    found: pattern.slice(0, 200),
  })
}

function isKnownRegex(pattern: string): boolean {
  if (pattern.length > LONGEST_KNOWN) return isRegex(pattern)
  const before = known.get(pattern)
  if (before !== undefined) return before
  const answer = isRegex(pattern)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(pattern, answer)
  return answer
}
