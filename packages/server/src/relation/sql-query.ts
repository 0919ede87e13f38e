/** The printer: what is made of rows, as statements. */
import { all, identifier, joined, q } from './fragment.ts'
import type { Aggregate, Column, Distinct, Fragment, Page, Project, Query, Rows, SortKey } from './nodes.ts'
import { columnsSql, flattened } from './sql.ts'

/** The generation is asked in the statement itself, and so of the same snapshot: no rows may mean that the dictionary has grown. */
export const pageSql = ({ query, most, offset, fetch, generation }: Page): Fragment => q`select * from (
${querySql(query)}
limit ${most}
) answer where (select d.generation from cairn.dictionary_state d) = ${generation}
offset ${offset} limit ${fetch}`

function querySql(query: Query): Fragment {
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
  }
}

function fromWhere(rows: Rows): Fragment {
  const { tables, conditions } = flattened(rows)
  return q`from ${tables}
where ${all(conditions)}`
}

const sorted = ({ key, isDescending }: SortKey): Fragment => (isDescending ? q`${key} desc` : key)

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
