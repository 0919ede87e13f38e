/** JSON Schemas of the cells that `cells.ts` makes, in one table by class. */
import { baseType, concreteTypes, rmClass } from '@cairn-ehr/openehr/rm'
import type { Interval } from '@cairn-ehr/openehr/template'
import type { ValueType } from '../model.ts'

export type Schema = Readonly<Record<string, unknown>>

const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const STRING: Schema = { type: 'string' }
const NUMBER: Schema = { type: 'number' }
const BOOLEAN: Schema = { type: 'boolean' }

const formatted = (format: string): Schema => ({ type: 'string', format })

const rangeOf = ({ lower, upper, lowerIncluded, upperIncluded }: Interval): Schema => ({
  ...(lower === undefined ? {} : { [lowerIncluded ? 'minimum' : 'exclusiveMinimum']: lower }),
  ...(upper === undefined ? {} : { [upperIncluded ? 'maximum' : 'exclusiveMaximum']: upper }),
})

const ranged = (type: 'number' | 'integer', { range }: ValueType): Schema => ({
  type,
  ...(range === undefined ? {} : rangeOf(range)),
})

const textSchema = ({ texts }: ValueType): Schema =>
  texts === undefined ? STRING : { type: 'string', enum: texts }

/** Only the code is fixed; its text may be in another language, or older than the template. */
function coded({ codes, terminology }: ValueType, more: Readonly<Record<string, Schema>> = {}): Schema {
  const listed = codes?.map(({ code, value, ordinal }) => ({
    const: code,
    title: value,
    ...(ordinal === undefined ? {} : { description: String(ordinal) }),
  }))
  return object(
    {
      code: listed === undefined ? STRING : { type: 'string', oneOf: listed },
      value: STRING,
      terminology: terminology === undefined ? STRING : { type: 'string', default: terminology },
      ...more,
    },
    ['code', 'value', ...(terminology === undefined ? ['terminology'] : [])],
  )
}

function quantity(type: ValueType): Schema {
  const { units } = type
  if (units?.length === 1) return { ...ranged('number', type), description: `in ${units[0]}` }
  return object({ magnitude: NUMBER, units: units ? { type: 'string', enum: units } : STRING }, [
    'magnitude',
    'units',
  ])
}

function interval(type: ValueType): Schema {
  const end = cellSchema({ ...type, type: /<(.+)>/.exec(type.type)?.[1] ?? 'DV_ORDERED' })
  const ends = ['lower', 'upper'].flatMap((name): [string, Schema][] => [
    [name, end],
    [`${name}_included`, BOOLEAN],
    [`${name}_unbounded`, BOOLEAN],
  ])
  return object(Object.fromEntries(ends), [])
}

const ORDINAL = { ordinal: NUMBER }

const KINDS: Readonly<Record<string, (type: ValueType) => Schema>> = {
  // A coded text is allowed in place of a text.
  DV_TEXT: type => ({ anyOf: [textSchema(type), coded({ type: 'DV_CODED_TEXT' })] }),
  DV_CODED_TEXT: type => coded(type),
  DV_ORDINAL: type => coded(type, ORDINAL),
  DV_SCALE: type => coded(type, ORDINAL),
  DV_QUANTITY: quantity,
  DV_COUNT: type => ranged('integer', type),
  DV_BOOLEAN: () => BOOLEAN,
  DV_DATE: () => formatted('date'),
  DV_TIME: () => formatted('time'),
  DV_DATE_TIME: () => formatted('date-time'),
  DV_DURATION: () => formatted('duration'),
  DV_URI: () => formatted('uri-reference'),
  DV_EHR_URI: () => formatted('uri'),
  DV_IDENTIFIER: () => object({ id: STRING, type: STRING, issuer: STRING, assigner: STRING }, []),
  DV_PROPORTION: () =>
    object({ numerator: NUMBER, denominator: NUMBER, type: { type: 'integer', enum: [0, 1, 2, 3, 4] } }, [
      'numerator',
      'denominator',
      'type',
    ]),
  DV_INTERVAL: interval,
  String: textSchema,
  Integer: type => ranged('integer', type),
  Real: type => ranged('number', type),
  Boolean: () => BOOLEAN,
}

/** Canonical JSON, for a class without a cell form of its own. */
const canonical = (type: string): Schema =>
  rmClass(type) === undefined
    ? {}
    : {
        type: 'object',
        properties: { _type: { type: 'string', enum: concreteTypes(type) } },
        required: ['_type'],
      }

export function cellSchema(type: ValueType): Schema {
  const kind = KINDS[baseType(type.type)]
  if (kind) return kind(type)
  const below = concreteTypes(type.type).filter(name => Object.hasOwn(KINDS, name))
  return below.length === 0
    ? canonical(type.type)
    : { anyOf: below.map(name => cellSchema({ ...type, type: name })) }
}

/** Also allows `null`, which stands for no value. */
export function nullable(schema: Schema): Schema {
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (typeof type !== 'string') return schema
  const listed = schema['enum']
  return { ...schema, type: [type, 'null'], ...(Array.isArray(listed) ? { enum: [...listed, null] } : {}) }
}
