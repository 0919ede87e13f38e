/** The exclusive lock of an EHR or a party. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { exclusiveLock } from '../ehr-lock.ts'

const takeTurn = sql<never, [ehrId: EhrId]>({
  name: 'admin.takeTurn',
  text: guarded`select ${exclusiveLock('$1::uuid')}`,
  // On the node of the record, where writers share the lock.
  distributed: guarded`select ${exclusiveLock('ehr_id')} from ${seen.ehr()} where ehr_id = $1`,
})

/** Commits lock the row of their record `for key share`: this lock waits for them, and later commits find no record. */
const lockRow = sql<{ ehr_id: EhrId }, [ehrId: EhrId]>({
  name: 'admin.lockRecord',
  text: guarded`select ehr_id from ${seen.ehr()} where ehr_id = $1 for update`,
})

/** Returns false if there is no such record. Lock several in the order of their ids to avoid deadlocks. */
export async function lockRecordAlone(db: LimitedQueries, ehrId: EhrId): Promise<boolean> {
  await db.execute(takeTurn, [ehrId])
  return (await db.query(lockRow, [ehrId])).length > 0
}
