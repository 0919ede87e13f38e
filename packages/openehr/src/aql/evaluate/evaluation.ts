/** A query under way: records go in one after the other, rows come out as soon as they are certain. */
import { checkAql } from '../check/check.ts'
import { orderExpressions } from '../check/scope.ts'
import { refuse } from '../invalid.ts'
import { printExpression } from '../syntax/print.ts'
import type { BoundQuery, Column } from '../syntax/tree.ts'
import { existsPathsIn, pathsIn } from '../syntax/walk.ts'
import { holds } from './condition.ts'
import { bindingsOf } from './containment.ts'
import type { EhrData, EvaluateOptions, ResultColumn } from './data.ts'
import { type Context, valueIn } from './expression.ts'
import { hasAggregate, openGroups } from './groups.ts'
import { cellOf } from './item.ts'
import { type Cells, type Line, sinkFor } from './lines.ts'
import { sortKeyOf } from './order.ts'
import { pathTree, type Row, rowsOf } from './paths.ts'
import { openRecord } from './record.ts'
import { visible } from './visible.ts'

export interface Evaluation {
  readonly columns: readonly ResultColumn[]
  /**
   * Looks for rows in records, and gives those that are certain: read them to the end. What `unitOf` says belongs
   * together must come in one call: of `all`, every record; of `ehr`, one EHR with all its versions; of `version`, an EHR
   * with as few of them as one. Nothing of the records is kept but cells and what orders them.
   */
  add(ehrs: readonly EhrData[]): Generator<Cells, void, undefined>
  /** The rows that could not be given before all records were there. */
  finish(): readonly Cells[]
  /** LIMIT is reached, so that more records cannot change the result. */
  readonly done: boolean
}

/** FROM finds bindings, paths make rows of them, WHERE keeps those for which it is true; sinks and groups do the rest. */
export function openEvaluation(query: BoundQuery, options: EvaluateOptions): Evaluation {
  refuse(checkAql(query))
  const order = orderExpressions(query)
  const tree = pathTree(pathsIn([...query.columns, ...order, query.where]), existsPathsIn(query.where))
  const context: Context = { tree, options }
  const isVisible = visible(query, options)
  const tick = options.tick ?? (() => {})
  const sink = sinkFor(query, options.page)
  const isGrouped = [...query.columns.map(column => column.expression), ...order].some(hasAggregate)
  const groups = isGrouped ? openGroups(context, query, order) : undefined

  const lineOf = (row: Row): Line => ({
    cells: query.columns.map(({ expression }) => cellOf(valueIn(context, row, expression))),
    order: order.map(expression => sortKeyOf(valueIn(context, row, expression))),
  })
  function* add(ehrs: readonly EhrData[]): Generator<Cells, void, undefined> {
    const records = ehrs.map(openRecord).filter(isVisible)
    for (const binding of bindingsOf(query.from, records, tick)) {
      for (const row of rowsOf(context.tree, binding)) {
        if (sink.done) return
        tick()
        if (query.where && holds(context, binding, row, query.where) !== true) continue
        const cells = groups ? groups.add(row) : sink.take(lineOf(row))
        if (cells) yield cells
      }
    }
  }
  return {
    columns: query.columns.map(columnOf),
    add,
    finish: () => {
      const certain = (groups?.lines() ?? [])
        .map(line => sink.take(line))
        .filter(cells => cells !== undefined)
      return [...certain, ...sink.rest()]
    },
    get done() {
      return sink.done
    },
  }
}

function columnOf({ expression, alias }: Column, at: number): ResultColumn {
  const name = alias ?? `#${at}`
  return expression.kind === 'path' ? { name, path: printExpression(expression) } : { name }
}
