/** Paths as a tree that grows with the data, so that the text of a path is put together once and not once a document. */
import { printDictionaryStep } from './path-text.ts'

export interface PathNode {
  /** Empty for the archetype root itself. */
  readonly text: string
  /** How many steps on the way repeat. */
  readonly repeats: number
  readonly primitives: Map<string, PathNode>
  readonly objects: Map<string, PathNode>
}

const node = (text: string, repeats: number): PathNode => ({
  text,
  repeats,
  primitives: new Map(),
  objects: new Map(),
})

/** Far above what templates make; only data of no template at all get there, and then the tree starts anew. */
const MOST_NODES = 200_000

let nodes = 0
let top = node('', 0)

export function topOfPaths(): PathNode {
  if (nodes > MOST_NODES) {
    top = node('', 0)
    nodes = 0
  }
  return top
}

function grow(parent: PathNode, step: string, repeats: boolean): PathNode {
  nodes += 1
  // One flat text, hashed once: the lookups to come are by identity.
  const text = parent.text === '' ? step : [parent.text, step].join('/')
  return node(text, parent.repeats + (repeats ? 1 : 0))
}

export function primitiveBelow(parent: PathNode, attribute: string, repeats: boolean): PathNode {
  const known = parent.primitives.get(attribute)
  if (known !== undefined && known.repeats > parent.repeats === repeats) return known
  const made = grow(parent, printDictionaryStep({ attribute, repeats }), repeats)
  parent.primitives.set(attribute, made)
  return made
}

export function objectBelow(
  parent: PathNode,
  attribute: string,
  repeats: boolean,
  nodeId: string | undefined,
  type: string,
): PathNode {
  const key = `${attribute}\n${repeats ? 1 : 0}${nodeId ?? ''}\n${type}`
  const known = parent.objects.get(key)
  if (known !== undefined) return known
  const made = grow(
    parent,
    printDictionaryStep({ attribute, repeats, ...(nodeId === undefined ? {} : { nodeId }), type }),
    repeats,
  )
  parent.objects.set(key, made)
  return made
}
