/** All SQL about the directory of an EHR, now and in the past. */

import { guarded, seen, update } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'

/** An EHR has one directory at a time, so the latest one created up to a time was the directory then. */
const madeBy = sql<{ object_id: ObjectId }, [ehrId: EhrId, time: Date | null]>({
  name: 'directory.madeBy',
  text: guarded`select object_id from ${seen.versioned_object()}
         where ehr_id = $1 and kind = 'FOLDER' and merged_from is null and ($2::timestamptz is null or created_at <= $2)
         order by created_at desc, serial desc limit 1`,
})
/** The update locks the row, so that only one of two concurrent clients can create the directory. */
const change = sql<never, [ehrId: EhrId, from: ObjectId | null, to: ObjectId | null]>({
  name: 'directory.change',
  text: guarded`${update.ehr({
    set: 'directory_id = $3',
    where: 'ehr_id = $1 and directory_id is not distinct from $2::uuid',
  })}`,
})

/** Finds the FOLDER that was the directory at a time, or the latest one; it may be deleted. */
export async function findDirectoryId(
  db: LimitedQueries,
  ehrId: EhrId,
  time: Date | undefined,
): Promise<ObjectId | undefined> {
  const [row] = await db.query(madeBy, [ehrId, time ?? null])
  return row?.object_id
}

/** Returns false, and changes nothing, if the directory is not `from`. */
export async function changeDirectory(
  db: LimitedQueries,
  ehrId: EhrId,
  { from, to }: { readonly from: ObjectId | null; readonly to: ObjectId | null },
): Promise<boolean> {
  return (await db.execute(change, [ehrId, from, to])) > 0
}
