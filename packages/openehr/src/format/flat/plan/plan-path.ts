/** From FLAT segments to the RM: the node of the plan that a key leads to, and the path of it in the data. */
import type { RmStep } from '../../../template/index.ts'
import { parseKey } from '../keys/key.ts'
import { mappingOf } from '../tables/mapping.ts'
import type { Frame, Plan, PlanNode } from './plan.ts'

/** One step of an RM path, as the template names it. */
export function stepPath({ attribute, nodeId, name }: RmStep): string {
  if (nodeId === '') return `/${attribute}`
  const named = name?.constrained === true ? `,'${name.text.replaceAll("'", "\\'")}'` : ''
  return `/${attribute}[${nodeId}${named}]`
}

interface Found {
  /** Relative to the frame, levels without a segment included. */
  readonly path: string
  readonly node?: PlanNode
}

function findBelow(frame: Frame, id: string, path = ''): Found | undefined {
  for (const nodes of frame.nodes.values())
    for (const node of nodes)
      if (node.id === id || node.aliases.includes(id)) return { path: path + stepPath(node.step), node }
  for (const [attribute, cell] of frame.cells)
    if (cell.segments.includes(id)) return { path: `${path}/${attribute}` }
  for (const levels of frame.frames.values())
    for (const level of levels) {
      const found = findBelow(level, id, level.step === undefined ? path : path + stepPath(level.step))
      if (found !== undefined) return found
    }
  return undefined
}

/** An attribute that FLAT reaches by a segment of the mapping tables, such as `_uid` or `narrative`. */
function attributePath(type: string, segment: string): string | undefined {
  const { fields, parts } = mappingOf(type)
  const found =
    parts.find(({ segments }) => segments.includes(segment)) ??
    fields.find(({ keys }) => keys.includes(`/${segment}`))
  return found && `/${found.at.join('/')}`
}

export interface RmPlace {
  readonly path: string
  /** The last node of the template on the way. */
  readonly node: PlanNode
  /** Every segment of the key is known. */
  readonly isWhole: boolean
}

/** The position in the RM of a FLAT path, as far as the template has it; undefined for keys of another root. */
export function rmPlaceAt(plan: Plan, key: string): RmPlace | undefined {
  const parsed = parseKey(key)
  if (typeof parsed === 'string') return undefined
  const [first, ...rest] = parsed.segments
  if (first?.id !== plan.root.id) return undefined
  let path = ''
  let node: PlanNode = plan.root
  for (const { id } of rest) {
    const found = node.frame === undefined ? undefined : findBelow(node.frame, id)
    const attribute = found === undefined ? attributePath(node.step.rmType, id) : undefined
    if (found === undefined && attribute === undefined) return { path: path || '/', node, isWhole: false }
    path += found?.path ?? attribute ?? ''
    if (found?.node === undefined) return { path, node, isWhole: true }
    node = found.node
  }
  return { path: path || '/', node, isWhole: true }
}
