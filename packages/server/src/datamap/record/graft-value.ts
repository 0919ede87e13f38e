/** Applies one value to a composition: inserts it with the missing nodes of its path, or removes it with nodes that become empty. */
import type { Finding } from '@cairn-ehr/openehr'
import { isA, isRmObject } from '@cairn-ehr/openehr/rm'
import type { ComplexObject } from '@cairn-ehr/openehr/template'
import { cellKey, cellOf } from '../cells.ts'
import type { DatamapStep, ValueColumn } from '../model.ts'
import { firstAt, membersAt } from '../record.ts'
import {
  constraintAt,
  insertMember,
  isEmpty,
  isMutableNode,
  type MutableNode,
  removeMember,
  replaceMember,
} from './edit-node.ts'
import type { RowInput } from './record-input.ts'

/** A node of the copy, the same node in the fresh composition, and its constraint. */
export interface GraftNode {
  readonly node: MutableNode
  readonly fresh: unknown
  readonly constraint: ComplexObject | undefined
  readonly findings: Finding[]
}

/** Decides whether a column is set, emptied or left unchanged. */
export function changeOf(site: GraftNode, column: ValueColumn, row: RowInput): 'set' | 'empty' | undefined {
  const wanted = row.cells[column.label] ?? null
  const stored = cellOf(firstAt(site.node, column.steps), column)
  if (cellKey(wanted) === cellKey(stored)) return undefined
  if (wanted !== null) return 'set'
  const stays = row.unsaid.has(column) && firstAt(site.fresh, column.steps) !== undefined
  return stays ? undefined : 'empty'
}

/** Copies the value of the fresh composition, with the nodes of its path that are missing. */
export function setAt(site: GraftNode, steps: readonly DatamapStep[], label: string): void {
  let { node, fresh, constraint } = site
  for (const [index, step] of steps.entries()) {
    const [given] = membersAt(fresh, step)
    const [member] = membersAt(node, step)
    if (given === undefined) return
    if (member !== undefined && index === steps.length - 1) {
      replaceMember(node, step, member, given)
      return
    }
    if (!isMutableNode(member)) {
      if (!insertMember(node, step, given, constraint)) site.findings.push(placeTaken(label, step))
      return
    }
    constraint = constraintAt(constraint, step)
    fresh = given
    node = member
  }
}

const placeTaken = (label: string, { attribute }: DatamapStep): Finding => ({
  path: label,
  code: 'datamap.place_taken',
  message: `It cannot be stored: "${attribute}" already has data of another class, which this datamap does not show`,
})

interface Link {
  readonly holder: MutableNode
  readonly step: DatamapStep
  readonly member: unknown
}

/** Follows the first member at each step, each with its parent; undefined if the path ends early. */
function chainOf(node: MutableNode, steps: readonly DatamapStep[]): readonly Link[] | undefined {
  const links: Link[] = []
  let holder: unknown = node
  for (const step of steps) {
    const [member] = membersAt(holder, step)
    if (member === undefined || !isMutableNode(holder)) return undefined
    links.push({ holder, step, member })
    holder = member
  }
  return links
}

const isElementValue = ({ holder, step }: Link): boolean =>
  step.attribute === 'value' && holder['_type'] === 'ELEMENT'

/** Classes that are invalid without any of their parts. */
const INDIVISIBLE = ['DATA_VALUE', 'CODE_PHRASE', 'OBJECT_ID', 'OBJECT_REF']

/** A value that has lost a part is removed; any other node is removed when it is empty. */
const isLeftover = (member: unknown): boolean =>
  isRmObject(member) && (INDIVISIBLE.some(type => isA(member._type ?? '', type)) || isEmpty(member))

/**
 * Finds the value to remove now, and returns a function that removes it later: if it were removed at once, the next of several
 * nodes would become the first, and another column would change the wrong node.
 */
export function removal({ node, fresh }: GraftNode, steps: readonly DatamapStep[]): () => void {
  const links = chainOf(node, steps)
  const last = links?.at(-1)
  const isWanted = (level: number): boolean => firstAt(fresh, steps.slice(0, level + 1)) !== undefined
  // A value that the fresh composition also has is fixed by the template.
  if (!links || !last || (isElementValue(last) && isWanted(links.length - 1))) return () => {}
  return () => {
    removeMember(last.holder, last.step, last.member)
    for (let level = links.length - 2; level >= 0; level--) {
      const [link, below] = [links[level], links[level + 1]]
      if (!link || !below || isWanted(level)) return
      if (!isElementValue(below) && !isLeftover(link.member)) return
      removeMember(link.holder, link.step, link.member)
    }
  }
}
