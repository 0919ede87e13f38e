/** Counts objects that break their template. Every query needs it; as long as there are none, no statement is sent. */

import type { Database } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { countFindings, hasFindings } from './finding-store.ts'

export interface FindingCount {
  /** The count of one EHR, or of all. */
  of(ehrId: EhrId | undefined): Promise<number> | number
  /** Checks whether there are any now. */
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
