/**
 * Rule: the newest rows of one EHR by the start of their compositions are looked for in the newest compositions, and not in all.
 *
 * An index has the compositions of an EHR in this order (decision 0099). The database would often not read it: it takes every EHR for one
 * of average length, in which it is as well to sort everything. An archetype may be rare, so that its newest roots are in none of the newest
 * compositions: then all are read after all, by the index of the archetype.
 */
import { column, leaf, someOf } from '../../../relation/expressions/index.ts'
import {
  type Fragment,
  filter,
  type Project,
  print,
  type Query,
  type RootScan,
  type Rows,
  rootColumns,
  type SortKey,
} from '../../../relation/index.ts'
import { INDEXED_TIMES } from '../../../roots/index.ts'
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

/** Compositions in the order of their start, with what is inside them. */
interface Ordered {
  readonly newest: Project
  readonly scan: RootScan
  readonly inner: Rows | undefined
}

/** The first compositions, of as many as are looked through: those that have something inside. */
function firstOf({ newest, scan: { alias }, inner }: Ordered, most: number, within: number): Rows {
  const candidates: Query = { kind: 'first', query: newest, most: within, by: 'index of start times' }
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

/** Undefined where another order is asked for, or where what is in FROM is not known by a composition. */
function orderedBy(guarded: Guarded, source: Rows): Ordered | undefined {
  const { placed, conditions } = guarded
  const { resolved, order, ehrId } = placed
  const [by, more] = order
  const inEhr = oneEhr(guarded)
  const [outer, inner] = source.kind === 'contain' ? [source.outer, source.inner] : [source, undefined]
  const asked = askedOf(outer)
  const start = resolved.entries.path(INDEXED_TIMES.start)
  if (!by || more || !inEhr || !asked?.scan.isOutermost || !asked.scan.isLatest || !start) return undefined
  const { alias } = asked.scan
  const key = leaf(alias, start)
  if ((inner && !askedOf(inner)) || !isSame(by.key, key) || !isSame(ehrId, column(alias, 'ehr_id')))
    return undefined
  return {
    scan: asked.scan,
    inner,
    newest: {
      kind: 'project',
      rows: filter(asked.scan, [...asked.conditions, ...conditions, inEhr(ehrId)]),
      columns: [...rootColumns(alias), { name: START, sql: key }],
      order: [
        { key, isDescending: by.descending },
        { key: column(alias, 'commit_number'), isDescending: false },
      ],
    },
  }
}

/** The query over the newest compositions first; undefined where another order is asked for, or another index has it. */
export function byStartTime(guarded: Guarded, plain: Project, most: number): Query | undefined {
  const { resolved, unfiltered, where } = guarded.placed
  const found = sourceOf(unfiltered)
  // A condition of FROM on the EHR itself is a filter around the whole source.
  const around = found?.kind === 'filter' && found.rows.kind === 'contain' ? found : undefined
  const source = around ? around.rows : found
  const ordered = source && most <= MOST_ROWS ? orderedBy(guarded, source) : undefined
  if (!ordered || !source) return undefined
  const { newest, scan, inner } = ordered
  const asksMore = askedBesideEhr(resolved.query).length > 0
  // Compositions alone come from the index as they are.
  if (!inner && !asksMore && found === unfiltered) return undefined
  const over = (first: Rows): Query => {
    const inside: Rows = inner ? { kind: 'contain', outer: first, inner } : first
    const rows = withSource(unfiltered, around ? { ...around, rows: inside } : inside)
    const [by, ...others] = plain.order
    return {
      ...plain,
      rows: asksMore ? filter(rows, where) : rows,
      order: [{ key: column(scan.alias, START), isDescending: by?.isDescending ?? false }, ...others],
    }
  }
  if (!inner && !asksMore) return over(firstOf(ordered, most, most))
  const within = withinOf(most)
  return {
    kind: 'narrowed',
    most,
    within,
    from: { ...newest, columns: newest.columns.slice(-1), order: [] },
    narrow: over(firstOf(asksMore ? { ...ordered, inner: undefined } : ordered, most, within)),
    whole: plain,
  }
}
