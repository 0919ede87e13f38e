/** The values of a record in their places: as much of a composition as the record says. */
import type { RmObject } from '@cairn/openehr/rm'
import type { DatamapStep, GroupColumn } from '../model.ts'
import { fitsStep } from '../record.ts'
import type { GivenRow } from './given.ts'

type Draft = Record<string, unknown>

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const newNode = ({ nodeId, name }: DatamapStep): Draft => ({
  ...(nodeId === undefined ? {} : { archetype_node_id: nodeId }),
  ...(name === undefined ? {} : { name: { value: name } }),
})

/** The node that a step means, made where it is not there. */
function descend(from: Draft, step: DatamapStep): Draft {
  const held = from[step.attribute]
  const found = (Array.isArray(held) ? held : [held]).find(each => isDraft(each) && fitsStep(each, step))
  return isDraft(found) ? found : added(from, step, newNode(step))
}

function added<T>(from: Draft, step: DatamapStep, value: T): T {
  if (!step.multiple) from[step.attribute] = value
  else {
    const held = from[step.attribute]
    if (Array.isArray(held)) held.push(value)
    else from[step.attribute] = [value]
  }
  return value
}

/** Values are data of the client: nothing is written into them but into their copies. */
function put(from: Draft, steps: readonly DatamapStep[], value: unknown): void {
  const last = steps.at(-1)
  if (!last) return
  const parent = steps.slice(0, -1).reduce(descend, from)
  if (last.multiple) delete parent[last.attribute]
  added(parent, last, structuredClone(value))
}

/** Groups of the same nodes share them, row by row. */
function placeGroup(
  from: Draft,
  { steps }: GroupColumn,
  rows: readonly GivenRow[],
  shared: Map<string, Draft[]>,
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
    place(node, row)
  }
}

/** Groups first: a column that passes through their nodes means the first of them. */
function place(node: Draft, row: GivenRow): void {
  const shared = new Map<string, Draft[]>()
  for (const [column, rows] of row.groups) placeGroup(node, column, rows, shared)
  for (const [column, value] of row.values) put(node, column.steps, value)
}

export function partsOf(row: GivenRow): RmObject {
  const composition: Draft = {}
  place(composition, row)
  return composition
}
