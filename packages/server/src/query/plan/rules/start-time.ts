/**
 * Rule: the newest rows of one EHR by the start of their compositions are looked for in the newest compositions, and not in all.
 *
 * An index has the compositions of an EHR in this order (decision 0099). The database would often not read it: it takes every EHR for one
 * of average length, in which it is as well to sort everything. An archetype may be rare, so that its newest roots are in none of the newest
 * compositions: then all are read after all, by the index of the archetype.
 */
import {
  column,
  type Fragment,
  filter,
  leaf,
  type Project,
  print,
  type Query,
  type RootScan,
  type Rows,
  rootColumns,
  type SortKey,
  someOf,
} from '../../../relation/index.ts'
import { START_TIME_PATH } from '../../../roots/index.ts'
import type { Guarded } from '../guard.ts'
import { askedOf, sourceOf, withSource } from './first-documents.ts'
import { askedBesideEhr, oneEhr } from './one-ehr.ts'

/** Of more rows, all compositions may as well be sorted. */
const MOST_ROWS = 4096

/** Compositions that are looked through: eight for each row of a page that people look at, and two for each more. */
const MOST_ON_PAGE = 101
const withinOf = (most: number): number => 2 * most + 6 * Math.min(most, MOST_ON_PAGE)

/** The name of the column with the start time; `cairn.root` has none of this name. */
const START = 'start'

const isSame = (a: Fragment, b: Fragment): boolean => print(a).text === print(b).text

/** The first compositions by their start, out of so many; where WHERE asks nothing, as many as have something inside. */
function newestWith(inner: Rows | undefined, newest: Project, { alias }: RootScan, most: number): Rows {
  const candidates: Query = { kind: 'first', query: newest, most: withinOf(most), by: 'index of start times' }
  const all: Rows = { kind: 'subquery', query: candidates, alias }
  if (!inner) return all
  const [byStart, ...others] = newest.order
  const order: readonly SortKey[] = byStart
    ? [{ ...byStart, key: column(alias, START) }, ...others]
    : newest.order
  const columns = [...rootColumns(alias), { name: START, sql: column(alias, START) }]
  const query: Query = { kind: 'project', rows: filter(all, [someOf(inner)]), columns, order }
  return { kind: 'subquery', alias, query: { kind: 'first', most, query } }
}

/** The query over the newest compositions first; undefined where another order is asked for, or another index has it. */
export function byStartTime(guarded: Guarded, plain: Project, most: number): Query | undefined {
  const { placed, conditions } = guarded
  const { resolved, unfiltered, where, order, ehrId } = placed
  const [by, more] = order
  const inEhr = oneEhr(guarded)
  if (!by || more || most > MOST_ROWS || !inEhr) return undefined
  const found = sourceOf(unfiltered)
  // What FROM asks of the EHR itself is a filter around all.
  const source = found?.kind === 'filter' ? found.rows : found
  const outer = source?.kind === 'contain' ? askedOf(source.outer) : undefined
  const start = resolved.entries.path(START_TIME_PATH)
  if (source?.kind !== 'contain' || !outer?.scan.isOutermost || !outer.scan.isLatest || !start)
    return undefined
  const { alias } = outer.scan
  const key = leaf(alias, start)
  if (!askedOf(source.inner) || !isSame(by.key, key) || !isSame(ehrId, column(alias, 'ehr_id')))
    return undefined
  const newest: Project = {
    kind: 'project',
    rows: filter(outer.scan, [...outer.conditions, ...conditions, inEhr(ehrId)]),
    columns: [...rootColumns(alias), { name: START, sql: key }],
    order: [
      { key, isDescending: by.descending },
      { key: column(alias, 'commit_number'), isDescending: false },
    ],
  }
  const asksMore = askedBesideEhr(resolved.query).length > 0
  const first = newestWith(asksMore ? undefined : source.inner, newest, outer.scan, most)
  const inside: Rows = { kind: 'contain', outer: first, inner: source.inner }
  const rows = withSource(unfiltered, found?.kind === 'filter' ? { ...found, rows: inside } : inside)
  const [, ...others] = plain.order
  return {
    kind: 'narrowed',
    most,
    within: withinOf(most),
    from: { ...newest, columns: [{ name: START, sql: key }], order: [] },
    narrow: {
      ...plain,
      rows: asksMore ? filter(rows, where) : rows,
      order: [{ key: column(alias, START), isDescending: by.descending }, ...others],
    },
    whole: plain,
  }
}
