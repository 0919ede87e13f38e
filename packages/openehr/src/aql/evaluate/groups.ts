/** Aggregates: rows are folded into groups, one line each. */
import type { BoundQuery, Expression } from '../syntax/tree.ts'
import { pathsIn } from '../syntax/walk.ts'
import { type Accumulator, accumulator, type Reduced, reduced } from './aggregate.ts'
import { canonical } from './canonical.ts'
import { type Context, slotOf, valueIn } from './expression.ts'
import { cellOf } from './item.ts'
import type { Line } from './lines.ts'
import type { Row } from './paths.ts'

export const hasAggregate = (expression: Expression): boolean => expression.kind === 'aggregate'

/** The value of each expression of columns and order: an aggregate over the group, else that of its first row. */
type Group = readonly (Accumulator | Reduced)[]

export interface Groups {
  add(row: Row): void
  lines(): readonly Line[]
}

/** Rows that agree in all columns that are not aggregates; without such columns all, and then there is a group of none. */
export function openGroups(context: Context, query: BoundQuery, order: readonly Expression[]): Groups {
  const columns = query.columns.map(column => column.expression)
  const expressions = [...columns, ...order]
  const plain = columns.filter(each => !hasAggregate(each) && pathsIn([each]).length > 0)
  const groups = new Map<string, Group>()
  const start = (row: Row | undefined): Group =>
    expressions.map(each =>
      each.kind === 'aggregate' ? accumulator(each) : reduced(valueIn(context, row, each)),
    )
  return {
    add: row => {
      const key = canonical(plain.map(each => cellOf(valueIn(context, row, each))))
      const group = groups.get(key) ?? start(row)
      groups.set(key, group)
      for (const [at, each] of expressions.entries()) {
        const into = group[at]
        if (each.kind !== 'aggregate' || !into || !('add' in into)) continue
        into.add(each.path && row[slotOf(context, each.path)])
      }
    },
    lines: () => {
      const all = groups.size === 0 && plain.length === 0 ? [start(undefined)] : [...groups.values()]
      return all.map(group => {
        const values = group.map(each => ('add' in each ? each.result() : each))
        return {
          cells: values.slice(0, columns.length).map(({ cell }) => cell),
          order: values.slice(columns.length).map(({ key }) => key),
        }
      })
    },
  }
}
