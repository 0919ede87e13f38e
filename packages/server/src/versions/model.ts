/** The types of commits and stored versions. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { AuditEntry } from '../audit/index.ts'
import { type EhrId, type ObjectId, printVersionUid } from '../ids/index.ts'

/** The kinds of party. */
export const PARTY_KINDS = ['PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'] as const

export type PartyKind = (typeof PARTY_KINDS)[number]

/** The kinds of versioned object: those that an EHR has, and parties. */
export type Kind = 'COMPOSITION' | 'EHR_STATUS' | 'EHR_ACCESS' | 'FOLDER' | 'EPISODE' | PartyKind

const PARTIES: ReadonlySet<Kind> = new Set(PARTY_KINDS)

export const isParty = (kind: Kind): kind is PartyKind => PARTIES.has(kind)

/** Kinds that are listed by their template, and whose template no version changes. */
export const TEMPLATED_KINDS: readonly Kind[] = ['COMPOSITION', ...PARTY_KINDS]

/** A party is a record of its own: its id stands where that of the EHR does (decision 0100). */
export const recordOfParty = (objectId: ObjectId): EhrId => objectId as string as EhrId

/** The class of a kind's data: an episode is stored as a FOLDER, but is not the directory. */
export const rmTypeOf = (kind: Kind): string => (kind === 'EPISODE' ? 'FOLDER' : kind)

/** An AUDIT_DETAILS (or ATTESTATION) without its time and system, which the commit sets. */
export interface AuditDraft {
  readonly changeType: number
  readonly committer: RmObject
  readonly description: RmObject
}

/** The next version of an object. Without data it is a deletion. */
export interface Change {
  readonly kind: Kind
  readonly objectId: ObjectId
  /** The system that created the object, for a first version of another system. Absent: this system. */
  readonly systemId?: string | undefined
  /** The preceding version as it was read; absent for a first version. */
  readonly preceding?: Head | undefined
  readonly lifecycle: number
  readonly audit: AuditDraft
  readonly data?: RmObject | undefined
  /** The template that the data were validated with. */
  readonly templateKey?: number | undefined
  /** ATTESTATIONs; the commit sets the time and the system of those that have none. */
  readonly attestations?: readonly RmObject[] | undefined
  readonly otherInputs?: readonly string[] | undefined
}

/** Changes to one EHR that become one contribution: all of them, or none. */
export interface Commit {
  readonly ehrId: EhrId
  readonly contributionId: string
  readonly audit: AuditDraft
  readonly changes: readonly Change[]
  /** Objects whose tags a companion write changes, for the audit event. */
  readonly tagged?: readonly ObjectId[]
  /** The audit event of the request, stored with the commit. */
  readonly entry: AuditEntry
  /** Called before the write with its result. If it throws, nothing is written, so the answer is made here. */
  readonly beforeWrite?: ((committed: Committed) => void) | undefined
}

/** The latest version of an object, with the members that a commit needs. */
export interface Head {
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly systemId: string
  readonly committedAt: Date
  readonly commitNumber: number
  readonly lifecycle: number
  readonly templateKey: number | null
  readonly deleted: boolean
}

/** A version as it stands in the database. */
export interface StoredVersion {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly kind: Kind
  readonly version: number
  readonly systemId: string
  readonly contributionId: string
  readonly committedAt: Date
  readonly changeType: number
  readonly lifecycle: number
  readonly templateKey: number | null
  readonly otherInputs: readonly string[]
  /** JSON text of the members that are neither ids nor data. */
  readonly envelope: string
  /** JSON text; null for a deletion. In RFC 8785 form, but for versions stored before decision 0095. */
  readonly data: string | null
}

export interface Committed {
  readonly ehrId: EhrId
  readonly contributionId: string
  readonly committedAt: Date
  /** AUDIT_DETAILS of the contribution, JSON text. */
  readonly audit: string
  readonly versions: readonly StoredVersion[]
}

export const versionUid = printVersionUid

/** DELETED of the openEHR terminology, both as change type and as lifecycle state. */
export const DELETED = 523
export const COMPLETE = 532
export const INCOMPLETE = 553
export const CREATION = 249
export const MODIFICATION = 251
/** Attestations repeat data that were valid when they were committed. */
export const ATTESTATION = 666
