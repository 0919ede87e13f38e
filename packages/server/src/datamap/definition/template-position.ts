/** A position in a template that a path has reached: a class of the reference model and its constraint. */
import { concreteTypes, isA, type RmAttribute, rmClass } from '@cairn-ehr/openehr/rm'
import {
  type Attribute,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  termFor,
  termName,
} from '@cairn-ehr/openehr/template'

export interface TemplatePosition {
  /** As constrained: may be abstract or generic. */
  readonly rmType: string
  /** Absent if the template has no constraint for it. */
  readonly constraint?: ObjectConstraint
  /** True inside an archetype that fills a slot, where only the reference model is known. */
  readonly open: boolean
}

export const positionOf = (constraint: ObjectConstraint): TemplatePosition => ({
  rmType: constraint.rmType,
  constraint,
  open: false,
})

/** One attribute of a position: from the reference model, and from the template if it constrains it. */
export interface PositionAttribute {
  readonly rm: RmAttribute
  readonly constraint?: Attribute
}

/** An abstract class also has the attributes of its descendants: `name` of a PARTY_PROXY is that of PARTY_IDENTIFIED. */
export function attributeAt(place: TemplatePosition, name: string): PositionAttribute | undefined {
  const rm = rmClass(place.rmType)?.attributes.get(name) ?? attributeBelow(place.rmType, name)
  if (rm === undefined || rm.computed === true) return undefined
  const { constraint: object } = place
  const constraint = object?.kind === 'object' ? object.attributes.find(one => one.name === name) : undefined
  return {
    rm: { ...rm, type: parameterOf(place, rm) },
    ...(constraint === undefined ? {} : { constraint }),
  }
}

/** Mandatory only if it is mandatory in every descendant. */
function attributeBelow(rmType: string, name: string): RmAttribute | undefined {
  const below = concreteTypes(rmType).map(type => rmClass(type)?.attributes.get(name))
  const [rm] = below.filter(attribute => attribute !== undefined)
  return rm && { ...rm, mandatory: below.every(attribute => attribute?.mandatory === true) }
}

/** The bounds of a `DV_INTERVAL<DV_QUANTITY>` are DV_QUANTITY. */
function parameterOf({ rmType }: TemplatePosition, { name, type }: RmAttribute): string {
  const parameter = /<(.+)>$/.exec(rmType)?.[1]
  return parameter !== undefined && (name === 'lower' || name === 'upper') ? parameter : type
}

/** Names of all attributes that data can have at a position. */
export const attributeNames = (place: TemplatePosition): readonly string[] => [
  ...new Set(
    [place.rmType, ...concreteTypes(place.rmType)].flatMap(type =>
      [...(rmClass(type)?.attributes.values() ?? [])]
        .filter(({ computed }) => computed !== true)
        .map(({ name }) => name),
    ),
  ),
]

/** The children of an attribute that the template allows. */
export const allowedChildren = (attribute: Attribute | undefined): readonly ObjectConstraint[] =>
  attribute === undefined || attribute.existence.upper === 0
    ? []
    : attribute.children.filter(({ occurrences }) => occurrences.upper !== 0)

/** Only LOCATABLEs have an `archetype_node_id` in data; ids of other nodes exist only in the template. */
export const dataNodeId = (child: ObjectConstraint): string | undefined =>
  isA(child.rmType, 'LOCATABLE') ? nodeIdOf(child) || undefined : undefined

/** The names that the template allows; none if any name is allowed. */
export const fixedNames = (child: ObjectConstraint): readonly string[] =>
  child.kind === 'object' ? constrainedNames(child).map(({ text }) => text) : []

/** The name of the node for human readers. */
export const nameOf = (child: ObjectConstraint): string => fixedNames(child)[0] ?? termName(child).text

export const descriptionOf = (child: ObjectConstraint): string | undefined =>
  termFor(child.scope, 'local', child.nodeId)?.['description'] || undefined

/** True for nodes that contain other nodes: they can be groups. */
export const isStructure = (rmType: string): boolean => isA(rmType, 'PATHABLE') && rmType !== 'ELEMENT'

/** A single value: of a data type, an identifier, or a primitive. */
export const isValue = (rmType: string): boolean =>
  rmClass(rmType) === undefined ||
  ['DATA_VALUE', 'OBJECT_ID', 'UID', 'CODE_PHRASE'].some(ancestor => isA(rmType, ancestor))
