/** Completes a record from some of its values: adds everything that the template and the reference model leave no choice about. */
import {
  attributesOf,
  isA,
  isArchetypeId,
  isRmObject,
  makeCodedText,
  makeDateTime,
  type Rm,
  type RmAttribute,
  type RmDraft,
  type RmObject,
  rmClass,
  type Unvalidated,
} from '../../rm/index.ts'
import {
  type Attribute,
  type ComplexObject,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  type QuantityConstraint,
  type Template,
} from '../../template/index.ts'
import { leastOffset } from '../flat/plan/offset.ts'
import { earliestTime, fillingsOf, isPersistent } from '../flat/plan/structure.ts'
import type { Filling } from '../flat/read/context.ts'
import { classOf, defaultsOf, startTimeOf, withTerminology } from './defaults.ts'
import { contradicts, fixedValue, textFromCode } from './fixed.ts'
import { headOf } from './head.ts'

export interface CompleteOptions {
  /** ISO 8601 date and time for mandatory times that are not given: this library has no clock. */
  readonly now: string
  /** ISO 639-1; the template's own unless given. */
  readonly language?: string
  /** ISO 3166-1 alpha-2. */
  readonly territory: string
  /** A PARTY_PROXY. */
  readonly composer: RmObject
}

interface State {
  readonly filling: Filling
  readonly templateId: string
}

/**
 * Completes the given parts to a record of the template. They are canonical JSON from the root down, where `_type` may be missing, and of
 * a LOCATABLE everything but `archetype_node_id` (and `name`, where siblings share the id). Clinical values are never made up:
 * the validator reports those that are still missing.
 */
export function completeInstance(template: Template, given: RmObject, options: CompleteOptions): RmObject {
  const { now, territory, composer } = options
  const time = startTimeOf(given)
  const language = options.language ?? template.language
  const context = { stated: true, language, territory, composer, ...(time === undefined ? {} : { time }) }
  const state: State = { filling: { context, now }, templateId: template.templateId }
  return completeObject(given, template.definition, template.definition.rmType, state)
}

const asComplex = (constraint: ObjectConstraint | undefined): ComplexObject | undefined =>
  constraint?.kind === 'object' ? constraint : undefined

/** The class of the constraint; in a slot, the class that the archetype id names. */
function declaredType(given: RmObject, constraint: ObjectConstraint | undefined, declared: string): string {
  const id = attributesOf<Rm.Locatable>(given).archetype_node_id
  if (constraint?.kind !== 'slot') return constraint?.rmType ?? declared
  return typeof id === 'string' ? (/^[^-]+-[^-]+-([^.]+)\./.exec(id)?.[1] ?? declared) : declared
}

function completeObject(
  given: RmObject,
  constraint: ObjectConstraint | undefined,
  declared: string,
  state: State,
): RmObject {
  const type = classOf(given, declaredType(given, constraint, declared))
  const known = type === undefined ? undefined : rmClass(type)
  if (type === undefined || known === undefined) return given
  const own = asComplex(constraint)
  const object: RmDraft = { ...given, _type: type }
  if (isA(type, 'LOCATABLE')) Object.assign(object, headOf(given, own, state.templateId))
  fillParts(object, own, constraint, type)
  const inner = fillDefaults(object, own, type, state)
  for (const attribute of known.attributes.values())
    if (!attribute.computed && !HEAD.has(attribute.name)) completeAttribute(object, attribute, own, inner)
  if (own && isA(type, 'DV_CODED_TEXT')) addText(object, own)
  return inModelOrder(object, type)
}

function addText(coded: RmDraft<Rm.DvCodedText>, own: ComplexObject): void {
  const text = textFromCode(coded, own)
  if (text !== undefined) coded.value ??= text
}

/** Attributes that `headOf` has set. */
const HEAD: ReadonlySet<string> = new Set(['name', 'archetype_node_id', 'archetype_details'])

const isWanted = (attribute: RmAttribute, given: Attribute | undefined): boolean =>
  given?.existence.upper !== 0 && (attribute.mandatory || (given?.existence.lower ?? 0) > 0)

/** Parts that the template fixes: a code, a text, the only unit. */
function fillParts(
  object: RmDraft,
  own: ComplexObject | undefined,
  constraint: ObjectConstraint | undefined,
  type: string,
): void {
  for (const given of own?.attributes ?? []) {
    const attribute = rmClass(type)?.attributes.get(given.name)
    const [child, another] = given.children
    if (attribute === undefined || attribute.computed || attribute.container || HEAD.has(given.name)) continue
    if (object[given.name] !== undefined || !isWanted(attribute, given)) continue
    const value = child === undefined || another !== undefined ? undefined : fixedValue(child)
    if (value !== undefined) object[given.name] = value
  }
  if (constraint?.kind === 'C_DV_QUANTITY') addUnits(object, constraint)
}

function addUnits(quantity: RmDraft<Rm.DvQuantity>, { items }: QuantityConstraint): void {
  const [only, another] = items
  if (another === undefined && only !== undefined) quantity.units ??= only.units
}

/** Adds the defaults of the reference model; returns the state for everything below, which inherits language and origin. */
function fillDefaults(object: RmDraft, own: ComplexObject | undefined, type: string, state: State): State {
  const offset = isA(type, 'EVENT') ? leastOffset(own) : undefined
  const filling = offset === undefined ? state.filling : { ...state.filling, offset }
  if (isA(type, 'HISTORY')) addEarliestOrigin(object)
  for (const [attribute, value] of [...fillingsOf(type, filling), ...defaultsOf(type)])
    object[attribute] ??= value
  if (isA(type, 'COMPOSITION')) {
    addCategory(object)
    const { language } = attributesOf<Rm.Composition>(object)
    return { ...state, filling: { ...state.filling, language } }
  }
  return isA(type, 'HISTORY')
    ? { ...state, filling: { ...state.filling, origin: historyOrigin(object, state) } }
    : state
}

function addEarliestOrigin(history: RmDraft<Rm.History>): void {
  const earliest = history.origin ?? earliestTime(history.events)
  if (earliest === undefined) delete history.origin
  else history.origin = earliest
}

function historyOrigin(history: RmDraft<Rm.History>, { filling }: State): unknown {
  history.origin ??= makeDateTime(filling.context.time ?? filling.now)
  return history.origin
}

const EVENT_CATEGORY = makeCodedText('openehr', '433', 'event')

function addCategory(composition: RmDraft<Rm.Composition>): void {
  composition.category ??= EVENT_CATEGORY
  if (!isPersistent(composition)) composition.context ??= {}
}

function completeAttribute(
  object: RmDraft,
  attribute: RmAttribute,
  own: ComplexObject | undefined,
  state: State,
): void {
  const { name } = attribute
  const constraint = own?.attributes.find(each => each.name === name)
  if (attribute.container) {
    const members = completeMembers(object[name], attribute, constraint, state)
    if (members !== undefined) object[name] = members
    return
  }
  const value = completeSingle(object[name], attribute, constraint, state)
  if (value !== undefined) object[name] = value
}

function completeSingle(
  given: unknown,
  attribute: RmAttribute,
  constraint: Attribute | undefined,
  state: State,
): unknown {
  const children = constraint?.children ?? []
  if (given === undefined) {
    const [child, another] = children
    return child && another === undefined && isWanted(attribute, constraint)
      ? shellOf(child, state)
      : undefined
  }
  if (!isRmObject(given)) return given
  const fitting = children.filter(child => isGivenFor(given, child))
  const child = fitting.find(each => !contradicts(given, each)) ?? fitting[0]
  const terminology = child?.kind === 'C_CODE_PHRASE' ? child.terminology : undefined
  return completeObject(withTerminology(given, attribute.name, terminology), child, attribute.type, state)
}

const nameIn = ({ name }: Unvalidated<Rm.Locatable>): string | undefined => {
  const { value } = attributesOf<Rm.DvText>(name)
  return typeof value === 'string' ? value : undefined
}

/** True when the node id and the name of the given part are those of the constraint. */
function isGivenFor(given: RmObject, child: ObjectConstraint): boolean {
  const id = attributesOf<Rm.Locatable>(given).archetype_node_id
  if (id === undefined || child.kind !== 'object') return child.kind !== 'slot' || id === undefined
  const names = constrainedNames(child)
  const name = nameIn(given)
  return (
    nodeIdOf(child) === id &&
    (name === undefined || names.length === 0 || names.some(({ text }) => text === name))
  )
}

/** The members of a list in the order of the template: the given ones, and further mandatory ones. */
function completeMembers(
  given: unknown,
  attribute: RmAttribute,
  constraint: Attribute | undefined,
  state: State,
): readonly unknown[] | undefined {
  const members: readonly unknown[] = Array.isArray(given) ? given : []
  const children = (constraint?.children ?? []).filter(({ occurrences }) => occurrences.upper !== 0)
  const placed = new Set<unknown>()
  const made: unknown[] = []
  for (const child of children.filter(({ kind }) => kind !== 'slot')) {
    const own = members.filter(each => !placed.has(each) && isRmObject(each) && isGivenFor(each, child))
    for (const member of own) {
      placed.add(member)
      made.push(completeObject(member as RmObject, child, attribute.type, state))
    }
    for (let count = own.length; count < (child.occurrences.lower ?? 0); count++) {
      const shell = shellOf(child, state)
      if (shell !== undefined) made.push(shell)
    }
  }
  const slot = children.find(({ kind }) => kind === 'slot')
  for (const member of members.filter(each => !placed.has(each)))
    made.push(
      isRmObject(member) ? completeObject(member, slotFor(member, slot), attribute.type, state) : member,
    )
  if (made.length > 0) return made
  const [child, another] = children
  const demanded = isWanted(attribute, constraint) || (constraint?.cardinality?.interval.lower ?? 0) > 0
  const shell = demanded && child && another === undefined ? shellOf(child, state) : undefined
  return shell === undefined ? undefined : [shell]
}

const slotFor = (
  { archetype_node_id: id }: Unvalidated<Rm.Locatable>,
  slot: ObjectConstraint | undefined,
): ObjectConstraint | undefined => (isArchetypeId(String(id)) ? slot : undefined)

/** Makes a mandatory part of which nothing is given: structure, and values that the template fixes. */
function shellOf(child: ObjectConstraint, state: State): unknown {
  if (child.kind !== 'object' || !isA(child.rmType, 'LOCATABLE')) return fixedValue(child)
  if (!isA(child.rmType, 'ELEMENT')) return completeObject({}, child, child.rmType, state)
  const [value, another] = child.attributes.find(({ name }) => name === 'value')?.children ?? []
  const fixed = value === undefined || another !== undefined ? undefined : fixedValue(value)
  return fixed === undefined ? undefined : completeObject({ value: fixed }, child, child.rmType, state)
}

/** Sorts attributes in the order of the model. Unknown ones stay, so that the validator reports them. */
function inModelOrder(object: RmDraft, type: string): RmDraft {
  const known = [...(rmClass(type)?.attributes.keys() ?? [])].filter(name => object[name] !== undefined)
  const ordered: RmDraft = { _type: type }
  for (const name of [...known, ...Object.keys(object)]) if (name !== '_type') ordered[name] = object[name]
  return ordered
}
