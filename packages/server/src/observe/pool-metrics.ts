/** Metrics of the pools of connections to the database. */
import type { Database } from '../db/index.ts'
import { metricSection } from './prometheus.ts'

export interface WatchedPool {
  readonly db: Pick<Database, 'usage'>
  /** Most connections that it may open. */
  readonly most: number
}

export function printPoolMetrics(pools: Readonly<Record<string, WatchedPool>>): string {
  const lines = (print: (pool: string, watched: WatchedPool) => readonly string[]) =>
    Object.entries(pools).flatMap(([name, pool]) => print(`pool="${name}"`, pool))
  return [
    metricSection(
      'cairn_pool_connections',
      'gauge',
      'Open connections of a pool, busy and idle.',
      lines((label, { db }) => {
        const { open, idle } = db.usage()
        return [
          `cairn_pool_connections{${label},state="busy"} ${open - idle}`,
          `cairn_pool_connections{${label},state="idle"} ${idle}`,
        ]
      }),
    ),
    metricSection(
      'cairn_pool_waiting',
      'gauge',
      'Requests waiting for a connection from a pool.',
      lines((label, { db }) => [`cairn_pool_waiting{${label}} ${db.usage().waiting}`]),
    ),
    metricSection(
      'cairn_pool_most_connections',
      'gauge',
      'Maximum connections of a pool.',
      lines((label, { most }) => [`cairn_pool_most_connections{${label}} ${most}`]),
    ),
  ].join('\n')
}
