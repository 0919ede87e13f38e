/** Inserts, replaces and removes members of one node of a composition, and tests whether a node is empty. */
import { isA, isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import {
  type ComplexObject,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
} from '@cairn-ehr/openehr/template'
import type { DatamapStep } from '../model.ts'
import { nameOf } from '../record.ts'

/** A node of our own copy, which may be changed. */
export type MutableNode = Record<string, unknown>

export const isMutableNode = (value: unknown): value is MutableNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const childrenAt = (constraint: ComplexObject | undefined, attribute: string): readonly ObjectConstraint[] =>
  constraint?.attributes.find(({ name }) => name === attribute)?.children ?? []

/** True if a node with this id and name matches the constraint. */
function isOf(child: ObjectConstraint, nodeId: unknown, name: string | undefined): boolean {
  if (child.kind !== 'object' || (nodeId !== undefined && nodeIdOf(child) !== nodeId)) return false
  const names = constrainedNames(child)
  return name === undefined || names.length === 0 || names.some(({ text }) => text === name)
}

/** Finds the constraint of the node that a step leads to. */
export function constraintAt(
  constraint: ComplexObject | undefined,
  step: DatamapStep,
): ComplexObject | undefined {
  const child = childrenAt(constraint, step.attribute).find(each => isOf(each, step.nodeId, step.name))
  return child?.kind === 'object' ? child : undefined
}

/** Returns the index of a node among its siblings in template order. */
function rankOf(node: unknown, children: readonly ObjectConstraint[]): number | undefined {
  if (!isRmObject(node)) return undefined
  const own = children.findIndex(child => isOf(child, node['archetype_node_id'], nameOf(node)))
  const rank = own >= 0 ? own : children.findIndex(({ kind }) => kind === 'slot')
  return rank >= 0 ? rank : undefined
}

/** Returns the index after all siblings with the same or an earlier index in the template. */
function indexFor(list: readonly unknown[], node: unknown, children: readonly ObjectConstraint[]): number {
  const rank = rankOf(node, children)
  if (rank === undefined) return list.length
  return list.findLastIndex(each => (rankOf(each, children) ?? Number.POSITIVE_INFINITY) <= rank) + 1
}

/** An ELEMENT has a value or a null flavour, never both (RM data_structures, ELEMENT). */
function noteValue(holder: MutableNode, attribute: string): void {
  if (attribute !== 'value' || holder['_type'] !== 'ELEMENT') return
  delete holder['null_flavour']
  delete holder['null_reason']
}

/** Returns false if the attribute already has another value. */
export function insertMember(
  holder: MutableNode,
  { attribute, multiple }: DatamapStep,
  value: unknown,
  constraint: ComplexObject | undefined,
): boolean {
  const held = holder[attribute]
  noteValue(holder, attribute)
  if (multiple) {
    const list = Array.isArray(held) ? held : []
    list.splice(indexFor(list, value, childrenAt(constraint, attribute)), 0, structuredClone(value))
    holder[attribute] = list
    return true
  }
  if (held !== undefined && held !== null) return false
  holder[attribute] = structuredClone(value)
  return true
}

export function replaceMember(
  holder: MutableNode,
  { attribute }: DatamapStep,
  member: unknown,
  value: unknown,
): void {
  const held = holder[attribute]
  noteValue(holder, attribute)
  if (Array.isArray(held)) held[held.indexOf(member)] = structuredClone(value)
  else holder[attribute] = structuredClone(value)
}

/** Does nothing if the member was already removed or replaced. */
export function removeMember(holder: MutableNode, { attribute }: DatamapStep, member: unknown): void {
  const held = holder[attribute]
  if (held === member) delete holder[attribute]
  const index = Array.isArray(held) ? held.indexOf(member) : -1
  if (!Array.isArray(held) || index < 0) return
  held.splice(index, 1)
  if (held.length === 0) delete holder[attribute]
}

/** Attributes that every node of a class has; a node with nothing else counts as empty. */
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

/** True if a node has no data beside the attributes that every node has. */
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
