/** Rule: where WHERE can only be true with a value, what repeats is enumerated from that value on, and not from all that is there. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { sharedPart } from '../exists.ts'
import type { PathNode } from '../path-tree.ts'
import type { Resolved } from '../resolve.ts'

/** Nodes without which WHERE cannot be true: compared where nothing but true will do. */
export function neededBy({ query, tree }: Pick<Resolved, 'query' | 'tree'>): ReadonlySet<PathNode> {
  const needed = new Set<PathNode>()
  const visit = (condition: Aql.Condition | undefined): void => {
    switch (condition?.kind) {
      case 'and':
        condition.operands.forEach(visit)
        break
      case 'comparison':
        for (const side of [condition.left, condition.right]) add(side)
        break
      case 'like':
      case 'matches':
        add(condition.left)
        break
      case 'exists': {
        const { node, rest } = sharedPart(condition.path, tree)
        if (node && rest.length === 0) needed.add(node)
      }
    }
  }
  const add = (expression: Aql.Expression): void => {
    const node = expression.kind === 'path' ? tree.ends.get(expression) : undefined
    if (node) needed.add(node)
  }
  visit(query.where)
  return needed
}
