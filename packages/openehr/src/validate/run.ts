/**
 * Runs a plan over an object: the loop that every commit spends its validation in. It goes by the names that the data have, so
 * it reads attributes by name and not through the generated types.
 */
import type { RmObject } from '../rm/index.ts'
import type { Invariant, Presence } from './invariants/index.ts'
import { ANY_TEXT } from './primitive.ts'
import { type Check, MAX_DEPTH, report, reportBelow, type Visit } from './visit.ts'

/** The rules for objects of one class. */
export interface Rules {
  readonly type: string
  readonly checks: ReadonlyMap<string, Check>
  readonly required: readonly Requirement[]
  readonly invariants: readonly Invariant[]
}

export interface Requirement {
  readonly attribute: string
  /** The predicate of the node that is missing in the attribute: `[at0004]`. */
  readonly predicate?: string
  readonly code: string
  readonly expected: string
  /** A lower bound of the template, which an incomplete version need not meet. */
  readonly relaxable: boolean
  /** The attribute that excuses the absence: a null flavour for ELEMENT.value. */
  readonly unless?: string
}

/**
 * Rules prepared for speed. Every attribute has a bit: which of them an object has is one number, and it decides
 * without a look at the object what is missing and which invariants cannot be broken, as most cannot.
 */
export interface Plan extends Rules {
  readonly attributes: ReadonlyMap<string, PlannedAttribute>
  /** Before the first attribute. */
  readonly start: PlannedAttribute
  /** The bits of what is required. */
  readonly needed: number
  readonly conditions: readonly Condition[]
}

interface PlannedAttribute {
  readonly name: string
  readonly check: Check
  readonly bit: number
  /** Any text is right, so that a string needs no check. */
  readonly anyText: boolean
  /**
   * The attribute that followed it last time. It is a guess, checked by name: writers keep an order, so it saves nearly every
   * look-up.
   */
  next: PlannedAttribute | undefined
}

/** An invariant that may be broken where an object has, of the attributes `among`, exactly those of `there`. */
interface Condition {
  readonly among: number
  readonly there: number
  readonly invariant: Invariant
}

/** Bits of a number that JavaScript keeps unboxed; the largest class of the reference model has 21 attributes. */
const MOST_ATTRIBUTES = 30

export const preparePlan = (rules: Rules): Plan => {
  const attributes = new Map<string, PlannedAttribute>()
  for (const [name, check] of rules.checks) {
    if (attributes.size === MOST_ATTRIBUTES) throw new Error(`${rules.type} has too many attributes`)
    attributes.set(name, planned(name, check, 1 << attributes.size))
  }
  const bits = (names: readonly string[] = []): number =>
    names.reduce((sum, name) => sum | (attributes.get(name)?.bit ?? 0), 0)
  const conditions = rules.invariants.flatMap(invariant =>
    (invariant.when ?? ANYWHERE).map(({ there, absent }) => ({
      among: bits(there) | bits(absent),
      there: bits(there),
      invariant,
    })),
  )
  const needed = bits(rules.required.map(({ attribute }) => attribute))
  return { ...rules, attributes, start: planned('', ANY_TEXT, 0), needed, conditions }
}

const ANYWHERE: readonly Presence[] = [{}]

const planned = (name: string, check: Check, bit: number): PlannedAttribute => ({
  name,
  check,
  bit,
  anyText: check === ANY_TEXT,
  next: undefined,
})

/** Checks every attribute of an object, then what is missing, then the invariants. */
export const runPlan = (plan: Plan, object: RmObject, visit: Visit): void => {
  if (visit.depth >= MAX_DEPTH) {
    report(visit, 'rm.depth', `at most ${MAX_DEPTH} objects inside one another`, 'more')
    return
  }
  const level = ++visit.depth
  visit.objects[level] = object
  let there = 0
  let last = plan.start
  for (const key in object) {
    const value = object[key]
    if (key === '_type' || value === null || value === undefined) continue
    let attribute = last.next
    if (attribute === undefined || attribute.name !== key) {
      attribute = plan.attributes.get(key)
      if (attribute === undefined) {
        reportUnknown(plan, key, visit)
        continue
      }
      last.next = attribute
    }
    last = attribute
    there |= attribute.bit
    if (attribute.anyText && typeof value === 'string') continue
    visit.attributes[level] = key
    attribute.check(value, visit)
  }
  visit.depth--
  if ((there & plan.needed) !== plan.needed) reportMissing(plan, object, visit)
  const { conditions } = plan
  for (let at = 0; at < conditions.length; at++) {
    const condition = conditions[at]
    if (condition === undefined || (there & condition.among) !== condition.there) continue
    checkInvariant(condition.invariant, object, visit)
  }
}

const reportUnknown = (plan: Plan, key: string, visit: Visit): void => {
  visit.depth--
  reportBelow(visit, `/${key}`, {
    code: 'rm.attribute',
    expected: `an attribute of ${plan.type}`,
    found: `'${key}'`,
  })
  visit.depth++
}

const reportMissing = (plan: Plan, object: RmObject, visit: Visit): void => {
  for (const { attribute, predicate, code, expected, relaxable, unless } of plan.required) {
    if (isThere(object[attribute]) || (relaxable && visit.incomplete)) continue
    if (unless !== undefined && isThere(object[unless])) continue
    reportBelow(visit, `/${attribute}${predicate ?? ''}`, { code, expected, found: 'nothing' })
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

const checkInvariant = (invariant: Invariant, object: RmObject, visit: Visit): void => {
  const found = invariant.broken(object)
  if (found === undefined) return
  const suffix = invariant.attribute === undefined ? '' : `/${invariant.attribute}`
  reportBelow(visit, suffix, { code: invariant.code, expected: invariant.expected, found })
}
