/** Classes of the RM as JSON Schema definitions: their attributes and types, for whatever a template leaves open. */

import { baseType, concreteTypes, isA, type RmAttribute, rmClass } from '../../rm/index.ts'

export type Schema = Readonly<Record<string, unknown>>

const PRIMITIVES: Readonly<Record<string, Schema>> = {
  String: { type: 'string' },
  Character: { type: 'string', minLength: 1, maxLength: 2 },
  Integer: { type: 'integer' },
  Real: { type: 'number' },
  Boolean: { type: 'boolean' },
  Byte: { type: 'string', contentEncoding: 'base64' },
  Iso8601_date_time: { type: 'string' },
  Any: {},
}

/** A reference to the definition of a class, or the schema of a primitive type. */
export function typeSchema(type: string): Schema {
  const base = baseType(type)
  if (Object.hasOwn(PRIMITIVES, base)) return PRIMITIVES[base] ?? {}
  return rmClass(base) ? { $ref: `#/$defs/${base}` } : {}
}

export function attributeSchema(attribute: RmAttribute): Schema {
  const one = typeSchema(attribute.type)
  return attribute.container ? { type: 'array', items: one } : one
}

/** `_type` where data give it; they must where the declared class is abstract. */
export function typeField(type: string): Schema {
  return { enum: concreteTypes(type).filter(name => isA(name, baseType(type))) }
}

/** The definitions that a schema refers to, and those that they refer to in turn. */
export function definitionsFor(roots: Iterable<string>): Readonly<Record<string, Schema>> {
  const found: Record<string, Schema> = {}
  const left = [...roots]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (Object.hasOwn(found, name)) continue
    const known = rmClass(name)
    if (known === undefined) continue
    const attributes = [...known.attributes.values()].filter(({ computed }) => !computed)
    const mandatory = attributes.filter(one => one.mandatory).map(one => one.name)
    found[name] = {
      type: 'object',
      properties: {
        _type: typeField(name),
        ...Object.fromEntries(attributes.map(one => [one.name, attributeSchema(one)])),
      },
      ...(known.abstract
        ? { required: ['_type', ...mandatory] }
        : mandatory.length > 0
          ? { required: mandatory }
          : {}),
    }
    left.push(...attributes.map(one => baseType(one.type)))
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}
