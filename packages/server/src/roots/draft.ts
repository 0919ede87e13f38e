/** What a document is cut into for queries: a row for each archetype root, with the leaves that lie between it and the next. */
import type { Decimal } from './number.ts'
import type { PathNode, PathTree } from './path-tree.ts'

/** `null`: there is a value, and it is found in the document alone (bytes). */
export type LeafValue = string | number | bigint | boolean | Decimal | null

/**
 * Which instance of a repeating node: the position at each repeating step of a path, counted among the siblings of the
 * same node id from 0, as `1.0.2`. Empty where all are 0, so that what occurs once carries nothing.
 */
export type Vector = string

export interface Leaf {
  /** From the root of its archetype. */
  readonly path: PathNode
  readonly at: Vector
  readonly value: LeafValue
}

export interface RootDraft {
  /** From 0, parents before children, in document order. */
  readonly num: number
  /** The `num` of the last root inside this one; its own where there is none: `inner.num between num and cap`. */
  readonly cap: number
  /** The `num` of the root that this one is directly inside of. */
  readonly parent: number | undefined
  /** Its class and archetype id, which of the outermost object is whatever node id it has. */
  readonly tree: PathTree
  /** Where it hangs in its parent. */
  readonly via: PathNode | undefined
  readonly at: Vector
  readonly leaves: readonly Leaf[]
}
