/** Compiles an attribute of a template: alternatives for a single value, members for a list. */
import { isA, typeOf } from '../../rm/index.ts'
import type { Attribute, ObjectConstraint } from '../../template/index.ts'
import { attributeCheck, isOfModel, memberCheck, type OwnedAttribute } from '../plan.ts'
import { type Check, isObject, nodeIdOf, report, show } from '../visit.ts'
import { firstFitting } from './choice.ts'
import type { Compiler } from './compiler.ts'
import { oneOf } from './interval.ts'
import { compileMembers } from './members.ts'
import { nodeIdIn, specialisationsOf } from './node-id.ts'

export const compileAttribute = (
  constraint: Attribute,
  attribute: OwnedAttribute,
  compiler: Compiler,
): Check => {
  if (constraint.existence.upper === 0) {
    return (value, visit) => report(visit, 'existence.upper', 'nothing', show(value))
  }
  if (attribute.container) return compileMembers(constraint, attribute, compiler)
  if (attribute.name === 'action_archetype_id') return compileActionPattern(constraint, attribute, compiler)
  return compileSingle(constraint, attribute, compiler)
}

const compileSingle = (constraint: Attribute, attribute: OwnedAttribute, compiler: Compiler): Check => {
  const alternatives = constraint.children
  const [only, second] = alternatives
  if (only === undefined) return attributeCheck(attribute)
  if (second === undefined) return compiler.object(only, attribute)
  return compileAlternatives(alternatives, attribute, compiler)
}

/**
 * ACTIVITY.action_archetype_id holds a pattern itself, between slashes or not (RM ehr, ACTIVITY). What the template
 * demands is right as it stands there, and so is the pattern for any action.
 */
const compileActionPattern = (
  constraint: Attribute,
  attribute: OwnedAttribute,
  compiler: Compiler,
): Check => {
  const check = compileSingle(constraint, attribute, compiler)
  const patterns = new Set(['.*'])
  for (const child of constraint.children) {
    const item = child.kind === 'primitive' ? child.item : undefined
    if (item?.kind === 'C_STRING' && item.pattern !== undefined) patterns.add(item.pattern)
  }
  return (value, visit) => {
    const bare = typeof value === 'string' ? value.replace(/^\/(.*)\/$/s, '$1') : value
    if (typeof bare !== 'string' || !patterns.has(bare)) check(bare, visit)
  }
}

interface Alternative {
  readonly node: ObjectConstraint
  readonly check: Check
}

/**
 * The value must satisfy one of them: those of its class and node id are tried, those of its very class first, and the
 * nearest miss is reported. Of a value without a node id, as data values are, the class alone decides.
 */
const compileAlternatives = (
  nodes: readonly ObjectConstraint[],
  attribute: OwnedAttribute,
  compiler: Compiler,
): Check => {
  const alternatives = nodes.map((node): Alternative => ({ node, check: compiler.object(node, attribute) }))
  const open = memberCheck(attribute)
  const expected = oneOf([...new Set(nodes.map(node => node.rmType))])
  const candidates = (value: unknown): readonly Check[] =>
    byExactType(
      alternatives.filter(({ node }) => isCandidate(node, value, attribute)),
      value,
    )
  const byClass = new Map<string, readonly Check[]>()
  return (value, visit) => {
    const type = isObject(value) && nodeIdOf(value) === undefined ? value._type : undefined
    let fitting = typeof type === 'string' ? byClass.get(type) : undefined
    if (fitting === undefined) {
      fitting = candidates(value)
      if (typeof type === 'string' && isOfModel(type)) byClass.set(type, fitting)
    }
    if (fitting.length === 0) {
      report(visit, 'C_OBJECT.rm_type_name', expected, show(value))
      open(value, visit)
      return
    }
    firstFitting(fitting, value, visit)
  }
}

const byExactType = (fitting: readonly Alternative[], value: unknown): readonly Check[] => {
  const type = isObject(value) ? value._type : undefined
  const exact = fitting.filter(({ node }) => node.rmType === type)
  const wider = fitting.filter(({ node }) => node.rmType !== type)
  return [...exact, ...wider].map(({ check }) => check)
}

const JSON_TYPES: Readonly<Record<string, string>> = {
  C_BOOLEAN: 'boolean',
  C_INTEGER: 'number',
  C_REAL: 'number',
}

const isCandidate = (node: ObjectConstraint, value: unknown, attribute: OwnedAttribute): boolean => {
  if (node.kind === 'primitive') return typeof value === (JSON_TYPES[node.item.kind] ?? 'string')
  const type = typeOf(value, attribute.implied ?? attribute.type)
  if (type === undefined || !isA(type, node.rmType)) return false
  const [id, wanted] = [nodeIdOf(value), nodeIdIn(node)]
  return (
    node.kind === 'slot' ||
    id === undefined ||
    wanted === '' ||
    id === wanted ||
    specialisationsOf(wanted)(id)
  )
}
