/** Further checks over the versions whose documents are as they were signed. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Queries } from '../../db/index.ts'
import type { StoredVersion } from '../model.ts'

/** A version with its data as they were signed; undefined for a deletion. */
export interface SignedDocument {
  readonly version: StoredVersion
  readonly data: RmObject | undefined
}

/** Runs in the snapshot of the verification. */
export interface DocumentCheck {
  /** Documents come EHR by EHR, object by object, the first version first. */
  visit(queries: Queries, documents: readonly SignedDocument[]): Promise<void>
  end(queries: Queries): Promise<void>
}
