/** All SQL that erases an EHR or moves its records into another. */

import { type Queries, sql } from '../../db/index.ts'
import { parameters, printInsert } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { suspectEntries } from '../../roots/index.ts'
import { removeClaimsOf, transferClaims } from './claims.ts'
import { lockRecordAlone } from './record-lock.ts'
import { forgetStatistics } from './statistics.ts'

/** The columns of a locked EHR that admin operations need. */
export interface LockedEhr {
  readonly ehrId: EhrId
  readonly directoryId: ObjectId | null
  readonly isModifiable: boolean
}

interface LockedRow {
  ehr_id: EhrId
  directory_id: ObjectId | null
  is_modifiable: boolean
}

/** The EHR stays, and others may commit to it; only changes of its status and directory wait. */
const lockAgainstUpdates = sql<LockedRow, [ehrId: EhrId]>({
  name: 'admin.hold',
  text: 'select ehr_id, directory_id, is_modifiable from cairn.ehr where ehr_id = $1 for no key update',
})

/** Returns undefined if there is no such EHR. Lock several in the order of their ids to avoid deadlocks. */
export async function lockEhr(
  db: Queries,
  ehrId: EhrId,
  { alone }: { readonly alone: boolean },
): Promise<LockedEhr | undefined> {
  if (alone && !(await lockRecordAlone(db, ehrId))) return undefined
  const [row] = await db.query(lockAgainstUpdates, [ehrId])
  return row && { ehrId: row.ehr_id, directoryId: row.directory_id, isModifiable: row.is_modifiable }
}

/** Every table with rows of an EHR, referring tables first. A test compares this list with the catalogue. */
const OWNED = [
  'assignment',
  'launch',
  'draft',
  'erased_object',
  'item_tag',
  'finding',
  'root',
  'version',
  'versioned_object',
  // After the objects: whoever fills these rows has locked an object, and has committed when it is gone.
  'datamap_row',
  'change_note',
  'contribution',
  'episode',
  'ehr_subject',
  'ehr',
] as const

/** The objects that go have their tags and the seals of those; assignments are sealed by themselves. */
const SEALED = {
  seals: {
    kind: 'assignment',
    find: 'select assignment_id::text as id from cairn.assignment where ehr_id = $1',
  },
}

const removals = OWNED.map(table =>
  sql<never, [ehrId: EhrId]>({
    name: `admin.remove.${table}`,
    ...(table === 'assignment' ? SEALED : {}),
    text: `delete from cairn.${table} where ehr_id = $1`,
  }),
)

/** Apps that were opened for the EHR lose their access: people sign in to them again. */
const endGrants = sql<never, [ehrId: EhrId]>({
  name: 'admin.endGrants',
  text: `update cairn.app_grant set ehr_id = null, episode_id = null, revoked_at = coalesce(revoked_at, now())
         where ehr_id = $1`,
})

const unlinkPerson = sql<never, [ehrId: EhrId]>({
  name: 'admin.unlinkPerson',
  seals: {
    kind: 'person_link',
    find: 'select link_id::text as id from cairn_party.person_link where linked_ehr_id = $1',
  },
  text: 'delete from cairn_party.person_link where linked_ehr_id = $1',
})
/** If both EHRs have a person, that of the EHR that stays remains. */
const passPersonOn = sql<never, [from: EhrId, to: EhrId]>({
  name: 'admin.passPersonOn',
  seals: {
    kind: 'person_link',
    find: 'select link_id::text as id from cairn_party.person_link where linked_ehr_id in ($1, $2)',
  },
  text: `update cairn_party.person_link set linked_ehr_id = $2 where linked_ehr_id = $1
         and not exists (select 1 from cairn_party.person_link where linked_ehr_id = $2)`,
})

/** People go on writing in the EHR that stays. */
const passDraftsOn = sql<never, [from: EhrId, to: EhrId]>({
  name: 'admin.passDraftsOn',
  text: 'update cairn.draft set ehr_id = $2 where ehr_id = $1',
})

/** The lock keeps others from giving a change of the EHR its position meanwhile. It is held until the end of the transaction, so it comes last. */
const lockFeed = sql({ name: 'admin.lockFeed', text: 'select from cairn.change_state for update' })
const leaveFeed = sql<never, [ehrId: EhrId, mergedInto: EhrId | null]>({
  name: 'admin.leaveFeed',
  text: 'update cairn.change set ehr = $2 where ehr = $1',
})

/** Removes all rows of an EHR. After a merge its changes are in the feed of the other EHR. */
export async function removeEhr(db: Queries, ehrId: EhrId, mergedInto: EhrId | null = null): Promise<void> {
  await suspectEntries(db, ehrId)
  await db.execute(endGrants, [ehrId])
  await db.execute(unlinkPerson, [ehrId])
  // After a merge the other EHR has the claims.
  if (mergedInto === null) await removeClaimsOf(db, ehrId)
  for (const removal of removals) await db.execute(removal, [ehrId])
  await forgetStatistics(db)
  await db.execute(lockFeed)
  await db.execute(leaveFeed, [ehrId, mergedInto])
}

export interface Tombstone {
  readonly ehrId: EhrId
  readonly clientId: string
  readonly reason: string
  readonly mergedInto: EhrId | null
}

const insertTombstone = sql<
  never,
  [ehrId: EhrId, clientId: string, reason: string, mergedInto: EhrId | null]
>({
  name: 'admin.bury',
  text: printInsert('erased_ehr', parameters(['ehr_id', 'client_id', 'reason', 'merged_into'])),
})
const passOn = sql<never, [from: EhrId, to: EhrId]>({
  name: 'admin.passOn',
  text: 'update cairn.erased_ehr set merged_into = $2 where merged_into = $1',
})

/** Also redirects EHRs that were merged into this one before. */
export async function leaveTombstone(db: Queries, tombstone: Tombstone): Promise<void> {
  const { ehrId, clientId, reason, mergedInto } = tombstone
  await db.execute(insertTombstone, [ehrId, clientId, reason, mergedInto])
  if (mergedInto !== null) await db.execute(passOn, [ehrId, mergedInto])
}

const folders = sql<never, [ehrId: EhrId]>({
  name: 'admin.folders',
  text: `select 1 from cairn.versioned_object where ehr_id = $1 and kind = 'FOLDER' and merged_from is null`,
})

/** Returns true if the EHR has or had a directory. */
export async function hasHadDirectory(db: Queries, ehrId: EhrId): Promise<boolean> {
  return (await db.query(folders, [ehrId])).length > 0
}

const columnNames = sql<{ name: string }, [table: string]>({
  name: 'admin.columnNames',
  text: `select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
})

/** The same for every table. $1: the EHR that goes; $2: the one that stays; $3: the kinds whose objects are not in force there. */
type MoveValues = [from: EhrId, to: EhrId, retired: readonly string[]]

/** Tables that move, referred tables first, with the columns that change beside `ehr_id`. */
const MOVED: readonly { readonly table: string; readonly changed: Readonly<Record<string, string>> }[] = [
  { table: 'contribution', changed: {} },
  { table: 'change_note', changed: {} },
  { table: 'episode', changed: {} },
  {
    table: 'versioned_object',
    changed: {
      merged_from: 'coalesce(t.merged_from, case when t.kind = any($3::text[]) then $1::uuid end)',
      // Records of the default episode stay in it; in the other EHR it is a normal episode.
      episode_id: `coalesce(t.episode_id, case when t.kind = 'COMPOSITION' then
        (select e.default_episode_id from cairn.ehr e where e.ehr_id = t.ehr_id) end)`,
    },
  },
  { table: 'version', changed: {} },
  { table: 'erased_object', changed: {} },
  { table: 'finding', changed: {} },
  { table: 'item_tag', changed: {} },
  {
    table: 'root',
    // Queries do not see objects that are not in force as latest versions.
    changed: {
      latest: `t.latest and not exists (
        select from cairn.version v join cairn.versioned_object o using (ehr_id, object_id)
        where v.ehr_id = $2 and v.commit_number = t.commit_number and o.merged_from is not null)`,
    },
  },
]

/**
 * Copied and then removed rather than changed in place, since rows of a distributed table cannot change the column that
 * they are distributed by. Columns come from the catalogue, so that one which is added later is not forgotten.
 */
async function moveTable(
  db: Queries,
  { table, changed }: (typeof MOVED)[number],
  values: MoveValues,
): Promise<number> {
  const names = (await db.query(columnNames, [`cairn.${table}`])).map(({ name }) => name)
  const own = db.isDistributed && table === 'root' ? {} : changed
  const moved = names.map(name => (name === 'ehr_id' ? '$2::uuid' : (own[name] ?? `t.${name}`)))
  const copy = sql<never, MoveValues>({
    name: `admin.move.${table}`,
    prepare: false,
    text: `insert into cairn.${table} (${names.join(', ')}) overriding system value
           select ${moved.join(', ')} from cairn.${table} t
           where t.ehr_id = $1::uuid and $3::text[] is not null`,
  })
  return db.execute(copy, values)
}

/** Does what the copy of the roots does on one server: in a cluster, the objects are on another node than the roots that are copied. */
const retireRoots = sql<never, [ehrId: EhrId]>({
  name: 'admin.retireRoots',
  text: `update cairn.root r set latest = false from cairn.version v, cairn.versioned_object o
         where r.ehr_id = $1 and v.ehr_id = $1 and o.ehr_id = $1 and r.latest and v.commit_number = r.commit_number
           and o.object_id = v.object_id and o.merged_from is not null`,
})

/** Records that moved have another EHR, which published datamaps show: all records are compared again. */
const comparePublished = sql({
  name: 'admin.comparePublished',
  text: 'update cairn.published_datamap set filled_to = null, resets = resets + 1',
})

/** The number of rows that moved, by table. */
export type Moved = Readonly<Record<string, number>>

export async function moveRecords(
  db: Queries,
  from: EhrId,
  to: EhrId,
  retiredKinds: readonly string[],
): Promise<Moved> {
  const moved: Record<string, number> = {}
  for (const each of MOVED) moved[each.table] = await moveTable(db, each, [from, to, retiredKinds])
  if (db.isDistributed) await db.execute(retireRoots, [to])
  await transferClaims(db, from, to)
  await db.execute(passPersonOn, [from, to])
  await db.execute(passDraftsOn, [from, to])
  await db.execute(comparePublished)
  return moved
}

const adopt = sql<never, [ehrId: EhrId, directoryId: ObjectId | null]>({
  name: 'admin.adoptDirectory',
  text: 'update cairn.ehr set directory_id = $2 where ehr_id = $1',
})

export async function adoptDirectory(db: Queries, ehrId: EhrId, directoryId: ObjectId | null): Promise<void> {
  await db.execute(adopt, [ehrId, directoryId])
}
