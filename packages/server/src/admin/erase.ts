/** Physical deletion: everything of an EHR goes, and a tombstone says that it was there, who took it away and why. */

import type { Database, Queries } from '../db/index.ts'
import type { Caller } from '../http/index.ts'
import type { EhrId } from '../ids.ts'
import { recorded } from '../observe/index.ts'
import { leaveTombstone, removeEhr } from '../versions/index.ts'
import { needLocked } from './locked-ehr.ts'

async function erase(db: Queries, ehrId: EhrId, caller: Caller, reason: string): Promise<void> {
  await needLocked(db, ehrId, { alone: true })
  await removeEhr(db, ehrId)
  await leaveTombstone(db, { ehrId, clientId: caller.clientId, reason, mergedInto: null })
}

/** Erasing or merging a large EHR takes its time, and so may the wait for those who write to it. */
export const LONG_WORK = { statementTimeoutMs: 600_000 }

/** All of them, or none where one is not there. */
export function eraseEhrs(
  db: Database,
  ehrIds: readonly EhrId[],
  caller: Caller,
  reason: string,
): Promise<void> {
  const ids = [...new Set(ehrIds)].sort()
  return recorded(
    db,
    caller.entry,
    async queries => {
      for (const ehrId of ids) await erase(queries, ehrId, caller, reason)
    },
    () => (ids.length === 1 ? { ehrId: ids[0] ?? '' } : { detail: { ehrs: ids } }),
    LONG_WORK,
  )
}
