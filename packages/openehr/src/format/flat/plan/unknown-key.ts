/** The finding for a FLAT key that the template does not have, with the nearest path that it has. */
import { nearest } from '../../../path/index.ts'
import type { Finding } from '../../../problem.ts'
import { knownPaths } from './known-paths.ts'
import type { Plan } from './plan.ts'

/** Beyond so many faults the data are for another template, and suggestions cost more than they help. */
const MOST_SUGGESTIONS = 10

const BESIDE = 'cannot stand beside the other keys there'

export function unknownKey(plan: Plan, key: string, before: number): Finding {
  const plain = key.replace(/:\d+(?=[/|]|$)/g, '')
  const paths = knownPaths(plan)
  const suggestion = before < MOST_SUGGESTIONS ? nearest(plain, paths) : undefined
  const where = key.endsWith('|raw')
    ? 'holds nothing that fits there'
    : paths.has(plain)
      ? BESIDE
      : 'is no path of the template'
  const hint = suggestion === undefined || suggestion === plain ? '' : ` Did you mean ${suggestion}?`
  return {
    path: key,
    code: 'flat.unknown',
    message: `${key} ${where}.${hint}`,
    found: key,
    ...(suggestion === undefined || suggestion === plain ? {} : { expected: suggestion }),
  }
}
