/**
 * Plans of the reference model: for each class a check of every attribute, the mandatory attributes, and the invariants. A
 * template makes narrower plans of them. `run.ts` runs both.
 */
import { baseType, isA, type RmAttribute, type RmObject, rmClass, typeOf } from '../rm/index.ts'
import { INVARIANTS, type Invariant, lowerBounds } from './invariants/index.ts'
import { primitiveCheck } from './primitive.ts'
import { type Plan, preparePlan, type Requirement, runPlan } from './run.ts'
import { type Check, isObject, report, show, type Visit } from './visit.ts'

/** The members of a container, each by the same check. */
const listOf =
  (member: Check): Check =>
  (value, visit) => {
    if (!Array.isArray(value)) {
      report(visit, 'rm.multiplicity', 'a list', show(value))
      return
    }
    const level = visit.depth
    for (let i = 0; i < value.length; i++) {
      visit.lists[level] = value
      visit.positions[level] = i
      member(value[i], visit)
    }
    visit.lists[level] = undefined
  }

/** `DV_INTERVAL<DV_QUANTITY>` → `DV_QUANTITY`. */
export const parameterOf = (type: string): string | undefined => {
  const open = type.indexOf('<')
  return open < 0 ? undefined : type.slice(open + 1, type.lastIndexOf('>')).trim()
}

const plans = new Map<string, Plan>()

/** The reference model's plan of a class that is not abstract; `parameter` narrows an interval's limits. */
export const planOf = (type: string, parameter?: string): Plan | undefined => {
  const key = parameter === undefined ? type : `${type}<${parameter}>`
  const known = plans.get(key)
  if (known !== undefined) return known
  const made = makePlan(type, parameter)
  if (made !== undefined && isOfModel(key)) plans.set(key, made)
  return made
}

/**
 * True for a type whose names are all classes of the model. Plans of other types are not cached: types that a caller makes up,
 * such as `DV_INTERVAL<X1>`, must not fill the memory.
 */
export const isOfModel = (type: string): boolean => {
  const [base, parameter] = [baseType(type), parameterOf(type)]
  if (parameter === undefined) return isClass(base)
  return isClass(base) && isClass(parameter) && type === `${base}<${parameter}>`
}

const isClass = (name: string): boolean => name === 'Any' || rmClass(name)?.name === name

const makePlan = (type: string, parameter: string | undefined): Plan | undefined => {
  const rm = rmClass(type)
  if (rm === undefined || rm.abstract || rm.name !== type) return undefined
  const checks = new Map<string, Check>()
  const required: Requirement[] = []
  for (const attribute of rm.attributes.values()) {
    if (attribute.computed === true) continue
    checks.set(attribute.name, attributeCheck(narrowed(attribute, parameter)))
    if (attribute.mandatory) required.push(mandatory(type, attribute))
  }
  const named = [...rm.ancestors].flatMap((ancestor): readonly Invariant[] => INVARIANTS.get(ancestor) ?? [])
  const invariants = [...named, ...lowerBounds(rm.attributes.values(), named)]
  return preparePlan({ type, checks, required, invariants })
}

/** The limits of a `DV_INTERVAL<T>` and the range of a `REFERENCE_RANGE<T>` are of T. */
const narrowed = (attribute: RmAttribute, parameter: string | undefined): RmAttribute => {
  if (parameter === undefined) return attribute
  if (attribute.type === 'DV_ORDERED') return { ...attribute, type: parameter }
  return attribute.generic === undefined ? attribute : { ...attribute, generic: [parameter] }
}

const mandatory = (type: string, { name, type: of }: RmAttribute): Requirement => ({
  attribute: name,
  code: 'rm.mandatory',
  expected: `${of}, which ${type} must have`,
  relaxable: false,
})

/** The check of an attribute's value by the reference model alone. */
export const attributeCheck = (attribute: RmAttribute): Check => {
  const member = memberCheck(attribute)
  if (!attribute.container) return member
  return attribute.containerType === 'Hash' ? hashOf(member) : listOf(member)
}

/** The check of an attribute's value, or of one member of it, by the reference model alone. */
export const memberCheck = ({ type, containerType, generic }: RmAttribute): Check =>
  primitiveCheck(type) ?? objectCheck(type, containerType === 'Hash' ? undefined : generic?.[0])

const hashOf =
  (member: Check): Check =>
  (value, visit) => {
    if (!isObject(value)) {
      report(visit, 'rm.multiplicity', 'an object of keys and values', show(value))
      return
    }
    for (const key in value) member(value[key], visit)
  }

/** A value whose declared class is `declared`: of that class or one that inherits from it. */
export const objectCheck = (declared: string, generic?: string): Check => {
  // Undefined for an abstract class, where the value must name its own.
  const fallback = typeOf({}, declared)
  const parameter = generic === declared || generic === 'DV_ORDERED' ? undefined : generic
  // Most places hold values of one class: its name is compared, which is cheaper than to hash it for a look-up.
  let latest: Plan | undefined
  return (value, visit) => {
    const type = concreteTypeOf(value, fallback, declared, visit)
    if (type === undefined) return
    if (latest?.type !== type) {
      const plan = planOf(baseType(type), parameterOf(type) ?? parameter)
      if (plan === undefined || !isA(plan.type, declared)) {
        report(visit, 'rm.type', `a class that is a ${declared}`, type)
        return
      }
      if (plan.type !== type) {
        runPlan(plan, value as RmObject, visit)
        return
      }
      latest = plan
    }
    runPlan(latest, value as RmObject, visit)
  }
}

/** The class of a value: its `_type`, else `fallback`; reports a value that has neither. */
export const concreteTypeOf = (
  value: unknown,
  fallback: string | undefined,
  expected: string,
  visit: Visit,
): string | undefined => {
  if (!isObject(value)) {
    report(visit, Array.isArray(value) ? 'rm.multiplicity' : 'rm.type', expected, show(value))
    return undefined
  }
  const type = value._type
  if (typeof type === 'string') return type
  if (type === undefined && fallback !== undefined) return fallback
  report(visit, 'rm.type', `${expected}, named by _type`, show(type ?? value))
  return undefined
}
