/**
 * Rule: the newest rows of one EHR by the start of their compositions are looked for in the newest compositions, and not in all.
 *
 * An index has the compositions of an EHR in this order (decision 0099). The database would often not read it: it takes every EHR for one
 * of average length, in which it is as well to sort everything. An archetype may be rare, so that its newest roots are in none of the newest
 * compositions: then all are read after all, by the index of the archetype.
 */
import type { Aql } from '@cairn-ehr/openehr/aql'
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
import { isInOneEhr } from '../../documents/reading.ts'
import type { Guarded } from '../guard.ts'
import { askedOf, sourceOf, withSource } from './first-documents.ts'

/** Pages that people look at. More rows are as well read from all compositions. */
const MOST_ROWS = 101

/** Compositions that are looked through for each row. */
const COMPOSITIONS_PER_ROW = 8

/** The name of the column with the start time; `cairn.root` has none of this name. */
const START = 'start'

/** WHERE asks nothing but whose record it is. */
function asksForEhrAlone({ from, where }: Aql.BoundQuery): boolean {
  const isOfEhr = (condition: Aql.Condition): boolean => {
    if (condition.kind === 'and') return condition.operands.every(isOfEhr)
    if (condition.kind !== 'comparison' || condition.operator !== '=') return false
    const { left, right } = condition
    return (
      left.kind === 'path' &&
      right.kind === 'literal' &&
      from.kind === 'class' &&
      from.name === 'EHR' &&
      left.variable === from.variable &&
      left.steps.map(step => step.attribute).join('/') === 'ehr_id/value'
    )
  }
  return where === undefined || isOfEhr(where)
}

const isSame = (a: Fragment, b: Fragment): boolean => print(a).text === print(b).text

/** The first compositions by their start that have something inside, out of so many. */
function newestWith(inner: Rows, newest: Project, { alias }: RootScan, most: number, within: number): Rows {
  const [byStart, ...others] = newest.order
  const order: readonly SortKey[] = byStart
    ? [{ ...byStart, key: column(alias, START) }, ...others]
    : newest.order
  const candidates: Query = { kind: 'first', query: newest, most: within, by: 'index of start times' }
  return {
    kind: 'subquery',
    alias,
    query: {
      kind: 'first',
      most,
      query: {
        kind: 'project',
        rows: filter({ kind: 'subquery', query: candidates, alias }, [someOf(inner)]),
        columns: [...rootColumns(alias), { name: START, sql: column(alias, START) }],
        order,
      },
    },
  }
}

/** The query over the newest compositions first; undefined where another order is asked for, or another index has it. */
export function byStartTime(
  { placed, inEhr, conditions }: Guarded,
  plain: Project,
  most: number,
): Query | undefined {
  const { resolved, unfiltered, where, order, ehrId } = placed
  const { query, entries } = resolved
  const [by, more] = order
  if (!by || more || most > MOST_ROWS || !asksForEhrAlone(query)) return undefined
  if (!inEhr && !isInOneEhr({ query, ehrId: undefined })) return undefined
  const source = sourceOf(unfiltered)
  const outer = source?.kind === 'contain' ? askedOf(source.outer) : undefined
  const start = entries.path(START_TIME_PATH)
  if (source?.kind !== 'contain' || !outer?.scan.isOutermost || !outer.scan.isLatest || !start)
    return undefined
  const { alias } = outer.scan
  const key = leaf(alias, start)
  if (!askedOf(source.inner) || !isSame(by.key, key) || !isSame(ehrId, column(alias, 'ehr_id')))
    return undefined
  const documents = filter(outer.scan, [...outer.conditions, ...conditions, ...where])
  const newest: Project = {
    kind: 'project',
    rows: documents,
    columns: [...rootColumns(alias), { name: START, sql: key }],
    order: [
      { key, isDescending: by.descending },
      { key: column(alias, 'commit_number'), isDescending: false },
    ],
  }
  const within = most * COMPOSITIONS_PER_ROW
  const first = newestWith(source.inner, newest, outer.scan, most, within)
  const [, ...others] = plain.order
  return {
    kind: 'narrowed',
    most,
    within,
    from: { ...newest, columns: [{ name: START, sql: key }], order: [] },
    narrow: {
      ...plain,
      rows: withSource(unfiltered, { kind: 'contain', outer: first, inner: source.inner }),
      order: [{ key: column(alias, START), isDescending: by.descending }, ...others],
    },
    whole: plain,
  }
}
