/** All SQL about the directory of an EHR: which FOLDER it is, and which it was. */

import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'

/** One at a time: the next one can only be made once the last is deleted, so the latest made by then was it. */
const madeBy = sql<{ object_id: ObjectId }, [ehrId: EhrId, time: Date | null]>({
  name: 'directory.madeBy',
  text: `select object_id from cairn.versioned_object
         where ehr_id = $1 and kind = 'FOLDER' and merged_from is null and ($2::timestamptz is null or created_at <= $2)
         order by created_at desc, serial desc limit 1`,
})
/** The row is locked by the change, so that of two clients who both saw no directory only one makes it. */
const change = sql<never, [ehrId: EhrId, from: ObjectId | null, to: ObjectId | null]>({
  name: 'directory.change',
  text: `update cairn.ehr set directory_id = $3
         where ehr_id = $1 and directory_id is not distinct from $2::uuid`,
})

/** The FOLDER that was the directory at a time, or is the latest one; it may be deleted. */
export async function findDirectoryId(
  db: Queries,
  ehrId: EhrId,
  time: Date | undefined,
): Promise<ObjectId | undefined> {
  const [row] = await db.query(madeBy, [ehrId, time ?? null])
  return row?.object_id
}

/** False when the directory was another one than `from`: then nothing was changed. */
export async function changeDirectory(
  db: Queries,
  ehrId: EhrId,
  { from, to }: { readonly from: ObjectId | null; readonly to: ObjectId | null },
): Promise<boolean> {
  return (await db.execute(change, [ehrId, from, to])) > 0
}
