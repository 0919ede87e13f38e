/** Names in the client: a group for each tag, a method for each operation, a type for each schema. */
import type { Operation } from './document.ts'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const pascalCase = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
    .map(capital)
    .join('')

export function camelCase(text: string): string {
  const name = pascalCase(text)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

/** `EHR status` → `ehrStatus`. */
export const groupName = ({ tag }: Pick<Operation, 'tag'>): string => camelCase(tag)

/** `versioned_ehr_status_get` of `EHR status` → `versionedGet`: what the group says is not said again. */
export function methodName({ id, tag }: Pick<Operation, 'id' | 'tag'>): string {
  const said = new Set(tag.toLowerCase().split(' ').map(singular))
  const words = id.split('_').filter(word => !said.has(singular(word)))
  return camelCase((words.length > 0 ? words : id.split('_')).join('_'))
}

/**
 * The type of a schema. `Error` is the name of every JavaScript error. `CLIENT_INPUT` is `NewClient`: the description avoids names with `New`, which
 * generators of Go take for constructors.
 */
export const typeName = (schema: string): string =>
  schema === 'Error' ? 'ErrorBody' : pascalCase(schema.replace(/^(.+)_INPUT$/, 'NEW_$1'))
