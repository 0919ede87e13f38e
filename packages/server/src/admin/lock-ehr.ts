/** An EHR that an admin operation has to itself until its transaction ends. */

import type { Queries } from '../db/index.ts'
import type { EhrId } from '../ids.ts'
import { needEhr, noEhr } from '../records/index.ts'
import { type LockedEhr, lockEhr } from '../versions/index.ts'

/** Where it is not there, says so in the words of every other route. */
export async function needLocked(
  db: Queries,
  ehrId: EhrId,
  how: { readonly alone: boolean },
): Promise<LockedEhr> {
  const ehr = await lockEhr(db, ehrId, how)
  if (ehr) return ehr
  await needEhr({ db }, ehrId)
  throw noEhr()
}
