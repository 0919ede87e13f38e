/** Namespaces in XML 1.0: prefixes and what they are bound to, in constant time for each name. */

import { endOfName, type Fault } from './markup.ts'
import { XSI_NAMESPACE } from './names.ts'

export interface Qualified {
  readonly prefix: string | undefined
  readonly local: string
  readonly namespace: string | undefined
}

type Binding = readonly [prefix: string, namespace: string | undefined]

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

const isDeclaration = (name: string): boolean =>
  name.startsWith('xmlns') && (name.length === 5 || name.charCodeAt(5) === 0x3a)

/** True for a name without a colon (NCName), given that its characters are those of names. */
const isLocalName = (text: string): boolean => !text.includes(':') && endOfName(text, 0) > 0

/** The bindings in force while a document is read. */
export class NamespaceScope {
  readonly #bound = new Map<string, string | undefined>([
    ['xml', XML_NAMESPACE],
    ['xmlns', undefined],
  ])
  /** For each element that declares something: the bindings that its declarations hide. */
  readonly #hidden: Binding[][] = []
  /** Names that were resolved under the present bindings: a document has few, and repeats them. */
  readonly #elements = new Map<string, Qualified>()
  readonly #attributes = new Map<string, string>()
  readonly #fault: Fault
  #bindings = 0

  constructor(fault: Fault) {
    this.#fault = fault
  }

  /** A number for the bindings in force: where it is the same, a name means the same. */
  get bindings(): number {
    return this.#bindings
  }

  /**
   * Takes the declarations among the attributes of an element, names and values in turn. True when it has any, and `leave` must be
   * called when it ends.
   */
  enter(attributes: readonly string[], offset: number): boolean {
    let hidden: Binding[] | undefined
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at] ?? ''
      if (!isDeclaration(name)) continue
      const prefix = name.slice(6)
      if (name.length > 5 && !isLocalName(prefix)) this.#fault(`"${name}" is not a name`, offset)
      const namespace = (attributes[at + 1] ?? '').trim()
      this.#check(prefix, namespace, offset)
      hidden ??= []
      hidden.push([prefix, this.#bound.get(prefix)])
      this.#bind(prefix, namespace === '' ? undefined : namespace)
    }
    if (hidden) this.#hidden.push(hidden)
    return hidden !== undefined
  }

  leave(): void {
    for (const [prefix, namespace] of this.#hidden.pop() ?? []) this.#bind(prefix, namespace)
  }

  #bind(prefix: string, namespace: string | undefined): void {
    // Some tools declare the same prefix again and again.
    if (this.#bound.get(prefix) === namespace && this.#bound.has(prefix)) return
    this.#bound.set(prefix, namespace)
    this.#bindings += 1
    this.#elements.clear()
    this.#attributes.clear()
  }

  #check(prefix: string, namespace: string, offset: number): void {
    if (prefix !== '' && namespace === '') this.#fault(`The prefix "${prefix}" is bound to nothing`, offset)
    if (prefix === 'xmlns' || (prefix === 'xml') !== (namespace === XML_NAMESPACE))
      this.#fault(`The prefix "${prefix}" cannot be bound to "${namespace}"`, offset)
  }

  element(name: string, offset: number): Qualified {
    const known = this.#elements.get(name)
    if (known) return known
    const made = name.includes(':')
      ? this.#qualified(name, offset)
      : { prefix: undefined, local: name, namespace: this.#bound.get('') }
    this.#elements.set(name, made)
    return made
  }

  /**
   * The key of an attribute in its element: by namespace, whatever prefix the document gave it. Undefined for a declaration. A name
   * without prefix is in no namespace.
   */
  attributeKey(name: string, offset: number): string | undefined {
    const known = this.#attributes.get(name)
    if (known !== undefined) return known
    if (isDeclaration(name)) return undefined
    const key = name.includes(':') ? keyOf(this.#qualified(name, offset)) : name
    this.#attributes.set(name, key)
    return key
  }

  #qualified(name: string, offset: number): Qualified {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, colon)
    const local = name.slice(colon + 1)
    if (prefix === '' || !isLocalName(local)) this.#fault(`"${name}" is not a name`, offset)
    const namespace = this.#bound.get(prefix) ?? this.#fault(`The prefix "${prefix}" is not declared`, offset)
    return { prefix, local, namespace }
  }
}

function keyOf({ namespace, local }: Qualified): string {
  // The same string as in the code that asks for it is found without a look at its characters.
  if (namespace === XSI_NAMESPACE) return local === 'type' ? 'xsi:type' : `xsi:${local}`
  return namespace === XML_NAMESPACE ? `xml:${local}` : `{${namespace}}${local}`
}
