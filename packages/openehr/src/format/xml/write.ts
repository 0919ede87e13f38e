/** Reference model data to canonical XML. */

import { type Finding, Problem } from '../../problem.ts'
import {
  declaredIn,
  genericTypeOf,
  isA,
  isRmObject,
  type RmAttribute,
  type RmObject,
  typeOf,
} from '../../rm/index.ts'
import { OPENEHR_NAMESPACE, XSI_NAMESPACE } from './names.ts'
import { isXmlText, primitive } from './primitives.ts'
import { isList, shapeOf, type XmlShape } from './shape.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES = ` xmlns="${OPENEHR_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}"`

/**
 * The canonical XML document of an RM object, in the namespace of the v1 schemas, elements in the order of the
 * schemas, `xsi:type` on the root and wherever the class is not the one that the attribute is declared with. The root
 * is named after the class (`composition`, `ehr_status`, …; `version` for every VERSION) unless a name is given.
 * Throws `format.invalid` with all findings for data that XML cannot carry: an unknown class or attribute, a value that is
 * not of its type, a control character. A member that is `null` or `undefined`, and an empty list, are left out:
 * XML has no form for them.
 */
export function writeXml(value: RmObject, rootName?: string): string {
  return writeRoot(NAMESPACES, writer => {
    const type = typeOf(value, 'Any')
    writer.object(value, rootName ?? rootOf(type), 'Any', '')
  })
}

/** A list of RM objects: a root of that name, one element for each, named after its class. */
export function writeXmlList(values: readonly RmObject[], rootName: string): string {
  return writeRoot('', writer => {
    writer.out.push(`<${rootName}${NAMESPACES}>`)
    for (const [at, value] of values.entries()) {
      writer.object(value, rootOf(typeOf(value, 'Any')), 'Any', `[${at + 1}]`)
    }
    writer.out.push(`</${rootName}>`)
  })
}

function writeRoot(namespaces: string, write: (writer: Writer) => void): string {
  const writer = new Writer(namespaces)
  write(writer)
  const [first] = writer.findings
  if (first === undefined) return `${HEAD}${writer.out.join('')}\n`
  const others = writer.findings.length > 1 ? ` (and ${writer.findings.length - 1} more)` : ''
  throw new Problem('format.invalid', `${first.path}: ${first.message}${others}`, writer.findings)
}

function rootOf(type: string | undefined): string {
  if (type === undefined) return 'value'
  return isA(type, 'VERSION') ? 'version' : type.toLowerCase()
}

/** A class because every step adds to the same two lists: what is written, and what is wrong. */
class Writer {
  readonly out: string[] = []
  readonly findings: Finding[] = []
  /** Declarations that the first object carries. */
  #namespaces: string

  constructor(namespaces: string) {
    this.#namespaces = namespaces
  }

  /**
   * `declared` is the type of a value that states none. `schemaType` is the type of the element in the schemas, which have no
   * type parameters: a value of another class says so by `xsi:type`.
   */
  object(value: unknown, name: string, declared: string, path: string, schemaType = declared): void {
    const type = typeOf(value, declared)
    const shape = type === undefined ? undefined : shapeOf(type)
    if (!isRmObject(value) || type === undefined || shape === undefined || shape.abstract) {
      this.refuseType(value, type, declared, path)
      return
    }
    const stated = type === schemaType ? '' : ` xsi:type="${escapeAttribute(type)}"`
    this.out.push(`<${name}${this.#namespaces}${stated}${this.attributes(value, shape, path)}`)
    this.#namespaces = ''
    this.refuseUnknown(value, type, shape, path)
    const at = this.out.push('>')
    const owner = genericTypeOf(value, declared) ?? type
    for (const { attribute, name: element } of shape.elements) {
      this.member(value[attribute.name], element, attribute, owner, `${path}/${attribute.name}`)
    }
    if (this.out.length === at) this.out[at - 1] = '/>'
    else this.out.push(`</${name}>`)
  }

  private attributes(value: RmObject, shape: XmlShape, path: string): string {
    let written = ''
    for (const { name, attribute } of shape.attributes) {
      const held = value[attribute.name]
      if (held === undefined || held === null) continue
      const text = primitive(attribute.type)?.write(held)
      if (text === undefined) this.refuseValue(held, attribute.type, `${path}/${attribute.name}`)
      else written += ` ${name}="${escapeAttribute(text)}"`
    }
    return written
  }

  private member(value: unknown, name: string, attribute: RmAttribute, owner: string, path: string): void {
    if (value === undefined || value === null) return
    if (attribute.containerType === 'Hash') this.hash(value, name, path)
    else if (!isList(attribute)) this.value(value, name, attribute, owner, path)
    else if (!Array.isArray(value)) this.refuse(path, 'xml.list', `${name} must be a list`)
    else
      for (const [at, item] of value.entries()) this.value(item, name, attribute, owner, `${path}[${at + 1}]`)
  }

  private value(value: unknown, name: string, attribute: RmAttribute, owner: string, path: string): void {
    const { type } = attribute
    const kind = primitive(type)
    if (kind === undefined) {
      this.object(value, name, declaredIn(owner, attribute), path, type)
      return
    }
    const text = kind.write(value)
    if (text === undefined) this.refuseValue(value, type, path)
    else this.out.push(`<${name}>${escapeText(text)}</${name}>`)
  }

  private hash(value: unknown, name: string, path: string): void {
    if (!isRmObject(value)) {
      this.refuse(path, 'xml.list', `${name} must be an object of texts`)
      return
    }
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string' || !isXmlText(text) || !isXmlText(key)) {
        this.refuseValue(text, 'String', `${path}/${key}`)
      } else this.out.push(`<${name} id="${escapeAttribute(key)}">${escapeText(text)}</${name}>`)
    }
  }

  private refuseUnknown(value: RmObject, type: string, shape: XmlShape, path: string): void {
    for (const key of Object.keys(value)) {
      if (key === '_type' || shape.known.has(key) || value[key] === undefined) continue
      this.refuse(`${path}/${key}`, 'xml.element', `${type} has no ${key}`)
    }
  }

  private refuseType(value: unknown, type: string | undefined, declared: string, path: string): void {
    if (!isRmObject(value)) this.refuse(path, 'xml.value', `A ${declared} must be an object`)
    else if (type === undefined) this.refuse(path, 'xml.type', `_type must say which ${declared} this is`)
    else if (shapeOf(type) === undefined) this.refuse(path, 'xml.type', `There is no class ${type}`)
    else this.refuse(path, 'xml.type', `${type} is abstract`)
  }

  private refuseValue(value: unknown, type: string, path: string): void {
    const expected = primitive(type)?.expected ?? type
    const found = typeof value === 'object' ? typeof value : String(value).slice(0, 40)
    this.findings.push({ path, code: 'xml.value', message: 'Not a value of its type', found, expected })
  }

  private refuse(path: string, code: string, message: string): void {
    this.findings.push({ path: path === '' ? '/' : path, code, message })
  }
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
}

const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  ...TEXT_ESCAPES,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
}

/** A carriage return is written as a reference: parsers turn a bare one into a line feed (XML 1.0, 2.11). */
function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, found => TEXT_ESCAPES[found] ?? found) : text
}

/** White space too: parsers turn it into blanks in an attribute (XML 1.0, 3.3.3). */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\n\t]/g, found => ATTRIBUTE_ESCAPES[found] ?? found)
}
