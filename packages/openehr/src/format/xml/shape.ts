/** The XML form of a class: which elements in which order, which XML attributes. Worked out once per class. */

import { type RmAttribute, rmClass, typeOf } from '../../rm/index.ts'
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

/** An attribute of a class as XML has it. */
export class XmlMember {
  /** The name in XML. */
  readonly name: string
  readonly attribute: RmAttribute
  readonly isList: boolean
  /** Its text is the value; absent where it is an object. */
  readonly primitive: Primitive | undefined
  /** One bit of a number, so that members that an object already has are told without a look at it. */
  readonly bit: number
  /** Found when it is first asked for, since classes hold one another. */
  #declaredShape: XmlShape | undefined

  constructor(name: string, attribute: RmAttribute, bit: number) {
    this.name = name
    this.attribute = attribute
    this.isList = isList(attribute)
    this.primitive = primitive(attribute.type)
    this.bit = bit
  }

  /** The shape of an object that does not state its class. */
  get declaredShape(): XmlShape | undefined {
    this.#declaredShape ??= declaredShape(this.attribute.type)
    return this.#declaredShape
  }
}

export interface XmlShape {
  /** The class. */
  readonly type: string
  readonly abstract: boolean
  /** XML attributes, in the order they are written. */
  readonly attributes: readonly XmlMember[]
  /** Child elements, in the order they are written. */
  readonly elements: readonly XmlMember[]
  /** By name in XML, older names and attributes written as elements included. */
  readonly byName: ReadonlyMap<string, XmlMember>
  /** Names that are passed over. */
  readonly derived: ReadonlySet<string>
  /** By name in the model. */
  readonly known: ReadonlyMap<string, RmAttribute>
}

const shapes = new Map<string, XmlShape>()

/** The shape of a class; type parameters are ignored. Nothing for a class that does not exist. */
export function shapeOf(type: string): XmlShape | undefined {
  const known = shapes.get(type)
  if (known !== undefined) return known
  const shape = makeShape(type)
  // Names come from documents: only those of real classes may stay, or a stranger could fill the memory.
  if (shape !== undefined) shapes.set(type, shape)
  return shape
}

/** The shape of a class that was asked for before. */
export function knownShape(type: string): XmlShape | undefined {
  return shapes.get(type)
}

const NOTHING = {}

/** The shape of the class that a value has where it states none: the declared one, or its only concrete descendant. */
export function declaredShape(declared: string): XmlShape | undefined {
  return shapeOf(typeOf(NOTHING, declared) ?? declared)
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
  const members = inOrder(source).map(
    (attribute, at) => new XmlMember(names.get(attribute.name) ?? attribute.name, attribute, 1 << at),
  )
  const attributes = members.filter(each => asAttributes.includes(each.attribute.name))
  const elements = members.filter(each => !asAttributes.includes(each.attribute.name))
  const byName = new Map(members.map(each => [each.name, each]))
  for (const [older, name] of ancestors.flatMap(each => Object.entries(OLDER_NAMES[each] ?? {}))) {
    const member = members.find(each => each.attribute.name === name)
    if (member !== undefined) byName.set(older, member)
  }
  const derived = new Set(ancestors.flatMap(each => words(DERIVED[each])))
  return { type, abstract: source.abstract, attributes, elements, byName, derived, known }
}

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
