/** The paths of an archetype as a tree that grows with the data: what is known of a path is put together once, not once a document. */
import { rmClass, typeOf } from '@cairn/openehr/rm'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { type Numbering, numberingOf } from './number.ts'
import { isLocalCode, NUMBER, printDictionaryStep } from './path-text.ts'

export interface PathTree {
  /** RM class. */
  readonly type: string
  /** The archetype id. */
  readonly archetype: string
  readonly top: PathNode
  /** As a dictionary said last: see `known.ts`. */
  known: { readonly by: Entries; readonly epoch: number; readonly entry: ArchetypeEntry } | undefined
}

export interface PathNode {
  /** In the notation of `path-text.ts`; empty for the archetype root itself. */
  readonly text: string
  /** How many steps on the way repeat. */
  readonly repeats: number
  /** Whether the last of them does. */
  readonly listed: boolean
  readonly nodeId: string | undefined
  /** As the data say it; empty for a primitive. */
  readonly type: string
  readonly tree: PathTree
  /** As a dictionary said last: see `known.ts`. */
  known:
    | {
        readonly by: Entries
        readonly epoch: number
        readonly entry: PathEntry
        readonly several: boolean
      }
    | undefined
  /** Whether its node id begins an archetype of its own. */
  readonly isRoot: boolean
  /** For an archetype root: the paths below it, once there was one. */
  inner: PathTree | undefined
  /** How the values here are numbered, where they are compared by a number that they do not hold. */
  readonly numbering: Numbering | undefined
  /** In the order in which they were seen first, which is mostly that of the document at hand. */
  readonly attributes: Attribute[]
  /** The same, by name. */
  byName: Map<string, Attribute> | undefined
}

/** What an attribute of a node leads to. */
export interface Attribute {
  /** Which one of its parent's. */
  readonly index: number
  readonly name: string
  /** Found in the document alone. */
  readonly bytes: boolean
  /** The class of an object that does not say. */
  readonly implied: string
  /** The attribute's primitive value. */
  primitive: PathNode | undefined
  /** The primitive values in its list. */
  primitives: PathNode | undefined
  /** Few, and mostly one. */
  readonly objects: PathNode[]
}

/**
 * Bytes of all trees. The documents of an archetype make one or a few hundred nodes, so this is far above what templates
 * bring; only data of no template at all get there, and then the trees start anew.
 */
const MOST_BYTES = 64 * 1024 * 1024
const BYTES_OF_NODE = 300
const MOST_OF_ONE_ATTRIBUTE = 200

let bytes = 0
const trees = new Map<string, Map<string, PathTree>>()

/** Where the paths of an archetype root start. */
export function treeOf(type: string, archetype: string): PathTree {
  if (bytes > MOST_BYTES) {
    trees.clear()
    bytes = 0
  }
  const ofType = trees.get(type) ?? new Map<string, PathTree>()
  trees.set(type, ofType)
  const known = ofType.get(archetype)
  if (known !== undefined) return known
  const made = plant(type, archetype)
  ofType.set(archetype, made)
  return made
}

function plant(type: string, archetype: string): PathTree {
  const tree: { -readonly [Key in keyof PathTree]?: PathTree[Key] } = { type, archetype, known: undefined }
  const planted = tree as PathTree
  tree.top = node(planted, '', 0, false, undefined, type)
  return planted
}

function node(
  tree: PathTree,
  text: string,
  repeats: number,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  bytes += BYTES_OF_NODE + 2 * text.length
  return {
    text,
    repeats,
    listed,
    nodeId,
    type,
    tree,
    known: undefined,
    isRoot: nodeId !== undefined && !isLocalCode(nodeId),
    inner: undefined,
    numbering: numberingOf(type),
    attributes: [],
    byName: undefined,
  }
}

function grow(
  parent: PathNode,
  attribute: string,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  const step = printDictionaryStep({
    attribute,
    repeats: listed,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(type === '' ? {} : { type }),
  })
  // One flat text, where a template literal would keep its parts as well.
  const text = parent.text === '' ? step : [parent.text, step].join('/')
  return node(parent.tree, text, parent.repeats + (listed ? 1 : 0), listed, nodeId, type)
}

export function attributeOf(parent: PathNode, name: string): Attribute {
  parent.byName ??= new Map()
  const known = parent.byName.get(name)
  if (known !== undefined) return known
  bytes += BYTES_OF_NODE + 2 * name.length
  const type = rmClass(parent.type)?.attributes.get(name)?.type
  const made: Attribute = {
    index: parent.attributes.length,
    name,
    bytes: type === 'Byte',
    implied: typeOf(undefined, type ?? 'Any') ?? 'Any',
    primitive: undefined,
    primitives: undefined,
    objects: [],
  }
  parent.byName.set(name, made)
  parent.attributes.push(made)
  return made
}

export function primitiveBelow(parent: PathNode, attribute: Attribute, listed: boolean): PathNode {
  if (listed) {
    attribute.primitives ??= grow(parent, attribute.name, true, undefined, '')
    return attribute.primitives
  }
  attribute.primitive ??= grow(parent, attribute.name, false, undefined, '')
  return attribute.primitive
}

/** Where the number of a value is that its class does not hold. */
export const numberBelow = (parent: PathNode): PathNode =>
  primitiveBelow(parent, attributeOf(parent, NUMBER), false)

export function objectBelow(
  parent: PathNode,
  { name, objects }: Attribute,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  for (const each of objects)
    if (each.nodeId === nodeId && each.type === type && each.listed === listed) return each
  const made = grow(parent, name, listed, nodeId, type)
  if (objects.length === MOST_OF_ONE_ATTRIBUTE) objects.length = 0
  objects.push(made)
  return made
}

/** The paths of the archetype root that hangs here. */
export function treeBelow(via: PathNode): PathTree {
  via.inner ??= treeOf(via.type, via.nodeId ?? '')
  return via.inner
}
