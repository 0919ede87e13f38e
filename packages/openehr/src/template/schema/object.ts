/** Object constraints as JSON Schema: the RM's definition of the class, narrowed by the template. */

import { baseType, isA, type RmAttribute, rmClass } from '../../rm/index.ts'
import type {
  Attribute,
  CodePhraseConstraint,
  ComplexObject,
  ObjectConstraint,
  OrdinalConstraint,
  QuantityConstraint,
  Slot,
} from '../model.ts'
import { byNodeId, constrainedNames, nodeIdOf } from '../names.ts'
import { numberBounds, primitiveSchema } from './primitive.ts'
import { attributeSchema, type Schema, typeField, typeSchema } from './rm-classes.ts'

/** `used` collects the classes that must be defined. */
export function objectSchema(constraint: ObjectConstraint, used: Set<string>): Schema {
  used.add(baseType(constraint.rmType))
  switch (constraint.kind) {
    case 'object':
      return complexSchema(constraint, used)
    case 'slot':
      return slotSchema(constraint)
    case 'primitive':
      return primitiveSchema(constraint.item)
    case 'C_CODE_PHRASE':
      return narrowed('CODE_PHRASE', codeFields(constraint))
    case 'C_DV_QUANTITY':
      return quantitySchema(constraint)
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE':
      return ordinalSchema(constraint)
    default:
      return typeSchema(constraint.rmType)
  }
}

/** A class with further conditions on its fields. */
function narrowed(type: string, properties: Schema, more: Schema = {}): Schema {
  return { ...typeSchema(type), properties, ...more }
}

function complexSchema(object: ComplexObject, used: Set<string>): Schema {
  const attributes = rmClass(object.rmType)?.attributes
  const properties: Record<string, unknown> = { _type: typeField(object.rmType), ...nodeFields(object) }
  const required: string[] = rmClass(object.rmType)?.abstract ? ['_type'] : []
  for (const one of object.attributes) {
    const attribute = attributes?.get(one.name)
    // An attribute of a subclass is free here; a computed one is never in data; a name is with the id.
    if (attribute === undefined || attribute.computed || one.name === 'name') continue
    // ACTIVITY.action_archetype_id holds a pattern itself, in slashes or not: no pattern says which.
    if (one.name === 'action_archetype_id') continue
    properties[one.name] = attributeConstraint(one, attribute, used)
    const mayBeNull = object.rmType === 'ELEMENT' && one.name === 'value'
    if ((one.existence.lower ?? 0) > 0 && !mayBeNull) required.push(one.name)
  }
  return narrowed(object.rmType, properties, {
    ...(required.length > 0 ? { required } : {}),
    ...(object.rmType === 'ELEMENT' ? VALUE_OR_NULL : {}),
  })
}

/** RM data_structures, ELEMENT. */
const VALUE_OR_NULL: Schema = { oneOf: [{ required: ['value'] }, { required: ['null_flavour'] }] }

/** The fields that tell a node from its siblings: id and name. */
function nodeFields(object: ObjectConstraint): Schema {
  if (object.kind !== 'object' || !isA(object.rmType, 'LOCATABLE')) return {}
  const names = [...new Set(constrainedNames(object).map(({ text }) => text))]
  const id = idSchema(object)
  return {
    ...(id ? { archetype_node_id: id } : {}),
    ...(names.length > 0
      ? { name: { ...typeSchema('DV_TEXT'), properties: { value: { enum: names } } } }
      : {}),
  }
}

/** A root may also be a specialisation of its archetype: `…lab-hba1c.v1` for `…lab.v1`. */
function idSchema({ archetype, nodeId }: ComplexObject): Schema | undefined {
  if (archetype === undefined) return nodeId === '' ? undefined : { const: nodeId }
  const [, type = '', concept = '', version = ''] = /^([^.]+)\.(.+)\.(v\d+)/.exec(archetype.archetypeId) ?? []
  return { pattern: `^${literal(type)}\\.${literal(concept)}(?:-[^.]+)?\\.${literal(version)}(?:[.+-].*)?$` }
}

/** Text as a pattern; in a pattern with the `u` flag, a hyphen outside a class may not be escaped. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

function attributeConstraint(given: Attribute, attribute: RmAttribute, used: Set<string>): Schema {
  used.add(baseType(attribute.type))
  if (given.existence.upper === 0) return { not: {} }
  const children = given.children.filter(child => child.occurrences.upper !== 0)
  const some = anyOf(children.map(child => objectSchema(child, used)))
  if (!attribute.container) return some ?? attributeSchema(attribute)
  const twins = byNodeId(children)
  const counts = children.flatMap(child => occurrencesOf(child, twins))
  return {
    type: 'array',
    items: some ?? typeSchema(attribute.type),
    ...(given.cardinality?.interval.lower === undefined
      ? {}
      : { minItems: given.cardinality.interval.lower }),
    ...(given.cardinality?.interval.upper === undefined
      ? {}
      : { maxItems: given.cardinality.interval.upper }),
    ...(given.cardinality?.isUnique ? { uniqueItems: true } : {}),
    ...(counts.length > 0 ? { allOf: counts } : {}),
  }
}

function anyOf(schemas: readonly Schema[]): Schema | undefined {
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

/** The occurrences of a node, counted by its id and name; none where a sibling has the same id and no other name. */
function occurrencesOf(
  child: ObjectConstraint,
  twins: ReadonlyMap<string, readonly ObjectConstraint[]>,
): readonly Schema[] {
  const { lower = 0, upper } = child.occurrences
  const fields = nodeFields(child)
  if (
    child.kind !== 'object' ||
    fields.archetype_node_id === undefined ||
    (lower === 0 && upper === undefined)
  )
    return []
  if ((twins.get(nodeIdOf(child))?.length ?? 0) > 1) return []
  return [
    {
      contains: { properties: fields, required: Object.keys(fields) },
      minContains: lower,
      ...(upper === undefined ? {} : { maxContains: upper }),
    },
  ]
}

/** Regular expressions over archetype ids, or any archetype of the class. */
function slotSchema({ rmType, includes }: Slot): Schema {
  const patterns = includes.filter(pattern => pattern !== '.*' && !/[^\w\\.()[\]|*+?-]/.test(pattern))
  const id = {
    pattern:
      patterns.length === includes.length && patterns.length > 0
        ? `^(?:${patterns.join('|')})$`
        : '^[^.]+\\..+\\.v\\d',
  }
  return narrowed(rmType, { archetype_node_id: id })
}

function codeFields({ terminology, codes }: CodePhraseConstraint): Schema {
  // Data spell external terminologies in many ways; these two are always spelled so.
  const fixed = terminology === 'local' || terminology === 'openehr'
  return {
    ...(fixed
      ? { terminology_id: { ...typeSchema('TERMINOLOGY_ID'), properties: { value: { const: terminology } } } }
      : {}),
    code_string: codes.length > 0 ? { enum: codes } : { type: 'string', minLength: 1 },
  }
}

function quantitySchema({ items }: QuantityConstraint): Schema {
  const some = anyOf(
    items.map(({ units, magnitude, precision }) => ({
      properties: {
        units: { const: units },
        ...(magnitude ? { magnitude: { type: 'number', ...numberBounds(magnitude) } } : {}),
        ...(precision && precision.upper !== -1
          ? { precision: { type: 'integer', ...numberBounds(precision) } }
          : {}),
      },
    })),
  )
  return { ...typeSchema('DV_QUANTITY'), ...some }
}

function ordinalSchema({ items, kind }: OrdinalConstraint): Schema {
  const some = anyOf(
    items.map(({ value, symbol }) => ({
      properties: {
        value: { const: value },
        symbol: { properties: { defining_code: { properties: { code_string: { const: symbol.code } } } } },
      },
    })),
  )
  return { ...typeSchema(kind.replace(/^C_/, '')), ...some }
}
