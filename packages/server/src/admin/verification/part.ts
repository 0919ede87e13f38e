/** Checks a part of the records with all that repeats them: what a thread of a verification does. */
import type { Database, Queries } from '../../db/index.ts'
import { openEntryCheck } from '../../demographic/index.ts'
import type { SealKey, StateFault } from '../../seals/index.ts'
import {
  allChecks,
  type Fault,
  idsFrom,
  openPartVerifier,
  openReferenceCheck,
  openRootCheck,
  type RecordChecks,
  type VerifiedPart,
} from '../../versions/verify/index.ts'
import { openEhrCheck } from './ehr-check.ts'
import { openTagCheck } from './tag-check.ts'

/** Compares everything that repeats documents with them: the query index, the rows of EHRs and episodes, entries of people, references. */
export const openIndexCheck = (
  db: Database,
  report: (faults: readonly Fault[]) => void,
): Required<RecordChecks> => ({
  ofEhrs: allChecks<Queries>([openRootCheck(db, report), openEhrCheck(report)]),
  ofParties: allChecks([
    openRootCheck(db, report),
    openEntryCheck(db.ofParties(), report),
    openReferenceCheck(report),
  ]),
})

export interface CheckedPart {
  readonly records: VerifiedPart
  /** Rows that repeat documents, for queries and look-ups, and differ from them. */
  readonly indexFaults: readonly Fault[]
  readonly tagFaults: readonly StateFault[]
}

/** Told how many versions were checked since it was last told. */
type TellVersions = (versions: number) => void

/** Checks the records whose ids begin with some digits; one part at a time. */
export type CheckPart = (digits: string, told: TellVersions) => Promise<CheckedPart>

export async function openPartCheck(db: Database, stateKey: SealKey): Promise<CheckPart> {
  let indexFaults: Fault[] = []
  let tagFaults: StateFault[] = []
  const index = openIndexCheck(db, faults => indexFaults.push(...faults))
  const tagCheck = () => openTagCheck(stateKey, faults => tagFaults.push(...faults))
  const verify = await openPartVerifier(db, {
    ofEhrs: allChecks<Queries>([index.ofEhrs, tagCheck()]),
    ofParties: allChecks([index.ofParties, tagCheck()]),
  })
  return async (digits, told) => {
    indexFaults = []
    tagFaults = []
    const records = await verify(idsFrom(digits), told)
    return { records, indexFaults, tagFaults }
  }
}
