/** Canonical XML to reference model data. */

import { Problem } from '../../problem.ts'
import type { RmObject } from '../../rm/index.ts'
import type { XmlElement } from './element.ts'
import type { XmlLimits } from './limits.ts'
import { parseXml } from './parse.ts'
import { ReadFindings } from './read-findings.ts'
import { declaredShape, knownShape, shapeOf, type XmlMember, type XmlShape } from './shape.ts'

/**
 * The RM object of a canonical XML document in the namespace of any release, or in none. Its class is what `xsi:type`
 * says, else what the root element is named after. Throws `xml.malformed` for what is no XML, and `format.invalid`
 * with all findings (a thousand at most), each with its line and the path of its element: unknown elements and attributes, unknown or
 * missing types, text that is no value of its type.
 */
export function readXml(input: string | Uint8Array | XmlElement, limits: Partial<XmlLimits> = {}): RmObject {
  return readRoot(input, limits, (root, findings) => readNamedObject(root, findings))
}

/** The objects of a list: each child element of the root, which is of no class itself. */
export function readXmlList(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits> = {},
): readonly RmObject[] {
  return readRoot(input, limits, (root, findings) =>
    root.children.flatMap<RmObject>(child => {
      findings.enter(child, 'all')
      const object = readNamedObject(child, findings)
      findings.leave()
      return object ?? []
    }),
  )
}

function readRoot<Result>(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits>,
  read: (root: XmlElement, findings: ReadFindings) => Result | undefined,
): Result {
  const root = typeof input === 'string' || input instanceof Uint8Array ? parseXml(input, limits) : input
  const findings = new ReadFindings()
  findings.enter(root, 'none')
  const result = read(root, findings)
  const [first] = findings.all
  if (first === undefined && result !== undefined) return result
  const others = findings.all.length > 1 ? ` (and ${findings.all.length - 1} more)` : ''
  throw new Problem('format.invalid', `${first?.path}: ${first?.message}${others}`, findings.all)
}

type Draft = Record<string, unknown>

/** An object that stands by itself: its element is named after its class. */
function readNamedObject(element: XmlElement, findings: ReadFindings): RmObject | undefined {
  const declared = element.name.toUpperCase()
  return readObject(element, declared, declaredShape(declared), findings)
}

/** The object of an element, given the class that is declared for it and the shape that this gives it. */
function readObject(
  element: XmlElement,
  declared: string,
  assumed: XmlShape | undefined,
  findings: ReadFindings,
): RmObject | undefined {
  const { attributes, text } = element
  const stated = attributes.size === 0 ? undefined : attributes.get('xsi:type')
  const shape = stated === undefined ? assumed : (knownShape(stated) ?? shapeOf(className(stated)))
  if (shape === undefined || shape.abstract) {
    const type = stated === undefined ? declared : className(stated)
    reportClass(shape, type, declared, findings)
    return undefined
  }
  const object: Draft = { _type: shape.type }
  const given = attributes.size === 0 ? 0 : readAttributes(element, shape, object, findings)
  if (text !== '' && text.trim() !== '')
    findings.report({
      code: 'xml.text',
      message: `Text where ${shape.type} has elements`,
      found: short(text),
    })
  const partly: Partly = { object, shape, given }
  for (const child of element.children) readMember(child, partly, findings)
  return object
}

function reportClass(
  shape: XmlShape | undefined,
  type: string,
  declared: string,
  findings: ReadFindings,
): void {
  const code = 'xml.type'
  if (shape === undefined && type !== 'Any')
    findings.report({ code, message: `There is no class ${short(type)}`, found: short(type) })
  else findings.report({ code, message: `xsi:type must say which ${declared} this is` })
}

/** An object so far, and the bits of the members that it has. */
interface Partly {
  readonly object: Draft
  readonly shape: XmlShape
  given: number
}

// A function of its own for each child, since V8 compiles a loop that calls itself again late or not at all.
function readMember(child: XmlElement, partly: Partly, findings: ReadFindings): void {
  const { object, shape } = partly
  const { name, attributes } = child
  if (shape.derived.size > 0 && shape.derived.has(name)) return
  if (attributes.size > 0 && attributes.get('xsi:nil') === 'true') return
  const member = shape.byName.get(name)
  findings.enter(child, member?.isList ? 'name' : 'none')
  if (member === undefined) {
    const expected = shape.elements.map(each => each.name).join(', ')
    findings.report({ code: 'xml.element', message: `${shape.type} has no ${name}`, expected })
  } else if (member.isList) readListMember(child, member, object, findings)
  else if ((partly.given & member.bit) !== 0)
    findings.report({ code: 'xml.twice', message: `${name} is there twice` })
  else {
    const value = readValue(child, member, findings)
    if (value !== undefined) {
      object[member.attribute.name] = value
      partly.given |= member.bit
    }
  }
  findings.leave()
}

/** The bits of the members that are XML attributes. */
function readAttributes(
  { attributes }: XmlElement,
  shape: XmlShape,
  object: Draft,
  findings: ReadFindings,
): number {
  let left = attributes.get('xsi:type') === undefined ? attributes.size : attributes.size - 1
  let given = 0
  for (const { name, attribute, bit } of shape.attributes) {
    const text = attributes.get(name)
    if (text === undefined) continue
    object[attribute.name] = text
    given |= bit
    left -= 1
  }
  if (left > 0) reportAttributes(attributes, shape, findings)
  return given
}

/** Those of XML Schema instances and of XML itself are no part of the data. */
function reportAttributes(
  attributes: XmlElement['attributes'],
  shape: XmlShape,
  findings: ReadFindings,
): void {
  for (const [name, text] of attributes) {
    const isKnown = name.startsWith('xsi:') || name.startsWith('xml:')
    if (isKnown || shape.attributes.some(slot => slot.name === name)) continue
    const message = `${shape.type} has no XML attribute ${name}`
    findings.report({ code: 'xml.attribute', message, found: short(text) }, `@${name}`)
  }
}

function readListMember(element: XmlElement, member: XmlMember, object: Draft, findings: ReadFindings): void {
  const { name, containerType } = member.attribute
  if (containerType === 'Hash') {
    const key = element.attributes.get('id')
    const hash = (object[name] ?? {}) as Draft
    if (key === undefined || key === '__proto__' || Object.hasOwn(hash, key)) {
      findings.report({ code: 'xml.key', message: 'The XML attribute id must give a key of its own' })
    } else hash[key] = element.text
    object[name] = hash
    return
  }
  const list = (object[name] ?? []) as unknown[]
  const value = readValue(element, member, findings)
  if (value !== undefined) list.push(value)
  object[name] = list
}

function readValue(element: XmlElement, member: XmlMember, findings: ReadFindings): unknown {
  const { primitive } = member
  if (primitive === undefined)
    return readObject(element, member.attribute.type, member.declaredShape, findings)
  const value = element.children.length === 0 ? primitive.read(element.text) : undefined
  if (value === undefined) {
    const found = element.children.length === 0 ? short(element.text) : 'elements'
    const { expected } = primitive
    findings.report({ code: 'xml.value', message: 'Not a value of its type', found, expected })
  }
  return value
}

/** The class that `xsi:type` names, whatever prefix it has; type parameters are dropped. */
function className(written: string): string {
  if (/^[A-Z_]+$/.test(written)) return written
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
