/** The SQL of the dictionary. */
import { type LimitedDatabase, type LimitedQueries, sql } from '../db/index.ts'
import type { UnknownPair } from './unknown-pairs.ts'

const seesAll = 'the dictionary has no data about anybody'

export interface DictionaryRow {
  readonly archetype_key: number
  readonly rm_type: string
  readonly archetype_id: string
  /** Null for an archetype as such. */
  readonly path_key: number | null
  readonly path: string | null
  readonly several: boolean
  readonly retired: boolean
}

/**
 * Adds new entries and returns the numbers of all that were passed. It waits for entries that another process is adding at the
 * same time, but cannot return them, since its snapshot is older. The row of the state stays locked until the end of the transaction: generations
 * become visible in their order, and two processes cannot deadlock.
 */
const add = sql<DictionaryRow, [pairs: string, templateKey: number]>({
  name: 'roots.addToDictionary',
  seesAll,
  text: `
    with state as (
      update cairn.dictionary_state set generation = generation + 1 returning generation
    ), given as materialized (
      select * from json_to_recordset($1) as given (rm_type text, archetype_id text, path text, several boolean)
    ), new_archetype as (
      insert into cairn.archetype (rm_type, archetype_id, changed_in)
      select distinct rm_type, archetype_id, state.generation from given g, state
      where not exists (select 1 from cairn.archetype a where (a.rm_type, a.archetype_id) = (g.rm_type, g.archetype_id))
      order by rm_type, archetype_id
      on conflict do nothing
      returning archetype_key, rm_type, archetype_id
    ), revived_archetype as (
      update cairn.archetype a set retired_at = null, changed_in = state.generation from state
      where a.retired_at is not null
        and exists (select 1 from given g where (a.rm_type, a.archetype_id) = (g.rm_type, g.archetype_id))
    ), new_path as (
      insert into cairn.path (path)
      select distinct path from given g
      where path is not null and not exists (select 1 from cairn.path p where p.path = g.path)
      order by path
      on conflict do nothing
      returning path_key, path
    ), known as materialized (
      select a.archetype_key, rm_type, archetype_id, p.path_key, path, several
      from given
      join (
        select * from new_archetype
        union all
        select archetype_key, rm_type, archetype_id from cairn.archetype join given using (rm_type, archetype_id)
        group by 1
      ) a using (rm_type, archetype_id)
      left join (
        select * from new_path
        union all
        select path_key, path from cairn.path join given using (path)
        group by 1
      ) p using (path)
      where path is null or path_key is not null
    ), pair as (
      insert into cairn.archetype_path as known_pair (archetype_key, path_key, several, template_key, changed_in)
      select archetype_key, path_key, bool_or(several), $2, state.generation from known, state where path_key is not null
      group by archetype_key, path_key, state.generation
      order by archetype_key, path_key
      on conflict (archetype_key, path_key) do update set several = known_pair.several or excluded.several,
        retired_at = null, changed_in = excluded.changed_in
      where (excluded.several and not known_pair.several) or known_pair.retired_at is not null
    )
    select *, false as retired from known order by archetype_key, path_key`,
})

export const addEntries = (
  db: LimitedDatabase,
  pairs: readonly UnknownPair[],
  templateKey: number,
): Promise<readonly DictionaryRow[]> =>
  db.isDistributed
    ? db.transaction(queries => addApart(queries, pairs, templateKey), { retries: 3 })
    : db.query(add, [JSON.stringify(pairs), templateKey])

const GIVEN = `json_to_recordset($1::json) as given (rm_type text, archetype_id text, path text, several boolean)`

const addArchetypes = sql<never, [pairs: string, generation: number]>({
  name: 'roots.addArchetypes',
  seesAll,
  text: `insert into cairn.archetype (rm_type, archetype_id, changed_in)
    select distinct rm_type, archetype_id, $2::bigint from ${GIVEN} order by rm_type, archetype_id on conflict do nothing`,
})
const reviveArchetypes = sql<never, [archetypeIds: readonly string[], generation: number]>({
  name: 'roots.reviveArchetypes',
  seesAll,
  text: `update cairn.archetype set retired_at = null, changed_in = $2::bigint
    where retired_at is not null and archetype_id = any($1::text[])`,
})
const archetypeKeys = sql<
  { archetype_key: number; rm_type: string; archetype_id: string; retired: boolean },
  [archetypeIds: readonly string[]]
>({
  name: 'roots.archetypeKeys',
  seesAll,
  text: `select archetype_key, rm_type, archetype_id, retired_at is not null as retired
    from cairn.archetype where archetype_id = any($1::text[])`,
})
const addPaths = sql<{ path_key: number; path: string }, [paths: readonly string[]]>({
  name: 'roots.addPaths',
  seesAll,
  text: `with added as (
      insert into cairn.path (path) select distinct p from unnest($1::text[]) p
      where not exists (select 1 from cairn.path k where k.path = p) order by p
      on conflict do nothing returning path_key, path
    )
    select path_key, path from added union all select path_key, path from cairn.path where path = any($1::text[])`,
})
const addPairs = sql<never, [pairs: string, templateKey: number, generation: number]>({
  name: 'roots.addPairs',
  seesAll,
  text: `insert into cairn.archetype_path as known_pair (archetype_key, path_key, several, template_key, changed_in)
    select archetype_key, path_key, bool_or(several), $2, $3::bigint
    from json_to_recordset($1::json) as given (archetype_key integer, path_key integer, several boolean)
    group by archetype_key, path_key order by archetype_key, path_key
    on conflict (archetype_key, path_key) do update set several = known_pair.several or excluded.several,
      retired_at = null, changed_in = excluded.changed_in
    where (excluded.several and not known_pair.several) or known_pair.retired_at is not null`,
})
const growth = sql<{ generation: number }>({
  name: 'roots.countGrowth',
  seesAll,
  waitsForLocks: true,
  text: 'update cairn.dictionary_state set generation = generation + 1 returning generation',
})

/** Takes the next generation, for the changes that follow in the same transaction. Others who change the dictionary wait for its end. */
export const nextGeneration = async (db: LimitedQueries): Promise<number> =>
  (await db.query(growth))[0]?.generation ?? 0

/** Two that add archetypes at the same moment would each wait for what the other has locked on another node. */
const takeTurn = sql<never>({
  name: 'roots.dictionaryTurn',
  seesAll,
  waitsForLocks: true,
  text: `select 1 from cairn.turn where work = 'dictionary' for update`,
})
const makeTurn = sql<never>({
  name: 'roots.makeDictionaryTurn',
  seesAll,
  text: `insert into cairn.turn (work) values ('dictionary') on conflict do nothing`,
})

/** In a distributed database, whoever changes the dictionary takes this first. */
export async function takeTurnApart(db: LimitedQueries): Promise<void> {
  if ((await db.query(takeTurn)).length > 0) return
  await db.execute(makeTurn)
  await db.query(takeTurn)
}

const archetypeOf = (row: { readonly rm_type: string; readonly archetype_id: string }): string =>
  `${row.rm_type} ${row.archetype_id}`

/** The keys of archetypes, which are on every node: nothing is written where all are known. */
async function archetypesApart(
  db: LimitedQueries,
  pairs: readonly UnknownPair[],
  generation: number,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(pairs.map(pair => pair.archetype_id))]
  const known = await db.query(archetypeKeys, [ids])
  const names = new Set(known.map(archetypeOf))
  const isComplete = pairs.every(pair => names.has(archetypeOf(pair)))
  const added = isComplete ? 0 : await db.execute(addArchetypes, [JSON.stringify(pairs), generation])
  if (known.some(row => row.retired)) await db.execute(reviveArchetypes, [ids, generation])
  const rows = added > 0 ? await db.query(archetypeKeys, [ids]) : known
  return new Map(rows.map(row => [archetypeOf(row), row.archetype_key]))
}

/** Statement by statement for a distributed database, where archetypes are on every node and paths on the coordinator alone. */
async function addApart(
  db: LimitedQueries,
  pairs: readonly UnknownPair[],
  templateKey: number,
): Promise<readonly DictionaryRow[]> {
  await takeTurnApart(db)
  const generation = await nextGeneration(db)
  const keyOf = await archetypesApart(db, pairs, generation)
  const paths = [...new Set(pairs.flatMap(({ path }) => path ?? []))]
  const pathKeyOf = new Map((await db.query(addPaths, [paths])).map(row => [row.path, row.path_key]))
  const known = pairs.flatMap((pair): DictionaryRow[] => {
    const path_key = pair.path === null ? null : pathKeyOf.get(pair.path)
    const archetype_key = keyOf.get(archetypeOf(pair))
    if (archetype_key === undefined || path_key === undefined) return []
    return [{ ...pair, archetype_key, path_key, retired: false }]
  })
  await db.execute(addPairs, [
    JSON.stringify(known.filter(row => row.path_key !== null)),
    templateKey,
    generation,
  ])
  return known
}

const brought = sql<{ count: number }, [templateKey: number]>({
  name: 'roots.pathsOfTemplate',
  seesAll,
  text: 'select count(*)::integer as count from cairn.archetype_path where template_key = $1',
})

/** Counts the paths that data of a template have added. */
export const countPaths = async (db: LimitedQueries, templateKey: number): Promise<number> =>
  (await db.query(brought, [templateKey]))[0]?.count ?? 0

/** All columns of an entry are null if there is none. */
type ChangedRow = { readonly generation: number } & (DictionaryRow | { readonly archetype_key: null })

const changed = sql<ChangedRow, [after: number]>({
  name: 'roots.dictionaryAfter',
  seesAll,
  text: `
    select state.generation, entry.* from cairn.dictionary_state state left join (
      select archetype_key, rm_type, archetype_id, null::integer as path_key, null as path, false as several,
        retired_at is not null as retired
      from cairn.archetype where changed_in > $1
      union all
      select archetype_key, rm_type, archetype_id, path_key, path, several, archetype_path.retired_at is not null as retired
      from cairn.archetype_path
      join cairn.archetype using (archetype_key)
      join cairn.path using (path_key)
      where archetype_path.changed_in > $1
    ) entry on true
    order by entry.path_key is not null, entry.archetype_key, entry.path_key`,
})

interface DictionaryChanges {
  /** The generation of the database. */
  readonly generation: number
  readonly entries: readonly DictionaryRow[]
}

/** Returns the entries that were added or changed after a generation, and the generation that they lead to. */
export async function entriesAfter(db: LimitedQueries, generation: number): Promise<DictionaryChanges> {
  const rows = await db.query(changed, [generation])
  return {
    generation: rows[0]?.generation ?? 0,
    entries: rows.filter((row): row is DictionaryRow & ChangedRow => row.archetype_key !== null),
  }
}
