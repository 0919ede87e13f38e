/** The records of a list as rows: `o` (the object) and `v` (its latest version), with what is asked of them. */
import { seen } from '../../access/index.ts'
import { constant, forms, noneOf, q, verbatim } from '../../relation/expressions/index.ts'
import {
  derived,
  type Fragment,
  join,
  lookup,
  type Project,
  querySql,
  type Rows,
  table,
} from '../../relation/index.ts'
import { FIXED_JOINS } from '../fixed-fields-store.ts'
import type { ColumnKey } from './column-key.ts'
import { keyQuery } from './column-sql.ts'
import type { Field } from './fields.ts'
import type { Filter } from './filter.ts'
import type { Page } from './page.ts'

/** The keys of the page's columns; none for a column that no record has a value in. */
export type ColumnKeys = ReadonlyMap<Field, ColumnKey | undefined>

/** A page of a datamap that is being made into a statement. */
export interface Listing {
  readonly page: Page
  readonly keys: ColumnKeys
  readonly artefact: Fragment
  readonly ehr: Fragment | undefined
}

export const listingOf = (page: Page, artefactId: number, keys: ColumnKeys): Listing => ({
  page,
  keys,
  artefact: constant('integer', artefactId),
  ehr: page.ehrId === undefined ? undefined : constant('uuid', page.ehrId),
})

/** Every object, with its latest version. */
export const ALL_RECORDS: Rows = {
  kind: 'contain',
  outer: table('versioned_object', 'o'),
  inner: derived(
    'v: the latest version of o',
    q`lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from ${seen.version('l')}
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v`,
  ),
}

/**
 * Records by the keys of a column. Each key is one record: said by OFFSET 0, since the planner multiplies the odds of two
 * columns that go together, takes 100,000 records for one, and sorts them all rather than read an index in order.
 */
export const recordsBy = (query: Project): Rows => ({
  kind: 'product',
  operands: [
    { kind: 'subquery', query, alias: 'k' },
    derived(
      'v: the version of k',
      q`lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from ${seen.version('l')}
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v`,
    ),
    derived(
      'o: the object of v',
      q`lateral (select b.* from ${seen.versioned_object('b')}
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o`,
    ),
  ],
})

/** With the episode of each, where one of its fields is ordered or filtered by. */
export function withEpisode(rows: Rows, { order, filters }: Page): Rows {
  const isNeeded = [...order, ...filters].some(({ field }) => field.of === 'record' && field.ofEpisode)
  return isNeeded ? { kind: 'attached', rows, from: 'episode: that of o', sql: verbatim(FIXED_JOINS) } : rows
}

/** With the key of a column as `alias`.k, NULL where a record shows nothing there. */
export const withKey = (rows: Rows, listing: Listing, key: ColumnKey, alias: string): Rows =>
  lookup(rows, [
    join({ kind: 'subquery', query: keysOfRecord(listing, key), alias, isLateral: true }, [], true),
  ])

const keysOfRecord = (listing: Listing, key: ColumnKey): Project => ({
  kind: 'project',
  rows: {
    kind: 'filter',
    rows: { kind: 'subquery', query: columnKeys(listing, key), alias: 'f' },
    conditions: IS_RECORD,
  },
  columns: [{ name: 'k', sql: q`f.k` }],
  order: [],
})

const IS_RECORD = [q`f.ehr_id = o.ehr_id`, q`f.commit_number = v.commit_number`]

/** The keys of a column that pass filters; of the EHR that is asked for, so that its own index serves. */
export const columnKeys = ({ ehr }: Listing, key: ColumnKey, filters: readonly Filter[] = []): Project =>
  keyQuery(key, (k, code) => [
    ...(ehr ? [q`r.ehr_id = ${ehr}`] : []),
    ...filters.map(({ condition }) => condition(k, code)),
  ])

/** EHRs that are not queryable: few, and an index has them. */
export const HIDDEN = q`select hidden.ehr_id from ${seen.ehr('hidden')} where not hidden.is_queryable`

/** Population lists leave out EHRs that are not queryable, as queries do. Parties have no such flag. */
export function isListed({ artefact, ehr, page }: Listing): readonly Fragment[] {
  const isOfTemplate = q`o.artefact_id = ${artefact}`
  if (ehr) return [isOfTemplate, q`o.ehr_id = ${ehr}`]
  if (page.isOfParties) return [isOfTemplate]
  return [
    isOfTemplate,
    forms(q`o.ehr_id not in (${HIDDEN})`, q`not exists (${HIDDEN} and hidden.ehr_id = o.ehr_id)`),
  ]
}

export function isWanted(listing: Listing, filter: Filter): Fragment {
  const { field, absent, condition } = filter
  if (field.of === 'record') return absent ? q`false` : condition(field.sql, q`null::text`)
  const key = listing.keys.get(field)
  if (!key) return absent ? q`true` : q`false`
  if (absent) return isAbsent(listing, key)
  return q`(o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (${querySql(columnKeys(listing, key, [filter]))}) f)`
}

/** That a record shows nothing in a column. */
export const isAbsent = (listing: Listing, key: ColumnKey): Fragment =>
  noneOf({
    kind: 'filter',
    rows: { kind: 'subquery', query: columnKeys(listing, key), alias: 'f' },
    conditions: IS_RECORD,
  })
