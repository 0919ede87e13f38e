/** Stage 2: what the query speaks of, put on tables. From here on the plan speaks SQL. */
import { type Aql, printExpression } from '@cairn-ehr/openehr/aql'
import { type Fragment, filter, lookup, type Rows } from '../../relation/index.ts'
import { least } from '../sql/aggregate.ts'
import { isConstant, type Kind } from '../sql/operand.ts'
import { byCodePoint, numeric } from '../sql/scalars.ts'
import { aggregateOf } from './clauses/aggregates.ts'
import { type Shown, shownAs } from './clauses/cells.ts'
import { conditionOf } from './clauses/conditions.ts'
import { type ExpressionScope, operandOf, type PlannedQuestion } from './clauses/expressions.ts'
import { placeSources } from './from/place-sources.ts'
import { notPushed } from './not-pushed.ts'
import { placePaths } from './paths/place-paths.ts'
import type { Resolved } from './resolve.ts'
import { neededBy } from './rules/needed-nodes.ts'

interface OrderKey {
  readonly key: Fragment
  readonly descending: boolean
  /** In groups: the column that it is, where that is in the same order as the key. */
  readonly column?: { readonly at: number; readonly isText: boolean }
}

export interface Placed {
  readonly resolved: Resolved
  /** The condition of WHERE on the rows that FROM and the paths make. */
  readonly rows: Rows
  /** The same rows without the condition of WHERE. */
  readonly unfiltered: Rows
  /** The condition of WHERE. */
  readonly where: readonly Fragment[]
  readonly columns: readonly Shown[]
  readonly distinct: boolean
  /** Beside aggregates: the positions of the columns that are not. */
  readonly groups: readonly number[] | undefined
  readonly order: readonly OrderKey[]
  /** ORDER BY has all columns of the groups, so that no two groups are alike in it. */
  readonly orderedByGroup: boolean
  /** The order of rows that ask for none. */
  readonly rowOrder: readonly Fragment[]
  readonly ehrId: Fragment
  /** The alias of `cairn.ehr` where it is among the tables. */
  readonly ehr: string | undefined
  /** Questions to a terminology, to be answered before the statement is run. */
  readonly questions: readonly PlannedQuestion[]
}

/** Twice where nodes inside archetypes are asked for: the first time tells which of their leaves are read. */
export function place(resolved: Resolved): Placed {
  const placed = placeOnce(resolved)
  return resolved.hasNodes ? placeOnce(resolved) : placed
}

function placeOnce(resolved: Resolved): Placed {
  const { query, source, tree, shape, entries, documentwise } = resolved
  const aliases = aliasMaker()
  const asked = { entries, reader: shape.reader }
  const sources = placeSources(source, documentwise, asked, aliases)
  const paths = placePaths(tree.tops, sources.bound, asked, aliases, neededBy(resolved))
  const questions: PlannedQuestion[] = []
  const ask = (question: PlannedQuestion) => questions.push(question) - 1
  const rows: ExpressionScope = { resolved, paths, bound: sources.bound, aliases, ask }
  const rowOrder = [...sources.order, ...paths.order]
  const grouped = [...query.columns.map(each => each.expression), ...resolved.order].some(isAggregate)
  const columns = query.columns.map(({ expression }) => shown(expression, rows, rowOrder, grouped))
  const where = query.where ? [conditionOf(query.where, rows)] : []
  const order = orderOf(resolved, rows, rowOrder, grouped)
  const unfiltered = paths.joinTo(lookup(sources.rows, sources.late()))
  return {
    resolved,
    rows: filter(unfiltered, where),
    unfiltered,
    where,
    columns,
    distinct: query.distinct,
    groups: grouped ? groupsOf(query, rows) : undefined,
    order,
    orderedByGroup: grouped && hasAllGroups(resolved, rows),
    rowOrder,
    ehrId: sources.ehrId,
    ehr: sources.ehr,
    questions,
  }
}

function aliasMaker(): (kind: string) => string {
  let count = 0
  return kind => `${kind}${++count}`
}

const isAggregate = (expression: Aql.Expression): expression is Aql.Aggregate =>
  expression.kind === 'aggregate'

function shown(
  expression: Aql.Expression,
  rows: ExpressionScope,
  rowOrder: readonly Fragment[],
  grouped: boolean,
): Shown {
  if (isAggregate(expression))
    return {
      cell: { kind: 'value' },
      selected: [aggregateOf(expression, rows, rowOrder).shown],
      text: false,
    }
  const column = shownAs(expression, rows)
  if (grouped && column.cell.kind === 'object') return notPushed('groups by objects')
  return column
}

/** Columns that are neither aggregates nor constant. */
const groupsOf = ({ columns }: Aql.BoundQuery, rows: ExpressionScope): readonly number[] =>
  columns.flatMap(({ expression }, at) =>
    isAggregate(expression) || isConstant(operandOf(expression, rows)) ? [] : [at],
  )

const PLAIN: ReadonlySet<Kind> = new Set(['text', 'number', 'boolean'])

/** Dates that are written differently may be the same in order, so they settle nothing. */
function hasAllGroups({ query, order }: Resolved, rows: ExpressionScope): boolean {
  const settling = order.filter(expression => {
    if (isAggregate(expression)) return false
    const operand = operandOf(expression, rows)
    return !isConstant(operand) && [...operand.kinds].every(kind => PLAIN.has(kind))
  })
  const ordered = new Set(settling.map(printExpression))
  return query.columns.every(
    ({ expression }) => isAggregate(expression) || ordered.has(printExpression(expression)),
  )
}

function orderOf(
  { query, order }: Resolved,
  rows: ExpressionScope,
  rowOrder: readonly Fragment[],
  grouped: boolean,
): readonly OrderKey[] {
  const columns = query.columns.map(({ expression }) => printExpression(expression))
  return order.flatMap((expression, position): readonly OrderKey[] => {
    const descending = query.orderBy[position]?.descending ?? false
    if (isAggregate(expression)) return [{ key: aggregateOf(expression, rows, rowOrder).key, descending }]
    const operand = operandOf(expression, rows)
    if (isConstant(operand)) return []
    const [kind, more] = operand.kinds
    if (kind === undefined) return []
    if (more !== undefined || kind === 'object') return notPushed('ORDER BY of values of different kinds')
    const key = operand.key(kind)
    if (!grouped && !query.distinct && operand.indexed) return [{ key: operand.indexed, descending }]
    if (!grouped) return [{ key: kind === 'text' ? byCodePoint(key) : key, descending }]
    // The number beside a date is no column of the group, but the same in all its rows.
    if (!PLAIN.has(kind)) return [{ key: least(numeric(key)), descending }]
    const at = columns.indexOf(printExpression(expression))
    return [{ key, descending, column: { at, isText: kind === 'text' } }]
  })
}
