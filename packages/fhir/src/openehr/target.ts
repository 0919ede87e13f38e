/** openEHR data as the goal of a mapping: a tree of nodes of the template that come into being when a value is written. */
import type { Step } from '@cairn-ehr/openehr/path'
import { isA, isRmObject, type RmObject, rmClass } from '@cairn-ehr/openehr/rm'
import {
  childrenAt,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  termName,
} from '@cairn-ehr/openehr/template'
import { identityOf } from '../paths/openehr-path.ts'

/** A place in the composition. Places below an absent parent are absent as well, until something is written. */
export class Target {
  readonly parent: Target | undefined
  readonly attribute: string
  /** Undefined below the constraints of the template, where the reference model alone says what may stand. */
  readonly constraint: ObjectConstraint | undefined
  readonly rmType: string
  readonly multiple: boolean
  readonly children: Target[] = []
  /** Recurring nodes that paths only pass through, by the turn of the iteration around them. */
  readonly passed = new Map<string, Target>()
  /** The data that were written here: a data value, or attributes of a structure. */
  written: Record<string, unknown> | string | number | boolean | undefined

  constructor(
    parent: Target | undefined,
    attribute: string,
    constraint: ObjectConstraint | undefined,
    rmType: string,
    multiple: boolean,
  ) {
    this.parent = parent
    this.attribute = attribute
    this.constraint = constraint
    this.rmType = rmType
    this.multiple = multiple
    parent?.children.push(this)
  }

  get isEmpty(): boolean {
    return this.written === undefined && this.children.every(child => child.isEmpty)
  }

  /** The path of the template, for messages and the list of what was mapped. */
  get path(): string {
    return this.constraint?.path ?? `${this.parent?.path ?? ''}/${this.attribute}`
  }
}

export const rootTarget = (definition: ObjectConstraint): Target =>
  new Target(undefined, '', definition, definition.rmType, false)

/** The constraint and type of what a step leads to, or undefined where the template has no such node. */
interface Place {
  readonly constraint: ObjectConstraint | undefined
  readonly rmType: string
  readonly multiple: boolean
}

function placesOf(from: Target, step: Step): readonly Place[] {
  const known = rmClass(from.rmType)?.attributes.get(step.attribute)
  if (from.constraint !== undefined) {
    const attribute =
      'attributes' in from.constraint
        ? from.constraint.attributes.find(a => a.name === step.attribute)
        : undefined
    const isList = attribute?.cardinality !== undefined || (known?.container ?? false)
    const { id, name } = identityOf(step.predicate)
    const fitting = childrenAt(from.constraint, step.attribute).filter(
      child =>
        child.occurrences.upper !== 0 &&
        (id === undefined || nodeIdOf(child) === id || specialises(nodeIdOf(child), id)) &&
        (name === undefined || isNamed(child, name)),
    )
    if (fitting.length > 0)
      return fitting.map(constraint => ({
        constraint,
        rmType: constraint.rmType,
        multiple: isList && (constraint.occurrences.upper === undefined || constraint.occurrences.upper > 1),
      }))
    if (attribute !== undefined && attribute.children.length > 0) return []
    if (id !== undefined) return []
  }
  if (known === undefined || known.computed) return []
  return [{ constraint: undefined, rmType: known.type, multiple: known.container }]
}

const isNamed = (child: ObjectConstraint, name: string): boolean => {
  if (child.kind !== 'object') return false
  const names = constrainedNames(child)
  return names.length === 0 ? termName(child).text === name : names.some(({ text }) => text === name)
}

/** `openEHR-EHR-CLUSTER.address-de.v1` is a specialisation of `openEHR-EHR-CLUSTER.address.v1`. */
const specialises = (id: string, general: string): boolean => {
  const [, name, version] = /^(.+)\.(v\d+)$/.exec(general) ?? []
  return name !== undefined && id.startsWith(`${name}-`) && id.endsWith(`.${version}`)
}

/** Entries may be inside sections of the template. */
function sectionPath(from: Target, step: Step, depth = 0): readonly Step[] | undefined {
  if (depth > 10) return undefined
  const attribute = depth === 0 ? 'content' : 'items'
  if (placesOf(from, { ...step, attribute }).length > 0) return [{ ...step, attribute }]
  for (const child of from.constraint ? childrenAt(from.constraint, attribute) : []) {
    if (child.rmType !== 'SECTION') continue
    const below = sectionPath(new Target(undefined, attribute, child, 'SECTION', false), step, depth + 1)
    const here: Step = {
      attribute,
      predicate: { kind: 'node', id: { kind: 'code', value: nodeIdOf(child) } },
    }
    if (below !== undefined) return [here, ...below]
  }
  return undefined
}

/**
 * Follows steps in the template, creating places. Where a step may occur several times, `iterated` says which occurrence the
 * mapping is working on; otherwise a new one is appended (FHIRconnect, Recurrence). Mappings of the same `turn` of an iteration
 * share the recurring nodes that their paths only pass through: the values of one order are in one ACTIVITY. Undefined where the
 * template has no such node.
 */
export function targetAt(
  from: Target,
  steps: readonly Step[],
  iterated: ReadonlySet<Target>,
  turn?: string,
): Target | undefined {
  // A last node that recurs takes the recurrence: those before it stay one.
  const shared = turn !== undefined && turn !== '' && lastRecurs(from, steps) ? '' : turn
  let target: Target | undefined = from
  for (const [at, step] of steps.entries()) {
    if (target === undefined) return undefined
    target = stepInto(target, step, iterated, at === steps.length - 1 ? undefined : shared)
  }
  return target
}

function lastRecurs(from: Target, steps: readonly Step[]): boolean {
  let at = from
  for (const step of steps) {
    const [place] = placesOf(at, step)
    if (place === undefined) return false
    at = new Target(undefined, step.attribute, place.constraint, place.rmType, place.multiple)
  }
  return at.multiple
}

function stepInto(
  from: Target,
  step: Step,
  iterated: ReadonlySet<Target>,
  turn?: string,
): Target | undefined {
  const [place] = placesOf(from, step)
  if (place === undefined) {
    if (step.attribute === 'content' && from.rmType === 'COMPOSITION') {
      const steps = sectionPath(from, step)
      return steps === undefined || steps.length < 2 ? undefined : targetAt(from, steps, iterated, turn)
    }
    // An ELEMENT stands for its value: `items[at0063]/defining_code`.
    if (from.rmType !== 'ELEMENT' || step.attribute === 'value') return undefined
    const value = valueTarget(from, step.attribute)
    return value === undefined ? undefined : stepInto(value, step, iterated, turn)
  }
  const siblings = from.children.filter(
    child => child.attribute === step.attribute && child.constraint === place.constraint,
  )
  if (!place.multiple && siblings[0] !== undefined) return siblings[0]
  const current = siblings.find(child => iterated.has(child))
  if (current !== undefined) return current
  const make = () => new Target(from, step.attribute, place.constraint, place.rmType, place.multiple)
  if (turn === undefined || !place.multiple) {
    const passed = new Set(from.passed.values())
    return siblings.find(child => child.isEmpty && !passed.has(child)) ?? make()
  }
  const key = `${turn}|${step.attribute}|${place.constraint?.path ?? ''}`
  const known = from.passed.get(key) ?? make()
  from.passed.set(key, known)
  return known
}

/** The place of an ELEMENT's value: of the first alternative that has the attribute. */
function valueTarget(element: Target, attribute: string): Target | undefined {
  const places = placesOf(element, { attribute: 'value' })
  const place =
    places.find(({ rmType }) => rmClass(rmType)?.attributes.has(attribute)) ??
    (places.length === 1 && places[0]?.constraint === undefined
      ? { constraint: undefined, rmType: 'DV_CODED_TEXT', multiple: false }
      : undefined)
  if (place === undefined) return undefined
  const known = element.children.find(child => child.attribute === 'value' && child.rmType === place.rmType)
  return known ?? new Target(element, 'value', place.constraint, place.rmType, false)
}

/** The data types that an ELEMENT may have here, each with its constraint. */
export const valuePlaces = (
  element: Target,
): readonly { rmType: string; constraint: ObjectConstraint | undefined }[] =>
  placesOf(element, { attribute: 'value' })

/** The data below a place as canonical JSON; undefined where nothing was written. */
export function rendered(target: Target): unknown {
  if (target.isEmpty) return undefined
  if (target.written !== undefined && !isRmObject(target.written)) return target.written
  const made: Record<string, unknown> = { ...head(target), ...(target.written as RmObject | undefined) }
  for (const child of target.children) {
    const value = rendered(child)
    if (value === undefined) continue
    const isList =
      child.multiple || (rmClass(target.rmType)?.attributes.get(child.attribute)?.container ?? false)
    if (isList) made[child.attribute] = [...((made[child.attribute] as unknown[] | undefined) ?? []), value]
    else if (isRmObject(value) && isRmObject(made[child.attribute]))
      made[child.attribute] = { ...(made[child.attribute] as RmObject), ...value }
    else made[child.attribute] = value
  }
  return made
}

function head({ constraint, rmType }: Target): RmObject {
  const concrete = rmClass(rmType)?.abstract === false ? { _type: rmType } : {}
  if (constraint === undefined || constraint.kind !== 'object' || !isA(rmType, 'LOCATABLE')) return concrete
  const id = nodeIdOf(constraint)
  const [name, another] = constrainedNames(constraint)
  return {
    ...concrete,
    ...(id === '' ? {} : { archetype_node_id: id }),
    ...(name === undefined || another !== undefined ? {} : { name: { value: name.text } }),
  }
}
