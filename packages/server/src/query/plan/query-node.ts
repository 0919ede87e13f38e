/** Stage 5: the plan as one node of the relational layer. Nothing but a plan that is guarded and limited gets here. */

import { identifier, value } from '../../relation/expressions/index.ts'
import type { Column, Fragment, Page, Project, Query, SortKey } from '../../relation/index.ts'
import { least, rowNumber } from '../sql/aggregate.ts'
import { rowKey } from '../sql/row-key.ts'
import { descending } from '../sql/scalars.ts'
import type { Limited } from './limit.ts'
import { notPushed } from './not-pushed.ts'
import type { Placed } from './place.ts'
import { groupedColumns, rowColumns } from './row-cells.ts'
import { byEventTime } from './rules/event-time.ts'
import { byFirstDocuments } from './rules/first-documents.ts'
import { byStartTime } from './rules/start-time.ts'
import { byValueIndex, endsByValueIndex } from './rules/value-order.ts'

export const pageNode = (
  { guarded, most, offset, fetch }: Limited,
  isDistributed: boolean,
  isOfEach: boolean,
): Page => ({
  kind: 'page',
  query: queryNode(guarded, most, isDistributed),
  most,
  offset,
  fetch,
  generation: value('bigint', given => given.generation),
  each: isOfEach ? value('uuid[]', given => given.among?.ehrs) : undefined,
})

function queryNode(guarded: Limited['guarded'], most: number, isDistributed: boolean): Query {
  const { placed, rows } = guarded
  const columns = groupedColumns(placed)
  if (placed.distinct) return { kind: 'distinct', rows, columns, place: firstPlace(placed) }
  if (placed.groups) return groupsNode(guarded, columns, placed.groups)
  const plain: Project = { kind: 'project', rows, columns: rowColumns(guarded), order: orderOf(placed) }
  const indexed = byValueIndex(guarded, plain, most)
  if (indexed) return indexed
  const byEvent = byEventTime(guarded, plain, most)
  if (byEvent) return byEvent
  const byFirst = byFirstDocuments(guarded, plain, most, isDistributed)
  if (byFirst) return byFirst
  // The documents of all nodes would be gathered before anything in them is looked for.
  return (isDistributed ? undefined : byStartTime(guarded, plain, most)) ?? plain
}

/** The order that the query asks for, then the order that breaks ties. */
const orderOf = ({ order, rowOrder }: Placed): readonly SortKey[] => [
  ...order.map(({ key, descending }) => ({ key, isDescending: descending })),
  ...rowOrder.map(key => ({ key, isDescending: false })),
]

function groupsNode(
  { placed, rows, ...guarded }: Limited['guarded'],
  columns: readonly Column[],
  groups: readonly number[],
): Query {
  if (groups.length === 0) {
    const ends = endsByValueIndex({ placed, rows, ...guarded })
    return { kind: 'aggregate', rows: ends ?? rows, columns, groups, hidden: [], order: [] }
  }
  const { order, orderedByGroup } = placed
  // Groups that are alike in ORDER BY come in the order of their first rows; there are none where it has all columns.
  const place = orderedByGroup ? [] : [{ name: 'place', sql: least(rowKey(placed)) }]
  const keys = order.flatMap(({ key, column }, at) => (column ? [] : [{ name: `k${at}`, sql: key }]))
  const sorted = order.map(({ column, descending }, at) => ({
    key: identifier(column ? `g.c${column.at}` : `g.k${at}`),
    isDescending: descending,
    isText: column?.isText ?? false,
  }))
  const last = place.map(({ name }) => ({ key: identifier(`g.${name}`), isDescending: false, isText: false }))
  return {
    kind: 'aggregate',
    rows,
    columns,
    groups,
    hidden: [...keys, ...place],
    order: [...sorted, ...last],
  }
}

/** The place of the first of equal rows. */
function firstPlace(placed: Placed): Fragment {
  const { groups, columns, order, resolved } = placed
  if (groups) return notPushed('DISTINCT beside aggregates')
  if (columns.some(column => column.cell.kind === 'object')) return notPushed('DISTINCT objects')
  if (resolved.documentwise && order.length === 0) return rowKey(placed)
  const keys = orderOf(placed).map(({ key, isDescending }) => (isDescending ? descending(key) : key))
  return rowNumber(keys)
}
