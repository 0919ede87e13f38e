/** Compiles a list of a template: each member finds its node, nodes count their members, the list counts them all. */
import { isA, type RmAttribute, typeOf } from '../../rm/index.ts'
import type { Attribute, ObjectConstraint } from '../../template/index.ts'
import { memberCheck } from '../plan.ts'
import { attempt, type Check, nodeIdOf, report, show, type Visit } from '../visit.ts'
import { firstFitting } from './choice.ts'
import type { Compiler } from './compiler.ts'
import { contains, showInterval } from './interval.ts'
import { isSpecialisation, nodeIdIn, predicateOf } from './node-id.ts'
import { compileSlot } from './slot.ts'

/** One child of the attribute, compiled. */
interface Node {
  readonly constraint: ObjectConstraint
  readonly place: number
  readonly id: string
  readonly check: Check
  /** The check of a member's name, where the template constrains it. */
  readonly name?: Check
  /** Whether an archetype id may fill it, where it is a slot. */
  readonly fills?: (id: string) => boolean
}

export const compileMembers = (constraint: Attribute, attribute: RmAttribute, compiler: Compiler): Check => {
  const open = memberCheck(attribute)
  const nodes = constraint.children.map((child, place) => compileNode(child, place, attribute, compiler))
  const finder = compileFinder(nodes, attribute)
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
      visit.values[level] = member
      const place = nodes.length === 0 ? -1 : finder(member, visit)
      if (place === undefined || place < 0) open(member, visit)
      else counts[place] = (counts[place] ?? 0) + 1
    }
    visit.lists[level] = undefined
    visit.values[level] = value
    for (const { constraint: child, place } of nodes) {
      checkCount('occurrences', child.occurrences, counts[place] ?? 0, visit, predicateOf(child))
    }
    if (cardinality?.isUnique === true && visit.violations.length === before) checkUnique(value, visit)
  }
}

const compileNode = (
  constraint: ObjectConstraint,
  place: number,
  attribute: RmAttribute,
  compiler: Compiler,
): Node => {
  const name =
    constraint.kind === 'object' ? constraint.attributes.find(one => one.name === 'name') : undefined
  return {
    constraint,
    place,
    id: nodeIdIn(constraint),
    check: compiler.object(constraint, attribute),
    ...(name === undefined || name.children.length === 0 ? {} : { name: compiler.attribute(name, NAME) }),
    ...(constraint.kind === 'slot' ? { fills: compileSlot(constraint).fits } : {}),
  }
}

/** LOCATABLE.name. */
const NAME: RmAttribute = {
  name: 'name',
  type: 'DV_TEXT',
  container: false,
  mandatory: true,
  lower: 1,
  upper: 1,
}

/** Gives the place of a member's node after checking the member by it; -1 where there is none, which it reports. */
const compileFinder = (
  nodes: readonly Node[],
  attribute: RmAttribute,
): ((member: unknown, visit: Visit) => number) => {
  const byId = new Map<string, Node[]>()
  for (const node of nodes) {
    if (node.id === '' || node.fills !== undefined) continue
    byId.set(node.id, [...(byId.get(node.id) ?? []), node])
  }
  const slots = nodes.filter(node => node.fills !== undefined)
  const anonymous = nodes.filter(node => node.id === '' && node.fills === undefined)
  const candidates = (member: unknown): readonly Node[] => {
    const id = nodeIdOf(member)
    if (id !== undefined) {
      const known = byId.get(id)
      if (known !== undefined) return known
      const special = [...byId.values()].flat().filter(node => isSpecialisation(id, node.id))
      if (special.length > 0) return special
    }
    const type = typeOf(member, attribute.type) ?? ''
    const filled =
      id === undefined
        ? []
        : slots.filter(({ constraint, fills }) => fills?.(id) && isA(type, constraint.rmType))
    return filled.length > 0 ? filled : anonymous.filter(({ constraint }) => isA(type, constraint.rmType))
  }
  return (member, visit) => {
    const found = candidates(member)
    const [only, second] = found
    if (only === undefined) {
      reportUndeclared(nodes, slots, member, visit)
      return -1
    }
    if (second === undefined) {
      only.check(member, visit)
      return only.place
    }
    return choose(found, member, attribute, visit)
  }
}

/** Several nodes share the id: the class tells them apart, then the name, then whatever they constrain inside. */
const choose = (nodes: readonly Node[], member: unknown, attribute: RmAttribute, visit: Visit): number => {
  const type = typeOf(member, attribute.type) ?? ''
  const ofClass = nodes.filter(({ constraint }) => isA(type, constraint.rmType))
  const classed = ofClass.length > 0 ? ofClass : nodes
  const name = nameOf(member)
  const named = classed.filter(
    node => node.name !== undefined && attempt(node.name, name, visit).length === 0,
  )
  const fitting = named.length > 0 ? named : classed.filter(node => node.name === undefined)
  if (fitting.length === 0) {
    report(
      visit,
      'C_OBJECT.name',
      'a name that one of the nodes with this id has in the template',
      show(nameText(name)),
      '/name',
    )
    return -1
  }
  const chosen = firstFitting(
    fitting.map(({ check }) => check),
    member,
    visit,
  )
  return fitting[chosen]?.place ?? -1
}

const nameOf = (member: unknown): unknown =>
  typeof member === 'object' && member !== null ? (member as { name?: unknown }).name : undefined

const nameText = (name: unknown): unknown =>
  typeof name === 'object' && name !== null ? (name as { value?: unknown }).value : undefined

const reportUndeclared = (
  nodes: readonly Node[],
  slots: readonly Node[],
  member: unknown,
  visit: Visit,
): void => {
  const id = nodeIdOf(member)
  const expected = nodes.map(({ constraint, id: known }) => (known === '' ? constraint.rmType : known))
  const code =
    slots.length > 0 && id !== undefined && id.includes('.') ? 'ARCHETYPE_SLOT.includes' : 'node.undeclared'
  report(visit, code, `one of ${[...new Set(expected)].join(', ')}`, show(id ?? member))
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
