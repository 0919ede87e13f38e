/** Compares a constrained type with the attribute of the reference model that it stands in, type parameters included. */

import { isA, type RmAttribute, rmClass } from '../../rm/index.ts'

export interface Expected {
  readonly attribute: string
  readonly type: string
  /** The type that a type parameter of the owner gives: in `DV_INTERVAL<DV_DATE>`, `lower` is a DV_DATE. */
  readonly parameter?: string
}

/** The type of an attribute; undefined where it takes any value. */
export function expectedIn(owner: string, attribute: RmAttribute): Expected | undefined {
  if (rmClass(attribute.type) === undefined) return undefined
  const { name, type } = attribute
  const parameter = isA(owner, 'DV_INTERVAL') ? /<(.+)>/.exec(owner)?.[1] : undefined
  const bound = name === 'lower' || name === 'upper'
  return { attribute: name, type, ...(parameter !== undefined && bound ? { parameter } : {}) }
}

/** A constraint may name a subtype, or a supertype that the data will narrow (an EVENT under `events`). */
export function conforms(type: string, expected: Expected): boolean {
  return isA(type, expected.type) || isA(expected.type, type)
}
