/** The state of reading FLAT: the faults so far, and reports of keys that do not fit. */
import type { Finding } from '../../../problem.ts'
import { type Branch, type Leaf, takeAll } from '../keys/branch.ts'
import type { Defaults } from '../tables/table.ts'

export interface Reading {
  readonly findings: Finding[]
  readonly defaults: Defaults
  /** Objects that were given as `|raw`: they are complete as they are. */
  readonly whole: WeakSet<object>
  /** Told of what is stored otherwise than it was given, by its key. */
  readonly warn: Warn
}

/** Takes a sentence about a key. It never has the value, which may be about a patient. */
export type Warn = (warning: string) => void

export const newReading = (findings: Finding[], defaults: Defaults = {}, warn: Warn = () => {}): Reading => ({
  findings,
  defaults,
  whole: new WeakSet(),
  warn,
})

/** A fault of a key. */
export interface KeyFault {
  readonly code: string
  readonly message: string
  readonly expected: string
}

export function hasUnused(branch: Branch): boolean {
  for (const leaf of branch.leaves.values()) if (!leaf.used) return true
  for (const many of branch.children.values())
    for (const child of many.values()) if (hasUnused(child)) return true
  return false
}

export const anyLeaf = (branch: Branch): Leaf => {
  for (const leaf of branch.leaves.values()) return leaf
  for (const many of branch.children.values()) for (const child of many.values()) return anyLeaf(child)
  return { key: branch.path, value: undefined, used: true }
}

/** Reports a key. The message goes on after the key, and is followed by what is expected. */
export function fault(reading: Reading, leaf: Leaf, { code, message, expected }: KeyFault): void {
  const found = typeof leaf.value === 'string' ? leaf.value : (JSON.stringify(leaf.value) ?? '')
  reading.findings.push({
    path: leaf.key,
    code,
    message: `${leaf.key} ${message}; ${expected} is expected.`,
    found: found.slice(0, 200),
    expected,
  })
}

/** Reports a second occurrence of a node that may occur once. */
export function indexFault(reading: Reading, branch: Branch): void {
  const leaf = anyLeaf(branch)
  fault(reading, leaf, {
    code: 'flat.index',
    message: 'has an index, but the node occurs once only',
    expected: 'no index',
  })
  takeAll(branch)
}
