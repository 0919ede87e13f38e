/** Checks that need no data: whatever would make a query meaningless, all of it, each with its place. */

import { nearestName } from '../../path/index.ts'
import type { Finding } from '../../problem.ts'
import { rmClass, rmClasses } from '../../rm/index.ts'
import type { Kind } from '../functions.ts'
import { findingAt } from '../invalid.ts'
import { printExpression } from '../syntax/print.ts'
import type { Condition, Containment, Expression, Path, Query } from '../syntax/tree.ts'
import { visitNodes } from '../syntax/walk.ts'
import { checkExpression } from './expression.ts'
import { checkPredicate, DOUBT, type Note, pathTypes } from './path.ts'
import { checkPlacement } from './placement.ts'
import { declaredVariables, orderExpressions, type Variable } from './scope.ts'
import { literalKinds } from './types.ts'

/**
 * Everything that is wrong with a query besides its syntax: unknown variables, classes, attributes and functions,
 * classes inside others that never contain them, variables declared twice or only under NOT CONTAINS, aggregates where they
 * cannot be, values that can never be compared, TOP beside LIMIT. Parameters are taken to fit; check again once they are bound.
 */
export const checkAql = (query: Query): readonly Finding[] =>
  findingsIn(query).filter(({ code }) => !isDoubt(code))

/**
 * Whatever a legal query probably does not mean, since it can find nothing: a number behind an abstract class that is compared
 * with a text, an archetype of another class than the one that it stands on.
 */
export const aqlDoubts = (query: Query): readonly Finding[] =>
  findingsIn(query).filter(({ code }) => isDoubt(code))

const isDoubt = (code: string): boolean => code.startsWith(DOUBT)

function findingsIn(query: Query): readonly Finding[] {
  // By place and code, since ORDER BY an alias looks at a column for the second time.
  const findings = new Map<string, Finding>()
  const note: Note = (at, code, message, meant) => {
    findings.set(`${at.line}:${at.column} ${code}`, findingAt(at, code, message, { meant }))
  }
  const declared = declaredVariables(query.from)
  checkVariables(declared, note)
  const variables = new Map(declared.map(variable => [variable.name, variable]))

  checkContainment(query.from, note)
  checkPlacement(query.from, note)
  for (const { expression } of query.columns) checkExpression(expression, variables, note)
  if (query.where) checkCondition(query.where, variables, note)
  explainAliases(query, variables, note)
  checkOrder(query, variables, note)
  checkCounts(query, note)
  return [...findings.values()]
}

function checkVariables(declared: readonly Variable[], note: Note): void {
  const seen = new Set<string>()
  for (const { name, at } of declared) {
    if (seen.has(name)) note(at, 'aql.variable.duplicate', `the variable ${name} is declared twice`)
    seen.add(name)
  }
}

/** Names that can stand in FROM. */
const classNames = (): string[] => ['VERSION', ...[...rmClasses()].map(({ name }) => name)]

function checkContainment(from: Containment, note: Note): void {
  if (from.kind !== 'class' && from.kind !== 'version') {
    for (const operand of from.operands) checkContainment(operand, note)
    return
  }
  const name = from.kind === 'class' ? from.name : 'VERSION'
  if (!rmClass(name))
    note(
      from.at,
      'aql.class.unknown',
      `${name} is not a class of the reference model`,
      nearestName(name, classNames()),
    )
  else checkPredicate(from.predicate, new Set([from.kind === 'class' ? name : 'ORIGINAL_VERSION']), note)
  if (from.contains) checkContainment(from.contains.what, note)
}

function checkCondition(condition: Condition, variables: ReadonlyMap<string, Variable>, note: Note): void {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const operand of condition.operands) checkCondition(operand, variables, note)
      break
    case 'not':
      checkCondition(condition.operand, variables, note)
      break
    case 'exists':
      pathTypes(condition.path, variables, note)
      break
    case 'comparison':
      checkComparison(condition.left, [condition.right], variables, note)
      break
    case 'like':
      checkComparison(condition.left, [condition.pattern], variables, note)
      break
    case 'matches': {
      const values = condition.items.filter(item => item.kind !== 'uri')
      checkComparison(condition.left, values, variables, note)
    }
  }
}

/** The name of a column is none of a row yet where WHERE filters rows. Replaces the finding about an unknown variable. */
function explainAliases(query: Query, variables: ReadonlyMap<string, Variable>, note: Note): void {
  const aliases = new Map(query.columns.map(({ alias, expression }) => [alias, expression]))
  visitNodes(query.where, node => {
    if (node.kind !== 'path') return true
    const { at, variable } = node as Path
    const meant = variables.has(variable) ? undefined : aliases.get(variable)
    if (meant)
      note(
        at,
        'aql.variable.unknown',
        `${variable} is the name of a column; WHERE needs what the column shows, ${printExpression(meant)},`,
      )
    return false
  })
}

/** Two sides of which the types are known must have one in common. */
function checkComparison(
  left: Expression,
  others: readonly Expression[],
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): void {
  for (const side of [left, ...others]) refuseAggregates(side, 'WHERE', note)
  const a = kindsOf(left, variables, note)
  for (const other of others) {
    const b = kindsOf(other, variables, note)
    // Objects compare with each other by the RM's own rules, which need the data.
    if (!a || !b || (other.kind === 'path' && (a.kinds.size === 0 || b.kinds.size === 0))) continue
    if ([...a.kinds].some(kind => b.kinds.has(kind))) continue
    const what = [...a.kinds].join(' or ') || 'object'
    const name = printExpression(left)
    if (!a.open && !b.open)
      note(other.at, 'aql.type', `${name} is a ${what} and never compares with ${printExpression(other)}`)
    else if (other.kind === 'literal' && a.kinds.size > 0)
      note(other.at, `${DOUBT}type`, `${name} is a ${what} and never compares with a ${[...b.kinds].join()}`)
  }
}

interface Kinds {
  readonly kinds: ReadonlySet<Kind>
  readonly open: boolean
}

function kindsOf(
  expression: Expression,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): Kinds | undefined {
  const typing = checkExpression(expression, variables, note)
  const kinds = typing && literalKinds(typing.types)
  return typing && kinds && { kinds, open: typing.open }
}

function refuseAggregates(expression: Expression, place: string, note: Note): void {
  visitNodes(expression, node => {
    if (node.kind === 'aggregate')
      note(expression.at, 'aql.aggregate.place', `${place} cannot have an aggregate`)
    return node.kind !== 'aggregate'
  })
}

/** Beside aggregates there is one row per group, so only what the group has in common can order it. */
function checkOrder(query: Query, variables: ReadonlyMap<string, Variable>, note: Note): void {
  const columns = query.columns.map(column => column.expression)
  const grouped = [...columns, ...orderExpressions(query)].some(hasAggregate)
  const plain = new Set(columns.map(printExpression))
  for (const expression of orderExpressions(query)) {
    checkExpression(expression, variables, note)
    if (grouped && !hasAggregate(expression) && !plain.has(printExpression(expression))) {
      const message = `beside aggregates ORDER BY needs a column or an aggregate, which ${printExpression(expression)} is not`
      note(expression.at, 'aql.order', message)
    }
  }
}

const hasAggregate = (expression: Expression): boolean => expression.kind === 'aggregate'

function checkCounts({ top, limit }: Query, note: Note): void {
  if (top && limit) note(top.at, 'aql.top', 'TOP and LIMIT exclude each other')
  if (top && top.count < 1) note(top.at, 'aql.top', 'TOP must be at least 1')
  if (limit && limit.count < 1) note(limit.at, 'aql.limit', 'LIMIT must be at least 1')
}
