/**
 * Makes the record that a datamap shows of a document. This is the reference: faster readers are tested against it.
 *
 * A value is looked for in the first node that each step leads to, and nowhere else: columns that pass through the same
 * node speak of the same event or entry, and never of the pressure of one beside the pulse of another. A group has a
 * row for every node that its steps lead to, in the order of the document.
 */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { cellOf } from './cells.ts'
import type { Cell, CellObject, Column, DatamapStep } from './model.ts'

export function nameOf({ name }: RmObject): string | undefined {
  const text = isRmObject(name) ? name['value'] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Tests that a member of the attribute matches the step. */
export function matchesStep(value: unknown, { nodeId, name }: DatamapStep): boolean {
  if (value === undefined || value === null) return false
  if (nodeId === undefined && name === undefined) return true
  if (!isRmObject(value)) return false
  return (
    (nodeId === undefined || value['archetype_node_id'] === nodeId) &&
    (name === undefined || nameOf(value) === name)
  )
}

/** Returns all members that a step leads to, in document order. */
export function membersAt(from: unknown, step: DatamapStep): readonly unknown[] {
  const held = isRmObject(from) && Object.hasOwn(from, step.attribute) ? from[step.attribute] : undefined
  return (Array.isArray(held) ? held : [held]).filter(each => matchesStep(each, step))
}

/** Follows the first member at each step; undefined if there is none. */
export const firstAt = (from: unknown, steps: readonly DatamapStep[]): unknown =>
  steps.reduce<unknown>((at, step) => (at === undefined ? undefined : membersAt(at, step)[0]), from)

/** Returns all members that the steps lead to. */
export const allAt = (from: unknown, steps: readonly DatamapStep[]): readonly unknown[] =>
  steps.reduce<readonly unknown[]>((at, step) => at.flatMap(each => membersAt(each, step)), [from])

const cellAt = (column: Column, from: unknown): Cell =>
  column.kind === 'value'
    ? cellOf(firstAt(from, column.steps), column)
    : allAt(from, column.steps).map(row => recordOf(column.columns, row))

/** Makes the columns of a record by label; `null` and `[]` if there is no value. */
export const recordOf = (columns: readonly Column[], from: unknown): CellObject =>
  Object.fromEntries(columns.map(column => [column.label, cellAt(column, from)]))
