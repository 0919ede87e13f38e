/** Puts the executors together: what runs AQL. */
import { availableParallelism } from 'node:os'
import { type FairLine, openFairLine } from '../collections/index.ts'
import { type Database, openPool } from '../db/index.ts'
import { openReads, type Reads, readsFrom, replicaUrlOf } from '../db/reads/index.ts'
import type { KnownIndexes } from '../indexes/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { PathDictionary } from '../roots/index.ts'
import type { Config } from '../settings/index.ts'
import { openTerminology } from '../terminology/index.ts'
import { openDocuments } from './documents/executor.ts'
import { type Executor, firstOf, ofRecords } from './execute.ts'
import { openPushdown } from './pushdown.ts'
import { amongTenants, HEAVY_PER_CORE, type TurnsOfTenant } from './tenant-turns.ts'
import { timeLimited } from './time-limit.ts'

/** Queries have connections of their own, so that sixteen heavy ones leave the others to reading and writing. */
const openQueryPool = (
  databaseUrl: string,
  config: Pick<Config, 'queryTimeout' | 'queryPool'>,
  isDistributed: boolean,
): Database =>
  openPool(databaseUrl, {
    isDistributed,
    max: config.queryPool,
    applicationName: 'cairn query',
    statementTimeoutMs: config.queryTimeout,
    waitMs: config.queryTimeout,
  })

type ReadSettings = Pick<Config, 'queryTimeout' | 'queryPool' | 'databaseReadUrl' | 'readLag'>

/** Undefined: there is no replica. */
const replicaUrlIn = (
  { databaseReadUrl }: Pick<Config, 'databaseReadUrl'>,
  { isDistributed }: Database,
): string | undefined =>
  databaseReadUrl === undefined ? undefined : replicaUrlOf(databaseReadUrl, isDistributed)

/** The servers that queries read from. */
interface ReadNeeds extends Pick<ExecutorNeeds, 'db' | 'databaseUrl'> {
  readonly config: ReadSettings
  /** Adds the spans of traces to a pool. */
  readonly traced: (pool: Database) => Database
}

export async function openQueryReads(
  { db, databaseUrl, config, traced }: ReadNeeds,
  changed: (fault: string | undefined) => void,
): Promise<Reads<Database>> {
  const { readLag: lagMs } = config
  const replicaUrl = replicaUrlIn(config, db)
  const primary = readsFrom(traced(openQueryPool(databaseUrl, config, db.isDistributed)), db)
  const replicated =
    replicaUrl === undefined
      ? primary
      : await openReads({
          primary: primary.primary,
          replicaUrl,
          replica: traced(openQueryPool(replicaUrl, config, db.isDistributed)),
          lagMs,
          changed,
        })
  return {
    ...replicated,
    close: async () => {
      await replicated.close()
      await primary.primary.db.close()
    },
  }
}

type LineSettings = Pick<Config, 'queryPool' | 'queryWorkers' | 'queriesPerClient' | 'queriesWaiting'>

/** The server holds as many waiting queries as this number of clients may have. */
const CLIENTS_WAITING = 20

const full = (whose: 'member' | 'all'): Refusal =>
  whose === 'member'
    ? new Refusal('query.too_many', 'Too many of your queries wait already; try again later.', [], {
        retryAfter: '2',
      })
    : new Refusal('query.overloaded', 'Too many queries wait already; try again later.', [], {
        retryAfter: '5',
      })

/** Turns of `places`, some of them for light queries only; one client never has all. */
const lineOf = (places: number, lightPlaces: number, config: LineSettings): FairLine =>
  openFairLine({
    places,
    lightPlaces,
    placesPerMember: Math.max(1, Math.min(config.queriesPerClient, places - lightPlaces)),
    waitingPerMember: config.queriesWaiting,
    waiting: config.queriesWaiting * CLIENTS_WAITING,
    full,
  })

/** Turns on the connections of the query pool: at least a quarter of them is kept for light queries. */
export const openConnectionLine = (config: LineSettings, tenant?: TurnsOfTenant): FairLine => {
  const { queryPool } = config
  const most = queryPool === 1 ? 1 : queryPool - Math.ceil(queryPool / 4)
  const heavy = Math.min(most, HEAVY_PER_CORE * availableParallelism())
  const own = lineOf(queryPool, queryPool - heavy, config)
  return tenant ? amongTenants(own, tenant, 'connections') : own
}

/** Turns on the query threads: one thread more than the setting says, for light queries. */
const openThreadLine = (config: LineSettings, tenant?: TurnsOfTenant): FairLine => {
  const own = lineOf(config.queryWorkers + 1, 1, config)
  return tenant ? amongTenants(own, tenant, 'threads') : own
}

export interface ExecutorNeeds {
  /** The pool that everything else runs on. */
  readonly db: Database
  readonly reads: Reads
  /** As `openConnectionLine` made it. */
  readonly connectionLine: FairLine
  readonly databaseUrl: string
  readonly dictionary: PathDictionary
  readonly indexes: KnownIndexes
  /** Secret, for records without identity. */
  readonly identityKey: string
  readonly config: LineSettings &
    Pick<Config, 'queryTimeout' | 'queryStall' | 'terminologyUrl' | 'databaseReadUrl'>
  readonly now: () => number
  readonly tenant?: TurnsOfTenant | undefined
}

/** As the setting of the threads says. */
const THREAD_MEMORY_MB = 512

export function openExecutor(needs: ExecutorNeeds): Executor {
  const { reads, connectionLine, databaseUrl, dictionary, indexes, config, now } = needs
  const terminology = openTerminology({ url: config.terminologyUrl, now })
  const replicaUrl = replicaUrlIn(config, needs.db)
  const documents = openDocuments({
    reads,
    databaseUrls: replicaUrl === undefined ? [databaseUrl] : [databaseUrl, replicaUrl],
    line: openThreadLine(config, needs.tenant),
    memory: THREAD_MEMORY_MB,
    timeoutMs: config.queryTimeout,
    identityKey: needs.identityKey,
    terminology,
    now,
  })
  const executor = firstOf(
    openPushdown({ reads, dictionary, indexes, line: connectionLine, now, terminology }),
    documents,
  )
  return timeLimited(ofRecords(executor), { longest: config.queryTimeout, stalled: config.queryStall })
}
