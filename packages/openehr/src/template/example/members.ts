/** How many members of each kind a list gets, so that occurrences and cardinality are both kept. */

import type { RmObject } from '../../rm/index.ts'
import type { Interval, ObjectConstraint } from '../model.ts'
import { constrainedNames } from '../names.ts'
import type { Chooser } from './chooser.ts'

interface Counted {
  readonly child: ObjectConstraint
  count: number
}

/** `least`: what the RM wants of the list as a whole. Slots stay empty unless they may not. Undefined: it cannot be. */
export function memberCounts(
  children: readonly ObjectConstraint[],
  cardinality: Interval | undefined,
  least: number,
  chooser: Chooser,
): readonly Counted[] | undefined {
  const counted = children.map((child, place) => ({
    child,
    count: isHidden(child, children.slice(0, place))
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

/** Whether members of a child would be taken for those of an earlier one: same id, same name. */
function isHidden(child: ObjectConstraint, earlier: readonly ObjectConstraint[]): boolean {
  if (child.kind !== 'object') return false
  const names = constrainedNames(child).map(({ text }) => text)
  return earlier.some(other => {
    if (other.kind !== 'object' || idOf(other) !== idOf(child) || idOf(child) === '') return false
    const others = constrainedNames(other).map(({ text }) => text)
    return names.length === 0 ? others.length === 0 : names.some(name => others.includes(name))
  })
}

/** Names that siblings with the same id are told apart by. */
export function namesOfTwins(
  child: ObjectConstraint,
  siblings: readonly ObjectConstraint[],
): ReadonlySet<string> {
  const id = idOf(child)
  return new Set(
    siblings.flatMap(sibling =>
      sibling !== child && sibling.kind === 'object' && idOf(sibling) === id
        ? constrainedNames(sibling).map(({ text }) => text)
        : [],
    ),
  )
}

const idOf = (node: ObjectConstraint): string =>
  node.kind === 'object' && node.archetype ? node.archetype.archetypeId : node.nodeId

/** A member like one before it gets a number to its name: the members of a set differ. */
export function distinguished(member: RmObject, seen: Set<string>): RmObject {
  let made = member
  for (let number = 2; seen.has(JSON.stringify(made)); number++) {
    const name = member['name'] as { readonly value?: unknown } | undefined
    made = { ...member, name: { ...name, value: `${String(name?.value)} ${number}` } }
  }
  seen.add(JSON.stringify(made))
  return made
}
