/** Compiles a list of a template: each member finds its node, nodes count their members, the list counts them all. */
import type { Attribute, Interval } from '../../template/index.ts'
import { memberCheck, type OwnedAttribute } from '../plan.ts'
import { type Check, faultsSoFar, report, reportBelow, show, type Visit } from '../visit.ts'
import type { Compiler } from './compiler.ts'
import { compileFinder } from './finder.ts'
import { showInterval } from './interval.ts'
import { predicateOf } from './node-id.ts'

export const compileMembers = (
  constraint: Attribute,
  attribute: OwnedAttribute,
  compiler: Compiler,
): Check => {
  const open = memberCheck(attribute)
  const nodes = constraint.children
  const find = compileFinder(nodes, attribute, compiler)
  const { cardinality } = constraint
  const total = cardinality === undefined ? undefined : boundsOf(cardinality.interval, '')
  // Text for paths and sums for bounds are made once: a list of a large template has fifty nodes, most without members.
  const bounds = nodes.map(node => boundsOf(node.occurrences, predicateOf(node)))
  return (value, visit) => {
    if (!Array.isArray(value)) {
      report(visit, 'rm.multiplicity', 'a list', show(value))
      return
    }
    if (total !== undefined) checkCount('cardinality', total, value.length, visit)
    const counts = new Array<number>(nodes.length).fill(0)
    const level = visit.depth
    const before = faultsSoFar(visit)
    for (let i = 0; i < value.length; i++) {
      const member: unknown = value[i]
      visit.lists[level] = value
      visit.positions[level] = i
      const place = nodes.length === 0 ? -1 : find(member, visit)
      if (place < 0) open(member, visit)
      else counts[place] = (counts[place] ?? 0) + 1
    }
    visit.lists[level] = undefined
    for (let place = 0; place < bounds.length; place++) {
      const bound = bounds[place]
      if (bound !== undefined) checkCount('occurrences', bound, counts[place] ?? 0, visit)
    }
    if (cardinality?.isUnique === true && faultsSoFar(visit) === before) checkUnique(value, visit)
  }
}

/** The number of members that is allowed, with the words for a message. */
interface Bounds {
  readonly least: number
  readonly most: number
  readonly interval: Interval
  readonly suffix: string
}

const boundsOf = (interval: Interval, suffix: string): Bounds => {
  const { lower = 0, upper = Number.POSITIVE_INFINITY, lowerIncluded, upperIncluded } = interval
  return {
    least: interval.lower === undefined || lowerIncluded ? lower : Math.floor(lower) + 1,
    most: interval.upper === undefined || upperIncluded ? upper : Math.ceil(upper) - 1,
    interval,
    suffix,
  }
}

/** `occurrences.lower`, `cardinality.upper` and so on; lower bounds do not bind an incomplete version. */
const checkCount = (
  what: 'cardinality' | 'occurrences',
  { least, most, interval, suffix }: Bounds,
  count: number,
  visit: Visit,
): void => {
  if (count >= least && count <= most) return
  const low = count < least
  if (low && visit.incomplete) return
  reportBelow(visit, suffix, {
    code: `${what}.${low ? 'lower' : 'upper'}`,
    expected: showInterval(interval),
    found: String(count),
  })
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
