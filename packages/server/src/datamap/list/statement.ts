/** A page of records as one statement: which they are, in order, and how many there are in all. */
import { type GuardedSql, open, seen } from '../../access/index.ts'
import { forms, identifier, joined, q, verbatim } from '../../relation/expressions/index.ts'
import {
  constantsOf,
  explainQuery,
  type Fragment,
  filter,
  print,
  type Query,
  querySql,
  type Rows,
  table,
} from '../../relation/index.ts'
import { FIXED_COLUMNS, FIXED_JOINS, PARTY_COLUMNS } from '../fixed-fields-store.ts'
import type { Field } from './fields.ts'
import type { Filter } from './filter.ts'
import {
  ALL_RECORDS,
  type ColumnKeys,
  columnKeys,
  HIDDEN,
  isAbsent,
  isListed,
  isWanted,
  type Listing,
  listingOf,
  recordsBy,
  withEpisode,
  withKey,
} from './list-rows.ts'
import {
  AS_MADE,
  BY_UID,
  isAfter,
  keyColumns,
  requireFitting,
  sortKeys,
  startsAt,
  type Term,
  typeOfKey,
} from './order.ts'
import type { Order, Page } from './page.ts'

export interface ListStatement {
  readonly sql: GuardedSql
  readonly values: readonly unknown[]
  /** The nodes that it is made of, as text for people; made when somebody asks. */
  readonly explain: () => string
}

const statement = (sql: Fragment, query: Query, isDistributed: boolean): ListStatement => {
  const printed = print(sql, isDistributed)
  return { sql: printed.sql, values: constantsOf(printed), explain: () => explainQuery(query) }
}

/** With the keys of columns that are ordered by, and the terms of all that is. */
function ordering(
  listing: Listing,
  rows: Rows,
  orders: readonly Order[],
): { readonly rows: Rows; readonly terms: readonly Term[] } {
  let joined = rows
  const terms = orders.map(({ field, descending }, at): Term => {
    const type = typeOfKey(field)
    if (field.of === 'record') return { sql: field.sql, descending, type, always: true }
    const key = listing.keys.get(field)
    // No record has a value there.
    if (!key) return { sql: q`null::text`, descending, type: 'text', always: false }
    joined = withKey(joined, listing, key, `o${at}`)
    return { sql: identifier(`o${at}.k`), descending, type, always: false }
  })
  return { rows: joined, terms }
}

interface Source {
  readonly rows: Rows
  readonly filters: readonly Filter[]
}

/** By a filter's column where there is one: its index, if it has one, then serves; the first that is ordered by before others. */
function filtered(listing: Listing): (Source & { readonly field: Field }) | undefined {
  const { filters, order } = listing.page
  const positive = filters.filter(
    ({ field, absent }) => field.of === 'column' && !absent && listing.keys.get(field),
  )
  const chosen = positive.find(({ field }) => field.name === order[0]?.field.name) ?? positive[0]
  const key = chosen && listing.keys.get(chosen.field)
  if (!chosen || !key) return undefined
  const same = positive.filter(({ field }) => field.name === chosen.field.name)
  return {
    field: chosen.field,
    rows: recordsBy(columnKeys(listing, key, same)),
    filters: filters.filter(each => !same.includes(each)),
  }
}

interface Part extends Source {
  /** The key that the records are found by, which comes before the other terms; nothing if they have none. */
  readonly first: readonly Term[]
  readonly orders: readonly Order[]
  readonly also?: readonly Fragment[]
}

/** Those of a source, in order, after the record that is named. */
function ordered(listing: Listing, { rows: source, filters, first, orders, also = [] }: Part): Query {
  const { page } = listing
  const { rows, terms: others } = ordering(listing, withEpisode(source, page), orders)
  const terms = page.order.length === 0 ? [AS_MADE] : [...first, ...others, BY_UID]
  if (page.after) requireFitting(terms, page.after)
  return {
    kind: 'project',
    rows: filter(rows, [
      ...isListed(listing),
      ...filters.map(each => isWanted(listing, each)),
      ...also,
      ...(page.after ? [startsAt(terms, page.after), isAfter(terms, page.after)] : []),
    ]),
    columns: [
      { name: 'ehr_id', sql: q`o.ehr_id` },
      { name: 'object_id', sql: q`o.object_id` },
      { name: 'commit_number', sql: q`v.commit_number` },
      ...keyColumns(terms),
    ],
    order: sortKeys(terms),
  }
}

const keyTerm = ({ field, descending }: Order, sql: Fragment, always: boolean): Term => ({
  sql,
  descending,
  type: typeOfKey(field),
  always,
})

/** Those that show a value in the first column come in its order, from an index where it has one; the others after them. */
function recordsOf(listing: Listing): Query {
  const { order, filters, after } = listing.page
  const [first, ...rest] = order
  const source = filtered(listing)
  const key = first && listing.keys.get(first.field)
  if (source) {
    const leads = first && source.field.name === first.field.name
    return leads
      ? ordered(listing, { ...source, first: [keyTerm(first, q`k.k`, true)], orders: rest })
      : ordered(listing, { ...source, first: [], orders: order })
  }
  if (!first || !key) return ordered(listing, { rows: ALL_RECORDS, filters, first: [], orders: order })
  const absent = ordered(listing, {
    rows: ALL_RECORDS,
    filters,
    first: [keyTerm(first, first.field.kind === 'text' ? q`null::text` : q`null::jsonb`, false)],
    orders: rest,
    also: [isAbsent(listing, key)],
  })
  if (after?.[0] === null) return absent
  const present = ordered(listing, {
    rows: recordsBy(columnKeys(listing, key)),
    filters,
    first: [keyTerm(first, q`k.k`, true)],
    orders: rest,
  })
  return {
    kind: 'concat',
    queries: [
      { name: 'present', query: present },
      { name: 'absent', query: absent },
    ],
  }
}

/** A count of the rows for which conditions are true. */
const countOf = (rows: Rows, conditions: readonly Fragment[]): Query => ({
  kind: 'aggregate',
  rows: filter(rows, conditions),
  columns: [{ name: 'total', sql: q`count(*)` }],
  groups: [],
  hidden: [],
  order: [],
})

/** All of the template less those of EHRs that are not queryable, each counted by an index. */
function countOfAll(artefact: Fragment, isDistributed: boolean): ListStatement {
  const objects = table('versioned_object', 'o')
  const all = countOf(objects, [q`o.artefact_id = ${artefact}`])
  const hidden = countOf(objects, [q`o.artefact_id = ${artefact}`, q`o.ehr_id in (${HIDDEN})`])
  const made = statement(q`select (${querySql(all)}) - (${querySql(hidden)}) as total`, all, isDistributed)
  return { ...made, explain: () => `${explainQuery(all)}\nless\n${explainQuery(hidden)}` }
}

/** Counts all records, whatever page is asked for. */
export function totalStatement(
  page: Page,
  artefactId: number,
  keys: ColumnKeys,
  isDistributed: boolean,
): ListStatement {
  const listing = listingOf(page, artefactId, keys)
  const { filters, ehrId } = page
  if (filters.length === 0 && ehrId === undefined && !page.isOfParties)
    return countOfAll(listing.artefact, isDistributed)
  const source = filtered(listing) ?? {
    rows: filters.length === 0 ? table('versioned_object', 'o') : ALL_RECORDS,
    filters,
  }
  const conditions = [...isListed(listing), ...source.filters.map(each => isWanted(listing, each))]
  const count = countOf(withEpisode(source.rows, page), conditions)
  return statement(querySql(count), count, isDistributed)
}

/**
 * Those of a page. A distributed database puts the rows of its nodes in order only where a query has a limit of its own: without one, each
 * part of a concatenation would be in order on each node, and on the whole in none.
 */
function pageRows(
  records: Query,
  { most, skipped }: { readonly most: number; readonly skipped: number },
): Fragment {
  const page = q`limit ${most} offset ${skipped}`
  const plain = q`${querySql(records)} ${page}`
  if (records.kind !== 'concat') return plain
  const parts = records.queries.map(
    ({ query }, at) =>
      q`select ${at} as part, row_number() over () as place, b.* from (${querySql(query)} limit ${skipped + most}) b`,
  )
  return forms(plain, q`select u.* from (${joined(parts, ' union all ')}) u order by u.part, u.place ${page}`)
}

/**
 * Object and version of each row of the page `p`, each by its whole key. OFFSET 0 says so: in a join, the planner takes an EHR to have twenty
 * records, reads all of them for each row, and compares the rest of the key. A cluster has no such form for rows of the coordinator.
 */
const READ_EACH = forms(
  q`cross join lateral (select b.* from ${seen.versioned_object('b')}
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from ${seen.version('l')}
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v`,
  q`join ${seen.versioned_object('o')} on o.ehr_id = p.ehr_id and o.object_id = p.object_id
      join ${seen.version('v')} on v.ehr_id = p.ehr_id and v.commit_number = p.commit_number`,
)

/** Every row says how much of the dictionary there was; a page without records is one row that says nothing else. */
export function pageStatement(
  page: Page,
  artefactId: number,
  keys: ColumnKeys,
  isDistributed: boolean,
): ListStatement {
  // One more than asked for tells whether there are more.
  const records = recordsOf(listingOf(page, artefactId, keys))
  const rows = pageRows(records, { most: page.limit + 1, skipped: page.offset - 1 })
  const fields = verbatim(page.isOfParties ? PARTY_COLUMNS : FIXED_COLUMNS)
  const joins = page.isOfParties ? q`` : verbatim(FIXED_JOINS)
  const names = Array.from({ length: page.order.length + 1 }, (_, at) => identifier(`p.key${at}`))
  return statement(
    q`with page as materialized (
      select row_number() over () as position, p.* from (${rows}) p
    )
    select state.generation, records.* from ${open.dictionary_state} state left join (
      select p.position, p.ehr_id, p.commit_number, array[${joined(names, ', ')}] as keys, ${fields} from page p
      ${READ_EACH} ${joins}
    ) records on true order by position`,
    records,
    isDistributed,
  )
}
