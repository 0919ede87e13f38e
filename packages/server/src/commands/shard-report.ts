/** The nodes, tables and shards of a distributed database as text, with what is uneven. */
import { type Database, sql } from '../db/index.ts'
import { table } from './table.ts'

interface ShardRow {
  readonly name: string
  readonly shard: number
  readonly node: string
  readonly bytes: number
}

const hasCitus = sql<{ present: boolean }>({
  name: 'distribute.hasCitus',
  text: `select to_regclass('pg_catalog.pg_dist_partition') is not null as present`,
})
const shards = sql<ShardRow>({
  name: 'distribute.shards',
  text: `select table_name::text as name, shardid as shard, nodename || ':' || nodeport as node, shard_size as bytes
         from citus_shards where table_name::text like 'cairn.%' order by table_name::text, shardid, nodename, nodeport`,
})

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

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

export async function shardReport(db: Database): Promise<string> {
  const [citus] = await db.query(hasCitus)
  const rows = citus?.present ? await db.query(shards) : []
  if (rows.length === 0) return 'The database is not distributed.\n'
  const nodes = sumBy(rows, row => row.node)
  const names = [...new Set(rows.map(row => row.name))]
  const tables = names.map(name => {
    const own = rows.filter(row => row.name === name)
    const sizes = own.map(row => row.bytes)
    const sum = sizes.reduce((total, each) => total + each, 0)
    return [
      name,
      String(new Set(own.map(row => row.shard)).size),
      megabytes(sum),
      megabytes(Math.min(...sizes)),
      megabytes(Math.max(...sizes)),
    ]
  })
  const byShard = (name: string) =>
    sumBy(
      rows.filter(row => row.name === name),
      row => String(row.shard),
    )
  const uneven = [
    ...unevenIn('Node', nodes),
    ...names.flatMap(name => unevenIn(`${name}: shard`, byShard(name))),
  ]
  return [
    table([['node', 'MB'], ...[...nodes].map(([node, bytes]) => [node, megabytes(bytes)])]),
    table([['table', 'shards', 'MB', 'smallest', 'largest'], ...tables]),
    `${uneven.length === 0 ? 'Nothing is uneven.' : uneven.join('\n')}\n`,
  ].join('\n')
}
