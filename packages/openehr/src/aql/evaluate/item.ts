/** A value with its position: the RM object that owns it, its attribute, its class. */
import {
  attributesOf,
  declaredIn,
  genericTypeOf,
  isA,
  isGeneric,
  isRmObject,
  type Rm,
  type RmObject,
  rmClass,
  typeOf,
} from '../../rm/index.ts'
import { type ContainmentTest, holdersOf } from '../containing-classes.ts'
import type { EhrData } from './data.ts'

/** A value of a query: something in a record, or something computed, which has neither owner nor record. */
export interface Value {
  readonly value: unknown
  /** Class or primitive type; `Any` where neither the data nor the attribute table tells it. */
  readonly type: string
  /** The attribute that the value stands in, or is a member of. */
  readonly attribute?: string
  readonly owner?: Item
}

export interface Item extends Value {
  readonly record: EhrRecord
  /** Attributes that hold references in the RM and whose targets are known here, such as EHR.ehr_status. */
  readonly links?: ReadonlyMap<string, () => readonly Item[]>
}

export interface Versions {
  /** Every version, deleted ones too, in commit order. */
  readonly versions: readonly Item[]
  /** The last trunk version of each object, unless it is deleted. */
  readonly latest: readonly Item[]
}

/** An EHR opened for reading. */
export interface EhrRecord extends Versions {
  readonly data: EhrData
  /** The versions that the EHR's own references lead to. */
  readonly linked: Versions
}

/** NULL is no value. */
export const computed = (value: unknown): Value | undefined =>
  value === null || value === undefined ? undefined : { value, type: 'Any' }

/** The values of an attribute: none, one, or the members of its list. */
export function membersOf(item: Item, attribute: string): readonly Item[] {
  const linked = item.links?.get(attribute)
  if (linked) return linked()
  if (!isRmObject(item.value) || !Object.hasOwn(item.value, attribute)) return []
  const declared = declaredOf(item, attribute)
  const found = item.value[attribute]
  const members: readonly unknown[] = Array.isArray(found) ? found : [found]
  return members
    .filter(value => value !== null && value !== undefined)
    .map(value => ({ value, type: typeIn(value, declared), attribute, owner: item, record: item.record }))
}

const typeIn = (value: unknown, declared: string): string =>
  isRmObject(value) ? (typeOf(value, declared) ?? 'Any') : declared

/** The declared type of an attribute, with its type parameter. */
function declaredOf(item: Item, name: string): string {
  const attribute = rmClass(item.type)?.attributes.get(name)
  if (attribute === undefined) return 'Any'
  return isGeneric(attribute) ? declaredIn(genericTypeIn(item), attribute) : attribute.type
}

/** The type of an object with its type parameter, which the objects above it imply. */
function genericTypeIn({ value, type, owner, attribute }: Item): string {
  if (owner === undefined || attribute === undefined) return type
  return genericTypeOf(value, declaredOf(owner, attribute)) ?? type
}

const known = new WeakMap<Item, Map<string, readonly Item[]>>()

/**
 * The RM objects of a class below an object, in document order: parents before children. What can hold none, such as
 * the values of a document that is asked for its entries, is not looked into.
 */
export function descendantsOf(item: Item, name: string): readonly Item[] {
  const before = known.get(item)?.get(name)
  if (before) return before
  const holds = holdersOf(name)
  const found: Item[] = []
  const waiting = childrenOf(item, holds).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isA(next.type, name)) found.push(next)
    for (const child of childrenOf(next, holds).reverse()) waiting.push(child)
  }
  known.set(item, (known.get(item) ?? new Map<string, readonly Item[]>()).set(name, found))
  return found
}

/** The objects right below. */
function childrenOf(item: Item, holds: ContainmentTest): Item[] {
  const found: Item[] = []
  if (!isRmObject(item.value)) return found
  for (const [attribute, held] of Object.entries(item.value)) {
    if (typeof held !== 'object' || held === null) continue
    const declared = declaredOf(item, attribute)
    for (const value of Array.isArray(held) ? held : [held]) {
      if (!isRmObject(value)) continue
      const type = typeIn(value, declared)
      if (holds(type)) found.push({ value, type, attribute, owner: item, record: item.record })
    }
  }
  return found
}

/** The node id of a LOCATABLE. */
export function nodeIdOf(item: Item): string | undefined {
  const id = attributesOf<Rm.Locatable>(item.value).archetype_node_id
  return typeof id === 'string' ? id : undefined
}

const LOCAL = /^(?:at|id)\d/

/** Codes of nodes inside an archetype; any other node id begins an archetype of its own. */
export const isLocalCode = (nodeId: string): boolean => LOCAL.test(nodeId)

/** True for an object inside an archetype that is not the root of one. */
export const isLocalNode = (item: Item): boolean =>
  item.owner !== undefined && isLocalCode(nodeIdOf(item) ?? 'at0')

/** The object itself or the nearest one above it that an archetype begins at: where its at-codes are defined. */
export function archetypeRootOf(item: Item): Item {
  let root = item
  while (root.owner && isLocalNode(root)) root = root.owner
  return root
}

/** The value of a cell: null, a primitive, or an object with its `_type`. */
export function cellOf(value: Value | undefined): unknown {
  if (value === undefined) return null
  if (!isRmObject(value.value) || Object.hasOwn(value.value, '_type') || value.type === 'Any')
    return value.value
  return { _type: value.type, ...value.value } satisfies RmObject
}
