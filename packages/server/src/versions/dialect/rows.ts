/** The rows of commits and of new EHRs, column by column, as the statements of both dialects take them (decision 0096). */
import type { GuardedSql } from '../../access/index.ts'
import { rowOf } from '../../audit/index.ts'
import { type Column, columnsOf, printInsert, relation } from '../../db/writing/index.ts'
import type { CommitRows, NewEhr, VersionRow } from '../commit-rows.ts'

type Columns<Row> = Readonly<Record<string, Column<Row>>>

export const COMMIT = columnsOf<CommitRows>('contribution', {
  ehr_id: rows => rows.ehrId,
  contribution_id: rows => rows.contributionId,
  committed_at: rows => rows.committedAt,
  audit: rows => rows.audit,
})

export const EVENT: Columns<CommitRows> = { event: { type: 'text', value: rows => rowOf(rows.event) } }

export const VERSION = columnsOf<VersionRow>('version', {
  object_id: row => row.objectId,
  version: row => row.version,
  kind: row => row.kind,
  system_id: row => row.systemId,
  change_type: row => row.changeType,
  lifecycle: row => row.lifecycle,
  template_key: row => row.templateKey,
  other_inputs: ({ otherInputs }) => (otherInputs.length > 0 ? otherInputs : null),
  envelope: row => row.envelope,
  data: row => row.data,
  preset_id: row => row.presetId,
  packed: row => row.packed,
})

/** An EHR with its default episode and its subject. */
export const NEW_EHR: Columns<NewEhr> = {
  ...columnsOf<NewEhr>('ehr', {
    ehr_id: ({ rows }) => rows.ehrId,
    created_at: ({ rows }) => rows.committedAt,
    system_id: ({ ehr }) => ehr.systemId,
    status_id: ({ ehr }) => ehr.statusId,
    access_id: ({ ehr }) => ehr.accessId,
    default_episode_id: ({ ehr }) => ehr.defaultEpisodeId,
    is_modifiable: ({ ehr }) => ehr.isModifiable,
    is_queryable: ({ ehr }) => ehr.isQueryable,
  }),
  ...columnsOf<NewEhr>('episode', {
    name: ({ ehr }) => ehr.episodeName,
    starts_text: ({ ehr }) => ehr.startsText,
  }),
  ...columnsOf<NewEhr>('ehr_subject', {
    namespace: ({ ehr }) => ehr.subjectNamespace,
    subject_id: ({ ehr }) => ehr.subjectId,
  }),
}

/** Inserts EHRs, their default episodes and their subjects; `from` has the columns of `NEW_EHR`. */
export function ehrInserts(from: string): Readonly<Record<'ehr' | 'episode' | 'subject', GuardedSql>> {
  const ehrs = relation(from, Object.keys(NEW_EHR), {
    episode_id: 'default_episode_id',
    active: 'true',
    starts_at: 'created_at',
  })
  return {
    ehr: printInsert('ehr', ehrs),
    episode: printInsert('episode', ehrs),
    subject: printInsert('ehr_subject', ehrs, 'where subject_id is not null'),
  }
}

export const only = <Row>(columns: Columns<Row>, names: readonly string[]): Columns<Row> =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)))

export const without = <Row>(columns: Columns<Row>, names: readonly string[]): Columns<Row> =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)))

/** The same columns of something that has such a row inside. */
export const inside = <Outer, Row>(columns: Columns<Row>, row: (outer: Outer) => Row): Columns<Outer> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, value }]) => [
      name,
      { type, value: (outer: Outer) => value(row(outer)) },
    ]),
  )
