/** The rows of a group laid on the nodes that are there: each on the one that it is, new ones among them, gone ones out. */
import { isRmObject } from '@cairn/openehr/rm'
import type { Column, DatamapStep, GroupColumn } from '../model.ts'
import { allAt, membersAt, recordOf } from '../record.ts'
import { align } from './align.ts'
import { constraintAt, type Draft, insert, isDraft, isEmpty, takeOut } from './edit.ts'
import type { GivenRow } from './given.ts'
import { type Site, setAt } from './graft-value.ts'

/** A node of the group, and the node that holds it. */
interface Held {
  readonly parent: Draft
  readonly node: unknown
}

/** Lays one row on its node. */
type GraftRow = (site: Site, columns: readonly Column[], row: GivenRow) => void

/** The nodes above rows that are all gone go with them, when what is returned is called. */
export function graftRows(
  site: Site,
  column: GroupColumn,
  rows: readonly GivenRow[],
  graftRow: GraftRow,
): () => void {
  const last = column.steps.at(-1)
  if (!last) return () => {}
  const lead = column.steps.slice(0, -1)
  const parents = allAt(site.node, lead).filter(isDraft)
  if (parents.length === 0) {
    if (rows.length > 0) setAt(site, column.steps, column.fullLabel)
    return () => {}
  }
  const held = parents.flatMap(parent => membersAt(parent, last).map((node): Held => ({ parent, node })))
  const freshNodes = allAt(site.fresh, column.steps)
  const alignment = align(
    column.columns,
    held.map(({ node }) => recordOf(column.columns, node)),
    rows.map(({ cells }) => cells),
    parents.length === 1,
  )
  const above = lead.reduce(constraintAt, site.constraint)
  const constraint = constraintAt(above, last)
  const placed = rows.map((row, index): Held | undefined => {
    const known = held[alignment[index] ?? -1]
    const fresh = freshNodes[index]
    if (known && isDraft(known.node)) {
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
    arrange(parent, last, own, above)
  }
  const emptied = new Set(rows.length === 0 ? held.map(({ parent }) => parent) : [])
  return () => {
    prune(site.node, lead, site.fresh, emptied)
  }
}

/** A new row stands with the one before it; the first ones with the one after them. */
function ownersOf(
  placed: readonly (Held | undefined)[],
  parents: readonly Draft[],
): readonly (Draft | undefined)[] {
  let owner = placed.find(each => each !== undefined)?.parent ?? parents[0]
  return placed.map(each => {
    owner = each?.parent ?? owner
    return owner
  })
}

interface Row {
  /** The node that is there already. */
  readonly kept: unknown
  readonly fresh: unknown
}

/** Puts the rows into the list in their order; siblings that are no rows stay behind what they stood behind. */
function arrange(
  parent: Draft,
  step: DatamapStep,
  rows: readonly Row[],
  constraint: Parameters<typeof insert>[3],
): void {
  const before = membersAt(parent, step)
  const list = parent[step.attribute]
  if (before.length === 0 || !Array.isArray(list)) {
    for (const member of before) if (!rows.some(({ kept }) => kept === member)) takeOut(parent, step, member)
    for (const { kept, fresh } of rows) if (kept === undefined) insert(parent, step, fresh, constraint)
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

/** Takes out the nodes on the way that have lost their last row and have nothing else. */
function prune(
  node: Draft,
  steps: readonly DatamapStep[],
  fresh: unknown,
  touched: ReadonlySet<Draft>,
): boolean {
  const [step, ...rest] = steps
  if (!step) return touched.has(node)
  const [given] = membersAt(fresh, step)
  let changed = false
  for (const member of membersAt(node, step)) {
    if (!isDraft(member) || !prune(member, rest, given, touched)) continue
    changed = true
    if (given === undefined && isRmObject(member) && isEmpty(member)) takeOut(node, step, member)
  }
  return changed
}
