/** One value laid on a composition: put in with what is missing on the way to it, or taken out with what is left over. */
import type { Finding } from '@cairn/openehr'
import { isA, isRmObject } from '@cairn/openehr/rm'
import type { ComplexObject } from '@cairn/openehr/template'
import { cellKey, cellOf } from '../cells.ts'
import type { DatamapStep, ValueColumn } from '../model.ts'
import { firstAt, membersAt } from '../record.ts'
import { constraintAt, type Draft, insert, isDraft, isEmpty, replace, takeOut } from './edit.ts'
import type { GivenRow } from './given.ts'

/** A node of the copy, its counterpart in the fresh composition, and what the template says of it. */
export interface Site {
  readonly node: Draft
  readonly fresh: unknown
  readonly constraint: ComplexObject | undefined
  readonly findings: Finding[]
}

/** Whether a column is to change: `set` and `empty` are the two ways. */
export function changeOf(site: Site, column: ValueColumn, row: GivenRow): 'set' | 'empty' | undefined {
  const wanted = row.cells[column.label] ?? null
  const stored = cellOf(firstAt(site.node, column.steps), column)
  if (cellKey(wanted) === cellKey(stored)) return undefined
  if (wanted !== null) return 'set'
  const stays = row.unsaid.has(column) && firstAt(site.fresh, column.steps) !== undefined
  return stays ? undefined : 'empty'
}

/** The value of the fresh composition, with as much of the way to it as is missing. */
export function setAt(site: Site, steps: readonly DatamapStep[], label: string): void {
  let { node, fresh, constraint } = site
  for (const [index, step] of steps.entries()) {
    const [given] = membersAt(fresh, step)
    const [member] = membersAt(node, step)
    if (given === undefined) return
    if (member !== undefined && index === steps.length - 1) {
      replace(node, step, member, given)
      return
    }
    if (!isDraft(member)) {
      if (!insert(node, step, given, constraint)) site.findings.push(placeTaken(label, step))
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
  message: `There is no place for it: "${attribute}" holds data of another kind, which this datamap does not show`,
})

interface Link {
  readonly holder: Draft
  readonly step: DatamapStep
  readonly member: unknown
}

/** The first of everything on the way, each with what holds it; undefined where the way ends early. */
function chainOf(node: Draft, steps: readonly DatamapStep[]): readonly Link[] | undefined {
  const links: Link[] = []
  let holder: unknown = node
  for (const step of steps) {
    const [member] = membersAt(holder, step)
    if (member === undefined || !isDraft(holder)) return undefined
    links.push({ holder, step, member })
    holder = member
  }
  return links
}

const isElementValue = ({ holder, step }: Link): boolean =>
  step.attribute === 'value' && holder['_type'] === 'ELEMENT'

/** Classes that are nothing any more without one of their parts. */
const INDIVISIBLE = ['DATA_VALUE', 'CODE_PHRASE', 'OBJECT_ID', 'OBJECT_REF']

/** What is left of a value that has lost a part is no value; any other node goes when it is empty. */
const isLeftover = (member: unknown): boolean =>
  isRmObject(member) && (INDIVISIBLE.some(type => isA(member._type ?? '', type)) || isEmpty(member))

/**
 * What is to be done to take a value out. It is found now and done later: the first of several that goes makes the next one
 * the first, which another column must not take for the one that it means.
 */
export function removal({ node, fresh }: Site, steps: readonly DatamapStep[]): () => void {
  const links = chainOf(node, steps)
  const last = links?.at(-1)
  const isWanted = (level: number): boolean => firstAt(fresh, steps.slice(0, level + 1)) !== undefined
  // A value that a fresh composition has too is one that the template fixes.
  if (!links || !last || (isElementValue(last) && isWanted(links.length - 1))) return () => {}
  return () => {
    takeOut(last.holder, last.step, last.member)
    for (let level = links.length - 2; level >= 0; level--) {
      const [link, below] = [links[level], links[level + 1]]
      if (!link || !below || isWanted(level)) return
      if (!isElementValue(below) && !isLeftover(link.member)) return
      takeOut(link.holder, link.step, link.member)
    }
  }
}
