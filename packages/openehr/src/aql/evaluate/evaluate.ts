/** The reference evaluator: what an AQL query means, said over documents in memory. */

import { checkAql } from '../check/check.ts'
import { orderExpressions } from '../check/scope.ts'
import { refuse } from '../invalid.ts'
import { printExpression } from '../syntax/print.ts'
import type { BoundQuery, Column, Expression } from '../syntax/tree.ts'
import { pathsIn } from '../syntax/walk.ts'
import { canonical } from './canonical.ts'
import { holds } from './condition.ts'
import { bindingsOf } from './containment.ts'
import type { EhrData, EvaluateOptions, ResultColumn, ResultSet } from './data.ts'
import { type Context, valueIn } from './expression.ts'
import { cellOf, type Value } from './item.ts'
import { sortValues } from './order.ts'
import { pathTree, type Row, rowsOf } from './paths.ts'
import { openRecord } from './record.ts'
import { visible } from './visible.ts'

/**
 * Runs a query over records. FROM finds bindings, paths make rows of them, WHERE keeps those for which it is true,
 * aggregates fold them, then come ORDER BY, DISTINCT, and TOP or LIMIT. Without ORDER BY the rows follow the order
 * of `ehrs`, of commits, and of the documents. Throws Problem('aql.invalid') as `checkAql` finds.
 *
 * @example
 * const query = bindParameters(parseAql('SELECT c/uid/value FROM COMPOSITION c'), {})
 * evaluate(query, ehrs, { now: '2026-11-14T10:00:00Z' }).rows
 */
export function evaluate(query: BoundQuery, ehrs: readonly EhrData[], options: EvaluateOptions): ResultSet {
  refuse(checkAql(query))
  const records = ehrs.map(openRecord).filter(visible(query, options))
  const order = orderExpressions(query)
  const context: Context = { tree: pathTree(pathsIn([...query.columns, ...order, query.where])), options }

  const tick = options.tick ?? (() => {})
  const rows: Row[] = []
  for (const binding of bindingsOf(query.from, records, tick)) {
    for (const row of rowsOf(context.tree, binding)) {
      tick()
      if (!query.where || holds(context, binding, row, query.where) === true) rows.push(row)
    }
  }
  const lines = groupsOf(context, query.columns, order, rows).map(group => ({
    cells: query.columns.map(({ expression }) => cellOf(valueIn(context, group, expression))),
    order: order.map(expression => valueIn(context, group, expression)),
  }))
  const directions = query.orderBy.map(({ descending }) => (descending ? -1 : 1))
  const sorted = lines.toSorted((a, b) => compareLines(a.order, b.order, directions))
  const cells = sorted.map(line => line.cells)
  return { columns: query.columns.map(columnOf), rows: cut(query, query.distinct ? distinct(cells) : cells) }
}

/** Each row alone, or, beside aggregates, the rows that agree in all columns that are not aggregates. */
function groupsOf(
  context: Context,
  columns: readonly Column[],
  order: readonly Expression[],
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const expressions = [...columns.map(column => column.expression), ...order]
  if (!expressions.some(hasAggregate)) return rows.map(row => [row])
  const plain = columns
    .map(column => column.expression)
    .filter(each => !hasAggregate(each) && pathsIn([each]).length > 0)
  if (plain.length === 0) return [rows]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = canonical(plain.map(expression => cellOf(valueIn(context, [row], expression))))
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(row)
  }
  return [...groups.values()]
}

const hasAggregate = (expression: Expression): boolean => expression.kind === 'aggregate'

type Values = readonly (Value | undefined)[]

/** Missing values come last ascending, first descending. */
function compareLines(a: Values, b: Values, directions: readonly number[]): number {
  for (const [at, direction] of directions.entries()) {
    const order = direction * sortValues(a[at], b[at])
    if (order !== 0) return order
  }
  return 0
}

/** The first of each set of equal rows. */
function distinct(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  const seen = new Set<string>()
  return rows.filter(row => {
    const key = canonical(row)
    const fresh = !seen.has(key)
    seen.add(key)
    return fresh
  })
}

function cut<T>({ top, limit }: BoundQuery, rows: readonly T[]): readonly T[] {
  if (top) return top.direction === 'BACKWARD' ? rows.slice(-top.count) : rows.slice(0, top.count)
  return limit ? rows.slice(limit.offset, limit.offset + limit.count) : rows
}

function columnOf({ expression, alias }: Column, at: number): ResultColumn {
  const name = alias ?? `#${at}`
  return expression.kind === 'path' ? { name, path: printExpression(expression) } : { name }
}
