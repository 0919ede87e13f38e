/** Cuts a document into its archetype roots and their leaves; only what the paths already tell is left out. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import {
  type ArchetypeNode,
  type ArchetypeTree,
  type ArchetypeTrees,
  type Attribute,
  attributeOf,
  newArchetypeTrees,
  numberBelow,
  objectBelow,
  primitiveBelow,
  treeBelow,
  treeOf,
} from '../archetype-tree.ts'
import { numberBy } from '../number.ts'
import { OWN_ARCHETYPE_PATH } from '../path-text.ts'
import type { Leaf, LeafValue, RootDraft, Vector } from './root-draft.ts'

type MutableRoot = { -readonly [Key in keyof RootDraft]: RootDraft[Key] } & { leaves: Leaf[] }

/** Returns the names of an object's members, in the order in which the document has them. */
export type NamesOf = (object: RmObject) => readonly string[]

/**
 * Returns the roots of a COMPOSITION, EHR_STATUS, FOLDER or any other LOCATABLE; the object itself is the first. The `trees` of a
 * dictionary keep what is known of the paths for the next document.
 */
export function rootsOf(
  data: RmObject,
  type: string,
  trees: ArchetypeTrees = newArchetypeTrees(),
  namesOf: NamesOf = Object.keys,
): readonly RootDraft[] {
  const roots: MutableRoot[] = []
  const tree = treeOf(trees, data._type ?? type, nodeIdOf(data) ?? '')
  startRoot({ roots, namesOf }, data, tree, undefined, undefined, '')
  return roots
}

/** A document on its way into roots. */
interface Cut {
  readonly roots: MutableRoot[]
  readonly namesOf: NamesOf
}

function startRoot(
  cut: Cut,
  data: RmObject,
  tree: ArchetypeTree,
  parent: number | undefined,
  via: ArchetypeNode | undefined,
  at: Vector,
): void {
  const { roots } = cut
  const num = roots.length
  const root: MutableRoot = { num, cap: num, parent, tree, via, at, leaves: [], shared: undefined, events: 0 }
  roots.push(root)
  visit(cut, root, data, tree.top, '')
  root.cap = roots.length - 1
}

/** Adds everything below an object, and returns the number of leaves and roots added. */
function visit(cut: Cut, root: MutableRoot, data: RmObject, path: ArchetypeNode, at: Vector): number {
  const { attributes } = path
  let added = 0
  let next = 0
  for (const name of cut.namesOf(data)) {
    // Both are in the path or in the columns of the root.
    if (name === '_type' || name === 'archetype_node_id') continue
    const value = data[name]
    if (value === null || value === undefined) continue
    // Documents have attributes in the same order as the one before: in five of six cases this saves the look-up by name.
    const guess = attributes[next]
    const attribute = guess !== undefined && guess.name === name ? guess : attributeOf(path, name)
    next = attribute.index + 1
    if (typeof value !== 'object') {
      addPrimitive(root, value, attribute, path, false, at)
      added += 1
    } else if (Array.isArray(value)) added += visitList(cut, root, value, attribute, path, at)
    else added += visitObject(cut, root, value as RmObject, attribute, path, false, at)
  }
  if (path.numbering !== undefined) {
    const number = numberBy(path.numbering, data)
    if (number !== undefined) root.leaves.push({ path: numberBelow(path), at, value: number })
  }
  return added
}

function visitList(
  cut: Cut,
  root: MutableRoot,
  members: readonly unknown[],
  attribute: Attribute,
  path: ArchetypeNode,
  at: Vector,
): number {
  const counts = members.length > 1 ? new Map<string, number>() : undefined
  let added = 0
  for (const member of members) {
    if (member === null || member === undefined) continue
    const object = isRmObject(member) ? member : undefined
    const id = (object && nodeIdOf(object)) ?? ''
    const position = counts?.get(id) ?? 0
    counts?.set(id, position + 1)
    const place = extended(path, at, position)
    if (object) added += visitObject(cut, root, object, attribute, path, true, place)
    else {
      addPrimitive(root, member, attribute, path, true, place)
      added += 1
    }
  }
  return added
}

/** `listed` is true for a member of a list. */
function addPrimitive(
  root: MutableRoot,
  value: unknown,
  attribute: Attribute,
  parent: ArchetypeNode,
  listed: boolean,
  at: Vector,
): void {
  const path = primitiveBelow(parent, attribute, listed)
  root.leaves.push({ path, at, value: attribute.bytes ? null : leafValue(value, path) })
}

function visitObject(
  cut: Cut,
  root: MutableRoot,
  value: RmObject,
  attribute: Attribute,
  parent: ArchetypeNode,
  listed: boolean,
  at: Vector,
): number {
  const path = objectBelow(parent, attribute, listed, nodeIdOf(value), classOf(value, attribute))
  if (path.isRoot) {
    startRoot(cut, value, treeBelow(path), root.num, path, at)
    return 1
  }
  if (path.isEvent) root.events += 1
  const added = visit(cut, root, value, path, at)
  // A node is found by its name leaf; one without a name, or without content, needs a leaf that marks its presence.
  if (path.nodeId === undefined ? added === 0 : !hasName(value)) {
    root.leaves.push({ path, at, value: true })
    return added + 1
  }
  return added
}

function classOf({ _type: stated }: RmObject, { implied }: Attribute): string {
  if (typeof stated === 'string') return stated
  return stated === undefined ? implied : 'Any'
}

function leafValue(value: unknown, { text, tree }: ArchetypeNode): LeafValue {
  switch (typeof value) {
    case 'string':
      return value === tree.archetype && text === OWN_ARCHETYPE_PATH ? true : value
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      return null
  }
}

function extended({ repeats }: ArchetypeNode, at: Vector, position: number): Vector {
  if (at !== '') return `${at}.${position}`
  return position === 0 ? '' : '0.'.repeat(repeats) + position
}

const nodeIdOf = ({ archetype_node_id: id }: RmObject): string | undefined =>
  typeof id === 'string' ? id : undefined

const hasName = ({ name }: RmObject): boolean => isRmObject(name) && typeof name['value'] === 'string'
