/** WHERE placed on rows, in SQL's three-valued logic, which is AQL's. */
import type { Aql } from '@cairn/openehr/aql'
import { compare, like, matches } from '../sql/compare.ts'
import { all, any, type Fragment, q } from '../sql/fragment.ts'
import { type Constant, isConstant } from '../sql/operand.ts'
import { foundBy } from './bound.ts'
import { existing, sharedPart } from './exists.ts'
import { operandOf, type Rows } from './expressions.ts'
import { notPushed } from './not-pushed.ts'
import type { PathNode } from './path-tree.ts'
import type { Resolved } from './resolve.ts'

/** `decisive`: only whether it is true matters here, so that unknown may stand for false. */
export function conditionOf(condition: Aql.Condition, rows: Rows, decisive = true): Fragment {
  switch (condition.kind) {
    case 'and':
      return all(condition.operands.map(operand => conditionOf(operand, rows, decisive)))
    case 'or':
      return any(condition.operands.map(operand => conditionOf(operand, rows, decisive)))
    case 'not':
      return q`not (${conditionOf(condition.operand, rows, false)})`
    case 'comparison':
      return comparison(condition, rows, decisive)
    case 'like': {
      const left = operandOf(condition.left, rows)
      const pattern = operandOf(condition.pattern, rows)
      if (isConstant(left) || !isConstant(pattern)) return notPushed('LIKE of a constant')
      return q`(${like(left, pattern)})`
    }
    case 'matches': {
      const left = operandOf(condition.left, rows)
      if (isConstant(left)) return notPushed('a constant that matches')
      return q`(${matches(
        left,
        condition.items.map(item => constantOf(item, rows)),
      )})`
    }
    case 'exists':
      return existing(condition.path, rows)
  }
}

/** Nodes without which WHERE cannot be true: compared where nothing but true will do. */
export function neededBy({ query, tree }: Resolved): ReadonlySet<PathNode> {
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

function constantOf(item: Aql.MatchItem, rows: Rows): Constant {
  if (item.kind === 'uri') return notPushed('a terminology service is asked')
  const operand = operandOf(item, rows)
  return isConstant(operand) ? operand : notPushed('a list with something of the rows')
}

function comparison({ operator, left, right }: Aql.Comparison, rows: Rows, decisive: boolean): Fragment {
  const found = compare(operator, operandOf(left, rows), operandOf(right, rows))
  if (!found) return notPushed('a comparison that the reference model decides')
  const [path, other] = left.kind === 'path' ? [left, right] : [right, left]
  const bound = path.kind === 'path' && !path.predicate ? rows.bound.get(path.variable) : undefined
  const constant = operandOf(other, rows)
  if (!decisive || operator !== '=' || path.kind !== 'path' || !bound || !isConstant(constant))
    return q`(${found})`
  const by = foundBy(bound, path.steps, constant)
  // The id of an EHR is all of it; that of an object leads to its EHR.
  return !by ? q`(${found})` : bound.kind === 'ehr' ? by : all([by, q`(${found})`])
}
