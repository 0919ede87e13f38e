/** Classes of the reference model as schemas, made from its attribute table. */
import { baseType, concreteTypes, type RmAttribute, rmClass } from '@cairn-ehr/openehr/rm'
import type { Schema } from '../operation-doc.ts'

/** A schema of the components, by its name. */
export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** One of these classes; `_type` names it. */
export const oneOfClasses = (names: readonly string[]): Schema => ({
  oneOf: names.map(schemaRef),
  discriminator: {
    propertyName: '_type',
    mapping: Object.fromEntries(names.map(name => [name, schemaRef(name)['$ref']])),
  },
})

const PRIMITIVES: Readonly<Record<string, Schema>> = {
  String: { type: 'string' },
  Character: { type: 'string' },
  Integer: { type: 'integer' },
  Real: { type: 'number' },
  Boolean: { type: 'boolean' },
  Byte: { type: 'string', description: 'Bytes in base64.' },
  Iso8601_date_time: { type: 'string' },
}

/** Allows the declared class and its descendants. */
function typeSchema(type: string): Schema {
  const base = baseType(type)
  const primitive = PRIMITIVES[base]
  if (primitive) return primitive
  const kinds = concreteTypes(base)
  const [only] = kinds
  if (only === undefined) return {}
  return kinds.length === 1 ? schemaRef(only) : oneOfClasses(kinds)
}

function attributeSchema({ type, container, containerType }: RmAttribute): Schema {
  if (containerType === 'Hash') return { type: 'object', additionalProperties: { type: 'string' } }
  return container ? { type: 'array', items: typeSchema(type) } : typeSchema(type)
}

function classSchema(name: string, attributes: readonly RmAttribute[]): Schema {
  const required = attributes.filter(({ mandatory }) => mandatory).map(attribute => attribute.name)
  return {
    type: 'object',
    description: `${name} of the openEHR reference model.`,
    ...(required.length > 0 ? { required } : {}),
    properties: {
      // With a default, the constructors of generated clients write the tag.
      _type: { type: 'string', enum: [name], default: name },
      ...Object.fromEntries(attributes.map(attribute => [attribute.name, attributeSchema(attribute)])),
    },
  }
}

/** The classes and all that they are made of, by name. */
export function rmSchemas(roots: readonly string[]): Readonly<Record<string, Schema>> {
  const schemas: Record<string, Schema> = {}
  const waiting = roots.flatMap(concreteTypes)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (Object.hasOwn(schemas, name)) continue
    const attributes = [...(rmClass(name)?.attributes.values() ?? [])].filter(({ computed }) => !computed)
    schemas[name] = classSchema(name, attributes)
    waiting.push(...attributes.flatMap(({ type }) => concreteTypes(baseType(type))))
  }
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
}
