/** Metrics of the replication of the database, as its primary sees it. */
import { type Database, sql } from '../db/index.ts'
import { metricSection } from './prometheus.ts'

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

/** Names are chosen by the operator; quotes and backslashes would break the line. */
const labelOf = ({ name }: Standby): string => `standby="${name.replace(/[^\w.-]/g, '_')}"`

/** Empty if the database cannot be asked: the other metrics tell why. */
export async function printReplicationMetrics(db: Database): Promise<string> {
  try {
    const [known, slots] = await Promise.all([db.query(standbys), db.query(retained)])
    const measured = known.filter(({ bytes }) => bytes !== null)
    return [
      metricSection('cairn_replication_standbys', 'gauge', 'Connected standbys.', [
        `cairn_replication_standbys ${known.length}`,
      ]),
      metricSection(
        'cairn_replication_lag_seconds',
        'gauge',
        'Replay lag of a standby.',
        measured.map(each => `cairn_replication_lag_seconds{${labelOf(each)}} ${each.seconds ?? 0}`),
      ),
      metricSection(
        'cairn_replication_lag_bytes',
        'gauge',
        'WAL not yet replayed by a standby.',
        measured.map(each => `cairn_replication_lag_bytes{${labelOf(each)}} ${each.bytes}`),
      ),
      metricSection(
        'cairn_replication_retained_bytes',
        'gauge',
        'WAL retained by the replication slot that is furthest behind.',
        [`cairn_replication_retained_bytes ${slots[0]?.bytes ?? 0}`],
      ),
    ].join('\n')
  } catch {
    return ''
  }
}
