/** Knows how far a replica is behind its primary, by the positions of their write-ahead logs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { shareNext } from '../../collections/index.ts'
import type { Database } from '../database.ts'
import { DatabaseError } from '../database-error.ts'
import { type NodeState, readPrimary, readReplica } from './node-states.ts'
import { hasReached, printWalPosition, readWalPosition, type WalPosition } from './wal-position.ts'

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

/** A position that the primary had at a time of a monotonic clock. */
interface Sample {
  readonly at: number
  readonly position: WalPosition
}

/** No replica has it: whoever asks for it reads from the primary. */
const NEVER = 'FFFFFFFF/FFFFFFFF'

const textOf = (states: readonly Pick<NodeState, 'node_group' | 'position'>[]): string =>
  printWalPosition(states.map(each => [each.node_group, each.position ?? NEVER]))

const positionIn = (text: string): WalPosition => readWalPosition(text) ?? new Map()

/** Identifiers of servers, by group: a replica has that of its primary. */
type Systems = ReadonlyMap<number, string>

/** Longest wait of the answer to a write for the positions of all nodes of a cluster. */
const LONGEST_POSITION_MS = 1000

/** The positions that the primary had lately; those older than `keptMs` are dropped. */
function watchPrimary(primary: Database, keptMs: number) {
  let samples: readonly Sample[] = []
  let systems: Systems = new Map()
  /** A node that is away does not take the answers to writes on other nodes with it. */
  const readNodes = async (): Promise<string> => {
    const unknown = [...systems.keys()].map(group => ({ node_group: group, position: null }))
    const reading = readPrimary(primary).catch(() => unknown)
    return textOf(await Promise.race([reading, sleep(LONGEST_POSITION_MS, unknown, { ref: false })]))
  }
  const read = primary.isDistributed ? shareNext(readNodes) : async () => textOf(await readPrimary(primary))
  return {
    look: async (): Promise<void> => {
      const at = performance.now()
      const states = await readPrimary(primary)
      if (states.some(({ position }) => position === null)) return
      systems = new Map(states.map(each => [each.node_group, each.system]))
      const position = positionIn(textOf(states))
      samples = [...samples.filter(each => each.at >= at - keptMs), { at, position }]
    },
    systems: () => systems,
    /** The newest time at which the primary was at this position or before it; 0 if there is none. */
    timeOf: (position: WalPosition | undefined): number =>
      position === undefined
        ? 0
        : Math.max(0, ...samples.filter(each => hasReached(position, each.position)).map(({ at }) => at)),
    now: async () => {
      const text = await read()
      return { text, position: positionIn(text) }
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
      const found = await readReplica(replica)
      const wrong = faultOf(found, states.systems())
      replayed = wrong === undefined ? positionIn(textOf(found)) : undefined
      if (wrong !== undefined) tell(wrong)
      else tell(isRecent() ? undefined : 'it is too far behind the primary')
    } catch (error) {
      replayed = undefined
      tell(isForbidden(error) ? FORBIDDEN : 'it cannot be reached')
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
      for (let wait = FIRST_WAIT_MS; replayed === undefined || !hasReached(replayed, position); wait *= 2) {
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

const FORBIDDEN =
  'its role lacks a right; on a cluster: "grant set on parameter citus.use_secondary_nodes to …" on the coordinator'

const isForbidden = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42501'

/** The reason why servers that answer are no replicas of the primary and its nodes. */
function faultOf(found: readonly NodeState[], own: Systems): string | undefined {
  const answered = found.filter(({ position }) => position !== null)
  const groups = new Set(answered.map(each => each.node_group))
  const missing = [...own.keys()].filter(group => !groups.has(group))
  if (missing.length > 0)
    return `a node of the cluster has no replica, or one that does not answer (group ${missing})`
  if (answered.some(({ standby }) => !standby)) return 'it is not a replica: it takes writes'
  const isOther = ({ node_group, system }: NodeState) => (own.get(node_group) ?? system) !== system
  return answered.some(isOther) ? 'it is a replica of another server' : undefined
}
