/** Metrics of the pools of connections to the database. */
import type { Database } from '../db/index.ts'
import type { ReadMetric } from './metrics.ts'

export interface WatchedPool {
  readonly db: Pick<Database, 'usage'>
  /** Most connections that it may open. */
  readonly most: number
}

export function readPoolMetrics(pools: Readonly<Record<string, WatchedPool>>): ReadMetric[] {
  const used = Object.entries(pools).map(([pool, { db, most }]) => ({ pool, most, ...db.usage() }))
  return [
    {
      name: 'cairn_pool_connections',
      type: 'gauge',
      help: 'Open connections of a pool, busy and idle.',
      labels: ['pool', 'state'],
      samples: used.flatMap(({ pool, open, idle }) => [
        [open - idle, { pool, state: 'busy' }] as const,
        [idle, { pool, state: 'idle' }] as const,
      ]),
    },
    {
      name: 'cairn_pool_waiting',
      type: 'gauge',
      help: 'Requests waiting for a connection from a pool.',
      labels: ['pool'],
      samples: used.map(({ pool, waiting }) => [waiting, { pool }]),
    },
    {
      name: 'cairn_pool_most_connections',
      type: 'gauge',
      help: 'Maximum connections of a pool.',
      labels: ['pool'],
      samples: used.map(({ pool, most }) => [most, { pool }]),
    },
  ]
}
