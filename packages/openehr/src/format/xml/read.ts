/** Canonical XML to reference model data. */

import { type Finding, Problem } from '../../problem.ts'
import { type RmObject, typeOf } from '../../rm/index.ts'
import type { XmlElement } from './element.ts'
import type { XmlLimits } from './limits.ts'
import { parseXml } from './parse.ts'
import { shapeOf, type XmlMember, type XmlShape } from './shape.ts'

/**
 * The RM object of a canonical XML document in the namespace of any release, or in none. Its class is what `xsi:type`
 * says, else what the root element is named after. Throws `xml.malformed` for what is no XML, and `format.invalid`
 * with all findings (a thousand at most), each with its line and the path of its element: unknown elements and attributes, unknown or
 * missing types, text that is no value of its type.
 */
export function readXml(input: string | Uint8Array | XmlElement, limits: Partial<XmlLimits> = {}): RmObject {
  return readRoot(input, limits, (root, report) =>
    readObject(root.name.toUpperCase(), positionOf(root), report),
  )
}

/** The objects of a list: each child element of the root, which is of no class itself. */
export function readXmlList(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits> = {},
): readonly RmObject[] {
  return readRoot(input, limits, (root, report) =>
    root.children.flatMap<RmObject>((child, at) => {
      const position: ElementPosition = positionOf(child, positionOf(root), at + 1)
      return readObject(child.name.toUpperCase(), position, report) ?? []
    }),
  )
}

/** Nobody reads more, and a document of nonsense could hold as many as it has elements. */
const MOST_FINDINGS = 1000

/** An element and those around it. The path is put together where there is something to report, which is seldom. */
interface ElementPosition {
  readonly element: XmlElement
  readonly name: string
  /** Its number among the members of a list, from 1. */
  readonly index: number | undefined
  readonly inside: ElementPosition | undefined
}

const positionOf = (element: XmlElement, inside?: ElementPosition, index?: number): ElementPosition => ({
  element,
  name: element.name,
  index,
  inside,
})

function pathOf({ name, index, inside }: ElementPosition): string {
  const around = inside === undefined ? '' : pathOf(inside)
  return `${around}/${name}${index === undefined ? '' : `[${index}]`}`
}

type Report = (
  position: ElementPosition,
  finding: Pick<Finding, 'code' | 'message' | 'found' | 'expected'>,
) => void

function readRoot<Result>(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits>,
  read: (root: XmlElement, report: Report) => Result | undefined,
): Result {
  const root = typeof input === 'string' || input instanceof Uint8Array ? parseXml(input, limits) : input
  const findings: Finding[] = []
  const result = read(root, (position, finding) => {
    const { line, column } = position.element
    if (findings.length < MOST_FINDINGS) findings.push({ path: pathOf(position), ...finding, line, column })
  })
  const [first] = findings
  if (first === undefined && result !== undefined) return result
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  throw new Problem('format.invalid', `${first?.path}: ${first?.message}${others}`, findings)
}

type Draft = Record<string, unknown>

const NOTHING = {}

function readObject(declared: string, position: ElementPosition, report: Report): RmObject | undefined {
  const { element } = position
  const type = typeIn(element) ?? typeOf(NOTHING, declared) ?? declared
  const shape = shapeOf(type)
  if (shape === undefined || shape.abstract) {
    const code = 'xml.type'
    if (shape === undefined && type !== 'Any') {
      report(position, { code, message: `There is no class ${short(type)}`, found: short(type) })
    } else report(position, { code, message: `xsi:type must say which ${declared} this is` })
    return undefined
  }
  const object: Draft = { _type: type }
  if (element.attributes.size > 0) readAttributes(shape, position, object, report)
  if (element.text.trim() !== '') {
    const found = short(element.text)
    report(position, { code: 'xml.text', message: `Text where ${type} has elements`, found })
  }
  readMembers(shape, position, object, report)
  return object
}

function readMembers(shape: XmlShape, inside: ElementPosition, object: Draft, report: Report): void {
  let counts: Map<string, number> | undefined
  for (const child of inside.element.children) {
    const member = shape.byName.get(child.name)
    let index: number | undefined
    if (member?.isList) {
      counts ??= new Map()
      index = (counts.get(child.name) ?? 0) + 1
      counts.set(child.name, index)
    }
    if (shape.derived.has(child.name) || child.attributes.get('xsi:nil') === 'true') continue
    const position = positionOf(child, inside, index)
    if (member === undefined) {
      const expected = shape.elements.map(each => each.name).join(', ')
      report(position, { code: 'xml.element', message: `${object._type} has no ${child.name}`, expected })
    } else if (member.isList) readListMember(member, position, object, report)
    else if (member.attribute.name in object)
      report(position, { code: 'xml.twice', message: `${child.name} is there twice` })
    else {
      const value = readValue(member, position, report)
      if (value !== undefined) object[member.attribute.name] = value
    }
  }
}

function readAttributes(shape: XmlShape, position: ElementPosition, object: Draft, report: Report): void {
  for (const [name, text] of position.element.attributes) {
    if (name.startsWith('xsi:') || name.startsWith('xml:')) continue
    const slot = shape.attributes.find(each => each.name === name)
    if (slot !== undefined) object[slot.attribute.name] = text
    else {
      const message = `${object._type} has no XML attribute ${name}`
      const attribute: ElementPosition = {
        element: position.element,
        name: `@${name}`,
        index: undefined,
        inside: position,
      }
      report(attribute, { code: 'xml.attribute', message, found: short(text) })
    }
  }
}

function readListMember(member: XmlMember, position: ElementPosition, object: Draft, report: Report): void {
  const { name, containerType } = member.attribute
  const { element } = position
  if (containerType === 'Hash') {
    const key = element.attributes.get('id')
    const hash = (object[name] ?? {}) as Draft
    if (key === undefined || key === '__proto__' || Object.hasOwn(hash, key)) {
      report(position, { code: 'xml.key', message: 'The XML attribute id must give a key of its own' })
    } else hash[key] = element.text
    object[name] = hash
    return
  }
  const list = (object[name] ?? []) as unknown[]
  const value = readValue(member, position, report)
  if (value !== undefined) list.push(value)
  object[name] = list
}

function readValue({ attribute, primitive }: XmlMember, position: ElementPosition, report: Report): unknown {
  const { element } = position
  if (primitive === undefined) return readObject(attribute.type, position, report)
  const value = element.children.length === 0 ? primitive.read(element.text) : undefined
  if (value === undefined) {
    const found = element.children.length === 0 ? short(element.text) : 'elements'
    const { expected } = primitive
    report(position, { code: 'xml.value', message: 'Not a value of its type', found, expected })
  }
  return value
}

/** The class that `xsi:type` names, whatever prefix it has; type parameters are dropped. */
function typeIn(element: XmlElement): string | undefined {
  const written = element.attributes.get('xsi:type')
  if (written === undefined || /^[A-Z_]+$/.test(written)) return written
  return written
    .trim()
    .replace(/^[^:<]*:/, '')
    .replace(/<.*$/s, '')
}

/** As much of a text as a report needs. */
function short(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed
}
