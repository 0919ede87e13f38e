/** The SQL that removes unused entries of the dictionary. */

import { type Queries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids.ts'

/** Lists the entries of the roots that match `where`: their paths, the paths between roots, and the archetypes, as path 0. */
const suspectsIn = (where: string): string => `
  insert into cairn.dictionary_suspect (archetype_key, path_key)
  select r.archetype_key, key::integer from cairn.root r, jsonb_object_keys(r.leaves) key where ${where}
  union
  select p.archetype_key, r.via from cairn.root r join cairn.root p
    on p.ehr_id = r.ehr_id and p.commit_number = r.commit_number and p.num = r.parent
  where r.via is not null and ${where}
  union
  select r.archetype_key, 0 from cairn.root r where ${where}
  on conflict do nothing`

const suspectEhr = sql<never, [ehrId: EhrId]>({
  name: 'roots.suspectEhr',
  text: suspectsIn('r.ehr_id = $1'),
})
const suspectObject = sql<never, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'roots.suspectObject',
  text: suspectsIn(`r.ehr_id = $1 and r.commit_number in (
    select v.commit_number from cairn.version v where v.ehr_id = $1 and v.object_id = $2)`),
})

/** Call this before the rows of an EHR, or of one of its objects, are removed. */
export async function suspectEntries(db: Queries, ehrId: EhrId, objectId?: ObjectId): Promise<void> {
  // A distributed database keeps entries that nothing uses: nothing is wrong with them but their number.
  if (db.isDistributed) return
  if (objectId === undefined) await db.execute(suspectEhr, [ehrId])
  else await db.execute(suspectObject, [ehrId, objectId])
}

const suspectAll = sql<never>({
  name: 'roots.suspectAll',
  text: `
    insert into cairn.dictionary_suspect (archetype_key, path_key)
    select archetype_key, path_key from cairn.archetype_path
    union all
    select archetype_key, 0 from cairn.archetype
    on conflict do nothing`,
})

export async function suspectAllEntries(db: Queries): Promise<void> {
  await db.execute(suspectAll)
}

/** Clears suspects that are in use. Most have many rows, so the first one found is enough. */
const clearUsedSuspects = sql<never>({
  name: 'roots.acquitSuspects',
  text: `
    delete from cairn.dictionary_suspect s
    where s.path_key <> 0 and exists (
        select from cairn.root r where r.archetype_key = s.archetype_key and r.latest and r.leaves ? s.path_key::text)
      or s.path_key = 0 and exists (
        select from cairn.root r where r.archetype_key = s.archetype_key and r.latest)`,
})

/** Selects the entries in use by one pass over all rows, whatever their number. */
const inUse = (entries: string): string => `
  select e.archetype_key, e.path_key from ${entries} e join cairn.root r using (archetype_key)
  where e.path_key = 0 or r.leaves ? e.path_key::text
  union
  select e.archetype_key, e.path_key from cairn.root r
  join ${entries} e on e.path_key = r.via
  join cairn.root p on p.ehr_id = r.ehr_id and p.commit_number = r.commit_number and p.num = r.parent
    and p.archetype_key = e.archetype_key`

/** Retires unused entries, and clears the list of suspects. */
const retire = sql<{ retired: number }>({
  name: 'roots.retireUnused',
  text: `
    with suspect as materialized (
      delete from cairn.dictionary_suspect returning archetype_key, path_key
    ), unused as materialized (
      select * from suspect except (${inUse('suspect')})
    ), path as (
      update cairn.archetype_path p set retired_at = clock_timestamp(), added_at = clock_timestamp()
      from unused u
      where p.archetype_key = u.archetype_key and p.path_key = u.path_key and p.retired_at is null
      returning 1
    ), archetype as (
      update cairn.archetype a set retired_at = clock_timestamp(), added_at = clock_timestamp()
      from unused u
      where a.archetype_key = u.archetype_key and u.path_key = 0 and a.retired_at is null
      returning 1
    )
    select ((select count(*) from path) + (select count(*) from archetype))::integer as retired`,
})

/** Returns the number of entries that it retired. */
export async function retireUnused(db: Queries): Promise<number> {
  await db.execute(clearUsedSuspects)
  return (await db.query(retire))[0]?.retired ?? 0
}

const lock = sql<never>({
  name: 'roots.lockDictionary',
  text: 'lock table cairn.archetype_path, cairn.archetype in share row exclusive mode',
})

/** Keeps entries that a server used after they were retired, before its refresh. */
const revive = sql<never, [graceMs: number]>({
  name: 'roots.reviveUsed',
  text: `
    with retired as materialized (
      select archetype_key, path_key from cairn.archetype_path
      where retired_at < clock_timestamp() - $1 * interval '1 millisecond'
      union all
      select archetype_key, 0 from cairn.archetype
      where retired_at < clock_timestamp() - $1 * interval '1 millisecond'
    ), used as materialized (
      select distinct archetype_key, path_key from (${inUse('retired')}) found
    ), path as (
      update cairn.archetype_path p set retired_at = null, added_at = clock_timestamp()
      from used u where p.archetype_key = u.archetype_key and p.path_key = u.path_key
    )
    update cairn.archetype a set retired_at = null, added_at = clock_timestamp()
    from used u where a.archetype_key = u.archetype_key and a.retired_at is not null`,
})

const removePairs = sql<{ path_key: number }, [graceMs: number]>({
  name: 'roots.removeRetiredPaths',
  text: `delete from cairn.archetype_path where retired_at < clock_timestamp() - $1 * interval '1 millisecond'
         returning path_key`,
})
const removePaths = sql<never, [keys: readonly number[]]>({
  name: 'roots.removeFreePaths',
  text: `delete from cairn.path p where p.path_key = any($1::integer[])
         and not exists (select 1 from cairn.archetype_path a where a.path_key = p.path_key)`,
})
const removeArchetypes = sql<never, [graceMs: number]>({
  name: 'roots.removeRetiredArchetypes',
  text: `delete from cairn.archetype a where a.retired_at < clock_timestamp() - $1 * interval '1 millisecond'
         and not exists (select 1 from cairn.archetype_path p where p.archetype_key = a.archetype_key)`,
})

/** Must run in a transaction. Returns the number of entries removed. */
export async function removeRetired(db: Queries, graceMs: number): Promise<number> {
  await db.execute(revive, [graceMs])
  // Locked only now, since nobody could add a path during the pass over all rows.
  await db.execute(lock)
  const pairs = await db.query(removePairs, [graceMs])
  await db.execute(removePaths, [pairs.map(({ path_key }) => path_key)])
  return pairs.length + (await db.execute(removeArchetypes, [graceMs]))
}

interface SweepState {
  readonly suspects: boolean
  /** True if the grace period of some entry is over. */
  readonly overdue: boolean
}

const state = sql<SweepState, [graceMs: number]>({
  name: 'roots.sweepState',
  text: `
    select exists (select 1 from cairn.dictionary_suspect) as suspects,
      exists (select 1 from cairn.archetype_path
        where retired_at < clock_timestamp() - $1 * interval '1 millisecond')
      or exists (select 1 from cairn.archetype
        where retired_at < clock_timestamp() - $1 * interval '1 millisecond') as overdue`,
})

/** Finds out which steps there is work for. */
export const findSweepState = async (db: Queries, graceMs: number): Promise<SweepState> =>
  (await db.query(state, [graceMs]))[0] ?? { suspects: false, overdue: false }

const tryLock = sql<{ mine: boolean }>({
  name: 'roots.sweepTurn',
  text: `select true as mine from cairn.turn where work = 'dictionary sweep' for update skip locked`,
})

/** Returns false if another process is sweeping. The lock ends with the transaction. */
export const tryLockSweep = async (db: Queries): Promise<boolean> =>
  (await db.query(tryLock))[0]?.mine ?? false
