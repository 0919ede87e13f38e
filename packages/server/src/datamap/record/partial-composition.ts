/** Makes a partial composition with only the values of a record. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { DatamapStep, GroupColumn } from '../model.ts'
import { matchesStep } from '../record.ts'
import type { RowInput } from './record-input.ts'

type MutableNode = Record<string, unknown>

const isMutableNode = (value: unknown): value is MutableNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const newNode = ({ nodeId, name }: DatamapStep): MutableNode => ({
  ...(nodeId === undefined ? {} : { archetype_node_id: nodeId }),
  ...(name === undefined ? {} : { name: { value: name } }),
})

/** Finds the node that a step means, or makes it. */
function descend(from: MutableNode, step: DatamapStep): MutableNode {
  const held = from[step.attribute]
  const found = (Array.isArray(held) ? held : [held]).find(
    each => isMutableNode(each) && matchesStep(each, step),
  )
  return isMutableNode(found) ? found : added(from, step, newNode(step))
}

function added<T>(from: MutableNode, step: DatamapStep, value: T): T {
  if (!step.multiple) from[step.attribute] = value
  else {
    const held = from[step.attribute]
    if (Array.isArray(held)) held.push(value)
    else from[step.attribute] = [value]
  }
  return value
}

/** Copies values, so that the client's data are never changed. */
function putValue(from: MutableNode, steps: readonly DatamapStep[], value: unknown): void {
  const last = steps.at(-1)
  if (!last) return
  const parent = steps.slice(0, -1).reduce(descend, from)
  if (last.multiple) delete parent[last.attribute]
  added(parent, last, structuredClone(value))
}

/** Groups over the same nodes share them, row by row. */
function placeGroup(
  from: MutableNode,
  { steps }: GroupColumn,
  rows: readonly RowInput[],
  shared: Map<string, MutableNode[]>,
): void {
  const last = steps.at(-1)
  if (!last || rows.length === 0) return
  const parent = steps.slice(0, -1).reduce(descend, from)
  const key = JSON.stringify(steps)
  const nodes = shared.get(key) ?? []
  shared.set(key, nodes)
  for (const [index, row] of rows.entries()) {
    const node = nodes[index] ?? added(parent, last, newNode(last))
    nodes[index] = node
    placeRow(node, row)
  }
}

/** Groups first, since a column whose path goes through their nodes means the first of them. */
function placeRow(node: MutableNode, row: RowInput): void {
  const shared = new Map<string, MutableNode[]>()
  for (const [column, rows] of row.groups) placeGroup(node, column, rows, shared)
  for (const [column, value] of row.values) putValue(node, column.steps, value)
}

export function partsOf(row: RowInput): RmObject {
  const composition: MutableNode = {}
  placeRow(composition, row)
  return composition
}
