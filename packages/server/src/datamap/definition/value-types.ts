/** The types of a column: the classes that the template allows, with their units, codes and ranges. */
import { concreteTypes, isA, rmClass, rubricOf } from '@cairn-ehr/openehr/rm'
import {
  ANY_VALUE,
  type ArchetypeScope,
  type CodePhraseConstraint,
  type ComplexObject,
  childrenAt,
  groupOf,
  type ObjectConstraint,
  type OrdinalConstraint,
  type Primitive,
  primitiveAt,
  type QuantityConstraint,
  termFor,
} from '@cairn-ehr/openehr/template'
import type { AllowedCode, ValueType } from '../model.ts'
import type { TemplatePosition } from './template-position.ts'

/** One type for each class, in template order. `attribute` is the last one of the path. */
export function valueTypes(places: readonly TemplatePosition[], attribute: string): readonly ValueType[] {
  const types = places.flatMap(place => typesOf(place, attribute))
  const merged = new Map<string, ValueType>()
  for (const type of types) {
    const known = merged.get(type.type)
    merged.set(type.type, known === undefined ? type : mergeTypes(known, type))
  }
  return [...merged.values()]
}

function typesOf({ rmType, constraint }: TemplatePosition, attribute: string): readonly ValueType[] {
  if (constraint === undefined || isOpen(constraint)) {
    const codes = openehrCodes(attribute)
    return concreteOf(rmType).map(type => (type === 'DV_CODED_TEXT' && codes ? { type, ...codes } : { type }))
  }
  switch (constraint.kind) {
    case 'object':
      return concreteOf(rmType).map(type => ({
        type: intervalType(type, constraint),
        ...detailsOf(type, constraint),
      }))
    case 'C_DV_QUANTITY':
      return [{ type: 'DV_QUANTITY', ...quantityDetails(constraint) }]
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE':
      return [{ type: constraint.kind.slice(2), ...ordinalDetails(constraint) }]
    case 'C_CODE_PHRASE':
      return [{ type: 'CODE_PHRASE', ...codeDetails(constraint) }]
    case 'primitive':
      return [primitiveType(constraint.item)]
    default:
      return concreteOf(rmType).map(type => ({ type }))
  }
}

/** True for a constraint without attributes: only the class is known. */
const isOpen = (constraint: ObjectConstraint): boolean =>
  constraint.kind === 'object' && constraint.attributes.length === 0

/** Bytes and characters are strings in every format; other names stay. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  Byte: 'String',
  Character: 'String',
  Iso8601_date_time: 'String',
}

function concreteOf(rmType: string): readonly string[] {
  const known = rmClass(rmType)
  if (known === undefined) return [PRIMITIVES[rmType] ?? rmType]
  if (!known.abstract) return [rmType]
  const concrete = concreteTypes(rmType)
  const usual = ANY_VALUE.filter(type => isA(type, rmType))
  return [...usual, ...concrete.filter(type => !usual.includes(type))]
}

function openehrCodes(attribute: string): Pick<ValueType, 'codes' | 'terminology'> | undefined {
  const group = groupOf(attribute)
  return group && { codes: [...group].map(([code, value]) => ({ code, value })), terminology: 'openehr' }
}

type Details = Omit<ValueType, 'type'>

const DETAILS: Readonly<Record<string, (object: ComplexObject) => Details>> = {
  DV_TEXT: object => textDetails(primitiveAt(object, 'value')),
  DV_CODED_TEXT: object => {
    const [code] = childrenAt(object, 'defining_code')
    return code?.kind === 'C_CODE_PHRASE' ? codeDetails(code) : {}
  },
  DV_COUNT: object => numberDetails(primitiveAt(object, 'magnitude')),
  DV_INTERVAL: object => intervalDetails(object),
}

const detailsOf = (type: string, object: ComplexObject): Details =>
  DETAILS[type.replace(/<.*/, '')]?.(object) ?? {}

/** OPTs have both `DV_INTERVAL<DV_QUANTITY>` and `DV_INTERVAL` with the parameter in its bounds. */
function intervalType(type: string, object: ComplexObject): string {
  const [bound] = [...childrenAt(object, 'lower'), ...childrenAt(object, 'upper')]
  return type === 'DV_INTERVAL' && bound !== undefined ? `DV_INTERVAL<${bound.rmType}>` : type
}

function intervalDetails(object: ComplexObject): Details {
  const bounds = [...childrenAt(object, 'lower'), ...childrenAt(object, 'upper')]
  const units = bounds.flatMap(bound =>
    bound.kind === 'C_DV_QUANTITY' ? bound.items.map(item => item.units) : [],
  )
  return units.length === 0 ? {} : { units: [...new Set(units)] }
}

function quantityDetails({ items }: QuantityConstraint): Details {
  const units = [...new Set(items.map(item => item.units))]
  const [only] = items
  return {
    ...(units.length === 0 ? {} : { units }),
    ...(items.length === 1 && only?.magnitude !== undefined ? { range: only.magnitude } : {}),
  }
}

function ordinalDetails({ scope, items }: OrdinalConstraint): Details {
  const codes = items.map(({ value, symbol }) => ({
    ...coded(scope, symbol.terminology, symbol.code, symbol.text),
    ordinal: value,
  }))
  const [first] = items
  const one = items.every(({ symbol }) => symbol.terminology === first?.symbol.terminology)
  return codes.length === 0 || first === undefined
    ? {}
    : { codes, ...(one ? { terminology: first.symbol.terminology } : {}) }
}

/** A value set that only a terminology server can list leaves codes and their texts open. */
function codeDetails({ scope, terminology, codes }: CodePhraseConstraint): Details {
  if (terminology === undefined) return {}
  if (codes.length === 0) return { terminology }
  return { terminology, codes: codes.map(code => coded(scope, terminology, code)) }
}

const coded = (scope: ArchetypeScope, terminology: string, code: string, text?: string): AllowedCode => ({
  code,
  value:
    (terminology === 'openehr' ? rubricOf(code) : termFor(scope, terminology, code)?.['text']) ||
    text ||
    code,
})

const textDetails = (item: Primitive | undefined): Details =>
  item?.kind === 'C_STRING' && item.list !== undefined && item.list.length > 0 && !item.listOpen
    ? { texts: item.list }
    : {}

const numberDetails = (item: Primitive | undefined): Details =>
  (item?.kind === 'C_INTEGER' || item?.kind === 'C_REAL') && item.range !== undefined
    ? { range: item.range }
    : {}

const PRIMITIVE_TYPES: Readonly<Record<Primitive['kind'], string>> = {
  C_STRING: 'String',
  C_BOOLEAN: 'Boolean',
  C_INTEGER: 'Integer',
  C_REAL: 'Real',
  C_DATE: 'String',
  C_TIME: 'String',
  C_DATE_TIME: 'String',
  C_DURATION: 'String',
}

const primitiveType = (item: Primitive): ValueType => ({
  type: PRIMITIVE_TYPES[item.kind],
  ...textDetails(item),
  ...numberDetails(item),
})

/** Merges two alternatives of one class into one that allows both. */
function mergeTypes(a: ValueType, b: ValueType): ValueType {
  const units = a.units && b.units && [...new Set([...a.units, ...b.units])]
  const texts = a.texts && b.texts && [...new Set([...a.texts, ...b.texts])]
  const codes = a.codes &&
    b.codes && [...a.codes, ...b.codes.filter(({ code }) => a.codes?.every(one => one.code !== code))]
  return {
    type: a.type,
    ...(units ? { units } : {}),
    ...(texts ? { texts } : {}),
    ...(codes ? { codes } : {}),
    ...(a.terminology !== undefined && a.terminology === b.terminology ? { terminology: a.terminology } : {}),
  }
}
