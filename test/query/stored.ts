/** Records of the evaluator's tests in a database: as they are, without templates and whatever they hold. */
import { createHash } from 'node:crypto'
import type { EhrData } from '@cairn/openehr/aql'
import type { RmObject } from '@cairn/openehr/rm'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import type { Kind, StoredVersion } from '../../packages/server/src/versions/index.ts'
import { printVersion, timestamp } from '../../packages/server/src/versions/index.ts'
import { openPathDictionary, rootsOf, rowsFor } from '../../packages/server/src/versions/roots/index.ts'

/** The store knows EHRs and objects by UUIDs: those of the tests get one each, here and in the queries about them. */
export const withUuids = (text: string): string =>
  text.replace(/\behr\d(?:-(?:\d|status|dir))?\b/g, name => uuid(name))

function uuid(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

const run = (db: Database, text: string, values: readonly unknown[] = []) =>
  db.execute(sql<never, readonly unknown[]>({ name: 'test.store', text, prepare: false }), values)

const TABLES = ['root', 'version', 'versioned_object', 'contribution', 'ehr_subject', 'ehr']

export async function clear(db: Database): Promise<void> {
  await run(db, `truncate ${TABLES.map(table => `cairn.${table}`).join()} restart identity cascade`)
}

interface Draft {
  readonly uid: { readonly value: string }
  readonly data?: RmObject
  readonly commit_audit: { readonly time_committed: { readonly value: string } }
  readonly lifecycle_state?: RmObject
}

/** One EHR after the other, each version in a commit of its own, so that commits are in the order of the records. */
export async function store(db: Database, ehrs: readonly EhrData[]): Promise<void> {
  const dictionary = openPathDictionary(db)
  for (const each of ehrs) {
    const ehr = JSON.parse(withUuids(JSON.stringify(each))) as EhrData
    const statuses = ehr.versions.filter(version => typeOf(version) === 'EHR_STATUS')
    const queryable = (statuses.at(-1) as { data?: { is_queryable?: boolean } } | undefined)?.data
      ?.is_queryable
    await run(
      db,
      `insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, is_modifiable, is_queryable)
       values ($1, $2, clock_timestamp(), $1, $1, true, $3)`,
      [ehr.ehr_id, ehr.system_id, queryable ?? true],
    )
    const kinds = new Map<string, string>()
    for (const version of ehr.versions) {
      const draft = version as unknown as Draft
      const [object = '', system = '', number = ''] = draft.uid.value.split('::')
      const kind = typeOf(version) ?? kinds.get(object) ?? 'COMPOSITION'
      kinds.set(object, kind)
      const roots = draft.data ? rootsOf(draft.data, kind) : []
      await dictionary.learn(roots)
      const { _type, uid, contribution, preceding_version_uid, data, ...envelope } = version
      const rows = rowsFor(dictionary, [{ objectId: object, version: Number(number), roots }])
      await run(
        db,
        `with contribution as (
           insert into cairn.contribution values ($1, $2, $3, '{}')
         ), object as (
           insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
           select $1, $4, $5, $3 where $6::integer = 1
         ), superseded as (
           update cairn.root r set latest = false from cairn.version v
           where v.ehr_id = $1 and v.object_id = $4 and r.ehr_id = $1 and r.commit_number = v.commit_number
         ), v as (
           insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
             change_type, lifecycle, envelope, data)
           values ($1, $4, $6, $5, $7, $2, $3, 249, 532, $8, $9) returning commit_number
         )
         insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves)
         select $1, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, true, r.leaves
         from v, json_to_recordset($10::json) as r (num integer, cap integer, parent integer, via integer, at text,
           archetype_key integer, leaves jsonb)`,
        [
          ehr.ehr_id,
          uuid(`${draft.uid.value} contribution`),
          draft.commit_audit.time_committed.value,
          object,
          kind,
          Number(number),
          system,
          JSON.stringify(envelope),
          draft.data === undefined ? null : JSON.stringify(draft.data),
          rows,
        ],
      )
    }
  }
}

const typeOf = ({ data }: RmObject): string | undefined => (data as RmObject | undefined)?._type

interface Row {
  readonly ehr_id: string
  readonly ehr_system: string
  readonly ehr_created: Date
  readonly object_id: string | null
  readonly version: number
  readonly kind: Kind
  readonly system_id: string
  readonly contribution_id: string
  readonly envelope: string
  readonly data: string | null
}

const everything = sql<Row>({
  name: 'test.everything',
  text: `select e.ehr_id, e.system_id as ehr_system, e.created_at as ehr_created, v.object_id, v.version, v.kind,
           v.system_id, v.contribution_id, v.envelope, v.data
         from cairn.ehr e left join cairn.version v using (ehr_id)
         where v.kind is distinct from 'EHR_ACCESS' order by e.created_at, e.ehr_id, v.commit_number`,
})

/** All records as they stand in the database, for the reference evaluator. */
export async function allRecords(db: Database): Promise<readonly EhrData[]> {
  const ehrs = new Map<string, EhrData & { readonly versions: RmObject[] }>()
  for (const row of await db.query(everything)) {
    const ehr = ehrs.get(row.ehr_id) ?? {
      ehr_id: row.ehr_id,
      system_id: row.ehr_system,
      time_created: timestamp(row.ehr_created),
      versions: [],
    }
    ehrs.set(row.ehr_id, ehr)
    if (row.object_id === null) continue
    const stored: StoredVersion = {
      ehrId: row.ehr_id,
      objectId: row.object_id,
      kind: row.kind,
      version: row.version,
      systemId: row.system_id,
      contributionId: row.contribution_id,
      committedAt: new Date(0),
      changeType: 0,
      lifecycle: 0,
      templateKey: null,
      otherInputs: [],
      envelope: row.envelope,
      data: row.data,
    }
    ehr.versions.push(JSON.parse(printVersion(stored, 'openehr')))
  }
  return [...ehrs.values()]
}
