/** A page of records as one statement: which they are, in order, and how many there are in all. */

import { FIXED_COLUMNS, FIXED_JOINS } from '../fixed-fields-store.ts'
import type { ColumnKey } from './column-key.ts'
import { type Bind, keyRelation } from './column-sql.ts'
import type { Field } from './fields.ts'
import type { Filter } from './filter.ts'
import {
  AS_MADE,
  BY_UID,
  isAfter,
  keyColumns,
  orderBy,
  requireFitting,
  startsAt,
  type Term,
  typeOfKey,
} from './order.ts'
import type { Order, Page } from './page.ts'

/** Where the keys of the page's columns are; nothing for a column that no record has a value in. */
export type ColumnKeys = ReadonlyMap<Field, ColumnKey | undefined>

export interface ListStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Records by their objects, each with its latest version. */
const ALL = `cairn.versioned_object o
    join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v on true`

/**
 * Records by the keys of a column. Each key is one record: said by OFFSET 0, since the planner multiplies the odds of two
 * columns that go together, takes 100,000 records for one, and sorts them all rather than read an index in order.
 */
const byKeys = (relation: string): string => `(${relation}) k
    cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
    cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o`

const needsEpisode = (page: Page): boolean =>
  [...page.order, ...page.filters].some(({ field }) => field.of === 'record' && field.ofEpisode)

interface Making {
  readonly page: Page
  readonly keys: ColumnKeys
  readonly bind: Bind
  readonly artefact: string
  readonly ehr: string | undefined
}

/** Rows of `cairn.root` of the EHR that is asked for, so that its own index serves. */
const ofEhr = ({ ehr }: Making): readonly string[] => (ehr === undefined ? [] : [`r.ehr_id = ${ehr}`])

const relationOf = (making: Making, key: ColumnKey, filters: readonly Filter[] = []): string =>
  keyRelation(key, making.bind, (k, code) => [
    ...ofEhr(making),
    ...filters.map(({ condition }) => condition(k, code, making.bind)),
  ])

const HIDDEN = 'select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable'

/** Population lists leave out EHRs that are not queryable, as queries do. */
const isListed = ({ artefact, ehr }: Making): readonly string[] => [
  `o.artefact_id = ${artefact}`,
  ehr === undefined ? `o.ehr_id not in (${HIDDEN})` : `o.ehr_id = ${ehr}`,
]

function isWanted(making: Making, filter: Filter): string {
  const { field, absent, condition } = filter
  if (field.of === 'record') return absent ? 'false' : condition(field.sql, 'null::text', making.bind)
  const key = making.keys.get(field)
  if (!key) return String(absent)
  if (absent) return isAbsent(making, key)
  return `(o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (${relationOf(making, key, [filter])}) f)`
}

const isAbsent = (making: Making, key: ColumnKey): string =>
  `not exists (select from (${relationOf(making, key)}) f where f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)`

/** The term of a column that no record has a value in. */
const NOTHING = 'null::text'

/** Joins and terms for everything but a first column that the records come by. */
function ordering(
  making: Making,
  orders: readonly Order[],
): { readonly joins: string; readonly terms: readonly Term[] } {
  const joins: string[] = []
  const terms = orders.map(({ field, descending }, at): Term => {
    const type = typeOfKey(field)
    if (field.of === 'record') return { sql: field.sql, descending, type, always: true }
    const key = making.keys.get(field)
    if (!key) return { sql: NOTHING, descending, type: 'text', always: false }
    joins.push(
      `left join lateral (select f.k from (${relationOf(making, key)}) f
         where f.ehr_id = o.ehr_id and f.commit_number = v.commit_number) o${at} on true`,
    )
    return { sql: `o${at}.k`, descending, type, always: false }
  })
  return { joins: joins.join(' '), terms }
}

interface Source {
  readonly from: string
  readonly filters: readonly Filter[]
}

/** By a filter's column where there is one: its index, if it has one, then serves; the first that is ordered by before others. */
function filtered(making: Making): (Source & { readonly field: Field }) | undefined {
  const { filters, order } = making.page
  const positive = filters.filter(
    ({ field, absent }) => field.of === 'column' && !absent && making.keys.get(field),
  )
  const chosen = positive.find(({ field }) => field.name === order[0]?.field.name) ?? positive[0]
  const key = chosen && making.keys.get(chosen.field)
  if (!chosen || !key) return undefined
  const same = positive.filter(({ field }) => field.name === chosen.field.name)
  return {
    field: chosen.field,
    from: byKeys(relationOf(making, key, same)),
    filters: filters.filter(filter => !same.includes(filter)),
  }
}

interface Part extends Source {
  /** What comes before the other terms: the key that the records come by, or nothing where they have none. */
  readonly first: readonly Term[]
  readonly orders: readonly Order[]
  readonly also?: readonly string[]
}

/** Those of a source, in order, after the record that is named. */
function ordered(making: Making, { from, filters, first, orders, also = [] }: Part): string {
  const { page, bind } = making
  const { joins, terms: others } = ordering(making, orders)
  const terms = page.order.length === 0 ? [AS_MADE] : [...first, ...others, BY_UID]
  const where = [...isListed(making), ...filters.map(filter => isWanted(making, filter)), ...also]
  if (page.after) {
    requireFitting(terms, page.after)
    where.push(startsAt(terms, page.after, bind), isAfter(terms, page.after, bind))
  }
  return `select o.ehr_id, o.object_id, v.commit_number, ${keyColumns(terms)}
    from ${from} ${needsEpisode(page) ? FIXED_JOINS : ''} ${joins}
    where ${where.join(' and ')} order by ${orderBy(terms)}`
}

const keyTerm = ({ field, descending }: Order, sql: string, always: boolean): Term => ({
  sql,
  descending,
  type: typeOfKey(field),
  always,
})

/** Those that show a value in the first column come in its order, from an index where it has one; the others after them. */
function pageRows(making: Making): string {
  const { order, filters, after } = making.page
  const [first, ...rest] = order
  const source = filtered(making)
  const key = first && making.keys.get(first.field)
  if (source) {
    const leads = first && source.field.name === first.field.name
    return leads
      ? ordered(making, { ...source, first: [keyTerm(first, 'k.k', true)], orders: rest })
      : ordered(making, { ...source, first: [], orders: order })
  }
  if (!first || !key) return ordered(making, { from: ALL, filters, first: [], orders: order })
  const absentKey = keyTerm(first, first.field.kind === 'text' ? 'null::text' : 'null::jsonb', false)
  const absent = ordered(making, {
    from: ALL,
    filters,
    first: [absentKey],
    orders: rest,
    also: [isAbsent(making, key)],
  })
  if (after?.[0] === null) return absent
  const present = ordered(making, {
    from: byKeys(relationOf(making, key)),
    filters,
    first: [keyTerm(first, 'k.k', true)],
    orders: rest,
  })
  return `select * from (${present}) present union all select * from (${absent}) absent`
}

/** All of the template less those of EHRs that are not queryable: of these there are few, and an index has them. */
const totalOfAll = (artefact: string): string => {
  const count = `select count(*) from cairn.versioned_object o where o.artefact_id = ${artefact}`
  return `(${count}) - (${count} and o.ehr_id in (${HIDDEN}))`
}

function total(making: Making): string {
  const { filters, ehrId } = making.page
  if (filters.length === 0 && ehrId === undefined) return totalOfAll(making.artefact)
  const source = filtered(making) ?? {
    from: filters.length === 0 ? 'cairn.versioned_object o' : ALL,
    filters,
  }
  const where = [...isListed(making), ...source.filters.map(filter => isWanted(making, filter))]
  const episode = needsEpisode(making.page) ? FIXED_JOINS : ''
  return `(select count(*) from ${source.from} ${episode} where ${where.join(' and ')})`
}

function making(page: Page, artefactId: number, keys: ColumnKeys): Making & { readonly values: unknown[] } {
  const values: unknown[] = []
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`
  const ehr = page.ehrId === undefined ? undefined : bind(page.ehrId, 'uuid')
  return { page, keys, bind, artefact: bind(artefactId, 'integer'), ehr, values }
}

/** How many there are in all, whatever page is asked for. */
export function totalStatement(page: Page, artefactId: number, keys: ColumnKeys): ListStatement {
  const made = making(page, artefactId, keys)
  return { text: `select ${total(made)} as total`, values: made.values }
}

/** Every row says how much of the dictionary there was; a page without records is one row that says nothing else. */
export function pageStatement(page: Page, artefactId: number, keys: ColumnKeys): ListStatement {
  const made = making(page, artefactId, keys)
  // One more than asked for tells whether there are more.
  const rows = `${pageRows(made)} limit ${page.limit + 1} offset ${page.offset - 1}`
  const keyNames = Array.from({ length: page.order.length + 1 }, (_, at) => `p.key${at}`)
  const text = `with page as materialized (
      select row_number() over () as position, p.* from (${rows}) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[${keyNames.join()}] as keys, ${FIXED_COLUMNS} from page p
      join cairn.versioned_object o on o.ehr_id = p.ehr_id and o.object_id = p.object_id
      join cairn.version v on v.ehr_id = p.ehr_id and v.commit_number = p.commit_number ${FIXED_JOINS}
    ) records on true order by position`
  return { text, values: made.values }
}
