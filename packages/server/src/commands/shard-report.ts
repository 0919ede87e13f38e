/** The nodes, tables and shards of a distributed database as text, with what is uneven. */
import type { ShardReport } from '../db/distribution/index.ts'
import { table } from './table.ts'

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

export function printShards(report: ShardReport | undefined): string {
  if (!report) return 'The database is not distributed.\n'
  const { nodes, tables, uneven } = report
  return [
    table([['node', 'MB'], ...nodes.map(({ node, bytes }) => [node, megabytes(bytes)])]),
    table([
      ['table', 'shards', 'MB', 'smallest', 'largest'],
      ...tables.map(({ name, shards, bytes, smallest, largest }) => [
        name,
        String(shards),
        megabytes(bytes),
        megabytes(smallest),
        megabytes(largest),
      ]),
    ]),
    `${uneven.length === 0 ? 'Nothing is uneven.' : uneven.join('\n')}\n`,
  ].join('\n')
}
