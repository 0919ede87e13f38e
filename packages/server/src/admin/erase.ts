/** Erases EHRs with all their data; a tombstone keeps the id, the time, the caller and the reason. */

import { recorded } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import type { Caller } from '../http/index.ts'
import type { EhrId } from '../ids/index.ts'
import { leaveTombstone, removeEhr } from '../versions/erasure/index.ts'
import { lockExistingEhr } from './lock-ehr.ts'

async function erase(db: Queries, ehrId: EhrId, caller: Caller, reason: string): Promise<void> {
  await lockExistingEhr(db, ehrId, { alone: true })
  await removeEhr(db, ehrId)
  await leaveTombstone(db, { ehrId, clientId: caller.clientId, reason, mergedInto: null })
}

/** Erasing or merging a large EHR may take minutes, and so may the wait for its lock. */
export const LONG_WORK = { statementTimeoutMs: 600_000 }

/** Erases all of the EHRs, or none if one does not exist. */
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
    () => ({
      ...(ids.length === 1 ? { ehrId: ids[0] ?? '' } : { detail: { ehrs: ids } }),
      changes: ids.map(ehrId => ({ type: 'ehr.erased', ehrId, subject: ehrId })),
    }),
    LONG_WORK,
  )
}
