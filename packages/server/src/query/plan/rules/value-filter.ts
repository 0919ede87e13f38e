/** Rule: a value that is compared with a constant is looked for by a value index, where there is one, before rows are made of its root. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { all } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import type { Constant, ConstantList } from '../../sql/operand.ts'
import { END_OF_BOUND, endPasses, hasOneOf, hasValue, isBound } from '../../sql/value-filter.ts'
import type { ExpressionScope } from '../clauses/expressions.ts'
import { type PathKey, pathKeyOf } from '../paths/value-key.ts'

interface Indexable extends PathKey {
  readonly alias: string
}

function indexableOf(path: Aql.Expression, { bound, resolved }: ExpressionScope): Indexable | undefined {
  if (path.kind !== 'path') return undefined
  const variable = bound.get(path.variable)
  const found = variable?.kind === 'root' ? pathKeyOf(path, resolved) : undefined
  return found && variable?.kind === 'root' ? { ...found, alias: variable.alias } : undefined
}

/** With a condition on its root that follows from it. */
const withRoot = (condition: Fragment, ofRoot: Fragment | undefined): Fragment =>
  ofRoot ? all([ofRoot, condition]) : condition

/** A comparison that has to be true. */
export function comparedByIndex(
  condition: Fragment,
  operator: Aql.ComparisonOperator,
  path: Aql.Expression,
  constant: Constant,
  rows: ExpressionScope,
): Fragment {
  const found = operator === '!=' ? undefined : indexableOf(path, rows)
  if (!found) return condition
  const { alias, key, kind } = found
  const { indexes } = rows.resolved
  if (isBound(operator))
    return withRoot(
      condition,
      indexes.has(found, END_OF_BOUND[operator])
        ? endPasses(alias, key, operator, constant, kind)
        : undefined,
    )
  return withRoot(condition, indexes.has(found, 'equal') ? hasValue(alias, key, constant, kind) : undefined)
}

/** A list of constants, one of which has to be equal. */
export function matchedByIndex(
  condition: Fragment,
  path: Aql.Expression,
  list: ConstantList,
  rows: ExpressionScope,
): Fragment {
  const found = indexableOf(path, rows)
  if (!found || !rows.resolved.indexes.has(found, 'equal')) return condition
  return withRoot(condition, hasOneOf(found.alias, found.key, list, found.kind))
}
