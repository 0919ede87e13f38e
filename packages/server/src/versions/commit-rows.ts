/** The values of a commit, as the statements that write it take them. */
import type { EhrId, ObjectId } from '../ids.ts'
import type { TrailEvent } from '../observe/index.ts'
import type { RootRow } from '../roots/index.ts'
import type { Kind } from './model.ts'
import type { PackedDocument } from './packing/pack.ts'

/** The values of one version for the commit statement. */
export interface VersionRow extends PackedDocument {
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly systemId: string
  readonly changeType: number
  readonly lifecycle: number
  readonly templateKey: number | null
  readonly otherInputs: readonly string[]
  readonly envelope: string
}

export interface CommitRows {
  readonly ehrId: EhrId
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
  /** An EHR_STATUS may change although nothing else may. */
  readonly statusOnly: boolean
  readonly versions: readonly VersionRow[]
  /** Rows of the query index, made by `rowsFor`. */
  readonly roots: readonly RootRow[]
  /** Commit numbers of the preceding versions. */
  readonly superseded: readonly number[]
  /** Its audit event, stored in the same transaction. */
  readonly event: TrailEvent
}

/** The values of one EHR for the statement that makes it. */
export interface NewEhrRow {
  readonly systemId: string
  readonly statusId: string
  readonly accessId: string
  readonly defaultEpisodeId: string
  readonly episodeName: string
  readonly startsText: string
  readonly isModifiable: boolean
  readonly isQueryable: boolean
  readonly subjectId: string | null
  readonly subjectNamespace: string | null
}

/** A new EHR, and the commit of its first versions. */
export interface NewEhr {
  readonly rows: CommitRows
  readonly ehr: NewEhrRow
}

/** A commit and the id of its audit event; null: it was not written, because its template is outdated. */
export interface OutcomeRow {
  place: number
  event_id: number | null
}
