/** Makes the id of an archetype for a slot that must be filled: one that the assertions of the slot allow. */

import { RE2JS } from 're2js'
import type { Slot } from '../model.ts'
import type { Chooser } from './chooser.ts'
import { textMatching } from './regex.ts'

/** The shortest text of each pattern: no repetition beyond what must be. */
const SHORTEST: Chooser = {
  includes: () => false,
  count: lower => lower,
  pick: ([first]) => first,
  fraction: () => 0,
  draws: false,
  unknown: () => false,
}

const ARCHETYPE_ID = /^\w+-\w+-\w+\.[\w-]+\.v\d+(\.\d+)*$/

/** An archetype id that fits; undefined where none could be made. */
export function archetypeFor({ rmType, includes, excludes }: Slot): string | undefined {
  const any = `openEHR-EHR-${rmType}.example.v1`
  const alternatives = includes.flatMap(pattern => pattern.split('|'))
  const made = alternatives.flatMap(pattern => textMatching(pattern, SHORTEST, '.') ?? [])
  const fits = (pattern: string, id: string): boolean => RE2JS.compile(pattern).matcher(id).matches()
  return [any, ...made].find(
    id =>
      ARCHETYPE_ID.test(id) &&
      (includes.length === 0
        ? !excludes.some(pattern => fits(pattern, id))
        : includes.some(pattern => fits(pattern, id))),
  )
}
