/** How many members of each kind a list gets, so that occurrences and cardinality are both kept. */

import { attributesOf, type Rm, type RmObject } from '../../rm/index.ts'
import type { Interval, ObjectConstraint } from '../model.ts'
import { byNodeId, constrainedNames, nodeIdOf } from '../names.ts'
import type { Chooser } from './chooser.ts'

interface Counted {
  readonly child: ObjectConstraint
  count: number
}

/** A list that must be longer than this is no list that an example can show. */
const MOST_MEMBERS = 10_000

/** `least`: what the RM wants of the list as a whole. Slots stay empty unless they may not. Undefined: it cannot be. */
export function memberCounts(
  children: readonly ObjectConstraint[],
  cardinality: Interval | undefined,
  least: number,
  chooser: Chooser,
): readonly Counted[] | undefined {
  const demanded = children.reduce((sum, { occurrences }) => sum + (occurrences.lower ?? 0), 0)
  if (Math.max(demanded, cardinality?.lower ?? 0) > MOST_MEMBERS) return undefined
  const twins = byNodeId(children)
  const counted = children.map(child => ({
    child,
    count: isHidden(child, twins.get(nodeIdOf(child)) ?? [])
      ? (child.occurrences.lower ?? 0)
      : wanted(child, chooser),
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

const rank = ({ child }: Counted): number => (child.kind === 'slot' ? 1 : 0)

const mostOf = (child: ObjectConstraint): number => child.occurrences.upper ?? Number.POSITIVE_INFINITY

function wanted(child: ObjectConstraint, chooser: Chooser): number {
  const lower = child.occurrences.lower ?? 0
  return child.kind === 'slot' ? lower : chooser.count(lower, child.occurrences.upper)
}

/** Whether members of a child would be taken for those of an earlier one with its id: by the same name, or no name. */
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

/** Names that a child's siblings with the same id are told apart by. */
export const namesOfTwins = (
  child: ObjectConstraint,
  twins: readonly ObjectConstraint[],
): ReadonlySet<string> => new Set(twins.flatMap(twin => (twin === child ? [] : namesOf(twin))))

/** The members of a set differ: one like another gets a number to its name, or is none where names are constrained. */
export function distinguished(
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
