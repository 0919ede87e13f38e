/** The variables that FROM declares, and the expressions that ORDER BY refers to. */
import type { Containment, Expression, Position, Query } from '../syntax/tree.ts'

export interface Variable {
  readonly name: string
  /** Class in upper case; `ORIGINAL_VERSION` for VERSION. */
  readonly type: string
  /** Declared under NOT CONTAINS, where it never has a value. */
  readonly negated: boolean
  readonly at: Position
}

/** All variables in the order of the text, also those with a name that is declared twice. */
export function declaredVariables(from: Containment, negated = false): readonly Variable[] {
  if (from.kind !== 'class' && from.kind !== 'version') {
    return from.operands.flatMap(operand => declaredVariables(operand, negated))
  }
  const { variable, contains, at } = from
  const type = from.kind === 'class' ? from.name : 'ORIGINAL_VERSION'
  const own = variable === undefined ? [] : [{ name: variable, type, negated, at }]
  return contains ? [...own, ...declaredVariables(contains.what, negated || contains.negated)] : own
}

/** The expression of each item of ORDER BY: that of a column where the item is an alias and no variable has its name. */
export function orderExpressions(query: Query): readonly Expression[] {
  const variables = new Set(declaredVariables(query.from).map(variable => variable.name))
  const aliases = new Map(query.columns.map(({ alias, expression }) => [alias, expression]))
  return query.orderBy.map(({ expression }) => {
    if (expression.kind !== 'path' || expression.steps.length > 0 || expression.predicate) return expression
    return variables.has(expression.variable) ? expression : (aliases.get(expression.variable) ?? expression)
  })
}
