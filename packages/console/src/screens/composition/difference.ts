/** The difference of two versions in labels and values: what a reader would say has changed. */
import { valueText } from '../../display/data-value.ts'
import { isObject, type RmObject } from '../../display/rm-object.ts'
import type { ReadableComposition, ReadableNode } from './readable-node.ts'

export interface Change {
  readonly kind: 'changed' | 'added' | 'removed'
  /** Unique among the changes. */
  readonly key: string
  /** From the entry down to the value. */
  readonly labels: readonly string[]
  readonly path: string
  readonly before?: string
  readonly after?: string
}

interface Leaf {
  readonly labels: readonly string[]
  readonly path: string
  readonly text: string
}

function addLeaves(node: ReadableNode, above: readonly string[], leaves: Map<string, Leaf>): void {
  const labels = [...above, node.label]
  if (node.value) leaves.set(node.key, { labels, path: node.path, text: valueText(node.value) })
  for (const child of node.children) addLeaves(child, labels, leaves)
}

function leavesOf({ context, content }: ReadableComposition): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const node of [...context, ...content]) addLeaves(node, [], leaves)
  return leaves
}

/** Changes in the order of the newer version, then what it no longer has. */
export function differenceOf(before: ReadableComposition, after: ReadableComposition): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const kept = [...now].flatMap(([key, { labels, path, text }]): Change[] => {
    const was = old.get(key)
    if (!was) return [{ kind: 'added', key, labels, path, after: text }]
    return was.text === text ? [] : [{ kind: 'changed', key, labels, path, before: was.text, after: text }]
  })
  const gone = [...old]
    .filter(([key]) => !now.has(key))
    .map(([key, { labels, path, text }]): Change => ({ kind: 'removed', key, labels, path, before: text }))
  return [...kept, ...gone]
}

/** Objects with an archetype node id are LOCATABLE, whose uid a client may make anew. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const isLocatable = value['archetype_node_id'] !== undefined
  const names = Object.keys(value)
    .filter(name => name !== 'uid' || !isLocatable)
    .sort()
  return Object.fromEntries(names.map(name => [name, sorted(value[name])]))
}

/** A version for the comparison as text: without uids, which say nothing to a reader, and with members in one order. */
export const comparable = (data: RmObject): unknown => sorted(data)
