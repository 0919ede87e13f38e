/** Puts the executors together: what runs AQL. */
import type { Config } from '../config.ts'
import { type Database, openPool } from '../db/index.ts'
import type { PathDictionary } from '../versions/index.ts'
import { openDocuments } from './documents/executor.ts'
import { type Executor, firstOf } from './execute.ts'
import { openPushdown } from './pushdown.ts'
import { openTerminology } from './terminology/service.ts'
import { timeLimited } from './time-limit.ts'

export interface ExecutorNeeds {
  /** The pool that everything else runs on: queries use it to end their work only. */
  readonly db: Database
  readonly databaseUrl: string
  readonly dictionary: PathDictionary
  readonly config: Pick<Config, 'queryTimeout' | 'queryPool' | 'queryWorkers' | 'terminologyUrl'>
  readonly now: () => number
}

/** As the setting of the threads says. */
const THREAD_MEMORY_MB = 512

/** Queries have connections of their own, so that sixteen heavy ones leave the others to reading and writing. */
export function openExecutor({ db, databaseUrl, dictionary, config, now }: ExecutorNeeds): Executor {
  const pool = openPool(databaseUrl, {
    max: config.queryPool,
    applicationName: 'cairn query',
    statementTimeoutMs: config.queryTimeout,
    waitMs: config.queryTimeout,
  })
  const documents = openDocuments({
    db: pool,
    cancelling: db,
    databaseUrl,
    threads: config.queryWorkers,
    memory: THREAD_MEMORY_MB,
    timeoutMs: config.queryTimeout,
    terminology: openTerminology({ url: config.terminologyUrl, now }),
    now,
  })
  const executor = firstOf(openPushdown({ db: pool, dictionary, now }), documents)
  return {
    ...timeLimited(executor, config.queryTimeout),
    close: async () => {
      await executor.close()
      await pool.close()
    },
  }
}
