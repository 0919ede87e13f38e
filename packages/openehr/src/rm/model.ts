/** A class of the reference model in the attribute table, and the shape of all RM data. */

/**
 * One attribute of a class. `type` is a class or one of the primitives String, Integer, Real, Boolean, Character,
 * Byte, Iso8601_date_time, Any. An array of bytes is one base64 text in every format, hence no container.
 */
export interface RmAttribute {
  readonly name: string
  readonly type: string
  readonly container: boolean
  readonly containerType?: 'List' | 'Set' | 'Array' | 'Hash'
  readonly mandatory: boolean
  /** Type parameters, such as `['DV_DATE_TIME']` on a `DV_INTERVAL`, key and value type on a Hash. */
  readonly generic?: readonly string[]
  /** Multiplicity: of the value, or of the members where it is a container that is there. */
  readonly lower: number
  readonly upper?: number
  /** Derived from other attributes: never part of data. */
  readonly computed?: boolean
}

export interface RmClass {
  readonly name: string
  readonly abstract: boolean
  /** All ancestors, and the class itself. */
  readonly ancestors: ReadonlySet<string>
  /** Inherited ones first, in the order of the specification. */
  readonly attributes: ReadonlyMap<string, RmAttribute>
}

/** A row of the generated table: the attributes that a class adds to its parents. */
export interface RmTableRow {
  readonly name: string
  readonly abstract: boolean
  readonly parents: readonly string[]
  readonly attributes: readonly RmAttribute[]
}

/** RM data in memory: canonical JSON. `_type` may be absent where the attribute's own type is concrete. */
export interface RmObject {
  readonly _type?: string
  readonly [attribute: string]: unknown
}

/** True for an RM object: a value that is neither a primitive nor a list. */
export const isRmObject = (value: unknown): value is RmObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
