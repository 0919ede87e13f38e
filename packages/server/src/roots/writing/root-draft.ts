/** The query index of a document before it is stored: a row for each archetype root, with the leaves down to the next roots. */

import type { ArchetypeNode, ArchetypeTree } from '../archetype-tree.ts'
import type { Decimal } from '../number.ts'

/** `null` stands for a value that is only in the document (bytes). */
export type LeafValue = string | number | bigint | boolean | Decimal | null

/**
 * An instance vector: for each repeating step of a path, the index among the siblings with the same node id, from 0, such as
 * `1.0.2`. Empty if all are 0, so that a value that occurs once needs no space for it.
 */
export type Vector = string

export interface Leaf {
  /** From the root of its archetype. */
  readonly path: ArchetypeNode
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
  /** Its class and archetype id; for the outermost object, its node id of any kind. */
  readonly tree: ArchetypeTree
  /** Its path in the parent root. */
  readonly via: ArchetypeNode | undefined
  readonly at: Vector
  readonly leaves: readonly Leaf[]
  /** JSON text of the leaves that are shared, once it was printed. */
  shared: string | undefined
  /** The number of EVENTs in its data. */
  readonly events: number
}
