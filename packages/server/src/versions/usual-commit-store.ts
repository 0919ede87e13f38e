/**
 * The statement for commits of the usual form: one version of one composition. It has no lists of versions beside those of commits, and checks
 * the template while it takes the EHR, so it costs PostgreSQL less than the general statement of `commit-store.ts`. A commit that it
 * leaves out is given to that one, which says why (decision 0070).
 */
import { type GuardedSql, guarded, insertInto, seen, update } from '../access/index.ts'
import { type LimitedQueries, rowsAsLists, sql } from '../db/index.ts'
import { insertEvents, rowOf } from '../observe/index.ts'
import { insertRoots, type RootRow, rootLists, rowsAfter, supersedeRoots } from '../roots/index.ts'
import type { CommitRows, OutcomeRow, VersionRow } from './commit-rows.ts'
import { sharedLock, sharedLockIfFree } from './ehr-lock.ts'
import { ATTESTATION } from './model.ts'
import { isUnread } from './read-time.ts'

/** A commit of the usual form. */
export interface UsualCommit {
  readonly rows: CommitRows
  readonly version: VersionRow
  /** The commit number of the preceding version. */
  readonly superseded: number | null
}

/** Undefined for a commit of any other form. */
export function usualCommit(rows: CommitRows): UsualCommit | undefined {
  const [version, ...others] = rows.versions
  const [superseded = null, ...more] = rows.superseded
  const isUsual =
    version !== undefined &&
    others.length === 0 &&
    more.length === 0 &&
    version.kind === 'COMPOSITION' &&
    version.changeType !== ATTESTATION &&
    version.templateKey !== null &&
    version.packed !== null &&
    version.otherInputs.length === 0 &&
    rows.audit === ''
  return isUsual ? { rows, version, superseded } : undefined
}

const commitLists = rowsAsLists<UsualCommit>({
  ehr_id: { type: 'uuid', value: ({ rows }) => rows.ehrId },
  contribution_id: { type: 'uuid', value: ({ rows }) => rows.contributionId },
  committed_at: { type: 'timestamptz', value: ({ rows }) => rows.committedAt },
  object_id: { type: 'uuid', value: ({ version }) => version.objectId },
  version: { type: 'integer', value: ({ version }) => version.version },
  superseded: { type: 'bigint', value: ({ superseded }) => superseded },
  system_id: { type: 'text', value: ({ version }) => version.systemId },
  change_type: { type: 'smallint', value: ({ version }) => version.changeType },
  lifecycle: { type: 'smallint', value: ({ version }) => version.lifecycle },
  template_key: { type: 'integer', value: ({ version }) => version.templateKey },
  envelope: { type: 'text', value: ({ version }) => version.envelope },
  preset_id: { type: 'bigint', value: ({ version }) => version.presetId },
  packed: { type: 'bytea', value: ({ version }) => version.packed },
  event: { type: 'text', value: ({ rows }) => rowOf(rows.event) },
})

const FIRST_ROOT = 1 + commitLists.count

/** The EHR is locked before it is read, as in the general statement. */
const usualText = (
  turn: (commits: string) => string,
  ifLocked = '',
): GuardedSql => guarded`with turn as materialized (
    ${turn(commitLists.from('c', 1))}
  ), gate as materialized (
    select t.*, nextval('cairn.version_commit_number_seq') as commit_number, template.artefact_id
    from turn t, lateral (
      select from ${seen.ehr()} where ehr.ehr_id = t.ehr_id and is_modifiable and ${isUnread('t.committed_at')}
        for key share ${ifLocked}
    ) ehr, lateral (
      select f.artefact_id from ${seen.template('f')} where f.template_key = t.template_key
        and f.version = (select max(n.version) from ${seen.template('n')} where n.template_id = f.template_id)
      limit 1
    ) template
  ), contribution as (
    ${insertInto.contribution} (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, '' from gate
  ), object as (
    ${insertInto.versioned_object} (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, 'COMPOSITION', committed_at, artefact_id from gate where version = 1
  ), listed as (
    ${update.versioned_object({
      as: 'o',
      set: 'artefact_id = g.artefact_id',
      from: 'gate g',
      where: `g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from gate where version > 1))
      and o.artefact_id is distinct from g.artefact_id`,
    })}
  ), version as (
    ${insertInto.version} (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number,
      change_type, lifecycle, template_key, envelope, preset_id, packed)
    overriding system value
    select ehr_id, object_id, version, 'COMPOSITION', system_id, contribution_id, committed_at, commit_number,
      change_type, lifecycle, template_key, envelope, preset_id, packed from gate
  ), superseded_root as (${supersedeRoots(
    'select ehr_id, superseded as commit_number from gate where superseded is not null',
  )}
  ), root as (${insertRoots({ versions: 'gate', first: FIRST_ROOT })}
  ), ${insertEvents('gate as t')}
  select place::integer as place, event_id from told`

const writeOne = sql<OutcomeRow, unknown[]>({
  name: 'version.usualOne',
  waitsForLocks: true,
  text: usualText(commits => `select c.*, ${sharedLock('c.ehr_id')} from ${commits}`),
})
/** Skips EHRs that another transaction has locked or waits to lock exclusively. */
const writeSome = sql<OutcomeRow, unknown[]>({
  name: 'version.usualSome',
  waitsForLocks: true,
  text: usualText(
    commits => `select c.* from ${commits} where ${sharedLockIfFree('c.ehr_id')}`,
    'skip locked',
  ),
})

/** Writes those of the commits that may be written, each with its event; one by itself waits for its EHR, several do not. */
export function insertUsual(
  db: LimitedQueries,
  commits: readonly UsualCommit[],
): Promise<readonly OutcomeRow[]> {
  const roots: RootRow[] = []
  commits.forEach(({ rows }, before) => {
    roots.push(...rowsAfter(before, rows.roots))
  })
  const statement = commits.length === 1 ? writeOne : writeSome
  return db.query(statement, [...commitLists.values(commits), ...rootLists.values(roots)])
}
