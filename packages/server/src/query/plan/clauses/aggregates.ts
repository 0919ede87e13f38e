/** Aggregates placed on rows: each as SQL's own, where that has the same meaning. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import type { Fragment } from '../../../relation/index.ts'
import {
  average,
  count,
  countDistinct,
  countRows,
  countWhere,
  firstText,
  least,
  most,
  sum,
  sumOfNothing,
} from '../../sql/aggregate.ts'
import { isConstant, type Kind, type Operand } from '../../sql/operand.ts'
import { byCodePoint, descending, jsonOf, NULL_TEXT, numeric } from '../../sql/scalars.ts'
import { notPushed } from '../not-pushed.ts'
import { presentAt } from '../paths/place-paths.ts'
import { type ExpressionScope, nodeOf, operandOf } from './expressions.ts'

export interface Aggregated {
  /** As a cell. */
  readonly shown: Fragment
  /** The sort key. */
  readonly key: Fragment
}

/** `rowOrder` settles which of equal dates is shown. */
export function aggregateOf(
  aggregate: Aql.Aggregate,
  rows: ExpressionScope,
  rowOrder: readonly Fragment[],
): Aggregated {
  const { name, path, distinct } = aggregate
  if (!path) return same(countRows)
  const operand = operandOf(path, rows)
  if (isConstant(operand)) return notPushed('an aggregate of a constant')
  if (name === 'COUNT') return same(countOf(path, operand, distinct, rows))
  if (distinct) return notPushed(`${name} with DISTINCT`)
  if (operand.classes.size > 0) return notPushed(`${name} of objects`)
  if (name === 'SUM' || name === 'AVG') {
    if (!operand.kinds.has('number')) return same(sumOfNothing)
    return same((name === 'SUM' ? sum : average)(operand.key('number')))
  }
  return leastOrMost(name, operand, rowOrder)
}

const same = (fragment: Fragment): Aggregated => ({ shown: fragment, key: fragment })

function countOf(path: Aql.Path, operand: Operand, distinct: boolean, rows: ExpressionScope): Fragment {
  if (operand.json) return (distinct ? countDistinct : count)(operand.json())
  if (distinct) return notPushed('COUNT of distinct objects')
  const node = nodeOf(path, rows)
  const present = rows.paths.read(node, 'present', item => presentAt(node, item))
  return countWhere(present)
}

function leastOrMost(name: 'MIN' | 'MAX', operand: Operand, rowOrder: readonly Fragment[]): Aggregated {
  const [kind, more] = operand.kinds
  // Of nothing, and still an aggregate: without one there would be a row for each row.
  if (kind === undefined) return same(least(NULL_TEXT))
  if (more !== undefined) return notPushed(`${name} of values of different kinds`)
  const isLeast = name === 'MIN'
  const fold = isLeast ? least : most
  const key = operand.key(kind)
  switch (kind) {
    case 'number': {
      const number = fold(numeric(key))
      return { shown: jsonOf(number), key: number }
    }
    case 'text':
      return same(fold(byCodePoint(key)))
    case 'boolean':
    case 'object':
      return notPushed(`${name} of ${kind}s`)
    default:
      return firstBy(kind, operand, isLeast, rowOrder)
  }
}

/** Dates show their text and are in order by their number; of equal ones the first row's is shown. */
function firstBy(kind: Kind, operand: Operand, isLeast: boolean, rowOrder: readonly Fragment[]): Aggregated {
  const text = operand.string(kind)
  const number = numeric(operand.key(kind))
  const order = [isLeast ? number : descending(number), ...rowOrder]
  return {
    shown: firstText(text, order),
    key: isLeast ? least(number) : most(number),
  }
}
