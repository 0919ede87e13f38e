/**
 * Rule: rows in the order of commits are read from as many documents as rows are wanted, and not from all.
 *
 * A document that has a row has one at least, so that the first n rows are in the first n documents that have any. No index has roots of several
 * archetypes in the order of commits, but one has documents. The database does not find this by itself: it takes EHR and commit number for
 * independent of each other, expects one row of a join by both, and so joins and sorts everything. That something is inside, it estimates well.
 */
import { column, sameVersion, someOf } from '../../../relation/expressions/index.ts'
import {
  type Fragment,
  filter,
  type Project,
  type RootScan,
  type Rows,
  rootColumns,
  table,
} from '../../../relation/index.ts'
import { isInOneEhr } from '../../documents/reading.ts'
import { isOutermost } from '../../sql/sources.ts'
import type { Guarded } from '../guard.ts'

/** For pages that come in one round trip. Of more rows, all documents may as well be joined at once. */
const MOST_DOCUMENTS = 4096

/** No variable has this alias: these end with a number. */
const DOCUMENT = 'document'

/** A scan, and what is asked of its rows. */
interface Asked {
  readonly scan: RootScan
  readonly conditions: readonly Fragment[]
}

export function askedOf(rows: Rows): Asked | undefined {
  if (rows.kind === 'roots') return { scan: rows, conditions: [] }
  const below = rows.kind === 'filter' ? askedOf(rows.rows) : undefined
  return below && rows.kind === 'filter'
    ? { scan: below.scan, conditions: [...below.conditions, ...rows.conditions] }
    : undefined
}

/** Each root has its EHR and its version. */
export const isAlwaysThere = (rows: Rows): boolean =>
  rows.kind === 'table' && (rows.table === 'ehr' || rows.table === 'version')

/** The rows of FROM, below what is only looked up for each, or repeats in it: without WHERE, none of them is lost by that. */
export function sourceOf(rows: Rows): Rows | undefined {
  switch (rows.kind) {
    case 'instances':
      return sourceOf(rows.rows)
    case 'lookup':
      return rows.join.isOptional || isAlwaysThere(rows.join.joined) ? sourceOf(rows.rows) : undefined
    default:
      return rows
  }
}

export const withSource = (rows: Rows, source: Rows): Rows =>
  rows.kind === 'instances' || rows.kind === 'lookup'
    ? { ...rows, rows: withSource(rows.rows, source) }
    : source

/** Roots that no index has in the order of commits. */
const areUnordered = ({ isLatest, isOutermost: isDocument, archetypes }: RootScan): boolean =>
  isLatest && !isDocument && archetypes.length > 1

/** The first documents of `rows`, where they are `of`, under an alias. */
const firstDocuments = (
  {
    alias,
    of,
    columns,
  }: { readonly alias: string; readonly of: string; readonly columns: Project['columns'] },
  rows: Rows,
  most: number,
): Rows => ({
  kind: 'subquery',
  alias,
  query: {
    kind: 'first',
    most,
    by: 'order of commits',
    query: {
      kind: 'project',
      rows,
      columns,
      order: [{ key: column(of, 'commit_number'), isDescending: false }],
    },
  },
})

/** Of the documents, beside the rows of the query. */
const keysOf = (of: string) => ({
  alias: DOCUMENT,
  of,
  columns: ['ehr_id', 'commit_number'].map(name => ({ name, sql: column(of, name) })),
})

/** Documents that are a variable themselves, with roots inside them. */
function ofOuter(outer: Asked, inner: Rows, asked: readonly Fragment[], guard: Guard): Rows {
  const { scan, conditions } = outer
  const documents = filter(scan, [...conditions, ...guard.conditions, someOf(filter(inner, asked))])
  const { alias } = scan
  if (!guard.isDistributed) {
    const place = { alias, of: alias, columns: rootColumns(alias) }
    return { kind: 'contain', outer: firstDocuments(place, documents, guard.most), inner }
  }
  // The coordinator gathers the first ones of all nodes: their keys alone.
  const both: Rows = { kind: 'contain', outer: filter(scan, conditions), inner }
  return {
    kind: 'contain',
    outer: firstDocuments(keysOf(alias), documents, guard.most),
    inner: filter(both, [sameVersion(alias, DOCUMENT)]),
  }
}

/** Roots alone: their documents are no variable. */
function ofRoots({ scan }: Asked, source: Rows, asked: readonly Fragment[], guard: Guard): Rows {
  const inside = filter(source, [sameVersion(scan.alias, DOCUMENT)])
  const documents = filter(table('root', DOCUMENT), [
    column(DOCUMENT, 'latest'),
    isOutermost(DOCUMENT),
    someOf(filter(inside, [...asked, ...guard.conditions])),
  ])
  return {
    kind: 'contain',
    outer: firstDocuments(keysOf(DOCUMENT), documents, guard.most),
    inner: inside,
  }
}

interface Guard {
  /** On the EHRs that may be seen: asked of the documents, and not again of what is in them. */
  readonly conditions: readonly Fragment[]
  readonly most: number
  readonly isDistributed: boolean
}

function sourceOfFirst(source: Rows, asked: readonly Fragment[], guard: Guard): Rows | undefined {
  if (source.kind === 'contain') {
    const [outer, inner] = [askedOf(source.outer), askedOf(source.inner)]
    return outer?.scan.isOutermost && outer.scan.isLatest && inner && areUnordered(inner.scan)
      ? ofOuter(outer, source.inner, asked, guard)
      : undefined
  }
  const roots = askedOf(source)
  return roots && areUnordered(roots.scan) ? ofRoots(roots, source, asked, guard) : undefined
}

/** The query over the first documents; undefined where all are needed, or where an index has the order. */
export function byFirstDocuments(
  { placed, isNarrow, conditions }: Guarded,
  plain: Project,
  most: number,
  isDistributed: boolean,
): Project | undefined {
  const { resolved, order, unfiltered, where } = placed
  if (isNarrow || isInOneEhr({ query: resolved.query, ehrId: undefined })) return undefined
  if (!resolved.documentwise || order.length > 0 || most > MOST_DOCUMENTS) return undefined
  const source = sourceOf(unfiltered)
  // WHERE may ask what was looked up, or repeats: that is not known of a document by itself.
  if (!source || (where.length > 0 && source !== unfiltered)) return undefined
  const first = sourceOfFirst(source, where, { conditions, most, isDistributed })
  return first && { ...plain, rows: filter(withSource(unfiltered, first), where) }
}
