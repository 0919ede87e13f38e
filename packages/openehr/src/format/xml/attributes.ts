/** The few attributes of an element in one list, which is smaller than a map for each element. */
import type { XmlAttributes } from './element.ts'

export class AttributeList implements XmlAttributes {
  /** Names and values in turn. */
  readonly #entries: readonly string[]

  constructor(entries: readonly string[]) {
    this.#entries = entries
  }

  get size(): number {
    return this.#entries.length / 2
  }

  get(name: string): string | undefined {
    const entries = this.#entries
    for (let at = 0; at < entries.length; at += 2) if (entries[at] === name) return entries[at + 1]
    return undefined
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  *keys(): Generator<string> {
    for (const [name] of this) yield name
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    const entries = this.#entries
    for (let at = 0; at < entries.length; at += 2) yield [entries[at] ?? '', entries[at + 1] ?? '']
  }
}

export const NO_ATTRIBUTES: XmlAttributes = new AttributeList([])
