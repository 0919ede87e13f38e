/** Reads members of canonical JSON that came over the wire, without trusting its shape. */

export type RmObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is RmObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectAt = (owner: RmObject | undefined, name: string): RmObject | undefined => {
  const value = owner?.[name]
  return isObject(value) ? value : undefined
}

export const listAt = (owner: RmObject | undefined, name: string): readonly RmObject[] => {
  const value = owner?.[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

export const textAt = (owner: RmObject | undefined, name: string): string | undefined => {
  const value = owner?.[name]
  return typeof value === 'string' ? value : undefined
}

export const numberAt = (owner: RmObject | undefined, name: string): number | undefined => {
  const value = owner?.[name]
  return typeof value === 'number' ? value : undefined
}

/** `_type` without its generic part; empty where it is left out. */
export const typeOf = (value: RmObject | undefined): string =>
  (textAt(value, '_type') ?? '').replace(/<.*$/, '')

/** The value of `name`, which every LOCATABLE has. */
export const nameOf = (node: RmObject | undefined): string => textAt(objectAt(node, 'name'), 'value') ?? ''

export const nodeIdOf = (node: RmObject | undefined): string => textAt(node, 'archetype_node_id') ?? ''

/** The template of a record or a party, from its root. */
export const templateIdOf = (root: RmObject | undefined): string | undefined =>
  textAt(objectAt(objectAt(root, 'archetype_details'), 'template_id'), 'value')

/** The name of a party, or of its kind. */
export function partyName(party: RmObject | undefined): string {
  if (!party) return ''
  const name = textAt(party, 'name')
  if (name !== undefined) return name
  const reference = textAt(objectAt(objectAt(party, 'external_ref'), 'id'), 'value')
  return reference ?? ''
}

/** Code of the lifecycle state "incomplete" in the openEHR terminology. */
export const INCOMPLETE = '553'

/** True for a version that is to be finished later. */
export const isIncomplete = (version: RmObject | undefined): boolean =>
  textAt(objectAt(objectAt(version, 'lifecycle_state'), 'defining_code'), 'code_string') === INCOMPLETE
