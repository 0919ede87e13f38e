/** Reads values out of the leaves of a row: primitives directly, data values by putting their leaves together again. */
import type { PathEntry } from './entries.ts'
import { isInDocumentOnly, leavesOf, type PathMatch } from './matching.ts'
import { type DictionaryStep, NUMBER } from './path-text.ts'

/** The column `leaves` of a row. */
export type Leaves = Readonly<Record<string, unknown>>

export interface Instance {
  /** Its instance vector; empty if no step repeats. */
  readonly at: readonly number[]
  readonly value: unknown
}

/**
 * True for primitives and data values. A LOCATABLE must be read from the document, because its leaves do not keep the order of
 * members with different node ids; bytes are not in the leaves at all.
 */
export const isInLeaves = (match: PathMatch): boolean =>
  leavesOf(match).every(
    entry => !isInDocumentOnly(entry) && entry.steps.slice(match.branch.steps.length - 1).every(isPlain),
  )

const isPlain = ({ nodeId }: DictionaryStep): boolean => nodeId === undefined

/** Makes a function that reads all values of a match out of a row, in the order of their instance vectors. */
export function readerOf(match: PathMatch): (leaves: Leaves) => readonly Instance[] {
  const { steps, repeats, step } = match.branch
  const { type } = step
  const entries = leavesOf(match).map(entry => ({ entry, below: entry.steps.slice(steps.length) }))
  return leaves => {
    const found = new Map<string, Instance>()
    for (const { entry, below } of entries)
      for (const [vector, value] of instancesOf(entry, leaves)) {
        const at = vector.slice(0, repeats)
        const name = at.join('.')
        const instance = found.get(name) ?? { at, value: type === undefined ? value : {} }
        found.set(name, instance)
        if (type !== undefined)
          putValue(instance.value as MutableObject, type, below, vector.slice(repeats), value)
      }
    return found.size < 2
      ? [...found.values()]
      : [...found.values()].sort((a, b) => compareVectors(a.at, b.at))
  }
}

/** Returns all values of a leaf in one row, in any of the forms of `leaves-json.ts`. */
export function instancesOf(
  entry: PathEntry,
  leaves: Leaves,
): readonly (readonly [vector: readonly number[], value: unknown])[] {
  const leaf = leaves[String(entry.key)]
  if (leaf === undefined) return []
  if (typeof leaf !== 'object' || leaf === null) return [[new Array<number>(entry.repeats).fill(0), leaf]]
  if (Array.isArray(leaf)) {
    const zeros = new Array<number>(entry.repeats - 1).fill(0)
    return leaf.map((value: unknown, index) => [[index, ...zeros], value ?? leaf[0]])
  }
  return Object.entries(leaf).map(([vector, value]) => [vector.split('.').map(Number), value])
}

type MutableObject = Record<string, unknown>

function putValue(
  owner: MutableObject,
  type: string,
  [step, ...below]: readonly DictionaryStep[],
  vector: readonly number[],
  value: unknown,
): void {
  owner['_type'] ??= type
  // Skips a leaf that only marks the presence of a node, and the number `#`, which is not an attribute of the value.
  if (step === undefined || step.attribute === NUMBER) return
  const { attribute, repeats } = step
  const [position = 0, ...inner] = repeats ? vector : [0, ...vector]
  const members = repeats ? listIn(owner, attribute) : [owner[attribute]]
  if (step.type === undefined) members[position] = value
  else {
    members[position] ??= {}
    putValue(members[position] as MutableObject, step.type, below, inner, value)
  }
  if (!repeats) owner[attribute] = members[0]
}

function listIn(owner: MutableObject, attribute: string): unknown[] {
  owner[attribute] ??= []
  return owner[attribute] as unknown[]
}

/** Compares in document order. */
export function compareVectors(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
