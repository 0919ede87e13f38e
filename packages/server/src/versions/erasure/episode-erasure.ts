/** All SQL that erases an episode. */

import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { type RemovedVersions, removeObject } from './object-erasure.ts'

const episodeById = sql<{ is_default: boolean; has_records: boolean }, [ehrId: EhrId, uid: ObjectId]>({
  name: 'admin.episode',
  text: `select e.episode_id = h.default_episode_id as is_default, exists (
           select 1 from cairn.versioned_object o where o.ehr_id = e.ehr_id and o.episode_id = e.episode_id) as has_records
         from cairn.episode e join cairn.ehr h using (ehr_id) where e.ehr_id = $1 and e.episode_id = $2`,
})

/** Also finds a deleted episode. */
export async function findAnyEpisode(
  db: Queries,
  ehrId: EhrId,
  uid: ObjectId,
): Promise<{ readonly isDefault: boolean; readonly hasRecords: boolean } | undefined> {
  const [row] = await db.query(episodeById, [ehrId, uid])
  return row && { isDefault: row.is_default, hasRecords: row.has_records }
}

const dropEpisode = sql<never, [ehrId: EhrId, uid: ObjectId]>({
  name: 'admin.dropEpisode',
  text: 'delete from cairn.episode where ehr_id = $1 and episode_id = $2',
})

/** Removes an episode with its history. The caller must have locked the EHR exclusively. */
export async function removeEpisode(db: Queries, ehrId: EhrId, uid: ObjectId): Promise<RemovedVersions> {
  const removed = await removeObject(db, ehrId, uid)
  await db.execute(dropEpisode, [ehrId, uid])
  return removed
}
