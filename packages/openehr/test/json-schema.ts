/** A checker of the part of JSON Schema 2020-12 that our schemas use, for tests. */
import assert from 'node:assert/strict'

export type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const all = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []) as readonly Json[]

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: Number.isInteger,
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
}

type Keyword = (wanted: unknown, value: unknown, schema: Json, root: Json) => boolean
const size = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** The keywords that the schema uses, as JSON Schema 2020-12 has them. One that is not here fails the test. */
const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: () => true,
  $id: () => true,
  $defs: () => true,
  title: () => true,
  description: () => true,
  default: () => true,
  readOnly: () => true,
  // Of OpenAPI; says only which of `oneOf` fits.
  discriminator: () => true,
  format: () => true,
  href: () => true,
  rmType: () => true,
  contentEncoding: () => true,
  minContains: () => true,
  maxContains: () => true,
  $ref: (ref, value, _, root) => {
    const target = (root['$defs'] as Json)[String(ref).replace('#/$defs/', '')]
    assert.ok(target, `${String(ref)} is not defined`)
    return fits(value, target as Json, root)
  },
  type: (type, value) => [type].flat().some(one => TYPES[String(one)]?.(value) ?? false),
  const: (wanted, value) => value === wanted,
  enum: (wanted, value) => Array.isArray(wanted) && wanted.includes(value),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value),
  minLength: (least, value) => typeof value !== 'string' || [...value].length >= number(least),
  maxLength: (most, value) => typeof value !== 'string' || [...value].length <= number(most),
  minimum: (least, value) => typeof value !== 'number' || value >= number(least),
  maximum: (most, value) => typeof value !== 'number' || value <= number(most),
  exclusiveMinimum: (least, value) => typeof value !== 'number' || value > number(least),
  exclusiveMaximum: (most, value) => typeof value !== 'number' || value < number(most),
  minItems: (least, value) => !Array.isArray(value) || size(value) >= number(least),
  maxItems: (most, value) => !Array.isArray(value) || size(value) <= number(most),
  uniqueItems: (_, value) =>
    !Array.isArray(value) || new Set(value.map(one => JSON.stringify(one))).size === value.length,
  items: (schema, value, _, root) =>
    !Array.isArray(value) || value.every(one => fits(one, schema as Json, root)),
  contains: (schema, value, { minContains = 1, maxContains = Number.POSITIVE_INFINITY }, root) => {
    if (!Array.isArray(value)) return true
    const count = value.filter(one => fits(one, schema as Json, root)).length
    return count >= number(minContains) && count <= number(maxContains)
  },
  properties: (properties, value, _, root) =>
    !isObject(value) ||
    Object.entries(properties as Json).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fits(value[name], schema as Json, root),
    ),
  additionalProperties: (allowed, value, { properties = {} }) =>
    allowed !== false ||
    !isObject(value) ||
    Object.keys(value).every(name => Object.hasOwn(properties as Json, name)),
  required: (names, value) =>
    !isObject(value) || (names as readonly string[]).every(name => Object.hasOwn(value, name)),
  allOf: (schemas, value, _, root) => all(schemas).every(schema => fits(value, schema, root)),
  anyOf: (schemas, value, _, root) => all(schemas).some(schema => fits(value, schema, root)),
  oneOf: (schemas, value, _, root) => all(schemas).filter(schema => fits(value, schema, root)).length === 1,
  not: (schema, value, _, root) => !fits(value, schema as Json, root),
}

/** True when a value satisfies a schema; references are looked up in `root`. */
export const fits = (value: unknown, schema: Json, root: Json = schema): boolean =>
  Object.entries(schema).every(([keyword, wanted]) => {
    const check = KEYWORDS[keyword]
    assert.ok(check, `${keyword} is not a keyword that this test knows`)
    return check(wanted, value, schema, root)
  })
