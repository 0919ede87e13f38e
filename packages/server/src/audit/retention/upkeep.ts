/** Makes the months of the audit trail ahead of time, and removes those that are older than the retention. */

import { type Database, openPool } from '../../db/index.ts'
import type { Jobs, Log } from '../../observe/index.ts'
import type { Config } from '../../settings/index.ts'
import type { SignDigest } from '../seals/sealer.ts'
import { makeAuditPartitions } from './partitions.ts'
import { removeOldEvents } from './removal.ts'

/** Months are made two ahead. */
const INTERVAL_MS = 20 * 60_000

export interface UpkeepNeeds {
  readonly config: Pick<Config, 'databaseOwnerUrl' | 'auditRetention'>
  readonly db: Database
  readonly sign: SignDigest
  readonly now: () => number
  readonly log: Log
  readonly jobs: Jobs
}

export interface Upkeep {
  /** True while old months are kept because clocks or seals disagree on the time. */
  isHeld(): boolean
  stop(): void
  close(): Promise<void>
}

/** Two connections: one statement of the upkeep may wait for the turn of another process. */
const openOwnerPool = (url: string, { isDistributed }: Database): Database =>
  openPool(url, { max: 2, applicationName: 'cairn owner', isDistributed })

export async function keepMonths({ config, db, sign, now, log, jobs }: UpkeepNeeds): Promise<Upkeep> {
  const owner = config.databaseOwnerUrl === undefined ? undefined : openOwnerPool(config.databaseOwnerUrl, db)
  const { auditRetention: months } = config
  let isHeld = false

  const work = async () => {
    await makeAuditPartitions(owner ?? db, now())
    if (months === undefined) return
    const { differenceMs, held } = await removeOldEvents({ db: owner ?? db, sign, now, months })
    isHeld = held !== undefined
    if (held)
      log.warn(
        { reason: held, difference_seconds: Math.round(differenceMs / 1000) },
        'retention suspended: old months of the audit trail kept; check the clocks of the server and the database',
      )
  }
  const failed = (error: unknown) =>
    log.warn({ error }, 'failed to maintain the partitions of the audit trail; events are still stored')
  await work().catch(failed)
  const stop = jobs.repeat({ name: 'audit_partitions', milliseconds: INTERVAL_MS, work, failed })
  return { isHeld: () => isHeld, stop, close: async () => owner?.close() }
}
