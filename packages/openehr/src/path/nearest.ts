/** The valid path that a mistyped one most likely meant, by edit distance. */
import { editDistance } from './edit-distance.ts'

/** Paths longer than this are compared by their ends only: a message is not worth quadratic work. */
const MAX_LENGTH = 300

/** Beyond so many edits the two texts are different paths and not a slip. */
const MAX_DISTANCE = 24

/**
 * The candidate with the fewest insertions, deletions and replacements; `undefined` where even that one needs more edits than
 * half of the characters, or more than `MAX_DISTANCE`.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = text.slice(-MAX_LENGTH)
  let best: string | undefined
  let least = Math.min(Math.floor(wanted.length / 2), MAX_DISTANCE) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= least) continue
    const distance = editDistance(wanted, candidate.slice(-MAX_LENGTH), least)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}
