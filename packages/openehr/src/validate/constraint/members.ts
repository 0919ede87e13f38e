/** Compiles a list of a template: each member finds its node, nodes count their members, the list counts them all. */
import type { RmAttribute } from '../../rm/index.ts'
import type { Attribute } from '../../template/index.ts'
import { memberCheck } from '../plan.ts'
import { type Check, report, show, type Visit } from '../visit.ts'
import type { Compiler } from './compiler.ts'
import { compileFinder } from './finder.ts'
import { contains, showInterval } from './interval.ts'
import { predicateOf } from './node-id.ts'

export const compileMembers = (constraint: Attribute, attribute: RmAttribute, compiler: Compiler): Check => {
  const open = memberCheck(attribute)
  const nodes = constraint.children
  const find = compileFinder(nodes, attribute, compiler)
  const cardinality = constraint.cardinality
  return (value, visit) => {
    if (!Array.isArray(value)) {
      report(visit, 'rm.multiplicity', 'a list', show(value))
      return
    }
    if (cardinality !== undefined) checkCount('cardinality', cardinality.interval, value.length, visit)
    const counts = new Array<number>(nodes.length).fill(0)
    const level = visit.depth
    const before = visit.violations.length
    for (let i = 0; i < value.length; i++) {
      const member: unknown = value[i]
      visit.lists[level] = value
      visit.positions[level] = i
      const place = nodes.length === 0 ? -1 : find(member, visit)
      if (place < 0) open(member, visit)
      else counts[place] = (counts[place] ?? 0) + 1
    }
    visit.lists[level] = undefined
    for (const [place, node] of nodes.entries()) {
      checkCount('occurrences', node.occurrences, counts[place] ?? 0, visit, predicateOf(node))
    }
    if (cardinality?.isUnique === true && visit.violations.length === before) checkUnique(value, visit)
  }
}

/** `occurrences.lower`, `cardinality.upper` and so on; lower bounds do not bind an incomplete version. */
const checkCount = (
  what: 'cardinality' | 'occurrences',
  interval: Attribute['existence'],
  count: number,
  visit: Visit,
  suffix = '',
): void => {
  if (contains(interval, count)) return
  const low = interval.lower !== undefined && count < interval.lower + (interval.lowerIncluded ? 0 : 1)
  if (low && visit.incomplete) return
  report(visit, `${what}.${low ? 'lower' : 'upper'}`, showInterval(interval), String(count), suffix)
}

/** Runs only on members that are right otherwise, so their depth is known to be bounded. */
const checkUnique = (members: readonly unknown[], visit: Visit): void => {
  const seen = new Set<string>()
  for (const member of members) {
    const key = JSON.stringify(member, sorted)
    if (seen.has(key)) {
      report(visit, 'cardinality.is_unique', 'members that differ', 'two that are equal')
      return
    }
    seen.add(key)
  }
}

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
