/** Canonical XML to reference model data. */

import { type Finding, Problem } from '../../problem.ts'
import { type RmAttribute, type RmObject, typeOf } from '../../rm/index.ts'
import type { XmlLimits } from './limits.ts'
import { parseXml, type XmlElement } from './parse.ts'
import { primitive } from './primitives.ts'
import { shapeOf, type XmlShape } from './shape.ts'

/**
 * The RM object of a canonical XML document in the namespace of any release, or in none. Its class is what `xsi:type`
 * says, else what the root element is named after. Throws `xml.malformed` for what is no XML, and `format.invalid`
 * with all findings (a thousand at most), each with its line and the path of its element: unknown elements and attributes, unknown or
 * missing types, text that is no value of its type.
 */
export function readXml(input: string | Uint8Array | XmlElement, limits: Partial<XmlLimits> = {}): RmObject {
  return readRoot(input, limits, (root, report) =>
    readObject(root, root.name.toUpperCase(), `/${root.name}`, report),
  )
}

/** The objects of a list: each child element of the root, which is of no class itself. */
export function readXmlList(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits> = {},
): readonly RmObject[] {
  return readRoot(input, limits, (root, report) =>
    root.children.flatMap<RmObject>(
      (child, at) =>
        readObject(child, child.name.toUpperCase(), `/${root.name}/${child.name}[${at + 1}]`, report) ?? [],
    ),
  )
}

/** Nobody reads more, and a document of nonsense could hold as many as it has elements. */
const MOST_FINDINGS = 1000

type Report = (
  element: XmlElement,
  finding: Pick<Finding, 'path' | 'code' | 'message' | 'found' | 'expected'>,
) => void

function readRoot<Result>(
  input: string | Uint8Array | XmlElement,
  limits: Partial<XmlLimits>,
  read: (root: XmlElement, report: Report) => Result | undefined,
): Result {
  const root = typeof input === 'string' || input instanceof Uint8Array ? parseXml(input, limits) : input
  const findings: Finding[] = []
  const result = read(root, ({ line, column }, finding) => {
    if (findings.length < MOST_FINDINGS) findings.push({ ...finding, line, column })
  })
  const [first] = findings
  if (first === undefined && result !== undefined) return result
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  throw new Problem('format.invalid', `${first?.path}: ${first?.message}${others}`, findings)
}

function readObject(
  element: XmlElement,
  declared: string,
  path: string,
  report: Report,
): RmObject | undefined {
  const type = typeIn(element) ?? typeOf({}, declared) ?? declared
  const shape = shapeOf(type)
  if (shape === undefined || shape.abstract) {
    const code = 'xml.type'
    if (shape === undefined && type !== 'Any') {
      report(element, { path, code, message: `There is no class ${short(type)}`, found: short(type) })
    } else report(element, { path, code, message: `xsi:type must say which ${declared} this is` })
    return undefined
  }
  const object: Record<string, unknown> = { _type: type }
  readAttributes(element, shape, path, object, report)
  if (element.text.trim() !== '') {
    const found = short(element.text)
    report(element, { path, code: 'xml.text', message: `Text where ${type} has elements`, found })
  }
  const seen = new Map<string, number>()
  for (const child of element.children) {
    const count = (seen.get(child.name) ?? 0) + 1
    seen.set(child.name, count)
    if (shape.derived.has(child.name) || child.attributes.get('xsi:nil') === 'true') continue
    const attribute = shape.byName.get(child.name)
    if (attribute === undefined) {
      const expected = shape.elements.map(each => each.name).join(', ')
      const message = `${type} has no ${child.name}`
      report(child, { path: `${path}/${child.name}`, code: 'xml.element', message, expected })
    } else if (isList(attribute))
      readMember(child, attribute, `${path}/${child.name}[${count}]`, object, report)
    else if (attribute.name in object) {
      report(child, {
        path: `${path}/${child.name}`,
        code: 'xml.twice',
        message: `${child.name} is there twice`,
      })
    } else {
      const value = readValue(child, attribute.type, `${path}/${child.name}`, report)
      if (value !== undefined) object[attribute.name] = value
    }
  }
  return object
}

function readAttributes(
  element: XmlElement,
  shape: XmlShape,
  path: string,
  object: Record<string, unknown>,
  report: Report,
): void {
  for (const [name, text] of element.attributes) {
    if (name.startsWith('xsi:') || name.startsWith('xml:')) continue
    const slot = shape.attributes.find(each => each.name === name)
    if (slot !== undefined) object[slot.attribute.name] = text
    else {
      const message = `${object._type} has no XML attribute ${name}`
      report(element, { path: `${path}/@${name}`, code: 'xml.attribute', message, found: short(text) })
    }
  }
}

function readMember(
  element: XmlElement,
  attribute: RmAttribute,
  path: string,
  object: Record<string, unknown>,
  report: Report,
): void {
  if (attribute.containerType === 'Hash') {
    const key = element.attributes.get('id')
    const hash = (object[attribute.name] ?? {}) as Record<string, unknown>
    if (key === undefined || key === '__proto__' || Object.hasOwn(hash, key)) {
      report(element, { path, code: 'xml.key', message: 'The XML attribute id must give a key of its own' })
    } else hash[key] = element.text
    object[attribute.name] = hash
    return
  }
  const list = (object[attribute.name] ?? []) as unknown[]
  const value = readValue(element, attribute.type, path, report)
  if (value !== undefined) list.push(value)
  object[attribute.name] = list
}

function readValue(element: XmlElement, type: string, path: string, report: Report): unknown {
  const kind = primitive(type)
  if (kind === undefined) return readObject(element, type, path, report)
  const value = element.children.length === 0 ? kind.read(element.text) : undefined
  if (value === undefined) {
    const found = element.children.length === 0 ? short(element.text) : 'elements'
    report(element, {
      path,
      code: 'xml.value',
      message: 'Not a value of its type',
      found,
      expected: kind.expected,
    })
  }
  return value
}

/** The class that `xsi:type` names, whatever prefix it has; type parameters are dropped. */
function typeIn(element: XmlElement): string | undefined {
  return element.attributes
    .get('xsi:type')
    ?.trim()
    .replace(/^[^:<]*:/, '')
    .replace(/<.*$/s, '')
}

/** As much of a text as a report needs. */
function short(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed
}

export function isList(attribute: RmAttribute): boolean {
  return attribute.container && attribute.type !== 'Byte'
}
