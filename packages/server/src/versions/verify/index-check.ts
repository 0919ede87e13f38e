/** Compares the rows of the query index with the documents that they were made from. */

import { isDeepStrictEqual } from 'node:util'
import { guarded, open, seen } from '../../access/index.ts'
import { groupBy } from '../../collections/index.ts'
import { type Database, type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import {
  instancesOf,
  type Leaves,
  openPathDictionary,
  type PathDictionary,
  type PathEntry,
  unknownPairs,
} from '../../roots/index.ts'
import { leavesJson, type RootDraft, type RootRow, rowsFor } from '../../roots/writing/index.ts'
import { draftsOf } from '../commit.ts'
import type { IdRange } from '../id-range.ts'
import { type StoredVersion, versionUid } from '../model.ts'
import type { DocumentCheck, SignedDocument } from './document-check.ts'
import type { Fault } from './fault.ts'

interface StoredRoot {
  ehr_id: EhrId
  object_id: ObjectId
  version: number
  num: number
  cap: number
  parent: number | null
  via: number | null
  at: string | null
  archetype_key: number
  latest: boolean
  leaves: Leaves
  event_path: number | null
  event_time: number | null
}

/** Objects and numbers of versions are separate lists, so it may return rows of other versions of these objects too. */
const rootsOfVersions = sql<
  StoredRoot,
  [ehrIds: readonly EhrId[], objectIds: readonly ObjectId[], versions: readonly number[]]
>({
  name: 'indexCheck.roots',
  text: guarded`select v.ehr_id, v.object_id, v.version, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.event_path,
           r.event_time, case when s.leaves is null then r.leaves else s.leaves || r.leaves end as leaves
         from ${seen.version('v')} join ${seen.root('r')} on r.ehr_id = v.ehr_id and r.commit_number = v.commit_number
         left join ${open.shared_leaves} s on s.shared_key = r.shared_key
         where v.ehr_id = any($1::uuid[]) and v.object_id = any($2::uuid[]) and v.version = any($3::integer[])
         order by r.num`,
})

/** The newest version of each object; none of an object that came with a merge and is not in force. */
const newestVersions = sql<
  { ehr_id: EhrId; object_id: ObjectId; version: number },
  [ehrIds: readonly EhrId[], objectIds: readonly ObjectId[]]
>({
  name: 'indexCheck.newest',
  text: guarded`select v.ehr_id, v.object_id, max(v.version)::integer as version
         from ${seen.version('v')} join ${seen.versioned_object('o')} on o.ehr_id = v.ehr_id and o.object_id = v.object_id
         where v.ehr_id = any($1::uuid[]) and v.object_id = any($2::uuid[]) and o.merged_from is null
         group by v.ehr_id, v.object_id`,
})

const rowsWithoutVersion = sql<
  { ehr_id: EhrId; commit_number: string; rows: number },
  [from: EhrId, to: EhrId]
>({
  name: 'indexCheck.orphans',
  text: guarded`select r.ehr_id, r.commit_number::text, count(*)::integer as rows from ${seen.root('r')}
         where r.ehr_id between $1 and $2
           and not exists (select 1 from ${seen.version('v')} where v.ehr_id = r.ehr_id and v.commit_number = r.commit_number)
         group by r.ehr_id, r.commit_number order by 1, 2`,
})

type Key = Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>

const keyOf = ({ ehrId, objectId, version }: Key): string => `${ehrId} ${objectId} ${version}`

/** The values of a row by path and instance vector, in whichever form they are stored (decision 0065). */
const valuesOf = (leaves: Leaves, entries: ReadonlyMap<string, PathEntry>): ReadonlyMap<string, unknown> =>
  new Map(
    Object.keys(leaves).flatMap((key): [string, unknown][] => {
      const entry = entries.get(key)
      return entry === undefined
        ? [[key, leaves[key]]]
        : instancesOf(entry, leaves).map(([vector, value]) => [`${key} ${vector.join('.')}`, value])
    }),
  )

/** Kept until the dictionary grows: it has thousands of paths, and a verification thousands of pages. */
const known = new WeakMap<
  PathDictionary,
  { readonly generation: number; readonly entries: Map<string, PathEntry> }
>()

function entriesByKey(dictionary: PathDictionary): ReadonlyMap<string, PathEntry> {
  const { generation } = dictionary
  const kept = known.get(dictionary)
  if (kept?.generation === generation) return kept.entries
  const entries = new Map<string, PathEntry>()
  for (const { paths } of dictionary.archetypes())
    for (const entry of paths.keys()) entries.set(String(entry.key), entry)
  known.set(dictionary, { generation, entries })
  return entries
}

const columnsOf = (row: StoredRoot | RootRow): readonly unknown[] => [
  row.num,
  row.cap,
  row.parent ?? null,
  row.via ?? null,
  row.at ?? null,
  'archetype_key' in row ? row.archetype_key : row.archetypeKey,
]

export interface IndexCheckOptions {
  /** Finds rows from before a migration too, which are right, and which queries find more slowly. */
  readonly isExact?: boolean
}

interface Comparison extends IndexCheckOptions {
  readonly dictionary: PathDictionary
  readonly entries: ReadonlyMap<string, PathEntry>
  readonly isNewest: boolean
}

const leavesIn = (dictionary: PathDictionary, draft: RootDraft | undefined): Leaves =>
  JSON.parse(leavesJson(dictionary, draft?.leaves ?? []))

/** Rows from before the index of event times have the path 0. */
const hasLatestEvent = (
  { event_path, event_time }: StoredRoot,
  expected: RootRow | undefined,
  isExact: boolean,
): boolean => {
  const { path = null, time = null } = expected?.latestEvent ?? {}
  return (event_path === path && event_time === time) || (event_path === 0 && event_time === null && !isExact)
}

/** The first difference between the rows of a version and its document. */
function differenceOf(
  { version, data }: SignedDocument,
  stored: readonly StoredRoot[],
  { dictionary, entries, isNewest, isExact = false }: Comparison,
): string | undefined {
  const drafts = draftsOf(version.kind, data, dictionary)
  if (unknownPairs(drafts, dictionary).length > 0) return 'has paths that the path dictionary lacks'
  const expected = rowsFor(dictionary, [{ place: 1, roots: drafts }])
  if (expected.length > 0 && stored.length === 0) return 'has no rows in the query index'
  if (
    !isDeepStrictEqual(stored.map(columnsOf), expected.map(columnsOf)) ||
    !stored.every((root, at) => hasLatestEvent(root, expected[at], isExact))
  )
    return 'has other rows in the query index than its document'
  if (stored.some(({ latest }) => latest !== isNewest))
    return isNewest
      ? 'is the latest version, and the query index takes it for an older one'
      : 'is not the latest version, and the query index takes it for that'
  const isSame = stored.every(({ leaves }, at) =>
    isDeepStrictEqual(valuesOf(leaves, entries), valuesOf(leavesIn(dictionary, drafts[at]), entries)),
  )
  return isSame ? undefined : 'has other values in the query index than in its document'
}

/** Checks the rows of some versions. The dictionary must have been read after the snapshot of `queries`. */
export async function indexFaults(
  queries: LimitedQueries,
  dictionary: PathDictionary,
  documents: readonly SignedDocument[],
  options: IndexCheckOptions = {},
): Promise<Fault[]> {
  if (documents.length === 0) return []
  const ehrIds = [...new Set(documents.map(({ version }) => version.ehrId))]
  const objectIds = [...new Set(documents.map(({ version }) => version.objectId))]
  const numbers = [...new Set(documents.map(({ version }) => version.version))]
  const newest = new Set(
    (await queries.query(newestVersions, [ehrIds, objectIds])).map(row =>
      keyOf({ ehrId: row.ehr_id, objectId: row.object_id, version: row.version }),
    ),
  )
  const stored = groupBy(await queries.query(rootsOfVersions, [ehrIds, objectIds, numbers]), row =>
    keyOf({ ehrId: row.ehr_id, objectId: row.object_id, version: row.version }),
  )
  const entries = entriesByKey(dictionary)
  return documents.flatMap(document => {
    const { version } = document
    const key = keyOf(version)
    const comparison = { dictionary, entries, isNewest: newest.has(key), ...options }
    const what = differenceOf(document, stored.get(key) ?? [], comparison)
    return what === undefined ? [] : [{ ehrId: version.ehrId, uid: versionUid(version), what }]
  })
}

/** Rows of the query index that belong to no version. */
const orphanFaults = async (queries: LimitedQueries, { from, to }: IdRange): Promise<Fault[]> =>
  (await queries.query(rowsWithoutVersion, [from, to])).map(({ ehr_id, commit_number, rows }) => ({
    ehrId: ehr_id,
    uid: `commit ${commit_number}`,
    what: `has ${rows} rows in the query index, and no version`,
  }))

export function openRootCheck(db: Database, report: (faults: readonly Fault[]) => void): DocumentCheck {
  const dictionary = openPathDictionary(db)
  let isRead = false
  return {
    visit: async (queries, documents) => {
      // Paths are added before the commit that needs them: those of all versions of the part's snapshot are in it.
      if (!isRead) await dictionary.refresh()
      isRead = true
      report(await indexFaults(queries, dictionary, documents))
    },
    end: async (queries, ids) => {
      report(await orphanFaults(queries, ids))
      isRead = false
    },
  }
}
