/** Applies the rows of a group to the stored nodes: changes the matching ones, inserts new ones, removes the others. */
import { isRmObject } from '@cairn-ehr/openehr/rm'
import type { Column, DatamapStep, GroupColumn } from '../model.ts'
import { allAt, membersAt, recordOf } from '../record.ts'
import { alignRows } from './align-rows.ts'
import {
  constraintAt,
  insertMember,
  isEmpty,
  isMutableNode,
  type MutableNode,
  removeMember,
} from './edit-node.ts'
import { type GraftNode, setAt } from './graft-value.ts'
import type { RowInput } from './record-input.ts'

/** A node of the group with its parent. */
interface GroupNode {
  readonly parent: MutableNode
  readonly node: unknown
}

/** Applies one row to its node. */
type GraftRow = (site: GraftNode, columns: readonly Column[], row: RowInput) => void

/** Returns a function that removes the parents of rows that are all gone; to be called at the end. */
export function graftRows(
  site: GraftNode,
  column: GroupColumn,
  rows: readonly RowInput[],
  graftRow: GraftRow,
): () => void {
  const last = column.steps.at(-1)
  if (!last) return () => {}
  const lead = column.steps.slice(0, -1)
  const parents = allAt(site.node, lead).filter(isMutableNode)
  if (parents.length === 0) {
    if (rows.length > 0) setAt(site, column.steps, column.fullLabel)
    return () => {}
  }
  const held = parents.flatMap(parent => membersAt(parent, last).map((node): GroupNode => ({ parent, node })))
  const freshNodes = allAt(site.fresh, column.steps)
  const alignment = alignRows(
    column.columns,
    held.map(({ node }) => recordOf(column.columns, node)),
    rows.map(({ cells }) => cells),
    parents.length === 1,
  )
  const above = lead.reduce(constraintAt, site.constraint)
  const constraint = constraintAt(above, last)
  const placed = rows.map((row, index): GroupNode | undefined => {
    const known = held[alignment[index] ?? -1]
    const fresh = freshNodes[index]
    if (known && isMutableNode(known.node)) {
      graftRow({ node: known.node, fresh, constraint, findings: site.findings }, column.columns, row)
      return known
    }
    return undefined
  })
  const owners = ownersOf(placed, parents)
  for (const parent of parents) {
    const own = rows.flatMap((_, index) =>
      owners[index] === parent && (placed[index] ?? freshNodes[index])
        ? [{ kept: placed[index]?.node, fresh: freshNodes[index] }]
        : [],
    )
    arrangeRows(parent, last, own, above)
  }
  const emptied = new Set(rows.length === 0 ? held.map(({ parent }) => parent) : [])
  return () => {
    prune(site.node, lead, site.fresh, emptied)
  }
}

/** A new row gets the parent of the row before it; the first rows that of the row after them. */
function ownersOf(
  placed: readonly (GroupNode | undefined)[],
  parents: readonly MutableNode[],
): readonly (MutableNode | undefined)[] {
  let owner = placed.find(each => each !== undefined)?.parent ?? parents[0]
  return placed.map(each => {
    owner = each?.parent ?? owner
    return owner
  })
}

interface Row {
  /** The node that already exists. */
  readonly kept: unknown
  readonly fresh: unknown
}

/** Puts the rows into the list in order; each sibling that is not a row stays after its predecessor. */
function arrangeRows(
  parent: MutableNode,
  step: DatamapStep,
  rows: readonly Row[],
  constraint: Parameters<typeof insertMember>[3],
): void {
  const before = membersAt(parent, step)
  const list = parent[step.attribute]
  if (before.length === 0 || !Array.isArray(list)) {
    for (const member of before)
      if (!rows.some(({ kept }) => kept === member)) removeMember(parent, step, member)
    for (const { kept, fresh } of rows) if (kept === undefined) insertMember(parent, step, fresh, constraint)
    return
  }
  const nodes = rows.map(({ kept, fresh }) => kept ?? structuredClone(fresh))
  const isRow = new Set(before)
  const kept = new Set(rows.map(row => row.kept))
  const arranged: unknown[] = []
  let next = 0
  let end = 0
  for (const member of list) {
    if (!isRow.has(member)) arranged.push(member)
    else {
      const upTo = kept.has(member) ? nodes.indexOf(member) + 1 : 0
      for (; next < upTo; next++) arranged.push(nodes[next])
      end = arranged.length
    }
  }
  arranged.splice(end, 0, ...nodes.slice(next))
  if (arranged.length === 0) delete parent[step.attribute]
  else parent[step.attribute] = arranged
}

/** Removes nodes of the path that have lost their last row and have no other data. */
function prune(
  node: MutableNode,
  steps: readonly DatamapStep[],
  fresh: unknown,
  touched: ReadonlySet<MutableNode>,
): boolean {
  const [step, ...rest] = steps
  if (!step) return touched.has(node)
  const [given] = membersAt(fresh, step)
  let changed = false
  for (const member of membersAt(node, step)) {
    if (!isMutableNode(member) || !prune(member, rest, given, touched)) continue
    changed = true
    if (given === undefined && isRmObject(member) && isEmpty(member)) removeMember(node, step, member)
  }
  return changed
}
