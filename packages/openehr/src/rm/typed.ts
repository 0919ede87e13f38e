/** RM data seen through the generated types: for code that knows the class of the data it reads or makes. */
import { baseType } from './classes.ts'
import { isRmObject } from './model.ts'
import type { TypesByName } from './types.generated.ts'

/** The name of a concrete class, such as `DV_QUANTITY`. */
export type RmTypeName = keyof TypesByName

/** Data of the class of that name: `RmType<'DV_QUANTITY'>` is `Rm.DvQuantity`. */
export type RmType<Name extends RmTypeName> = TypesByName[Name]

/** True for an object whose `_type` names the class. It does not look further: validate data before you trust the type. */
export const hasType = <Name extends RmTypeName>(value: unknown, name: Name): value is RmType<Name> =>
  isRmObject(value) && typeof value._type === 'string' && baseType(value._type) === name

/**
 * Data that should be of class `T` and that no validator has seen yet. The compiler checks the names of attributes; their
 * values may be anything.
 */
export type Unvalidated<T> = { readonly [Name in keyof T]?: unknown }

/**
 * An object of class `T` that is being made from input: attributes are set one by one, and may still be wrong. Without `T`,
 * an object of any class.
 */
export type RmDraft<T = Record<string, unknown>> = { -readonly [Name in keyof T]?: unknown }

const NO_ATTRIBUTES = Object.freeze({})

/** The attributes of a value that should be of class `T`; a value that is no object has none. */
export const attributesOf = <T>(value: unknown): Unvalidated<T> => (isRmObject(value) ? value : NO_ATTRIBUTES)
