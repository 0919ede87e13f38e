/** The SQL of the dictionary. */
import { type Queries, sql } from '../db/index.ts'
import type { UnknownPair } from './unknown-pairs.ts'

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
 * same time, but cannot return them, since its snapshot is older. Entries are added in a fixed order, so that two processes
 * cannot deadlock.
 */
const add = sql<DictionaryRow, [pairs: string, templateKey: number]>({
  name: 'roots.addToDictionary',
  text: `
    with given as materialized (
      select * from json_to_recordset($1) as given (rm_type text, archetype_id text, path text, several boolean)
    ), new_archetype as (
      insert into cairn.archetype (rm_type, archetype_id)
      select distinct rm_type, archetype_id from given g
      where not exists (select from cairn.archetype a where (a.rm_type, a.archetype_id) = (g.rm_type, g.archetype_id))
      order by rm_type, archetype_id
      on conflict do nothing
      returning archetype_key, rm_type, archetype_id
    ), revived_archetype as (
      update cairn.archetype a set retired_at = null, added_at = clock_timestamp()
      where a.retired_at is not null
        and exists (select from given g where (a.rm_type, a.archetype_id) = (g.rm_type, g.archetype_id))
    ), new_path as (
      insert into cairn.path (path)
      select distinct path from given g
      where path is not null and not exists (select from cairn.path p where p.path = g.path)
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
      insert into cairn.archetype_path as known_pair (archetype_key, path_key, several, template_key)
      select archetype_key, path_key, bool_or(several), $2 from known where path_key is not null
      group by archetype_key, path_key
      order by archetype_key, path_key
      on conflict (archetype_key, path_key) do update set several = known_pair.several or excluded.several,
        retired_at = null, added_at = clock_timestamp()
      where (excluded.several and not known_pair.several) or known_pair.retired_at is not null
    )
    select *, false as retired from known`,
})

export const addEntries = (
  db: Queries,
  pairs: readonly UnknownPair[],
  templateKey: number,
): Promise<readonly DictionaryRow[]> => db.query(add, [JSON.stringify(pairs), templateKey])

const brought = sql<{ count: number }, [templateKey: number]>({
  name: 'roots.pathsOfTemplate',
  text: 'select count(*)::integer as count from cairn.archetype_path where template_key = $1',
})

/** Counts the paths that data of a template have added. */
export const countPaths = async (db: Queries, templateKey: number): Promise<number> =>
  (await db.query(brought, [templateKey]))[0]?.count ?? 0

const since = sql<DictionaryRow & { readonly added_at: Date }, [since: Date]>({
  name: 'roots.dictionarySince',
  text: `
    select archetype_key, rm_type, archetype_id, null as path_key, null as path, false as several,
      retired_at is not null as retired, added_at
    from cairn.archetype where added_at >= $1
    union all
    select archetype_key, rm_type, archetype_id, path_key, path, several,
      archetype_path.retired_at is not null as retired, archetype_path.added_at
    from cairn.archetype_path
    join cairn.archetype using (archetype_key)
    join cairn.path using (path_key)
    where archetype_path.added_at >= $1`,
})

/** Returns the entries added at a time or later, each with its time by the clock of the database. */
export const entriesSince = (
  db: Queries,
  moment: Date,
): Promise<readonly (DictionaryRow & { readonly added_at: Date })[]> => db.query(since, [moment])
