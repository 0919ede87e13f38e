/**
 * The shape of the mapping tables: one row for each class of the reference model. Rows are data and name attributes by paths, so
 * the code that runs them does not go through the generated types.
 */
import { isRmObject, type RmDraft } from '../../../rm/index.ts'
import type { Branch } from '../keys/branch.ts'
import type { Codec, Group } from './codec.ts'

/** One scalar: its keys, and its path in the object. */
export interface Field {
  /** Relative to the object: `''` the bare value, `|unit`, `/_external_ref|type`. The first is written, all are read. */
  readonly keys: readonly string[]
  /** Attributes from the object down. */
  readonly at: readonly string[]
  readonly as: Codec
  /** The value that an absent key stands for. It is not written, and `complete` adds it when reading. */
  readonly otherwise?: unknown
}

/** One object, or a list of them, under a segment of its own. */
export interface Part {
  /** The first is written, all are read. */
  readonly segments: readonly string[]
  readonly at: readonly string[]
  /** `T` is the type parameter of the owner where it has one, else the owner's own type. */
  readonly type: string
  readonly many?: boolean
  /** The openEHR terminology group that its code is from. */
  readonly group?: Group
  /** Values of the object's attributes that no key gives. */
  readonly fill?: Readonly<Record<string, unknown>>
}

/** Defaults of the context for objects that lack them. */
export interface Defaults {
  /** `ctx/id_scheme` and `ctx/id_namespace`. */
  readonly idScheme?: string
  readonly idNamespace?: string
}

/** The constraints of the template on the parts of a DV_PROPORTION. */
export interface ProportionRules {
  /** PROPORTION_KIND by number; empty: any. */
  readonly kinds: readonly number[]
  readonly numerator?: number
  readonly denominator?: number
}

/** A row of the tables: reads and writes the keys of one class. */
export interface Mapping {
  readonly fields?: readonly Field[]
  readonly parts?: readonly Part[]
  /** Chooses the class by the keys, where this one is declared; absent: the class itself. */
  readonly choose?: (branch: Branch) => string
  /** Completes the object after all keys have been read. */
  readonly complete?: (object: RmDraft, defaults: Defaults, rules?: ProportionRules) => void
  /** Suffixes that give no value by themselves, such as a unit without a number. */
  readonly companions?: readonly string[]
  /** A value that is written for people and ignored when read, without a suffix. */
  readonly computed?: (object: Readonly<Record<string, unknown>>) => unknown
  /** A spelling of its own: keys before they are read, and after they have been written. */
  readonly respell?: { readonly read?: (branch: Branch) => void; readonly write?: (key: string) => string }
}

export type Table = Readonly<Record<string, Mapping>>

const list = (one: string | readonly string[]): readonly string[] => (typeof one === 'string' ? [one] : one)

export const field = (
  keys: string | readonly string[],
  at: string,
  as: Codec,
  more: { readonly otherwise?: unknown } = {},
): Field => ({ keys: list(keys), at: at.split('/'), as, ...more })

export const part = (
  segments: string | readonly string[],
  at: string,
  type: string,
  more: Pick<Part, 'many' | 'group' | 'fill'> = {},
): Part => ({ segments: list(segments), at: at.split('/'), type, ...more })

/** True for an object that may be changed; `T` is the class that it should be of, which is not checked. */
export const isDraft = <T = Record<string, unknown>>(value: unknown): value is RmDraft<T> => isRmObject(value)
