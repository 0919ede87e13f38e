/** The paths of an archetype as a tree that grows with the data, so that a path is analysed once and not once per document. */
import { declaredIn, genericTypeOf, rmClass, typeOf } from '@cairn-ehr/openehr/rm'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { isEvent, isEventTime } from './event-time.ts'
import { type Numbering, numberingOf } from './number.ts'
import { isLocalCode, NUMBER, printDictionaryStep } from './path-text.ts'
import { type IsListed, listAt } from './shared-leaves.ts'

/** All trees of a dictionary, and the bytes that they take. */
export interface ArchetypeTrees {
  bytes: number
  readonly byType: Map<string, Map<string, ArchetypeTree>>
}

export const newArchetypeTrees = (): ArchetypeTrees => ({ bytes: 0, byType: new Map() })

export interface ArchetypeTree {
  /** The trees that it is one of. */
  readonly trees: ArchetypeTrees
  /** RM class. */
  readonly type: string
  /** The archetype id. */
  readonly archetype: string
  readonly top: ArchetypeNode
  /** The cached dictionary entry: see `entry-of.ts`. */
  known: { readonly by: Entries; readonly epoch: number; readonly entry: ArchetypeEntry } | undefined
}

export interface ArchetypeNode {
  /** In the notation of `path-text.ts`; empty for the archetype root itself. */
  readonly text: string
  /** The number of repeating steps of the path. */
  readonly repeats: number
  /** True if the last step repeats. */
  readonly listed: boolean
  readonly nodeId: string | undefined
  /** The class as in the data; empty for a primitive. */
  readonly type: string
  /** The class with its type parameter, which the nodes above it imply. */
  readonly genericType: string
  readonly tree: ArchetypeTree
  /** The cached dictionary entry: see `entry-of.ts`. */
  known:
    | {
        readonly by: Entries
        readonly epoch: number
        readonly entry: PathEntry
        readonly several: boolean
      }
    | undefined
  /** True if its node id is an archetype id. */
  readonly isRoot: boolean
  readonly isEvent: boolean
  readonly isEventTime: boolean
  /** For an archetype root: the paths below it, once one was seen. */
  inner: ArchetypeTree | undefined
  /** The list of openEHR that its values may be of. */
  readonly isListed: IsListed | undefined
  /** Computes the number to compare by, for classes that do not have it as an attribute. */
  readonly numbering: Numbering | undefined
  /** In the order in which they were first seen, which is mostly the order of the next document too. */
  readonly attributes: Attribute[]
  /** The same, by name. */
  byName: Map<string, Attribute> | undefined
}

/** An attribute of a node, with the nodes that it leads to. */
export interface Attribute {
  /** Its index in the attributes of the parent. */
  readonly index: number
  readonly name: string
  /** True for bytes, which are only in the document. */
  readonly bytes: boolean
  /** The class of an object without `_type`. */
  readonly implied: string
  /** The attribute's primitive value. */
  primitive: ArchetypeNode | undefined
  /** The primitive values in its list. */
  primitives: ArchetypeNode | undefined
  /** Few, and mostly one. */
  readonly objects: ArchetypeNode[]
}

/**
 * Bytes of all trees. An archetype has at most a few hundred nodes, so templates stay far below; only data without a template
 * get there, and then all trees are dropped.
 */
const MOST_BYTES = 64 * 1024 * 1024
const BYTES_OF_NODE = 300
const MOST_OF_ONE_ATTRIBUTE = 200

/** Returns the path tree of an archetype. */
export function treeOf(trees: ArchetypeTrees, type: string, archetype: string): ArchetypeTree {
  if (trees.bytes > MOST_BYTES) {
    trees.byType.clear()
    trees.bytes = 0
  }
  const ofType = trees.byType.get(type) ?? new Map<string, ArchetypeTree>()
  trees.byType.set(type, ofType)
  const known = ofType.get(archetype)
  if (known !== undefined) return known
  const made = newTree(trees, type, archetype)
  ofType.set(archetype, made)
  return made
}

function newTree(trees: ArchetypeTrees, type: string, archetype: string): ArchetypeTree {
  const tree: { -readonly [Key in keyof ArchetypeTree]?: ArchetypeTree[Key] } = {
    trees,
    type,
    archetype,
    known: undefined,
  }
  const planted = tree as ArchetypeTree
  tree.top = newNode(planted, {
    text: '',
    repeats: 0,
    listed: false,
    nodeId: undefined,
    type,
    genericType: type,
  })
  return planted
}

function newNode(
  tree: ArchetypeTree,
  {
    text,
    repeats,
    listed,
    nodeId,
    type,
    genericType,
  }: Pick<ArchetypeNode, 'text' | 'repeats' | 'listed' | 'nodeId' | 'type' | 'genericType'>,
): ArchetypeNode {
  tree.trees.bytes += BYTES_OF_NODE + 2 * text.length
  return {
    text,
    repeats,
    listed,
    nodeId,
    type,
    genericType,
    tree,
    known: undefined,
    isRoot: nodeId !== undefined && !isLocalCode(nodeId),
    isEvent: isEvent(tree.type, text),
    isEventTime: isEventTime(tree.type, text),
    inner: undefined,
    isListed: listAt(text),
    numbering: numberingOf(type),
    attributes: [],
    byName: undefined,
  }
}

function childNode(
  parent: ArchetypeNode,
  attribute: string,
  { listed, nodeId, type }: Pick<ArchetypeNode, 'listed' | 'nodeId' | 'type'>,
): ArchetypeNode {
  const step = printDictionaryStep({
    attribute,
    repeats: listed,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(type === '' ? {} : { type }),
  })
  // `join` makes one flat string; a template literal would keep its parts in memory too.
  const text = parent.text === '' ? step : [parent.text, step].join('/')
  const repeats = parent.repeats + (listed ? 1 : 0)
  const genericType = genericTypeOf({ _type: type }, declaredBelow(parent, attribute)) ?? type
  return newNode(parent.tree, { text, repeats, listed, nodeId, type, genericType })
}

function declaredBelow({ genericType }: ArchetypeNode, name: string): string {
  const attribute = rmClass(genericType)?.attributes.get(name)
  return attribute === undefined ? 'Any' : declaredIn(genericType, attribute)
}

export function attributeOf(parent: ArchetypeNode, name: string): Attribute {
  parent.byName ??= new Map()
  const known = parent.byName.get(name)
  if (known !== undefined) return known
  parent.tree.trees.bytes += BYTES_OF_NODE + 2 * name.length
  const declared = declaredBelow(parent, name)
  const made: Attribute = {
    index: parent.attributes.length,
    name,
    bytes: declared === 'Byte',
    implied: typeOf(undefined, declared) ?? 'Any',
    primitive: undefined,
    primitives: undefined,
    objects: [],
  }
  parent.byName.set(name, made)
  parent.attributes.push(made)
  return made
}

export function primitiveBelow(parent: ArchetypeNode, attribute: Attribute, listed: boolean): ArchetypeNode {
  if (listed) {
    attribute.primitives ??= childNode(parent, attribute.name, { listed, nodeId: undefined, type: '' })
    return attribute.primitives
  }
  attribute.primitive ??= childNode(parent, attribute.name, { listed, nodeId: undefined, type: '' })
  return attribute.primitive
}

/** Returns the node of the number `#` of a value. */
export const numberBelow = (parent: ArchetypeNode): ArchetypeNode =>
  primitiveBelow(parent, attributeOf(parent, NUMBER), false)

export function objectBelow(
  parent: ArchetypeNode,
  { name, objects }: Attribute,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): ArchetypeNode {
  for (const each of objects)
    if (each.nodeId === nodeId && each.type === type && each.listed === listed) return each
  const made = childNode(parent, name, { listed, nodeId, type })
  if (objects.length === MOST_OF_ONE_ATTRIBUTE) objects.length = 0
  objects.push(made)
  return made
}

/** Returns the path tree of the archetype root at this node. */
export function treeBelow(via: ArchetypeNode): ArchetypeTree {
  via.inner ??= treeOf(via.tree.trees, via.type, via.nodeId ?? '')
  return via.inner
}
