/** Makes RM objects that satisfy a constraint, attribute by attribute: by the template where it constrains one, else by the RM. */

import {
  attributesOf,
  baseType,
  isA,
  type Rm,
  type RmAttribute,
  type RmObject,
  rmClass,
  type Unvalidated,
} from '../../rm/index.ts'
import type { Attribute, ComplexObject, ObjectConstraint, Slot } from '../model.ts'
import { byNodeId, constrainedNames, nodeIdOf, primitiveAt } from '../names.ts'
import { concreteType, isNeeded, plainDefault } from './defaults.ts'
import { type HeadPosition, headOf, slotHead } from './head.ts'
import type { InstanceContext } from './instance-context.ts'
import { makeInterval } from './interval.ts'
import { makeDistinct, memberCounts, namesOfTwins } from './members.ts'
import { archetypeFor } from './slot.ts'
import { makeDuration, makeTemporal } from './temporal.ts'
import { makeBoolean, makeInteger, makeReal, makeText } from './text.ts'
import { isValueType, makeValue } from './values.ts'

const NONE: ReadonlySet<string> = new Set()

/** The attribute that an object is made for, with the class that it is declared with. */
interface ObjectPosition extends Partial<HeadPosition> {
  readonly attribute: string
  readonly declared: string
}

/** An object for an attribute; undefined where none that satisfies the constraint could be made. */
export function makeObject(
  constraint: ObjectConstraint | undefined,
  { attribute, declared, taken = NONE }: ObjectPosition,
  making: InstanceContext,
): RmObject | undefined {
  making.budget.left -= 1
  if (making.budget.left < 0) return undefined
  if (constraint?.kind === 'slot') return fillSlot(constraint, attribute, making)
  const wanted = constraint?.rmType ?? declared
  const type = concreteType(wanted, attribute, making)
  if (type === undefined) return undefined
  if (type === 'DV_INTERVAL')
    return makeInterval(asComplex(constraint), wanted, (end, endType, name) =>
      makeObject(end, { attribute: name, declared: endType }, making),
    )
  const value = isValueType(type) ? makeValue(type, constraint, attribute, making) : undefined
  if (type === 'ELEMENT') return makeElement(asComplex(constraint), { attribute, taken }, making)
  if (isValueType(type)) return value && withDemanded(value, type, asComplex(constraint), making)
  return makeStructure(type, asComplex(constraint), { attribute, taken }, making)
}

const asComplex = (constraint: ObjectConstraint | undefined): ComplexObject | undefined =>
  constraint?.kind === 'object' ? constraint : undefined

/** Further attributes that the template demands: a mapping of a text, a status of a quantity. */
function withDemanded(
  value: RmObject,
  type: string,
  constraint: ComplexObject | undefined,
  making: InstanceContext,
): RmObject | undefined {
  const demanded = (constraint?.attributes ?? []).filter(
    ({ name, existence }) => (existence.lower ?? 0) > 0 && !Object.hasOwn(value, name),
  )
  let made: RmObject | undefined = value
  for (const one of demanded) {
    const attribute = rmClass(type)?.attributes.get(one.name)
    if (attribute === undefined || attribute.computed) continue
    const part = makeAttribute(type, attribute, one, making)
    made = made && part !== undefined ? { ...made, [one.name]: part } : undefined
  }
  return made
}

function makeStructure(
  type: string,
  constraint: ComplexObject | undefined,
  at: HeadPosition,
  making: InstanceContext,
): RmObject | undefined {
  // An entry must be an archetype root (RM ehr, ENTRY), so no instance satisfies this constraint.
  if (isA(type, 'ENTRY') && constraint && constraint.archetype === undefined) return undefined
  const head = isA(type, 'LOCATABLE') ? makeHead(type, constraint, at, making) : {}
  const made: Record<string, unknown> = { _type: type, ...head }
  for (const attribute of rmClass(type)?.attributes.values() ?? []) {
    const { name } = attribute
    if (attribute.computed || Object.hasOwn(made, name)) continue
    const given = constraint?.attributes.find(one => one.name === name)
    const value = given
      ? makeAttribute(type, attribute, given, making)
      : makeDefault(type, attribute, made, making)
    if (value !== undefined) made[name] = value
    else if (isRequired(type, attribute, given)) return undefined
  }
  return made
}

/** A name that is constrained otherwise than by a list, such as by a value set, is made like any attribute. */
function makeHead(
  type: string,
  constraint: ComplexObject | undefined,
  at: HeadPosition,
  making: InstanceContext,
): Readonly<Record<string, unknown>> {
  const attribute = rmClass(type)?.attributes.get('name')
  const given = constraint?.attributes.find(({ name, children }) => name === 'name' && children.length > 0)
  const listed = constraint !== undefined && constrainedNames(constraint).length > 0
  const name =
    attribute && given && !listed && !isAnyText(given)
      ? makeAttribute(type, attribute, given, making)
      : undefined
  return headOf(constraint, at, making, name)
}

/** A constraint that lets any text pass leaves the node its usual name. */
const isAnyText = ({ children }: Attribute): boolean =>
  children.every(child => child.rmType === 'DV_TEXT' && primitiveAt(child, 'value') === undefined)

const isRequired = (type: string, attribute: RmAttribute, given: Attribute | undefined): boolean =>
  attribute.mandatory ||
  isNeeded(type, attribute.name) ||
  (given?.existence.lower ?? 0) > 0 ||
  // A list that must have members is there, even where its existence is optional.
  (given?.cardinality?.interval.lower ?? 0) > 0

/** An attribute that the template does not constrain: made only where the RM demands it. */
function makeDefault(
  type: string,
  attribute: RmAttribute,
  made: Readonly<Record<string, unknown>>,
  making: InstanceContext,
): unknown {
  const wanted = isRequired(type, attribute, undefined) || isContext(type, attribute.name, made)
  return wanted ? makeFree(type, attribute, making) : undefined
}

/** Compositions have a context unless they are persistent (RM ehr, COMPOSITION: `category` comes before it). */
function isContext(type: string, attribute: string, made: Unvalidated<Rm.Composition>): boolean {
  if (type !== 'COMPOSITION' || attribute !== 'context') return false
  const { defining_code } = attributesOf<Rm.DvCodedText>(made.category)
  return attributesOf<Rm.CodePhrase>(defining_code).code_string !== '431'
}

/** Any value of an attribute's type. */
function makeFree(type: string, attribute: RmAttribute, making: InstanceContext): unknown {
  const plain = plainDefault(type, attribute.name, attribute.type, making.now)
  const parameter = attribute.generic?.[0]
  const declared = parameter === undefined ? attribute.type : `${baseType(attribute.type)}<${parameter}>`
  const one = plain ?? makeObject(undefined, { attribute: attribute.name, declared }, making)
  return attribute.container && one !== undefined ? [one] : one
}

/** An attribute that the template constrains. */
function makeAttribute(
  type: string,
  attribute: RmAttribute,
  given: Attribute,
  making: InstanceContext,
): unknown {
  if (given.existence.upper === 0) return undefined
  const required = isRequired(type, attribute, given)
  const children = given.children.filter(child => child.occurrences.upper !== 0)
  if (attribute.container) return makeMembers({ type, attribute, given, children, required }, making)
  if (!required && !making.chooser.includes()) return undefined
  const [first, ...rest] = children
  if (first === undefined) return makeFree(type, attribute, making)
  const chosen = making.chooser.pick([first, ...rest])
  for (const child of [chosen, ...children.filter(one => one !== chosen)]) {
    const value = makeChild(child, attribute, making)
    if (value !== undefined) return value
  }
  return undefined
}

/** Makes the value of a single attribute: an object, or a plain value. */
function makeChild(child: ObjectConstraint, attribute: RmAttribute, making: InstanceContext): unknown {
  if (child.kind !== 'primitive')
    return makeObject(child, { attribute: attribute.name, declared: attribute.type }, making)
  const { item } = child
  const { chooser, now } = making
  switch (item.kind) {
    case 'C_STRING':
      return makeText(item, chooser, 'example')
    case 'C_BOOLEAN':
      return makeBoolean(item, chooser)
    case 'C_INTEGER':
      return makeInteger(item, chooser, PLAIN)
    case 'C_REAL':
      return makeReal(item, chooser, PLAIN)
    case 'C_DURATION':
      return makeDuration(item, chooser)
    default:
      return makeTemporal(item.kind, item, chooser, now)
  }
}

const PLAIN = { lower: 0, upper: 100, lowerIncluded: true, upperIncluded: true }

/** A list that the template constrains. */
interface ListPosition {
  /** The class that has the list. */
  readonly type: string
  readonly attribute: RmAttribute
  readonly given: Attribute
  /** The constraints that members may follow. */
  readonly children: readonly ObjectConstraint[]
  readonly required: boolean
}

function makeMembers(
  { type, attribute, given, children, required }: ListPosition,
  making: InstanceContext,
): readonly unknown[] | undefined {
  const least = required ? Math.max(1, attribute.lower) : 0
  if (children.length === 0) {
    const free = required ? makeFree(type, attribute, making) : undefined
    return Array.isArray(free) ? free : undefined
  }
  const mandatory = children.some(child => (child.occurrences.lower ?? 0) > 0)
  if (!required && !mandatory && !making.chooser.includes()) return undefined
  const counts = memberCounts(children, given.cardinality?.interval, least, making.chooser)
  if (counts === undefined) return undefined
  const members: unknown[] = []
  const seen = new Set<string>()
  const twins = byNodeId(children)
  for (const { child, count } of counts) {
    const taken = namesOfTwins(child, twins.get(nodeIdOf(child)) ?? [])
    for (let made = 0; made < count; made++) {
      const member = makeObject(child, { attribute: attribute.name, declared: attribute.type, taken }, making)
      const distinct =
        member && given.cardinality?.isUnique === true ? makeDistinct(member, child, seen) : member
      if (distinct !== undefined) members.push(distinct)
      else if (made < (child.occurrences.lower ?? 0)) return undefined
    }
  }
  return members.length < least || members.length === 0 ? undefined : members
}

/** An ELEMENT has a value, or a null flavour that says why not (RM data_structures, ELEMENT). */
function makeElement(
  constraint: ComplexObject | undefined,
  at: HeadPosition,
  making: InstanceContext,
): RmObject | undefined {
  const attributes = rmClass('ELEMENT')?.attributes
  const [valueAttribute, flavourAttribute] = [attributes?.get('value'), attributes?.get('null_flavour')]
  if (valueAttribute === undefined || flavourAttribute === undefined) return undefined
  const given = constraint?.attributes.find(({ name }) => name === 'value')
  const flavour = constraint?.attributes.find(({ name }) => name === 'null_flavour')
  const head = { _type: 'ELEMENT', ...makeHead('ELEMENT', constraint, at, making) }
  const unknown = flavour === undefined && making.chooser.unknown()
  const value = unknown ? undefined : makeElementValue(valueAttribute, given, making)
  if (value !== undefined) return { ...head, value }
  if (flavour?.existence.upper === 0) return undefined
  const [alternative] = flavour?.children ?? []
  const null_flavour = makeObject(
    alternative,
    { attribute: 'null_flavour', declared: flavourAttribute.type },
    making,
  )
  return null_flavour && { ...head, null_flavour }
}

function makeElementValue(
  attribute: RmAttribute,
  given: Attribute | undefined,
  making: InstanceContext,
): unknown {
  if (given === undefined) return makeFree('ELEMENT', attribute, making)
  return makeAttribute('ELEMENT', { ...attribute, mandatory: true }, given, making)
}

/** An object in a slot is made from the RM alone, since its archetype is not part of the template. */
function fillSlot(slot: Slot, attribute: string, making: InstanceContext): RmObject | undefined {
  const archetypeId = archetypeFor(slot)
  const made = makeObject(undefined, { attribute, declared: slot.rmType }, making)
  return archetypeId !== undefined && made ? { ...made, ...slotHead(archetypeId) } : undefined
}
