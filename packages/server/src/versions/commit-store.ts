/** The statements that commit: documents, audits and the query index in one round trip. */

import { type GuardedSql, guarded, insertInto, seen, update } from '../access/index.ts'
import {
  batchCalls,
  type Database,
  type KeyedLane,
  type LimitedQueries,
  rowsAsLists,
  sql,
} from '../db/index.ts'
import { insertEvents, rowOf } from '../observe/index.ts'
import { insertRoots, type RootRow, rootLists, rowsAfter, supersedeRoots } from '../roots/index.ts'
import type { CommitRows, OutcomeRow, VersionRow } from './commit-rows.ts'
import { sharedLock, sharedLockIfFree } from './ehr-lock.ts'
import { ATTESTATION } from './model.ts'
import { isUnread } from './read-time.ts'
import { insertRoutedCommit } from './routed-commit.ts'
import { templateChanged } from './template-changed.ts'
import { insertUsual, type UsualCommit, usualCommit } from './usual-commit-store.ts'

/** Something of a commit, and which one of the commits of a statement that is, counted from 1. */
interface PartOfCommit<Part> {
  readonly commit: number
  readonly part: Part
}

const commitLists = rowsAsLists<CommitRows>({
  ehr_id: { type: 'uuid', value: commit => commit.ehrId },
  contribution_id: { type: 'uuid', value: commit => commit.contributionId },
  committed_at: { type: 'timestamptz', value: commit => commit.committedAt },
  audit: { type: 'text', value: commit => commit.audit },
  status_only: { type: 'boolean', value: commit => commit.statusOnly },
  event: { type: 'text', value: commit => rowOf(commit.event) },
})
const versionLists = rowsAsLists<PartOfCommit<VersionRow>>({
  commit: { type: 'integer', value: row => row.commit },
  object_id: { type: 'uuid', value: row => row.part.objectId },
  kind: { type: 'text', value: row => row.part.kind },
  version: { type: 'integer', value: row => row.part.version },
  system_id: { type: 'text', value: row => row.part.systemId },
  change_type: { type: 'smallint', value: row => row.part.changeType },
  lifecycle: { type: 'smallint', value: row => row.part.lifecycle },
  template_key: { type: 'integer', value: row => row.part.templateKey },
  // SQL arrays cannot have inner lists of different lengths.
  other_inputs: {
    type: 'text',
    value: ({ part: { otherInputs: list } }) => (list.length > 0 ? JSON.stringify(list) : null),
  },
  envelope: { type: 'text', value: row => row.part.envelope },
  data: { type: 'text', value: row => row.part.data },
  preset_id: { type: 'bigint', value: row => row.part.presetId },
  packed: { type: 'bytea', value: row => row.part.packed },
})
const supersededLists = rowsAsLists<PartOfCommit<number>>({
  commit: { type: 'integer', value: row => row.commit },
  commit_number: { type: 'bigint', value: row => row.part },
})

const FIRST_VERSION = 1 + commitLists.count
const FIRST_ROOT = FIRST_VERSION + versionLists.count
const FIRST_SUPERSEDED = FIRST_ROOT + rootLists.count
/** The number of the next parameter of a statement with WRITING. */
export const NEXT = FIRST_SUPERSEDED + supersededLists.count

const ALL_WANTED = `wanted as materialized (select * from ${commitLists.from('c', 1)})`

/**
 * The commits that are wanted, and those of them with data held to a template that is no longer in force: another process may have
 * replaced it. Checked here, the new template holds from the moment that it is stored. Template by template, as decision 0027 has it.
 */
export const WANTED = guarded`${ALL_WANTED}, outdated as materialized (
    select distinct v.commit as place
    from ${versionLists.from('v', FIRST_VERSION, ['commit', 'change_type', 'template_key'])}
    left join lateral (
      select t.template_key from ${seen.template('t')} where t.template_key = v.template_key
        and t.version = (select max(n.version) from ${seen.template('n')} where n.template_id = t.template_id)
      limit 1
    ) in_force on true
    where v.template_key is not null and v.change_type <> ${ATTESTATION} and in_force.template_key is null
  )`

/** The same for records of another server, which were made by whatever template was in force there. */
export const WANTED_AS_IT_WAS = `${ALL_WANTED},
  outdated as materialized (select 0 as place where false)`

/** The part of the statement that every commit has; `gate` are those of the wanted commits that may be written at all. */
export const WRITING = guarded`contribution as (
    ${insertInto.contribution} (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, audit from gate
  ), given as materialized (
    select v.*, nextval('cairn.version_commit_number_seq') as commit_number,
      (select t.artefact_id from ${seen.template('t')} where t.template_key = v.template_key and v.kind = 'COMPOSITION')
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join ${versionLists.from('v', FIRST_VERSION)} on v.commit = g.place
      order by v.place
    ) v
  ), object as (
    ${insertInto.versioned_object} (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, committed_at, artefact_id from given where version = 1
  ), listed as (
    ${update.versioned_object({
      as: 'o',
      set: 'artefact_id = g.artefact_id',
      from: 'given g',
      where: `g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from given where version > 1))
      and o.artefact_id is distinct from g.artefact_id`,
    })}
  ), version as (
    ${insertInto.version} (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number,
      change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed)
    overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number,
      change_type, lifecycle, template_key,
      case when other_inputs is not null then array(select json_array_elements_text(other_inputs::json)) end,
      envelope, data, preset_id, packed from given
  ), superseded_root as (${supersedeRoots(
    `select g.ehr_id, s.commit_number from gate g join ${supersededLists.from('s', FIRST_SUPERSEDED)} on s.commit = g.place`,
  )}
  ), root as (${insertRoots({ versions: 'given', first: FIRST_ROOT })}
  ), ${insertEvents('gate as t')}
  select place::integer as place, event_id from told
  union all select place::integer, null from outdated`

/**
 * Locks the EHR first, so that an erasure or a merge either waits for this commit or makes it find no EHR; the foreign keys
 * take the same lock anyway.
 */
const commitText = (turn: string, ifLocked = ''): GuardedSql => guarded`with ${WANTED}, ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    ${turn}
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from ${seen.ehr()} where ehr.ehr_id = turn.ehr_id and (is_modifiable or w.status_only)
        and ${isUnread('w.committed_at')} for key share ${ifLocked}
    ) ehr
    where w.place <> all(array(select place from outdated))
  ), ${WRITING}`

const writeOne = sql<OutcomeRow, unknown[]>({
  name: 'version.commitOne',
  waitsForLocks: true,
  text: commitText(`select ehr_id, ${sharedLock('ehr_id')} from ehrs`),
})
/** Skips EHRs that another transaction has locked or waits to lock exclusively, so that the other commits of a group need not wait. */
const writeSome = sql<OutcomeRow, unknown[]>({
  name: 'version.commitSome',
  waitsForLocks: true,
  text: commitText(`select ehr_id from ehrs where ${sharedLockIfFree('ehr_id')}`, 'skip locked'),
})

/** The parameters that WANTED and WRITING take. */
export function valuesOf(commits: readonly CommitRows[]): unknown[] {
  const versions: PartOfCommit<VersionRow>[] = []
  const roots: RootRow[] = []
  const superseded: PartOfCommit<number>[] = []
  commits.forEach((each, at) => {
    const commit = at + 1
    roots.push(...rowsAfter(versions.length, each.roots))
    for (const part of each.versions) versions.push({ commit, part })
    for (const part of each.superseded) superseded.push({ commit, part })
  })
  return [
    ...commitLists.values(commits),
    ...versionLists.values(versions),
    ...rootLists.values(roots),
    ...supersededLists.values(superseded),
  ]
}

/** The id of the audit event of a statement for one commit; undefined when nothing was written. */
export function eventOf([outcome]: readonly OutcomeRow[]): number | undefined {
  if (outcome?.event_id === null) throw templateChanged()
  return outcome?.event_id
}

/** Returns the id of the commit's audit event; undefined if there is no such EHR or it is not modifiable: then nothing was written. */
export async function insertCommit(db: LimitedQueries, rows: CommitRows): Promise<number | undefined> {
  if (db.isDistributed) return insertRoutedCommit(db, rows)
  return eventOf(await db.query(writeOne, valuesOf([rows])))
}

/** Writes a commit as `insertCommit` does, together with those of the same moment. */
export type WriteCommit = (rows: CommitRows) => Promise<number | undefined>

const MOST = 8

/** A commit with more bytes than this is written by itself, so that others need not wait for it. */
const LARGE = 500_000

function isLarge({ versions }: CommitRows): boolean {
  let length = 0
  for (const { data, packed } of versions) length += packed?.length ?? data?.length ?? 0
  return length > LARGE
}

/** Writes items, several in one statement or one by itself; outcomes name items by their number. */
interface ItemWriter<Item> {
  readonly together: (items: readonly Item[]) => Promise<readonly OutcomeRow[]>
  readonly alone: (item: Item) => Promise<number | undefined>
}

/**
 * Writes concurrent items in one transaction, with the same result for each as if it were alone. An item that cannot be written
 * with the others, for whatever reason, is written or refused by itself.
 */
export const writeTogether = <Item>({ together, alone }: ItemWriter<Item>): ItemWriter<Item>['alone'] =>
  batchCalls<Item, number | undefined>({
    most: MOST,
    run: async items => {
      const [only, ...others] = items
      if (only && others.length === 0) return [await alone(only)]
      const outcomes = await together(items)
      const events = new Map(outcomes.map(({ place, event_id }) => [place, event_id]))
      return items.map((item, at) => events.get(at + 1) ?? alone(item))
    },
  })

/** A commit by itself waits for its EHR, so it goes through `ehrLane`; several together wait for none. */
export function openCommitWriter(db: Database, ehrLane: KeyedLane): WriteCommit {
  const inTurn = <T>({ ehrId }: CommitRows, write: () => Promise<T>): Promise<T> =>
    ehrLane.run(ehrId, 'version.commit', write)
  // One node writes one commit; several EHRs in one transaction would need all their nodes to agree.
  if (db.isDistributed)
    return rows => inTurn(rows, () => db.transaction(queries => insertRoutedCommit(queries, rows)))
  const alone: WriteCommit = rows => inTurn(rows, () => insertCommit(db, rows))
  const together = writeTogether({ together: commits => db.query(writeSome, valuesOf(commits)), alone })
  const usual = writeTogether<UsualCommit>({
    together: commits => insertUsual(db, commits),
    alone: async commit => {
      const [outcome] = await inTurn(commit.rows, () => insertUsual(db, [commit]))
      return outcome?.event_id ?? alone(commit.rows)
    },
  })
  return rows => {
    if (isLarge(rows)) return alone(rows)
    const form = usualCommit(rows)
    return form ? usual(form) : together(rows)
  }
}
