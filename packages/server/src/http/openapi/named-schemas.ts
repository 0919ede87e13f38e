/** Makes a component of each schema that has a `title`, so that generators have one type for it, wherever it stands. */
import type { Schema } from '../operation-doc.ts'
import { COMPONENTS } from './resources.ts'
import { schemaRef } from './rm-schemas.ts'

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** Examples are data, whatever members they have. */
const DATA = new Set(['example', 'examples', 'default', 'enum'])

/** `Datamap record` → `DATAMAP_RECORD`. */
const componentName = (title: string): string => title.toUpperCase().replaceAll(' ', '_')

interface NamedSchemas {
  readonly paths: Schema
  readonly schemas: Readonly<Record<string, Schema>>
}

export function nameSchemas(paths: Schema): NamedSchemas {
  const schemas: Record<string, Schema> = {}
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, each]) => [name, DATA.has(name) ? each : visit(each)])
    const { title, ...schema } = Object.fromEntries(members) as Schema
    if (typeof title !== 'string' || typeof schema['type'] !== 'string') return Object.fromEntries(members)
    const name = componentName(title)
    const twin = schemas[name]
    if (Object.hasOwn(COMPONENTS, name))
      throw new Error(`"${title}" is the title of a schema, and the name of another.`)
    if (twin && JSON.stringify(twin) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the title "${title}".`)
    schemas[name] = schema
    return schemaRef(name)
  }
  return { paths: visit(paths) as Schema, schemas }
}
