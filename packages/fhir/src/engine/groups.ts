/** Hierarchy mappings: elements grouped by the values that must be unique, and data cut down to one group. */

export type Group<N> = readonly N[]

export function groupsOf<N>(nodes: readonly N[], key: (node: N) => readonly string[]): readonly Group<N>[] {
  const groups = new Map<string, N[]>()
  for (const [at, node] of nodes.entries()) {
    const values = key(node)
    // Without unique paths every occurrence is a group of its own.
    const name = values.length === 0 ? String(at) : values.join('\u0000')
    groups.set(name, [...(groups.get(name) ?? []), node])
  }
  return [...groups.values()]
}

interface Node {
  readonly value: unknown
  readonly parent?: Node
}

/** The data of `root` without the nodes of other groups, or without the members of lists that hold nothing else. */
export function cutTo(root: Node, group: Group<Node>, all: readonly Node[]): unknown {
  const kept = new Set<unknown>()
  for (const node of group)
    for (let at: Node | undefined = node; at !== undefined; at = at.parent) kept.add(at.value)
  const removed = new Set<unknown>()
  for (const node of all) if (!group.includes(node)) removed.add(memberFor(node, kept))
  return without(root.value, removed)
}

/** The member of a list that stands for a node: itself, or the first ancestor that is in a list. */
function memberFor(node: Node, kept: ReadonlySet<unknown>): unknown {
  for (let at: Node | undefined = node; at !== undefined && !kept.has(at.value); at = at.parent) {
    const owner = at.parent?.value
    const lists =
      typeof owner === 'object' && owner !== null ? Object.values(owner).filter(Array.isArray) : []
    if (lists.some(list => list.includes(at?.value))) return at.value
  }
  return undefined
}

function without(value: unknown, removed: ReadonlySet<unknown>): unknown {
  if (Array.isArray(value))
    return value.filter(each => !removed.has(each)).map(each => without(each, removed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, without(each, removed)]))
}
