/** Merging: everything of one EHR moves into another, with ids, history and signatures as they were. */

import { recorded } from '../audit/index.ts'
import { type Database, DatabaseError, type Queries } from '../db/index.ts'
import type { Caller } from '../http/index.ts'
import type { EhrId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import {
  adoptDirectory,
  hasHadDirectory,
  type LockedEhr,
  leaveTombstone,
  type Moved,
  moveRecords,
  removeEhr,
} from '../versions/erasure/index.ts'
import { LONG_WORK } from './erase.ts'
import { lockExistingEhr } from './lock-ehr.ts'

export interface Merge {
  /** The one that stays, with its status. */
  readonly into: EhrId
  /** The one that goes. */
  readonly from: EhrId
  /** Allows a merge where both EHRs have a directory: that of `from` then stays as history only. */
  readonly retireDirectory: boolean
  readonly reason: string
}

/** Locks in the order of the ids, so that two merges in opposite directions cannot deadlock. */
async function lockBoth(
  db: Queries,
  { into, from }: Merge,
): Promise<Record<'survivor' | 'leaving', LockedEhr>> {
  const takeLeaving = () => lockExistingEhr(db, from, { alone: true })
  const early = from < into ? await takeLeaving() : undefined
  const survivor = await lockExistingEhr(db, into, { alone: false })
  return { survivor, leaving: early ?? (await takeLeaving()) }
}

/** The survivor keeps its own status and access settings; those of the other EHR stay as history. */
const RETIRED = ['EHR_STATUS', 'EHR_ACCESS']

async function merge(db: Queries, wanted: Merge, caller: Caller): Promise<Moved> {
  const { into, from, reason } = wanted
  const { survivor, leaving } = await lockBoth(db, wanted)
  if (!survivor.isModifiable)
    throw new Refusal(
      'ehr.not_modifiable',
      'The EHR to merge into is not modifiable (is_modifiable of its EHR_STATUS is false).',
    )
  const bothHave = (await hasHadDirectory(db, into)) && (await hasHadDirectory(db, from))
  if (bothHave && !wanted.retireDirectory)
    throw new Refusal(
      'ehr.merge_conflict',
      'Both EHRs have or had a directory: with "directory": "retire" that of the merged EHR is kept as history only.',
    )
  const retired = bothHave ? [...RETIRED, 'FOLDER'] : RETIRED
  const moved = await moveRecords(db, from, into, retired)
  if (!bothHave && leaving.directoryId !== null) await adoptDirectory(db, into, leaving.directoryId)
  await removeEhr(db, from, into)
  await leaveTombstone(db, { ehrId: from, clientId: caller.clientId, reason, mergedInto: into })
  return moved
}

const UNIQUE_VIOLATION = '23505'

/** Runs in one transaction, so that readers see either both EHRs as before or the merged one. */
export async function mergeEhrs(db: Database, wanted: Merge, caller: Caller): Promise<Moved> {
  try {
    return await recorded(
      db,
      caller.entry,
      queries => merge(queries, wanted, caller),
      () => ({
        detail: { ehrs: [wanted.from] },
        changes: [
          {
            type: 'ehr.merged',
            ehrId: wanted.into,
            subject: wanted.into,
            detail: { merged_ehr_id: wanted.from },
          },
        ],
      }),
      LONG_WORK,
    )
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error
    throw new Refusal(
      'ehr.merge_conflict',
      'Both EHRs have an object or a contribution with the same id; nothing was merged.',
    )
  }
}
