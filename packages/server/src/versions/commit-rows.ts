/** The values of a commit, as the statements that write it take them. */
import type { TrailEvent } from '../audit/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import type { RootRow } from '../roots/writing/index.ts'
import { ATTESTATION, COMPLETE, CREATION, type Kind, recordOfParty } from './model.ts'
import type { PackedDocument } from './packing/pack.ts'
import type { PersonEntryRow } from './parties/person-entry.ts'

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
  /** The record begins with this commit, as that of a party does with its first version. */
  readonly founds: boolean
  /** Search entries of new people, stored with the record that the commit founds. */
  readonly entries: readonly PersonEntryRow[]
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

/** A commit of the usual form: one version of one composition. */
export interface UsualCommit {
  readonly rows: CommitRows
  readonly version: VersionRow
  /** The commit number of the preceding version. */
  readonly superseded: number | null
}

/** Undefined for a commit of any other form. */
export function usualCommit(rows: CommitRows): UsualCommit | undefined {
  const [version, ...others] = rows.versions
  const [superseded = null, ...more] = rows.superseded
  const isUsual =
    version !== undefined &&
    others.length === 0 &&
    more.length === 0 &&
    version.kind === 'COMPOSITION' &&
    version.changeType !== ATTESTATION &&
    version.templateKey !== null &&
    version.packed !== null &&
    version.otherInputs.length === 0 &&
    rows.audit === ''
  return isUsual ? { rows, version, superseded } : undefined
}

/** The first version of a party, of the usual form: it names a template. */
export interface UsualParty {
  readonly rows: CommitRows
  readonly version: VersionRow
  /** Present for a PERSON. */
  readonly entry: PersonEntryRow | undefined
}

/** Undefined for a commit of any other form. */
export function usualParty(rows: CommitRows): UsualParty | undefined {
  const [version, ...others] = rows.versions
  const [entry, ...moreEntries] = rows.entries
  const isUsual =
    rows.founds &&
    version !== undefined &&
    others.length === 0 &&
    moreEntries.length === 0 &&
    recordOfParty(version.objectId) === rows.ehrId &&
    version.version === 1 &&
    version.templateKey !== null &&
    version.packed !== null &&
    version.otherInputs.length === 0 &&
    (entry === undefined || entry.templateKey === version.templateKey) &&
    rows.audit === ''
  return isUsual ? { rows, version, entry } : undefined
}

/** A new EHR of the usual form: its first commit is one EHR_STATUS without a template. */
export interface UsualEhr extends NewEhr {
  /** Its EHR_STATUS. */
  readonly status: VersionRow
}

/** Undefined for a new EHR of any other form. */
export function usualEhr({ rows, ehr }: NewEhr): UsualEhr | undefined {
  const [status, ...others] = rows.versions
  const isUsual =
    status !== undefined &&
    others.length === 0 &&
    status.kind === 'EHR_STATUS' &&
    status.objectId === ehr.statusId &&
    status.systemId === ehr.systemId &&
    status.version === 1 &&
    status.changeType === CREATION &&
    status.lifecycle === COMPLETE &&
    status.templateKey === null &&
    status.otherInputs.length === 0 &&
    rows.audit === ''
  return isUsual ? { rows, ehr, status } : undefined
}
