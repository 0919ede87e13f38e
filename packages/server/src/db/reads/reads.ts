/** The servers that queries read from: the primary, and a replica of it while that is recent enough (decision 0063). */
import type { RowLimit } from '../../access/index.ts'
import type { Database, LimitedDatabase } from '../database.ts'
import { DatabaseError } from '../database-error.ts'
import { openPool } from '../pool.ts'
import { watchReplica } from './replica-watch.ts'
import type { WalPosition } from './wal-position.ts'

/** A server to read from. */
export interface ReadServer<Db = LimitedDatabase> {
  /** 0: the primary. */
  readonly number: number
  /** The connections of queries. */
  readonly db: Db
  /** Connections to end the work of queries with: that must be asked for on the same server. */
  readonly cancelling: Database
}

export interface Reads<Db = LimitedDatabase> {
  readonly primary: ReadServer<Db>
  /**
   * Runs `work` on a server that has everything up to `after`. If a replica fails, the work is done again on the primary, so it must
   * have given nothing away when it fails.
   */
  from<T>(after: WalPosition | undefined, work: (server: ReadServer<Db>) => Promise<T>): Promise<T>
  /** The position of everything that is committed now, to be given back as `after`; undefined without a replica. */
  position(): Promise<string | undefined>
  /** Resolves when no process reads from a state before this moment: after an erasure. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Everything is read from one server. */
export function readsFrom(db: Database, cancelling: Database = db): Reads<Database> {
  const primary: ReadServer<Database> = { number: 0, db, cancelling }
  return {
    primary,
    from: (_after, work) => work(primary),
    position: async () => undefined,
    settled: async () => {},
    close: async () => {},
  }
}

/**
 * For a caller with limited rights: on the primary, where an assignment that is taken away is gone with the next statement. `parties`:
 * all of them, on whichever server.
 */
export function limitReads(reads: Reads, limit: RowLimit | 'parties'): Reads {
  if (limit === 'parties') return partyReads(reads)
  const primary = { ...reads.primary, db: reads.primary.db.limitedTo(limit) }
  return { ...reads, primary, from: (_after, work) => work(primary) }
}

function partyReads(reads: Reads): Reads {
  const ofParties = (server: ReadServer): ReadServer => ({ ...server, db: server.db.ofParties() })
  return {
    ...reads,
    primary: ofParties(reads.primary),
    from: (after, work) => reads.from(after, server => work(ofParties(server))),
  }
}

export interface ReplicaNeeds {
  readonly primary: ReadServer<Database>
  readonly replicaUrl: string
  /** The connections of queries to the replica. */
  readonly replica: Database
  readonly lagMs: number
  /** Told when the replica can no longer be used, and when it can again. */
  readonly changed: (fault: string | undefined) => void
}

/** Longest wait for the position that a request names; then the primary is asked. */
const LONGEST_WAIT_MS = 1000

/** Longest time of a look at the replica, and of a request to end a query there. */
const CHECK_MS = 1500

/** A replica that is stopped, cannot be reached, or must replay what a query still reads. */
export const isOfReplica = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.isUnavailable || error.isConflict)

export async function openReads(needs: ReplicaNeeds): Promise<Reads<Database>> {
  const { primary, lagMs } = needs
  const cancelling = openPool(needs.replicaUrl, {
    max: 2,
    applicationName: 'cairn replica',
    isDistributed: primary.db.isDistributed,
    statementTimeoutMs: CHECK_MS,
    waitMs: CHECK_MS,
  })
  const replica: ReadServer<Database> = { number: 1, db: needs.replica, cancelling }
  const watch = watchReplica({
    primary: primary.cancelling,
    replica: cancelling,
    lagMs,
    changed: needs.changed,
  })
  await watch.look()

  const choose = async (after: WalPosition | undefined): Promise<ReadServer<Database>> => {
    if (!watch.isRecent()) return primary
    return after === undefined || (await watch.reaches(after, Math.min(lagMs, LONGEST_WAIT_MS)))
      ? replica
      : primary
  }
  return {
    primary,
    from: async (after, work) => {
      const server = await choose(after)
      try {
        return await work(server)
      } catch (error) {
        if (server === primary || !isOfReplica(error)) throw error
        if (error instanceof DatabaseError && error.isUnavailable) watch.lost()
        return work(primary)
      }
    },
    position: async () => (await watch.position()).text,
    settled: async () => {
      const { position } = await watch.position()
      // After this time, every process finds the replica too old.
      await watch.reaches(position, 2 * lagMs)
    },
    close: async () => {
      watch.close()
      await needs.replica.close()
      await cancelling.close()
    },
  }
}
