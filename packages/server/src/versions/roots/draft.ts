/** What a document is cut into for queries: a row for each archetype root, with the leaves that lie between it and the next. */

/** A number that a double cannot hold, as JSON writes it: seconds with their fraction. */
export interface Decimal {
  readonly decimal: string
}

/** `null`: there is a value, and it is found in the document alone (bytes). */
export type LeafValue = string | number | bigint | boolean | Decimal | null

/**
 * Which instance of a repeating node: the position at each repeating step of a path, counted among the siblings of the
 * same node id from 0, as `1.0.2`. Empty where all are 0, so that what occurs once carries nothing.
 */
export type Vector = string

export interface Leaf {
  /** In the notation of `path-text.ts`, from the root of its archetype. */
  readonly path: string
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
  /** RM class. */
  readonly type: string
  /** The archetype id; of the outermost object whatever node id it has. */
  readonly archetype: string
  /** Where it hangs in its parent. */
  readonly via: string | undefined
  readonly at: Vector
  readonly leaves: readonly Leaf[]
}
