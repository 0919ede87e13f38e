/**
 * The statements that commit on one server: documents, audits, audit events and the query index in one round trip.
 *
 * All have the same inserts, from a relation of commits and one of their versions. PostgreSQL starts every part of a statement for each run, so
 * commits and new EHRs of the usual form have shorter ones, with one list of rows instead of three (decisions 0070, 0074).
 */
import { type GuardedSql, guarded, joined, seen, update } from '../../access/index.ts'
import { insertEvents } from '../../audit/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { printInsert, type Relation, relation, rowsAsLists } from '../../db/writing/index.ts'
import { insertRoots, type RootRow, rootLists, rowsAfter, supersedeRoots } from '../../roots/writing/index.ts'
import type { CommitRows, OutcomeRow, UsualCommit, UsualEhr, UsualParty, VersionRow } from '../commit-rows.ts'
import { sharedLock, sharedLockIfFree } from '../ehr-lock.ts'
import { ATTESTATION, COMPLETE, CREATION, TEMPLATED_KINDS } from '../model.ts'
import {
  ENTRY,
  entriesFrom,
  entryLists,
  insertEntries,
  type PersonEntryRow,
} from '../parties/person-entry.ts'
import { isUnread } from '../read-time.ts'
import { COMMIT, EVENT, ehrInserts, inside, NEW_EHR, only, VERSION, without } from './rows.ts'

/** Outcomes name the items of a statement by their place, from 1; items that may not be written have none. */
type Write<Item> = (db: LimitedQueries, items: readonly Item[]) => Promise<readonly OutcomeRow[]>

const writer = (name: string, text: GuardedSql) =>
  sql<OutcomeRow, readonly unknown[]>({ name, waitsForLocks: true, text })

/** Parts of a WITH. */
const parts = (texts: Readonly<Record<string, GuardedSql>>): GuardedSql =>
  joined(
    Object.entries(texts).map(([name, text]) => guarded`${name} as (\n    ${text}\n  )`),
    ', ',
  )

interface Written {
  /** Have `place` and `event` too. */
  readonly commits: Relation
  /** Have `place` too. */
  readonly versions: Relation
  /** A query of `ehr_id` and `commit_number` of the versions that are superseded; absent if there can be none. */
  readonly superseded?: string
  /** The number of the first parameter of `rootLists`. */
  readonly firstRoot: number
}

/** The end of every statement. */
function writing({ commits, versions, superseded, firstRoot }: Written): GuardedSql {
  const { from } = versions
  const inserts = parts({
    contribution: printInsert('contribution', commits),
    object: printInsert('versioned_object', versions, `where ${versions.columns['version']} = 1`),
    version: printInsert('version', versions),
    ...(superseded && {
      listed: guarded`${update.versioned_object({
        as: 'o',
        set: 'artefact_id = g.artefact_id',
        from: `${from} g`,
        where: `g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from ${from} where version > 1))
      and o.artefact_id is distinct from g.artefact_id`,
      })}`,
      superseded_root: supersedeRoots(superseded),
    }),
    root: insertRoots({ versions: from, first: firstRoot }),
  })
  return guarded`${inserts}, ${insertEvents(`${commits.from} as t`)}
  select place::integer as place, event_id from told`
}

const NEXT_NUMBER = `nextval('cairn.version_commit_number_seq') as commit_number`

/** Something of a commit, and which one of the commits of a statement that is, counted from 1. */
interface PartOfCommit<Part> {
  readonly commit: number
  readonly part: Part
}

const commitLists = rowsAsLists<CommitRows>({
  ...COMMIT,
  status_only: { type: 'boolean', value: commit => commit.statusOnly },
  ...EVENT,
})
const versionLists = rowsAsLists<PartOfCommit<VersionRow>>({
  commit: { type: 'integer', value: row => row.commit },
  ...inside(VERSION, row => row.part),
})
const supersededLists = rowsAsLists<PartOfCommit<number>>({
  commit: { type: 'integer', value: row => row.commit },
  commit_number: { type: 'bigint', value: row => row.part },
})

const FIRST_VERSION = 1 + commitLists.count
const FIRST_ROOT = FIRST_VERSION + versionLists.count
const FIRST_SUPERSEDED = FIRST_ROOT + rootLists.count
const FIRST_ENTRY = FIRST_SUPERSEDED + supersededLists.count

const TEMPLATED = TEMPLATED_KINDS.map(kind => `'${kind}'`).join(', ')

/** Commits of any form. `gate`: the part with those of the wanted commits that may be written, and what it needs. */
const commitText = (gate: string | GuardedSql): GuardedSql => guarded`with wanted as materialized (
    select * from ${commitLists.from('c', 1)}
  ), ${gate}, given as materialized (
    select v.*, ${NEXT_NUMBER},
      (select t.artefact_id from ${seen.template('t')} where t.template_key = v.template_key and v.kind in (${TEMPLATED}))
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join ${versionLists.from('v', FIRST_VERSION)} on v.commit = g.place
      order by v.place
    ) v
  ), ${writing({
    commits: relation('gate', commitLists.names),
    versions: relation(
      'given',
      [...commitLists.names, ...versionLists.names, 'commit_number', 'artefact_id'],
      { created_at: 'committed_at' },
    ),
    superseded: `select g.ehr_id, s.commit_number from gate g
      join ${supersededLists.from('s', FIRST_SUPERSEDED)} on s.commit = g.place`,
    firstRoot: FIRST_ROOT,
  })}`

/**
 * Leaves out commits with data held to a template that is no longer in force: another process may have replaced it. Checked here, the new
 * template holds from the moment that it is stored. Template by template, as decision 0027 has it.
 */
const checkedText = (
  gate: string | GuardedSql,
): GuardedSql => guarded`${commitText(guarded`outdated as materialized (
    select distinct v.commit as place
    from ${versionLists.from('v', FIRST_VERSION, ['commit', 'change_type', 'template_key'])}
    left join lateral (
      select t.template_key from ${seen.template('t')} where t.template_key = v.template_key
        and t.version = (select max(n.version) from ${seen.template('n')} where n.template_id = t.template_id)
      limit 1
    ) in_force on true
    where v.template_key is not null and v.change_type <> ${ATTESTATION} and in_force.template_key is null
  ), ${gate}`)}
  union all select place::integer, null from outdated`

const IN_FORCE = 'where w.place <> all(array(select place from outdated))'

/**
 * Locks the EHR first, so that an erasure or a merge either waits for this commit or makes it find no EHR; the foreign keys
 * take the same lock anyway.
 */
const lockedGate = (
  turn: string,
  condition: string,
  ifLocked = '',
): GuardedSql => guarded`ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    ${turn}
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from ${seen.ehr()} where ehr.ehr_id = turn.ehr_id ${condition} for key share ${ifLocked}
    ) ehr`

const WAIT = `select ehr_id, ${sharedLock('ehr_id')} from ehrs`
const IS_MODIFIABLE = `and (is_modifiable or w.status_only) and ${isUnread('w.committed_at')}`

const commitOne = writer(
  'version.commitOne',
  checkedText(guarded`${lockedGate(WAIT, IS_MODIFIABLE)}\n    ${IN_FORCE}\n  )`),
)
/** Skips EHRs that another transaction has locked or waits to lock exclusively, so that the other commits of a group need not wait. */
const commitSome = writer(
  'version.commitSome',
  checkedText(
    guarded`${lockedGate(
      `select ehr_id from ehrs where ${sharedLockIfFree('ehr_id')}`,
      IS_MODIFIABLE,
      'skip locked',
    )}\n    ${IN_FORCE}\n  )`,
  ),
)
const commitImported = writer('import.contributions', commitText(guarded`${lockedGate(WAIT, '')}\n  )`))
const commitToNewEhr = writer(
  'version.commitToNewEhr',
  checkedText(`gate as materialized (select w.* from wanted w ${IN_FORCE})`),
)
/** The record of a party is made with its first version. */
const foundRecords = writer(
  'version.foundRecords',
  checkedText(guarded`gate as materialized (select w.* from wanted w ${IN_FORCE}), record as (
    ${printInsert('ehr', relation('gate', ['ehr_id'], { created_at: 'committed_at' }))}
  ), entry as (
    ${insertEntries(FIRST_ENTRY, 'where n.ehr_id = any(array(select ehr_id from gate))')}
  )`),
)

function commitValues(commits: readonly CommitRows[]): unknown[] {
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

/** One by itself waits for its EHR, several do not. An outcome without an event: the template is outdated. */
export const writeCommits: Write<CommitRows> = (db, commits) =>
  db.query(commits.length === 1 ? commitOne : commitSome, commitValues(commits))

/** For commits that found their records. */
export const writeFounded: Write<CommitRows> = (db, commits) =>
  db.query(foundRecords, [
    ...commitValues(commits),
    ...entryLists.values(commits.flatMap(({ entries }) => entries)),
  ])

/** For records of another server: they were made by whatever template was in force there, in an EHR that may be closed since. */
export const writeImported: Write<CommitRows> = (db, commits) =>
  db.query(commitImported, commitValues(commits))

/** For EHRs that the same transaction has added. */
export const writeToNewEhrs: Write<CommitRows> = (db, commits) =>
  db.query(commitToNewEhr, commitValues(commits))

const usualLists = rowsAsLists<UsualCommit>({
  ...inside(without(COMMIT, ['audit']), ({ rows }) => rows),
  superseded: { type: 'bigint', value: commit => commit.superseded },
  ...inside(without(VERSION, ['kind', 'other_inputs', 'data']), ({ version }) => version),
  ...inside(EVENT, ({ rows }) => rows),
})

/** The template of a row `t`, if it is in force. */
const TEMPLATE_IN_FORCE = guarded`lateral (
      select f.artefact_id, f.template_id from ${seen.template('f')} where f.template_key = t.template_key
        and f.version = (select max(n.version) from ${seen.template('n')} where n.template_id = f.template_id)
      limit 1
    ) template`

/** The EHR is locked before it is read, as in the general statement, and the template is checked in the same part. */
const usualText = (turn: string, ifLocked = ''): GuardedSql => guarded`with turn as materialized (
    ${turn}
  ), gate as materialized (
    select t.*, ${NEXT_NUMBER}, template.artefact_id
    from turn t, lateral (
      select from ${seen.ehr()} where ehr.ehr_id = t.ehr_id and is_modifiable and ${isUnread('t.committed_at')}
        for key share ${ifLocked}
    ) ehr, ${TEMPLATE_IN_FORCE}
  ), ${writing({
    commits: relation('gate', usualLists.names, { audit: `''` }),
    versions: relation('gate', [...usualLists.names, 'commit_number', 'artefact_id'], {
      kind: `'COMPOSITION'`,
      created_at: 'committed_at',
    }),
    superseded: 'select ehr_id, superseded as commit_number from gate where superseded is not null',
    firstRoot: 1 + usualLists.count,
  })}`

const usualOne = writer(
  'version.usualOne',
  usualText(`select c.*, ${sharedLock('c.ehr_id')} from ${usualLists.from('c', 1)}`),
)
const usualSome = writer(
  'version.usualSome',
  usualText(
    `select c.* from ${usualLists.from('c', 1)} where ${sharedLockIfFree('c.ehr_id')}`,
    'skip locked',
  ),
)

/** Roots of items that have one version each. */
function rootValues(items: readonly { readonly rows: CommitRows }[]): unknown[] {
  const roots: RootRow[] = []
  items.forEach(({ rows }, before) => {
    roots.push(...rowsAfter(before, rows.roots))
  })
  return rootLists.values(roots)
}

/** As `writeCommits`, without outcomes for outdated templates. */
export const writeUsual: Write<UsualCommit> = (db, commits) =>
  db.query(commits.length === 1 ? usualOne : usualSome, [
    ...usualLists.values(commits),
    ...rootValues(commits),
  ])

const entryOr =
  <Value>(value: (entry: PersonEntryRow) => Value) =>
  ({ entry }: UsualParty): Value | null =>
    entry === undefined ? null : value(entry)

const usualPartyLists = rowsAsLists<UsualParty>({
  ...inside(without(COMMIT, ['audit']), ({ rows }) => rows),
  ...inside(without(VERSION, ['object_id', 'version', 'other_inputs', 'data']), ({ version }) => version),
  ...inside(EVENT, ({ rows }) => rows),
  ...Object.fromEntries(
    Object.entries(ENTRY).map(([name, { type, value }]) => [name, { type, value: entryOr(value) }]),
  ),
})

const usualParties = writer(
  'version.usualParties',
  guarded`with gate as materialized (
    select t.*, ${NEXT_NUMBER}, template.artefact_id, template.template_id
    from ${usualPartyLists.from('t', 1)}, ${TEMPLATE_IN_FORCE}
  ), ${parts({
    record: printInsert('ehr', relation('gate', ['ehr_id'], { created_at: 'committed_at' })),
    entry: entriesFrom('gate n where n.archetype_id is not null', 'n.template_id'),
  })}, ${writing({
    commits: relation('gate', usualPartyLists.names, { audit: `''` }),
    versions: relation('gate', [...usualPartyLists.names, 'commit_number', 'artefact_id'], {
      object_id: 'ehr_id',
      version: '1',
      created_at: 'committed_at',
    }),
    firstRoot: 1 + usualPartyLists.count,
  })}`,
)

/** For commits that found their records. One whose template is outdated has no outcome. */
export const writeUsualParties: Write<UsualParty> = (db, parties) =>
  db.query(usualParties, [...usualPartyLists.values(parties), ...rootValues(parties)])

const usualEhrLists = rowsAsLists<UsualEhr>({
  ...NEW_EHR,
  ...inside(only(COMMIT, ['contribution_id']), ({ rows }) => rows),
  ...inside(only(VERSION, ['envelope', 'data', 'preset_id', 'packed']), ({ status }) => status),
  ...inside(EVENT, ({ rows }) => rows),
})

const usualEhrs = writer(
  'version.usualEhrs',
  guarded`with gate as materialized (
    select e.*, ${NEXT_NUMBER} from ${usualEhrLists.from('e', 1)}
  ), ${parts(ehrInserts('gate'))}, ${writing({
    commits: relation('gate', usualEhrLists.names, { committed_at: 'created_at', audit: `''` }),
    versions: relation('gate', [...usualEhrLists.names, 'commit_number'], {
      object_id: 'status_id',
      version: '1',
      kind: `'EHR_STATUS'`,
      committed_at: 'created_at',
      change_type: String(CREATION),
      lifecycle: String(COMPLETE),
    }),
    firstRoot: 1 + usualEhrLists.count,
  })}`,
)

export const writeUsualEhrs: Write<UsualEhr> = (db, ehrs) =>
  db.query(usualEhrs, [...usualEhrLists.values(ehrs), ...rootValues(ehrs)])
