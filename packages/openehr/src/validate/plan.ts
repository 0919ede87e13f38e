/**
 * Plans of the reference model: for each class a check of every attribute, the mandatory attributes, and the invariants. A
 * template makes narrower plans of them. `run.ts` runs both.
 */
import {
  baseType,
  declaredIn,
  isA,
  isGeneric,
  parameterOf,
  type RmAttribute,
  type RmObject,
  rmClass,
  typeOf,
} from '../rm/index.ts'
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

/** The parameter of a generic type. */
export interface TypeParameter {
  /** The class that values must be of. */
  readonly bound?: string | undefined
  /** The class of a value that states none. A template does not set it, since readers of the data may not have the template. */
  readonly implied?: string | undefined
}

/** The parameter that a type states, which narrows and implies. */
export const statedParameter = (type: string): TypeParameter | undefined => {
  const parameter = parameterOf(type)
  return parameter === undefined ? undefined : { bound: parameter, implied: parameter }
}

/** An attribute of the table as an object has it that may be of a generic type. */
export interface OwnedAttribute extends RmAttribute {
  /** The class of a value that states none; undefined where it must state one. */
  readonly implied: string | undefined
  readonly parameter?: TypeParameter
}

const plans = new Map<string, Plan>()

/** The reference model's plan of a class that is not abstract; `parameter` narrows an interval's limits. */
export const planOf = (type: string, parameter: TypeParameter = {}): Plan | undefined => {
  const { bound = 'Any', implied = 'Any' } = parameter
  const key = `${type}<${bound},${implied}>`
  const known = plans.get(key)
  if (known !== undefined) return known
  const made = makePlan(type, parameter)
  if (made !== undefined && isClass(bound) && isClass(implied)) plans.set(key, made)
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

const makePlan = (type: string, parameter: TypeParameter): Plan | undefined => {
  const rm = rmClass(type)
  if (rm === undefined || rm.abstract || rm.name !== type) return undefined
  const checks = new Map<string, Check>()
  const required: Requirement[] = []
  for (const attribute of rm.attributes.values()) {
    if (attribute.computed === true) continue
    checks.set(attribute.name, attributeCheck(ownedBy(type, attribute, parameter)))
    if (attribute.mandatory) required.push(mandatory(type, attribute))
  }
  const named = [...rm.ancestors].flatMap((ancestor): readonly Invariant[] => INVARIANTS.get(ancestor) ?? [])
  const invariants = [...named, ...lowerBounds(rm.attributes.values(), named)]
  return preparePlan({ type, checks, required, invariants })
}

/** The limits of a `DV_INTERVAL<T>` and the range of a `REFERENCE_RANGE<T>` are of T. */
export const ownedBy = (
  owner: string,
  attribute: RmAttribute,
  { bound, implied }: TypeParameter = {},
): OwnedAttribute => {
  const declared = declaredIn(implied === undefined ? owner : `${owner}<${implied}>`, attribute)
  const owned = { ...attribute, implied: typeOf({}, declared) }
  if (!isGeneric(attribute)) return owned
  if (attribute.generic === undefined) return { ...owned, type: bound ?? attribute.type }
  return { ...owned, parameter: { bound: bound ?? attribute.generic[0], implied: parameterOf(declared) } }
}

const mandatory = (type: string, { name, type: of }: RmAttribute): Requirement => ({
  attribute: name,
  code: 'rm.mandatory',
  expected: `${of}, which ${type} must have`,
  relaxable: false,
})

/** The check of an attribute's value by the reference model alone. */
export const attributeCheck = (attribute: OwnedAttribute): Check => {
  const member = memberCheck(attribute)
  if (!attribute.container) return member
  return attribute.containerType === 'Hash' ? hashOf(member) : listOf(member)
}

/** The check of an attribute's value, or of one member of it, by the reference model alone. */
export const memberCheck = ({ type, implied, parameter }: OwnedAttribute): Check =>
  primitiveCheck(type) ?? objectCheck(type, implied, parameter)

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
export const objectCheck = (
  declared: string,
  implied: string | undefined,
  parameter?: TypeParameter,
): Check => {
  // Most places hold values of one class: its name is compared, which is cheaper than to hash it for a look-up.
  let latest: Plan | undefined
  return (value, visit) => {
    const type = concreteTypeOf(value, implied, declared, visit)
    if (type === undefined) return
    if (latest?.type !== type) {
      const plan = planOf(baseType(type), statedParameter(type) ?? parameter)
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
