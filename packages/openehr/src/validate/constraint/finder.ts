/** Finds the node of a template that a member of a list is of: by id, by what fills a slot, by class, by name. */
import { attributesOf, isA, type Rm, typeOf } from '../../rm/index.ts'
import type { ObjectConstraint } from '../../template/index.ts'
import type { OwnedAttribute } from '../plan.ts'
import { attempt, type Check, nodeIdOf, passes, report, reportBelow, show, type Visit } from '../visit.ts'
import { firstFitting } from './choice.ts'
import type { Compiler } from './compiler.ts'
import { nodeIdIn, specialisationsOf } from './node-id.ts'
import { nameCheck } from './numbered-name.ts'
import { compileSlot } from './slot.ts'

/** Checks a member by its node and gives the node's place among its siblings; -1 where there is none, which it reports. */
export type Finder = (member: unknown, visit: Visit) => number

/** One child of the attribute, compiled. */
interface Node {
  readonly constraint: ObjectConstraint
  readonly place: number
  readonly id: string
  readonly check: Check
  readonly isSpecialisation: (id: string) => boolean
  /** The check of a member's name, where the template constrains it. */
  readonly name?: Check
  /** On a slot: tells whether an archetype may fill it. */
  readonly fills?: (id: string) => boolean
}

export const compileFinder = (
  constraints: readonly ObjectConstraint[],
  attribute: OwnedAttribute,
  compiler: Compiler,
): Finder => {
  const nodes = constraints.map((constraint, place) => compileNode(constraint, place, attribute, compiler))
  const candidates = compileCandidates(nodes, attribute)
  const expected = [...new Set(nodes.map(({ constraint, id }) => (id === '' ? constraint.rmType : id)))].join(
    ', ',
  )
  const hasSlots = nodes.some(({ fills }) => fills !== undefined)
  return (member, visit) => {
    const found = candidates(member)
    const only = found[0]
    if (only === undefined) {
      const id = nodeIdOf(member)
      const code = hasSlots && id?.includes('.') === true ? 'ARCHETYPE_SLOT.includes' : 'node.undeclared'
      report(visit, code, `one of ${expected}`, show(id ?? member))
      return -1
    }
    if (found.length > 1) return choose(found, member, attribute, visit)
    only.check(member, visit)
    return only.place
  }
}

const compileNode = (
  constraint: ObjectConstraint,
  place: number,
  attribute: OwnedAttribute,
  compiler: Compiler,
): Node => {
  const name =
    constraint.kind === 'object' ? constraint.attributes.find(one => one.name === 'name') : undefined
  return {
    constraint,
    place,
    id: nodeIdIn(constraint),
    check: compiler.object(constraint, attribute),
    isSpecialisation: specialisationsOf(nodeIdIn(constraint)),
    ...(name === undefined || name.children.length === 0
      ? {}
      : { name: nameCheck(constraint, compiler.attribute(name, NAME)) }),
    ...(constraint.kind === 'slot' ? { fills: compileSlot(constraint).fits } : {}),
  }
}

/** LOCATABLE.name. */
const NAME: OwnedAttribute = {
  name: 'name',
  type: 'DV_TEXT',
  implied: 'DV_TEXT',
  container: false,
  mandatory: true,
  lower: 1,
  upper: 1,
}

/** The nodes that a member may be of: those with its id, else with its archetype's parent, else a slot, else by class. */
const compileCandidates = (
  nodes: readonly Node[],
  attribute: OwnedAttribute,
): ((member: unknown) => readonly Node[]) => {
  const slots = nodes.filter(({ fills }) => fills !== undefined)
  const anonymous = nodes.filter(({ id, fills }) => id === '' && fills === undefined)
  const identified = nodes.filter(({ id, fills }) => id !== '' && fills === undefined)
  const byId = new Map<string, Node[]>()
  for (const node of identified) byId.set(node.id, [...(byId.get(node.id) ?? []), node])
  return member => {
    const id = nodeIdOf(member)
    const known = id === undefined ? undefined : byId.get(id)
    if (known !== undefined) return known
    const type = typeOf(member, attribute.implied ?? attribute.type) ?? ''
    if (id !== undefined) {
      const special = identified.filter(({ isSpecialisation }) => isSpecialisation(id))
      if (special.length > 0) return special
      const filled = slots.filter(
        ({ constraint, fills }) => isA(type, constraint.rmType) && fills?.(id) === true,
      )
      if (filled.length > 0) return filled
    }
    return anonymous.filter(({ constraint }) => isA(type, constraint.rmType))
  }
}

/** Several nodes share the id: the class tells them apart, then the name, then whatever they constrain inside. */
const choose = (nodes: readonly Node[], member: unknown, attribute: OwnedAttribute, visit: Visit): number => {
  const type = typeOf(member, attribute.implied ?? attribute.type) ?? ''
  const ofClass = nodes.filter(({ constraint }) => isA(type, constraint.rmType))
  const classed = ofClass.length > 0 ? ofClass : nodes
  const { name } = attributesOf<Rm.Locatable>(member)
  const named = classed.filter(node => node.name !== undefined && passes(node.name, name, visit))
  const fitting = named.length > 0 ? named : classed.filter(node => node.name === undefined)
  if (fitting.length === 0) {
    const found = show(attributesOf<Rm.DvText>(name).value)
    reportBelow(visit, '/name', {
      code: 'C_OBJECT.name',
      expected: expectedNames(classed, name, visit),
      found,
    })
    return -1
  }
  const checks = fitting.map(({ check }) => check)
  return fitting[firstFitting(checks, member, visit)]?.place ?? -1
}

/** The names that the nodes allow, in the words of their own constraints. */
const expectedNames = (nodes: readonly Node[], name: unknown, visit: Visit): string => {
  const expected = nodes.flatMap(node => (node.name === undefined ? [] : attempt(node.name, name, visit)))
  return [...new Set(expected.map(violation => violation.expected))].join(', or ')
}
