/** Changes inside one node of a composition that is being put together: put in, take out, and whether anything is left. */
import { isA, isRmObject, type RmObject } from '@cairn/openehr/rm'
import {
  type ComplexObject,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
} from '@cairn/openehr/template'
import type { DatamapStep } from '../model.ts'
import { nameOf } from '../record.ts'

/** A node of our own copy, which may be written to. */
export type Draft = Record<string, unknown>

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const childrenAt = (constraint: ComplexObject | undefined, attribute: string): readonly ObjectConstraint[] =>
  constraint?.attributes.find(({ name }) => name === attribute)?.children ?? []

/** Whether a node of this id and name is one of the constraint. */
function isOf(child: ObjectConstraint, nodeId: unknown, name: string | undefined): boolean {
  if (child.kind !== 'object' || (nodeId !== undefined && nodeIdOf(child) !== nodeId)) return false
  const names = constrainedNames(child)
  return name === undefined || names.length === 0 || names.some(({ text }) => text === name)
}

/** What the template says of the node that a step leads to. */
export function constraintAt(
  constraint: ComplexObject | undefined,
  step: DatamapStep,
): ComplexObject | undefined {
  const child = childrenAt(constraint, step.attribute).find(each => isOf(each, step.nodeId, step.name))
  return child?.kind === 'object' ? child : undefined
}

/** The place of a node among its siblings, as the template orders them. */
function rankOf(node: unknown, children: readonly ObjectConstraint[]): number | undefined {
  if (!isRmObject(node)) return undefined
  const own = children.findIndex(child => isOf(child, node['archetype_node_id'], nameOf(node)))
  const rank = own >= 0 ? own : children.findIndex(({ kind }) => kind === 'slot')
  return rank >= 0 ? rank : undefined
}

/** Behind all siblings of the same or an earlier place. */
function placeFor(list: readonly unknown[], node: unknown, children: readonly ObjectConstraint[]): number {
  const rank = rankOf(node, children)
  if (rank === undefined) return list.length
  return list.findLastIndex(each => (rankOf(each, children) ?? Number.POSITIVE_INFINITY) <= rank) + 1
}

/** An ELEMENT has a value or says why it has none, never both (RM data_structures, ELEMENT). */
function noteValue(holder: Draft, attribute: string): void {
  if (attribute !== 'value' || holder['_type'] !== 'ELEMENT') return
  delete holder['null_flavour']
  delete holder['null_reason']
}

/** False where something else stands in the place. */
export function insert(
  holder: Draft,
  { attribute, multiple }: DatamapStep,
  value: unknown,
  constraint: ComplexObject | undefined,
): boolean {
  const held = holder[attribute]
  noteValue(holder, attribute)
  if (multiple) {
    const list = Array.isArray(held) ? held : []
    list.splice(placeFor(list, value, childrenAt(constraint, attribute)), 0, structuredClone(value))
    holder[attribute] = list
    return true
  }
  if (held !== undefined && held !== null) return false
  holder[attribute] = structuredClone(value)
  return true
}

export function replace(holder: Draft, { attribute }: DatamapStep, member: unknown, value: unknown): void {
  const held = holder[attribute]
  noteValue(holder, attribute)
  if (Array.isArray(held)) held[held.indexOf(member)] = structuredClone(value)
  else holder[attribute] = structuredClone(value)
}

/** What has gone already, or was replaced, stays as it is. */
export function takeOut(holder: Draft, { attribute }: DatamapStep, member: unknown): void {
  const held = holder[attribute]
  if (held === member) delete holder[attribute]
  const index = Array.isArray(held) ? held.indexOf(member) : -1
  if (!Array.isArray(held) || index < 0) return
  held.splice(index, 1)
  if (held.length === 0) delete holder[attribute]
}

/** Attributes that every node of a class has anyway: they are no reason to keep one that has nothing else. */
const FORMALITIES: Readonly<Record<string, readonly string[]>> = {
  LOCATABLE: ['name', 'archetype_node_id', 'archetype_details'],
  ENTRY: ['language', 'encoding'],
  EVENT: ['time'],
  HISTORY: ['origin'],
}

const isFormality = (type: string, attribute: string): boolean =>
  attribute === '_type' ||
  Object.entries(FORMALITIES).some(([owner, names]) => names.includes(attribute) && isA(type, owner))

const isSelf = (value: unknown): boolean =>
  isRmObject(value) && value._type === 'PARTY_SELF' && Object.keys(value).length === 1

/** Whether nothing is left in a node that anybody would miss. */
export function isEmpty(node: RmObject): boolean {
  const type = node._type ?? ''
  return Object.entries(node).every(
    ([attribute, value]) =>
      isFormality(type, attribute) || (attribute === 'subject' && isSelf(value)) || isNothing(value),
  )
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isNothing)
  if (value === undefined || value === null) return true
  return isRmObject(value) && isA(value._type ?? '', 'LOCATABLE') && isEmpty(value)
}
