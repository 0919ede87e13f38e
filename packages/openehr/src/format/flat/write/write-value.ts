/** One RM object → keys relative to its own, by the row of its class; the rest is written as `|raw`. */

import { equal, isA, rmClass, typeOf } from '../../../rm/index.ts'
import { branchOf } from '../keys/branch.ts'
import { KeyList } from '../keys/key-list.ts'
import { type KeyPath, passingPath } from '../keys/key-path.ts'
import type { Pair } from '../keys/pair.ts'
import { type Expected, getAt, partExpected, readValue } from '../read/read-value.ts'
import { newReading } from '../read/reading.ts'
import { isMapped, mappingOf } from '../tables/mapping.ts'
import { asRaw } from '../tables/raw.ts'
import { isDraft } from '../tables/table.ts'
import type { CommonWriters } from './write-common.ts'
import { writeDirectly } from './write-directly.ts'

interface Attributed {
  readonly attribute: string
  readonly key: string
  readonly value: unknown
}

/** An expected value, with the writers of the common ones. */
export interface ValuePlan {
  readonly expected: Expected
  readonly common: CommonWriters
}

/** Appends the keys of a value, each behind a path. */
export function appendValue(list: KeyList, path: KeyPath, plan: ValuePlan, value: unknown): void {
  if (isDraft(value)) {
    const { _type: type = plan.expected.type } = value
    if (typeof type === 'string' && plan.common.get(type)?.(list, path, value) === true) return
  }
  appendAny(list, path, plan.expected, value)
}

function appendAny(list: KeyList, path: KeyPath, expected: Expected, value: unknown): void {
  if (isDraft(value) && writeDirectly(list, path, expected, value)) return
  list.putBelow(path, writeAndReadBack(expected, value))
}

/** The keys of a value, relative to it. */
export function writeValue(expected: Expected, value: unknown): Pair[] {
  const list = new KeyList()
  appendAny(list, passingPath(''), expected, value)
  return list.pairs()
}

/**
 * Loss-free by construction: the keys are read back, an attribute that does not come back as it was is written as
 * `/_attribute|raw`, and where that is not enough the whole value is written as `|raw`.
 */
function writeAndReadBack(expected: Expected, value: unknown): readonly Pair[] {
  const type = typeOf(value, expected.type)
  const raw: Pair[] = [['|raw', asRaw(value)]]
  if (!isDraft(value) || type === undefined || !isMapped(type)) return raw
  let cells = cellsOf(type, value)
  if (type === 'DV_TEXT' && isA(expected.type, 'DV_CODED_TEXT')) cells = cells.map(asOther)
  let back = readBack(expected, cells)
  if (back?._type !== type) {
    cells = [{ attribute: '', key: '|_type', value: type }, ...cells]
    back = readBack(expected, cells)
  }
  if (back === undefined) return raw
  if (!equal(back, value, expected.type)) {
    cells = patched(cells, type, value, back)
    if (!equal(readBack(expected, cells), value, expected.type)) return raw
  }
  const computed = mappingOf(type).computed?.(value)
  return [...respelled(type, cells), ...(computed === undefined ? [] : [['', computed] as const])]
}

/** Free text where the template has codes is marked as such (specification, "Open value-sets"). */
const asOther = (cell: Attributed): Attributed => (cell.key === '' ? { ...cell, key: '|other' } : cell)

/** Replaces the keys of every attribute that does not come back by that attribute's canonical JSON. */
function patched(
  cells: readonly Attributed[],
  type: string,
  value: Readonly<Record<string, unknown>>,
  back: Readonly<Record<string, unknown>>,
): Attributed[] {
  const attributes = rmClass(type)?.attributes
  let result = [...cells]
  for (const attribute of new Set([...Object.keys(value), ...Object.keys(back)])) {
    if (attribute === '_type' || attributes?.has(attribute) !== true) continue
    const declared = attributes.get(attribute)?.type ?? 'Any'
    if (equal(value[attribute], back[attribute], declared)) continue
    result = result.filter(cell => cell.attribute !== attribute)
    result.push({ attribute, key: `/_${attribute}|raw`, value: asRaw(value[attribute] ?? null) })
  }
  return result
}

/** A copy of canonical JSON: reading completes the objects that it is given, and those of the document stay as they are. */
function copyOf(value: unknown): unknown {
  const top: Record<string, unknown> = { value }
  const waiting: Record<string, unknown>[] = [top]
  // Not recursive, so that depth costs no stack.
  for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop())
    for (const [name, below] of Object.entries(owner)) {
      if (typeof below !== 'object' || below === null) continue
      const copy = (Array.isArray(below) ? [...below] : { ...below }) as Record<string, unknown>
      owner[name] = copy
      waiting.push(copy)
    }
  return top['value']
}

function readBack(
  expected: Expected,
  cells: readonly Attributed[],
): Readonly<Record<string, unknown>> | undefined {
  const reading = newReading([])
  const branch = branchOf(
    cells.map(({ key, value }) => [`x${key}`, typeof value === 'object' ? copyOf(value) : value] as const),
    reading.findings,
  )
  const own = branch.children.get('x')?.get(0)
  if (own === undefined) return undefined
  const back = readValue(expected, own, reading)
  return reading.findings.length === 0 && isDraft(back) ? back : undefined
}

const respelled = (type: string, cells: readonly Attributed[]): Pair[] => {
  const respell = mappingOf(type).respell?.write
  return cells.map(({ key, value }) => [respell === undefined ? key : respell(key), value])
}

function cellsOf(type: string, value: unknown): Attributed[] {
  const mapping = mappingOf(type)
  const cells: Attributed[] = []
  for (const field of mapping.fields) {
    const attribute = field.at[0] ?? ''
    const found = getAt(value, field.at)
    if (found === undefined || found === field.otherwise) continue
    const written = field.as.write(found)
    if (written !== undefined) cells.push({ attribute, key: field.keys[0] ?? '', value: written })
  }
  for (const part of mapping.parts) {
    const attribute = part.at[0] ?? ''
    const found = getAt(value, part.at)
    const segment = part.segments[0] ?? ''
    const expected = partExpected(part, type)
    if (part.many === true) {
      if (Array.isArray(found))
        for (const [index, member] of found.entries())
          for (const [key, below] of writeValue(expected, member))
            cells.push({ attribute, key: `/${segment}:${index}${key}`, value: below })
    } else if (found !== undefined && fits(found, expected.type))
      for (const [key, below] of writeValue(expected, found))
        cells.push({ attribute, key: `/${segment}${key}`, value: below })
  }
  return cells
}

/** Two parts may share an attribute and differ in the class that they take (FEEDER_AUDIT.original_content). */
function fits(value: unknown, declared: string): boolean {
  const type = typeOf(value, declared)
  return type !== undefined && isA(type, declared)
}
