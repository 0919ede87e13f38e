/** Further checks over the versions whose documents are as they were signed. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries, Queries } from '../../db/index.ts'
import type { IdRange } from '../id-range.ts'
import type { StoredVersion } from '../model.ts'

/** A version with its data as they were signed; undefined for a deletion. */
export interface SignedDocument {
  readonly version: StoredVersion
  readonly data: RmObject | undefined
}

/** Runs in the snapshot of the verification. One that takes limited queries is for EHRs and for parties. */
export interface DocumentCheck<Allowed extends LimitedQueries = LimitedQueries> {
  /** Documents come EHR by EHR, object by object, the first version first. */
  readonly visit: (queries: Allowed, documents: readonly SignedDocument[]) => Promise<void>
  /** After the documents of a part, whose ids are given. */
  readonly end: (queries: Allowed, ids: IdRange) => Promise<void>
  /** After all parts. */
  readonly atLast?: (queries: Allowed) => Promise<void>
}

/** Runs several checks, one after the other. */
export const allChecks = <Allowed extends LimitedQueries>(
  checks: readonly DocumentCheck<Allowed>[],
): DocumentCheck<Allowed> => ({
  visit: async (queries, documents) => {
    for (const check of checks) await check.visit(queries, documents)
  },
  end: async (queries, ids) => {
    for (const check of checks) await check.end(queries, ids)
  },
  atLast: async queries => {
    for (const check of checks) await check.atLast?.(queries)
  },
})

/** The checks of EHRs and of parties. */
export interface RecordChecks {
  readonly ofEhrs?: DocumentCheck<Queries>
  readonly ofParties?: DocumentCheck
}
