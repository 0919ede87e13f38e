/** Records of the AQL tests put into a database as the commit door would: the same data for the evaluator and for SQL. */

import { createHash } from 'node:crypto'
import type { EhrData } from '@cairn-ehr/openehr/aql'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { printWhole } from '../../packages/server/src/access/index.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import type { PathDictionary } from '../../packages/server/src/roots/index.ts'
import { insertRoots, rootLists, rootsOf, rowsFor } from '../../packages/server/src/roots/writing/index.ts'

/** A UUID that is the same in every run. */
const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Records as a store has them, and what makes a query speak of the same ids. */
export interface Storable {
  readonly records: readonly EhrData[]
  readonly query: (text: string) => string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The tests' short ids of EHRs, objects and contributions become UUIDs; EHRs are made one after the other. */
export function asStored(records: readonly EhrData[]): Storable {
  const ids = records.flatMap(({ ehr_id, versions }) => [
    ehr_id,
    ...versions.flatMap(({ uid, contribution }) => [
      textAt(uid, 'value').split('::')[0] ?? '',
      textAt(contribution, 'id', 'value'),
    ]),
  ])
  const short = [...new Set(ids)].filter(id => !UUID.test(id))
  const quoted = (mark: string) => new RegExp(`${mark}(${short.join('|')})(?=${mark}|::)`, 'g')
  const renamed = (text: string, mark: string) =>
    short.length === 0 ? text : text.replace(quoted(mark), (_, id: string) => mark + uuidOf(id))
  const changed = JSON.parse(renamed(JSON.stringify(records), '"')) as EhrData[]
  return {
    query: text => renamed(text, "'"),
    records: changed.map((record, at) => ({
      ...record,
      time_created: `2025-01-01T00:00:${String(at).padStart(2, '0')}.000+00:00`,
    })),
  }
}

export const storable = (records: readonly EhrData[]): readonly EhrData[] => asStored(records).records

/** The ids of random queries, whichever records they are asked of. */
export const withUuids = (text: string): string =>
  text.replace(/(?<=')ehr\d+(?:-(?:\d+|status|dir))?(?='|::)/g, uuidOf)

const clear = sql({
  name: 'test.clear',
  prepare: false,
  text: `truncate cairn.root, cairn.version, cairn.versioned_object, cairn.contribution, cairn.ehr cascade`,
})

const addEhr = sql<never, [id: string, system: string, created: string, queryable: boolean]>({
  name: 'test.addEhr',
  text: `with ehr as (
      insert into cairn.ehr values ($1, $2, $3, gen_random_uuid(), gen_random_uuid(), null, true, $4, gen_random_uuid())
      returning ehr_id, default_episode_id, created_at)
    insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
    select ehr_id, default_episode_id, 'Default episode', true, created_at, created_at::text from ehr`,
})

interface VersionRow {
  readonly object_id: string
  readonly version: number
  readonly kind: string
  readonly system_id: string
  readonly contribution_id: string
  readonly committed_at: string
  readonly latest: boolean
  readonly envelope: string
  readonly data: string | null
}

const addVersions = sql<never, [ehr: string, versions: string, ...roots: unknown[]]>({
  name: 'test.addVersions',
  text: `
    with given as materialized (
      select * from json_to_recordset($2::json) as g (object_id uuid, version integer, kind text, system_id text,
        contribution_id uuid, committed_at timestamptz, envelope text, data text, position integer)
    ), contribution as (
      insert into cairn.contribution
      select distinct on (contribution_id) $1::uuid, contribution_id, committed_at, '{}' from given
    ), object as (
      insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
      select $1::uuid, object_id, kind, committed_at from given where version = 1
    ), new_version as (
      insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
        change_type, lifecycle, envelope, data)
      select $1::uuid, object_id, version, kind, system_id, contribution_id, committed_at,
        case when data is null then 523 when version = 1 then 249 else 251 end, 532, envelope, data
      from given order by position
      returning ehr_id, object_id, version, commit_number
    ), placed as (
      select v.ehr_id, v.commit_number, g.position + 1 as place from new_version v join given g using (object_id, version)
    )
    ${printWhole(insertRoots({ versions: 'placed', first: 3 }))}`,
})

/** Every second version as a database from before migration 0026 has it: no shared leaves, no event path, and objects by vector instead of lists. */
const storeAsBefore = sql<never, [ehr: string]>({
  name: 'test.storeAsBefore',
  text: `
    update cairn.root r set shared_key = null, event_path = 0, event_time = null, leaves = (
      select coalesce(jsonb_object_agg(l.key, case jsonb_typeof(l.value) when 'array'
        then cairn.by_vector(l.value, regexp_count(p.path, '\\*')) else l.value end), '{}')
      from jsonb_each(coalesce((select s.leaves from cairn.shared_leaves s where s.shared_key = r.shared_key), '{}') || r.leaves) l
      join cairn.path p on p.path_key = l.key::integer
    )
    where r.ehr_id = $1 and r.commit_number % 2 = 0`,
})

const textAt = (value: unknown, ...names: readonly string[]): string => {
  let found = value
  for (const name of names) found = isRmObject(found) ? found[name] : undefined
  return typeof found === 'string' ? found : ''
}

function rowOf(version: RmObject, kinds: Map<string, string>): Omit<VersionRow, 'latest'> {
  const { _type, uid, contribution, data, preceding_version_uid: _, ...envelope } = version
  const [object = '', system = '', number = ''] = textAt(uid, 'value').split('::')
  const kind = isRmObject(data) ? (data._type ?? '') : (kinds.get(object) ?? 'COMPOSITION')
  kinds.set(object, kind)
  return {
    object_id: object,
    version: Number(number),
    kind,
    system_id: system,
    contribution_id: textAt(contribution, 'id', 'value'),
    committed_at: textAt(envelope['commit_audit'], 'time_committed', 'value'),
    envelope: JSON.stringify(envelope),
    data: isRmObject(data) ? JSON.stringify(data) : null,
  }
}

/** In place of all that was there, one EHR after the other. The records must be `storable`. */
export async function store(
  db: Database,
  dictionary: PathDictionary,
  records: readonly EhrData[],
): Promise<void> {
  await db.execute(clear)
  for (const record of records) {
    await addRecord(db, record)
    await addAll(db, dictionary, record, record.versions)
  }
}

/** The same, with the first versions of all EHRs, then the second, and so on: none may be superseded. */
export async function storeInterleaved(
  db: Database,
  dictionary: PathDictionary,
  records: readonly EhrData[],
): Promise<void> {
  await db.execute(clear)
  for (const record of records) await addRecord(db, record)
  const most = Math.max(...records.map(({ versions }) => versions.length))
  for (let at = 0; at < most; at++)
    for (const record of records) await addAll(db, dictionary, record, record.versions.slice(at, at + 1))
}

async function addRecord(db: Database, record: EhrData): Promise<void> {
  const status = record.versions.findLast(version => isStatus(version['data']))
  const queryable = !(isRmObject(status?.['data']) && status['data']['is_queryable'] === false)
  await db.execute(addEhr, [record.ehr_id, record.system_id, record.time_created, queryable])
}

async function addAll(
  db: Database,
  dictionary: PathDictionary,
  record: EhrData,
  added: readonly RmObject[],
): Promise<void> {
  const kinds = new Map<string, string>()
  const rows = added.map(version => rowOf(version, kinds))
  const last = new Map(rows.map(row => [row.object_id, row.version]))
  const drafts = rows.map(({ data, kind }) =>
    data === null ? [] : rootsOf(JSON.parse(data) as RmObject, kind),
  )
  await dictionary.learn(drafts.map(roots => ({ roots })))
  const roots = rowsFor(
    dictionary,
    rows.map(({ object_id, version }, at) => ({
      place: at + 1,
      latest: last.get(object_id) === version,
      roots: drafts[at] ?? [],
    })),
  )
  const versions = JSON.stringify(rows.map((row, position) => ({ ...row, position })))
  await db.execute(addVersions, [record.ehr_id, versions, ...rootLists.values(roots)])
  await db.execute(storeAsBefore, [record.ehr_id])
}

const isStatus = (data: unknown): boolean => isRmObject(data) && data._type === 'EHR_STATUS'
