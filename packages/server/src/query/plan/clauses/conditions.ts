/** WHERE placed on rows, in SQL's three-valued logic, which is AQL's. */
import { type Aql, type TerminologyAnswer, terminologyUri } from '@cairn-ehr/openehr/aql'
import { all, any } from '../../../relation/expressions/index.ts'
import type { Fragment, Given, Scalar } from '../../../relation/index.ts'
import type { Question } from '../../../terminology/index.ts'
import { amongCodes, isCodes } from '../../sql/codes.ts'
import { compare, FLIPPED, like, matches } from '../../sql/compare.ts'
import { type Constant, type ConstantList, isConstant, type Operand } from '../../sql/operand.ts'
import { inBrackets, not } from '../../sql/scalars.ts'
import { notPushed } from '../not-pushed.ts'
import { foundBy } from '../rules/found-by-id.ts'
import { comparedByIndex, matchedByIndex } from '../rules/value-filter.ts'
import { existing } from './exists.ts'
import { type ExpressionScope, operandOf, type PlannedQuestion } from './expressions.ts'

/** `decisive`: only whether it is true matters here, so that unknown may stand for false. */
export function conditionOf(condition: Aql.Condition, rows: ExpressionScope, decisive = true): Fragment {
  switch (condition.kind) {
    case 'and':
      return all(condition.operands.map(operand => conditionOf(operand, rows, decisive)))
    case 'or':
      return any(condition.operands.map(operand => conditionOf(operand, rows, decisive)))
    case 'not':
      return not(conditionOf(condition.operand, rows, false))
    case 'comparison':
      return comparison(condition, rows, decisive)
    case 'like': {
      const left = operandOf(condition.left, rows)
      const pattern = operandOf(condition.pattern, rows)
      if (isConstant(left) || !isConstant(pattern)) return notPushed('LIKE of a constant')
      return inBrackets(like(left, pattern))
    }
    case 'matches': {
      const left = operandOf(condition.left, rows)
      if (isConstant(left)) return notPushed('a constant that matches')
      const asks = condition.items.some(isQuestion)
      if (asks && left.classes.size > 0) return inBrackets(isAmongCodes(left, condition.items, rows))
      const lists = condition.items.map(item => listOf(item, rows))
      const list: ConstantList = given => lists.flatMap(each => each(given))
      const found = inBrackets(matches(left, list, asks))
      return decisive && !left.isUid ? matchedByIndex(found, condition.left, list, rows) : found
    }
    case 'exists':
      return existing(condition.path, rows)
  }
}

const isQuestion = (item: Aql.MatchItem): boolean =>
  (item.kind === 'uri' && terminologyUri(item.value) !== undefined) ||
  (item.kind === 'call' && item.name === 'TERMINOLOGY')

/** A value of the list, or all codes that a terminology names, as texts. */
function listOf(item: Aql.MatchItem, rows: ExpressionScope): ConstantList {
  const answer = answerOf(item, rows)
  if (answer) return given => textsOf(answer(given))
  if (item.kind === 'uri') return () => [item.value]
  const { constant } = constantOf(item, rows)
  return given => [constant(given)]
}

const textsOf = (answer: TerminologyAnswer): readonly Scalar[] =>
  isCodes(answer) ? answer.map(each => (typeof each === 'string' ? each : each.code)) : [answer]

/** Undefined where the item asks no terminology. */
function answerOf(
  item: Aql.MatchItem,
  rows: ExpressionScope,
): ((given: Given) => TerminologyAnswer) | undefined {
  if (item.kind === 'uri') {
    const question = terminologyUri(item.value)
    return question && answered(() => question, rows)
  }
  if (item.kind !== 'call' || item.name !== 'TERMINOLOGY') return undefined
  const parts = item.arguments.map(argument => constantOf(argument, rows))
  return answered(given => questionOf(parts.map(({ constant }) => constant(given))), rows)
}

/** A CODE_PHRASE is compared by its terminology too. */
function isAmongCodes(left: Operand, items: readonly Aql.MatchItem[], rows: ExpressionScope): Fragment {
  const [type, more] = left.classes
  if (type !== 'CODE_PHRASE' || more !== undefined || !items.every(isQuestion))
    return notPushed('a terminology is asked about objects')
  const answers = items.flatMap(item => answerOf(item, rows) ?? [])
  return amongCodes(left, given => answers.map(answer => answer(given))) ?? notPushed('codes in no row')
}

function constantOf(item: Aql.Expression, rows: ExpressionScope): Constant {
  const operand = operandOf(item, rows)
  return isConstant(operand) ? operand : notPushed('a list with something of the rows')
}

function answered(question: PlannedQuestion, rows: ExpressionScope): (given: Given) => TerminologyAnswer {
  const number = rows.ask(question)
  return given => given.answers[number] ?? null
}

function questionOf(parts: readonly Scalar[]): Question | undefined {
  const [operation, service, parameters] = parts
  if (typeof operation !== 'string' || typeof service !== 'string' || typeof parameters !== 'string')
    return undefined
  return [operation, service, parameters]
}

function comparison(
  { operator, left, right }: Aql.Comparison,
  rows: ExpressionScope,
  decisive: boolean,
): Fragment {
  const found = compare(operator, operandOf(left, rows), operandOf(right, rows))
  if (!found) return notPushed('a comparison that the reference model decides')
  const [path, other] = left.kind === 'path' ? [left, right] : [right, left]
  const bound = path.kind === 'path' && !path.predicate ? rows.bound.get(path.variable) : undefined
  const constant = operandOf(other, rows)
  if (!decisive || path.kind !== 'path' || !bound || !isConstant(constant)) return inBrackets(found)
  const by = operator === '=' ? foundBy(bound, path.steps, constant) : undefined
  // The id of an EHR is all of it; that of an object leads to its EHR.
  if (by) return bound.kind === 'ehr' ? by : all([by, inBrackets(found)])
  const operand = operandOf(path, rows)
  if (isConstant(operand) || operand.isUid) return inBrackets(found)
  return comparedByIndex(
    inBrackets(found),
    path === left ? operator : FLIPPED[operator],
    path,
    constant,
    rows,
  )
}
