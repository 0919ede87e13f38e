/**
 * What a datamap shows of a document: the definition of a record, which every faster reader is held to.
 *
 * A value is looked for in the first node that each step leads to, and nowhere else: columns that pass through the same
 * node speak of the same event or entry, and never of the pressure of one beside the pulse of another. A group has a
 * row for every node that its steps lead to, in the order of the document.
 */
import { isRmObject, type RmObject } from '@cairn/openehr/rm'
import { cellOf } from './cells.ts'
import type { Cell, CellObject, Column, DatamapStep } from './model.ts'

export function nameOf({ name }: RmObject): string | undefined {
  const text = isRmObject(name) ? name['value'] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Whether what stands in the attribute is what the step means. */
export function fitsStep(value: unknown, { nodeId, name }: DatamapStep): boolean {
  if (value === undefined || value === null) return false
  if (nodeId === undefined && name === undefined) return true
  if (!isRmObject(value)) return false
  return (
    (nodeId === undefined || value['archetype_node_id'] === nodeId) &&
    (name === undefined || nameOf(value) === name)
  )
}

/** Everything that a step leads to, in the order of the document. */
export function membersAt(from: unknown, step: DatamapStep): readonly unknown[] {
  const held = isRmObject(from) && Object.hasOwn(from, step.attribute) ? from[step.attribute] : undefined
  return (Array.isArray(held) ? held : [held]).filter(each => fitsStep(each, step))
}

/** The first of everything on the way; undefined where the way ends early. */
export const firstAt = (from: unknown, steps: readonly DatamapStep[]): unknown =>
  steps.reduce<unknown>((at, step) => (at === undefined ? undefined : membersAt(at, step)[0]), from)

/** All that the steps lead to. */
export const allAt = (from: unknown, steps: readonly DatamapStep[]): readonly unknown[] =>
  steps.reduce<readonly unknown[]>((at, step) => at.flatMap(each => membersAt(each, step)), [from])

const cellAt = (column: Column, from: unknown): Cell =>
  column.kind === 'value'
    ? cellOf(firstAt(from, column.steps), column)
    : allAt(from, column.steps).map(row => recordOf(column.columns, row))

/** The columns of a record, each with its label: `null` and `[]` where there is nothing. */
export const recordOf = (columns: readonly Column[], from: unknown): CellObject =>
  Object.fromEntries(columns.map(column => [column.label, cellAt(column, from)]))
