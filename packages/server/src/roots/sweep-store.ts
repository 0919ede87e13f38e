/** The SQL that removes unused entries of the dictionary. */

import { type Queries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { nextGeneration, takeTurnApart } from './dictionary-store.ts'
import { START_TIME_PATH } from './path-text.ts'

/** An entry of the dictionary: a path of an archetype, or, with path 0, the archetype itself. */
interface Entry {
  readonly archetype_key: number
  readonly path_key: number
}

type EntryLists = [archetypeKeys: readonly number[], pathKeys: readonly number[]]

const listsOf = (entries: readonly Entry[]): EntryLists => [
  entries.map(each => each.archetype_key),
  entries.map(each => each.path_key),
]

/** Entries that are passed as two lists of numbers. */
const GIVEN = 'unnest($1::integer[], $2::integer[]) as e (archetype_key, path_key)'

/** Finds the entries of the roots that match `where`: their paths, the paths between roots, and the archetypes. */
const entriesIn = (where: string, root = 'cairn.root'): string => `
  select r.archetype_key, key::integer as path_key from ${root} r, jsonb_object_keys(r.leaves) key where ${where}
  union
  select r.archetype_key, key::integer from ${root} r join cairn.shared_leaves s using (shared_key), jsonb_object_keys(s.leaves) key
  where ${where}
  union
  select p.archetype_key, r.via from ${root} r join ${root} p
    on p.ehr_id = r.ehr_id and p.commit_number = r.commit_number and p.num = r.parent
  where r.via is not null and ${where}
  union
  select r.archetype_key, 0 from ${root} r where ${where}`

const ofEhr = sql<Entry, [ehrId: EhrId]>({ name: 'roots.entriesOfEhr', text: entriesIn('r.ehr_id = $1') })
const ofObject = sql<Entry, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'roots.entriesOfObject',
  text: entriesIn(`r.ehr_id = $1 and r.commit_number in (
    select v.commit_number from cairn.version v where v.ehr_id = $1 and v.object_id = $2)`),
})
const ofParty = sql<Entry, [partyId: EhrId]>({
  name: 'roots.entriesOfParty',
  text: entriesIn('r.ehr_id = $1', 'cairn_party.root'),
})
const suspect = sql<never, EntryLists>({
  name: 'roots.suspect',
  text: `insert into cairn.dictionary_suspect (archetype_key, path_key) select archetype_key, path_key from ${GIVEN}
         on conflict do nothing`,
})

/** Call this before the rows of an EHR, or of one of its objects, are removed. */
export async function suspectEntries(db: Queries, ehrId: EhrId, objectId?: ObjectId): Promise<void> {
  const entries = await (objectId === undefined
    ? db.query(ofEhr, [ehrId])
    : db.query(ofObject, [ehrId, objectId]))
  if (entries.length > 0) await db.execute(suspect, listsOf(entries))
}

/** Call this before the rows of a party are removed. */
export async function suspectPartyEntries(db: Queries, partyId: EhrId): Promise<void> {
  const entries = await db.query(ofParty, [partyId])
  if (entries.length > 0) await db.execute(suspect, listsOf(entries))
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

/** A condition: the root `r` has a leaf at a path, of its own or shared. */
const hasPath = (key: string): string => `(r.leaves ? ${key}::text or exists (
      select from cairn.shared_leaves l where l.shared_key = r.shared_key and l.leaves ? ${key}::text))`

/** Clears suspects that are in use. Most have many rows, so the first one found is enough. */
const clearUsedSuspects = sql<never>({
  name: 'roots.acquitSuspects',
  text: `
    delete from cairn.dictionary_suspect s
    where s.path_key <> 0 and exists (
        select from cairn.root r where r.archetype_key = s.archetype_key and r.latest and ${hasPath('s.path_key')})
      or s.path_key = 0 and exists (
        select from cairn.root r where r.archetype_key = s.archetype_key and r.latest)`,
})

/** Records and parties share the dictionary. */
const SCHEMAS = ['cairn', 'cairn_party'] as const
type Schema = (typeof SCHEMAS)[number]

/** The entries in use, by one pass over all rows, whatever the number of entries. */
const usedInRoots = (schema: Schema) =>
  sql<Entry, EntryLists>({
    name: `roots.usedInRoots ${schema}`,
    text: `select distinct e.archetype_key, e.path_key from ${GIVEN}
    join ${schema}.root r on r.archetype_key = e.archetype_key
    where e.path_key = 0 or ${hasPath('e.path_key')}`,
  })
const usedBetweenRoots = (schema: Schema) =>
  sql<Entry, EntryLists>({
    name: `roots.usedBetweenRoots ${schema}`,
    text: `select distinct e.archetype_key, e.path_key from ${schema}.root r
    join ${schema}.root p on p.ehr_id = r.ehr_id and p.commit_number = r.commit_number and p.num = r.parent
    join ${GIVEN} on e.path_key = r.via and e.archetype_key = p.archetype_key`,
  })
const USES = SCHEMAS.flatMap(schema => [usedInRoots(schema), usedBetweenRoots(schema)])

async function findUsed(db: Queries, entries: readonly Entry[]): Promise<readonly Entry[]> {
  if (entries.length === 0) return []
  const lists = listsOf(entries)
  const used: Entry[] = []
  for (const uses of USES) used.push(...(await db.query(uses, lists)))
  return used
}

const takeSuspects = sql<Entry>({
  name: 'roots.takeSuspects',
  text: 'delete from cairn.dictionary_suspect returning archetype_key, path_key',
})

const retirePaths = sql<never, [...EntryLists, generation: number, now: Date]>({
  name: 'roots.retirePaths',
  text: `update cairn.archetype_path p set retired_at = $4::timestamptz, changed_in = $3::bigint from ${GIVEN}
         where p.archetype_key = e.archetype_key and p.path_key = e.path_key and p.retired_at is null`,
})
const retireArchetypes = sql<never, [keys: readonly number[], generation: number, now: Date]>({
  name: 'roots.retireArchetypes',
  text: `update cairn.archetype set retired_at = $3::timestamptz, changed_in = $2::bigint
         where archetype_key = any($1::integer[]) and retired_at is null`,
})

const archetypesIn = (entries: readonly Entry[]): readonly number[] =>
  entries.flatMap(each => (each.path_key === 0 ? [each.archetype_key] : []))

/** Retires unused entries, and clears the list of suspects. Returns the number of entries that it retired. */
export async function retireUnused(db: Queries): Promise<number> {
  // On the nodes of a cluster, the pass over all rows is all there is.
  if (!db.isDistributed) await db.execute(clearUsedSuspects)
  const suspects = await db.query(takeSuspects)
  const used = new Set((await findUsed(db, suspects)).map(keyOf))
  const unused = suspects.filter(each => !used.has(keyOf(each)))
  if (unused.length === 0) return 0
  const generation = await nextGeneration(db)
  const now = new Date()
  const paths = await db.execute(retirePaths, [...listsOf(unused), generation, now])
  const archetypes = archetypesIn(unused)
  return (
    paths + (archetypes.length === 0 ? 0 : await db.execute(retireArchetypes, [archetypes, generation, now]))
  )
}

const keyOf = ({ archetype_key, path_key }: Entry): string => `${archetype_key} ${path_key}`

const lock = sql<never>({
  name: 'roots.lockDictionary',
  text: 'lock table cairn.archetype_path, cairn.archetype in share row exclusive mode',
})

/** A condition: the entry was retired in the given generation or before. */
const isOverdue = (entry: string): string => `${entry}.retired_at is not null and ${entry}.changed_in <= $1`

const retired = sql<Entry, [generation: number]>({
  name: 'roots.retired',
  text: `select archetype_key, path_key from cairn.archetype_path p where ${isOverdue('p')}
    union all
    select archetype_key, 0 from cairn.archetype a where ${isOverdue('a')}`,
})
const revivePaths = sql<never, [...EntryLists, generation: number]>({
  name: 'roots.revivePaths',
  text: `update cairn.archetype_path p set retired_at = null, changed_in = $3::bigint from ${GIVEN}
         where p.archetype_key = e.archetype_key and p.path_key = e.path_key`,
})
const reviveArchetypes = sql<never, [keys: readonly number[], generation: number]>({
  name: 'roots.reviveUsedArchetypes',
  text: `update cairn.archetype set retired_at = null, changed_in = $2::bigint
         where archetype_key = any($1::integer[]) and retired_at is not null`,
})

/** Keeps entries that a server used after they were retired, before its refresh. */
async function revive(db: Queries, used: readonly Entry[]): Promise<void> {
  if (used.length === 0) return
  const generation = await nextGeneration(db)
  await db.execute(revivePaths, [...listsOf(used), generation])
  // A path that is in use has its archetype with it.
  await db.execute(reviveArchetypes, [[...new Set(used.map(each => each.archetype_key))], generation])
}

const removePairs = sql<{ path_key: number }, [generation: number]>({
  name: 'roots.removeRetiredPaths',
  text: `delete from cairn.archetype_path p where ${isOverdue('p')} returning path_key`,
})
const removePaths = sql<never, [keys: readonly number[]]>({
  name: 'roots.removeFreePaths',
  text: `delete from cairn.path p where p.path_key = any($1::integer[])
         and not exists (select 1 from cairn.archetype_path a where a.path_key = p.path_key)
         and p.path <> '${START_TIME_PATH}'`,
})
const freeArchetypes = sql<{ archetype_key: number }, [generation: number]>({
  name: 'roots.freeArchetypes',
  text: `select a.archetype_key from cairn.archetype a where ${isOverdue('a')}
         and not exists (select 1 from cairn.archetype_path p where p.archetype_key = a.archetype_key)`,
})
const removeArchetypes = sql<never, [keys: readonly number[]]>({
  name: 'roots.removeRetiredArchetypes',
  text: 'delete from cairn.archetype where archetype_key = any($1::integer[])',
})

/** Removes entries that were retired in a generation or before. Must run in a transaction. Returns the number of entries removed. */
export async function removeRetired(db: Queries, generation: number): Promise<number> {
  const used = await findUsed(db, await db.query(retired, [generation]))
  // After the pass over all rows, during which nobody could add a path, and before the next generation: whoever adds takes them in this order.
  if (db.isDistributed) await takeTurnApart(db)
  await db.execute(lock)
  await revive(db, used)
  const pairs = await db.query(removePairs, [generation])
  await db.execute(removePaths, [pairs.map(({ path_key }) => path_key)])
  const archetypes = (await db.query(freeArchetypes, [generation])).map(row => row.archetype_key)
  return pairs.length + (archetypes.length === 0 ? 0 : await db.execute(removeArchetypes, [archetypes]))
}

interface SweepState {
  readonly suspects: boolean
  /** True if some entry is retired. */
  readonly retired: boolean
  readonly generation: number
}

const state = sql<SweepState>({
  name: 'roots.sweepState',
  text: `
    select exists (select 1 from cairn.dictionary_suspect) as suspects,
      exists (select 1 from cairn.archetype_path where retired_at is not null)
      or exists (select 1 from cairn.archetype where retired_at is not null) as retired,
      (select generation from cairn.dictionary_state) as generation`,
})

/** Finds out which steps there is work for. */
export const findSweepState = async (db: Queries): Promise<SweepState> =>
  (await db.query(state))[0] ?? { suspects: false, retired: false, generation: 0 }

const tryLock = sql<{ mine: boolean }>({
  name: 'roots.sweepTurn',
  text: `select true as mine from cairn.turn where work = 'dictionary sweep' for update skip locked`,
})

/** Returns false if another process is sweeping. The lock ends with the transaction. */
export const tryLockSweep = async (db: Queries): Promise<boolean> =>
  (await db.query(tryLock))[0]?.mine ?? false
