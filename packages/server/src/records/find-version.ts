/** Finds the version that an address names. */
import type { EhrId, ObjectId } from '../ids/index.ts'
import { findExtant, findVersion, type StoredVersion } from '../versions/index.ts'
import type { EhrNeeds } from './needs.ts'
import type { UidBasedId } from './uids/named-ids.ts'

/** Finds the version of an object at a time, which stays the answer for that time, or the latest. */
export async function findAtTime(
  { db, settleTime }: EhrNeeds,
  ehrId: EhrId,
  objectId: ObjectId,
  time: Date | undefined,
): Promise<StoredVersion | undefined> {
  if (time) await settleTime(ehrId, objectId, time)
  return findExtant(db, ehrId, objectId, time)
}

/** Finds a version by its id; of an object, the version at a time, or the latest. */
export function findByUid(needs: EhrNeeds, ehrId: EhrId, id: UidBasedId, time: Date | undefined) {
  if (id.version !== undefined)
    return findVersion(needs.db, ehrId, id.objectId, id.version).then(found =>
      found?.systemId === id.systemId ? found : undefined,
    )
  return findAtTime(needs, ehrId, id.objectId, time)
}
