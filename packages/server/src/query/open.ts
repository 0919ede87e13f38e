/** Puts the executors together: what runs AQL. */
import type { Config } from '../config.ts'
import { type Database, openPool } from '../db/index.ts'
import type { PathDictionary } from '../versions/index.ts'
import { openDocuments } from './documents/executor.ts'
import { type Executor, firstOf } from './execute.ts'
import { openPushdown } from './pushdown.ts'
import { openTerminology } from './terminology/service.ts'
import { timeLimited } from './time-limit.ts'

/** Queries have connections of their own, so that sixteen heavy ones leave the others to reading and writing. */
export const openQueryPool = (
  databaseUrl: string,
  config: Pick<Config, 'queryTimeout' | 'queryPool'>,
): Database =>
  openPool(databaseUrl, {
    max: config.queryPool,
    applicationName: 'cairn query',
    statementTimeoutMs: config.queryTimeout,
    waitMs: config.queryTimeout,
  })

export interface ExecutorNeeds {
  /** The pool that everything else runs on: queries use it to end their work only. */
  readonly db: Database
  /** As `openQueryPool` made it. */
  readonly queryPool: Database
  readonly databaseUrl: string
  readonly dictionary: PathDictionary
  readonly config: Pick<Config, 'queryTimeout' | 'queryWorkers' | 'terminologyUrl'>
  readonly now: () => number
}

/** As the setting of the threads says. */
const THREAD_MEMORY_MB = 512

export function openExecutor(needs: ExecutorNeeds): Executor {
  const { db, queryPool, databaseUrl, dictionary, config, now } = needs
  const documents = openDocuments({
    db: queryPool,
    cancelling: db,
    databaseUrl,
    threads: config.queryWorkers,
    memory: THREAD_MEMORY_MB,
    timeoutMs: config.queryTimeout,
    terminology: openTerminology({ url: config.terminologyUrl, now }),
    now,
  })
  const executor = firstOf(openPushdown({ db: queryPool, dictionary, now }), documents)
  return timeLimited(executor, config.queryTimeout)
}
