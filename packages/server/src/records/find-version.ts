/** Finds the version that an address names. */
import type { EhrId } from '../ids.ts'
import { findExtant, findVersion } from '../versions/index.ts'
import type { UidBasedId } from './ids.ts'
import type { EhrNeeds } from './needs.ts'

/** Finds a version by its id; of an object, the version at a time, or the latest. */
export function findByUid({ db }: EhrNeeds, ehrId: EhrId, id: UidBasedId, time: Date | undefined) {
  if (id.version !== undefined)
    return findVersion(db, ehrId, id.objectId, id.version).then(found =>
      found?.systemId === id.systemId ? found : undefined,
    )
  return findExtant(db, ehrId, id.objectId, time)
}
