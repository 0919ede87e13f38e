/** Paths as a tree that grows with the data: what is known of a path is put together once, not once a document. */
import { type RmAttribute, rmClass } from '@cairn/openehr/rm'
import { printDictionaryStep } from './path-text.ts'

export interface PathNode {
  /** Empty for the archetype root itself. */
  readonly text: string
  /** How many steps on the way repeat. */
  readonly repeats: number
  /** Whether the last of them does. */
  readonly listed: boolean
  readonly nodeId: string | undefined
  /** As the data say it; empty for a primitive. */
  readonly type: string
  /** Of the class. */
  readonly attributes: ReadonlyMap<string, RmAttribute> | undefined
  readonly primitives: Map<string, PathNode>
  /** By attribute; few each, and mostly one. */
  readonly objects: Map<string, PathNode[]>
}

/** Far above what templates make; only data of no template at all get there, and then the tree starts anew. */
const MOST_NODES = 200_000
const MOST_OF_ONE_ATTRIBUTE = 200

let nodes = 0
const tops = new Map<string, PathNode>()

/** Where the paths of an archetype root of this class start. */
export function topOfPaths(type: string): PathNode {
  if (nodes > MOST_NODES) {
    tops.clear()
    nodes = 0
  }
  const known = tops.get(type)
  if (known !== undefined) return known
  const made = node('', 0, false, undefined, type)
  tops.set(type, made)
  return made
}

function node(
  text: string,
  repeats: number,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  nodes += 1
  const attributes = type === '' ? undefined : rmClass(type)?.attributes
  return { text, repeats, listed, nodeId, type, attributes, primitives: new Map(), objects: new Map() }
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
  // One flat text, hashed once: the lookups to come are by identity.
  const text = parent.text === '' ? step : [parent.text, step].join('/')
  return node(text, parent.repeats + (listed ? 1 : 0), listed, nodeId, type)
}

export function primitiveBelow(parent: PathNode, attribute: string, listed: boolean): PathNode {
  const known = parent.primitives.get(attribute)
  if (known !== undefined && known.listed === listed) return known
  const made = grow(parent, attribute, listed, undefined, '')
  parent.primitives.set(attribute, made)
  return made
}

export function objectBelow(
  parent: PathNode,
  attribute: string,
  listed: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  const known = parent.objects.get(attribute)
  if (known !== undefined)
    for (const each of known)
      if (each.nodeId === nodeId && each.type === type && each.listed === listed) return each
  const made = grow(parent, attribute, listed, nodeId, type)
  if (known === undefined || known.length === MOST_OF_ONE_ATTRIBUTE) parent.objects.set(attribute, [made])
  else known.push(made)
  return made
}
