/** Erases EHRs with all their data; a tombstone keeps the id, the time, the caller and the reason. */

import { recorded } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import type { Caller } from '../http/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { erasePersonOf, leaveTombstone, removeEhr } from '../versions/erasure/index.ts'
import { lockExistingEhr } from './lock-ehr.ts'

/** Returns the person that the EHR was linked to, who is erased with it, and those who were merged into this person. */
async function erase(
  db: Queries,
  ehrId: EhrId,
  { clientId }: Caller,
  reason: string,
): Promise<readonly ObjectId[]> {
  await lockExistingEhr(db, ehrId, { alone: true })
  const people = await erasePersonOf(db, ehrId, { clientId, reason })
  await removeEhr(db, ehrId)
  await leaveTombstone(db, { ehrId, clientId, reason, mergedInto: null })
  return people
}

/** Erasing or merging a large EHR may take minutes, and so may the wait for its lock. */
export const LONG_WORK = { statementTimeoutMs: 600_000 }

/** The audit trail has people beside the EHRs of an event. */
const detailOf = (ehrIds: readonly EhrId[], people: readonly ObjectId[]) => {
  const [ehrId = ''] = ehrIds
  if (ehrIds.length > 1) return { detail: { ehrs: [...ehrIds, ...people] } }
  return people.length === 0 ? { ehrId } : { ehrId, detail: { ehrs: people } }
}

/** Erases all of the EHRs with their people, or none if one does not exist. */
export async function eraseEhrs(
  db: Database,
  ehrIds: readonly EhrId[],
  caller: Caller,
  reason: string,
): Promise<void> {
  const ids = [...new Set(ehrIds)].sort()
  await recorded(
    db,
    caller.entry,
    async queries => {
      const people: ObjectId[] = []
      for (const ehrId of ids) people.push(...(await erase(queries, ehrId, caller, reason)))
      return people
    },
    people => ({
      ...detailOf(ids, people),
      changes: ids.map(ehrId => ({ type: 'ehr.erased', ehrId, subject: ehrId })),
    }),
    LONG_WORK,
  )
}
