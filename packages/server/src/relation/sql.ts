/** The printer: nodes as SQL. Rows have queries in them and queries rows, so that all of it is one file. */

import { GuardedSql, open, printWhole, seen, type TableUse } from '../access/index.ts'
import { mayBeShared } from '../roots/index.ts'
import { all, forms, identifier, joined, keys, q } from './expressions/fragment.ts'
import { isSeveral, orShared } from './expressions/leaves.ts'
import type {
  Aggregate,
  Column,
  Containment,
  Distinct,
  Expression,
  Fragment,
  Given,
  InstanceJoin,
  Instances,
  Join,
  Leaf,
  Narrowed,
  Page,
  Project,
  Query,
  RootScan,
  Rows,
  SortKey,
  TableName,
  Value,
} from './nodes.ts'

export interface Printed {
  /** Made for its tables; `text` sees all their rows. */
  readonly sql: GuardedSql
  readonly text: string
  readonly values: readonly Value[]
}

/** The text with `$1`, `$2`…; a value that appears again keeps its number. */
export function print(fragment: Fragment, isDistributed = false): Printed {
  const values = new Map<Value, number>()
  const printed = ({ pieces }: Fragment): readonly (string | TableUse)[] =>
    pieces.flatMap(piece => {
      if (typeof piece === 'string' || 'use' in piece) return piece
      if ('kind' in piece) return printed(expressionSql(piece, isDistributed))
      const number = values.get(piece) ?? values.size + 1
      values.set(piece, number)
      return `$${number}::${piece.type}`
    })
  const sql = new GuardedSql(printed(fragment))
  return { sql, text: printWhole(sql), values: [...values.keys()] }
}

/** The values of one run, in the order of their numbers. */
export const valuesFor = ({ values }: Printed, given: Given): readonly unknown[] =>
  values.map(each => ('of' in each ? each.of(given) : each.constant))

/** The values of a statement that is not planned for several runs. */
export const constantsOf = ({ values }: Printed): readonly unknown[] =>
  values.map(each => {
    if ('of' in each) throw new Error('A value of the statement shows only when a plan is run.')
    return each.constant
  })

const column = (alias: string, name: string): Fragment => identifier(`${alias}.${name}`)

function expressionSql(node: Expression, isDistributed: boolean): Fragment {
  switch (node.kind) {
    case 'forms':
      return isDistributed ? node.distributed : node.plain
    case 'leaf':
      return leafSql(node)
    case 'containment':
      return joined([sameVersion(node), ...placeSql(node)], ' and ')
    case 'existence': {
      const { tables, conditions } = flattened(node.rows)
      const exists = q`exists (select from ${tables} where ${all(conditions)})`
      return node.isNegated ? q`not ${exists}` : exists
    }
  }
}

function leafSql({ root, path, as }: Leaf): Fragment {
  const of = (leaves: Fragment) =>
    as === 'json' ? q`${leaves} -> '${path.key}'` : q`${leaves} ->> '${path.key}'`
  if (root === undefined) return of(q`leaves`)
  const own = of(column(root, 'leaves'))
  return mayBeShared(path) ? orShared(root, own, of) : own
}

const sameVersion = ({ inner, outer }: Containment): Fragment =>
  q`${column(inner, 'ehr_id')} = ${column(outer, 'ehr_id')} and ${column(inner, 'commit_number')} = ${column(outer, 'commit_number')}`

/** Numbers of roots are nested sets. */
function placeSql({ inner, outer, where }: Containment): readonly Fragment[] {
  const num = column(inner, 'num')
  const from = column(outer, 'num')
  const cap = column(outer, 'cap')
  if (typeof where === 'object')
    return [
      q`${column(inner, 'parent')} = ${from}`,
      q`${column(inner, 'via')} = any(${keys(where.attachedBy)})`,
    ]
  switch (where) {
    case 'in the same version':
      return []
    case 'in the same root':
      return [q`${num} = ${from}`]
    case 'inside the outermost':
      return [q`${num} > 0`]
    case 'inside':
      return [q`${num} > ${from}`, q`${num} <= ${cap}`]
    case 'inside or the same':
      return [q`${num} between ${from} and ${cap}`]
  }
}

const tableSql = (name: TableName, alias: string): Fragment => q`${seen[name](alias)}`

/** One archetype or any of several. */
export function isArchetype(alias: string, archetypes: readonly number[]): Fragment {
  const [only, more] = archetypes
  return only !== undefined && more === undefined
    ? q`${column(alias, 'archetype_key')} = ${only}`
    : q`${column(alias, 'archetype_key')} = any(${keys(archetypes)})`
}

const scanned = ({ alias, archetypes, isLatest, isOutermost }: RootScan): readonly Fragment[] => [
  isArchetype(alias, archetypes),
  ...(isLatest ? [column(alias, 'latest')] : []),
  ...(isOutermost ? [q`${column(alias, 'num')} = 0`] : []),
]

/** A table with how it is joined to those before it. */
interface Joined {
  readonly sql: Fragment
  /** `itself`: the SQL says how. */
  readonly by: 'cross' | 'itself' | { readonly on: readonly Fragment[]; readonly isOptional: boolean }
}

interface Flat {
  readonly joins: readonly Joined[]
  readonly conditions: readonly Fragment[]
}

const table = (sql: Fragment, conditions: readonly Fragment[] = []): Flat => ({
  joins: [{ sql, by: 'cross' }],
  conditions,
})

const both = (a: Flat, b: Flat): Flat => ({
  joins: [...a.joins, ...b.joins],
  conditions: [...a.conditions, ...b.conditions],
})

/** The tree as one list of tables and one of conditions, in the order of the tree. */
function flat(rows: Rows): Flat {
  switch (rows.kind) {
    case 'roots':
      return table(tableSql('root', rows.alias), scanned(rows))
    case 'table':
      return table(tableSql(rows.table, rows.alias))
    case 'derived':
      return table(rows.sql, rows.roots && scanned(rows.roots))
    case 'subquery':
      return table(
        rows.isLateral
          ? q`lateral (${querySql(rows.query)}) ${identifier(rows.alias)}`
          : q`(${querySql(rows.query)}) ${identifier(rows.alias)}`,
      )
    case 'attached':
      return both(flat(rows.rows), { joins: [{ sql: rows.sql, by: 'itself' }], conditions: [] })
    case 'contain':
      return both(flat(rows.outer), flat(rows.inner))
    case 'product':
      return rows.operands.map(flat).reduce(both, { joins: [], conditions: [] })
    case 'choice':
      return {
        joins: rows.branches.map(branchSql),
        conditions: [],
      }
    case 'lookup':
      return both(flat(rows.rows), { joins: [joinSql(rows.join)], conditions: [] })
    case 'instances':
      return both(flat(rows.rows), { joins: instancesSql(rows), conditions: [] })
    case 'filter':
      return both(flat(rows.rows), { joins: [], conditions: rows.conditions })
  }
}

function branchSql(branch: Rows): Joined {
  const { joins, conditions } = flat(branch)
  const tables = tablesSql(joins)
  return { sql: joins.length === 1 ? tables : q`(${tables})`, by: { on: conditions, isOptional: true } }
}

function joinSql({ joined: rows, on, isOptional }: Join): Joined {
  const { joins, conditions } = flat(rows)
  return { sql: tablesSql(joins), by: { on: [...conditions, ...on], isOptional } }
}

function tablesSql(joins: readonly Joined[]): Fragment {
  const [first, ...rest] = joins
  // An outer join needs something on its left side.
  if (first?.by !== 'cross') return joins.reduce(withJoin, q`(values (1)) one`)
  return rest.reduce(withJoin, first.sql)
}

const withJoin = (before: Fragment, each: Joined): Fragment => q`${before}${afterOthers(each)}`

const LINE = q`
  `

function afterOthers({ sql, by }: Joined): Fragment {
  if (by === 'itself') return q`${LINE}${sql}`
  if (by === 'cross') return q`${LINE}cross join ${sql}`
  return by.isOptional ? q`${LINE}left join ${sql} on ${all(by.on)}` : q`${LINE}join ${sql} on ${all(by.on)}`
}

/** FROM and WHERE. */
function flattened(rows: Rows): {
  readonly tables: Fragment
  readonly conditions: readonly Fragment[]
} {
  const { joins, conditions } = flat(rows)
  return { tables: tablesSql(joins), conditions }
}

const named = ({ sql, name }: Column): Fragment => q`${sql} as ${identifier(name)}`

const columnsSql = (columns: readonly Column[]): Fragment => joined(columns.map(named), ', ')

/**
 * Each leaf is fetched once for each root: OFFSET 0 keeps the database from fetching it again at every mention, since that
 * unpacks the whole map.
 */
function instancesSql(node: Instances): readonly Joined[] {
  const { alias, fetched, fetchedAs, joins, columns, once, showing } = node
  const list = (of: readonly Column[]) => (of.length === 0 ? q`1` : columnsSql(of))
  const enumerated = q`select ${list(columns)} from (values (1)) one ${joined(joins.map(instanceJoinSql), ' ')}`
  const several = joined(showing.map(isSeveral), ' or ')
  const lateral = (rows: Fragment) => q`cross join lateral (
    ${rows}
  ) ${identifier(alias)}`
  const rows = once
    ? lateral(
        forms(
          q`select ${list(once)} where (${several}) is not true
    union all
    ${enumerated} where (${several}) is true`,
          joinedInstances(node, once, several),
        ),
      )
    : // The nodes of a cluster join no table to a row that is of none.
      forms(
        lateral(enumerated),
        q`${joined(joins.map(instanceJoinSql), ' ')} ${lateral(q`select ${list(columns)}`)}`,
      )
  return [
    { sql: q`lateral (select ${columnsSql(fetched)} offset 0) ${identifier(fetchedAs)}`, by: 'cross' },
    { sql: rows, by: 'itself' },
  ]
}

/** The same by an outer join: the nodes of a cluster have no UNION of rows without a table. */
function joinedInstances(
  { columns, joins }: Instances,
  once: readonly Column[],
  several: Fragment,
): Fragment {
  const chosen = once.map(({ name, sql }, at) => ({
    name,
    sql: q`case when (${several}) is true then ${identifier(`e.${columns[at]?.name ?? name}`)} else ${sql} end`,
  }))
  return q`select ${chosen.length === 0 ? q`1` : columnsSql(chosen)} from (select 1) once left join lateral (
      select ${columnsSql([{ name: 'found', sql: q`1` }, ...columns])} from (select 1) one ${joined(joins.map(instanceJoinSql), ' ')}
      where (${several}) is true) e on true
    where (${several}) is not true or e.found is not null`
}

function instanceJoinSql(join: InstanceJoin): Fragment {
  if (join.kind === 'join') return afterOthers(joinSql(join))
  const { alias, vectors, on } = join
  return on === undefined
    ? q`
      cross join lateral (${vectors}) ${identifier(alias)}`
    : q`
      left join lateral (${vectors}) ${identifier(alias)} on ${on}`
}

/** The EHR of a page, where each of several EHRs has one. */
export const EACH_EHR = identifier('each_ehr.ehr_id')

/** The generation is asked in the statement itself, and so of the same snapshot: no rows may mean that the dictionary has grown. */
export const pageSql = ({ query, most, offset, fetch, generation, each }: Page): Fragment => {
  const rows = q`(
${querySql(query)}
limit ${most}
) answer`
  const isCurrent = q`(select d.generation from ${open.dictionary_state} d) = ${generation}`
  const page = q`offset ${offset} limit ${fetch}`
  if (each === undefined)
    return q`select * from ${rows} where ${isCurrent}
${page}`
  // LIMIT keeps the rows of each EHR together and in their order: the database can only take one EHR after the other.
  return q`select answer.* from unnest(${each}) each_ehr (ehr_id), lateral (select * from ${rows}
${page}) answer where ${isCurrent}`
}

export function querySql(query: Query): Fragment {
  switch (query.kind) {
    case 'project':
      return projectSql(query)
    case 'aggregate':
      return query.groups.length === 0
        ? q`select ${columnsSql(query.columns)}
${fromWhere(query.rows)}`
        : groupsSql(query)
    case 'distinct':
      return distinctSql(query)
    case 'first':
      return q`${querySql(query.query)}
limit ${query.most}`
    case 'concat':
      return joined(
        query.queries.map(
          ({ name, query: each }) => q`select * from (${querySql(each)}) ${identifier(name)}`,
        ),
        ' union all ',
      )
    case 'narrowed':
      return narrowedSql(query)
  }
}

/** The database evaluates the condition once, and starts the second part only if it is true. */
function narrowedSql({ narrow, whole, most, from, within }: Narrowed): Fragment {
  return q`with narrow as materialized (${querySql(narrow)}
limit ${most}), enough as materialized (
select (select count(*) from narrow) >= ${most} or (select count(*) from (${querySql(from)}
limit ${within + 1}) counted) <= ${within} as found)
select narrow.* from narrow where (select enough.found from enough) union all select * from (${querySql(whole)}) whole where not (select enough.found from enough)`
}

function fromWhere(rows: Rows): Fragment {
  const { tables, conditions } = flattened(rows)
  return q`from ${tables}
where ${all(conditions)}`
}

function sorted({ key, isDescending, isNullLast }: SortKey): Fragment {
  const directed = isDescending ? q`${key} desc` : key
  return isNullLast ? q`${directed} nulls last` : directed
}

const orderBy = (keys: readonly Fragment[]): Fragment =>
  keys.length === 0
    ? q``
    : q`
order by ${joined(keys, ', ')}`

const projectSql = ({ rows, columns, order }: Project): Fragment =>
  q`select ${columnsSql(columns)}
${fromWhere(rows)}${orderBy(order.map(sorted))}`

const names = (columns: readonly Column[]): Fragment =>
  joined(
    columns.map(({ name }) => identifier(name)),
    ', ',
  )

/** Groups first, then their order: what a group is known by is read from a row's JSON once. */
function groupsSql({ rows, columns, groups, hidden, order }: Aggregate): Fragment {
  const positions = groups.map(at => q`${at + 1}`)
  const keys = order.map(({ key, isText, isDescending }) => {
    const collated = isText ? q`${key} collate "C"` : key
    return sorted({ key: collated, isDescending })
  })
  return q`select ${names(columns)} from (
select ${columnsSql([...columns, ...hidden])}
${fromWhere(rows)}
group by ${joined(positions, ', ')}
) g${orderBy(keys)}`
}

const distinctSql = ({ rows, columns, place }: Distinct): Fragment =>
  q`select ${names(columns)} from (
select ${columnsSql(columns)}, ${place} as place
${fromWhere(rows)}
) each group by ${names(columns)} order by min(place)`
