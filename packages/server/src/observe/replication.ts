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

/** WAL that the database hands to an archive, which backups by time need. */
const archiver = sql<{ mode: string; archived_at: Date | null; failed_at: Date | null; failed: string }>({
  name: 'replication.archiver',
  text: `select current_setting('archive_mode') as mode, last_archived_time as archived_at,
           last_failed_time as failed_at, failed_count::text as failed from pg_stat_archiver`,
})

const canListWal = sql<{ can: boolean }>({
  name: 'replication.can_list_wal',
  text: `select has_function_privilege('pg_ls_waldir()', 'execute') as can`,
})

/** With an archive, PostgreSQL keeps the history file of the last base backup among the WAL until the next one ends. */
const backupHistory = sql<{ ended_at: Date | null }>({
  name: 'replication.backup_history',
  text: `select max(modification) as ended_at from pg_ls_waldir() where name like '%.backup'`,
})

/** The end of the last base backup, by whatever tool; null where the database does not tell. */
async function lastBaseBackup(db: Database): Promise<Date | null> {
  const [right] = await db.query(canListWal)
  if (right?.can !== true) return null
  const [history] = await db.query(backupHistory)
  return history?.ended_at ?? null
}

export interface ReplicationReport {
  readonly standbys: readonly Standby[]
  /** WAL retained by the replication slot that is furthest behind. */
  readonly retained_bytes: number
  readonly archive: {
    readonly is_on: boolean
    readonly failures: number
    readonly archived_at?: string
    readonly failed_at?: string
    readonly base_backup_at?: string
  }
}

export async function readReplication(db: Database): Promise<ReplicationReport> {
  const [known, slots, [archive], baseBackup] = await Promise.all([
    db.query(standbys),
    db.query(retained),
    db.query(archiver),
    lastBaseBackup(db),
  ])
  return {
    standbys: known,
    retained_bytes: slots[0]?.bytes ?? 0,
    archive: {
      is_on: archive !== undefined && archive.mode !== 'off',
      failures: Number(archive?.failed ?? 0),
      ...(archive?.archived_at ? { archived_at: archive.archived_at.toISOString() } : {}),
      ...(archive?.failed_at ? { failed_at: archive.failed_at.toISOString() } : {}),
      ...(baseBackup ? { base_backup_at: baseBackup.toISOString() } : {}),
    },
  }
}

/** Empty if the database cannot be asked: the other metrics tell why. */
export async function readReplicationMetrics(db: Database): Promise<ReadMetric[]> {
  try {
    const [known, [slots]] = await Promise.all([db.query(standbys), db.query(retained)])
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
        samples: [[slots?.bytes ?? 0]],
      },
    ]
  } catch {
    return []
  }
}
