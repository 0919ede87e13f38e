/** Stage 5: the statement. Nothing but a plan that is guarded and limited gets here. */

import { showsEhr } from '../plan/guard.ts'
import type { Limited } from '../plan/limit.ts'
import { notPushed } from '../plan/not-pushed.ts'
import type { Placed } from '../plan/place.ts'
import { all, type Fragment, identifier, joined, type Printed, print, q, value } from './fragment.ts'

/**
 * The rows, provided that the dictionary has not grown since the plan was made: no rows may mean that it has. The
 * question is asked in the same statement, and so of the same snapshot.
 */
export function renderSql({ guarded, most, offset, fetch }: Limited): Printed {
  const { placed, guard } = guarded
  const own = showsEhr(guarded) ? [q`${placed.ehrId} as ehr`] : []
  const rows = q`from ${joined(placed.tables, '')}
where ${all([...placed.conditions, ...guard])}`
  const known = q`(select d.generation from cairn.dictionary_state d) = ${value('bigint', given => given.generation)}`
  return print(q`select * from (
${selectOf(placed, rows, own)}
limit ${most}
) answer where ${known}
offset ${offset} limit ${fetch}`)
}

/** `own` are columns of plain rows besides those of the query. */
function selectOf(placed: Placed, rows: Fragment, own: readonly Fragment[]): Fragment {
  const { columns, distinct, groups } = placed
  const selected = columns
    .flatMap(column => column.selected)
    .map((each, at) => q`${each} as ${identifier(`c${at}`)}`)
  const list = joined(selected, ', ')
  if (distinct) return distinctRows(placed, list, selected.length, rows)
  if (!groups)
    return q`select ${joined([list, ...own], ', ')}
${rows}${orderBy([...orders(placed), ...placed.rowOrder])}`
  if (groups.length === 0)
    return q`select ${list}
${rows}`
  return groupedRows(placed, list, selected.length, rows)
}

/** Groups first, then their order: what a group is known by is read from a row's JSON once. */
function groupedRows(placed: Placed, list: Fragment, count: number, rows: Fragment): Fragment {
  const { groups = [], order, orderedByGroup } = placed
  // Groups that are alike in ORDER BY come in the order of their first rows; there are none where it has all columns.
  const place = orderedByGroup ? [] : [q`min(${rowKey(placed)}) as place`]
  const keys = order.map(({ key, column }, at) => (column ? [] : [q`${key} as ${identifier(`k${at}`)}`]))
  const positions = groups.map(at => q`${at + 1}`)
  const sorted = order.map(({ column, descending }, at) => {
    const key = identifier(column ? `g.c${column.at}` : `g.k${at}`)
    const collated = column?.isText ? q`${key} collate "C"` : key
    return descending ? q`${collated} desc` : collated
  })
  return q`select ${names(count)} from (
select ${joined([list, ...keys.flat(), ...place], ', ')}
${rows}
group by ${joined(positions, ', ')}
) g${orderBy([...sorted, ...place.map(() => q`g.place`)])}`
}

const names = (count: number): Fragment =>
  joined(
    Array.from({ length: count }, (_, at) => identifier(`c${at}`)),
    ', ',
  )

const isRootNumber = ({ pieces }: Fragment): boolean =>
  pieces.length === 1 && /\.num$/.test(String(pieces[0]))

const orders = ({ order }: Placed): readonly Fragment[] =>
  order.map(({ key, descending }) => (descending ? q`${key} desc` : key))

const orderBy = (keys: readonly Fragment[]): Fragment =>
  keys.length === 0
    ? q``
    : q`
order by ${joined(keys, ', ')}`

/** Archetype roots of one version are fewer than that; commits may be two billion times as many. */
const ROOTS = 2 ** 22

/** The place of a row as one value, of which the least of a group can be taken; a number where that will do. */
function rowKey({ rowOrder, resolved }: Placed): Fragment {
  if (!resolved.documentwise) {
    const [created, ehrId, ...inEhr] = rowOrder
    if (!created || !ehrId) return notPushed('groups in no known order')
    return numbers([...ehrKey(created, ehrId), ...inEhr])
  }
  const [commit, num, more] = rowOrder
  if (commit && !num) return commit
  if (commit && num && !more && isRootNumber(num)) return q`${commit} * ${ROOTS} + coalesce(${num}, 0)`
  return numbers(rowOrder)
}

/** One array of numbers, of which the least can be taken, as of no row of columns. */
const numbers = (keys: readonly Fragment[]): Fragment =>
  keys.reduce((before, key) => q`${before} || ${key}`, q`array[]::bigint[]`)

/** The order of EHRs, by the moment of their creation and then by id, as numbers: 32 bits of the id at a time. */
function ehrKey(created: Fragment, ehrId: Fragment): readonly Fragment[] {
  const digits = q`replace(${ehrId}::text, '-', '')`
  const part = (start: number) => q`('x' || substr(${digits}, ${start}, 8))::bit(32)::bigint`
  return [q`(extract(epoch from ${created}) * 1000000)::bigint`, ...[1, 9, 17, 25].map(part)]
}

/** The first of equal rows, in its place. */
function distinctRows(placed: Placed, list: Fragment, count: number, rows: Fragment): Fragment {
  const { groups, columns, order, resolved, rowOrder } = placed
  if (groups) return notPushed('DISTINCT beside aggregates')
  if (columns.some(column => column.cell.kind === 'object')) return notPushed('DISTINCT objects')
  const place =
    resolved.documentwise && order.length === 0
      ? rowKey(placed)
      : q`row_number() over (order by ${joined([...orders(placed), ...rowOrder], ', ')})`
  return q`select ${names(count)} from (
select ${list}, ${place} as place
${rows}
) each group by ${names(count)} order by min(place)`
}
