/** Whether a constrained type can stand in an attribute of the reference model, type parameters included. */

import { isA, type RmAttribute, rmClass } from '../../rm/index.ts'

export interface Expected {
  readonly attribute: string
  readonly type: string
}

/** The type an attribute takes: in `DV_INTERVAL<DV_DATE>`, `lower` is a DV_DATE. */
export function expectedIn(owner: string, attribute: RmAttribute): Expected | undefined {
  const parameter = isA(owner, 'DV_INTERVAL') ? /<(.+)>/.exec(owner)?.[1] : undefined
  const bound = attribute.name === 'lower' || attribute.name === 'upper'
  const type = parameter !== undefined && bound ? parameter : attribute.type
  return rmClass(type) === undefined ? undefined : { attribute: attribute.name, type }
}

/** A constraint may name a subtype, or a supertype that the data will narrow (an EVENT under `events`). */
export function conforms(type: string, expected: Expected): boolean {
  return isA(type, expected.type) || isA(expected.type, type)
}
