/** Metrics of the replication of the database, as its primary sees it. */
import { type Database, sql } from '../db/index.ts'
import type { ReadMetric } from './metrics.ts'

interface Standby {
  readonly name: string
  /** Null for a role without the rights of `pg_monitor`. */
  readonly seconds: number | null
  readonly bytes: number | null
}

const standbys = sql<Standby>({
  name: 'replication.standbys',
  text: `select application_name as name, extract(epoch from replay_lag)::float8 as seconds,
           pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes
         from pg_stat_replication where not pg_is_in_recovery() order by 1 limit 50`,
})

const retained = sql<{ bytes: number }>({
  name: 'replication.slots',
  text: `select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 as bytes
         from pg_replication_slots where not pg_is_in_recovery()`,
})

/** Empty if the database cannot be asked: the other metrics tell why. */
export async function readReplicationMetrics(db: Database): Promise<ReadMetric[]> {
  try {
    const [known, slots] = await Promise.all([db.query(standbys), db.query(retained)])
    const measured = known.filter(({ bytes }) => bytes !== null)
    return [
      {
        name: 'cairn_replication_standbys',
        type: 'gauge',
        help: 'Connected standbys.',
        samples: [[known.length]],
      },
      {
        name: 'cairn_replication_lag_seconds',
        type: 'gauge',
        help: 'Replay lag of a standby.',
        labels: ['standby'],
        samples: measured.map(({ name, seconds }) => [seconds ?? 0, { standby: name }]),
      },
      {
        name: 'cairn_replication_lag_bytes',
        type: 'gauge',
        help: 'WAL not yet replayed by a standby.',
        labels: ['standby'],
        samples: measured.map(({ name, bytes }) => [bytes ?? 0, { standby: name }]),
      },
      {
        name: 'cairn_replication_retained_bytes',
        type: 'gauge',
        help: 'WAL retained by the replication slot that is furthest behind.',
        samples: [[slots[0]?.bytes ?? 0]],
      },
    ]
  } catch {
    return []
  }
}
