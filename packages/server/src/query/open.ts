/** Puts the executors together: what runs AQL. */
import type { Config } from '../config.ts'
import { type Database, openPool } from '../db/index.ts'
import { openDocuments } from './documents/executor.ts'
import type { Executor } from './execute.ts'
import { openTerminology } from './terminology/service.ts'

export interface ExecutorNeeds {
  /** The pool that everything else runs on: queries use it to end their work only. */
  readonly db: Database
  readonly databaseUrl: string
  readonly config: Pick<Config, 'queryTimeout' | 'queryPool' | 'queryWorkers' | 'terminologyUrl'>
  readonly now: () => number
}

/** As the setting of the threads says. */
const THREAD_MEMORY_MB = 512

/** Queries have connections of their own, so that sixteen heavy ones leave the others to reading and writing. */
export function openExecutor({ db, databaseUrl, config, now }: ExecutorNeeds): Executor {
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
  return {
    ...documents,
    close: async () => {
      await documents.close()
      await pool.close()
    },
  }
}
