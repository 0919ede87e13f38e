/** Rows of another server, as the statements of an import take them. */
import type { TrailEvent } from '../../audit/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { ExportedEhr, ExportedObject } from './export-store.ts'

/** `event`: of the import, for the audit trail. */
export type GivenEhr = ExportedEhr & { readonly event: TrailEvent }

export interface ObjectKey {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
}

export interface ObjectState extends ObjectKey {
  /** Undefined: as it is. */
  readonly state: ExportedObject | undefined
}
