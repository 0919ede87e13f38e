/** The difference of two versions of a template, node by node, in words that a reader of templates knows. */
import type { TemplateNode } from './template-tree.ts'

export interface NodeChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly path: string
  readonly label: string
  /** The changed parts: before and after, as texts. */
  readonly parts: readonly { readonly part: NodePart; readonly before: string; readonly after: string }[]
  /** Records that were fine may not be fine any more. */
  readonly isNarrower: boolean
}

export type NodePart = 'name' | 'type' | 'occurrences' | 'values'

type Nodes = ReadonlyMap<string, TemplateNode>

/** By path; siblings of one path are told apart by their names. */
function nodesOf(root: TemplateNode): Nodes {
  const all = new Map<string, TemplateNode>()
  const add = (node: TemplateNode) => {
    all.set(node.flatPath, node)
    for (const child of node.children) add(child)
  }
  add(root)
  return all
}

const PARTS: readonly (readonly [part: NodePart, of: (node: TemplateNode) => string])[] = [
  ['name', ({ label }) => label],
  ['type', ({ rmType }) => rmType],
  ['occurrences', ({ occurrences }) => occurrences],
  ['values', ({ constraints }) => constraints.join(', ')],
]

const boundsOf = (occurrences: string): readonly [low: number, high: number] => {
  const [low = '0', high = '*'] = occurrences.split('..')
  return [Number(low), high === '*' ? Number.POSITIVE_INFINITY : Number(high)]
}

function isNarrowed(before: TemplateNode, after: TemplateNode): boolean {
  const [low, high] = boundsOf(before.occurrences)
  const [newLow, newHigh] = boundsOf(after.occurrences)
  const isLessOffered =
    after.constraints.length > 0 && before.constraints.some(each => !after.constraints.includes(each))
  const isNewlyLimited = before.constraints.length === 0 && after.constraints.length > 0
  return newLow > low || newHigh < high || before.rmType !== after.rmType || isLessOffered || isNewlyLimited
}

function changeOf(path: string, before: TemplateNode, after: TemplateNode): NodeChange[] {
  const parts = PARTS.flatMap(([part, of]) =>
    of(before) === of(after) ? [] : [{ part, before: of(before), after: of(after) }],
  )
  return parts.length === 0
    ? []
    : [{ kind: 'changed', path, label: after.label, parts, isNarrower: isNarrowed(before, after) }]
}

/** In the order of the new version; what was removed comes last. */
export function templateDifference(before: TemplateNode, after: TemplateNode): NodeChange[] {
  const [old, current] = [nodesOf(before), nodesOf(after)]
  const changes = [...current].flatMap(([path, node]): NodeChange[] => {
    const earlier = old.get(path)
    if (earlier) return changeOf(path, earlier, node)
    const isNarrower = boundsOf(node.occurrences)[0] > 0
    return [{ kind: 'added', path, label: node.label, parts: [], isNarrower }]
  })
  const removed = [...old].flatMap(([path, node]): NodeChange[] =>
    current.has(path) ? [] : [{ kind: 'removed', path, label: node.label, parts: [], isNarrower: true }],
  )
  return [...changes, ...removed]
}
