/** Knows how far a replica is behind its primary, by the positions of their write-ahead logs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { sql } from '../statement.ts'
import { readWalPosition, type WalPosition } from './wal-position.ts'

export interface ReplicaWatchNeeds {
  readonly primary: Database
  readonly replica: Database
  /** A replica whose state is older than this is not read from. */
  readonly lagMs: number
  /** Told when the replica can no longer be used, and when it can again. */
  readonly changed: (fault: string | undefined) => void
}

export interface ReplicaWatch {
  /** True if the replica was, a moment ago, no older than the limit. */
  isRecent(): boolean
  /** Resolves to true when the replica has this position, or to false if it takes too long. */
  reaches(position: WalPosition, longestMs: number): Promise<boolean>
  /** The replica failed: it is not used until it answers again. */
  lost(): void
  /** Looks at both servers now. */
  look(): Promise<void>
  /** The position of everything that is committed now. */
  position(): Promise<{ readonly text: string; readonly position: WalPosition }>
  close(): void
}

/** Positions of the primary are taken at this interval, or more often if the limit is short. */
const LOOK_MS = 500

/** A wait for a position asks again after this time, then after twice as long, and so on. */
const FIRST_WAIT_MS = 2
const LONGEST_WAIT_MS = 50

interface SystemRow {
  readonly system: string
  readonly position: string
}

/** The position of records to come is at least that of every commit that has been answered, whatever `synchronous_commit` says. */
const primaryState = sql<SystemRow>({
  name: 'reads.primaryState',
  text: `select (pg_control_system()).system_identifier::text as system, pg_current_wal_insert_lsn()::text as position`,
})
const replicaState = sql<SystemRow & { readonly standby: boolean }>({
  name: 'reads.replicaState',
  text: `select (pg_control_system()).system_identifier::text as system, pg_is_in_recovery() as standby,
    coalesce(pg_last_wal_replay_lsn(), '0/0')::text as position`,
})

/** A position that the primary had at a time of a monotonic clock. */
interface Sample {
  readonly at: number
  readonly position: WalPosition
}

const positionOf = ({ position }: SystemRow): WalPosition => readWalPosition(position) ?? 0n

/** The positions that the primary had lately; those older than `keptMs` are dropped. */
function watchPrimary(primary: Database, keptMs: number) {
  let samples: readonly Sample[] = []
  let system: string | undefined
  return {
    look: async (): Promise<void> => {
      const at = performance.now()
      const [row] = await primary.query(primaryState)
      if (!row) return
      system = row.system
      samples = [...samples.filter(each => each.at >= at - keptMs), { at, position: positionOf(row) }]
    },
    system: () => system,
    /** The newest time at which the primary was at this position or before it; 0 if there is none. */
    timeOf: (position: WalPosition | undefined): number =>
      position === undefined
        ? 0
        : Math.max(0, ...samples.filter(each => each.position <= position).map(({ at }) => at)),
    now: async () => {
      const [row] = await primary.query(primaryState)
      return { text: row?.position ?? '', position: row ? positionOf(row) : 0n }
    },
  }
}

/** Calls that come while one runs share its result. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= work().finally(() => {
      running = undefined
    }))
}

export function watchReplica({ primary, replica, lagMs, changed }: ReplicaWatchNeeds): ReplicaWatch {
  const interval = Math.min(LOOK_MS, lagMs / 4)
  const states = watchPrimary(primary, lagMs + interval)
  let replayed: WalPosition | undefined
  let fault: string | undefined = ''
  let closed = false

  const tell = (now: string | undefined): void => {
    if (now !== fault) changed(now)
    fault = now
  }
  const isRecent = (): boolean => performance.now() - states.timeOf(replayed) <= lagMs
  const lookAtReplica = async (): Promise<void> => {
    try {
      const [row] = await replica.query(replicaState)
      const wrong = row && faultOf(row, states.system())
      replayed = row && wrong === undefined ? positionOf(row) : undefined
      if (wrong !== undefined) tell(wrong)
      else tell(isRecent() ? undefined : 'it is too far behind the primary')
    } catch {
      replayed = undefined
      tell('it cannot be reached')
    }
  }
  /** Callers that wait for a position ask together. */
  const ask = shared(lookAtReplica)
  const look = async (): Promise<void> => {
    // A primary that is away has no new states: the last one grows old.
    await states.look().catch(() => {})
    await ask()
  }
  const watching = async (): Promise<void> => {
    while (!closed) {
      await sleep(interval, undefined, { ref: false })
      if (!closed) await look()
    }
  }
  void watching()

  return {
    isRecent,
    reaches: async (position, longestMs) => {
      const end = performance.now() + longestMs
      for (let wait = FIRST_WAIT_MS; replayed === undefined || replayed < position; wait *= 2) {
        if (performance.now() > end) return false
        await sleep(Math.min(wait, LONGEST_WAIT_MS))
        await ask()
      }
      return true
    },
    lost: () => {
      replayed = undefined
    },
    look,
    position: states.now,
    close: () => {
      closed = true
    },
  }
}

/** The reason why a server that answers is no replica of the primary. */
function faultOf(
  { standby, system }: { standby: boolean; system: string },
  own?: string,
): string | undefined {
  if (!standby) return 'it is not a replica: it takes writes'
  return own !== undefined && system !== own ? 'it is a replica of another server' : undefined
}
