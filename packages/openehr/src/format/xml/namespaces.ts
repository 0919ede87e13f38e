/** Namespaces in XML 1.0: prefixes and what they are bound to, in constant time for each name. */

import { endOfName, type Fault } from './markup.ts'
import { XSI_NAMESPACE } from './names.ts'

export interface Qualified {
  readonly prefix: string | undefined
  readonly local: string
  readonly namespace: string | undefined
}

/** An attribute under the name that the document gives it. */
export type WrittenAttribute = readonly [name: string, value: string]

type Binding = readonly [prefix: string, namespace: string | undefined]

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** The bindings in force while a document is read. */
export class NamespaceScope {
  readonly #bound = new Map<string, string | undefined>([
    ['xml', XML_NAMESPACE],
    ['xmlns', undefined],
  ])
  /** For each element that declares something: the bindings that its declarations hide. */
  readonly #hidden: Binding[][] = []
  readonly #fault: Fault

  constructor(fault: Fault) {
    this.#fault = fault
  }

  /** Takes the declarations of an element; true when it has any, and `leave` must be called when it ends. */
  enter(attributes: readonly WrittenAttribute[], offset: number): boolean {
    let hidden: Binding[] | undefined
    for (const [name, value] of attributes) {
      if (!isDeclaration(name)) continue
      const prefix = name.slice(6)
      const namespace = value.trim()
      this.#check(prefix, namespace, offset)
      hidden ??= []
      hidden.push([prefix, this.#bound.get(prefix)])
      this.#bound.set(prefix, namespace === '' ? undefined : namespace)
    }
    if (hidden) this.#hidden.push(hidden)
    return hidden !== undefined
  }

  leave(): void {
    for (const [prefix, namespace] of this.#hidden.pop() ?? []) this.#bound.set(prefix, namespace)
  }

  #check(prefix: string, namespace: string, offset: number): void {
    if (prefix !== '' && namespace === '') this.#fault(`The prefix "${prefix}" is bound to nothing`, offset)
    if (prefix === 'xmlns' || (prefix === 'xml') !== (namespace === XML_NAMESPACE))
      this.#fault(`The prefix "${prefix}" cannot be bound to "${namespace}"`, offset)
  }

  element(name: string, offset: number): Qualified {
    return name.includes(':')
      ? this.#qualified(name, offset)
      : { prefix: undefined, local: name, namespace: this.#bound.get('') }
  }

  /** Undefined for a declaration. A name without prefix is in no namespace. */
  attribute(name: string, offset: number): Qualified | undefined {
    if (isDeclaration(name)) return undefined
    return name.includes(':')
      ? this.#qualified(name, offset)
      : { prefix: undefined, local: name, namespace: undefined }
  }

  #qualified(name: string, offset: number): Qualified {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, colon)
    const local = name.slice(colon + 1)
    if (prefix === '' || local.includes(':') || endOfName(local, 0) === 0)
      this.#fault(`"${name}" is not a name`, offset)
    const namespace = this.#bound.get(prefix) ?? this.#fault(`The prefix "${prefix}" is not declared`, offset)
    return { prefix, local, namespace }
  }
}

/** The key of an attribute in its element: by namespace, whatever prefix the document gave it. */
export function attributeKey({ namespace, local }: Qualified): string {
  if (namespace === undefined) return local
  if (namespace === XSI_NAMESPACE) return `xsi:${local}`
  return namespace === XML_NAMESPACE ? `xml:${local}` : `{${namespace}}${local}`
}
