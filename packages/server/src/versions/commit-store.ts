/** The statements that write: document, audit and query rows of a commit in one round trip. */
import { type Queries, sql } from '../db/index.ts'
import type { Kind } from './model.ts'
import { insertRoots, supersedeRoots } from './roots/index.ts'
import { sharedTurn } from './turn-store.ts'

/** What the commit statement is given of one version. */
export interface VersionRow {
  readonly object_id: string
  readonly kind: Kind
  readonly version: number
  readonly system_id: string
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly other_inputs: readonly string[]
  readonly envelope: string
  readonly data: string | null
}

export interface CommitRows {
  readonly ehrId: string
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
  readonly versions: readonly VersionRow[]
  /** What queries will run on, as `rowsFor` made it. */
  readonly roots: string
  /** Commit numbers of the versions that these follow. */
  readonly superseded: readonly number[]
}

/**
 * The part of the statement that every commit has; `gate` says whether anything may be written at all. `documents` is an
 * array of envelope and data of each version in turn: kept out of the JSON of the rows, where each would have to be
 * escaped here and parsed there.
 */
const writing = (documents: string): string => `
  contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select $1::uuid, $2::uuid, $3::timestamptz, $4::text from gate
    returning 1
  ), given as (
    select v.*, documents[2 * position - 1] as envelope, documents[2 * position] as data,
      (select t.artefact_id from cairn.template t where t.template_key = v.template_key and v.kind = 'COMPOSITION')
        as artefact_id
    from gate, (select ${documents} as documents) d, rows from (
      json_to_recordset($5::json) as (object_id uuid, kind text, version integer, system_id text,
        change_type smallint, lifecycle smallint, template_key integer, other_inputs text[]))
      with ordinality as v (object_id, kind, version, system_id, change_type, lifecycle, template_key,
        other_inputs, position)
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select $1::uuid, object_id, kind, $3::timestamptz, artefact_id from given where version = 1
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from given g
    where g.version > 1 and o.ehr_id = $1::uuid and o.object_id = g.object_id
      and o.artefact_id is distinct from g.artefact_id
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
      change_type, lifecycle, template_key, other_inputs, envelope, data)
    select $1::uuid, object_id, version, kind, system_id, $2::uuid, $3::timestamptz,
      change_type, lifecycle, template_key, other_inputs, envelope, data from given
    returning object_id, version, commit_number
  ), superseded_root as (${supersedeRoots({ ehr: '$1::uuid', commits: '$7' })}
      and exists (select from gate)
  ), root as (${insertRoots({ ehr: '$1::uuid', parameter: '$6', versions: 'version' })}
  )`

type CommitValues = [
  ehrId: string,
  contributionId: string,
  committedAt: Date,
  audit: string,
  versions: string,
  roots: string,
  superseded: readonly number[],
]

/** One version, as nearly always, is sent as two plain texts; several as an array, whose elements the driver quotes. */
const ONE = 'array[$9::text, $10::text]'
const SEVERAL = '$9::text[]'
type OneDocument = [envelope: string, data: string | null]
type SeveralDocuments = [documents: readonly (string | null)[]]

/**
 * An EHR_STATUS may change although nothing else may: $8. The EHR is locked before anything else is, so that whoever
 * erases or merges it either waits for this commit or makes it find nothing; the foreign keys take the same lock anyway.
 */
const commitText = (documents: string): string => `with turn as (
    select ${sharedTurn('$1::uuid')}
  ), gate as (
    select from cairn.ehr, turn where ehr_id = $1::uuid and (is_modifiable or $8) for key share of ehr
  ), ${writing(documents)}
  select 1 as one from contribution`

const commitOne = sql<{ one: number }, [...CommitValues, statusOnly: boolean, ...OneDocument]>({
  name: 'version.commitOne',
  text: commitText(ONE),
})
const commitSeveral = sql<{ one: number }, [...CommitValues, statusOnly: boolean, ...SeveralDocuments]>({
  name: 'version.commitSeveral',
  text: commitText(SEVERAL),
})

export interface NewEhrRow {
  readonly system_id: string
  readonly status_id: string
  readonly access_id: string
  readonly default_episode_id: string
  readonly episode_name: string
  readonly starts_text: string
  readonly is_modifiable: boolean
  readonly is_queryable: boolean
  readonly subject_id: string | null
  readonly subject_namespace: string | null
}

const writeNewEhr = sql<{ one: number }, [...CommitValues, ehr: string, ...SeveralDocuments]>({
  name: 'version.commitNewEhr',
  text: `with ehr as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, default_episode_id,
      is_modifiable, is_queryable)
    select $1::uuid, system_id, $3::timestamptz, status_id, access_id, default_episode_id,
      is_modifiable, is_queryable
    from json_to_record($8::json) as e (system_id text, status_id uuid, access_id uuid, default_episode_id uuid,
      is_modifiable boolean, is_queryable boolean)
    returning 1
  ), episode as (
    insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
    select $1::uuid, default_episode_id, episode_name, true, $3::timestamptz, starts_text
    from json_to_record($8::json) as e (default_episode_id uuid, episode_name text, starts_text text)
  ), subject as (
    insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select subject_namespace, subject_id, $1::uuid
    from json_to_record($8::json) as e (subject_id text, subject_namespace text)
    where subject_id is not null
  ), gate as (
    select from ehr
  ), ${writing(SEVERAL)}
  select 1 as one from contribution`,
})

/** What the rows say besides the documents. */
function valuesOf({
  ehrId,
  contributionId,
  committedAt,
  audit,
  versions,
  roots,
  superseded,
}: CommitRows): CommitValues {
  const rows = versions.map(({ envelope: _envelope, data: _data, ...row }) => row)
  return [ehrId, contributionId, committedAt, audit, JSON.stringify(rows), roots, superseded]
}

const documentsOf = ({ versions }: CommitRows) => versions.flatMap(({ envelope, data }) => [envelope, data])

/** False when the EHR is not there or not to be changed: then nothing was written. */
export async function insertCommit(db: Queries, rows: CommitRows, statusOnly: boolean): Promise<boolean> {
  const values = valuesOf(rows)
  const [only, ...others] = rows.versions
  const written =
    only && others.length === 0
      ? await db.query(commitOne, [...values, statusOnly, only.envelope, only.data])
      : await db.query(commitSeveral, [...values, statusOnly, documentsOf(rows)])
  return written.length > 0
}

export async function insertNewEhr(db: Queries, rows: CommitRows, ehr: NewEhrRow): Promise<void> {
  await db.query(writeNewEhr, [...valuesOf(rows), JSON.stringify(ehr), documentsOf(rows)])
}
