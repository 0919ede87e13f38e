/** Bodies that are no class of the reference model. Written by "npm run docs": change the routes, not this. */
import type { Address, Agent, Attestation, AuditDetails, Composition, DvCodedText, DvDateTime, DvText, EhrStatus, Folder, Group, HierObjectId, ObjectRef, Organisation, PartyIdentified, PartySelf, Person, Role } from './rm.generated.ts'

export interface ErrorBody {
  /** A sentence a person can act on, with the first of the errors. */
  readonly message: string
  /** The name of the status, such as `Not Found`. */
  readonly error: string
  /** Stable; docs/reference/errors.md lists them all. */
  readonly code: string
  readonly status: number
  readonly requestId: string
  readonly validationErrors: readonly string[]
  readonly errors: readonly {
    readonly path: string
    /** Beside a FLAT path or a label: the path in the RM. */
    readonly rm_path?: string
    readonly code: string
    readonly message: string
  }[]
}

export interface Identifier {
  /** Id of what was written. */
  readonly uid: string
}

/** EHR of the openEHR reference model; with `Prefer: resolve_refs`, objects stand for references. */
export interface Ehr {
  readonly _type?: "EHR"
  readonly system_id: HierObjectId
  readonly ehr_id: HierObjectId
  readonly time_created: DvDateTime
  readonly ehr_status: ObjectRef | EhrStatus | Folder
  readonly ehr_access: Readonly<Record<string, unknown>>
  readonly directory?: ObjectRef | EhrStatus | Folder
}

export interface Contribution {
  readonly _type?: "CONTRIBUTION"
  readonly uid: HierObjectId
  readonly versions: readonly (ObjectRef | Version)[]
  readonly audit: AuditDetails
}

export interface UpdateAudit {
  readonly change_type: string | DvCodedText
  readonly committer?: PartyIdentified | PartySelf
  readonly description?: string | DvText
  /** Taken; the one of this system is recorded. */
  readonly system_id?: string
}

export interface UpdateVersion {
  readonly uid?: string | {
    readonly _type: string
    readonly value: string
  }
  readonly preceding_version_uid?: string | {
    readonly _type: string
    readonly value: string
  }
  readonly lifecycle_state: string | DvCodedText
  readonly commit_audit: UpdateAudit
  readonly data?: Composition | EhrStatus | Folder | Person | Organisation | Group | Agent | Role
  readonly attestations?: readonly Readonly<Record<string, unknown>>[]
  readonly other_input_version_uids?: readonly (string | {
    readonly _type: string
    readonly value: string
  })[]
}

export interface NewContribution {
  readonly uid?: string | HierObjectId
  readonly audit: UpdateAudit
  readonly versions: readonly UpdateVersion[]
}

export interface VersionedComposition {
  readonly _type?: "VERSIONED_COMPOSITION"
  readonly uid: HierObjectId
  readonly owner_id: ObjectRef
  readonly time_created: DvDateTime
}

export interface VersionedEhrStatus {
  readonly _type?: "VERSIONED_EHR_STATUS"
  readonly uid: HierObjectId
  readonly owner_id: ObjectRef
  readonly time_created: DvDateTime
}

export interface VersionedParty {
  readonly _type?: "VERSIONED_PARTY"
  readonly uid: HierObjectId
  readonly owner_id: ObjectRef
  readonly time_created: DvDateTime
}

/** A VERSION; one that deleted its object has no `data`. */
export interface Version {
  readonly _type: "ORIGINAL_VERSION"
  readonly uid: {
    readonly _type: string
    readonly value: string
  }
  readonly preceding_version_uid?: {
    readonly _type: string
    readonly value: string
  }
  readonly other_input_version_uids?: readonly {
    readonly _type: string
    readonly value: string
  }[]
  readonly contribution: {
    readonly id: {
      readonly _type: string
      readonly value: string
    }
    readonly namespace: string
    readonly type: string
  }
  readonly commit_audit: AuditDetails
  readonly lifecycle_state: DvCodedText
  /** A detached JWS over the canonical JSON of the version. */
  readonly signature: string
  readonly attestations?: readonly Attestation[]
  readonly data?: Composition | EhrStatus | Folder | Person | Organisation | Group | Agent | Role
}

/** A VERSION; one that deleted its object has no `data`. */
export interface VersionOfComposition {
  readonly _type: "ORIGINAL_VERSION"
  readonly uid: {
    readonly _type: string
    readonly value: string
  }
  readonly preceding_version_uid?: {
    readonly _type: string
    readonly value: string
  }
  readonly other_input_version_uids?: readonly {
    readonly _type: string
    readonly value: string
  }[]
  readonly contribution: {
    readonly id: {
      readonly _type: string
      readonly value: string
    }
    readonly namespace: string
    readonly type: string
  }
  readonly commit_audit: AuditDetails
  readonly lifecycle_state: DvCodedText
  /** A detached JWS over the canonical JSON of the version. */
  readonly signature: string
  readonly attestations?: readonly Attestation[]
  readonly data?: Composition
}

/** A VERSION; one that deleted its object has no `data`. */
export interface VersionOfEhrStatus {
  readonly _type: "ORIGINAL_VERSION"
  readonly uid: {
    readonly _type: string
    readonly value: string
  }
  readonly preceding_version_uid?: {
    readonly _type: string
    readonly value: string
  }
  readonly other_input_version_uids?: readonly {
    readonly _type: string
    readonly value: string
  }[]
  readonly contribution: {
    readonly id: {
      readonly _type: string
      readonly value: string
    }
    readonly namespace: string
    readonly type: string
  }
  readonly commit_audit: AuditDetails
  readonly lifecycle_state: DvCodedText
  /** A detached JWS over the canonical JSON of the version. */
  readonly signature: string
  readonly attestations?: readonly Attestation[]
  readonly data?: EhrStatus
}

/** A VERSION; one that deleted its object has no `data`. */
export interface VersionOfParty {
  readonly _type: "ORIGINAL_VERSION"
  readonly uid: {
    readonly _type: string
    readonly value: string
  }
  readonly preceding_version_uid?: {
    readonly _type: string
    readonly value: string
  }
  readonly other_input_version_uids?: readonly {
    readonly _type: string
    readonly value: string
  }[]
  readonly contribution: {
    readonly id: {
      readonly _type: string
      readonly value: string
    }
    readonly namespace: string
    readonly type: string
  }
  readonly commit_audit: AuditDetails
  readonly lifecycle_state: DvCodedText
  /** A detached JWS over the canonical JSON of the version. */
  readonly signature: string
  readonly attestations?: readonly Attestation[]
  readonly data?: Person | Organisation | Group | Agent | Role
}

export interface ItemTag {
  readonly _type?: "ITEM_TAG"
  readonly key: string
  readonly value?: string
  readonly target_path?: string
  readonly target: ObjectRef
  readonly owner_id: ObjectRef
}

/** A record in FLAT: paths of the web template, each with its value. */
export type Flat = Readonly<Record<string, unknown>>

/** A record in STRUCTURED: the same as FLAT, nested. */
export type Structured = Readonly<Record<string, unknown>>

/** A web template: `templateId`, `defaultLanguage`, and the `tree` of its nodes. */
export type WebTemplate = Readonly<Record<string, unknown>>

export interface Token {
  readonly access_token: string
  readonly token_type: "Bearer" | "DPoP"
  /** Seconds. */
  readonly expires_in: number
  /** The scopes that were granted. */
  readonly scope: string
  /** With the scope `openid`. */
  readonly id_token?: string
  /** With the scope `offline_access` or `online_access`. */
  readonly refresh_token?: string
  /** The EHR that the app was launched for. */
  readonly ehrId?: string
  /** The same as `ehrId`: the id of the FHIR Patient. */
  readonly patient?: string
  /** The episode that the app was launched for. */
  readonly episodeId?: string
  /** True: the app has to show whose record is open. */
  readonly need_patient_banner?: boolean
}

export interface Launch {
  readonly ehrId: string
  /** The uid of an episode of the EHR. */
  readonly episodeId?: string
  /** The app (default: any). */
  readonly client_id?: string
  /** The person who may use the launch; a person who prepares it can only name themselves. The answer is the same whether there is such a person or not. */
  readonly person_id?: string
}

export interface TemplateSummary {
  readonly template_id: string
  readonly concept: string
  readonly archetype_id: string
  /** Only if versions are asked for. The first is 1; each replacement adds one. */
  readonly version?: string
  readonly created_timestamp: string
}

export interface StoredQuery {
  readonly name: string
  readonly type: "AQL"
  readonly version: string
  readonly saved: string
  readonly q: string
}

export interface ResultSet {
  readonly meta: {
    readonly _href?: string
    readonly _type?: "RESULTSET"
    readonly _schema_version?: string
    readonly _created?: string
    readonly _generator?: string
    /** With the values of its parameters. */
    readonly _executed_aql?: string
    /** Rows of this answer. */
    readonly resultsize?: number
    readonly offset?: number
    /** As it was applied, given or not. */
    readonly fetch?: number
    /** The query has rows after these: they begin at `offset` + `resultsize`. */
    readonly more?: boolean
    /** Of all rows, where this is the last page. */
    readonly total?: number
    /** The address of the next page, for GET. */
    readonly next?: string
    /** Number of objects, of the EHR or of all, that break their template (`handling=lenient`), up to 1000; absent if there is none. */
    readonly 'cairn.findings'?: number
    /** Warnings about the query: an archetype or node that no template and no record has, an archetype of another class, a number that is compared with a text, a unit or code that no template has, wildcards of SQL; absent if there is none. */
    readonly warnings?: readonly string[]
  }
  readonly name?: string
  readonly q: string
  readonly columns: readonly {
    readonly name: string
    /** Empty where the column is computed. */
    readonly path: string
  }[]
  readonly rows: readonly (readonly unknown[])[]
}

export interface DatamapDefinition {
  readonly name: string
  readonly type: "datamap"
  readonly category?: "API"
  readonly uid: string
  readonly version: number
  readonly timestamp: string
  readonly template: string
  readonly comment?: string
  readonly paths: readonly {
    readonly add: string
    readonly path: string
    readonly comment?: string
  }[]
  /** The definition as XML. */
  readonly value: string
  /** Faults of the definition against the latest version of the template. */
  readonly validationErrors?: readonly string[]
}

export interface NewDatamapDefinition {
  readonly template: string
  readonly comment?: string
  readonly paths: readonly {
    readonly add: string
    readonly path: string
    readonly comment?: string
  }[]
}

/** The fields that every record has, then the columns by their labels. Records of parties have `vuid`, `uid`, `version_object_id` and `version_tree_id` alone, those of compositions all fields. */
export interface DatamapRecord {
  readonly vuid: string
  readonly episode_uid?: string
  readonly episode_id?: string
  readonly episode_status?: string
  readonly episode_start?: string
  readonly episode_end?: string
  readonly uid: string
  readonly version_object_id: number
  readonly version_tree_id: number
  readonly artefact_id?: number
  readonly trunk_lifecycle_state?: string
  readonly [name: string]: unknown
}

/** The columns by their labels: a value, a code with its value, the rows of a group, or null. `/definition/datamap/{datamapName}/schema` has their schema. */
export type NewDatamapRecord = Readonly<Record<string, unknown>>

export interface Episode {
  readonly uid: string
  /** A number for life, such as `E0000001`. */
  readonly episodeId: string
  readonly name: string
  readonly active: boolean
  readonly urgency?: "at0012" | "at0013" | "at0014"
  readonly careCircuit?: string
  readonly startsAt: string
  readonly endsAt?: string
  /** There on the default episode of the EHR only. */
  readonly default?: boolean
}

export interface VersionFindings {
  readonly ehr_id: string
  readonly vuid: string
  readonly template_id: string | null
  readonly committed: string
  /** Number of findings. */
  readonly total: number
  /** The first hundred. */
  readonly findings: readonly {
    readonly path?: string
    readonly code?: string
    readonly message?: string
  }[]
}

export interface FoundPeople {
  readonly data: readonly {
    readonly personUid: string
    /** The EHR of the person, if there is one. */
    readonly ehrUid?: string
    readonly name: string
    /** As it is known: a date, a month or a year. */
    readonly birthDate?: string
    readonly sex?: string
    readonly identifiers: readonly {
      readonly value: string
      readonly type?: string
      readonly issuer?: string
    }[]
    readonly score: number
    readonly reasons: readonly {
      readonly criterion: string
      readonly asked: string
      readonly found: string
      readonly how: string
    }[]
  }[]
  /** People on all pages. */
  readonly totalCount: number
  /** False: more than 200 people fit, and the pages have some of them. Ask for a birth date too. */
  readonly isComplete: boolean
}

export interface PersonToMatch {
  /** A person of this server; or, without it, the data of one: */
  readonly personUid?: string
  readonly name?: string
  readonly birthDate?: string
  readonly sex?: string
  readonly identifiers?: readonly {
    readonly value: string
    readonly type?: string
    readonly issuer?: string
  }[]
  /** Default: 0.6. */
  readonly leastScore?: number
  /** Default: 20. */
  readonly limit?: number
}

export interface PossibleDuplicates {
  readonly data: readonly ({
    readonly personUid: string
    /** The EHR of the person, if there is one. */
    readonly ehrUid?: string
    readonly name: string
    /** As it is known: a date, a month or a year. */
    readonly birthDate?: string
    readonly sex?: string
    readonly identifiers: readonly {
      readonly value: string
      readonly type?: string
      readonly issuer?: string
    }[]
    readonly score: number
    readonly parts: readonly ({
      readonly part: "name" | "birth_date" | "sex" | "identifier"
      readonly weight: number
      readonly agreement: number
    })[]
  })[]
}

export interface PersonDefinition {
  /** Paths to the parts of names. */
  readonly name: readonly string[]
  /** Those of them that are given names: FHIR shows them apart. */
  readonly given_name?: readonly string[]
  /** Those of them that are family names. */
  readonly family_name?: readonly string[]
  readonly birth_date?: readonly string[]
  readonly sex?: readonly string[]
  /** The word for each code, such as `{"at0311": "female"}`; without one, the text counts. */
  readonly sex_codes?: Readonly<Record<string, string>>
  /** Paths to DV_IDENTIFIERs or texts. */
  readonly identifier?: readonly string[]
  readonly address?: readonly string[]
}

export interface MergedPeople {
  readonly data: readonly {
    readonly into: string
    readonly intoName?: string
    readonly from: string
    readonly fromName?: string
    /** The EHR that went over to the person that stays. */
    readonly ehrUid?: string
    readonly mergedAt: string
    readonly clientId: string
    /** The account of the person who merged them. */
    readonly person?: string
    readonly reason: string
  }[]
  /** There is another page. */
  readonly more: boolean
}

export interface MergeOfPeople {
  /** The person that stays. */
  readonly into: string
  /** The person that is merged into it. */
  readonly from: string
  /** Why they are one. */
  readonly reason?: string
}

export interface Draft {
  readonly draft_id: string
  /** Template of the record or the party. */
  readonly template_id: string
  /** The record or the party that is changed; absent for a new one. */
  readonly object_id?: string
  /** Counts how often it was saved. */
  readonly revision: number
  /** An id that the page chose when it was opened: so two pages of one person know of each other. */
  readonly page: string
  readonly saved_at: string
  /** It is removed then, unless it is saved again. */
  readonly ends_at: string
}

export interface OtherAuthor {
  readonly name: string
  /** Template of the record or the party. */
  readonly template_id: string
  /** The record or the party that is changed; absent for a new one. */
  readonly object_id?: string
  readonly saved_at: string
}

export interface DraftsOfAnEhr {
  readonly drafts: readonly Draft[]
  /** People who saved a draft in the last hour, of what the caller could write too. */
  readonly others: readonly OtherAuthor[]
}

export interface DraftContent {
  readonly draft_id: string
  /** Template of the record or the party. */
  readonly template_id: string
  /** The record or the party that is changed; absent for a new one. */
  readonly object_id?: string
  /** Counts how often it was saved. */
  readonly revision: number
  /** An id that the page chose when it was opened: so two pages of one person know of each other. */
  readonly page: string
  readonly saved_at: string
  /** It is removed then, unless it is saved again. */
  readonly ends_at: string
  /** The input, as the page needs it: any JSON value. */
  readonly content: unknown
}

export interface NewDraft {
  /** Template of the record or the party. */
  readonly template_id: string
  /** The record or the party that is changed; absent for a new one. */
  readonly object_id?: string
  /** An id that the page chose when it was opened: so two pages of one person know of each other. */
  readonly page: string
  /** The input, as the page needs it: any JSON value. */
  readonly content: unknown
}

export interface SavedDraft {
  readonly draft_id: string
  /** Template of the record or the party. */
  readonly template_id: string
  /** The record or the party that is changed; absent for a new one. */
  readonly object_id?: string
  /** Counts how often it was saved. */
  readonly revision: number
  /** An id that the page chose when it was opened: so two pages of one person know of each other. */
  readonly page: string
  readonly saved_at: string
  /** It is removed then, unless it is saved again. */
  readonly ends_at: string
}

export interface DraftsOfParties {
  readonly drafts: readonly Draft[]
  /** People who saved a draft in the last hour, of what the caller could write too. */
  readonly others: readonly OtherAuthor[]
}

export interface OfferedCode {
  readonly code: string
  /** As records name it: `SNOMED-CT`, or a URI. */
  readonly terminology: string
  /** The name of the code. */
  readonly display: string
}

export interface OfferedCodes {
  readonly codes: readonly OfferedCode[]
}

/** Ids and names of what was changed. Members that an event does not need are absent. */
export interface ChangeData {
  /** The EHR. */
  readonly ehr_id?: string
  /** The version that was committed. */
  readonly uid?: string
  /** The versioned object. */
  readonly object_id?: string
  /** The number of the version. */
  readonly version?: number
  /** By the openEHR terminology, such as `creation`. */
  readonly change_type?: string
  /** By the openEHR terminology, such as `complete`. */
  readonly lifecycle_state?: string
  /** The template of the record. */
  readonly template_id?: string
  /** All archetypes in the record. */
  readonly archetype_ids?: readonly string[]
  /** PARTY_PROXY of the commit audit. */
  readonly committer?: Readonly<Record<string, unknown>>
  /** The contribution that the version came with. */
  readonly contribution_id?: string
  /** The episode of the composition. */
  readonly episode_id?: string
  /** Tags of the object and of the version, as they are now. */
  readonly tags?: readonly {
    /** Key. */
    readonly key: string
    /** Value. */
    readonly value?: string
    /** Path in the record. */
    readonly target_path?: string
  }[]
  /** Of a contribution: those of its versions that the caller may read. */
  readonly versions?: readonly string[]
  /** The client that made a change without a version. */
  readonly client_id?: string
  /** The person who did. */
  readonly person?: string
  /** Of a merge: the EHR that went. */
  readonly merged_ehr_id?: string
  /** For a subscription with a query: its rows in the version, compared with the preceding one. */
  readonly rows?: {
    /** As in the result of the query. */
    readonly columns: readonly {
      /** The alias, or `#` and an index. */
      readonly name: string
      /** The path of the column. */
      readonly path?: string
    }[]
    /** Rows that appeared. */
    readonly added: readonly (readonly unknown[])[]
    /** Rows that were and are there, with other cells. */
    readonly changed: readonly {
      /** The cells of a row. */
      readonly before: readonly unknown[]
      /** The cells of a row. */
      readonly after: readonly unknown[]
    }[]
    /** Rows that went. */
    readonly removed: readonly (readonly unknown[])[]
  }
  /** Of a merge of people, and of its end: the person that was merged. */
  readonly merged_object_id?: string
  /** With `include=data`: the record; null after a deletion. */
  readonly content?: Readonly<Record<string, unknown>> | null
}

export interface ChangeEvent {
  readonly specversion: "1.0"
  /** Unique in the feed, and a cursor: the feed goes on after this event. */
  readonly id: string
  /** The address of this service. */
  readonly source: string
  /** Such as `composition.created`. */
  readonly type: string
  /** The id or the name of what was changed. */
  readonly subject: string
  /** The time of the commit. */
  readonly time: string
  readonly datacontenttype: "application/json"
  readonly data: ChangeData
}

export interface Changes {
  readonly changes: readonly ChangeEvent[]
  /** The place after the last change: `after` of the next request. */
  readonly next: string
  /** True if there may be more events now. */
  readonly more: boolean
}

/** As the parameters of the change feed: an event passes if it has one of the values of each member. */
export interface SubscriptionFilter {
  /** Types of events, or all that begin with a name, such as `composition`. */
  readonly type?: readonly ("ehr" | "ehr.created" | "contribution" | "contribution.committed" | "composition" | "composition.created" | "composition.deleted" | "composition.attested" | "composition.updated" | "status" | "status.created" | "status.deleted" | "status.attested" | "status.updated" | "access" | "access.created" | "access.deleted" | "access.attested" | "access.updated" | "directory" | "directory.created" | "directory.deleted" | "directory.attested" | "directory.updated" | "episode" | "episode.created" | "episode.deleted" | "episode.attested" | "episode.updated" | "person" | "person.created" | "person.deleted" | "person.attested" | "person.updated" | "organisation" | "organisation.created" | "organisation.deleted" | "organisation.attested" | "organisation.updated" | "group" | "group.created" | "group.deleted" | "group.attested" | "group.updated" | "agent" | "agent.created" | "agent.deleted" | "agent.attested" | "agent.updated" | "role" | "role.created" | "role.deleted" | "role.attested" | "role.updated" | "tags" | "tags.changed" | "template" | "template.created" | "template.updated" | "template.deleted" | "query" | "query.created" | "query.deleted" | "datamap" | "datamap.created" | "datamap.updated" | "datamap.deleted" | "ehr.merged" | "ehr.erased" | "composition.erased" | "directory.erased" | "episode.erased" | "person.merged" | "person.separated")[]
  /** Templates of records. */
  readonly template_id?: readonly string[]
  /** Archetypes in records. */
  readonly archetype_id?: readonly string[]
  /** EHRs. */
  readonly ehr_id?: readonly string[]
  /** Tags of records: `key` or `key=value`. */
  readonly tag?: readonly string[]
}

export interface Subscription {
  readonly id: string
  /** For people. */
  readonly name: string
  /** The address that events are posted to: https, and outside of private networks unless `CAIRN_PRIVATE_ADDRESSES` names it. */
  readonly url: string
  readonly filter: SubscriptionFilter
  /** AQL. Of the events that pass the filter, those are sent whose record has other rows of the query than its preceding version; `rows` in their data has the rows. Each row must come from one record: no aggregates, DISTINCT, ORDER BY, LIMIT, VERSION or NOW(). */
  readonly q?: string | null
  /** Values for the `$name`s of `q`. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
  /** `data`: events have the content of records. */
  readonly include?: "data" | null
  /** Most events of a request. 1: each event in a request of its own, and EHRs do not wait for each other. More: batches of all EHRs, one after the other. */
  readonly batch_size: number
  /** Credentials for the receiver, beside the signature. Answers have no secrets. */
  readonly authorization?: {
    readonly type: "bearer" | "client_credentials"
    /** For `bearer`. */
    readonly token?: string
    /** For `client_credentials`: the token endpoint. */
    readonly token_url?: string
    /** For `client_credentials`. */
    readonly client_id?: string
    /** For `client_credentials`. */
    readonly client_secret?: string
    /** For `client_credentials`: scopes to ask for. */
    readonly scope?: string
  } | null
  /** False: nothing is sent. */
  readonly active: boolean
  /** The kind of signature. */
  readonly signing: "hmac" | "ed25519"
  /** Only in answers that make one. For `ed25519` the public key, `whpk_…`. */
  readonly secret?: string
  /** For `ed25519`: receivers verify signatures with it. */
  readonly public_key?: string
  /** Until then requests are signed with the previous secret too. */
  readonly previous_secret_until?: string
  /** Since when nothing is sent. */
  readonly paused_at?: string
  /** Why it is paused. */
  readonly pause_reason?: string
  /** The client that made it. */
  readonly client_id: string
  /** The person who made it. */
  readonly person?: string
  /** All events up to this place of the feed are sent, but for those of EHRs that wait. */
  readonly position: string
  /** EHRs whose next event the receiver did not take. */
  readonly waiting_ehrs: number
  /** Since when the receiver takes nothing. */
  readonly failing_since?: string
  /** The time of the next attempt, if it takes nothing. */
  readonly next_attempt_at?: string
  /** When it was made. */
  readonly created_at: string
  /** Of a filter or a query that nothing can pass. */
  readonly warnings?: readonly string[]
}

export interface SubscriptionRequest {
  /** For people. */
  readonly name: string
  /** The address that events are posted to: https, and outside of private networks unless `CAIRN_PRIVATE_ADDRESSES` names it. */
  readonly url: string
  readonly filter?: SubscriptionFilter
  /** AQL. Of the events that pass the filter, those are sent whose record has other rows of the query than its preceding version; `rows` in their data has the rows. Each row must come from one record: no aggregates, DISTINCT, ORDER BY, LIMIT, VERSION or NOW(). */
  readonly q?: string | null
  /** Values for the `$name`s of `q`. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
  /** `data`: events have the content of records. */
  readonly include?: "data" | null
  /** Most events of a request. 1: each event in a request of its own, and EHRs do not wait for each other. More: batches of all EHRs, one after the other. */
  readonly batch_size?: number
  /** Credentials for the receiver, beside the signature. Answers have no secrets. */
  readonly authorization?: {
    readonly type: "bearer" | "client_credentials"
    /** For `bearer`. */
    readonly token?: string
    /** For `client_credentials`: the token endpoint. */
    readonly token_url?: string
    /** For `client_credentials`. */
    readonly client_id?: string
    /** For `client_credentials`. */
    readonly client_secret?: string
    /** For `client_credentials`: scopes to ask for. */
    readonly scope?: string
  } | null
  /** False: nothing is sent. */
  readonly active?: boolean
  /** The kind of signature. */
  readonly signing?: "hmac" | "ed25519"
  /** For `hmac`: `whsec_` and 24 to 64 bytes in Base64. The service makes one if it is left out. */
  readonly secret?: string
  /** The place of the feed to begin at: `now` (the default), `start`, or the id of an event. */
  readonly after?: string
}

export interface SubscriptionChange {
  /** For people. */
  readonly name?: string
  /** The address that events are posted to: https, and outside of private networks unless `CAIRN_PRIVATE_ADDRESSES` names it. */
  readonly url?: string
  readonly filter?: SubscriptionFilter
  /** AQL. Of the events that pass the filter, those are sent whose record has other rows of the query than its preceding version; `rows` in their data has the rows. Each row must come from one record: no aggregates, DISTINCT, ORDER BY, LIMIT, VERSION or NOW(). */
  readonly q?: string | null
  /** Values for the `$name`s of `q`. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
  /** `data`: events have the content of records. */
  readonly include?: "data" | null
  /** Most events of a request. 1: each event in a request of its own, and EHRs do not wait for each other. More: batches of all EHRs, one after the other. */
  readonly batch_size?: number
  /** Credentials for the receiver, beside the signature. Answers have no secrets. */
  readonly authorization?: {
    readonly type: "bearer" | "client_credentials"
    /** For `bearer`. */
    readonly token?: string
    /** For `client_credentials`: the token endpoint. */
    readonly token_url?: string
    /** For `client_credentials`. */
    readonly client_id?: string
    /** For `client_credentials`. */
    readonly client_secret?: string
    /** For `client_credentials`: scopes to ask for. */
    readonly scope?: string
  } | null
  /** False: nothing is sent. */
  readonly active?: boolean
}

export interface SecretRotation {
  /** Requests are signed with the previous secret too for this long. */
  readonly overlap_seconds?: number
  /** For `hmac`: the new secret. The service makes one if it is left out. */
  readonly secret?: string
}

export interface Resend {
  /** A place of the feed: the id of an event, `start` or `now`. */
  readonly after?: string
  /** A time. Some events of shortly before it may come too. */
  readonly since?: string
}

export interface Delivery {
  readonly id: number
  /** The header `webhook-id`: the same in each attempt. */
  readonly webhook_id: string
  /** The type of the event, or of the first one. */
  readonly type: string
  /** Events of the request. */
  readonly events: number
  /** The number of the attempt. */
  readonly attempt: number
  /** When it ended. */
  readonly sent_at: string
  /** Time until the receiver answered. */
  readonly milliseconds: number
  /** The status of the answer; absent without an answer. */
  readonly status?: number
  /** True if the status is 2xx. */
  readonly taken: boolean
  /** The beginning of the answer, or why there is none. */
  readonly answer: string
}

export interface Deliveries {
  readonly deliveries: readonly Delivery[]
  /** `before` of the next page; absent on the last one. */
  readonly next?: number
}

export interface FhirMapping {
  readonly name: string
  /** `model`, `extension`, `context` or `ConceptMap`. */
  readonly type: string
  /** 0 for a file that comes with the server. */
  readonly version: number
  readonly built_in: boolean
}

export interface FhirMappingFile {
  readonly name: string
  /** `model`, `extension`, `context` or `ConceptMap`. */
  readonly type: string
  /** 0 for a file that comes with the server. */
  readonly version: number
  readonly built_in: boolean
  readonly text: string
}

export interface VersionOfAFhirMapping {
  readonly name: string
  readonly version: number
  readonly saved: string
  readonly saved_by: string
  /** Null: it was deleted. */
  readonly text?: string | null
}

export interface TriedContext {
  readonly context: string
  readonly resources?: readonly Readonly<Record<string, unknown>>[]
  readonly composition?: Readonly<Record<string, unknown>>
  readonly trace: readonly {
    readonly mapping?: string
    readonly file?: string
    readonly line?: number
    readonly openehr?: string
    readonly fhir?: string
    /** The index of the resource in `resources` that has the value. */
    readonly resource?: number
    /** The references of the Bundle that were followed to the value. */
    readonly via?: readonly string[]
  }[]
  /** Why the context could not be run to its end. */
  readonly fault?: string
}

export interface Client {
  /** Made up when left out. */
  readonly client_id: string
  /** `public`: an app that cannot keep a secret; `confidential`: an app with a server of its own; `backend`: acts for itself, without a person. The default is a backend. */
  readonly kind: "public" | "confidential" | "backend"
  readonly name: string
  /** Of tokens: `api.read`, `api.write`, `api.lenient`, `api.admin`. For apps also `openid`, `profile`, `email`, `fhirUser`, `offline_access`, `online_access`, `launch`, `launch/patient`, `launch/episode`; for resource servers `introspect`. */
  readonly scopes: readonly string[]
  /** Addresses that people are sent back to after they signed in; compared exactly. Only of apps. */
  readonly redirect_uris?: readonly string[]
  /** Public keys for `private_key_jwt`. A client with keys has no secret. */
  readonly jwks?: Readonly<Record<string, unknown>> | null
  /** Address of the public keys, instead of `jwks`. */
  readonly jwks_uri?: string | null
  /** True: tokens are given only bound to a key of the client (RFC 9449). */
  readonly requires_dpop?: boolean
  /** True: the client may send its id and secret with every request (HTTP Basic), at the addresses of `CAIRN_PREFIXES`. Only of a backend with a secret. */
  readonly basic_auth?: boolean
  /** Addresses that people are sent to after they signed out at the end-session endpoint; compared exactly. Only of apps. */
  readonly post_logout_redirect_uris?: readonly string[]
  /** Address that a logout token is posted to when a session or a grant of a person ends. Only of apps. */
  readonly backchannel_logout_uri?: string | null
  /** True: a logout token is sent only if it names the session (`sid`). */
  readonly backchannel_logout_session_required?: boolean
  readonly disabled: boolean
  /** With 202 of a new client, the time of the request. */
  readonly created_at: string
  /** The last call or token of the client, up to a minute old. Left out if there was none. */
  readonly last_used_at?: string
  /** Only where one was just made: it is shown this once. */
  readonly client_secret?: string
  /** Only with 202: the client will be so once another administrator approved this request. A secret works from then on. */
  readonly request_id?: string
}

export interface NewClient {
  /** Made up when left out. */
  readonly client_id?: string
  /** `public`: an app that cannot keep a secret; `confidential`: an app with a server of its own; `backend`: acts for itself, without a person. The default is a backend. */
  readonly kind?: "public" | "confidential" | "backend"
  readonly name: string
  /** Of tokens: `api.read`, `api.write`, `api.lenient`, `api.admin`. For apps also `openid`, `profile`, `email`, `fhirUser`, `offline_access`, `online_access`, `launch`, `launch/patient`, `launch/episode`; for resource servers `introspect`. */
  readonly scopes: readonly string[]
  /** Addresses that people are sent back to after they signed in; compared exactly. Only of apps. */
  readonly redirect_uris?: readonly string[]
  /** Public keys for `private_key_jwt`. A client with keys has no secret. */
  readonly jwks?: Readonly<Record<string, unknown>> | null
  /** Address of the public keys, instead of `jwks`. */
  readonly jwks_uri?: string | null
  /** True: tokens are given only bound to a key of the client (RFC 9449). */
  readonly requires_dpop?: boolean
  /** True: the client may send its id and secret with every request (HTTP Basic), at the addresses of `CAIRN_PREFIXES`. Only of a backend with a secret. */
  readonly basic_auth?: boolean
  /** Addresses that people are sent to after they signed out at the end-session endpoint; compared exactly. Only of apps. */
  readonly post_logout_redirect_uris?: readonly string[]
  /** Address that a logout token is posted to when a session or a grant of a person ends. Only of apps. */
  readonly backchannel_logout_uri?: string | null
  /** True: a logout token is sent only if it names the session (`sid`). */
  readonly backchannel_logout_session_required?: boolean
}

export interface ChangeOfAClient {
  readonly name?: string
  /** Of tokens: `api.read`, `api.write`, `api.lenient`, `api.admin`. For apps also `openid`, `profile`, `email`, `fhirUser`, `offline_access`, `online_access`, `launch`, `launch/patient`, `launch/episode`; for resource servers `introspect`. */
  readonly scopes?: readonly string[]
  /** Addresses that people are sent back to after they signed in; compared exactly. Only of apps. */
  readonly redirect_uris?: readonly string[]
  /** Public keys for `private_key_jwt`. A client with keys has no secret. */
  readonly jwks?: Readonly<Record<string, unknown>> | null
  /** Address of the public keys, instead of `jwks`. */
  readonly jwks_uri?: string | null
  /** True: tokens are given only bound to a key of the client (RFC 9449). */
  readonly requires_dpop?: boolean
  /** True: the client may send its id and secret with every request (HTTP Basic), at the addresses of `CAIRN_PREFIXES`. Only of a backend with a secret. */
  readonly basic_auth?: boolean
  /** Addresses that people are sent to after they signed out at the end-session endpoint; compared exactly. Only of apps. */
  readonly post_logout_redirect_uris?: readonly string[]
  /** Address that a logout token is posted to when a session or a grant of a person ends. Only of apps. */
  readonly backchannel_logout_uri?: string | null
  /** True: a logout token is sent only if it names the session (`sid`). */
  readonly backchannel_logout_session_required?: boolean
}

export interface ClientRequest {
  readonly request_id: string
  readonly client_id: string
  readonly operation: "create" | "update" | "rotate" | "enable"
  /** The members that a new client or a change names. Left out where there are none. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Scopes that the client has after the change. */
  readonly scopes: readonly string[]
  readonly state: "pending" | "approved" | "rejected" | "expired"
  readonly asked_by: {
    readonly client_id: string
    readonly person?: string
  }
  readonly asked_at: string
  readonly expires_at: string
  readonly decided_by?: {
    readonly client_id: string
    readonly person?: string
  }
  readonly decided_at?: string
}

export interface AppOfAPerson {
  readonly client_id: string
  readonly name: string
  /** All that the person agreed to, or that a sign-in gave. Of these, the app can use what it and the person still have. */
  readonly scopes: readonly string[]
  /** When the person first gave the app access. */
  readonly given_at: string
  /** When the app last got tokens. Absent if it is not active. */
  readonly refreshed_at?: string
  /** True if the app has a token or a refresh token. False if the person only agreed: the app gets access at the next sign-in, without another question. */
  readonly active: boolean
}

export interface Assignment {
  readonly assignment_id: string
  readonly person_id: string
  readonly kind: "ehr" | "episode" | "tag" | "break_glass"
  /** The EHR. */
  readonly ehr_id?: string
  /** An episode of the EHR: the assignment ends with it. */
  readonly episode_id?: string
  /** Instead of `ehr_id`: all EHRs whose EHR_STATUS has this tag. */
  readonly tag_key?: string
  /** Only where the tag has this value. */
  readonly tag_value?: string
  /** Start (default: now). */
  readonly from: string
  /** End (default: until it is ended). */
  readonly to?: string
  readonly reason?: string
  /** The person or the client that assigned it. */
  readonly assigned_by: string
  readonly assigned_at: string
  readonly reviewed_by?: string
  readonly reviewed_at?: string
  /** The result of the review. */
  readonly review?: string
}

export interface Session {
  readonly session_id?: string
  /** The way in: a password, a passkey, the name of a provider. */
  readonly method?: string
  readonly address?: string
  readonly user_agent?: string
  readonly started_at?: string
  readonly used_at?: string
  readonly ends_at?: string
}

export interface AccessOfAPerson {
  readonly person_id: string
  readonly name: string
  /** true: all of this holds again when the account is enabled. */
  readonly disabled: boolean
  /** The roles of the person, and the EHRs that they hold in. */
  readonly roles: readonly ({
    readonly name: string
    readonly description: string
    readonly built_in: boolean
    readonly ehrs: "all" | "assigned"
  })[]
  /** Scopes of the API that the person has as a whole. */
  readonly scopes: readonly string[]
  /** Rights that the roles give, in the notation of scopes, and the EHRs that each holds in: all, assigned ones, or those that the person took in an emergency. */
  readonly rules: readonly ({
    readonly scope: string
    readonly reach: readonly ("all" | "assigned" | "taken")[]
    /** Records are seen without identity. */
    readonly deidentified: boolean
    /** The roles that the rule comes from. */
    readonly roles: readonly string[]
  })[]
  readonly ehrs: {
    /** The widest reach of a rule. */
    readonly reach: "all" | "assigned" | "none"
    /** The number of EHRs that assignments reach now. */
    readonly assigned: number
    readonly taken: readonly {
      readonly assignment_id: string
      readonly ehr_id: string
      readonly ends_at: string
    }[]
  }
  /** Those that have not ended, also those to come. */
  readonly assignments: readonly Assignment[]
  /** Apps that may act for the person. */
  readonly apps: readonly AppOfAPerson[]
  readonly sign_in: {
    /** The identity provider that vouches for the person. */
    readonly provider?: string
    readonly password: boolean
    /** The second factor of a password. */
    readonly authenticator_app: boolean
    readonly passkeys: readonly {
      readonly passkey_id: string
      readonly name: string
      readonly used_at?: string
    }[]
    /** Codes that were not used yet. */
    readonly recovery_codes: number
    /** Only while a link was not used yet. */
    readonly invitation_ends_at?: string
  }
  /** Sessions that have not ended. */
  readonly sessions: readonly Session[]
}

export interface Account {
  /** The user name. It never changes, and no other person or client ever gets it. */
  readonly person_id: string
  readonly name: string
  readonly email?: string | null
  /** The FHIR resource that stands for the person, as an absolute URL: apps with the scope `fhirUser` get it. */
  readonly fhir_user?: string | null
  /** Names of roles that hold in all EHRs; `GET /admin/v1/role` lists the roles. */
  readonly roles: readonly string[]
  /** Names of `assignable` roles that hold in the EHRs that are assigned to the person. */
  readonly assigned_roles: readonly string[]
  /** The identity provider that vouches for the person, if one does. */
  readonly provider?: string
  readonly disabled: boolean
  readonly created_at: string
  /** Only where a link was just made: it is shown this once. Give it to the person; it works once. */
  readonly invitation?: {
    readonly link: string
    readonly expires_at: string
  }
}

export interface NewPerson {
  /** The user name. It never changes, and no other person or client ever gets it. */
  readonly person_id: string
  readonly name: string
  readonly email?: string | null
  /** The FHIR resource that stands for the person, as an absolute URL: apps with the scope `fhirUser` get it. */
  readonly fhir_user?: string | null
  /** Names of roles that hold in all EHRs; `GET /admin/v1/role` lists the roles. */
  readonly roles: readonly string[]
  /** Names of `assignable` roles that hold in the EHRs that are assigned to the person. */
  readonly assigned_roles?: readonly string[]
}

export interface ChangeOfAPerson {
  readonly name?: string
  readonly email?: string | null
  /** The FHIR resource that stands for the person, as an absolute URL: apps with the scope `fhirUser` get it. */
  readonly fhir_user?: string | null
  /** Names of roles that hold in all EHRs; `GET /admin/v1/role` lists the roles. */
  readonly roles?: readonly string[]
  /** Names of `assignable` roles that hold in the EHRs that are assigned to the person. */
  readonly assigned_roles?: readonly string[]
  readonly disabled?: boolean
}

export interface AccountRole {
  readonly name: string
  readonly description: string
  /** Scopes of the API that hold as a whole, for people who have the role in all EHRs. `api.read` and `api.write` need the rights that they stand for. A role with `api.admin` makes administrators. */
  readonly scopes: readonly ("api.read" | "api.write" | "api.lenient" | "api.break_glass" | "api.admin")[]
  /** Rights in the notation of scopes, in the compartment `user`: `user/composition-Vital_signs.**.rs`. They hold in all EHRs, or in those that are assigned. */
  readonly rights: readonly string[]
  /** true: records are seen without identity, in queries, lists and exports only. */
  readonly deidentified: boolean
  /** true: the role can be held to assigned EHRs. */
  readonly assignable: boolean
  /** true: it cannot be changed or deleted, but copied. */
  readonly built_in: boolean
  /** The number of people who have the role. */
  readonly people: number
}

export interface NewRole {
  readonly name: string
  readonly description?: string
  /** Scopes of the API that hold as a whole, for people who have the role in all EHRs. `api.read` and `api.write` need the rights that they stand for. A role with `api.admin` makes administrators. */
  readonly scopes?: readonly ("api.read" | "api.write" | "api.lenient" | "api.break_glass" | "api.admin")[]
  /** Rights in the notation of scopes, in the compartment `user`: `user/composition-Vital_signs.**.rs`. They hold in all EHRs, or in those that are assigned. */
  readonly rights?: readonly string[]
  /** true: records are seen without identity, in queries, lists and exports only. */
  readonly deidentified?: boolean
  /** true: the role can be held to assigned EHRs. */
  readonly assignable?: boolean
}

export interface ChangeOfARole {
  readonly description?: string
  /** Scopes of the API that hold as a whole, for people who have the role in all EHRs. `api.read` and `api.write` need the rights that they stand for. A role with `api.admin` makes administrators. */
  readonly scopes?: readonly ("api.read" | "api.write" | "api.lenient" | "api.break_glass" | "api.admin")[]
  /** Rights in the notation of scopes, in the compartment `user`: `user/composition-Vital_signs.**.rs`. They hold in all EHRs, or in those that are assigned. */
  readonly rights?: readonly string[]
  /** true: records are seen without identity, in queries, lists and exports only. */
  readonly deidentified?: boolean
  /** true: the role can be held to assigned EHRs. */
  readonly assignable?: boolean
}

export interface NewAssignment {
  /** The EHR. */
  readonly ehr_id?: string
  /** An episode of the EHR: the assignment ends with it. */
  readonly episode_id?: string
  /** Instead of `ehr_id`: all EHRs whose EHR_STATUS has this tag. */
  readonly tag_key?: string
  /** Only where the tag has this value. */
  readonly tag_value?: string
  /** Start (default: now). */
  readonly from?: string
  /** End (default: until it is ended). */
  readonly to?: string
  readonly reason?: string
}

export interface QueryFigures {
  /** Name and version of a stored query, or the hash of another. */
  readonly query: string
  /** `sql`, `documents`, or `none` where none had been chosen. */
  readonly executor: string
  /** All of them. */
  readonly runs: number
  /** Those that ended with an error. */
  readonly failed: number
  /** Those that reached the time limit. */
  readonly timeouts: number
  /** Those whose client did not wait for the end. */
  readonly left: number
  /** Of all runs. */
  readonly rows: number
  /** Of all runs. */
  readonly milliseconds: number
  /** Milliseconds of a run. */
  readonly mean: number
  /** Milliseconds of the slowest run. */
  readonly slowest: number
  /** Values by which the last run ordered or filtered without a value index; `cairn index add` makes one of a path. */
  readonly indexable: readonly {
    /** The archetype that the path starts at. */
    readonly archetype: string
    /** The path from the root of the archetype. */
    readonly path: string
  }[]
  readonly last: string
}

export interface ServerActivity {
  readonly at: string
  readonly version: string
  /** Server processes on this machine. */
  readonly processes: number
  /** Of all of them. */
  readonly memory_bytes: number
  readonly requests: {
    /** Not yet answered to their end. */
    readonly under_way: number
    /** Since the start. */
    readonly answered: number
    /** Of those, answered with 500 or more. */
    readonly failed: number
  }
  readonly queries: {
    /** Under way, those that wait included. */
    readonly running: number
    /** Waiting for a connection. */
    readonly waiting: number
    /** The ones that have run the longest, at most 50. */
    readonly list: readonly {
      /** Name and version of a stored query, or the hash of another. */
      readonly query: string
      readonly client_id: string
      readonly request_id: string
      /** Since its start. */
      readonly milliseconds: number
    }[]
  }
  /** Connections to the database. */
  readonly pools: readonly ({
    readonly pool: "records" | "queries" | "audit"
    /** Connections with work. */
    readonly busy: number
    /** Connections without. */
    readonly idle: number
    /** Callers that wait for one. */
    readonly waiting: number
    /** Connections that it may open. */
    readonly most: number
  })[]
  readonly audit: {
    /** Events since the start. */
    readonly written: number
    /** Events to be written. */
    readonly waiting: number
    /** Events to be sealed. */
    readonly unsealed: number
  }
}

export interface SystemReport {
  /** Of this server. */
  readonly version: string
  /** Of Node.js. */
  readonly node: string
  /** Time of the start of this process. */
  readonly since: string
  readonly settings: readonly {
    readonly variable: string
    /** Of a secret only that it is set. */
    readonly value: string
  }[]
  readonly database: {
    /** Of PostgreSQL. */
    readonly version: string
    /** All of the database. */
    readonly bytes: number
    /** The database role of this server. */
    readonly role: {
      readonly name: string
      /** True if it could change the schema and the audit trail: set `CAIRN_DATABASE_OWNER_URL`. */
      readonly owns_tables: boolean
    }
    /** Settings of PostgreSQL that decide what a crash can lose. */
    readonly durability: {
      readonly fsync: string
      readonly full_page_writes: string
      /** In the sessions of this server. */
      readonly synchronous_commit: string
      /** A sentence for each setting by which a crash may lose commits. */
      readonly faults: readonly string[]
    }
    readonly tables: readonly {
      readonly name: string
      /** An estimate. */
      readonly rows: number
      /** With indexes and what is stored apart. */
      readonly bytes: number
    }[]
    readonly migrations: readonly {
      readonly number: number
      readonly name: string
      readonly applied_at: string
    }[]
    /** Present where the tables are spread over the nodes of a cluster. */
    readonly distribution?: {
      readonly nodes: readonly {
        readonly node: string
        /** Of all its shards. */
        readonly bytes: number
      }[]
      readonly tables: readonly {
        readonly name: string
        /** Parts that it is divided into. */
        readonly shards: number
        /** Of all shards. */
        readonly bytes: number
        /** Bytes of the smallest shard. */
        readonly smallest: number
        /** Bytes of the largest shard. */
        readonly largest: number
      }[]
      /** A sentence for each node and shard that has much more than the others. */
      readonly uneven: readonly string[]
    }
    /** The last twelve months; left out where counting takes too long. */
    readonly months?: readonly {
      /** Such as `2026-11`, in UTC. */
      readonly month: string
      /** Committed in it. */
      readonly versions: number
    }[]
  }
  readonly pools: readonly {
    readonly name: string
    /** Connections of this process. */
    readonly open: number
    /** Of those, unused. */
    readonly idle: number
    /** Callers that wait for one. */
    readonly waiting: number
  }[]
  readonly routes: readonly {
    readonly method: string
    readonly route: string
    /** Since the start, of all processes of this machine. */
    readonly requests: number
    /** Answers of 500 and above. */
    readonly faults: number
    /** Milliseconds. */
    readonly mean: number
    /** Milliseconds: half of the requests took at most this. */
    readonly p50: number
    /** Milliseconds. */
    readonly p95: number
    /** Milliseconds. */
    readonly p99: number
  }[]
  /** Each minute of the last three hours, of all processes of this machine. */
  readonly load: readonly {
    /** The end of the minute. */
    readonly at: string
    readonly requests: number
    /** Answers of 500 and above. */
    readonly faults: number
    /** Milliseconds: half of the requests took at most this. */
    readonly p50: number
    /** Milliseconds. */
    readonly p95: number
  }[]
  /** Work that this process repeats by itself, since its start. */
  readonly jobs: readonly {
    readonly name: string
    readonly done: number
    readonly failed: number
    readonly succeeded_at?: string
  }[]
  /** As the primary sees it. Absent if the database does not tell. */
  readonly replication?: {
    readonly standbys: readonly ({
      readonly name: string
      /** Replay lag; null: unknown or none. */
      readonly seconds: number | null
      /** WAL that is not replayed yet; null: not allowed to know. */
      readonly bytes: number | null
    })[]
    /** WAL kept by the replication slot that is furthest behind. */
    readonly retained_bytes: number
    /** The archive of WAL, which backups by time need. */
    readonly archive: {
      readonly is_on: boolean
      /** Segments that could not be archived, since the statistics were reset. */
      readonly failures: number
      /** Of the last segment. */
      readonly archived_at?: string
      readonly failed_at?: string
      /** End of the last base backup, by any tool. Absent without an archive, or without the rights of `pg_monitor`. */
      readonly base_backup_at?: string
    }
  }
}

export interface AuditEvent {
  readonly event_id: number
  readonly at: string
  readonly request_id: string
  /** Empty where no client was recognised. */
  readonly client_id: string
  /** The person behind the client, if the token names one. */
  readonly person?: string | null
  readonly address: string
  readonly method: string
  /** Pattern of the path; empty where there is none. */
  readonly route?: string
  readonly path: string
  readonly ehr_id?: string | null
  readonly action: "C" | "R" | "U" | "D" | "E"
  readonly status: number
  readonly outcome: "success" | "denied" | "failure" | "error"
  /** The contribution that the request committed. */
  readonly contribution_id?: string | null
  /** `ehrs` that were shown besides, or their number (`ehr_count`), or that an answer of counts and groups was made from all EHRs (`all_ehrs`) or parties (`all_parties`); SHA-256 of the `query`; `break_glass`, the access that the person took in an emergency; the `role` that was made, changed or deleted; `client_request`, the change of a client that waits for a second administrator; `retention`, how many events were removed, the time before which they were, the months that are kept and the last of the seals that were removed. */
  readonly detail?: Readonly<Record<string, unknown>> | null
}

export interface ImportResult {
  /** Lines whose record was added. */
  readonly added: number
  /** Lines whose record was there already. */
  readonly skipped: number
  /** Lines that were not taken over. */
  readonly rejected: readonly {
    /** Number of the line in the body, from 1. */
    readonly line: number
    readonly record: string
    readonly id: string
    readonly reason: string
  }[]
}
