/** Defaults of the RM where a template says nothing: a concrete class for an abstract one, and plain values. */

import { concreteTypes, type RmObject, rmClass } from '../../rm/index.ts'
import type { InstanceContext } from './instance-context.ts'

/** Abstract class → the plainest concrete one; by attribute where that decides. */
const STAND_INS: Readonly<Record<string, string>> = {
  EVENT: 'POINT_EVENT',
  ITEM_STRUCTURE: 'ITEM_TREE',
  ITEM: 'ELEMENT',
  DATA_VALUE: 'DV_TEXT',
  DV_ORDERED: 'DV_COUNT',
  DV_QUANTIFIED: 'DV_COUNT',
  DV_AMOUNT: 'DV_COUNT',
  DV_ABSOLUTE_QUANTITY: 'DV_DATE_TIME',
  DV_TEMPORAL: 'DV_DATE_TIME',
  DV_ENCAPSULATED: 'DV_PARSABLE',
  CONTENT_ITEM: 'SECTION',
  ENTRY: 'EVALUATION',
  CARE_ENTRY: 'EVALUATION',
  PARTY_PROXY: 'PARTY_IDENTIFIED',
  UID_BASED_ID: 'HIER_OBJECT_ID',
  OBJECT_ID: 'HIER_OBJECT_ID',
  'subject PARTY_PROXY': 'PARTY_SELF',
}

/** The class of the object to make: the type itself, unless that is abstract. */
export function concreteType(
  type: string,
  attribute: string,
  { chooser }: InstanceContext,
): string | undefined {
  const known = rmClass(type)
  if (known === undefined) return undefined
  if (!known.abstract) return known.name
  if (known.name === 'EVENT') return chooser.pick(['POINT_EVENT', 'INTERVAL_EVENT'])
  return STAND_INS[`${attribute} ${known.name}`] ?? STAND_INS[known.name] ?? concreteTypes(known.name)[0]
}

/** Optional for the attribute table, demanded by an invariant of the class. */
const NEEDED: ReadonlySet<string> = new Set([
  'HISTORY.events',
  'PARTY_IDENTIFIED.name',
  'PARTY_RELATED.name',
  'DV_MULTIMEDIA.uri',
])

export const isNeeded = (type: string, attribute: string): boolean => NEEDED.has(`${type}.${attribute}`)

/** Texts that must have a form of their own, by class and attribute. */
const TEXTS: Readonly<Record<string, string>> = {
  'HIER_OBJECT_ID.value': '8849182c-82ad-4088-a07f-48ead4180515',
  'OBJECT_VERSION_ID.value': '8849182c-82ad-4088-a07f-48ead4180515::example.org::1',
  'ARCHETYPE_ID.value': 'openEHR-EHR-CLUSTER.example.v1',
  'ACTIVITY.action_archetype_id': '/.*/',
  'PARTY_IDENTIFIED.name': 'Example name',
  'PARTY_RELATED.name': 'Example name',
  'PARTY_REF.namespace': 'local',
  'PARTY_REF.type': 'PARTY',
  'TERM_MAPPING.match': '=',
}

/** The object that an example is, once a service has given it an id: no record has this one. */
export const EXAMPLE_OBJECT_ID = '00000000-0000-4000-8000-000000000000'

/** Objects that must have a value of their own, by class and attribute. The source of a relationship is its owner. */
const OBJECTS: Readonly<Record<string, RmObject>> = {
  'PARTY_RELATIONSHIP.source': {
    _type: 'PARTY_REF',
    namespace: 'local',
    type: 'PARTY',
    id: { _type: 'HIER_OBJECT_ID', value: EXAMPLE_OBJECT_ID },
  },
}

/** A value of a primitive type of the attribute table, or of an attribute whose value is fixed; else undefined. */
export function plainDefault(owner: string, attribute: string, type: string, now: string): unknown {
  switch (type) {
    case 'String':
    case 'Character':
      return TEXTS[`${owner}.${attribute}`] ?? 'example'
    case 'Integer':
    case 'Real':
      return 1
    case 'Boolean':
      return true
    case 'Byte':
      return 'ZXhhbXBsZQ=='
    case 'Iso8601_date_time':
      return now
    default:
      return OBJECTS[`${owner}.${attribute}`]
  }
}
