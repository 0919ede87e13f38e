/**
 * Rule: rows in the order of a value that an index has are read from as many roots as rows are wanted, and not from all.
 *
 * The first n rows by their greatest value are in the first n roots by the greatest value of each: any other root comes after n roots that
 * have a row before all of its own (decision 0050). Rows without a value are a part of their own, before or after the others.
 */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { column, isPresent } from '../../../relation/expressions/index.ts'
import {
  type Fragment,
  filter,
  mayLackValue,
  type Project,
  type Query,
  type RootScan,
  type Rows,
  rootColumns,
  type SortKey,
  type ValueEnd,
  valueEnd,
} from '../../../relation/index.ts'
import { onOneServer } from '../../sql/guards.ts'
import { isNull } from '../../sql/scalars.ts'
import type { Guarded } from '../guard.ts'
import { type PathKey, pathKeyOf } from '../paths/value-key.ts'
import type { Resolved } from '../resolve.ts'
import { conjuncts } from './one-ehr.ts'

/** The only archetype root of FROM, of which nothing is asked but its archetype: every row is from one such root. */
function onlyRoot({ source, query }: Resolved): boolean {
  const inner =
    source.kind === 'ehr' && !source.predicate && !source.contains?.negated ? source.contains?.what : source
  return inner?.kind === 'root' && !inner.predicate && !inner.contains && !inner.references && !query.distinct
}

const BOUNDS: Readonly<Record<ValueEnd, readonly Aql.ComparisonOperator[]>> = {
  greatest: ['>', '>='],
  least: ['<', '<='],
}

/** A bound that the greatest value of a root passes if any of its values does; the least, for the other direction. */
export function isBound(condition: Aql.Condition, key: PathKey, end: ValueEnd, { tree }: Resolved): boolean {
  return (
    condition.kind === 'comparison' &&
    condition.left.kind === 'path' &&
    tree.ends.get(condition.left) === key.node &&
    condition.right.kind === 'literal' &&
    BOUNDS[end].includes(condition.operator)
  )
}

interface ValueOrder extends PathKey {
  readonly end: ValueEnd
  /** WHERE leaves rows without a value out. */
  readonly isNeeded: boolean
}

/** The order that an index could serve, whether there is one or not. */
export function valueOrder(resolved: Resolved): ValueOrder | undefined {
  const { query, order } = resolved
  const [by, more] = order
  if (!onlyRoot(resolved) || more !== undefined || by?.kind !== 'path') return undefined
  const key = pathKeyOf(by, resolved)
  if (!key) return undefined
  const end: ValueEnd = query.orderBy[0]?.descending ? 'greatest' : 'least'
  const conditions = conjuncts(query.where)
  if (!conditions.every(each => isBound(each, key, end, resolved))) return undefined
  return { ...key, end, isNeeded: conditions.length > 0 }
}

/** Undefined where other tables decide which rows there are. */
function scanOf(rows: Rows): RootScan | undefined {
  switch (rows.kind) {
    case 'roots':
      return rows
    case 'instances':
      return scanOf(rows.rows)
    case 'lookup':
      return rows.join.isOptional || isEhrTable(rows.join.joined) ? scanOf(rows.rows) : undefined
    default:
      return undefined
  }
}

/** Each row has its EHR. */
const isEhrTable = (rows: Rows): boolean => rows.kind === 'table' && rows.table === 'ehr'

/** The same rows of other roots. */
function withScan(rows: Rows, scan: Rows): Rows {
  switch (rows.kind) {
    case 'roots':
      return scan
    case 'instances':
    case 'lookup':
    case 'filter':
      return { ...rows, rows: withScan(rows.rows, scan) }
    default:
      throw new Error('The rows are not those of one scan.')
  }
}

/** The first roots by their greatest or least value. */
function firstRoots(
  scan: RootScan,
  conditions: readonly Fragment[],
  { key, path }: PathKey,
  end: ValueEnd,
  most: number,
): Query {
  const { alias } = scan
  const value = valueEnd(alias, key, end)
  const order: readonly SortKey[] = [
    { key: value, isDescending: end === 'greatest' },
    { key: column(alias, 'commit_number'), isDescending: false },
    { key: column(alias, 'num'), isDescending: false },
  ]
  return {
    kind: 'first',
    most,
    by: `value index of ${path}, the ${end} first`,
    query: {
      kind: 'project',
      rows: filter(scan, [...conditions, isPresent(value)]),
      columns: rootColumns(alias),
      order,
    },
  }
}

/** The query over the roots that an index names; undefined where there is none for it. */
export function byValueIndex(
  { placed, isNarrow, conditions }: Guarded,
  plain: Project,
  most: number,
): Query | undefined {
  const { resolved } = placed
  const wanted = isNarrow || placed.groups ? undefined : valueOrder(resolved)
  if (!wanted || !resolved.indexes.has(wanted, wanted.end)) return undefined
  if (!wanted.isNeeded && !resolved.indexes.has(wanted, 'lacking')) return undefined
  const [order] = placed.order
  const scan = scanOf(placed.unfiltered)
  if (!scan || !order) return undefined
  const roots = firstRoots(scan, conditions, wanted, wanted.end, most)
  // The nodes of a cluster ask nothing more of rows that were chosen before: the roots are those of EHRs that may be seen.
  const guarded = filter(placed.rows, conditions.map(onOneServer))
  const values: Query = {
    ...plain,
    rows: filter(withScan(guarded, { kind: 'subquery', query: roots, alias: scan.alias }), [
      isPresent(order.key),
    ]),
  }
  if (wanted.isNeeded) return values
  const lacking: Query = {
    ...plain,
    rows: filter(withScan(plain.rows, filter(scan, [mayLackValue(scan.alias, wanted.key)])), [
      isNull(order.key),
    ]),
    order: plain.order.slice(placed.order.length),
  }
  const parts = [
    { name: 'present', query: firstOf(values, most) },
    {
      name: 'absent',
      query: firstOf(lacking, most, `value index of ${wanted.path}, roots that may lack a value`),
    },
  ]
  return { kind: 'concat', queries: wanted.end === 'greatest' ? parts.toReversed() : parts }
}

const firstOf = (query: Query, most: number, by?: string): Query => ({
  kind: 'first',
  query,
  most,
  ...(by !== undefined && { by }),
})

/** MIN and MAX alone, of all rows: each is in the first root of its index. */
export function endsByValueIndex({ placed, isNarrow, conditions }: Guarded): Rows | undefined {
  const { resolved } = placed
  const { query } = resolved
  const scan = scanOf(placed.unfiltered)
  if (isNarrow || !scan || query.where || !onlyRoot(resolved) || resolved.order.length > 0) return undefined
  const firsts = query.columns.map(({ expression }) => endOf(expression, resolved))
  if (!firsts.every(each => each !== undefined)) return undefined
  const queries = firsts.map(({ key, end }, at) => ({
    name: `first${at}`,
    query: firstRoots(scan, conditions, key, end, 1),
  }))
  return withScan(placed.unfiltered, {
    kind: 'subquery',
    query: { kind: 'concat', queries },
    alias: scan.alias,
  })
}

function endOf(
  expression: Aql.Expression,
  resolved: Resolved,
): { readonly key: PathKey; readonly end: ValueEnd } | undefined {
  if (expression.kind !== 'aggregate' || !expression.path || expression.distinct) return undefined
  const end = expression.name === 'MAX' ? 'greatest' : expression.name === 'MIN' ? 'least' : undefined
  const key = end && pathKeyOf(expression.path, resolved)
  return key && resolved.indexes.has(key, end) ? { key, end } : undefined
}
