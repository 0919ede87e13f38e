/** Aggregates placed on rows: each as SQL's own, where that has the same meaning. */
import type { Aql } from '@cairn/openehr/aql'
import { type Fragment, joined, q } from '../../relation/index.ts'
import { isConstant, type Kind, type Operand } from '../sql/operand.ts'
import { type ExpressionScope, nodeOf, operandOf } from './expressions.ts'
import { notPushed } from './not-pushed.ts'
import { presentAt } from './place-paths.ts'

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
  if (!path) return same(q`count(*)`)
  const operand = operandOf(path, rows)
  if (isConstant(operand)) return notPushed('an aggregate of a constant')
  if (name === 'COUNT') return same(countOf(path, operand, distinct, rows))
  if (distinct) return notPushed(`${name} with DISTINCT`)
  if (operand.classes.size > 0) return notPushed(`${name} of objects`)
  if (name === 'SUM' || name === 'AVG') {
    const number = operand.kinds.has('number') ? q`(${operand.key('number')})::float8` : q`null::float8`
    return same(name === 'SUM' ? q`sum(${number})` : q`avg(${number})`)
  }
  return leastOrMost(name, operand, rowOrder)
}

const same = (fragment: Fragment): Aggregated => ({ shown: fragment, key: fragment })

function countOf(path: Aql.Path, operand: Operand, distinct: boolean, rows: ExpressionScope): Fragment {
  if (operand.json) return distinct ? q`count(distinct ${operand.json()})` : q`count(${operand.json()})`
  if (distinct) return notPushed('COUNT of distinct objects')
  const node = nodeOf(path, rows)
  const present = rows.paths.read(node, 'present', item => presentAt(node, item))
  return q`count(case when ${present} then 1 end)`
}

function leastOrMost(name: 'MIN' | 'MAX', operand: Operand, rowOrder: readonly Fragment[]): Aggregated {
  const [kind, more] = operand.kinds
  if (kind === undefined) return same(q`null::jsonb`)
  if (more !== undefined) return notPushed(`${name} of values of different kinds`)
  const least = name === 'MIN'
  const fold = (of: Fragment) => (least ? q`min(${of})` : q`max(${of})`)
  const key = operand.key(kind)
  switch (kind) {
    case 'number': {
      const number = fold(q`(${key})::numeric`)
      return { shown: q`to_jsonb(${number})`, key: number }
    }
    case 'text':
      return same(fold(q`(${key}) collate "C"`))
    case 'boolean':
    case 'object':
      return notPushed(`${name} of ${kind}s`)
    default:
      return firstBy(kind, operand, least, rowOrder)
  }
}

/** Dates show their text and are in order by their number; of equal ones the first row's is shown. */
function firstBy(kind: Kind, operand: Operand, least: boolean, rowOrder: readonly Fragment[]): Aggregated {
  const text = operand.string(kind)
  const number = q`(${operand.key(kind)})::numeric`
  const order = joined([least ? number : q`${number} desc`, ...rowOrder], ', ')
  return {
    shown: q`(array_agg(${text} order by ${order}) filter (where ${text} is not null))[1]`,
    key: least ? q`min(${number})` : q`max(${number})`,
  }
}
