/** Opens the audit trail of a process with its seals and its upkeep, over connections of its own. */

import { type OpenedParts, openParts } from '../collections/index.ts'
import type { Database } from '../db/index.ts'
import type { Log } from '../observe/index.ts'
import type { Config } from '../settings/index.ts'
import { keepMonths, type Upkeep, type UpkeepNeeds } from './retention/upkeep.ts'
import { openSealer, type Sealer } from './seals/sealer.ts'
import { type AuditJournal, adoptJournals, journalFolder, openAuditJournal } from './trail/journal.ts'
import { appendBatchOnce, openAuditPool } from './trail/store.ts'
import { type AuditTrail, openAuditTrail } from './trail/trail.ts'
import { openEventWords } from './trail/words.ts'

interface AuditNeeds extends UpkeepNeeds {
  readonly config: Config
  /** The address of `db`. */
  readonly databaseUrl: string
}

export interface Audit {
  readonly pool: Database
  readonly trail: AuditTrail
  readonly sealer: Sealer
  readonly retention: Pick<Upkeep, 'isHeld'>
  close(): Promise<void>
}

/** Stores the events that ended processes left, and opens a journal for this one; undefined where the folder cannot be used. */
async function openJournal(db: Database, dataDir: string, log: Log): Promise<AuditJournal | undefined> {
  try {
    const folder = await journalFolder(db, dataDir)
    const journal = await openAuditJournal(folder)
    const events = await adoptJournals(folder, batch => appendBatchOnce(db, batch)).catch(
      (error: unknown) => {
        log.error(
          { error },
          'failed to store audit events from the journal of an ended process; retrying at the next start',
        )
        return 0
      },
    )
    if (events > 0) log.info({ events }, 'stored audit events from the journal of an ended process')
    return journal
  } catch (error) {
    log.warn(
      { error },
      'audit journal unavailable; responses wait until the database has stored their audit events',
    )
    return undefined
  }
}

export const openAudit = (needs: AuditNeeds): Promise<Audit> => openParts(opened => openWith(needs, opened))

async function openWith(needs: AuditNeeds, opened: OpenedParts): Promise<Audit> {
  const { config, databaseUrl, db, now, log, sign } = needs
  const pool = opened.add(openAuditPool(databaseUrl, db.isDistributed, config.auditWait))
  const sealer = await openSealer({
    db: pool,
    now,
    sign,
    failed: error => log.error({ error }, 'failed to seal audit events; retrying'),
  })
  opened.add(sealer)
  const words = await openEventWords({
    db: pool,
    now,
    failed: error => log.warn({ error }, 'audit vocabulary unavailable; events stored uncompressed'),
  })
  opened.add(words)
  const trail = openAuditTrail({
    db: pool,
    journal: config.auditJournal === 'on' ? await openJournal(pool, config.dataDir, log) : undefined,
    now,
    words,
    longestWait: config.auditWait,
    seal: sealer.add,
    failed: error => log.error({ error }, 'failed to write audit events; retrying'),
  })
  const upkeep = await keepMonths(needs)
  return {
    pool,
    sealer,
    trail,
    retention: upkeep,
    close: async () => {
      upkeep.stop()
      await trail.close()
      await words.close()
      await sealer.close()
      await upkeep.close()
      await pool.close()
    },
  }
}
