/**
 * The order of objects that FROM finds inside one version. Archetype roots come in the order of the document; what stands inside
 * an archetype comes root by root, and inside a root node by node: by attribute, in a list by node id and then by position. A
 * store that keeps nodes of one id together can tell this order, while the order between two ids is in the document alone.
 */
import { attributesOf, isRmObject, type Rm, type RmObject } from '../../rm/index.ts'
import { archetypeRootOf, type Item, isLocalCode, isLocalNode } from './item.ts'

/** One step from an archetype root towards a node: what it is ordered by among its siblings. */
export interface OrderStep {
  readonly attribute: string
  /** Of a member of a list; empty where it has none. */
  readonly nodeId: string
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const compareOrderSteps = (a: OrderStep, b: OrderStep): number =>
  compareTexts(a.attribute, b.attribute) || compareTexts(a.nodeId, b.nodeId)

interface Located extends OrderStep {
  /** Among the members of its list that have the same node id. */
  readonly position: number
}

interface NodePosition {
  readonly root: number
  readonly steps: readonly Located[]
}

const sorted = new WeakMap<readonly Item[], readonly Item[]>()

/** Sorts what was found in one document, each list once; one of archetype roots alone is in order already. */
export function inNodeOrder(items: readonly Item[]): readonly Item[] {
  const before = sorted.get(items)
  if (before) return before
  const found = items.some(isLocalNode) ? sort(items) : items
  sorted.set(items, found)
  return found
}

function sort(items: readonly Item[]): readonly Item[] {
  const positions = new Map(items.map(item => [item, positionOf(item)]))
  return items.toSorted((a, b) => comparePositions(positions.get(a), positions.get(b)))
}

function comparePositions(a: NodePosition | undefined, b: NodePosition | undefined): number {
  if (!a || !b) return 0
  if (a.root !== b.root) return a.root - b.root
  for (const [depth, step] of a.steps.entries()) {
    const other = b.steps[depth]
    if (!other) return 1
    const order = compareOrderSteps(step, other) || step.position - other.position
    if (order !== 0) return order
  }
  return a.steps.length - b.steps.length
}

function positionOf(item: Item): NodePosition {
  const root = archetypeRootOf(item)
  const steps: Located[] = []
  for (let at = item; at !== root && at.owner; at = at.owner) steps.unshift(stepTo(at))
  return { root: numberOf(root), steps }
}

function stepTo({ value, attribute = '', owner }: Item): Located {
  const list = isRmObject(owner?.value) ? owner.value[attribute] : undefined
  if (!Array.isArray(list)) return { attribute, nodeId: '', position: 0 }
  const nodeId = idOf(value)
  let position = 0
  for (const member of list) {
    if (member === value) break
    if (member !== null && member !== undefined && idOf(member) === nodeId) position += 1
  }
  return { attribute, nodeId, position }
}

function idOf(value: unknown): string {
  const id = attributesOf<Rm.Locatable>(value).archetype_node_id
  return typeof id === 'string' ? id : ''
}

const numbers = new WeakMap<RmObject, ReadonlyMap<unknown, number>>()

/** Archetype roots are numbered in the order of the document. */
function numberOf(root: Item): number {
  let top = root
  while (top.owner) top = top.owner
  if (!isRmObject(top.value)) return 0
  const known = numbers.get(top.value) ?? rootNumbers(top)
  numbers.set(top.value, known)
  return known.get(root.value) ?? 0
}

function rootNumbers({ value }: Item): ReadonlyMap<unknown, number> {
  const found = new Map<unknown, number>([[value, 0]])
  const visit = (owner: RmObject): void => {
    for (const held of Object.values(owner))
      for (const member of Array.isArray(held) ? held : [held]) {
        if (!isRmObject(member)) continue
        const id = idOf(member)
        if (id !== '' && !isLocalCode(id)) found.set(member, found.size)
        visit(member)
      }
  }
  if (isRmObject(value)) visit(value)
  return found
}
