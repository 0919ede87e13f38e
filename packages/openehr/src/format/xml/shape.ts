/** The XML form of a class: which elements in which order, which XML attributes. Worked out once per class. */

import { type RmAttribute, rmClass } from '../../rm/index.ts'
import { type Primitive, primitive } from './primitives.ts'
import {
  DERIVED,
  OLDER_NAMES,
  REST_ALIASES,
  REST_CLASSES,
  XML_ATTRIBUTES,
  XSD_NAMES,
  XSD_SEQUENCE,
} from './sequence.ts'

interface XmlSlot {
  /** The name in XML. */
  readonly name: string
  readonly attribute: RmAttribute
}

/** The value of an element inside an object. */
export interface XmlMember {
  readonly attribute: RmAttribute
  readonly isList: boolean
  /** Its text is the value; absent where it is an object. */
  readonly primitive: Primitive | undefined
}

export interface XmlShape {
  readonly abstract: boolean
  /** XML attributes, in the order they are written. */
  readonly attributes: readonly XmlSlot[]
  /** Child elements, in the order they are written. */
  readonly elements: readonly XmlSlot[]
  /** By name in XML, older names and attributes written as elements included. */
  readonly byName: ReadonlyMap<string, XmlMember>
  /** Names that are passed over. */
  readonly derived: ReadonlySet<string>
  /** By name in the model. */
  readonly known: ReadonlyMap<string, RmAttribute>
}

const shapes = new Map<string, XmlShape | undefined>()

/** The shape of a class; type parameters are ignored. Nothing for a class that does not exist. */
export function shapeOf(type: string): XmlShape | undefined {
  if (!shapes.has(type)) {
    const shape = makeShape(type)
    // Names come from documents: only those of real classes may stay, or a stranger could fill the memory.
    if (shape === undefined) return undefined
    shapes.set(type, shape)
  }
  return shapes.get(type)
}

interface Source {
  readonly name: string
  readonly abstract: boolean
  readonly ancestors: readonly string[]
  readonly attributes: ReadonlyMap<string, RmAttribute>
}

function sourceOf(type: string): Source | undefined {
  const name = Object.hasOwn(REST_ALIASES, type) ? (REST_ALIASES[type] ?? type) : type
  const own = Object.hasOwn(REST_CLASSES, name) ? REST_CLASSES[name] : undefined
  if (own !== undefined) {
    return {
      name,
      abstract: false,
      ancestors: [name],
      attributes: new Map(own.map(each => [each.name, each])),
    }
  }
  const found = rmClass(name)
  return found && { ...found, ancestors: [...found.ancestors] }
}

function makeShape(type: string): XmlShape | undefined {
  const source = sourceOf(type)
  if (source === undefined) return undefined
  const { ancestors, attributes: known } = source
  const asAttributes = ancestors.flatMap(each => words(XML_ATTRIBUTES[each]))
  const names = new Map(ancestors.flatMap(each => Object.entries(XSD_NAMES[each] ?? {})))
  const slot = (attribute: RmAttribute): XmlSlot => ({
    name: names.get(attribute.name) ?? attribute.name,
    attribute,
  })
  const attributes = [...known.values()].filter(each => asAttributes.includes(each.name)).map(slot)
  const elements = inOrder(source)
    .filter(each => !asAttributes.includes(each.name))
    .map(slot)
  const byName = new Map([...attributes, ...elements].map(each => [each.name, memberOf(each.attribute)]))
  for (const [older, name] of ancestors.flatMap(each => Object.entries(OLDER_NAMES[each] ?? {}))) {
    const attribute = known.get(name)
    if (attribute !== undefined) byName.set(older, memberOf(attribute))
  }
  const derived = new Set(ancestors.flatMap(each => words(DERIVED[each])))
  return { abstract: source.abstract, attributes, elements, byName, derived, known }
}

const memberOf = (attribute: RmAttribute): XmlMember => ({
  attribute,
  isList: isList(attribute),
  primitive: primitive(attribute.type),
})

/** Bytes are a list in the model, and one text in XML. */
export function isList(attribute: RmAttribute): boolean {
  return attribute.container && attribute.type !== 'Byte'
}

/** The attributes in the order of the schemas: what a row names changes places among itself. */
function inOrder({ ancestors, attributes }: Source): readonly RmAttribute[] {
  const order = [...attributes.keys()]
  for (const ancestor of ancestors) {
    const wanted = words(XSD_SEQUENCE[ancestor]).filter(name => attributes.has(name))
    const places = wanted.map(name => order.indexOf(name)).sort((a, b) => a - b)
    for (const [at, name] of wanted.entries()) order[places[at] ?? 0] = name
  }
  return order.flatMap(name => attributes.get(name) ?? [])
}

function words(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(' ')
}
