/** An EHR that an admin operation has to itself until its transaction ends. */
import type { Queries } from '../db/index.ts'
import { needEhr, noEhr } from '../ehr/index.ts'
import { type HeldEhr, holdEhr } from './store.ts'

/** Where it is not there, says so in the words of every other route. */
export async function needHeld(
  db: Queries,
  ehrId: string,
  how: { readonly alone: boolean },
): Promise<HeldEhr> {
  const ehr = await holdEhr(db, ehrId, how)
  if (ehr) return ehr
  await needEhr({ db }, ehrId)
  throw noEhr()
}
