/** Compiles one constraint of a template into one check: the reference model's plan of the class, narrowed. */
import { baseType, isA, parameterOf, type RmObject, rmClass } from '../../rm/index.ts'
import type { Attribute, ComplexObject, ObjectConstraint } from '../../template/index.ts'
import {
  concreteTypeOf,
  isOfModel,
  memberCheck,
  type OwnedAttribute,
  ownedBy,
  planOf,
  statedParameter,
} from '../plan.ts'
import { type Plan, preparePlan, type Requirement, runPlan } from '../run.ts'
import { type Check, nodeIdOf, report, reportBelow, show } from '../visit.ts'
import { compileCodePhrase, compileConstraintReference } from './code.ts'
import type { Compiler } from './compiler.ts'
import { showInterval } from './interval.ts'
import { nodeIdIn, predicateOf, specialisationsOf } from './node-id.ts'
import { nameCheck } from './numbered-name.ts'
import { compilePrimitive } from './primitive.ts'
import { compileOrdinal, compileQuantity, compileState } from './quantity.ts'
import { compileSlot } from './slot.ts'

/** The check of a value of `attribute` (or of one member of it) by `node`, the reference model's rules included. */
export const compileObject = (
  node: ObjectConstraint,
  attribute: OwnedAttribute,
  compiler: Compiler,
): Check => {
  switch (node.kind) {
    case 'object':
      return compileComplex(node, attribute, compiler)
    case 'slot': {
      const slot = compileSlot(node)
      return inSequence(ofType(node.rmType, attribute), (value, visit) => {
        const id = nodeIdOf(value)
        if (id !== undefined && !slot.fits(id)) {
          reportBelow(visit, '/archetype_node_id', {
            code: 'ARCHETYPE_SLOT.includes',
            expected: slot.expected,
            found: show(id),
          })
        }
      })
    }
    case 'C_CODE_PHRASE':
      return inSequence(ofType(node.rmType, attribute), compileCodePhrase(node))
    case 'CONSTRAINT_REF':
      return inSequence(ofType(node.rmType, attribute), compileConstraintReference(node))
    case 'C_DV_QUANTITY':
      return inSequence(ofType(node.rmType, attribute), compileQuantity(node))
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE':
      return inSequence(ofType(node.rmType, attribute), compileOrdinal(node))
    case 'C_DV_STATE':
      return inSequence(ofType(node.rmType, attribute), compileState(node))
    case 'primitive':
      return inSequence(memberCheck(attribute), compilePrimitive(node))
  }
}

/** One check after the other on the same value. */
const inSequence =
  (first: Check, second: Check): Check =>
  (value, visit) => {
    first(value, visit)
    second(value, visit)
  }

/** The reference model's rules for a value that the template narrows to one class. */
const ofType = (rmType: string, attribute: OwnedAttribute): Check =>
  narrowing(rmType, attribute, plan => plan)

/**
 * Finds the plan for what a value says it is, makes the template's own plan of it once, and runs that. A class that
 * the template does not allow is reported and still checked by the reference model's rules.
 */
const narrowing = (rmType: string, attribute: OwnedAttribute, make: (plan: Plan) => Plan): Check => {
  const { implied, parameter } = attribute
  const narrowed = { bound: parameterOf(rmType) ?? parameter?.bound, implied: parameter?.implied }
  const made = new Map<string, Plan>()
  let latest: Plan | undefined
  return (value, visit) => {
    const type = concreteTypeOf(value, implied, attribute.type, visit)
    if (type === undefined) return
    let plan = latest?.type === type ? latest : made.get(type)
    if (plan === undefined) {
      const base = planOf(baseType(type), statedParameter(type) ?? narrowed)
      if (base === undefined || !isA(base.type, attribute.type)) {
        report(visit, 'rm.type', `a class that is a ${attribute.type}`, type)
        return
      }
      if (!isA(base.type, rmType)) {
        report(visit, 'C_OBJECT.rm_type_name', rmType, type)
        runPlan(base, value as RmObject, visit)
        return
      }
      plan = make(base)
      if (isOfModel(type)) made.set(type, plan)
    }
    if (plan.type === type) latest = plan
    runPlan(plan, value as RmObject, visit)
  }
}

const compileComplex = (node: ComplexObject, attribute: OwnedAttribute, compiler: Compiler): Check =>
  narrowing(node.rmType, attribute, base => narrow(base, node, compiler))

/** The reference model's plan with the node's attributes in the place of its own. */
const narrow = (base: Plan, node: ComplexObject, compiler: Compiler): Plan => {
  const attributes = rmClass(base.type)?.attributes
  const checks = new Map(base.checks)
  const required: Requirement[] = [...base.required]
  const id = nodeIdIn(node)
  if (id !== '' && isA(base.type, 'LOCATABLE')) checks.set('archetype_node_id', nodeIdCheck(id))
  for (const constraint of node.attributes) {
    const attribute = attributes?.get(constraint.name)
    // A functional attribute (`is_integral`, `offset`) or one of another subtype has no place in these data.
    if (attribute === undefined || attribute.computed === true) continue
    const check = compiler.attribute(constraint, ownedBy(base.type, attribute))
    checks.set(constraint.name, constraint.name === 'name' ? nameCheck(node, check) : check)
    if (!attribute.mandatory) required.push(...requirementsOf(constraint, base.type, attribute.container))
  }
  return preparePlan({ type: base.type, checks, required, invariants: base.invariants })
}

const nodeIdCheck = (id: string): Check => {
  const isSpecialisation = specialisationsOf(id)
  return (value, visit) => {
    if (value === id || (typeof value === 'string' && isSpecialisation(value))) return
    report(visit, 'C_OBJECT.node_id', id, show(value))
  }
}

/**
 * The rules that an absent attribute breaks. A list that is absent has no members: its cardinality and the
 * occurrences of its nodes count as if it were there and empty. Tools copy existence 0..1 from the reference model and
 * put what the modeller wants into those two (docs/decisions/0013).
 */
const requirementsOf = (constraint: Attribute, type: string, container: boolean): readonly Requirement[] => {
  const { name, existence, cardinality, children } = constraint
  const missing = { attribute: name, relaxable: true }
  if (existence.upper === 0) return []
  if (container) {
    const needed = children.filter(({ occurrences }) => (occurrences.lower ?? 0) > 0)
    const counts = needed.map(node => ({
      ...missing,
      predicate: predicateOf(node),
      code: 'occurrences.lower',
      expected: showInterval(node.occurrences),
    }))
    if (cardinality !== undefined && (cardinality.interval.lower ?? 0) > 0) {
      return [
        { ...missing, code: 'cardinality.lower', expected: showInterval(cardinality.interval) },
        ...counts,
      ]
    }
    if (counts.length > 0) return counts
  }
  if ((existence.lower ?? 0) < 1) return []
  // RM data_structures, ELEMENT: a null flavour says why there is no value.
  const unless = type === 'ELEMENT' && name === 'value' ? { unless: 'null_flavour' } : {}
  return [{ ...missing, code: 'existence.lower', expected: 'a value', ...unless }]
}
