/** The parts of a value named without the pipe, as STRUCTURED data of some clients have them: `{"magnitude": 1, "unit": "mg"}`. */
import { baseType, rmClass } from '../../../rm/index.ts'
import type { Branch } from '../keys/branch.ts'
import { mappingOf } from '../tables/mapping.ts'

/** Suffixes that no row of the tables has. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  DV_CODED_TEXT: ['other'],
  DV_DURATION: ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'],
  PARTICIPATION: ['identifiers_id', 'identifiers_issuer', 'identifiers_assigner', 'identifiers_type'],
}

/** Classes that the keys may choose where another is declared. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  DV_TEXT: ['DV_CODED_TEXT'],
  PARTY_PROXY: ['PARTY_IDENTIFIED'],
}

const known = new Map<string, ReadonlySet<string>>()

function suffixesOf(declared: string): ReadonlySet<string> {
  const type = baseType(declared)
  const made = known.get(type)
  if (made !== undefined) return made
  const classes = [type, ...(CHOSEN[type] ?? [])]
  const own = classes.flatMap(each => [
    ...mappingOf(each).fields.flatMap(({ keys }) =>
      keys.flatMap(key => (key.startsWith('|') ? key.slice(1) : [])),
    ),
    ...(FURTHER[each] ?? []),
  ])
  const segments = new Set(classes.flatMap(each => mappingOf(each).parts.flatMap(part => part.segments)))
  const found = new Set(own.filter(suffix => !segments.has(suffix)))
  if (rmClass(type) !== undefined) known.set(type, found)
  return found
}

/** Turns a child that is one plain value into the suffix of that name, where the class has such a suffix and no such part. */
export function liftSuffixes(branch: Branch, type: string): void {
  for (const [id, occurrences] of [...branch.children]) {
    if (branch.leaves.has(id) || !suffixesOf(type).has(id)) continue
    const values = [...occurrences].map(([, child]) =>
      child.children.size === 0 && child.leaves.size === 1 ? child.leaves.get('') : undefined,
    )
    const [first] = values
    if (first === undefined || values.includes(undefined)) continue
    branch.children.delete(id)
    if (values.length === 1) branch.leaves.set(id, first)
    else
      for (const [index, leaf] of values.entries())
        if (leaf !== undefined) branch.leaves.set(`${id}:${index}`, leaf)
  }
}
