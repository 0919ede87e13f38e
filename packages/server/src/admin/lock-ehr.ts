/** Locks an EHR exclusively for an admin operation until its transaction ends. */

import type { Queries } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import { requireEhr } from '../records/index.ts'
import { noEhr } from '../records/uids/index.ts'
import { type LockedEhr, lockEhr } from '../versions/erasure/index.ts'

/** Throws the same refusal as every other route if there is no such EHR. */
export async function lockExistingEhr(
  db: Queries,
  ehrId: EhrId,
  how: { readonly alone: boolean },
): Promise<LockedEhr> {
  const ehr = await lockEhr(db, ehrId, how)
  if (ehr) return ehr
  await requireEhr({ db }, ehrId)
  throw noEhr()
}
