/** The shards of a distributed database: their sizes by node and by table, and what is uneven. */
import type { Queries } from '../database.ts'
import { sql } from '../statement.ts'

interface ShardRow {
  readonly name: string
  readonly shard: number
  readonly node: string
  readonly bytes: number
}

export interface ShardReport {
  readonly nodes: readonly { readonly node: string; readonly bytes: number }[]
  readonly tables: readonly {
    readonly name: string
    readonly shards: number
    readonly bytes: number
    /** Bytes of the smallest and of the largest shard. */
    readonly smallest: number
    readonly largest: number
  }[]
  /** A sentence for each node and shard that has much more than the others. */
  readonly uneven: readonly string[]
}

const hasCitus = sql<{ present: boolean }>({
  name: 'shards.hasCitus',
  text: `select to_regclass('pg_catalog.pg_dist_partition') is not null as present`,
})
const shards = sql<ShardRow>({
  name: 'shards.list',
  text: `select case when n.nspname = 'cairn' then '' else 'party ' end || c.relname as name, s.shardid as shard, s.nodename || ':' || s.nodeport as node, s.shard_size as bytes
         from citus_shards s join pg_class c on c.oid = s.table_name join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('cairn', 'cairn_party') order by 1, s.shardid, s.nodename, s.nodeport`,
})

const sumBy = (rows: readonly ShardRow[], key: (row: ShardRow) => string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.bytes)
  return sums
}

/** A node or shard with more than this many times the average is told. */
const UNEVEN = 2
/** Small tables are uneven by chance. */
const LEAST_BYTES = 10_000_000

function unevenIn(what: string, sums: ReadonlyMap<string, number>): string[] {
  const average = [...sums.values()].reduce((sum, each) => sum + each, 0) / Math.max(1, sums.size)
  return [...sums]
    .filter(([, bytes]) => bytes > LEAST_BYTES && bytes > UNEVEN * average)
    .map(([name, bytes]) => `${what} ${name} has ${(bytes / average).toFixed(1)} times the average.`)
}

/** Of the rows of `citus_shards`. */
export function reportShards(rows: readonly ShardRow[]): ShardReport {
  const nodes = sumBy(rows, row => row.node)
  const byTable = new Map<string, ShardRow[]>()
  for (const row of rows) byTable.set(row.name, [...(byTable.get(row.name) ?? []), row])
  return {
    nodes: [...nodes].map(([node, bytes]) => ({ node, bytes })),
    tables: [...byTable].map(([name, own]) => {
      const sizes = own.map(row => row.bytes)
      return {
        name,
        shards: new Set(own.map(row => row.shard)).size,
        bytes: sizes.reduce((sum, each) => sum + each, 0),
        smallest: Math.min(...sizes),
        largest: Math.max(...sizes),
      }
    }),
    uneven: [
      ...unevenIn('Node', nodes),
      ...[...byTable].flatMap(([name, own]) =>
        unevenIn(
          `${name}: shard`,
          sumBy(own, row => String(row.shard)),
        ),
      ),
    ],
  }
}

/** Undefined if the database is not distributed. */
export async function readShards(db: Queries): Promise<ShardReport | undefined> {
  const [citus] = await db.query(hasCitus)
  const rows = citus?.present ? await db.query(shards) : []
  return rows.length === 0 ? undefined : reportShards(rows)
}
