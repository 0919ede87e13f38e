/** How many objects break their template. Asked for by every query, and nearly always none: then nothing is asked. */

import type { Database } from '../db/index.ts'
import type { EhrId } from '../ids.ts'
import { countFindings, hasFindings } from './finding-store.ts'

export interface FindingCount {
  /** Of an EHR, or of all. */
  of(ehrId: EhrId | undefined): Promise<number> | number
  /** Looks whether there are any by now. */
  refresh(): Promise<void>
}

export function openFindingCount(db: Database): FindingCount {
  let isAny = false
  return {
    of: ehrId => (isAny ? countFindings(db, ehrId) : 0),
    refresh: async () => {
      isAny = await hasFindings(db)
    },
  }
}
