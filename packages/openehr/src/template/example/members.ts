/** Chooses the number of members of each kind in a list, so that occurrences and cardinality are both met. */

import { attributesOf, type Rm, type RmObject } from '../../rm/index.ts'
import type { Interval, ObjectConstraint } from '../model.ts'
import { byNodeId, constrainedNames, nodeIdOf } from '../names.ts'
import type { Chooser } from './chooser.ts'

interface MemberCount {
  readonly child: ObjectConstraint
  count: number
}

/** No instance is made where a list must be longer than this. */
const MOST_MEMBERS = 10_000

/**
 * `least` is the lower bound that the RM has for the list. Slots stay empty where that is allowed. Undefined where no numbers
 * satisfy all bounds.
 */
export function memberCounts(
  children: readonly ObjectConstraint[],
  cardinality: Interval | undefined,
  least: number,
  chooser: Chooser,
): readonly MemberCount[] | undefined {
  const demanded = children.reduce((sum, { occurrences }) => sum + (occurrences.lower ?? 0), 0)
  if (Math.max(demanded, cardinality?.lower ?? 0) > MOST_MEMBERS) return undefined
  const twins = byNodeId(children)
  const counted = children.map(child => ({
    child,
    count: isHidden(child, twins.get(nodeIdOf(child)) ?? [])
      ? (child.occurrences.lower ?? 0)
      : countFor(child, chooser),
  }))
  const total = (): number => counted.reduce((sum, { count }) => sum + count, 0)
  const lower = Math.max(least, cardinality?.lower ?? 0)
  const upper = cardinality?.upper ?? Number.POSITIVE_INFINITY
  // Fill up with kinds that are not there yet, then with more of those that are, slots last.
  const inOrder = [...counted].sort((a, b) => rank(a) - rank(b))
  while (total() < lower) {
    const next =
      inOrder.find(({ child, count }) => count < Math.min(1, mostOf(child))) ??
      inOrder.find(({ child, count }) => count < mostOf(child))
    if (next === undefined) break
    next.count += 1
  }
  for (const one of [...counted].reverse())
    while (total() > upper && one.count > (one.child.occurrences.lower ?? 0)) one.count -= 1
  return total() < lower || total() > upper ? undefined : counted
}

const rank = ({ child }: MemberCount): number => (child.kind === 'slot' ? 1 : 0)

const mostOf = (child: ObjectConstraint): number => child.occurrences.upper ?? Number.POSITIVE_INFINITY

function countFor(child: ObjectConstraint, chooser: Chooser): number {
  const lower = child.occurrences.lower ?? 0
  return child.kind === 'slot' ? lower : chooser.count(lower, child.occurrences.upper)
}

/** True when members of a child could not be told from those of an earlier sibling: same id, and same name or none. */
function isHidden(child: ObjectConstraint, twins: readonly ObjectConstraint[]): boolean {
  if (twins.length < 2 || nodeIdOf(child) === '') return false
  const names = namesOf(child)
  return twins.slice(0, twins.indexOf(child)).some(other => {
    const others = namesOf(other)
    return names.length === 0 ? others.length === 0 : names.some(name => others.includes(name))
  })
}

const namesOf = (node: ObjectConstraint): readonly string[] =>
  node.kind === 'object' ? constrainedNames(node).map(({ text }) => text) : []

/** The constrained names of the siblings that have the same id as a child. */
export const namesOfTwins = (
  child: ObjectConstraint,
  twins: readonly ObjectConstraint[],
): ReadonlySet<string> => new Set(twins.flatMap(twin => (twin === child ? [] : namesOf(twin))))

/** Makes members of a set differ by a number in the name; undefined where the name is constrained. */
export function makeDistinct(
  member: RmObject,
  child: ObjectConstraint,
  seen: Set<string>,
): RmObject | undefined {
  let made = member
  for (let number = 2; seen.has(JSON.stringify(made)); number++) {
    if (namesOf(child).length > 0) return undefined
    const name = attributesOf<Rm.DvText>(attributesOf<Rm.Locatable>(member).name)
    made = { ...member, name: { ...name, value: `${String(name.value)} ${number}` } }
  }
  seen.add(JSON.stringify(made))
  return made
}
