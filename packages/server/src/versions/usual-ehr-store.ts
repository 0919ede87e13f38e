/**
 * The statement for new EHRs of the usual form: an EHR whose first commit is one EHR_STATUS without a template. EHR, commit and version are
 * one row of lists, so it costs PostgreSQL less than the general statement of `new-ehr-store.ts` (decision 0074).
 */
import { type GuardedSql, guarded, insertInto } from '../access/index.ts'
import { type Column, type LimitedQueries, rowsAsLists, sql } from '../db/index.ts'
import { insertEvents, rowOf } from '../observe/index.ts'
import { insertRoots, type RootRow, rootLists, rowsAfter } from '../roots/index.ts'
import type { NewEhr, OutcomeRow, VersionRow } from './commit-rows.ts'
import { COMPLETE, CREATION } from './model.ts'

/** A new EHR of the usual form. */
export interface UsualEhr extends NewEhr {
  /** Its EHR_STATUS. */
  readonly status: VersionRow
}

/** Undefined for a new EHR of any other form. */
export function usualEhr({ rows, ehr }: NewEhr): UsualEhr | undefined {
  const [status, ...others] = rows.versions
  const isUsual =
    status !== undefined &&
    others.length === 0 &&
    status.kind === 'EHR_STATUS' &&
    status.objectId === ehr.statusId &&
    status.systemId === ehr.systemId &&
    status.version === 1 &&
    status.changeType === CREATION &&
    status.lifecycle === COMPLETE &&
    status.templateKey === null &&
    status.otherInputs.length === 0 &&
    rows.audit === ''
  return isUsual ? { rows, ehr, status } : undefined
}

/** The lists that say what an EHR is, for both statements. */
export const EHR_COLUMNS: Readonly<Record<string, Column<NewEhr>>> = {
  system_id: { type: 'text', value: ({ ehr }) => ehr.systemId },
  status_id: { type: 'uuid', value: ({ ehr }) => ehr.statusId },
  access_id: { type: 'uuid', value: ({ ehr }) => ehr.accessId },
  default_episode_id: { type: 'uuid', value: ({ ehr }) => ehr.defaultEpisodeId },
  episode_name: { type: 'text', value: ({ ehr }) => ehr.episodeName },
  starts_text: { type: 'text', value: ({ ehr }) => ehr.startsText },
  is_modifiable: { type: 'boolean', value: ({ ehr }) => ehr.isModifiable },
  is_queryable: { type: 'boolean', value: ({ ehr }) => ehr.isQueryable },
  subject_id: { type: 'text', value: ({ ehr }) => ehr.subjectId },
  subject_namespace: { type: 'text', value: ({ ehr }) => ehr.subjectNamespace },
}

/** Parts of both statements: write each EHR of `given`, which has those columns, `ehr_id` and `committed_at`, with its default episode and its subject. */
export const insertEhrs = (given: string): GuardedSql => guarded`ehr as (
    ${insertInto.ehr} (ehr_id, system_id, created_at, status_id, access_id, default_episode_id,
      is_modifiable, is_queryable)
    select ehr_id, system_id, committed_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable
    from ${given}
  ), episode as (
    ${insertInto.episode} (ehr_id, episode_id, name, active, starts_at, starts_text)
    select ehr_id, default_episode_id, episode_name, true, committed_at, starts_text from ${given}
  ), subject as (
    ${insertInto.ehr_subject} (namespace, subject_id, ehr_id)
    select subject_namespace, subject_id, ehr_id from ${given} where subject_id is not null
  )`

const ehrLists = rowsAsLists<UsualEhr>({
  ...EHR_COLUMNS,
  ehr_id: { type: 'uuid', value: ({ rows }) => rows.ehrId },
  contribution_id: { type: 'uuid', value: ({ rows }) => rows.contributionId },
  committed_at: { type: 'timestamptz', value: ({ rows }) => rows.committedAt },
  envelope: { type: 'text', value: ({ status }) => status.envelope },
  data: { type: 'text', value: ({ status }) => status.data },
  preset_id: { type: 'bigint', value: ({ status }) => status.presetId },
  packed: { type: 'bytea', value: ({ status }) => status.packed },
  event: { type: 'text', value: ({ rows }) => rowOf(rows.event) },
})

const write = sql<OutcomeRow, unknown[]>({
  name: 'version.usualEhrs',
  waitsForLocks: true,
  text: guarded`with gate as materialized (
    select e.*, nextval('cairn.version_commit_number_seq') as commit_number from ${ehrLists.from('e', 1)}
  ), ${insertEhrs('gate')}, contribution as (
    ${insertInto.contribution} (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, '' from gate
  ), object as (
    ${insertInto.versioned_object} (ehr_id, object_id, kind, created_at)
    select ehr_id, status_id, 'EHR_STATUS', committed_at from gate
  ), version as (
    ${insertInto.version} (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number,
      change_type, lifecycle, envelope, data, preset_id, packed)
    overriding system value
    select ehr_id, status_id, 1, 'EHR_STATUS', system_id, contribution_id, committed_at, commit_number,
      ${CREATION}, ${COMPLETE}, envelope, data, preset_id, packed from gate
  ), root as (${insertRoots({ versions: 'gate', first: 1 + ehrLists.count })}
  ), ${insertEvents('gate as t')}
  select place::integer as place, event_id from told`,
})

export function insertUsualEhrs(
  db: LimitedQueries,
  ehrs: readonly UsualEhr[],
): Promise<readonly OutcomeRow[]> {
  const roots: RootRow[] = []
  ehrs.forEach(({ rows }, before) => {
    roots.push(...rowsAfter(before, rows.roots))
  })
  return db.query(write, [...ehrLists.values(ehrs), ...rootLists.values(roots)])
}
