/** The versions that events are about, and those before them. */
import { guarded, seen } from '../access/index.ts'
import { groupBy } from '../collections/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import type { ChangeEvent } from './change-event.ts'
import { findArchetypes } from './source-store.ts'
import type { TouchedDocument } from './touched.ts'

interface VersionRow {
  readonly ehr_id: EhrId
  readonly object_id: string
  readonly version: number
  readonly kind: string
  readonly commit_number: number
}

const versions = sql<
  VersionRow,
  [ehrs: readonly string[], objects: readonly string[], versions: readonly number[]]
>({
  name: 'feed.recordVersions',
  text: guarded`select v.ehr_id, v.object_id, v.version, v.kind, v.commit_number
         from unnest($1::uuid[], $2::uuid[], $3::integer[]) as wanted (ehr_id, object_id, version)
         join ${seen.version('v')} using (ehr_id, object_id, version)`,
})

/** The version that an event is about, and the preceding one. */
export interface RecordVersions {
  readonly ehrId: string
  readonly after: TouchedDocument
  /** Undefined: there is none, or the caller may not see it. */
  readonly before: TouchedDocument | undefined
}

const keyOf = (objectId: string, version: number): string => `${objectId} ${version}`

/** By the id of the event. Events that are about no version of an EHR, or one that the caller may not see, have none. */
export async function findRecordVersions(
  db: LimitedQueries,
  events: readonly ChangeEvent[],
): Promise<ReadonlyMap<string, RecordVersions>> {
  const asked = events.flatMap(({ id, data: { ehr_id, object_id, version } }) =>
    ehr_id === undefined || object_id === undefined || version === undefined
      ? []
      : [{ id, ehr_id, object_id, version }],
  )
  if (asked.length === 0) return new Map()
  const wanted = asked.flatMap(each => [each, { ...each, version: each.version - 1 }])
  const rows = await db.query(versions, [
    wanted.map(({ ehr_id }) => ehr_id),
    wanted.map(({ object_id }) => object_id),
    wanted.map(({ version }) => version),
  ])
  const found = groupBy(rows, ({ object_id, version }) => keyOf(object_id, version))
  const archetypes = await findArchetypes(db, rows)
  const documentOf = (objectId: string, version: number): TouchedDocument | undefined => {
    const [row] = found.get(keyOf(objectId, version)) ?? []
    return (
      row && {
        kind: row.kind,
        commit: row.commit_number,
        archetypes: archetypes.get(row.commit_number) ?? [],
      }
    )
  }
  return new Map(
    asked.flatMap(({ id, ehr_id: ehrId, object_id, version }) => {
      const after = documentOf(object_id, version)
      return after ? [[id, { ehrId, after, before: documentOf(object_id, version - 1) }]] : []
    }),
  )
}
