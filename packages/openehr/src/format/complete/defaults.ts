/** Defaults: a concrete class for an abstract one, and values of attributes that the reference model demands. */

import { attributesOf, baseType, type Rm, type RmObject, rmClass, type Unvalidated } from '../../rm/index.ts'
import { CODE_SETS } from '../flat/tables/code-sets.ts'

/** The class to make where the model declares an abstract one. */
const CONCRETE_CLASSES: Readonly<Record<string, string>> = {
  ITEM_STRUCTURE: 'ITEM_TREE',
  ITEM: 'ELEMENT',
  PARTY_PROXY: 'PARTY_IDENTIFIED',
  UID_BASED_ID: 'HIER_OBJECT_ID',
  OBJECT_ID: 'GENERIC_ID',
}

/** Undefined where the class cannot be told. */
export function classOf(given: RmObject, type: string): string | undefined {
  if (given._type !== undefined) return given._type
  const known = rmClass(type)
  if (known === undefined) return undefined
  if (!known.abstract) return baseType(type)
  if (known.name === 'EVENT') return eventClass(given)
  return CONCRETE_CLASSES[known.name]
}

const eventClass = ({ width, math_function }: Unvalidated<Rm.IntervalEvent>): string =>
  width === undefined && math_function === undefined ? 'POINT_EVENT' : 'INTERVAL_EVENT'

/** Defaults of references to other systems, with the words that the commit headers of the API use. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  PARTY_REF: { namespace: 'local', type: 'PERSON' },
  OBJECT_REF: { namespace: 'local', type: 'ANY' },
  GENERIC_ID: { scheme: 'id' },
}

/** Adds the terminology to a code without one: the template's, or that of the attribute. */
export function withTerminology(
  given: RmObject,
  attribute: string,
  terminology: string | undefined,
): RmObject {
  const value = terminology ?? CODE_SETS[attribute]
  const { code_string, terminology_id } = attributesOf<Rm.CodePhrase>(given)
  if (typeof code_string !== 'string' || terminology_id !== undefined) return given
  return value === undefined ? given : { ...given, terminology_id: { _type: 'TERMINOLOGY_ID', value } }
}

export const defaultsOf = (type: string): readonly (readonly [string, unknown])[] =>
  Object.entries(DEFAULTS[type] ?? {})

/** The start time of a composition, which is the default for times inside it. */
export function startTimeOf({ context }: Unvalidated<Rm.Composition>): string | undefined {
  const { start_time } = attributesOf<Rm.EventContext>(context)
  const { value } = attributesOf<Rm.DvDateTime>(start_time)
  return typeof value === 'string' ? value : undefined
}
