/** The types that a path can lead to, by the attribute table of the reference model. */
import { concreteTypes, isA, rmClass } from '../../rm/index.ts'
import type { Kind } from '../functions.ts'
import { PARTY_CLASSES } from '../parties.ts'
import type { Predicate } from '../syntax/tree.ts'

/** Classes and primitives that a value may be of; `Any` may be anything. */
export type Types = ReadonlySet<string>

/** Attributes that hold references in the RM and lead to what they refer to in AQL, and VERSION.data, which is generic. */
const LINKED: ReadonlyMap<string, readonly string[]> = new Map([
  ['EHR.ehr_status', ['EHR_STATUS']],
  ['EHR.directory', ['FOLDER']],
  ['EHR.folders', ['FOLDER']],
  ['EHR.compositions', ['COMPOSITION']],
  ['ORIGINAL_VERSION.data', ['COMPOSITION', 'EHR_STATUS', 'FOLDER', ...PARTY_CLASSES]],
])

/** The types of an attribute of values of these types; none where no type stores it. */
export function typesOf(from: Types, attribute: string): Types {
  const found = new Set<string>()
  for (const type of from) {
    if (type === 'Any') return new Set(['Any'])
    const linked = LINKED.get(`${type}.${attribute}`)
    for (const each of linked ?? declaredIn(type, attribute)) found.add(each)
  }
  return found
}

/** Names of all attributes that values of these types can have. */
export function attributesOf(from: Types): string[] {
  const classes = [...from].flatMap(type => [type, ...concreteTypes(type)])
  const linked = [...LINKED.keys()].map(key => key.split('.')).filter(([type = '']) => from.has(type))
  return [
    ...linked.map(([, name = '']) => name),
    ...classes.flatMap(name =>
      [...(rmClass(name)?.attributes ?? [])]
        .filter(([, { computed }]) => !computed)
        .map(([attribute]) => attribute),
    ),
  ]
}

const declared = new Map<string, readonly string[]>()

/** A subclass may have what its parent has not: a value of DATA_VALUE may be a DV_QUANTITY. */
function declaredIn(type: string, attribute: string): readonly string[] {
  const key = `${type}.${attribute}`
  const before = declared.get(key)
  if (before) return before
  const found = [type, ...concreteTypes(type)].flatMap(name => {
    const own = rmClass(name)?.attributes.get(attribute)
    if (!own || own.computed) return []
    return [own.containerType === 'Hash' ? 'Any' : own.type]
  })
  // Only what there is is remembered: there is no end of names that are no attributes.
  if (found.length > 0) declared.set(key, [...new Set(found)])
  return found
}

/** `openEHR-EHR-OBSERVATION.blood_pressure.v2` → `OBSERVATION`. */
export const archetypeClass = (archetype: string): string =>
  /-(\w+)\./.exec(archetype.replace(/^.*::/, ''))?.[1] ?? ''

/** False where no value of these types can be of the class of the archetype. */
export function canHaveArchetype(types: Types, archetype: string): boolean {
  const name = archetypeClass(archetype)
  return !rmClass(name) || [...types].some(type => type === 'Any' || isA(name, type) || isA(type, name))
}

/** The class that an archetype id in the predicate names, where a value can be of it. */
export function narrow(types: Types, predicate: Predicate | undefined): Types {
  if (predicate?.kind === 'predicateAnd') return predicate.operands.reduce(narrow, types)
  if (predicate?.kind !== 'node' || predicate.id.kind !== 'archetypeId') return types
  const name = archetypeClass(predicate.id.value)
  return rmClass(name) && [...types].some(type => isA(name, type)) ? new Set([name]) : types
}

/** True when a value of these types can have a node id. */
export const isNode = (types: Types): boolean => typesOf(types, 'archetype_node_id').size > 0

const PRIMITIVES: ReadonlyMap<string, Kind> = new Map([
  ['String', 'string'],
  ['Character', 'string'],
  ['Byte', 'string'],
  ['Integer', 'number'],
  ['Real', 'number'],
  ['Boolean', 'boolean'],
])

/** The kind of a primitive type; `undefined` of a class. */
export const primitiveKind = (type: string): Kind | undefined =>
  PRIMITIVES.get(type) ?? (type.startsWith('Iso8601') ? 'string' : undefined)

/**
 * The literals that a value of these types can be compared with; `undefined` where that is open, because the
 * type is abstract. An object compares as DV_ORDERED says: quantities with numbers, dates with strings. An identifier compares by its value.
 */
export function literalKinds(types: Types): ReadonlySet<Kind> | undefined {
  const kinds = new Set<Kind>()
  for (const type of types) {
    const primitive = primitiveKind(type)
    if (primitive) kinds.add(primitive)
    else if (rmClass(type)?.abstract !== false) return undefined
    else if (isA(type, 'DV_TEMPORAL') || type === 'DV_DURATION' || isA(type, 'OBJECT_ID')) kinds.add('string')
    else if (isA(type, 'DV_ORDERED')) kinds.add('number')
  }
  return kinds
}
