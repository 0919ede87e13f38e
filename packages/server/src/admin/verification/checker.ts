/** Checks parts of the records, and of the audit trail, on connections of its own. */
import { type CheckSeals, openSealCheck } from '../../audit/index.ts'
import type { Database } from '../../db/index.ts'
import type { SealKey } from '../../seals/index.ts'
import { openVerifier } from '../../versions/index.ts'
import { type CheckPart, openPartCheck } from './part.ts'

/** Checks one part at a time. */
export interface Checker {
  readonly records: CheckPart
  readonly seals: CheckSeals
}

export async function openChecker(db: Database, stateKey: SealKey): Promise<Checker> {
  const { isSigned } = await openVerifier(db)
  return { records: await openPartCheck(db, stateKey), seals: openSealCheck(db, isSigned) }
}
