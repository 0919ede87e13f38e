/**
 * Rule: the newest rows of one EHR by the time of their event are read from as many roots as rows are wanted, and not from all.
 *
 * An index has the roots of an EHR and archetype by the latest of their event times, path by path (decision 0104). The first n rows are in the
 * first n roots, as in the order of a value index. A root that has no time there, or times at several paths, may come before all others, so that
 * these roots are always read: the index has them too, and in most records there are none.
 */
import { isA } from '@cairn-ehr/openehr/rm'
import { column } from '../../../relation/expressions/index.ts'
import {
  type Fragment,
  filter,
  type Project,
  type Query,
  type RootScan,
  type Rows,
  rootColumns,
} from '../../../relation/index.ts'
import { type Entries, INDEXED_TIMES } from '../../../roots/index.ts'
import { byLatestEvent, hasEventPath, otherEventPaths } from '../../sql/event-time.ts'
import type { RootSource, Source } from '../dictionary/sources.ts'
import type { Guarded } from '../guard.ts'
import { type PathKey, pathKeyOf } from '../paths/value-key.ts'
import type { Resolved } from '../resolve.ts'
import { isAnyComposition } from './any-composition.ts'
import { isAlwaysThere } from './first-documents.ts'
import { askedBesideEhr, oneEhr } from './one-ehr.ts'
import { isBound } from './value-order.ts'

/** Of more rows, all roots may as well be sorted. */
const MOST_ROWS = 4096

const NOTHING_USED: ReadonlySet<string> = new Set()

/** Inside an EHR, and inside a composition of any kind: every entry is in one. */
function innerOf(source: Source, entries: Entries): Source {
  if (source.kind === 'ehr' && source.contains && !source.contains.negated)
    return innerOf(source.contains.what, entries)
  if (source.kind !== 'root' || !source.contains || source.contains.negated) return source
  return isAnyComposition(source, NOTHING_USED, entries) ? source.contains.what : source
}

/** The only root of FROM that decides which rows there are. */
function entryOf(resolved: Resolved): RootSource | undefined {
  const entry = innerOf(resolved.source, resolved.entries)
  const isEntry =
    entry.kind === 'root' &&
    !entry.predicate &&
    !entry.contains &&
    !entry.references &&
    entry.archetypes.every(({ type }) => isA(type, 'CONTENT_ITEM'))
  return isEntry ? entry : undefined
}

/** The event time that is ordered by, the latest first. */
function orderedBy(resolved: Resolved): PathKey | undefined {
  const { query, order } = resolved
  const [by, more] = order
  const [archetype] = entryOf(resolved)?.archetypes ?? []
  if (!archetype || more !== undefined || by?.kind !== 'path' || query.distinct) return undefined
  const key = query.orderBy[0]?.descending ? pathKeyOf(by, resolved) : undefined
  if (!key?.key.leaves.every(({ text }) => INDEXED_TIMES.isEvent(archetype.type, text))) return undefined
  const hasRows = askedBesideEhr(query).every(each => isBound(each, key, 'greatest', resolved))
  return hasRows ? key : undefined
}

/** Finds the scan of an archetype, or puts other rows in its place; undefined where other tables decide which rows there are. */
function withScan(rows: Rows, archetype: number, other: (scan: RootScan) => Rows): Rows | undefined {
  const below = (inner: Rows): Rows | undefined => withScan(inner, archetype, other)
  switch (rows.kind) {
    case 'roots':
      return rows.isLatest && rows.archetypes[0] === archetype ? other(rows) : undefined
    case 'contain': {
      const inner = below(rows.inner)
      return inner && { ...rows, inner }
    }
    case 'lookup': {
      const isKept = rows.join.isOptional || isAlwaysThere(rows.join.joined)
      const inner = isKept ? below(rows.rows) : undefined
      return inner && { ...rows, rows: inner }
    }
    case 'instances':
    case 'filter': {
      const inner = below(rows.rows)
      return inner && { ...rows, rows: inner }
    }
    default:
      return undefined
  }
}

/** The first roots by each path, and all that have their times elsewhere. */
function newest(scan: RootScan, inEhr: Fragment, paths: readonly number[], most: number): Rows {
  const { alias } = scan
  const project = (conditions: readonly Fragment[], order: Project['order']): Project => ({
    kind: 'project',
    rows: filter(scan, [inEhr, ...conditions]),
    columns: rootColumns(alias),
    order,
  })
  const firsts = paths.map((path): Query => {
    const query = project([hasEventPath(alias, path)], byLatestEvent(alias))
    return { kind: 'first', most, by: 'index of event times', query }
  })
  const others = otherEventPaths(alias, paths).map(conditions => project(conditions, []))
  const queries = [...firsts, ...others].map((query, at) => ({ name: `part${at}`, query }))
  return { kind: 'subquery', alias, query: { kind: 'concat', queries } }
}

/** The query over the newest roots; undefined where another order is asked for. */
export function byEventTime(guarded: Guarded, plain: Project, most: number): Query | undefined {
  const { resolved, groups } = guarded.placed
  const inEhr = groups || most > MOST_ROWS ? undefined : oneEhr(guarded)
  const key = inEhr && orderedBy(resolved)
  if (!inEhr || !key) return undefined
  const paths = key.key.leaves.map(leaf => leaf.key).toSorted((a, b) => a - b)
  const rows = withScan(plain.rows, key.key.archetype, scan =>
    newest(scan, inEhr(column(scan.alias, 'ehr_id')), paths, most),
  )
  return rows && { ...plain, rows }
}
