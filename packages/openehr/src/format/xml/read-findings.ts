/** Collects all that is wrong with a document while it is read, each with the path, line and column of its element. */

import type { Finding } from '../../problem.ts'
import type { XmlElement } from './element.ts'

/** Nobody reads more, and a document of nonsense could hold as many as it has elements. */
const MOST_FINDINGS = 1000

/** An element of a list has its number in the path: among those of its name, or among all that stand beside it. */
export type Numbering = 'none' | 'name' | 'all'

export class ReadFindings {
  readonly #findings: Finding[] = []
  /** The element that is read and those around it, the root first. The path is put together where there is something to report. */
  readonly #elements: XmlElement[] = []
  readonly #numberings: Numbering[] = []
  #depth = 0
  /** Numbers of the children of an element, once one of them was reported. */
  readonly #numbers = new Map<XmlElement, ReadonlyMap<XmlElement, number>>()

  get all(): readonly Finding[] {
    return this.#findings
  }

  enter(element: XmlElement, numbering: Numbering): void {
    this.#elements[this.#depth] = element
    this.#numberings[this.#depth] = numbering
    this.#depth += 1
  }

  leave(): void {
    this.#depth -= 1
  }

  /** Reports the element that is read, or a part of it by its name. */
  report(finding: Pick<Finding, 'code' | 'message' | 'found' | 'expected'>, part?: string): void {
    if (this.#findings.length >= MOST_FINDINGS) return
    const { line, column } = this.#elements[this.#depth - 1] ?? { line: 1, column: 1 }
    const path = part === undefined ? this.#path() : `${this.#path()}/${part}`
    this.#findings.push({ path, ...finding, line, column })
  }

  #path(): string {
    let path = ''
    for (let at = 0; at < this.#depth; at++) {
      const [element, around] = [this.#elements[at], this.#elements[at - 1]]
      const numbering = this.#numberings[at] ?? 'none'
      if (element === undefined) continue
      path += `/${element.name}`
      if (around !== undefined && numbering !== 'none')
        path += `[${this.#numberOf(element, around, numbering)}]`
    }
    return path
  }

  /** Children are numbered together, or a thousand findings in a long list would count it a thousand times. */
  #numberOf(element: XmlElement, around: XmlElement, numbering: Numbering): number | undefined {
    const known = this.#numbers.get(around) ?? numbersOf(around.children, numbering)
    this.#numbers.set(around, known)
    return known.get(element)
  }
}

function numbersOf(children: readonly XmlElement[], numbering: Numbering): ReadonlyMap<XmlElement, number> {
  const counts = new Map<string, number>()
  const numbers = new Map<XmlElement, number>()
  for (const child of children) {
    const name = numbering === 'all' ? '' : child.name
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    numbers.set(child, number)
  }
  return numbers
}
