/** Rule: where rows without a value do not matter, what repeats is enumerated from that value on, and not from all that is there. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { sharedPart } from '../clauses/exists.ts'
import type { PathNode } from '../dictionary/path-tree.ts'
import type { Resolved } from '../resolve.ts'

/**
 * Nodes without which WHERE cannot be true: compared where nothing but true will do. And the one that all columns aggregate, over all rows:
 * no aggregate looks at NULL. COUNT(*) does look at such rows, and so would groups.
 */
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
  const aggregated = new Set(query.columns.map(({ expression }) => aggregatedNode(expression, tree)))
  const [only] = aggregated
  if (only && aggregated.size === 1) needed.add(only)
  return needed
}

const aggregatedNode = (expression: Aql.Expression, { ends }: Resolved['tree']): PathNode | undefined =>
  expression.kind === 'aggregate' && expression.path ? ends.get(expression.path) : undefined
