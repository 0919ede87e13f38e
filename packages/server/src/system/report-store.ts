/** All SQL about the database as a whole: its size, its tables, its migrations, its growth. */

import { readShards, type ShardReport } from '../db/distribution/index.ts'
import { type Database, DatabaseError, type Queries, readDurability, sql } from '../db/index.ts'

const about = sql<{ version: string; bytes: string; role: string; owns: boolean }>({
  name: 'system.about',
  text: `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
           current_user as role, (select pg_has_role(relowner, 'usage') from pg_class where oid = 'cairn.audit_seal'::regclass) as owns`,
})

/** Partitions are told as the table that they belong to. Rows are estimates: counting them all would take long. */
const tables = sql<{ name: string; rows: string; bytes: string }>({
  name: 'system.tables',
  text: `select coalesce(parent.relname, part.relname) as name,
       sum(greatest(part.reltuples::bigint, pg_stat_get_live_tuples(part.oid)))::text as rows,
       sum(pg_total_relation_size(part.oid))::text as bytes
  from pg_class part
  join pg_namespace space on space.oid = part.relnamespace and space.nspname = 'cairn'
  left join pg_inherits inherits on inherits.inhrelid = part.oid
  left join pg_class parent on parent.oid = inherits.inhparent
 where part.relkind = 'r'
 group by 1
 order by sum(pg_total_relation_size(part.oid)) desc
 limit 20`,
})

const migrations = sql<{ number: number; name: string; applied_at: Date }>({
  name: 'system.migrations',
  text: 'select number, name, applied_at from cairn.migration order by number',
})

const growth = sql<{ month: string; versions: string }>({
  name: 'system.growth',
  text: `select to_char(date_trunc('month', committed_at at time zone 'UTC'), 'YYYY-MM') as month, count(*)::text as versions
  from cairn.version
 where committed_at >= date_trunc('month', now() - interval '11 months')
 group by 1
 order by 1`,
})

/** A count over all versions of a large database is left out rather than waited for. */
const LONGEST_COUNT_MS = 3000

async function monthlyVersions(db: Database): Promise<{ month: string; versions: number }[] | undefined> {
  try {
    const rows = await db.transaction(queries => queries.query(growth), {
      readOnly: true,
      statementTimeoutMs: LONGEST_COUNT_MS,
    })
    return rows.map(({ month, versions }) => ({ month, versions: Number(versions) }))
  } catch (error) {
    if (error instanceof DatabaseError && error.isTimeout) return undefined
    throw error
  }
}

export interface DatabaseReport {
  readonly version: string
  readonly bytes: number
  /** The role of this server, and whether it could change the tables and the audit trail. */
  readonly role: { readonly name: string; readonly owns_tables: boolean }
  /** Settings that decide what a crash can lose. */
  readonly durability: Awaited<ReturnType<typeof readDurability>>
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[]
  readonly migrations: readonly {
    readonly number: number
    readonly name: string
    readonly applied_at: string
  }[]
  /** Its shards, where it is distributed. */
  readonly distribution?: ShardReport
  /** Versions committed in each of the last twelve months; absent where counting them takes too long. */
  readonly months?: readonly { readonly month: string; readonly versions: number }[]
}

const tablesOf = async (db: Queries): Promise<DatabaseReport['tables']> =>
  (await db.query(tables)).map(({ name, rows, bytes }) => ({
    name,
    rows: Number(rows),
    bytes: Number(bytes),
  }))

const migrationsOf = async (db: Queries): Promise<DatabaseReport['migrations']> =>
  (await db.query(migrations)).map(({ number, name, applied_at }) => ({
    number,
    name,
    applied_at: applied_at.toISOString(),
  }))

export async function databaseReport(db: Database): Promise<DatabaseReport> {
  const [[first], durability, largest, applied, distribution, months] = await Promise.all([
    db.query(about),
    readDurability(db),
    tablesOf(db),
    migrationsOf(db),
    db.isDistributed ? readShards(db) : undefined,
    monthlyVersions(db),
  ])
  return {
    version: first?.version ?? '',
    bytes: Number(first?.bytes ?? 0),
    role: { name: first?.role ?? '', owns_tables: first?.owns ?? false },
    durability,
    tables: largest,
    migrations: applied,
    ...(distribution === undefined ? {} : { distribution }),
    ...(months === undefined ? {} : { months }),
  }
}
