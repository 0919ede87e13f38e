/** WHERE placed on rows, in SQL's three-valued logic, which is AQL's. */
import { type Aql, terminologyUri } from '@cairn/openehr/aql'
import { compare, like, matches } from '../sql/compare.ts'
import { all, any, type Fragment, q, type Scalar } from '../sql/fragment.ts'
import { type Constant, type ConstantList, isConstant } from '../sql/operand.ts'
import type { Question } from '../terminology/question.ts'
import { foundBy } from './bound.ts'
import { existing, sharedPart } from './exists.ts'
import { operandOf, type PlannedQuestion, type Rows } from './expressions.ts'
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
      const asks = condition.items.some(isQuestion)
      // A CODE_PHRASE is among codes by its terminology too.
      if (asks && left.classes.size > 0) return notPushed('a terminology is asked about objects')
      const lists = condition.items.map(item => listOf(item, rows))
      return q`(${matches(left, given => lists.flatMap(list => list(given)), asks)})`
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

const isQuestion = (item: Aql.MatchItem): boolean =>
  (item.kind === 'uri' && terminologyUri(item.value) !== undefined) ||
  (item.kind === 'call' && item.name === 'TERMINOLOGY')

/** What an item of a list stands for: one value, or all that a terminology says. */
function listOf(item: Aql.MatchItem, rows: Rows): ConstantList {
  if (item.kind === 'uri') {
    const question = terminologyUri(item.value)
    return question ? answered(() => question, rows) : () => [item.value]
  }
  if (item.kind === 'call' && item.name === 'TERMINOLOGY') {
    const parts = item.arguments.map(argument => constantOf(argument, rows))
    return answered(given => questionOf(parts.map(({ constant }) => constant(given))), rows)
  }
  const { constant } = constantOf(item, rows)
  return given => [constant(given)]
}

function constantOf(item: Aql.Expression, rows: Rows): Constant {
  const operand = operandOf(item, rows)
  return isConstant(operand) ? operand : notPushed('a list with something of the rows')
}

function answered(question: PlannedQuestion, rows: Rows): ConstantList {
  const number = rows.ask(question)
  return given => given.answers[number] ?? []
}

function questionOf(parts: readonly Scalar[]): Question | undefined {
  const [operation, service, parameters] = parts
  if (typeof operation !== 'string' || typeof service !== 'string' || typeof parameters !== 'string')
    return undefined
  return [operation, service, parameters]
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
