/** Where a path has come to in a template: a class of the reference model, and what the template says of it. */
import { concreteTypes, isA, type RmAttribute, rmClass } from '@cairn/openehr/rm'
import {
  type Attribute,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  termFor,
  termName,
} from '@cairn/openehr/template'

export interface Place {
  /** As constrained: may be abstract or generic. */
  readonly rmType: string
  /** Absent where the template says nothing of it. */
  readonly constraint?: ObjectConstraint
  /** Inside an archetype that fills a slot, where the reference model alone speaks. */
  readonly open: boolean
}

export const placeOf = (constraint: ObjectConstraint): Place => ({
  rmType: constraint.rmType,
  constraint,
  open: false,
})

/** One attribute of a place: by the reference model, and by the template where that mentions it. */
export interface PlaceAttribute {
  readonly rm: RmAttribute
  readonly constraint?: Attribute
}

/** An abstract class has the attributes of what can stand in its place: `name` of a PARTY_PROXY is PARTY_IDENTIFIED's. */
export function attributeAt(place: Place, name: string): PlaceAttribute | undefined {
  const rm = rmClass(place.rmType)?.attributes.get(name) ?? attributeBelow(place.rmType, name)
  if (rm === undefined || rm.computed === true) return undefined
  const { constraint: object } = place
  const constraint = object?.kind === 'object' ? object.attributes.find(one => one.name === name) : undefined
  return {
    rm: { ...rm, type: parameterOf(place, rm) },
    ...(constraint === undefined ? {} : { constraint }),
  }
}

/** Mandatory only where every class that can stand there has it so. */
function attributeBelow(rmType: string, name: string): RmAttribute | undefined {
  const below = concreteTypes(rmType).map(type => rmClass(type)?.attributes.get(name))
  const [rm] = below.filter(attribute => attribute !== undefined)
  return rm && { ...rm, mandatory: below.every(attribute => attribute?.mandatory === true) }
}

/** The bounds of a `DV_INTERVAL<DV_QUANTITY>` are DV_QUANTITY. */
function parameterOf({ rmType }: Place, { name, type }: RmAttribute): string {
  const parameter = /<(.+)>$/.exec(rmType)?.[1]
  return parameter !== undefined && (name === 'lower' || name === 'upper') ? parameter : type
}

/** Names of all attributes of a place that data can have. */
export const attributeNames = (place: Place): readonly string[] => [
  ...new Set(
    [place.rmType, ...concreteTypes(place.rmType)].flatMap(type =>
      [...(rmClass(type)?.attributes.values() ?? [])]
        .filter(({ computed }) => computed !== true)
        .map(({ name }) => name),
    ),
  ),
]

/** What stands in an attribute, as far as the template allows it. */
export const allowedChildren = (attribute: Attribute | undefined): readonly ObjectConstraint[] =>
  attribute === undefined || attribute.existence.upper === 0
    ? []
    : attribute.children.filter(({ occurrences }) => occurrences.upper !== 0)

/** Only LOCATABLEs have an `archetype_node_id` in data, whatever id a template gives to other nodes. */
export const dataNodeId = (child: ObjectConstraint): string | undefined =>
  isA(child.rmType, 'LOCATABLE') ? nodeIdOf(child) || undefined : undefined

/** The names that the template allows; none where data may call it anything. */
export const fixedNames = (child: ObjectConstraint): readonly string[] =>
  child.kind === 'object' ? constrainedNames(child).map(({ text }) => text) : []

/** What people call the node. */
export const nameOf = (child: ObjectConstraint): string => fixedNames(child)[0] ?? termName(child).text

export const descriptionOf = (child: ObjectConstraint): string | undefined =>
  termFor(child.scope, 'local', child.nodeId)?.['description'] || undefined

/** Nodes that hold others rather than a value: what a group can be made of. */
export const isStructure = (rmType: string): boolean => isA(rmType, 'PATHABLE') && rmType !== 'ELEMENT'

/** A single value: of a data type, an identifier, or a primitive. */
export const isValue = (rmType: string): boolean =>
  rmClass(rmType) === undefined ||
  ['DATA_VALUE', 'OBJECT_ID', 'UID', 'CODE_PHRASE'].some(ancestor => isA(rmType, ancestor))
