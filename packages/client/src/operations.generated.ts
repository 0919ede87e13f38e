/** Operations of the API, from its description. Written by "npm run docs": change the routes or scripts/client, not this. */
import type { CallOptions, OperationRow } from './operation.ts'
import type { Preferred, Versioned } from './versioned.ts'
import type { Address, Agent, Composition, EhrStatus, Folder, Group, Organisation, Person, RevisionHistory, Role } from './rm.generated.ts'
import type { Ehr, Contribution, NewContribution, VersionedComposition, VersionedEhrStatus, VersionedParty, VersionOfComposition, VersionOfEhrStatus, VersionOfParty, ItemTag, Flat, Structured, WebTemplate, Token, Launch, TemplateSummary, StoredQuery, ResultSet, DatamapDefinition, NewDatamapDefinition, DatamapRecord, NewDatamapRecord, Episode, VersionFindings, FoundPeople, PersonToMatch, PossibleDuplicates, PersonDefinition, MergedPeople, MergeOfPeople, DraftsOfAnEhr, DraftContent, NewDraft, SavedDraft, DraftsOfParties, OfferedCodes, Changes, Subscription, SubscriptionRequest, SubscriptionChange, SecretRotation, Resend, Delivery, Deliveries, FhirMapping, FhirMappingFile, VersionOfAFhirMapping, TriedContext, Client, NewClient, ChangeOfAClient, ClientRequest, AppOfAPerson, Assignment, Session, AccessOfAPerson, Account, NewPerson, ChangeOfAPerson, AccountRole, NewRole, ChangeOfARole, NewAssignment, QueryFigures, ServerActivity, SystemReport, AuditEvent, ImportResult } from './schemas.generated.ts'

export type SmartConfigurationParameters = object
export interface SmartConfigurationAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type OauthMetadataParameters = object
export interface OauthMetadataAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type OpenidConfigurationParameters = object
export interface OpenidConfigurationAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type JwksParameters = object
export interface JwksAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type TokenParameters = { readonly body: {
  readonly grant_type: "client_credentials" | "authorization_code" | "refresh_token"
  /** Only where HTTP Basic is not used. A public app may leave it out beside its `refresh_token`. */
  readonly client_id?: string
  /** Only where HTTP Basic is not used. */
  readonly client_secret?: string
  /** For `client_credentials`: the API to access, `{base_url}/openehr/v1`. Required there, under this name or as `resource`. */
  readonly audience?: string
  /** The same as `audience`, by the name that RFC 8707 gives it. */
  readonly resource?: string
  /** For `authorization_code`. */
  readonly code?: string
  /** For `authorization_code`: that of the authorization request. */
  readonly redirect_uri?: string
  /** For `authorization_code` (RFC 7636). */
  readonly code_verifier?: string
  /** For `refresh_token`; it works once. */
  readonly refresh_token?: string
  /** For `private_key_jwt`: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  readonly client_assertion_type?: string
  /** For `private_key_jwt`: a JWT that the client signed. */
  readonly client_assertion?: string
  /** Space-separated; all of the client but `api.lenient` and `api.admin` when left out. */
  readonly scope?: string
}; readonly contentType?: 'application/x-www-form-urlencoded' }
export interface TokenAnswers {
  readonly 'application/json': Token
}

export type IntrospectParameters = { readonly body: {
  /** An access token or a refresh token. */
  readonly token: string
  /** Not needed. */
  readonly token_type_hint?: string
  /** Only where HTTP Basic is not used. */
  readonly client_id?: string
  /** Only where HTTP Basic is not used. */
  readonly client_secret?: string
  /** For `private_key_jwt`. */
  readonly client_assertion_type?: string
  /** For `private_key_jwt`. */
  readonly client_assertion?: string
}; readonly contentType?: 'application/x-www-form-urlencoded' }
export interface IntrospectAnswers {
  readonly 'application/json': {
    readonly active: boolean
  }
}

export type RevokeParameters = { readonly body: {
  /** An access token or a refresh token. */
  readonly token: string
  /** Not needed. */
  readonly token_type_hint?: string
  /** Only where HTTP Basic is not used. */
  readonly client_id?: string
  /** Only where HTTP Basic is not used. */
  readonly client_secret?: string
  /** For `private_key_jwt`. */
  readonly client_assertion_type?: string
  /** For `private_key_jwt`. */
  readonly client_assertion?: string
}; readonly contentType?: 'application/x-www-form-urlencoded' }

export type PushedAuthorizationRequestParameters = { readonly body: Readonly<Record<string, string>>; readonly contentType?: 'application/x-www-form-urlencoded' }
export interface PushedAuthorizationRequestAnswers {
  readonly 'application/json': {
    readonly request_uri: string
    readonly expires_in: number
  }
}

export type BreakGlassParameters = { readonly body: {
  readonly ehrId: string
  readonly reason: string
}; readonly contentType?: 'application/json' }
export interface BreakGlassAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type LaunchParameters = { readonly body: Launch; readonly contentType?: 'application/json' }
export interface LaunchAnswers {
  readonly 'application/json': {
    readonly launch: string
    readonly iss: string
    readonly expires_in: number
  }
}

export type TemplateUploadParameters = {
  /** `return=minimal` (default) or `return=representation`. */
  readonly prefer?: string | undefined
} & (
  | { readonly body: string; readonly contentType?: 'application/xml' }
  | { readonly body: string | Uint8Array; readonly contentType: 'application/octet-stream' }
)

export type TemplateListParameters = {
  /** Only templates with this id. `*` stands for any run of characters; upper and lower case are the same. */
  readonly template_id?: string | undefined
  /** Only templates of this concept. `*` stands for any run of characters; upper and lower case are the same. */
  readonly concept?: string | undefined
  /** Only this version of each template; `*`: all versions. The latest when left out. */
  readonly version?: string | undefined
  /** Templates to pass over; 0 when left out. */
  readonly offset?: number | undefined
  /** Number of templates; all when left out. */
  readonly fetch?: number | undefined
}
export interface TemplateListAnswers {
  readonly 'application/json': readonly TemplateSummary[]
}

export type TemplateGetParameters = {
  /** Id of the template, percent-encoded. */
  readonly template_id: string
  /** A version of the template, from 1; the latest when left out. */
  readonly version?: number | undefined
}
export interface TemplateGetAnswers {
  readonly 'application/xml': string
  readonly 'application/openehr.wt+json': WebTemplate
  readonly 'application/json': WebTemplate
  readonly 'text/plain': string
}

export type TemplateReplaceParameters = {
  /** Id of the template, percent-encoded. */
  readonly template_id: string
  /** `return=minimal` (default) or `return=representation`. */
  readonly prefer?: string | undefined
} & (
  | { readonly body: string; readonly contentType?: 'application/xml' }
  | { readonly body: string | Uint8Array; readonly contentType: 'application/octet-stream' }
)

export type TemplateDeleteParameters = {
  /** Id of the template, percent-encoded. */
  readonly template_id: string
}

export type TemplateExampleParameters = {
  /** Id of the template, percent-encoded. */
  readonly template_id: string
  /** `input` (default): as a client sends it; `output`: with the ids that the server gives. */
  readonly type?: "input" | "output" | undefined
  /** `required` (default), `medium`: one of everything, `complete`: two where there may be. */
  readonly detail_level?: "required" | "medium" | "complete" | undefined
  /** Of FLAT and STRUCTURED: `full` (default), or `simple` for the keys of the specification alone. */
  readonly profile?: "full" | "simple" | undefined
}
export interface TemplateExampleAnswers {
  readonly 'application/json': Composition | EhrStatus | Folder
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type QueryListAllParameters = object
export interface QueryListAllAnswers {
  readonly 'application/json': readonly StoredQuery[]
}

export type QueryListParameters = {
  /** `[{namespace}::]{query-name}`, the namespace a reverse domain name. */
  readonly qualified_query_name: string
}
export interface QueryListAnswers {
  readonly 'application/json': readonly StoredQuery[]
}

export type QueryStoreParameters = {
  /** `[{namespace}::]{query-name}`, the namespace a reverse domain name. */
  readonly qualified_query_name: string
  /** `AQL`, which is also meant when it is left out. */
  readonly query_type?: string | undefined
} & (
  | { readonly body: string; readonly contentType: 'text/plain' }
  | { readonly body: {
  readonly q: string
}; readonly contentType?: 'application/json' }
)

export type QueryStoreVersionParameters = {
  /** `[{namespace}::]{query-name}`, the namespace a reverse domain name. */
  readonly qualified_query_name: string
  /** SEMVER; on reads also a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
  /** `AQL`, which is also meant when it is left out. */
  readonly query_type?: string | undefined
} & (
  | { readonly body: string; readonly contentType: 'text/plain' }
  | { readonly body: {
  readonly q: string
}; readonly contentType?: 'application/json' }
)

export type QueryGetParameters = {
  /** `[{namespace}::]{query-name}`, the namespace a reverse domain name. */
  readonly qualified_query_name: string
  /** SEMVER; on reads also a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
}
export interface QueryGetAnswers {
  readonly 'application/json': StoredQuery
}

export type QueryDeleteParameters = {
  /** `[{namespace}::]{query-name}`, the namespace a reverse domain name. */
  readonly qualified_query_name: string
  /** SEMVER; on reads also a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
}

export type EhrCreateParameters = {
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Uid of the PERSON that the EHR is about, without a version. The commit links them: a person has one EHR at most, and an EHR one person. The name `cadasto-person-uid` is taken too. */
  readonly cairnPersonUid?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body?: EhrStatus; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface EhrCreateAnswers {
  readonly 'application/json': Ehr
  readonly 'application/xml': string
}

export type EhrGetBySubjectParameters = {
  /** Id of the subject; needed unless `person_uid` is given. */
  readonly subject_id?: string | undefined
  /** Namespace of that id. */
  readonly subject_namespace?: string | undefined
  /** Uid of the PERSON that the EHR is linked to, instead of a subject. */
  readonly person_uid?: string | undefined
}
export interface EhrGetBySubjectAnswers {
  readonly 'application/json': Ehr
  readonly 'application/xml': string
}

export type EhrCreateWithIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Uid of the PERSON that the EHR is about, without a version. The commit links them: a person has one EHR at most, and an EHR one person. The name `cadasto-person-uid` is taken too. */
  readonly cairnPersonUid?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body?: EhrStatus; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface EhrCreateWithIdAnswers {
  readonly 'application/json': Ehr
  readonly 'application/xml': string
}

export type EhrGetByIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Any value: the answer has the header `cairn-person-uid`, if the EHR is linked to a person. The name `include-cadasto-person-uid` is taken too. */
  readonly includeCairnPersonUid?: string | undefined
}
export interface EhrGetByIdAnswers {
  readonly 'application/json': Ehr
  readonly 'application/xml': string
}

export type EhrStatusGetAtTimeParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface EhrStatusGetAtTimeAnswers {
  readonly 'application/json': EhrStatus
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type EhrStatusUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Uid of the PERSON that the EHR is about, without a version. The commit links them: a person has one EHR at most, and an EHR one person. The name `cadasto-person-uid` is taken too. */
  readonly cairnPersonUid?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: EhrStatus; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface EhrStatusUpdateAnswers {
  readonly 'application/json': EhrStatus
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type EhrStatusGetByVersionIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** `<object_uuid>::<system_id>::<version_number>` */
  readonly version_uid: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface EhrStatusGetByVersionIdAnswers {
  readonly 'application/json': EhrStatus
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type CompositionCreateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Composition; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface CompositionCreateAnswers {
  readonly 'application/json': Composition
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type CompositionGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface CompositionGetAnswers {
  readonly 'application/json': Composition
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type CompositionUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Composition; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface CompositionUpdateAnswers {
  readonly 'application/json': Composition
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type CompositionDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type VersionedCompositionGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
}
export interface VersionedCompositionGetAnswers {
  readonly 'application/json': VersionedComposition
  readonly 'application/xml': string
}

export type VersionedCompositionRevisionHistoryParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
}
export interface VersionedCompositionRevisionHistoryAnswers {
  readonly 'application/json': RevisionHistory
  readonly 'application/xml': string
}

export type VersionedCompositionVersionAtTimeParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedCompositionVersionAtTimeAnswers {
  readonly 'application/json': VersionOfComposition
  readonly 'application/xml': string
}

export type VersionedCompositionVersionByIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
  /** `<object_uuid>::<system_id>::<version_number>` */
  readonly version_uid: string
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedCompositionVersionByIdAnswers {
  readonly 'application/json': VersionOfComposition
  readonly 'application/xml': string
}

export type VersionedEhrStatusGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
}
export interface VersionedEhrStatusGetAnswers {
  readonly 'application/json': VersionedEhrStatus
  readonly 'application/xml': string
}

export type VersionedEhrStatusRevisionHistoryParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
}
export interface VersionedEhrStatusRevisionHistoryAnswers {
  readonly 'application/json': RevisionHistory
  readonly 'application/xml': string
}

export type VersionedEhrStatusVersionAtTimeParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedEhrStatusVersionAtTimeAnswers {
  readonly 'application/json': VersionOfEhrStatus
  readonly 'application/xml': string
}

export type VersionedEhrStatusVersionByIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** `<object_uuid>::<system_id>::<version_number>` */
  readonly version_uid: string
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedEhrStatusVersionByIdAnswers {
  readonly 'application/json': VersionOfEhrStatus
  readonly 'application/xml': string
}

export type ContributionCreateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; with a representation `resolve_refs`: whole VERSIONs in place of the references in `versions`. */
  readonly prefer?: string | undefined
} & (
  | { readonly body: NewContribution; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
)
export interface ContributionCreateAnswers {
  readonly 'application/json': Contribution
  readonly 'application/xml': string
}

export type ContributionGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** CONTRIBUTION.uid.value */
  readonly contribution_uid: string
  /** `resolve_refs`: whole VERSIONs in place of the references in `versions`. */
  readonly prefer?: string | undefined
}
export interface ContributionGetAnswers {
  readonly 'application/json': Contribution
  readonly 'application/xml': string
}

export type DirectoryCreateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & (
  | { readonly body: Folder; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DirectoryCreateAnswers {
  readonly 'application/json': Folder
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DirectoryGetAtTimeParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** A FOLDER inside the directory: names joined by slashes, such as `episodes/a`. The root when left out. */
  readonly path?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
}
export interface DirectoryGetAtTimeAnswers {
  readonly 'application/json': Folder
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DirectoryUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & (
  | { readonly body: Folder; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DirectoryUpdateAnswers {
  readonly 'application/json': Folder
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DirectoryDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type DirectoryGetByVersionIdParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** `<object_uuid>::<system_id>::<version_number>` */
  readonly version_uid: string
  /** A FOLDER inside the directory: names joined by slashes, such as `episodes/a`. The root when left out. */
  readonly path?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
}
export interface DirectoryGetByVersionIdAnswers {
  readonly 'application/json': Folder
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type EhrTagsGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Only tags with this key; upper and lower case are the same. */
  readonly tag_key?: string | undefined
  /** Only tags with this value. */
  readonly tag_value?: string | undefined
  /** Only tags with this path. */
  readonly tag_target_path?: string | undefined
}
export interface EhrTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type CompositionTagsGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface CompositionTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type CompositionTagsUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface CompositionTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type CompositionTagsDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type EhrStatusTagsGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface EhrStatusTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type EhrStatusTagsUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface EhrStatusTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type EhrStatusTagsDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicPersonCreateParameters = {
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Person; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicPersonCreateAnswers {
  readonly 'application/json': Person
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicPersonGetParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface DemographicPersonGetAnswers {
  readonly 'application/json': Person
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicPersonUpdateParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Person; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicPersonUpdateAnswers {
  readonly 'application/json': Person
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicPersonDeleteParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type DemographicOrganisationCreateParameters = {
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Organisation; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicOrganisationCreateAnswers {
  readonly 'application/json': Organisation
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicOrganisationGetParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface DemographicOrganisationGetAnswers {
  readonly 'application/json': Organisation
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicOrganisationUpdateParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Organisation; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicOrganisationUpdateAnswers {
  readonly 'application/json': Organisation
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicOrganisationDeleteParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type DemographicGroupCreateParameters = {
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Group; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicGroupCreateAnswers {
  readonly 'application/json': Group
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicGroupGetParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface DemographicGroupGetAnswers {
  readonly 'application/json': Group
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicGroupUpdateParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Group; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicGroupUpdateAnswers {
  readonly 'application/json': Group
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicGroupDeleteParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type DemographicAgentCreateParameters = {
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Agent; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicAgentCreateAnswers {
  readonly 'application/json': Agent
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicAgentGetParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface DemographicAgentGetAnswers {
  readonly 'application/json': Agent
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicAgentUpdateParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Agent; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicAgentUpdateAnswers {
  readonly 'application/json': Agent
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicAgentDeleteParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type DemographicRoleCreateParameters = {
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Role; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicRoleCreateAnswers {
  readonly 'application/json': Role
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicRoleGetParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface DemographicRoleGetAnswers {
  readonly 'application/json': Role
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicRoleUpdateParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`. */
  readonly profile?: "full" | "simple" | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
  /** The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences. */
  readonly openehrTemplateId?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
} & (
  | { readonly body: Role; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: Flat; readonly contentType: 'application/openehr.wt.flat+json' }
  | { readonly body: Structured; readonly contentType: 'application/openehr.wt.structured+json' }
)
export interface DemographicRoleUpdateAnswers {
  readonly 'application/json': Role
  readonly 'application/xml': string
  readonly 'application/openehr.wt.flat+json': Flat
  readonly 'application/openehr.wt.structured+json': Structured
}

export type DemographicRoleDeleteParameters = {
  /** Id of the versioned object (its latest version) or of one version. */
  readonly uid_based_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
}

export type VersionedPartyGetParameters = {
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
}
export interface VersionedPartyGetAnswers {
  readonly 'application/json': VersionedParty
  readonly 'application/xml': string
}

export type VersionedPartyRevisionHistoryParameters = {
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
}
export interface VersionedPartyRevisionHistoryAnswers {
  readonly 'application/json': RevisionHistory
  readonly 'application/xml': string
}

export type VersionedPartyVersionAtTimeParameters = {
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
  /** Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version. */
  readonly version_at_time?: string | undefined
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedPartyVersionAtTimeAnswers {
  readonly 'application/json': VersionOfParty
  readonly 'application/xml': string
}

export type VersionedPartyVersionByIdParameters = {
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
  /** `<object_uuid>::<system_id>::<version_number>` */
  readonly version_uid: string
  /** `include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list. */
  readonly prefer?: string | undefined
}
export interface VersionedPartyVersionByIdAnswers {
  readonly 'application/json': VersionOfParty
  readonly 'application/xml': string
}

export type DemographicContributionCreateParameters = {
  /** `return=minimal` (default), `return=representation` or `return=identifier`; with a representation `resolve_refs`: whole VERSIONs in place of the references in `versions`. */
  readonly prefer?: string | undefined
} & (
  | { readonly body: NewContribution; readonly contentType?: 'application/json' }
  | { readonly body: string; readonly contentType: 'application/xml' }
)
export interface DemographicContributionCreateAnswers {
  readonly 'application/json': Contribution
  readonly 'application/xml': string
}

export type DemographicContributionGetParameters = {
  /** CONTRIBUTION.uid.value */
  readonly contribution_uid: string
  /** `resolve_refs`: whole VERSIONs in place of the references in `versions`. */
  readonly prefer?: string | undefined
}
export interface DemographicContributionGetAnswers {
  readonly 'application/json': Contribution
  readonly 'application/xml': string
}

export type DemographicPersonTagsGetParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface DemographicPersonTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicPersonTagsUpdateParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface DemographicPersonTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicPersonTagsDeleteParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicOrganisationTagsGetParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface DemographicOrganisationTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicOrganisationTagsUpdateParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface DemographicOrganisationTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicOrganisationTagsDeleteParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicGroupTagsGetParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface DemographicGroupTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicGroupTagsUpdateParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface DemographicGroupTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicGroupTagsDeleteParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicAgentTagsGetParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface DemographicAgentTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicAgentTagsUpdateParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface DemographicAgentTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicAgentTagsDeleteParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicRoleTagsGetParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
}
export interface DemographicRoleTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicRoleTagsUpdateParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** `return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is. */
  readonly prefer?: string | undefined
} & { readonly body: readonly {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}[]; readonly contentType?: 'application/json' }
export interface DemographicRoleTagsUpdateAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type DemographicRoleTagsDeleteParameters = {
  /** Id of the versioned object, for its own tags, or of one version, for the tags of that. */
  readonly uid_based_id: string
  /** Key of the tags; upper and lower case are the same. */
  readonly key: string
}

export type DemographicTagsGetParameters = {
  /** Only tags with this key; upper and lower case are the same. */
  readonly tag_key?: string | undefined
  /** Only tags with this value. */
  readonly tag_value?: string | undefined
  /** Only tags with this path. */
  readonly tag_target_path?: string | undefined
}
export interface DemographicTagsGetAnswers {
  readonly 'application/json': readonly ItemTag[]
}

export type AdminEhrDeleteAllParameters = {
  /** Once for each EHR. */
  readonly ehr_id: readonly string[]
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type AdminEhrDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type AdminEhrMergeParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body: {
  /** The EHR that goes. */
  readonly from: string
  /** Needed if both EHRs have a directory: that of the merged EHR is kept as history only. */
  readonly directory?: "retire"
}; readonly contentType?: 'application/json' }
export interface AdminEhrMergeAnswers {
  readonly 'application/json': {
    readonly ehr_id?: string
    readonly merged_ehr_id?: string
    readonly contributions?: number
    readonly versioned_objects?: number
    readonly versions?: number
    readonly item_tags?: number
    readonly episodes?: number
  }
}

export type AdminTemplateDeleteParameters = {
  /** Id of the template, percent-encoded. */
  readonly template_id: string
}

export type AdminCompositionDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, or of one of its versions: all of them go. */
  readonly uid_based_id: string
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type AdminDirectoryDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the versioned object, or of one of its versions: all of them go. */
  readonly uid_based_id: string
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type AdminPartyDeleteParameters = {
  /** Id of the versioned object. */
  readonly versioned_object_uid: string
  /** Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`. */
  readonly reason?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}

export type SystemOptionsParameters = object
export interface SystemOptionsAnswers {
  readonly 'application/json': {
    readonly solution?: string
    readonly solution_version?: string
    readonly vendor?: string
    readonly restapi_specs_version?: string
    readonly endpoints?: readonly string[]
  }
}

export type QueryAdhocGetParameters = {
  /** AQL. */
  readonly q: string
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string | undefined
  /** Row to start from; the first is 0. */
  readonly offset?: number | undefined
  /** Number of rows. */
  readonly fetch?: number | undefined
  /** Values for the `$name`s of the query: each under its own name, or as a JSON object. */
  readonly query_parameters?: Readonly<Record<string, unknown>> | undefined
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
}
export interface QueryAdhocGetAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type QueryAdhocPostParameters = {
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
} & { readonly body: {
  readonly q: string
  readonly offset?: number
  readonly fetch?: number
  readonly query_parameters?: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }
export interface QueryAdhocPostAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type QueryStoredGetParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string | undefined
  /** Row to start from; the first is 0. */
  readonly offset?: number | undefined
  /** Number of rows. */
  readonly fetch?: number | undefined
  /** Values for the `$name`s of the query: each under its own name, or as a JSON object. */
  readonly query_parameters?: Readonly<Record<string, unknown>> | undefined
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
}
export interface QueryStoredGetAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type QueryStoredPostParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
} & { readonly body: {
  readonly offset: number
  readonly fetch: number
  readonly query_parameters: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }
export interface QueryStoredPostAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type QueryStoredVersionGetParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** SEMVER, or a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string | undefined
  /** Row to start from; the first is 0. */
  readonly offset?: number | undefined
  /** Number of rows. */
  readonly fetch?: number | undefined
  /** Values for the `$name`s of the query: each under its own name, or as a JSON object. */
  readonly query_parameters?: Readonly<Record<string, unknown>> | undefined
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
}
export interface QueryStoredVersionGetAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type QueryStoredVersionPostParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** SEMVER, or a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
  /** `true`: answer with the plan and its SQL instead (`api.admin`). */
  readonly explain?: boolean | undefined
  /** For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity). */
  readonly timeout?: number | undefined
  /** The same as `ehr_id`. */
  readonly openehrEhrId?: string | undefined
} & { readonly body: {
  readonly offset: number
  readonly fetch: number
  readonly query_parameters: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }
export interface QueryStoredVersionPostAnswers {
  readonly 'application/json': ResultSet
  readonly 'text/plain': string
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type DatamapDefinitionListParameters = object
export interface DatamapDefinitionListAnswers {
  readonly 'application/json': readonly string[]
}

export type DatamapDefinitionGetParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
}
export interface DatamapDefinitionGetAnswers {
  readonly 'application/json': DatamapDefinition
  readonly 'application/xml': string
}

export type DatamapDefinitionPutParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
} & (
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: NewDatamapDefinition; readonly contentType?: 'application/json' }
)
export interface DatamapDefinitionPutAnswers {
  readonly 'application/json': DatamapDefinition
  readonly 'application/xml': string
}

export type DatamapDefinitionDeleteParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
}

export type DatamapDefinitionSchemaParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
}
export interface DatamapDefinitionSchemaAnswers {
  readonly 'application/schema+json': Readonly<Record<string, unknown>>
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type DatamapDefinitionSuggestParameters = {
  /** Id of the template. */
  readonly template_id: string
}
export interface DatamapDefinitionSuggestAnswers {
  readonly 'application/xml': string
  readonly 'application/json': NewDatamapDefinition
}

export type DatamapListParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** Page size (default: 100). */
  readonly limit?: number | undefined
  /** Position of the first record, from 1 (default: 1). */
  readonly offset?: number | undefined
  /** `column`, `column asc`, `column desc` or `-column`, several with commas between them. Records without a value come last, and those that are equal in the order of `uid`. Where it is left out, in the order that they were made. */
  readonly order_by?: string | undefined
  /** Records of this EHR only. */
  readonly ehrUid?: string | undefined
  /** Goes on after a record of another page: taken from its `next` link. By such links records that were there from the beginning come once each, however many are added meanwhile. */
  readonly after?: string | undefined
  /** Fields beside those that every record has, with commas between them: `ehr_id`, `subject_id`, `subject_namespace`. Formats other than JSON and CSV always have `ehr_id`. */
  readonly show?: string | undefined
  /** Any column or field by its own name: `?systolic=120`, or with an operator in brackets, `?systolic[gte]=120`: `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `contains`, `exists`. A coded value is found by its code or its text. A column with the name of a parameter needs the operator. */
  readonly column?: string | undefined
}
export interface DatamapListAnswers<Row extends object = DatamapRecord> {
  readonly 'application/json': {
    readonly data: readonly Row[]
    /** Of all records that are asked for, on whatever page. */
    readonly totalCount: number
  }
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type DatamapRecordCreateParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** The EHR of the record. May be left out where the record has a uid. */
  readonly ehrUid: string
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
} & { readonly body: NewDatamapRecord; readonly contentType?: 'application/json' }
export interface DatamapRecordCreateAnswers<Row extends object = DatamapRecord> {
  readonly 'application/json': {
    readonly data: Row
  }
}

export type DatamapListAdHocParameters = {
  /** Page size (default: 100). */
  readonly limit?: number | undefined
  /** Position of the first record, from 1 (default: 1). */
  readonly offset?: number | undefined
  /** `column`, `column asc`, `column desc` or `-column`, several with commas between them. Records without a value come last, and those that are equal in the order of `uid`. Where it is left out, in the order that they were made. */
  readonly order_by?: string | undefined
  /** Records of this EHR only. */
  readonly ehrUid?: string | undefined
  /** Goes on after a record of another page: taken from its `next` link. By such links records that were there from the beginning come once each, however many are added meanwhile. */
  readonly after?: string | undefined
  /** Fields beside those that every record has, with commas between them: `ehr_id`, `subject_id`, `subject_namespace`. Formats other than JSON and CSV always have `ehr_id`. */
  readonly show?: string | undefined
  /** Any column or field by its own name: `?systolic=120`, or with an operator in brackets, `?systolic[gte]=120`: `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `contains`, `exists`. A coded value is found by its code or its text. A column with the name of a parameter needs the operator. */
  readonly column?: string | undefined
} & (
  | { readonly body: string; readonly contentType: 'application/xml' }
  | { readonly body: NewDatamapDefinition; readonly contentType?: 'application/json' }
)
export interface DatamapListAdHocAnswers<Row extends object = DatamapRecord> {
  readonly 'application/json': {
    readonly data: readonly Row[]
    /** Of all records that are asked for, on whatever page. */
    readonly totalCount: number
  }
  readonly 'text/csv': string
  readonly 'application/x-ndjson': string
  readonly 'application/vnd.apache.parquet': Uint8Array
  readonly 'application/vnd.apache.arrow.stream': Uint8Array
}

export type DatamapRecordCheckParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** The EHR of the record. May be left out where the record has a uid. */
  readonly ehrUid?: string | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body: NewDatamapRecord; readonly contentType?: 'application/json' }
export interface DatamapRecordCheckAnswers {
  readonly 'application/json': {
    readonly data: NewDatamapRecord
  }
}

export type DatamapRecordGetParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** `uid` of the record, or `vuid` of its latest version. */
  readonly uid: string
  /** The EHR of the record. May be left out where the record has a uid. */
  readonly ehrUid?: string | undefined
}
export interface DatamapRecordGetAnswers<Row extends object = DatamapRecord> {
  readonly 'application/json': {
    readonly data: Row
  }
}

export type DatamapRecordUpdateParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** `uid` of the record, or `vuid` of its latest version. */
  readonly uid: string
  /** The EHR of the record. May be left out where the record has a uid. */
  readonly ehrUid?: string | undefined
  /** The version that this one follows; it must be the latest. */
  readonly ifMatch: string | Versioned<unknown>
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
} & { readonly body: NewDatamapRecord; readonly contentType?: 'application/json' }
export interface DatamapRecordUpdateAnswers<Row extends object = DatamapRecord> {
  readonly 'application/json': {
    readonly data: Row
  }
}

export type DatamapRecordDeleteParameters = {
  /** Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`. */
  readonly datamapName: string
  /** `uid` of the record, or `vuid` of its latest version. */
  readonly uid: string
  /** The EHR of the record. May be left out where the record has a uid. */
  readonly ehrUid?: string | undefined
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
  /** Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike. */
  readonly openehrItemTag?: string | undefined
  /** The same for the version that is committed. */
  readonly openehrVersionItemTag?: string | undefined
  /** Uid of the episode that the compositions of this commit belong to. Left out: a new one belongs to the default episode of the EHR, any other stays where it is. */
  readonly cairnEpisode?: string | undefined
}

export type EpisodeListParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
}
export interface EpisodeListAnswers {
  readonly 'application/json': readonly Episode[]
}

export type EpisodeCreateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body: {
  readonly name: string
  /** Left out: true; on a PUT as it was. */
  readonly active?: boolean | null
  /** `at0012` Crisis, `at0013` Urgent, `at0014` Regular */
  readonly urgency?: "at0012" | "at0013" | "at0014" | null
  /** A code of your own. */
  readonly careCircuit?: string | null
  /** With an offset. Left out: now; on a PUT as it was. */
  readonly startsAt?: string | null
  /** With an offset, not before `startsAt`. Left out: it is open. */
  readonly endsAt?: string | null
}; readonly contentType?: 'application/json' }
export interface EpisodeCreateAnswers {
  readonly 'application/json': Episode
}

export type EpisodeGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
}
export interface EpisodeGetAnswers {
  readonly 'application/json': Episode
}

export type EpisodeUpdateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body: {
  readonly name: string
  /** Left out: true; on a PUT as it was. */
  readonly active?: boolean | null
  /** `at0012` Crisis, `at0013` Urgent, `at0014` Regular */
  readonly urgency?: "at0012" | "at0013" | "at0014" | null
  /** A code of your own. */
  readonly careCircuit?: string | null
  /** With an offset. Left out: now; on a PUT as it was. */
  readonly startsAt?: string | null
  /** With an offset, not before `startsAt`. Left out: it is open. */
  readonly endsAt?: string | null
}; readonly contentType?: 'application/json' }
export interface EpisodeUpdateAnswers {
  readonly 'application/json': Episode
}

export type EpisodeDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
}
export interface EpisodeDeleteAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type EpisodeActivateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body?: Readonly<Record<string, unknown>>; readonly contentType?: 'application/json' }
export interface EpisodeActivateAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type EpisodeDeactivateParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
  /** The version that is expected to be the latest, as `ETag` named it. Left out: whichever is. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
  /** Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded. */
  readonly openehrAuditDetails?: string | undefined
  /** Such as `lifecycle_state.code_string="553"`. */
  readonly openehrVersion?: string | undefined
} & { readonly body?: Readonly<Record<string, unknown>>; readonly contentType?: 'application/json' }
export interface EpisodeDeactivateAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type FindingListParameters = {
  /** Only versions of this EHR. */
  readonly ehrUid?: string | undefined
  /** Only versions that were made by this template. */
  readonly template_id?: string | undefined
  /** Most versions of a page: 100 if left out. */
  readonly limit?: number | undefined
  /** Goes on after a page: as its `next` says. */
  readonly after?: string | undefined
}
export interface FindingListAnswers {
  readonly 'application/json': {
    readonly data: readonly VersionFindings[]
    /** Address of the next page; absent on the last one. */
    readonly next?: string
  }
}

export type PersonFindParameters = {
  /** Words of the name, in any order, 8 at most: whole, misspelt by one letter, or their beginning. */
  readonly name?: string | undefined
  /** A date, a month (`1980-05`) or a year. */
  readonly birth_date?: string | undefined
  /** The first day of a range. */
  readonly birth_date_from?: string | undefined
  /** The last day of a range. */
  readonly birth_date_to?: string | undefined
  /** The word of the definition, such as `female`. */
  readonly sex?: string | undefined
  /** The value of an identifier; spaces and punctuation do not count. */
  readonly identifier?: string | undefined
  /** Its type. */
  readonly identifier_type?: string | undefined
  /** Its issuer. */
  readonly identifier_issuer?: string | undefined
  /** Words of an address, all of which it must have. */
  readonly address?: string | undefined
  /** The people of these EHRs, in place of a search: up to 100 uids with commas between them. */
  readonly ehr_uid?: string | undefined
  /** These people, in place of a search: up to 100 uids with commas between them. */
  readonly person_uid?: string | undefined
  /** People on a page (default: 20). */
  readonly limit?: number | undefined
  /** People before the page. */
  readonly offset?: number | undefined
}
export interface PersonFindAnswers {
  readonly 'application/json': FoundPeople
}

export type PersonMatchParameters = { readonly body: PersonToMatch; readonly contentType?: 'application/json' }
export interface PersonMatchAnswers {
  readonly 'application/json': PossibleDuplicates
}

export type PersonDefinitionListParameters = object
export interface PersonDefinitionListAnswers {
  readonly 'application/json': readonly {
    readonly archetype_id: string
    /** It comes with the server. */
    readonly built_in: boolean
    readonly definition: PersonDefinition
  }[]
}

export type PersonDefinitionPutParameters = {
  /** The archetype of the PERSON, such as `openEHR-DEMOGRAPHIC-PERSON.person.v0`. */
  readonly archetype_id: string
} & { readonly body: PersonDefinition; readonly contentType?: 'application/json' }
export interface PersonDefinitionPutAnswers {
  readonly 'application/json': PersonDefinition
}

export type PersonDefinitionDeleteParameters = {
  /** The archetype of the PERSON, such as `openEHR-DEMOGRAPHIC-PERSON.person.v0`. */
  readonly archetype_id: string
}

export type PersonMergeListParameters = {
  /** Merges of this person, whether it stays or was merged. */
  readonly person_uid?: string | undefined
  /** Merges on a page (default: 20). */
  readonly limit?: number | undefined
  /** Merges before the page. */
  readonly offset?: number | undefined
}
export interface PersonMergeListAnswers {
  readonly 'application/json': MergedPeople
}

export type PersonMergeParameters = { readonly body: MergeOfPeople; readonly contentType?: 'application/json' }

export type PersonSeparateParameters = {
  /** The person that was merged. */
  readonly person_uid: string
}

export type AdminEpisodeDestroyParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Uid of the episode. */
  readonly uid: string
} & { readonly body?: Readonly<Record<string, unknown>>; readonly contentType?: 'application/json' }
export interface AdminEpisodeDestroyAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type DraftListParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
}
export interface DraftListAnswers {
  readonly 'application/json': DraftsOfAnEhr
}

export type DraftGetParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
}
export interface DraftGetAnswers {
  readonly 'application/json': DraftContent
}

export type DraftSaveParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
  /** The revision that the page has. Without it, the draft is saved whatever others have saved. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
} & { readonly body: NewDraft; readonly contentType?: 'application/json' }
export interface DraftSaveAnswers {
  readonly 'application/json': SavedDraft
}

export type DraftDeleteParameters = {
  /** EHR.ehr_id.value */
  readonly ehr_id: string
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
}

export type DraftPartyListParameters = object
export interface DraftPartyListAnswers {
  readonly 'application/json': DraftsOfParties
}

export type DraftPartyGetParameters = {
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
}
export interface DraftPartyGetAnswers {
  readonly 'application/json': DraftContent
}

export type DraftPartySaveParameters = {
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
  /** The revision that the page has. Without it, the draft is saved whatever others have saved. */
  readonly ifMatch?: string | Versioned<unknown> | undefined
} & { readonly body: NewDraft; readonly contentType?: 'application/json' }
export interface DraftPartySaveAnswers {
  readonly 'application/json': SavedDraft
}

export type DraftPartyDeleteParameters = {
  /** Id of the draft, which its page chooses. */
  readonly draft_id: string
}

export type TerminologyCodesParameters = {
  /** The value set as a template names it: `referenceSetUri` or `terminology` of an input of the web template, such as `terminology://fhir.hl7.org/ValueSet/$expand?url=…`, the URL of a value set, or `SNOMED-CT` for all of its codes. */
  readonly value_set: string
  /** A part of a name. Default: the first codes of the set. */
  readonly filter?: string | undefined
  /** The most codes that are listed: 1 to 100, by default 20. */
  readonly count?: number | undefined
  /** Language of the names, if the terminology server has it: a code such as `de` or `pt-BR`. */
  readonly language?: string | undefined
}
export interface TerminologyCodesAnswers {
  readonly 'application/json': OfferedCodes
}

export type ChangeListParameters = {
  /** The place to go on from: `next` of an earlier answer, or the `id` of an event. `start` (the default): from the first change; `now`: only changes from now on. */
  readonly after?: string | undefined
  /** Most events of an answer; a stream has no limit. */
  readonly limit?: number | undefined
  /** Seconds to wait for an event, if there is none yet. */
  readonly wait?: number | undefined
  /** Only events of this type, or of all types that begin with it, such as `composition`. May be repeated. */
  readonly type?: readonly ("ehr" | "ehr.created" | "contribution" | "contribution.committed" | "composition" | "composition.created" | "composition.deleted" | "composition.attested" | "composition.updated" | "status" | "status.created" | "status.deleted" | "status.attested" | "status.updated" | "access" | "access.created" | "access.deleted" | "access.attested" | "access.updated" | "directory" | "directory.created" | "directory.deleted" | "directory.attested" | "directory.updated" | "episode" | "episode.created" | "episode.deleted" | "episode.attested" | "episode.updated" | "person" | "person.created" | "person.deleted" | "person.attested" | "person.updated" | "organisation" | "organisation.created" | "organisation.deleted" | "organisation.attested" | "organisation.updated" | "group" | "group.created" | "group.deleted" | "group.attested" | "group.updated" | "agent" | "agent.created" | "agent.deleted" | "agent.attested" | "agent.updated" | "role" | "role.created" | "role.deleted" | "role.attested" | "role.updated" | "tags" | "tags.changed" | "template" | "template.created" | "template.updated" | "template.deleted" | "query" | "query.created" | "query.deleted" | "datamap" | "datamap.created" | "datamap.updated" | "datamap.deleted" | "ehr.merged" | "ehr.erased" | "composition.erased" | "directory.erased" | "episode.erased" | "person.merged" | "person.separated")[] | undefined
  /** Only events about records of this template, and about the template itself. May be repeated. */
  readonly template_id?: readonly string[] | undefined
  /** Only events about records that contain this archetype. May be repeated. */
  readonly archetype_id?: readonly string[] | undefined
  /** Only events of this EHR. May be repeated. */
  readonly ehr_id?: readonly string[] | undefined
  /** Only events about records with this tag: `key` or `key=value`. May be repeated. */
  readonly tag?: readonly string[] | undefined
  /** `data`: with the content of records, in canonical JSON. */
  readonly include?: "data" | undefined
  /** For a stream: the same as `after`, and instead of it. Browsers send it by themselves. */
  readonly lastEventId?: string | undefined
}
export interface ChangeListAnswers {
  readonly 'application/json': Changes
  readonly 'text/event-stream': string
}

export type SubscriptionListParameters = object
export interface SubscriptionListAnswers {
  readonly 'application/json': readonly Subscription[]
}

export type SubscriptionCreateParameters = { readonly body: SubscriptionRequest; readonly contentType?: 'application/json' }
export interface SubscriptionCreateAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionGetParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
}
export interface SubscriptionGetAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionUpdateParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
} & { readonly body: SubscriptionChange; readonly contentType?: 'application/json' }
export interface SubscriptionUpdateAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionDeleteParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
}

export type SubscriptionPauseParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
}
export interface SubscriptionPauseAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionResumeParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
}
export interface SubscriptionResumeAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionRotateParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
} & { readonly body?: SecretRotation; readonly contentType?: 'application/json' }
export interface SubscriptionRotateAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionResendParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
} & { readonly body: Resend; readonly contentType?: 'application/json' }
export interface SubscriptionResendAnswers {
  readonly 'application/json': Subscription
}

export type SubscriptionDeliveriesParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
  /** Most attempts of an answer. */
  readonly limit?: number | undefined
  /** Only attempts before this one: `next` of an earlier answer. */
  readonly before?: number | undefined
}
export interface SubscriptionDeliveriesAnswers {
  readonly 'application/json': Deliveries
}

export type SubscriptionRedeliverParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
  /** The id of the delivery. */
  readonly delivery_id: number
}
export interface SubscriptionRedeliverAnswers {
  readonly 'application/json': Delivery
}

export type SubscriptionPingParameters = {
  /** The id of the subscription. */
  readonly subscription_id: string
}
export interface SubscriptionPingAnswers {
  readonly 'application/json': Delivery
}

export type FhirMappingListParameters = object
export interface FhirMappingListAnswers {
  readonly 'application/json': readonly FhirMapping[]
}

export type FhirMappingGetParameters = {
  /** The name of the file, such as `vital-signs.pulse.model.yml`. */
  readonly mapping_name: string
}
export interface FhirMappingGetAnswers {
  readonly 'application/json': FhirMappingFile
  readonly 'application/yaml': string
}

export type FhirMappingPutParameters = {
  /** The name of the file, such as `vital-signs.pulse.model.yml`. */
  readonly mapping_name: string
} & (
  | { readonly body: string; readonly contentType: 'application/yaml' }
  | { readonly body: string; readonly contentType: 'text/yaml' }
  | { readonly body: string; readonly contentType: 'text/plain' }
  | { readonly body: string; readonly contentType?: 'application/json' }
)
export interface FhirMappingPutAnswers {
  readonly 'application/json': {
    readonly name: string
    readonly type: string
    readonly version: number
    /** Paths that lead nowhere in the template or in R4: the mapping runs without them. */
    readonly warnings: readonly {
      readonly file?: string
      readonly line?: number
      readonly message?: string
    }[]
  }
}

export type FhirMappingDeleteParameters = {
  /** The name of the file, such as `vital-signs.pulse.model.yml`. */
  readonly mapping_name: string
}

export type FhirMappingVersionsParameters = {
  /** The name of the file, such as `vital-signs.pulse.model.yml`. */
  readonly mapping_name: string
}
export interface FhirMappingVersionsAnswers {
  readonly 'application/json': readonly VersionOfAFhirMapping[]
}

export type FhirMappingTryParameters = { readonly body: {
  /** A COMPOSITION, or a resource or Bundle of FHIR. */
  readonly example: Readonly<Record<string, unknown>>
  /** Files that replace or add to those in force, for this trial alone. */
  readonly files?: readonly {
    readonly name: string
    readonly text: string
  }[]
}; readonly contentType?: 'application/json' }
export interface FhirMappingTryAnswers {
  readonly 'application/json': readonly TriedContext[]
}

export type LiveAdhocParameters = {
  /** The `id` of the last event that the client has. If the server still has the changes after it, the stream goes on with these; else it begins with all rows again. */
  readonly lastEventId?: string | undefined
} & { readonly body: {
  /** AQL. */
  readonly q: string
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string
  /** Values for the `$name`s of the query. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }

export type LiveStoredParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** The `id` of the last event that the client has. If the server still has the changes after it, the stream goes on with these; else it begins with all rows again. */
  readonly lastEventId?: string | undefined
} & { readonly body?: {
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string
  /** Values for the `$name`s of the query. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }

export type LiveStoredVersionParameters = {
  /** `[{namespace}::]{query-name}` */
  readonly qualified_query_name: string
  /** SEMVER, or a prefix `{major}` or `{major}.{minor}`, which selects the highest. */
  readonly version: string
  /** The `id` of the last event that the client has. If the server still has the changes after it, the stream goes on with these; else it begins with all rows again. */
  readonly lastEventId?: string | undefined
} & { readonly body?: {
  /** Run the query in the context of this EHR. */
  readonly ehr_id?: string
  /** Values for the `$name`s of the query. */
  readonly query_parameters?: Readonly<Record<string, unknown>>
}; readonly contentType?: 'application/json' }

export type ClientListParameters = object
export interface ClientListAnswers {
  readonly 'application/json': readonly Client[]
}

export type ClientCreateParameters = { readonly body: NewClient; readonly contentType?: 'application/json' }
export interface ClientCreateAnswers {
  readonly 'application/json': Client
}

export type ClientGetParameters = {
  /** Id of the client. */
  readonly client_id: string
}
export interface ClientGetAnswers {
  readonly 'application/json': Client
}

export type ClientUpdateParameters = {
  /** Id of the client. */
  readonly client_id: string
} & { readonly body: ChangeOfAClient; readonly contentType?: 'application/json' }
export interface ClientUpdateAnswers {
  readonly 'application/json': Client
}

export type ClientDeleteParameters = {
  /** Id of the client. */
  readonly client_id: string
}

export type ClientRotateParameters = {
  /** Id of the client. */
  readonly client_id: string
}
export interface ClientRotateAnswers {
  readonly 'application/json': Client
}

export type ClientDisableParameters = {
  /** Id of the client. */
  readonly client_id: string
}
export interface ClientDisableAnswers {
  readonly 'application/json': Client
}

export type ClientEnableParameters = {
  /** Id of the client. */
  readonly client_id: string
}
export interface ClientEnableAnswers {
  readonly 'application/json': Client
}

export type ClientRequestListParameters = object
export interface ClientRequestListAnswers {
  readonly 'application/json': readonly ClientRequest[]
}

export type ClientRequestGetParameters = {
  /** Id of the request. */
  readonly request_id: string
}
export interface ClientRequestGetAnswers {
  readonly 'application/json': ClientRequest
}

export type ClientRequestApproveParameters = {
  /** Id of the request. */
  readonly request_id: string
}
export interface ClientRequestApproveAnswers {
  readonly 'application/json': Client
}

export type ClientRequestRejectParameters = {
  /** Id of the request. */
  readonly request_id: string
}
export interface ClientRequestRejectAnswers {
  readonly 'application/json': ClientRequest
}

export type PersonAppsParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface PersonAppsAnswers {
  readonly 'application/json': readonly AppOfAPerson[]
}

export type PersonEndAppParameters = {
  /** Id of the person. */
  readonly person_id: string
  /** Id of the app. */
  readonly client_id: string
}

export type PersonAccessParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface PersonAccessAnswers {
  readonly 'application/json': AccessOfAPerson
}

export type PersonListParameters = object
export interface PersonListAnswers {
  readonly 'application/json': readonly Account[]
}

export type PersonCreateParameters = { readonly body: NewPerson; readonly contentType?: 'application/json' }
export interface PersonCreateAnswers {
  readonly 'application/json': Account
}

export type PersonGetParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface PersonGetAnswers {
  readonly 'application/json': Account
}

export type PersonUpdateParameters = {
  /** Id of the person. */
  readonly person_id: string
} & { readonly body: ChangeOfAPerson; readonly contentType?: 'application/json' }
export interface PersonUpdateAnswers {
  readonly 'application/json': Account
}

export type PersonInviteParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface PersonInviteAnswers {
  readonly 'application/json': Account
}

export type PersonSessionsParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface PersonSessionsAnswers {
  readonly 'application/json': readonly Session[]
}

export type PersonEndSessionsParameters = {
  /** Id of the person. */
  readonly person_id: string
}

export type PersonEndSessionParameters = {
  /** Id of the person. */
  readonly person_id: string
  /** Id of the session. */
  readonly session_id: string
}

export type PersonEndPasskeyParameters = {
  /** Id of the person. */
  readonly person_id: string
  /** Id of the passkey, from the access of the person. */
  readonly passkey_id: string
}

export type RoleListParameters = object
export interface RoleListAnswers {
  readonly 'application/json': readonly AccountRole[]
}

export type RoleCreateParameters = { readonly body: NewRole; readonly contentType?: 'application/json' }
export interface RoleCreateAnswers {
  readonly 'application/json': AccountRole
}

export type RoleGetParameters = {
  /** Name of the role. */
  readonly role: string
}
export interface RoleGetAnswers {
  readonly 'application/json': AccountRole
}

export type RoleUpdateParameters = {
  /** Name of the role. */
  readonly role: string
} & { readonly body: ChangeOfARole; readonly contentType?: 'application/json' }
export interface RoleUpdateAnswers {
  readonly 'application/json': AccountRole
}

export type RoleDeleteParameters = {
  /** Name of the role. */
  readonly role: string
  /** true: take the role from the people who have it. Otherwise a role that somebody has stays. */
  readonly take_from_people?: boolean | undefined
}

export type AssignmentListParameters = {
  /** Id of the person. */
  readonly person_id: string
}
export interface AssignmentListAnswers {
  readonly 'application/json': readonly Assignment[]
}

export type AssignmentCreateParameters = {
  /** Id of the person. */
  readonly person_id: string
} & { readonly body: NewAssignment; readonly contentType?: 'application/json' }
export interface AssignmentCreateAnswers {
  readonly 'application/json': Assignment
}

export type AssignmentEndParameters = {
  /** Id of the assignment. */
  readonly assignment_id: string
}
export interface AssignmentEndAnswers {
  readonly 'application/json': Assignment
}

export type BreakGlassListParameters = {
  /** Only what was reviewed already, or only what was not. */
  readonly reviewed?: boolean | undefined
}
export interface BreakGlassListAnswers {
  readonly 'application/json': readonly Assignment[]
}

export type BreakGlassReviewParameters = {
  /** Id of the assignment. */
  readonly assignment_id: string
} & { readonly body: {
  readonly review: string
}; readonly contentType?: 'application/json' }
export interface BreakGlassReviewAnswers {
  readonly 'application/json': Assignment
}

export type QueryStatisticsParameters = {
  /** The largest first by `time`, `slowest`, `mean`, `runs`, `rows`; `time` when left out. */
  readonly order?: "time" | "slowest" | "mean" | "runs" | "rows" | undefined
  /** Number of queries; 20 when left out. */
  readonly fetch?: number | undefined
}
export interface QueryStatisticsAnswers {
  readonly 'application/json': {
    readonly since: string
    /** There are more than `fetch`. */
    readonly more: boolean
    readonly queries: readonly QueryFigures[]
  }
}

export type AdminActivityParameters = object
export interface AdminActivityAnswers {
  readonly 'application/json': ServerActivity
}

export type SystemReportParameters = object
export interface SystemReportAnswers {
  readonly 'application/json': SystemReport
}

export type AuditSearchParameters = {
  /** Events about this EHR, also among others. */
  readonly ehr_id?: string | undefined
  /** Events of this client. */
  readonly client_id?: string | undefined
  /** Events of the person whom the token named. */
  readonly person?: string | undefined
  /** Requests with this method, such as `GET`. */
  readonly method?: string | undefined
  /** Requests to this route: `/openehr/v1/ehr/{ehr_id}`, or `/openehr/v1/ehr/:ehr_id` as the events have it. */
  readonly route?: string | undefined
  /** Create, read, update, delete or execute. */
  readonly action?: "C" | "R" | "U" | "D" | "E" | undefined
  /** The outcome of the request. */
  readonly outcome?: "success" | "denied" | "failure" | "error" | undefined
  /** From this time on: ISO 8601; without an offset it is UTC. */
  readonly from?: string | undefined
  /** Before this time. */
  readonly to?: string | undefined
  /** Page size (default: 100). */
  readonly limit?: number | undefined
  /** Goes on after an event of another page: taken from its `next` link. */
  readonly after?: string | undefined
}
export interface AuditSearchAnswers {
  readonly 'application/json': {
    readonly events: readonly AuditEvent[]
    /** Only while nodes of a distributed database are away: their addresses. The events that they have are not in this answer. */
    readonly missing?: readonly string[]
  }
  readonly 'application/fhir+json': {
    readonly events: readonly AuditEvent[]
    /** Only while nodes of a distributed database are away: their addresses. The events that they have are not in this answer. */
    readonly missing?: readonly string[]
  }
}

export type VerificationRunParameters = {
  /** The end of the audit trail that an earlier result told (`audit.head`): it must still be there. */
  readonly head?: string | undefined
}
export interface VerificationRunAnswers {
  readonly 'application/x-ndjson': string
}

export type TransferExportParameters = {
  /** Only this EHR; may be repeated. */
  readonly ehr_id?: readonly string[] | undefined
  /** Only the EHRs that this AQL query selects, by a column of `e/ehr_id/value`. */
  readonly q?: string | undefined
}
export interface TransferExportAnswers {
  readonly 'application/x-ndjson': string
}

export type TransferImportParameters = {
  /** `origin` of the first line of the export. Left out: the records come from another kind of server, have no signatures, and are held to their templates. */
  readonly origin?: string | undefined
  /** `lenient`, with the scope `api.lenient`: records without signatures that break their template are stored with what they break. The default is `strict`. */
  readonly handling?: "strict" | "lenient" | undefined
} & { readonly body: string; readonly contentType?: 'application/x-ndjson' }
export interface TransferImportAnswers {
  readonly 'application/json': ImportResult
}

export type ResourceMetadataParameters = object
export interface ResourceMetadataAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type ResourceMetadataByPathParameters = object
export interface ResourceMetadataByPathAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type DocumentationParameters = object
export interface DocumentationAnswers {
  readonly 'text/html': string
}

export type AsyncapiDescriptionParameters = object
export interface AsyncapiDescriptionAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

export type HealthLiveParameters = object
export interface HealthLiveAnswers {
  readonly 'application/json': {
    readonly status: string
    readonly reason?: string
  }
}

export type HealthReadyParameters = object
export interface HealthReadyAnswers {
  readonly 'application/json': {
    readonly status: string
    readonly reason?: string
  }
}

export type StartPageParameters = object
export interface StartPageAnswers {
  readonly 'application/json': {
    readonly name: string
    readonly version: string
    readonly status: "ready" | "not ready"
    readonly specifications?: Readonly<Record<string, string>>
    readonly links: Readonly<Record<string, string>>
  }
  readonly 'text/html': string
}

export type OpenapiDescriptionParameters = object
export interface OpenapiDescriptionAnswers {
  readonly 'application/json': Readonly<Record<string, unknown>>
}

/** The parameters of each operation, by its id. */
export interface OperationParameters {
  readonly smart_configuration: SmartConfigurationParameters
  readonly oauth_metadata: OauthMetadataParameters
  readonly openid_configuration: OpenidConfigurationParameters
  readonly jwks: JwksParameters
  readonly token: TokenParameters
  readonly introspect: IntrospectParameters
  readonly revoke: RevokeParameters
  readonly pushed_authorization_request: PushedAuthorizationRequestParameters
  readonly break_glass: BreakGlassParameters
  readonly launch: LaunchParameters
  readonly template_upload: TemplateUploadParameters
  readonly template_list: TemplateListParameters
  readonly template_get: TemplateGetParameters
  readonly template_replace: TemplateReplaceParameters
  readonly template_delete: TemplateDeleteParameters
  readonly template_example: TemplateExampleParameters
  readonly query_list_all: QueryListAllParameters
  readonly query_list: QueryListParameters
  readonly query_store: QueryStoreParameters
  readonly query_store_version: QueryStoreVersionParameters
  readonly query_get: QueryGetParameters
  readonly query_delete: QueryDeleteParameters
  readonly ehr_create: EhrCreateParameters
  readonly ehr_get_by_subject: EhrGetBySubjectParameters
  readonly ehr_create_with_id: EhrCreateWithIdParameters
  readonly ehr_get_by_id: EhrGetByIdParameters
  readonly ehr_status_get_at_time: EhrStatusGetAtTimeParameters
  readonly ehr_status_update: EhrStatusUpdateParameters
  readonly ehr_status_get_by_version_id: EhrStatusGetByVersionIdParameters
  readonly composition_create: CompositionCreateParameters
  readonly composition_get: CompositionGetParameters
  readonly composition_update: CompositionUpdateParameters
  readonly composition_delete: CompositionDeleteParameters
  readonly versioned_composition_get: VersionedCompositionGetParameters
  readonly versioned_composition_revision_history: VersionedCompositionRevisionHistoryParameters
  readonly versioned_composition_version_at_time: VersionedCompositionVersionAtTimeParameters
  readonly versioned_composition_version_by_id: VersionedCompositionVersionByIdParameters
  readonly versioned_ehr_status_get: VersionedEhrStatusGetParameters
  readonly versioned_ehr_status_revision_history: VersionedEhrStatusRevisionHistoryParameters
  readonly versioned_ehr_status_version_at_time: VersionedEhrStatusVersionAtTimeParameters
  readonly versioned_ehr_status_version_by_id: VersionedEhrStatusVersionByIdParameters
  readonly contribution_create: ContributionCreateParameters
  readonly contribution_get: ContributionGetParameters
  readonly directory_create: DirectoryCreateParameters
  readonly directory_get_at_time: DirectoryGetAtTimeParameters
  readonly directory_update: DirectoryUpdateParameters
  readonly directory_delete: DirectoryDeleteParameters
  readonly directory_get_by_version_id: DirectoryGetByVersionIdParameters
  readonly ehr_tags_get: EhrTagsGetParameters
  readonly composition_tags_get: CompositionTagsGetParameters
  readonly composition_tags_update: CompositionTagsUpdateParameters
  readonly composition_tags_delete: CompositionTagsDeleteParameters
  readonly ehr_status_tags_get: EhrStatusTagsGetParameters
  readonly ehr_status_tags_update: EhrStatusTagsUpdateParameters
  readonly ehr_status_tags_delete: EhrStatusTagsDeleteParameters
  readonly demographic_person_create: DemographicPersonCreateParameters
  readonly demographic_person_get: DemographicPersonGetParameters
  readonly demographic_person_update: DemographicPersonUpdateParameters
  readonly demographic_person_delete: DemographicPersonDeleteParameters
  readonly demographic_organisation_create: DemographicOrganisationCreateParameters
  readonly demographic_organisation_get: DemographicOrganisationGetParameters
  readonly demographic_organisation_update: DemographicOrganisationUpdateParameters
  readonly demographic_organisation_delete: DemographicOrganisationDeleteParameters
  readonly demographic_group_create: DemographicGroupCreateParameters
  readonly demographic_group_get: DemographicGroupGetParameters
  readonly demographic_group_update: DemographicGroupUpdateParameters
  readonly demographic_group_delete: DemographicGroupDeleteParameters
  readonly demographic_agent_create: DemographicAgentCreateParameters
  readonly demographic_agent_get: DemographicAgentGetParameters
  readonly demographic_agent_update: DemographicAgentUpdateParameters
  readonly demographic_agent_delete: DemographicAgentDeleteParameters
  readonly demographic_role_create: DemographicRoleCreateParameters
  readonly demographic_role_get: DemographicRoleGetParameters
  readonly demographic_role_update: DemographicRoleUpdateParameters
  readonly demographic_role_delete: DemographicRoleDeleteParameters
  readonly versioned_party_get: VersionedPartyGetParameters
  readonly versioned_party_revision_history: VersionedPartyRevisionHistoryParameters
  readonly versioned_party_version_at_time: VersionedPartyVersionAtTimeParameters
  readonly versioned_party_version_by_id: VersionedPartyVersionByIdParameters
  readonly demographic_contribution_create: DemographicContributionCreateParameters
  readonly demographic_contribution_get: DemographicContributionGetParameters
  readonly demographic_person_tags_get: DemographicPersonTagsGetParameters
  readonly demographic_person_tags_update: DemographicPersonTagsUpdateParameters
  readonly demographic_person_tags_delete: DemographicPersonTagsDeleteParameters
  readonly demographic_organisation_tags_get: DemographicOrganisationTagsGetParameters
  readonly demographic_organisation_tags_update: DemographicOrganisationTagsUpdateParameters
  readonly demographic_organisation_tags_delete: DemographicOrganisationTagsDeleteParameters
  readonly demographic_group_tags_get: DemographicGroupTagsGetParameters
  readonly demographic_group_tags_update: DemographicGroupTagsUpdateParameters
  readonly demographic_group_tags_delete: DemographicGroupTagsDeleteParameters
  readonly demographic_agent_tags_get: DemographicAgentTagsGetParameters
  readonly demographic_agent_tags_update: DemographicAgentTagsUpdateParameters
  readonly demographic_agent_tags_delete: DemographicAgentTagsDeleteParameters
  readonly demographic_role_tags_get: DemographicRoleTagsGetParameters
  readonly demographic_role_tags_update: DemographicRoleTagsUpdateParameters
  readonly demographic_role_tags_delete: DemographicRoleTagsDeleteParameters
  readonly demographic_tags_get: DemographicTagsGetParameters
  readonly admin_ehr_delete_all: AdminEhrDeleteAllParameters
  readonly admin_ehr_delete: AdminEhrDeleteParameters
  readonly admin_ehr_merge: AdminEhrMergeParameters
  readonly admin_template_delete: AdminTemplateDeleteParameters
  readonly admin_composition_delete: AdminCompositionDeleteParameters
  readonly admin_directory_delete: AdminDirectoryDeleteParameters
  readonly admin_party_delete: AdminPartyDeleteParameters
  readonly system_options: SystemOptionsParameters
  readonly query_adhoc_get: QueryAdhocGetParameters
  readonly query_adhoc_post: QueryAdhocPostParameters
  readonly query_stored_get: QueryStoredGetParameters
  readonly query_stored_post: QueryStoredPostParameters
  readonly query_stored_version_get: QueryStoredVersionGetParameters
  readonly query_stored_version_post: QueryStoredVersionPostParameters
  readonly datamap_definition_list: DatamapDefinitionListParameters
  readonly datamap_definition_get: DatamapDefinitionGetParameters
  readonly datamap_definition_put: DatamapDefinitionPutParameters
  readonly datamap_definition_delete: DatamapDefinitionDeleteParameters
  readonly datamap_definition_schema: DatamapDefinitionSchemaParameters
  readonly datamap_definition_suggest: DatamapDefinitionSuggestParameters
  readonly datamap_list: DatamapListParameters
  readonly datamap_record_create: DatamapRecordCreateParameters
  readonly datamap_list_ad_hoc: DatamapListAdHocParameters
  readonly datamap_record_check: DatamapRecordCheckParameters
  readonly datamap_record_get: DatamapRecordGetParameters
  readonly datamap_record_update: DatamapRecordUpdateParameters
  readonly datamap_record_delete: DatamapRecordDeleteParameters
  readonly episode_list: EpisodeListParameters
  readonly episode_create: EpisodeCreateParameters
  readonly episode_get: EpisodeGetParameters
  readonly episode_update: EpisodeUpdateParameters
  readonly episode_delete: EpisodeDeleteParameters
  readonly episode_activate: EpisodeActivateParameters
  readonly episode_deactivate: EpisodeDeactivateParameters
  readonly finding_list: FindingListParameters
  readonly person_find: PersonFindParameters
  readonly person_match: PersonMatchParameters
  readonly person_definition_list: PersonDefinitionListParameters
  readonly person_definition_put: PersonDefinitionPutParameters
  readonly person_definition_delete: PersonDefinitionDeleteParameters
  readonly person_merge_list: PersonMergeListParameters
  readonly person_merge: PersonMergeParameters
  readonly person_separate: PersonSeparateParameters
  readonly admin_episode_destroy: AdminEpisodeDestroyParameters
  readonly draft_list: DraftListParameters
  readonly draft_get: DraftGetParameters
  readonly draft_save: DraftSaveParameters
  readonly draft_delete: DraftDeleteParameters
  readonly draft_party_list: DraftPartyListParameters
  readonly draft_party_get: DraftPartyGetParameters
  readonly draft_party_save: DraftPartySaveParameters
  readonly draft_party_delete: DraftPartyDeleteParameters
  readonly terminology_codes: TerminologyCodesParameters
  readonly change_list: ChangeListParameters
  readonly subscription_list: SubscriptionListParameters
  readonly subscription_create: SubscriptionCreateParameters
  readonly subscription_get: SubscriptionGetParameters
  readonly subscription_update: SubscriptionUpdateParameters
  readonly subscription_delete: SubscriptionDeleteParameters
  readonly subscription_pause: SubscriptionPauseParameters
  readonly subscription_resume: SubscriptionResumeParameters
  readonly subscription_rotate: SubscriptionRotateParameters
  readonly subscription_resend: SubscriptionResendParameters
  readonly subscription_deliveries: SubscriptionDeliveriesParameters
  readonly subscription_redeliver: SubscriptionRedeliverParameters
  readonly subscription_ping: SubscriptionPingParameters
  readonly fhir_mapping_list: FhirMappingListParameters
  readonly fhir_mapping_get: FhirMappingGetParameters
  readonly fhir_mapping_put: FhirMappingPutParameters
  readonly fhir_mapping_delete: FhirMappingDeleteParameters
  readonly fhir_mapping_versions: FhirMappingVersionsParameters
  readonly fhir_mapping_try: FhirMappingTryParameters
  readonly live_adhoc: LiveAdhocParameters
  readonly live_stored: LiveStoredParameters
  readonly live_stored_version: LiveStoredVersionParameters
  readonly client_list: ClientListParameters
  readonly client_create: ClientCreateParameters
  readonly client_get: ClientGetParameters
  readonly client_update: ClientUpdateParameters
  readonly client_delete: ClientDeleteParameters
  readonly client_rotate: ClientRotateParameters
  readonly client_disable: ClientDisableParameters
  readonly client_enable: ClientEnableParameters
  readonly client_request_list: ClientRequestListParameters
  readonly client_request_get: ClientRequestGetParameters
  readonly client_request_approve: ClientRequestApproveParameters
  readonly client_request_reject: ClientRequestRejectParameters
  readonly person_apps: PersonAppsParameters
  readonly person_end_app: PersonEndAppParameters
  readonly person_access: PersonAccessParameters
  readonly person_list: PersonListParameters
  readonly person_create: PersonCreateParameters
  readonly person_get: PersonGetParameters
  readonly person_update: PersonUpdateParameters
  readonly person_invite: PersonInviteParameters
  readonly person_sessions: PersonSessionsParameters
  readonly person_end_sessions: PersonEndSessionsParameters
  readonly person_end_session: PersonEndSessionParameters
  readonly person_end_passkey: PersonEndPasskeyParameters
  readonly role_list: RoleListParameters
  readonly role_create: RoleCreateParameters
  readonly role_get: RoleGetParameters
  readonly role_update: RoleUpdateParameters
  readonly role_delete: RoleDeleteParameters
  readonly assignment_list: AssignmentListParameters
  readonly assignment_create: AssignmentCreateParameters
  readonly assignment_end: AssignmentEndParameters
  readonly break_glass_list: BreakGlassListParameters
  readonly break_glass_review: BreakGlassReviewParameters
  readonly query_statistics: QueryStatisticsParameters
  readonly admin_activity: AdminActivityParameters
  readonly system_report: SystemReportParameters
  readonly audit_search: AuditSearchParameters
  readonly verification_run: VerificationRunParameters
  readonly transfer_export: TransferExportParameters
  readonly transfer_import: TransferImportParameters
  readonly resource_metadata: ResourceMetadataParameters
  readonly resource_metadata_by_path: ResourceMetadataByPathParameters
  readonly documentation: DocumentationParameters
  readonly asyncapi_description: AsyncapiDescriptionParameters
  readonly health_live: HealthLiveParameters
  readonly health_ready: HealthReadyParameters
  readonly start_page: StartPageParameters
  readonly openapi_description: OpenapiDescriptionParameters
}

/** Every operation of the API, by the tag that it has in the description. */
export interface Api {
  readonly authorization: {
    /**
     * Discovery document (SMART on openEHR): `GET /.well-known/smart-configuration`.
     *
     *     const configuration = await cairn.authorization.smartConfiguration()
     *     return configuration['token_endpoint']
     */
    smartConfiguration(parameters?: SmartConfigurationParameters, options?: CallOptions): Promise<SmartConfigurationAnswers['application/json']>
    /**
     * Discovery document (RFC 8414): `GET /.well-known/oauth-authorization-server`.
     *
     *     const metadata = await cairn.authorization.oauthMetadata()
     *     return metadata['token_endpoint']
     */
    oauthMetadata(parameters?: OauthMetadataParameters, options?: CallOptions): Promise<OauthMetadataAnswers['application/json']>
    /**
     * Discovery document (OpenID Connect): `GET /.well-known/openid-configuration`.
     *
     *     const configuration = await cairn.authorization.openidConfiguration()
     *     return configuration['userinfo_endpoint']
     */
    openidConfiguration(parameters?: OpenidConfigurationParameters, options?: CallOptions): Promise<OpenidConfigurationAnswers['application/json']>
    /**
     * Public keys of tokens and of versions: `GET /.well-known/jwks.json`.
     *
     *     const { keys } = await cairn.authorization.jwks()
     *     return Array.isArray(keys)
     */
    jwks(parameters?: JwksParameters, options?: CallOptions): Promise<JwksAnswers['application/json']>
    /**
     * Get an access token: `POST /oauth/token`.
     *
     * OAuth 2.0 client credentials; HTTP Basic is preferred. There is no refresh token: ask again. For apps that people sign in to: authorization code with PKCE, and refresh tokens.
     *
     *     const { access_token } = await cairn.authorization.token({
     *       body: {
     *         grant_type: 'client_credentials',
     *         client_id: clientId,
     *         client_secret: clientSecret,
     *         audience: `${baseUrl}/openehr/v1`,
     *       },
     *     })
     *     return access_token
     */
    token(parameters: TokenParameters, options?: CallOptions): Promise<TokenAnswers['application/json']>
    /**
     * Is a token good, and for what? (RFC 7662): `POST /oauth/introspect`.
     *
     * A client sees its own tokens; with the scope `introspect` it sees those of others too.
     *
     *     const client = { client_id: clientId, client_secret: clientSecret }
     *     const { access_token } = await cairn.authorization.token({
     *       body: { grant_type: 'client_credentials', ...client, audience: `${baseUrl}/openehr/v1` },
     *     })
     *     const { active } = await cairn.authorization.introspect({ body: { token: access_token, ...client } })
     *     return active
     */
    introspect(parameters: IntrospectParameters, options?: CallOptions): Promise<IntrospectAnswers['application/json']>
    /**
     * Revoke a token (RFC 7009): `POST /oauth/revoke`.
     *
     * With a refresh token, everything that came of the same sign-in ends, in all servers of the installation.
     *
     *     const client = { client_id: clientId, client_secret: clientSecret }
     *     const { access_token } = await cairn.authorization.token({
     *       body: { grant_type: 'client_credentials', ...client, audience: `${baseUrl}/openehr/v1` },
     *     })
     *     await cairn.authorization.revoke({ body: { token: access_token, ...client } })
     *     return true
     */
    revoke(parameters: RevokeParameters, options?: CallOptions): Promise<undefined>
    /**
     * Push an authorization request (RFC 9126): `POST /oauth/par`.
     *
     *     const { client_id } = await cairn.clients.create({
     *       body: {
     *         name: 'Phone',
     *         kind: 'public',
     *         scopes: ['openid'],
     *         redirect_uris: ['org.example.phone:/signed-in'],
     *       },
     *     })
     *     const { request_uri } = await cairn.authorization.pushedRequest({
     *       body: {
     *         client_id,
     *         redirect_uri: 'org.example.phone:/signed-in',
     *         response_type: 'code',
     *         scope: 'openid',
     *         code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
     *         code_challenge_method: 'S256',
     *       },
     *     })
     *     return request_uri
     */
    pushedRequest(parameters: PushedAuthorizationRequestParameters, options?: CallOptions): Promise<PushedAuthorizationRequestAnswers['application/json']>
    /**
     * Take an hour's access to an EHR in an emergency: `POST /auth/v1/break-glass`, scope `api.break_glass`.
     *
     * For a person whose roles hold in assigned EHRs. An app needs the scope `api.break_glass`, which the person agrees to; pages of this service need none. The audit trail marks all that the person does in this EHR, and the access is listed for review. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     // Only a person can: this client acts for itself.
     *     const refused = await cairn.authorization
     *       .breakGlass({ body: { ehrId, reason: 'unconscious in the emergency room' } })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'auth.insufficient_scope'
     */
    breakGlass(parameters: BreakGlassParameters, options?: CallOptions): Promise<BreakGlassAnswers['application/json']>
    /**
     * Prepare the launch of an app with a record: `POST /auth/v1/launch`, scope `api.read`.
     *
     * Open the app with `?iss={iss}&launch={launch}`. The app asks for the scope `launch` and gets the record in its token answer. A launch works once, for five minutes.
     *
     *     const { launch, iss } = await cairn.authorization.launch({ body: { ehrId } })
     *     return `https://app.example.org/?iss=${encodeURIComponent(iss)}&launch=${launch}`
     */
    launch(parameters: LaunchParameters, options?: CallOptions): Promise<LaunchAnswers['application/json']>
    /**
     * About the API as a resource (RFC 9728): `GET /.well-known/oauth-protected-resource`.
     *
     *     const metadata = await cairn.authorization.resourceMetadata()
     *     return metadata['resource']
     */
    resourceMetadata(parameters?: ResourceMetadataParameters, options?: CallOptions): Promise<ResourceMetadataAnswers['application/json']>
    /**
     * About the API as a resource (RFC 9728): `GET /.well-known/oauth-protected-resource/openehr/v1`.
     *
     *     const metadata = await cairn.authorization.resourceMetadataByPath()
     *     return metadata['resource']
     */
    resourceMetadataByPath(parameters?: ResourceMetadataByPathParameters, options?: CallOptions): Promise<ResourceMetadataByPathAnswers['application/json']>
  }
  readonly templates: {
    /**
     * Upload a template (OPT 1.4): `POST /openehr/v1/definition/template/adl1.4`, scope `api.write`.
     *
     *     const { location } = await cairn.templates.upload({ body: newOpt })
     *     return location
     */
    upload(parameters: TemplateUploadParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /**
     * List templates: `GET /openehr/v1/definition/template/adl1.4`, scope `api.read`.
     *
     *     const ids: string[] = []
     *     for await (const { template_id } of cairn.templates.listEach()) ids.push(template_id)
     *     return ids.includes(templateId)
     */
    list(parameters?: TemplateListParameters, options?: CallOptions): Promise<TemplateListAnswers['application/json']>
    /** The same, item by item over all pages. */
    listEach(parameters?: TemplateListParameters, options?: CallOptions): AsyncIterable<TemplateSummary>
    /**
     * Read a template: the OPT as it was uploaded, or its web template: `GET /openehr/v1/definition/template/adl1.4/{template_id}`, scope `api.read`.
     *
     *     const opt = await cairn.templates.get({ template_id: templateId }, { accept: 'application/xml' })
     *     const web = await cairn.templates.get({ template_id: templateId })
     *     return opt.value.startsWith('<') && web.value['templateId'] === templateId
     */
    get<Accept extends keyof TemplateGetAnswers = 'application/json'>(parameters: TemplateGetParameters, options?: CallOptions<Accept>): Promise<Versioned<TemplateGetAnswers[Accept]>>
    /**
     * Replace a template by a new version: `PUT /openehr/v1/definition/template/adl1.4/{template_id}`, scope `api.write`.
     *
     * Records keep the version that they were validated with.
     *
     *     await cairn.templates.upload({ body: newOpt })
     *     await cairn.templates.replace({ template_id: newTemplateId, body: newOpt })
     *     return true
     */
    replace(parameters: TemplateReplaceParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete a template that no record was made by: `DELETE /openehr/v1/definition/template/adl1.4/{template_id}`, scope `api.write`.
     *
     *     await cairn.templates.upload({ body: newOpt })
     *     await cairn.templates.delete({ template_id: newTemplateId })
     *     return true
     */
    delete(parameters: TemplateDeleteParameters, options?: CallOptions): Promise<undefined>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    example<FlatRecord extends object = Flat>(parameters: TemplateExampleParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<FlatRecord>
    /**
     * Read an example of a record made by a template: `GET /openehr/v1/definition/template/adl1.4/{template_id}/example`, scope `api.read`.
     *
     *     const body = await cairn.templates.example(
     *       { template_id: templateId },
     *       { accept: 'application/openehr.wt.flat+json' },
     *     )
     *     const { version } = await cairn.composition.create({
     *       ehr_id: ehrId,
     *       body,
     *       contentType: 'application/openehr.wt.flat+json',
     *       openehrTemplateId: templateId,
     *     })
     *     return version
     */
    example<Accept extends keyof TemplateExampleAnswers = 'application/json'>(parameters: TemplateExampleParameters, options?: CallOptions<Accept>): Promise<TemplateExampleAnswers[Accept]>
  }
  readonly storedQueries: {
    /**
     * List all stored queries: `GET /openehr/v1/definition/query`, scope `api.read`.
     *
     *     const queries = await cairn.storedQueries.listAll()
     *     return Array.isArray(queries)
     */
    listAll(parameters?: QueryListAllParameters, options?: CallOptions): Promise<QueryListAllAnswers['application/json']>
    /**
     * List stored queries whose name begins so: `GET /openehr/v1/definition/query/{qualified_query_name}`, scope `api.read`.
     *
     *     const qualified_query_name = `org.example::${name}`
     *     await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
     *     const versions = await cairn.storedQueries.list({ qualified_query_name })
     *     return versions.map(({ version }) => version).join() === '1.0.0'
     */
    list(parameters: QueryListParameters, options?: CallOptions): Promise<QueryListAnswers['application/json']>
    /**
     * Store a query; the server chooses the version: `PUT /openehr/v1/definition/query/{qualified_query_name}`, scope `api.write`.
     *
     * The first is 1.0.0, then the minor version is counted up.
     *
     *     await cairn.storedQueries.store({
     *       qualified_query_name: `org.example::${name}`,
     *       body: { q: 'SELECT e/ehr_id/value AS id FROM EHR e' },
     *     })
     *     return true
     */
    store(parameters: QueryStoreParameters, options?: CallOptions): Promise<undefined>
    /**
     * Store a query under a version: `PUT /openehr/v1/definition/query/{qualified_query_name}/{version}`, scope `api.write`.
     *
     *     await cairn.storedQueries.storeVersion({
     *       qualified_query_name: `org.example::${name}`,
     *       version: '1.0.0',
     *       body: { q: 'SELECT e/ehr_id/value AS id FROM EHR e' },
     *     })
     *     return true
     */
    storeVersion(parameters: QueryStoreVersionParameters, options?: CallOptions): Promise<undefined>
    /**
     * Read a stored query: `GET /openehr/v1/definition/query/{qualified_query_name}/{version}`, scope `api.read`.
     *
     *     const qualified_query_name = `org.example::${name}`
     *     await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
     *     const { q } = await cairn.storedQueries.get({ qualified_query_name, version: '1' })
     *     return q
     */
    get(parameters: QueryGetParameters, options?: CallOptions): Promise<QueryGetAnswers['application/json']>
    /**
     * Delete a version of a stored query: `DELETE /openehr/v1/definition/query/{qualified_query_name}/{version}`, scope `api.write`.
     *
     * The version is named in full: a prefix, which selects another version from time to time, deletes none.
     *
     *     const qualified_query_name = `org.example::${name}`
     *     await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
     *     await cairn.storedQueries.delete({ qualified_query_name, version: '1.0.0' })
     *     return true
     */
    delete(parameters: QueryDeleteParameters, options?: CallOptions): Promise<undefined>
  }
  readonly ehr: {
    /**
     * Create an EHR: `POST /openehr/v1/ehr`, scope `api.write`.
     *
     * The body, if there is one, is its EHR_STATUS.
     *
     *     const { version: ehrId } = await cairn.ehr.create()
     *     return ehrId
     */
    create<const Prefer extends string = '', Accept extends keyof EhrCreateAnswers = 'application/json'>(parameters?: EhrCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, EhrCreateAnswers[Accept]>>>
    /**
     * Find the EHR of a subject, or of a person: `GET /openehr/v1/ehr`, scope `api.read`.
     *
     *     const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const id = { _type: 'GENERIC_ID', value: name, scheme: 'hospital' } as const
     *     const external_ref = { _type: 'PARTY_REF', id, namespace: 'patients', type: 'PERSON' } as const
     *     const subject = { _type: 'PARTY_SELF', external_ref } as const
     *     await cairn.ehrStatus.update({ ehr_id: ehrId, ifMatch: status, body: { ...status.value, subject } })
     *
     *     const ehr = await cairn.ehr.getBySubject({ subject_id: name, subject_namespace: 'patients' })
     *     return ehr.ehr_id.value === ehrId
     */
    getBySubject<Accept extends keyof EhrGetBySubjectAnswers = 'application/json'>(parameters?: EhrGetBySubjectParameters, options?: CallOptions<Accept>): Promise<EhrGetBySubjectAnswers[Accept]>
    /**
     * Create an EHR with an id of your own: `PUT /openehr/v1/ehr/{ehr_id}`, scope `api.write`.
     *
     *     const { value } = await cairn.ehr.createWithId({
     *       ehr_id: crypto.randomUUID(),
     *       prefer: 'return=representation',
     *     })
     *     return value.ehr_id.value
     */
    createWithId<const Prefer extends string = '', Accept extends keyof EhrCreateWithIdAnswers = 'application/json'>(parameters: EhrCreateWithIdParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, EhrCreateWithIdAnswers[Accept]>>>
    /**
     * Read an EHR: `GET /openehr/v1/ehr/{ehr_id}`, scope `api.read`.
     *
     *     const ehr = await cairn.ehr.getById({ ehr_id: ehrId })
     *     return ehr.time_created.value
     */
    getById<Accept extends keyof EhrGetByIdAnswers = 'application/json'>(parameters: EhrGetByIdParameters, options?: CallOptions<Accept>): Promise<EhrGetByIdAnswers[Accept]>
  }
  readonly ehrStatus: {
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    getAtTime<FlatRecord extends object = Flat>(parameters: EhrStatusGetAtTimeParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Read the EHR_STATUS, now or at a time: `GET /openehr/v1/ehr/{ehr_id}/ehr_status`, scope `api.read`.
     *
     *     const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     return status.value.is_queryable
     */
    getAtTime<Accept extends keyof EhrStatusGetAtTimeAnswers = 'application/json'>(parameters: EhrStatusGetAtTimeParameters, options?: CallOptions<Accept>): Promise<Versioned<EhrStatusGetAtTimeAnswers[Accept]>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    update<FlatRecord extends object = Flat>(parameters: EhrStatusUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of the EHR_STATUS: `PUT /openehr/v1/ehr/{ehr_id}/ehr_status`, scope `api.write`.
     *
     *     const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const { value } = await cairn.ehrStatus.update({
     *       ehr_id: ehrId,
     *       ifMatch: status,
     *       body: { ...status.value, is_queryable: false },
     *       prefer: 'return=representation',
     *     })
     *     return value.is_queryable === false
     */
    update<const Prefer extends string = '', Accept extends keyof EhrStatusUpdateAnswers = 'application/json'>(parameters: EhrStatusUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, EhrStatusUpdateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    getByVersionId<FlatRecord extends object = Flat>(parameters: EhrStatusGetByVersionIdParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Read a version of the EHR_STATUS: `GET /openehr/v1/ehr/{ehr_id}/ehr_status/{version_uid}`, scope `api.read`.
     *
     *     const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const { value } = await cairn.ehrStatus.getByVersionId({ ehr_id: ehrId, version_uid: version })
     *     return value.is_modifiable
     */
    getByVersionId<Accept extends keyof EhrStatusGetByVersionIdAnswers = 'application/json'>(parameters: EhrStatusGetByVersionIdParameters, options?: CallOptions<Accept>): Promise<Versioned<EhrStatusGetByVersionIdAnswers[Accept]>>
    /**
     * Read the VERSIONED_EHR_STATUS: `GET /openehr/v1/ehr/{ehr_id}/versioned_ehr_status`, scope `api.read`.
     *
     *     const versioned = await cairn.ehrStatus.versionedGet({ ehr_id: ehrId })
     *     return versioned.uid.value
     */
    versionedGet<Accept extends keyof VersionedEhrStatusGetAnswers = 'application/json'>(parameters: VersionedEhrStatusGetParameters, options?: CallOptions<Accept>): Promise<VersionedEhrStatusGetAnswers[Accept]>
    /**
     * Read who committed which version, and when: `GET /openehr/v1/ehr/{ehr_id}/versioned_ehr_status/revision_history`, scope `api.read`.
     *
     *     const history = await cairn.ehrStatus.versionedRevisionHistory({ ehr_id: ehrId })
     *     return history.items.length === 1
     */
    versionedRevisionHistory<Accept extends keyof VersionedEhrStatusRevisionHistoryAnswers = 'application/json'>(parameters: VersionedEhrStatusRevisionHistoryParameters, options?: CallOptions<Accept>): Promise<VersionedEhrStatusRevisionHistoryAnswers[Accept]>
    /**
     * Read the VERSION extant at a time, or the latest: `GET /openehr/v1/ehr/{ehr_id}/versioned_ehr_status/version`, scope `api.read`.
     *
     *     const { value } = await cairn.ehrStatus.versionedVersionAtTime({ ehr_id: ehrId })
     *     return value.commit_audit.time_committed.value
     */
    versionedVersionAtTime<Accept extends keyof VersionedEhrStatusVersionAtTimeAnswers = 'application/json'>(parameters: VersionedEhrStatusVersionAtTimeParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedEhrStatusVersionAtTimeAnswers[Accept]>>
    /**
     * Read a VERSION by its id: `GET /openehr/v1/ehr/{ehr_id}/versioned_ehr_status/version/{version_uid}`, scope `api.read`.
     *
     *     const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const { value } = await cairn.ehrStatus.versionedVersionById({ ehr_id: ehrId, version_uid: version })
     *     return value.data?.is_queryable
     */
    versionedVersionById<Accept extends keyof VersionedEhrStatusVersionByIdAnswers = 'application/json'>(parameters: VersionedEhrStatusVersionByIdParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedEhrStatusVersionByIdAnswers[Accept]>>
    /**
     * List the tags of a EHR_STATUS: `GET /openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags`, scope `api.read`.
     *
     *     const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const tags = await cairn.ehrStatus.tagsGet({ ehr_id: ehrId, uid_based_id: version })
     *     return tags.length === 0
     */
    tagsGet(parameters: EhrStatusTagsGetParameters, options?: CallOptions): Promise<EhrStatusTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a EHR_STATUS: `PUT /openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags`, scope `api.write`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const tags = await cairn.ehrStatus.tagsUpdate({
     *       ehr_id: ehrId,
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'follow-up' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.key === 'flag'
     */
    tagsUpdate<const Prefer extends string = ''>(parameters: EhrStatusTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, EhrStatusTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a EHR_STATUS: `DELETE /openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags/{key}`, scope `api.write`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
     *     const tagged = { ehr_id: ehrId, uid_based_id: version }
     *     await cairn.ehrStatus.tagsUpdate({ ...tagged, body: [{ key: 'flag' }] })
     *     await cairn.ehrStatus.tagsDelete({ ...tagged, key: 'flag' })
     *     return (await cairn.ehrStatus.tagsGet(tagged)).length === 0
     */
    tagsDelete(parameters: EhrStatusTagsDeleteParameters, options?: CallOptions): Promise<undefined>
  }
  readonly composition: {
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    create<FlatRecord extends object = Flat>(parameters: CompositionCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit a composition: `POST /openehr/v1/ehr/{ehr_id}/composition`, scope `api.write`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.composition.create({ ehr_id: ehrId, body: composition })
     *     return version
     */
    create<const Prefer extends string = '', Accept extends keyof CompositionCreateAnswers = 'application/json'>(parameters: CompositionCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, CompositionCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    get<FlatRecord extends object = Flat>(parameters: CompositionGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read a composition: `GET /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}`, scope `api.read`.
     *
     *     const { value } = await cairn.composition.get({ ehr_id: ehrId, uid_based_id: uid })
     *     const flat = await cairn.composition.get(
     *       { ehr_id: ehrId, uid_based_id: uid },
     *       { accept: 'application/openehr.wt.flat+json' },
     *     )
     *     return value?.name.value === 'Encounter' && flat.value !== undefined
     */
    get<Accept extends keyof CompositionGetAnswers = 'application/json'>(parameters: CompositionGetParameters, options?: CallOptions<Accept>): Promise<Versioned<CompositionGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    update<FlatRecord extends object = Flat>(parameters: CompositionUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of a composition: `PUT /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}`, scope `api.write`.
     *
     *     const read = await cairn.composition.get({ ehr_id: ehrId, uid_based_id: uid })
     *     if (read.value === undefined) throw new Error('It was deleted.')
     *     const written = await cairn.composition.update({
     *       ehr_id: ehrId,
     *       uid_based_id: uid,
     *       ifMatch: read,
     *       body: read.value,
     *     })
     *     return written.version.endsWith('::2')
     */
    update<const Prefer extends string = '', Accept extends keyof CompositionUpdateAnswers = 'application/json'>(parameters: CompositionUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, CompositionUpdateAnswers[Accept]>>>
    /**
     * Delete a composition: `DELETE /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}`, scope `api.write`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.composition.delete({ ehr_id: ehrId, uid_based_id: saved.version })
     *     return version.endsWith('::2')
     */
    delete(parameters: CompositionDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /**
     * Read the VERSIONED_COMPOSITION: `GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}`, scope `api.read`.
     *
     *     const versioned = await cairn.composition.versionedGet({ ehr_id: ehrId, versioned_object_uid: uid })
     *     return versioned.owner_id.id.value === ehrId
     */
    versionedGet<Accept extends keyof VersionedCompositionGetAnswers = 'application/json'>(parameters: VersionedCompositionGetParameters, options?: CallOptions<Accept>): Promise<VersionedCompositionGetAnswers[Accept]>
    /**
     * Read who committed which version, and when: `GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/revision_history`, scope `api.read`.
     *
     *     const history = await cairn.composition.versionedRevisionHistory({
     *       ehr_id: ehrId,
     *       versioned_object_uid: uid,
     *     })
     *     return history.items[0]?.audits[0]?.time_committed.value
     */
    versionedRevisionHistory<Accept extends keyof VersionedCompositionRevisionHistoryAnswers = 'application/json'>(parameters: VersionedCompositionRevisionHistoryParameters, options?: CallOptions<Accept>): Promise<VersionedCompositionRevisionHistoryAnswers[Accept]>
    /**
     * Read the VERSION extant at a time, or the latest: `GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/version`, scope `api.read`.
     *
     *     const { value } = await cairn.composition.versionedVersionAtTime({
     *       ehr_id: ehrId,
     *       versioned_object_uid: uid,
     *     })
     *     return value.data?.composer._type
     */
    versionedVersionAtTime<Accept extends keyof VersionedCompositionVersionAtTimeAnswers = 'application/json'>(parameters: VersionedCompositionVersionAtTimeParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedCompositionVersionAtTimeAnswers[Accept]>>
    /**
     * Read a VERSION by its id: `GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/version/{version_uid}`, scope `api.read`.
     *
     *     const { value } = await cairn.composition.versionedVersionById({
     *       ehr_id: ehrId,
     *       versioned_object_uid: uid,
     *       version_uid: saved.version,
     *     })
     *     return value.signature
     */
    versionedVersionById<Accept extends keyof VersionedCompositionVersionByIdAnswers = 'application/json'>(parameters: VersionedCompositionVersionByIdParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedCompositionVersionByIdAnswers[Accept]>>
    /**
     * List the tags of a COMPOSITION: `GET /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags`, scope `api.read`.
     *
     *     const tags = await cairn.composition.tagsGet({ ehr_id: ehrId, uid_based_id: uid })
     *     return tags.length === 0
     */
    tagsGet(parameters: CompositionTagsGetParameters, options?: CallOptions): Promise<CompositionTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a COMPOSITION: `PUT /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags`, scope `api.write`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const tags = await cairn.composition.tagsUpdate({
     *       ehr_id: ehrId,
     *       uid_based_id: uid,
     *       body: [{ key: 'flag', value: 'follow-up' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'follow-up'
     */
    tagsUpdate<const Prefer extends string = ''>(parameters: CompositionTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, CompositionTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a COMPOSITION: `DELETE /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags/{key}`, scope `api.write`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const tagged = { ehr_id: ehrId, uid_based_id: uid }
     *     await cairn.composition.tagsUpdate({ ...tagged, body: [{ key: 'flag' }] })
     *     await cairn.composition.tagsDelete({ ...tagged, key: 'flag' })
     *     return (await cairn.composition.tagsGet(tagged)).length === 0
     */
    tagsDelete(parameters: CompositionTagsDeleteParameters, options?: CallOptions): Promise<undefined>
  }
  readonly contribution: {
    /**
     * Commit many changes at once, all or none: `POST /openehr/v1/ehr/{ehr_id}/contribution`, scope `api.write`.
     *
     * Versions are UPDATE_VERSION or ORIGINAL_VERSION of COMPOSITION, EHR_STATUS and FOLDER (the directory). Codes are DV_CODED_TEXT, TERMINOLOGY_CODE or text; `description` is DV_TEXT or text.
     *
     * A creation (249) follows no version and ends `complete` or `incomplete`. Every other change names the latest version in `preceding_version_uid`. A deletion (523) needs no data, and those that are sent are not kept. An EHR_STATUS can be modified or amended only, and is always `complete`. An object can be changed once in a contribution.
     *
     * An attestation (666) adds a version with the same data, which may be left out, and the given `attestations`: committed versions never change. The server sets missing committer, time and system of ATTESTATIONs.
     *
     * `uid` is taken where the EHR has no such contribution. `system_id` must be a system id; recorded is this one, as is the time. A committer that is left out is that of the contribution, or the client of the token. `signature` and `contribution` of versions are the service's to make: given ones are passed over. `other_input_version_uids` are kept.
     *
     * A `uid` of a new object is kept: a UUID, or the uid of a first version, of this or another system. This goes for `uid` of a version and of its data; later versions may carry no uid but their own, or an earlier one of the same object.
     *
     * Paths of errors begin with the position of the version, counted from 0: `versions[2]/data/…`.
     *
     *     const { version: contributionUid } = await cairn.contribution.create({
     *       ehr_id: ehrId,
     *       body: {
     *         audit: { change_type: 'creation' },
     *         versions: [
     *           {
     *             lifecycle_state: 'complete',
     *             commit_audit: { change_type: 'creation' },
     *             data: composition,
     *           },
     *         ],
     *       },
     *     })
     *     return contributionUid
     */
    create<const Prefer extends string = '', Accept extends keyof ContributionCreateAnswers = 'application/json'>(parameters: ContributionCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, ContributionCreateAnswers[Accept]>>>
    /**
     * Read what was committed together: `GET /openehr/v1/ehr/{ehr_id}/contribution/{contribution_uid}`, scope `api.read`.
     *
     *     const version = await cairn.composition.versionedVersionById({
     *       ehr_id: ehrId,
     *       versioned_object_uid: uid,
     *       version_uid: saved.version,
     *     })
     *     const contribution = await cairn.contribution.get({
     *       ehr_id: ehrId,
     *       contribution_uid: version.value.contribution.id.value,
     *     })
     *     return contribution.value.versions.length === 1
     */
    get<Accept extends keyof ContributionGetAnswers = 'application/json'>(parameters: ContributionGetParameters, options?: CallOptions<Accept>): Promise<Versioned<ContributionGetAnswers[Accept]>>
  }
  readonly directory: {
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    create<FlatRecord extends object = Flat>(parameters: DirectoryCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Create the directory: `POST /openehr/v1/ehr/{ehr_id}/directory`, scope `api.write`.
     *
     * The body is its root FOLDER. An EHR has one directory at a time; after its deletion another can be created, which is a new object. The directory takes no item tags: their headers are refused. A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     return version
     */
    create<const Prefer extends string = '', Accept extends keyof DirectoryCreateAnswers = 'application/json'>(parameters: DirectoryCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DirectoryCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    getAtTime<FlatRecord extends object = Flat>(parameters: DirectoryGetAtTimeParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read the directory, or a folder in it, now or at a time: `GET /openehr/v1/ehr/{ehr_id}/directory`, scope `api.read`.
     *
     *     await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     const { value } = await cairn.directory.getAtTime({ ehr_id: ehrId })
     *     return value?.name.value === 'root'
     */
    getAtTime<Accept extends keyof DirectoryGetAtTimeAnswers = 'application/json'>(parameters: DirectoryGetAtTimeParameters, options?: CallOptions<Accept>): Promise<Versioned<DirectoryGetAtTimeAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    update<FlatRecord extends object = Flat>(parameters: DirectoryUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of the directory: `PUT /openehr/v1/ehr/{ehr_id}/directory`, scope `api.write`.
     *
     *     const created = await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     const visits = { ...folder, name: { _type: 'DV_TEXT', value: 'visits' } } as const
     *     const updated = await cairn.directory.update({
     *       ehr_id: ehrId,
     *       ifMatch: created,
     *       body: { ...folder, folders: [visits] },
     *       prefer: 'return=representation',
     *     })
     *     return updated.value.folders?.length === 1
     */
    update<const Prefer extends string = '', Accept extends keyof DirectoryUpdateAnswers = 'application/json'>(parameters: DirectoryUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DirectoryUpdateAnswers[Accept]>>>
    /**
     * Delete the directory: `DELETE /openehr/v1/ehr/{ehr_id}/directory`, scope `api.write`.
     *
     * Nothing is lost: a version without data is added, and earlier ones can be read.
     *
     *     const created = await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     const { version } = await cairn.directory.delete({ ehr_id: ehrId, ifMatch: created })
     *     return version.endsWith('::2')
     */
    delete(parameters: DirectoryDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    getByVersionId<FlatRecord extends object = Flat>(parameters: DirectoryGetByVersionIdParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read a version of the directory, or a folder in it: `GET /openehr/v1/ehr/{ehr_id}/directory/{version_uid}`, scope `api.read`.
     *
     *     const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     const { value } = await cairn.directory.getByVersionId({ ehr_id: ehrId, version_uid: version })
     *     return value?.name.value === 'root'
     */
    getByVersionId<Accept extends keyof DirectoryGetByVersionIdAnswers = 'application/json'>(parameters: DirectoryGetByVersionIdParameters, options?: CallOptions<Accept>): Promise<Versioned<DirectoryGetByVersionIdAnswers[Accept] | undefined>>
  }
  readonly itemTags: {
    /**
     * List the tags of everything in an EHR: `GET /openehr/v1/ehr/{ehr_id}/tags`, scope `api.read`.
     *
     *     const tags = await cairn.itemTags.ehrGet({ ehr_id: ehrId })
     *     return tags.length === 0
     */
    ehrGet(parameters: EhrTagsGetParameters, options?: CallOptions): Promise<EhrTagsGetAnswers['application/json']>
  }
  readonly demographic: {
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    personCreate<FlatRecord extends object = Flat>(parameters: DemographicPersonCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit a person: `POST /openehr/v1/demographic/person`, scope `api.admin`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     return version
     */
    personCreate<const Prefer extends string = '', Accept extends keyof DemographicPersonCreateAnswers = 'application/json'>(parameters: DemographicPersonCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicPersonCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    personGet<FlatRecord extends object = Flat>(parameters: DemographicPersonGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read a person: `GET /openehr/v1/demographic/person/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const { value } = await cairn.demographic.personGet({ uid_based_id: version })
     *     return value?.uid?.value === version
     */
    personGet<Accept extends keyof DemographicPersonGetAnswers = 'application/json'>(parameters: DemographicPersonGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicPersonGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    personUpdate<FlatRecord extends object = Flat>(parameters: DemographicPersonUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of a person: `PUT /openehr/v1/demographic/person/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const written = await cairn.demographic.personUpdate({
     *       uid_based_id: version.split('::')[0] ?? '',
     *       ifMatch: version,
     *       body: parties.person,
     *     })
     *     return written.version.endsWith('::2')
     */
    personUpdate<const Prefer extends string = '', Accept extends keyof DemographicPersonUpdateAnswers = 'application/json'>(parameters: DemographicPersonUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicPersonUpdateAnswers[Accept]>>>
    /**
     * Delete a person: `DELETE /openehr/v1/demographic/person/{uid_based_id}`, scope `api.admin`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const deleted = await cairn.demographic.personDelete({ uid_based_id: version })
     *     return deleted.version.endsWith('::2')
     */
    personDelete(parameters: DemographicPersonDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    organisationCreate<FlatRecord extends object = Flat>(parameters: DemographicOrganisationCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit an organisation: `POST /openehr/v1/demographic/organisation`, scope `api.admin`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     return version
     */
    organisationCreate<const Prefer extends string = '', Accept extends keyof DemographicOrganisationCreateAnswers = 'application/json'>(parameters: DemographicOrganisationCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicOrganisationCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    organisationGet<FlatRecord extends object = Flat>(parameters: DemographicOrganisationGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read an organisation: `GET /openehr/v1/demographic/organisation/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     const { value } = await cairn.demographic.organisationGet({ uid_based_id: version })
     *     return value?.uid?.value === version
     */
    organisationGet<Accept extends keyof DemographicOrganisationGetAnswers = 'application/json'>(parameters: DemographicOrganisationGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicOrganisationGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    organisationUpdate<FlatRecord extends object = Flat>(parameters: DemographicOrganisationUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of an organisation: `PUT /openehr/v1/demographic/organisation/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     const written = await cairn.demographic.organisationUpdate({
     *       uid_based_id: version.split('::')[0] ?? '',
     *       ifMatch: version,
     *       body: parties.organisation,
     *     })
     *     return written.version.endsWith('::2')
     */
    organisationUpdate<const Prefer extends string = '', Accept extends keyof DemographicOrganisationUpdateAnswers = 'application/json'>(parameters: DemographicOrganisationUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicOrganisationUpdateAnswers[Accept]>>>
    /**
     * Delete an organisation: `DELETE /openehr/v1/demographic/organisation/{uid_based_id}`, scope `api.admin`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     const deleted = await cairn.demographic.organisationDelete({ uid_based_id: version })
     *     return deleted.version.endsWith('::2')
     */
    organisationDelete(parameters: DemographicOrganisationDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    groupCreate<FlatRecord extends object = Flat>(parameters: DemographicGroupCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit a group: `POST /openehr/v1/demographic/group`, scope `api.admin`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     return version
     */
    groupCreate<const Prefer extends string = '', Accept extends keyof DemographicGroupCreateAnswers = 'application/json'>(parameters: DemographicGroupCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicGroupCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    groupGet<FlatRecord extends object = Flat>(parameters: DemographicGroupGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read a group: `GET /openehr/v1/demographic/group/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     const { value } = await cairn.demographic.groupGet({ uid_based_id: version })
     *     return value?.uid?.value === version
     */
    groupGet<Accept extends keyof DemographicGroupGetAnswers = 'application/json'>(parameters: DemographicGroupGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicGroupGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    groupUpdate<FlatRecord extends object = Flat>(parameters: DemographicGroupUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of a group: `PUT /openehr/v1/demographic/group/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     const written = await cairn.demographic.groupUpdate({
     *       uid_based_id: version.split('::')[0] ?? '',
     *       ifMatch: version,
     *       body: parties.group,
     *     })
     *     return written.version.endsWith('::2')
     */
    groupUpdate<const Prefer extends string = '', Accept extends keyof DemographicGroupUpdateAnswers = 'application/json'>(parameters: DemographicGroupUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicGroupUpdateAnswers[Accept]>>>
    /**
     * Delete a group: `DELETE /openehr/v1/demographic/group/{uid_based_id}`, scope `api.admin`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     const deleted = await cairn.demographic.groupDelete({ uid_based_id: version })
     *     return deleted.version.endsWith('::2')
     */
    groupDelete(parameters: DemographicGroupDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    agentCreate<FlatRecord extends object = Flat>(parameters: DemographicAgentCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit an agent: `POST /openehr/v1/demographic/agent`, scope `api.admin`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     return version
     */
    agentCreate<const Prefer extends string = '', Accept extends keyof DemographicAgentCreateAnswers = 'application/json'>(parameters: DemographicAgentCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicAgentCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    agentGet<FlatRecord extends object = Flat>(parameters: DemographicAgentGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read an agent: `GET /openehr/v1/demographic/agent/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     const { value } = await cairn.demographic.agentGet({ uid_based_id: version })
     *     return value?.uid?.value === version
     */
    agentGet<Accept extends keyof DemographicAgentGetAnswers = 'application/json'>(parameters: DemographicAgentGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicAgentGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    agentUpdate<FlatRecord extends object = Flat>(parameters: DemographicAgentUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of an agent: `PUT /openehr/v1/demographic/agent/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     const written = await cairn.demographic.agentUpdate({
     *       uid_based_id: version.split('::')[0] ?? '',
     *       ifMatch: version,
     *       body: parties.agent,
     *     })
     *     return written.version.endsWith('::2')
     */
    agentUpdate<const Prefer extends string = '', Accept extends keyof DemographicAgentUpdateAnswers = 'application/json'>(parameters: DemographicAgentUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicAgentUpdateAnswers[Accept]>>>
    /**
     * Delete an agent: `DELETE /openehr/v1/demographic/agent/{uid_based_id}`, scope `api.admin`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     const deleted = await cairn.demographic.agentDelete({ uid_based_id: version })
     *     return deleted.version.endsWith('::2')
     */
    agentDelete(parameters: DemographicAgentDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    roleCreate<FlatRecord extends object = Flat>(parameters: DemographicRoleCreateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit a role: `POST /openehr/v1/demographic/role`, scope `api.admin`.
     *
     * A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     return version
     */
    roleCreate<const Prefer extends string = '', Accept extends keyof DemographicRoleCreateAnswers = 'application/json'>(parameters: DemographicRoleCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicRoleCreateAnswers[Accept]>>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    roleGet<FlatRecord extends object = Flat>(parameters: DemographicRoleGetParameters, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord | undefined>>
    /**
     * Read a role: `GET /openehr/v1/demographic/role/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     const { value } = await cairn.demographic.roleGet({ uid_based_id: version })
     *     return value?.uid?.value === version
     */
    roleGet<Accept extends keyof DemographicRoleGetAnswers = 'application/json'>(parameters: DemographicRoleGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicRoleGetAnswers[Accept] | undefined>>
    /** The same in FLAT. `FlatRecord` may be a type of `cairn generate types`. */
    roleUpdate<FlatRecord extends object = Flat>(parameters: DemographicRoleUpdateParameters & { readonly prefer: 'return=representation' }, options: CallOptions & { readonly accept: 'application/openehr.wt.flat+json' }): Promise<Versioned<FlatRecord>>
    /**
     * Commit the next version of a role: `PUT /openehr/v1/demographic/role/{uid_based_id}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     const written = await cairn.demographic.roleUpdate({
     *       uid_based_id: version.split('::')[0] ?? '',
     *       ifMatch: version,
     *       body: parties.role,
     *     })
     *     return written.version.endsWith('::2')
     */
    roleUpdate<const Prefer extends string = '', Accept extends keyof DemographicRoleUpdateAnswers = 'application/json'>(parameters: DemographicRoleUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicRoleUpdateAnswers[Accept]>>>
    /**
     * Delete a role: `DELETE /openehr/v1/demographic/role/{uid_based_id}`, scope `api.admin`.
     *
     * The id is that of its latest version. Nothing is lost: a version without data is added.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     const deleted = await cairn.demographic.roleDelete({ uid_based_id: version })
     *     return deleted.version.endsWith('::2')
     */
    roleDelete(parameters: DemographicRoleDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
    /**
     * Read the VERSIONED_PARTY: `GET /openehr/v1/demographic/versioned_party/{versioned_object_uid}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const uid = version.split('::')[0] ?? ''
     *     const versioned = await cairn.demographic.versionedPartyGet({ versioned_object_uid: uid })
     *     return versioned.uid.value === uid
     */
    versionedPartyGet<Accept extends keyof VersionedPartyGetAnswers = 'application/json'>(parameters: VersionedPartyGetParameters, options?: CallOptions<Accept>): Promise<VersionedPartyGetAnswers[Accept]>
    /**
     * Read who committed which version, and when: `GET /openehr/v1/demographic/versioned_party/{versioned_object_uid}/revision_history`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const uid = version.split('::')[0] ?? ''
     *     const history = await cairn.demographic.versionedPartyRevisionHistory({ versioned_object_uid: uid })
     *     return history.items[0]?.audits[0]?.time_committed.value
     */
    versionedPartyRevisionHistory<Accept extends keyof VersionedPartyRevisionHistoryAnswers = 'application/json'>(parameters: VersionedPartyRevisionHistoryParameters, options?: CallOptions<Accept>): Promise<VersionedPartyRevisionHistoryAnswers[Accept]>
    /**
     * Read the VERSION extant at a time, or the latest: `GET /openehr/v1/demographic/versioned_party/{versioned_object_uid}/version`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const uid = version.split('::')[0] ?? ''
     *     const { value } = await cairn.demographic.versionedPartyVersionAtTime({ versioned_object_uid: uid })
     *     return value.data?._type
     */
    versionedPartyVersionAtTime<Accept extends keyof VersionedPartyVersionAtTimeAnswers = 'application/json'>(parameters: VersionedPartyVersionAtTimeParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedPartyVersionAtTimeAnswers[Accept]>>
    /**
     * Read a VERSION by its id: `GET /openehr/v1/demographic/versioned_party/{versioned_object_uid}/version/{version_uid}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const uid = version.split('::')[0] ?? ''
     *     const { value } = await cairn.demographic.versionedPartyVersionById({
     *       versioned_object_uid: uid,
     *       version_uid: version,
     *     })
     *     return value.signature
     */
    versionedPartyVersionById<Accept extends keyof VersionedPartyVersionByIdAnswers = 'application/json'>(parameters: VersionedPartyVersionByIdParameters, options?: CallOptions<Accept>): Promise<Versioned<VersionedPartyVersionByIdAnswers[Accept]>>
    /**
     * Commit many changes at once, all or none: `POST /openehr/v1/demographic/contribution`, scope `api.admin`.
     *
     * Versions are UPDATE_VERSION or ORIGINAL_VERSION of parties: PERSON, ORGANISATION, GROUP, AGENT and ROLE. Codes are DV_CODED_TEXT, TERMINOLOGY_CODE or text; `description` is DV_TEXT or text.
     *
     * A creation (249) follows no version and ends `complete` or `incomplete`. Every other change names the latest version in `preceding_version_uid`. A deletion (523) needs no data, and those that are sent are not kept. An EHR_STATUS can be modified or amended only, and is always `complete`. An object can be changed once in a contribution.
     *
     * An attestation (666) adds a version with the same data, which may be left out, and the given `attestations`: committed versions never change. The server sets missing committer, time and system of ATTESTATIONs.
     *
     * `uid` is taken where the EHR has no such contribution. `system_id` must be a system id; recorded is this one, as is the time. A committer that is left out is that of the contribution, or the client of the token. `signature` and `contribution` of versions are the service's to make: given ones are passed over. `other_input_version_uids` are kept.
     *
     * A `uid` of a new object is kept: a UUID, or the uid of a first version, of this or another system. This goes for `uid` of a version and of its data; later versions may carry no uid but their own, or an earlier one of the same object.
     *
     * Paths of errors begin with the position of the version, counted from 0: `versions[2]/data/…`.
     *
     *     const { version: contributionUid } = await cairn.demographic.contributionCreate({
     *       body: {
     *         audit: { change_type: 'creation' },
     *         versions: [parties.person, parties.organisation].map(data => ({
     *           lifecycle_state: 'complete',
     *           commit_audit: { change_type: 'creation' },
     *           data,
     *         })),
     *       },
     *     })
     *     return contributionUid
     */
    contributionCreate<const Prefer extends string = '', Accept extends keyof DemographicContributionCreateAnswers = 'application/json'>(parameters: DemographicContributionCreateParameters & { readonly prefer?: Prefer }, options?: CallOptions<Accept>): Promise<Versioned<Preferred<Prefer, DemographicContributionCreateAnswers[Accept]>>>
    /**
     * Read what was committed together: `GET /openehr/v1/demographic/contribution/{contribution_uid}`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const uid = version.split('::')[0] ?? ''
     *     const { value } = await cairn.demographic.versionedPartyVersionAtTime({ versioned_object_uid: uid })
     *     const contribution = await cairn.demographic.contributionGet({
     *       contribution_uid: value.contribution.id.value,
     *     })
     *     return contribution.value.versions.length === 1
     */
    contributionGet<Accept extends keyof DemographicContributionGetAnswers = 'application/json'>(parameters: DemographicContributionGetParameters, options?: CallOptions<Accept>): Promise<Versioned<DemographicContributionGetAnswers[Accept]>>
    /**
     * List the tags of a PERSON: `GET /openehr/v1/demographic/person/{uid_based_id}/tags`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const tags = await cairn.demographic.personTagsGet({ uid_based_id: version })
     *     return tags.length === 0
     */
    personTagsGet(parameters: DemographicPersonTagsGetParameters, options?: CallOptions): Promise<DemographicPersonTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a PERSON: `PUT /openehr/v1/demographic/person/{uid_based_id}/tags`, scope `api.admin`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const tags = await cairn.demographic.personTagsUpdate({
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'checked' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'checked'
     */
    personTagsUpdate<const Prefer extends string = ''>(parameters: DemographicPersonTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, DemographicPersonTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a PERSON: `DELETE /openehr/v1/demographic/person/{uid_based_id}/tags/{key}`, scope `api.admin`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     await cairn.demographic.personTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
     *     await cairn.demographic.personTagsDelete({ uid_based_id: version, key: 'flag' })
     *     return (await cairn.demographic.personTagsGet({ uid_based_id: version })).length === 0
     */
    personTagsDelete(parameters: DemographicPersonTagsDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the tags of a ORGANISATION: `GET /openehr/v1/demographic/organisation/{uid_based_id}/tags`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     const tags = await cairn.demographic.organisationTagsGet({ uid_based_id: version })
     *     return tags.length === 0
     */
    organisationTagsGet(parameters: DemographicOrganisationTagsGetParameters, options?: CallOptions): Promise<DemographicOrganisationTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a ORGANISATION: `PUT /openehr/v1/demographic/organisation/{uid_based_id}/tags`, scope `api.admin`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     const tags = await cairn.demographic.organisationTagsUpdate({
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'checked' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'checked'
     */
    organisationTagsUpdate<const Prefer extends string = ''>(parameters: DemographicOrganisationTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, DemographicOrganisationTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a ORGANISATION: `DELETE /openehr/v1/demographic/organisation/{uid_based_id}/tags/{key}`, scope `api.admin`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
     *     await cairn.demographic.organisationTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
     *     await cairn.demographic.organisationTagsDelete({ uid_based_id: version, key: 'flag' })
     *     return (await cairn.demographic.organisationTagsGet({ uid_based_id: version })).length === 0
     */
    organisationTagsDelete(parameters: DemographicOrganisationTagsDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the tags of a GROUP: `GET /openehr/v1/demographic/group/{uid_based_id}/tags`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     const tags = await cairn.demographic.groupTagsGet({ uid_based_id: version })
     *     return tags.length === 0
     */
    groupTagsGet(parameters: DemographicGroupTagsGetParameters, options?: CallOptions): Promise<DemographicGroupTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a GROUP: `PUT /openehr/v1/demographic/group/{uid_based_id}/tags`, scope `api.admin`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     const tags = await cairn.demographic.groupTagsUpdate({
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'checked' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'checked'
     */
    groupTagsUpdate<const Prefer extends string = ''>(parameters: DemographicGroupTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, DemographicGroupTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a GROUP: `DELETE /openehr/v1/demographic/group/{uid_based_id}/tags/{key}`, scope `api.admin`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.demographic.groupCreate({ body: parties.group })
     *     await cairn.demographic.groupTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
     *     await cairn.demographic.groupTagsDelete({ uid_based_id: version, key: 'flag' })
     *     return (await cairn.demographic.groupTagsGet({ uid_based_id: version })).length === 0
     */
    groupTagsDelete(parameters: DemographicGroupTagsDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the tags of a AGENT: `GET /openehr/v1/demographic/agent/{uid_based_id}/tags`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     const tags = await cairn.demographic.agentTagsGet({ uid_based_id: version })
     *     return tags.length === 0
     */
    agentTagsGet(parameters: DemographicAgentTagsGetParameters, options?: CallOptions): Promise<DemographicAgentTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a AGENT: `PUT /openehr/v1/demographic/agent/{uid_based_id}/tags`, scope `api.admin`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     const tags = await cairn.demographic.agentTagsUpdate({
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'checked' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'checked'
     */
    agentTagsUpdate<const Prefer extends string = ''>(parameters: DemographicAgentTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, DemographicAgentTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a AGENT: `DELETE /openehr/v1/demographic/agent/{uid_based_id}/tags/{key}`, scope `api.admin`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
     *     await cairn.demographic.agentTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
     *     await cairn.demographic.agentTagsDelete({ uid_based_id: version, key: 'flag' })
     *     return (await cairn.demographic.agentTagsGet({ uid_based_id: version })).length === 0
     */
    agentTagsDelete(parameters: DemographicAgentTagsDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the tags of a ROLE: `GET /openehr/v1/demographic/role/{uid_based_id}/tags`, scope `api.admin`.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     const tags = await cairn.demographic.roleTagsGet({ uid_based_id: version })
     *     return tags.length === 0
     */
    roleTagsGet(parameters: DemographicRoleTagsGetParameters, options?: CallOptions): Promise<DemographicRoleTagsGetAnswers['application/json']>
    /**
     * Replace the tags of a ROLE: `PUT /openehr/v1/demographic/role/{uid_based_id}/tags`, scope `api.admin`.
     *
     * The list replaces the one that is there; an empty one clears it.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     const tags = await cairn.demographic.roleTagsUpdate({
     *       uid_based_id: version,
     *       body: [{ key: 'flag', value: 'checked' }],
     *       prefer: 'return=representation',
     *     })
     *     return tags[0]?.value === 'checked'
     */
    roleTagsUpdate<const Prefer extends string = ''>(parameters: DemographicRoleTagsUpdateParameters & { readonly prefer?: Prefer }, options?: CallOptions): Promise<Preferred<Prefer, DemographicRoleTagsUpdateAnswers['application/json']>>
    /**
     * Remove tags of a ROLE: `DELETE /openehr/v1/demographic/role/{uid_based_id}/tags/{key}`, scope `api.admin`.
     *
     * All tags with that key go, whatever their path.
     *
     *     const { version } = await cairn.demographic.roleCreate({ body: parties.role })
     *     await cairn.demographic.roleTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
     *     await cairn.demographic.roleTagsDelete({ uid_based_id: version, key: 'flag' })
     *     return (await cairn.demographic.roleTagsGet({ uid_based_id: version })).length === 0
     */
    roleTagsDelete(parameters: DemographicRoleTagsDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the tags of all parties: `GET /openehr/v1/demographic/tags`, scope `api.admin`.
     *
     * The first 10000; the header `cairn-warnings` is there if the list is longer.
     *
     *     const tags = await cairn.demographic.tagsGet({ tag_key: 'unknown' })
     *     return tags.length === 0
     */
    tagsGet(parameters?: DemographicTagsGetParameters, options?: CallOptions): Promise<DemographicTagsGetAnswers['application/json']>
    /**
     * Find people: `GET /extra/v1/person`, scope `api.admin`.
     *
     * All that is given must fit. The best come first, each with the reasons why it was found; a person who was merged into another is found as that one, with the reason `merged`. Or the people of some EHRs, or some people, by their uids.
     *
     *     const { data, isComplete } = await cairn.demographic.personFind({ name: 'nobody', birth_date: '1880' })
     *     return data.length === 0 && isComplete
     */
    personFind(parameters?: PersonFindParameters, options?: CallOptions): Promise<PersonFindAnswers['application/json']>
    /**
     * Find people who may be the same as one: `POST /extra/v1/person/match`, scope `api.admin`.
     *
     * Name, birth date, sex and identifiers count by the weights of `CAIRN_PERSON_MATCH_WEIGHTS`, where both people have them.
     *
     *     const { data } = await cairn.demographic.personMatch({ body: { name: 'Nobody Nowhere' } })
     *     return data.length === 0
     */
    personMatch(parameters: PersonMatchParameters, options?: CallOptions): Promise<PersonMatchAnswers['application/json']>
    /**
     * List the definitions by which people are found: `GET /extra/v1/person-definition`, scope `api.admin`.
     *
     *     const definitions = await cairn.demographic.personDefinitionList()
     *     return definitions.some(({ built_in }) => built_in)
     */
    personDefinitionList(parameters?: PersonDefinitionListParameters, options?: CallOptions): Promise<PersonDefinitionListAnswers['application/json']>
    /**
     * Save the definition by which people of an archetype are found: `PUT /extra/v1/person-definition/{archetype_id}`, scope `api.admin`.
     *
     * People who are stored already are entered again: the first ones at once, the others within minutes.
     *
     *     const saved = await cairn.demographic.personDefinitionPut({ archetype_id: ARCHETYPE, body: DEFINITION })
     *     return saved.name.length === 1
     */
    personDefinitionPut(parameters: PersonDefinitionPutParameters, options?: CallOptions): Promise<PersonDefinitionPutAnswers['application/json']>
    /**
     * Delete a definition; that of a published archetype holds again: `DELETE /extra/v1/person-definition/{archetype_id}`, scope `api.admin`.
     *
     *     await cairn.demographic.personDefinitionPut({ archetype_id: ARCHETYPE, body: DEFINITION })
     *     await cairn.demographic.personDefinitionDelete({ archetype_id: ARCHETYPE })
     *     return true
     */
    personDefinitionDelete(parameters: PersonDefinitionDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List people who were merged into another: `GET /extra/v1/person/merge`, scope `api.admin`.
     *
     * Merges that are in force, the latest first.
     *
     *     const [into = '', from = ''] = await twoPeople(cairn, parties)
     *     await cairn.demographic.personMerge({ body: { into, from } })
     *     const { data } = await cairn.demographic.personMergeList({ person_uid: into })
     *     return data.length === 1 && data[0]?.from === from
     */
    personMergeList(parameters?: PersonMergeListParameters, options?: CallOptions): Promise<PersonMergeListAnswers['application/json']>
    /**
     * Merge a person into another who is the same: `POST /extra/v1/person/merge`, scope `api.admin`.
     *
     * Both keep their versions. The EHR of the merged person goes over to the one that stays; a search by the data of either finds the one that stays. The merged person is not changed until they are separated again. If both have an EHR, merge the EHRs first.
     *
     *     const [into = '', from = ''] = await twoPeople(cairn, parties)
     *     await cairn.demographic.personMerge({ body: { into, from, reason: 'the same number' } })
     *     return true
     */
    personMerge(parameters: PersonMergeParameters, options?: CallOptions): Promise<undefined>
    /**
     * Separate a merged person from the other again: `DELETE /extra/v1/person/merge/{person_uid}`, scope `api.admin`.
     *
     * The EHR that went over comes back. Not possible any more after one of them was erased.
     *
     *     const [into = '', from = ''] = await twoPeople(cairn, parties)
     *     await cairn.demographic.personMerge({ body: { into, from } })
     *     await cairn.demographic.personSeparate({ person_uid: from })
     *     return (await cairn.demographic.personMergeList({ person_uid: into })).data.length === 0
     */
    personSeparate(parameters: PersonSeparateParameters, options?: CallOptions): Promise<undefined>
  }
  readonly admin: {
    /**
     * Delete several EHRs physically: `DELETE /openehr/v1/admin/ehr/all`, scope `api.admin`.
     *
     * All named EHRs, or none if one does not exist. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     await cairn.admin.ehrDeleteAll({ ehr_id: [ehrId], reason: 'made by mistake' })
     *     return true
     */
    ehrDeleteAll(parameters: AdminEhrDeleteAllParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete an EHR physically: `DELETE /openehr/v1/admin/ehr/{ehr_id}`, scope `api.admin`.
     *
     * Everything of it goes, history included. A tombstone keeps its id, when it went, by whom and why; the id is not used again. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     await cairn.admin.ehrDelete({ ehr_id: ehrId, reason: 'made by mistake' })
     *     return true
     */
    ehrDelete(parameters: AdminEhrDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Merge another EHR into this one: `POST /openehr/v1/admin/ehr/{ehr_id}/merge`, scope `api.admin`.
     *
     * Compositions, contributions and episodes of the other move here with their ids, history and signatures; its default episode is one like the others from then on. The status of this EHR stays in force; that of the other is kept as history. The other id answers 404 from then on. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { version: twin } = await cairn.ehr.create()
     *     const merged = await cairn.admin.ehrMerge({ ehr_id: ehrId, body: { from: twin } })
     *     return merged.merged_ehr_id === twin
     */
    ehrMerge(parameters: AdminEhrMergeParameters, options?: CallOptions): Promise<AdminEhrMergeAnswers['application/json']>
    /**
     * Delete a template physically: `DELETE /openehr/v1/admin/template/{template_id}`, scope `api.admin`.
     *
     * A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     await cairn.templates.upload({ body: newOpt })
     *     await cairn.admin.templateDelete({ template_id: newTemplateId })
     *     return true
     */
    templateDelete(parameters: AdminTemplateDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete a composition physically: `DELETE /openehr/v1/admin/ehr/{ehr_id}/composition/{uid_based_id}`, scope `api.admin`.
     *
     * All its versions and tags go. A tombstone keeps its id, when it went, by whom and why. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     await cairn.admin.compositionDelete({ ehr_id: ehrId, uid_based_id: uid, reason: 'wrong patient' })
     *     return true
     */
    compositionDelete(parameters: AdminCompositionDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete a directory physically: `DELETE /openehr/v1/admin/ehr/{ehr_id}/directory/{uid_based_id}`, scope `api.admin`.
     *
     * All its versions and tags go. A tombstone keeps its id, when it went, by whom and why. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
     *     await cairn.admin.directoryDelete({ ehr_id: ehrId, uid_based_id: version.split('::')[0] ?? '' })
     *     return true
     */
    directoryDelete(parameters: AdminDirectoryDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete a party physically: `DELETE /openehr/v1/admin/party/{versioned_object_uid}`, scope `api.admin`.
     *
     * All versions, tags and search entries of a person, organisation, group, agent or role go. A tombstone keeps its id, when it went, by whom and why. Documents of other parties keep its id. A person with an EHR is deleted with that. People who were merged into a person go with it. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { version } = await cairn.demographic.personCreate({ body: parties.person })
     *     const id = version.split('::')[0] ?? ''
     *     await cairn.admin.partyDelete({ versioned_object_uid: id, reason: 'made by mistake' })
     *     return true
     */
    partyDelete(parameters: AdminPartyDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Delete an episode physically: `PUT /extra/v1/admin/ehr/{ehr_id}/episode/{uid}/destroy`, scope `api.admin`.
     *
     * With its history, be it deleted already. Only one without records, and not the default. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'By mistake' } })
     *     await cairn.admin.episodeDestroy({ ehr_id: ehrId, uid: value.uid })
     *     return true
     */
    episodeDestroy(parameters: AdminEpisodeDestroyParameters, options?: CallOptions): Promise<AdminEpisodeDestroyAnswers['application/json']>
    /**
     * List the queries that cost the most: `GET /admin/v1/queries`, scope `api.admin`.
     *
     * Of this server since it was started; with several machines, each has its own list. Queries without a name are identified by a hash of their text without its literals, which `explain` and the log show too. The 100 most expensive stored queries and as many others are listed separately, the rest together as `other`.
     *
     *     await cairn.query.adhocGet({ q: 'SELECT e FROM EHR e', fetch: 1 })
     *     const { queries } = await cairn.admin.queryStatistics({ order: 'slowest', fetch: 5 })
     *     return queries.length > 0
     */
    queryStatistics(parameters?: QueryStatisticsParameters, options?: CallOptions): Promise<QueryStatisticsAnswers['application/json']>
    /**
     * Show what the server does at this moment: `GET /admin/v1/activity`, scope `api.admin`.
     *
     * Of the processes of this machine; with several machines, each has its own. Queries are known by their name or hash, never by their text. `cairn top` shows it again and again.
     *
     *     const { processes, pools } = await cairn.admin.activity()
     *     return processes === 1 && pools.length === 3
     */
    activity(parameters?: AdminActivityParameters, options?: CallOptions): Promise<AdminActivityAnswers['application/json']>
    /**
     * Read the state of the server: settings, database, connections, times of requests: `GET /admin/v1/system`, scope `api.admin`.
     *
     * Secrets are not shown. Times of requests are bounds of buckets, the most used routes first.
     *
     *     const { database, settings } = await cairn.admin.systemReport()
     *     return database.bytes > 0 && settings.length > 0
     */
    systemReport(parameters?: SystemReportParameters, options?: CallOptions): Promise<SystemReportAnswers['application/json']>
  }
  readonly system: {
    /**
     * What this server is and can do: `OPTIONS /openehr/v1`.
     *
     *     const { solution, solution_version } = await cairn.system.options()
     *     return `${solution} ${solution_version}`
     */
    options(parameters?: SystemOptionsParameters, options?: CallOptions): Promise<SystemOptionsAnswers['application/json']>
  }
  readonly query: {
    /**
     * Run an ad hoc query: `GET /openehr/v1/query/aql`, scope `api.read`.
     *
     *     const { rows } = await cairn.query.adhocGet({
     *       q: 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $name',
     *       ehr_id: ehrId,
     *       query_parameters: { name: 'Encounter' },
     *     })
     *     return rows[0]?.[0] === 'Encounter'
     */
    adhocGet<Accept extends keyof QueryAdhocGetAnswers = 'application/json'>(parameters: QueryAdhocGetParameters, options?: CallOptions<Accept>): Promise<QueryAdhocGetAnswers[Accept]>
    /**
     * Run an ad hoc query: `POST /openehr/v1/query/aql`, scope `api.read`.
     *
     *     const { columns, rows } = await cairn.query.adhocPost({
     *       openehrEhrId: ehrId,
     *       body: { q: 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c', fetch: 10 },
     *     })
     *     return columns[0]?.name === 'name' && rows.length === 1
     */
    adhocPost<Accept extends keyof QueryAdhocPostAnswers = 'application/json'>(parameters: QueryAdhocPostParameters, options?: CallOptions<Accept>): Promise<QueryAdhocPostAnswers[Accept]>
    /**
     * Run a stored query: `GET /openehr/v1/query/{qualified_query_name}`, scope `api.read`.
     *
     *     const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
     *     const { rows } = await cairn.query.storedGet(
     *       { qualified_query_name: name, ehr_id: ehrId, fetch: 10, offset: 0 },
     *       { query: { wanted: 'Encounter' } },
     *     )
     *     return rows.length === 1
     */
    storedGet<Accept extends keyof QueryStoredGetAnswers = 'application/json'>(parameters: QueryStoredGetParameters, options?: CallOptions<Accept>): Promise<QueryStoredGetAnswers[Accept]>
    /**
     * Run a stored query: `POST /openehr/v1/query/{qualified_query_name}`, scope `api.read`.
     *
     * On the addresses of `CAIRN_PREFIXES`, and on all of them with `CAIRN_WIRE_PROFILE=openehr`, members of the body, or all of it, may be left out or `null`, and `ehr_id` may stand in the query string.
     *
     *     const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
     *     const { rows } = await cairn.query.storedPost({
     *       qualified_query_name: name,
     *       openehrEhrId: ehrId,
     *       body: { offset: 0, fetch: 10, query_parameters: { wanted: 'Encounter' } },
     *     })
     *     return rows.length === 1
     */
    storedPost<Accept extends keyof QueryStoredPostAnswers = 'application/json'>(parameters: QueryStoredPostParameters, options?: CallOptions<Accept>): Promise<QueryStoredPostAnswers[Accept]>
    /**
     * Run a stored query: `GET /openehr/v1/query/{qualified_query_name}/{version}`, scope `api.read`.
     *
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
     *     const { meta } = await cairn.query.storedVersionGet({
     *       qualified_query_name: name,
     *       version: '1.0.0',
     *       fetch: 1,
     *       offset: 0,
     *     })
     *     return meta.resultsize === 1
     */
    storedVersionGet<Accept extends keyof QueryStoredVersionGetAnswers = 'application/json'>(parameters: QueryStoredVersionGetParameters, options?: CallOptions<Accept>): Promise<QueryStoredVersionGetAnswers[Accept]>
    /**
     * Run a stored query: `POST /openehr/v1/query/{qualified_query_name}/{version}`, scope `api.read`.
     *
     * On the addresses of `CAIRN_PREFIXES`, and on all of them with `CAIRN_WIRE_PROFILE=openehr`, members of the body, or all of it, may be left out or `null`, and `ehr_id` may stand in the query string.
     *
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
     *     const { meta } = await cairn.query.storedVersionPost({
     *       qualified_query_name: name,
     *       version: '1.0',
     *       body: { offset: 0, fetch: 1, query_parameters: {} },
     *     })
     *     return meta.resultsize === 1
     */
    storedVersionPost<Accept extends keyof QueryStoredVersionPostAnswers = 'application/json'>(parameters: QueryStoredVersionPostParameters, options?: CallOptions<Accept>): Promise<QueryStoredVersionPostAnswers[Accept]>
  }
  readonly datamapDefinitions: {
    /**
     * List the names of all datamaps: `GET /extra/v1/definition/datamap`, scope `api.read`.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const names = await cairn.datamapDefinitions.list()
     *     return names.includes(name)
     */
    list(parameters?: DatamapDefinitionListParameters, options?: CallOptions): Promise<DatamapDefinitionListAnswers['application/json']>
    /**
     * Read the definition of a datamap: `GET /extra/v1/definition/datamap/{datamapName}`, scope `api.read`.
     *
     * As XML, as it was saved; or as JSON, with the XML in it.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const { paths } = await cairn.datamapDefinitions.get({ datamapName: name })
     *     return paths[0]?.add === 'Systolic'
     */
    get<Accept extends keyof DatamapDefinitionGetAnswers = 'application/json'>(parameters: DatamapDefinitionGetParameters, options?: CallOptions<Accept>): Promise<DatamapDefinitionGetAnswers[Accept]>
    /**
     * Save a datamap: `PUT /extra/v1/definition/datamap/{datamapName}`, scope `api.write`.
     *
     * The definition is held to its template first; `If-Match` is honoured when it is given.
     *
     *     const { value } = await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     return value.version === 1
     */
    put<Accept extends keyof DatamapDefinitionPutAnswers = 'application/json'>(parameters: DatamapDefinitionPutParameters, options?: CallOptions<Accept>): Promise<Versioned<DatamapDefinitionPutAnswers[Accept]>>
    /**
     * Delete a datamap; the records that it showed stay: `DELETE /extra/v1/definition/datamap/{datamapName}`, scope `api.write`.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     await cairn.datamapDefinitions.delete({ datamapName: name })
     *     return true
     */
    delete(parameters: DatamapDefinitionDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Read the JSON Schema of a datamap’s records: `GET /extra/v1/definition/datamap/{datamapName}/schema`, scope `api.read`.
     *
     * JSON Schema 2020-12, with the hints `href` (the path) and `rmType`.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const schema = await cairn.datamapDefinitions.schema({ datamapName: name })
     *     return schema['$schema']
     */
    schema<Accept extends keyof DatamapDefinitionSchemaAnswers = 'application/json'>(parameters: DatamapDefinitionSchemaParameters, options?: CallOptions<Accept>): Promise<DatamapDefinitionSchemaAnswers[Accept]>
    /**
     * Suggest the definition of a datamap for a template: `GET /extra/v1/definition/datamap-suggestion`, scope `api.read`.
     *
     * Every value that the template names, repeating nodes as groups: to be cut and renamed.
     *
     *     const { paths } = await cairn.datamapDefinitions.suggest({ template_id: templateId })
     *     return paths.length > 0
     */
    suggest<Accept extends keyof DatamapDefinitionSuggestAnswers = 'application/json'>(parameters: DatamapDefinitionSuggestParameters, options?: CallOptions<Accept>): Promise<DatamapDefinitionSuggestAnswers[Accept]>
  }
  readonly datamap: {
    /**
     * List the records of a datamap: `GET /extra/v1/datamap/{datamapName}`, scope `api.read`.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const readings: unknown[] = []
     *     for await (const record of cairn.datamap.listEach({ datamapName: name, ehrUid: ehrId, limit: 50 }))
     *       readings.push(record['Systolic'])
     *     return readings[0] === 120
     */
    list<Row extends object = DatamapRecord, Accept extends keyof DatamapListAnswers = 'application/json'>(parameters: DatamapListParameters, options?: CallOptions<Accept>): Promise<DatamapListAnswers<Row>[Accept]>
    /** The same, item by item over all pages. */
    listEach<Row extends object = DatamapRecord>(parameters: DatamapListParameters, options?: CallOptions): AsyncIterable<Row>
    /**
     * Write a new record: `POST /extra/v1/datamap/{datamapName}`, scope `api.write`.
     *
     * Commits a composition with the values of the record and what its template leaves no choice about. A `uid` in the body, a UUID, is that of the new record, so that a creation without an answer can be sent again: 409 says that it is there. With `If-Match`, or `vuid` in the body, it names a record to add a version to, and the version to follow.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const { value } = await cairn.datamap.recordCreate({
     *       datamapName: name,
     *       ehrUid: ehrId,
     *       body: { Systolic: 131 },
     *     })
     *     return value.data['Systolic'] === 131
     */
    recordCreate<Row extends object = DatamapRecord>(parameters: DatamapRecordCreateParameters, options?: CallOptions): Promise<Versioned<DatamapRecordCreateAnswers<Row>['application/json']>>
    /**
     * List the records of a definition that comes with the call: `POST /extra/v1/datamap`, scope `api.read`.
     *
     *     const { data, totalCount } = await cairn.datamap.listAdHoc({ ehrUid: ehrId, body: definition })
     *     return data[0]?.['Systolic'] === 120 && totalCount === 1
     */
    listAdHoc<Row extends object = DatamapRecord, Accept extends keyof DatamapListAdHocAnswers = 'application/json'>(parameters: DatamapListAdHocParameters, options?: CallOptions<Accept>): Promise<DatamapListAdHocAnswers<Row>[Accept]>
    /** The same, item by item over all pages. */
    listAdHocEach<Row extends object = DatamapRecord>(parameters: DatamapListAdHocParameters, options?: CallOptions): AsyncIterable<Row>
    /**
     * Check a new record, and commit nothing: `POST /extra/v1/datamap/{datamapName}/check`, scope `api.read`.
     *
     * Answers with the columns as they would be read, or with the faults that writing it would have.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const { data } = await cairn.datamap.recordCheck({ datamapName: name, body: { Systolic: 131 } })
     *     return data['Systolic'] === 131
     */
    recordCheck(parameters: DatamapRecordCheckParameters, options?: CallOptions): Promise<DatamapRecordCheckAnswers['application/json']>
    /**
     * Read a record: `GET /extra/v1/datamap/{datamapName}/{uid}`, scope `api.read`.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const { value } = await cairn.datamap.recordGet({ datamapName: name, uid })
     *     return value.data.trunk_lifecycle_state === 'complete'
     */
    recordGet<Row extends object = DatamapRecord>(parameters: DatamapRecordGetParameters, options?: CallOptions): Promise<Versioned<DatamapRecordGetAnswers<Row>['application/json']>>
    /**
     * Replace what a datamap shows of a record: `PUT /extra/v1/datamap/{datamapName}/{uid}`, scope `api.write`.
     *
     * Values that the datamap does not show stay unchanged. An omitted label, or `null`, empties its column.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const record = await cairn.datamap.recordGet({ datamapName: name, uid })
     *     const updated = await cairn.datamap.recordUpdate({
     *       datamapName: name,
     *       uid,
     *       ifMatch: record,
     *       body: { Systolic: 125 },
     *     })
     *     return updated.value.data['Systolic'] === 125
     */
    recordUpdate<Row extends object = DatamapRecord>(parameters: DatamapRecordUpdateParameters, options?: CallOptions): Promise<Versioned<DatamapRecordUpdateAnswers<Row>['application/json']>>
    /**
     * Delete a record: `DELETE /extra/v1/datamap/{datamapName}/{uid}`, scope `api.write`.
     *
     * The whole composition. Nothing is lost: a version without data is added.
     *
     *     await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
     *     const record = await cairn.datamap.recordGet({ datamapName: name, uid })
     *     await cairn.datamap.recordDelete({ datamapName: name, uid, ifMatch: record })
     *     return true
     */
    recordDelete(parameters: DatamapRecordDeleteParameters, options?: CallOptions): Promise<Versioned<undefined>>
  }
  readonly episode: {
    /**
     * List the episodes of an EHR: `GET /extra/v1/ehr/{ehr_id}/episode`, scope `api.read`.
     *
     * By their numbers. Every EHR has a default episode, which is made with it.
     *
     *     const episodes = await cairn.episode.list({ ehr_id: ehrId })
     *     return episodes[0]?.default === true
     */
    list(parameters: EpisodeListParameters, options?: CallOptions): Promise<EpisodeListAnswers['application/json']>
    /**
     * Create an episode: `POST /extra/v1/ehr/{ehr_id}/episode`, scope `api.write`.
     *
     *     const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
     *     return value.active
     */
    create(parameters: EpisodeCreateParameters, options?: CallOptions): Promise<Versioned<EpisodeCreateAnswers['application/json']>>
    /**
     * Read an episode: `GET /extra/v1/ehr/{ehr_id}/episode/{uid}`, scope `api.read`.
     *
     *     const [episode] = await cairn.episode.list({ ehr_id: ehrId })
     *     const { value } = await cairn.episode.get({ ehr_id: ehrId, uid: episode?.uid ?? '' })
     *     return value.episodeId
     */
    get(parameters: EpisodeGetParameters, options?: CallOptions): Promise<Versioned<EpisodeGetAnswers['application/json']>>
    /**
     * Change an episode: `PUT /extra/v1/ehr/{ehr_id}/episode/{uid}`, scope `api.write`.
     *
     * The body is the whole episode: what is left out of `urgency`, `careCircuit` and `endsAt` is removed; `active` and `startsAt` stay as they were.
     *
     *     const created = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
     *     const { value } = await cairn.episode.update({
     *       ehr_id: ehrId,
     *       uid: created.value.uid,
     *       ifMatch: created,
     *       body: { name: 'Hip replacement, left' },
     *     })
     *     return value.name === 'Hip replacement, left'
     */
    update(parameters: EpisodeUpdateParameters, options?: CallOptions): Promise<Versioned<EpisodeUpdateAnswers['application/json']>>
    /**
     * Delete an episode: `DELETE /extra/v1/ehr/{ehr_id}/episode/{uid}`, scope `api.write`.
     *
     * Only one without records, and not the default. Nothing is lost: its history stays.
     *
     *     const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'By mistake' } })
     *     await cairn.episode.delete({ ehr_id: ehrId, uid: value.uid })
     *     return (await cairn.episode.list({ ehr_id: ehrId })).length === 1
     */
    delete(parameters: EpisodeDeleteParameters, options?: CallOptions): Promise<EpisodeDeleteAnswers['application/json']>
    /**
     * Set the status of an episode to active: `PUT /extra/v1/ehr/{ehr_id}/episode/{uid}/activate`, scope `api.write`.
     *
     *     const body = { name: 'Hip replacement', active: false }
     *     const { value } = await cairn.episode.create({ ehr_id: ehrId, body })
     *     await cairn.episode.activate({ ehr_id: ehrId, uid: value.uid })
     *     return (await cairn.episode.get({ ehr_id: ehrId, uid: value.uid })).value.active
     */
    activate(parameters: EpisodeActivateParameters, options?: CallOptions): Promise<Versioned<EpisodeActivateAnswers['application/json']>>
    /**
     * Set the status of an episode to inactive: `PUT /extra/v1/ehr/{ehr_id}/episode/{uid}/deactivate`, scope `api.write`.
     *
     *     const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
     *     await cairn.episode.deactivate({ ehr_id: ehrId, uid: value.uid })
     *     return !(await cairn.episode.get({ ehr_id: ehrId, uid: value.uid })).value.active
     */
    deactivate(parameters: EpisodeDeactivateParameters, options?: CallOptions): Promise<Versioned<EpisodeDeactivateAnswers['application/json']>>
  }
  readonly findings: {
    /**
     * List versions that break their template: `GET /extra/v1/findings`, scope `api.read`.
     *
     * They were committed with `Prefer: handling=lenient`. Each is listed with the rules that it breaks, EHR by EHR.
     *
     *     await cairn.composition.create({ ehr_id: ehrId, body: outOfRange, prefer: 'handling=lenient' })
     *     const lines: string[] = []
     *     for await (const { vuid, findings } of cairn.findings.listEach({ ehrUid: ehrId }))
     *       lines.push(`${vuid}: ${findings[0]?.message}`)
     *     return lines.length === 1
     */
    list(parameters?: FindingListParameters, options?: CallOptions): Promise<FindingListAnswers['application/json']>
    /** The same, item by item over all pages. */
    listEach(parameters?: FindingListParameters, options?: CallOptions): AsyncIterable<VersionFindings>
  }
  readonly drafts: {
    /**
     * List your drafts in an EHR, and who else is writing there: `GET /extra/v1/ehr/{ehr_id}/draft`, scope `api.read`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts.list({ ehr_id: ehrId }).catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    list(parameters: DraftListParameters, options?: CallOptions): Promise<DraftListAnswers['application/json']>
    /**
     * Read a draft of yours: `GET /extra/v1/ehr/{ehr_id}/draft/{draft_id}`, scope `api.read`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .get({ ehr_id: ehrId, draft_id: crypto.randomUUID() })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    get(parameters: DraftGetParameters, options?: CallOptions): Promise<Versioned<DraftGetAnswers['application/json']>>
    /**
     * Save a draft: `PUT /extra/v1/ehr/{ehr_id}/draft/{draft_id}`, scope `api.write`.
     *
     * The draft is stored encrypted, and nobody but its author reads it. A commit does not remove it: delete it afterwards.
     *
     *     const content = { 'blood_pressure/systolic|magnitude': 120 }
     *     const body = { template_id: templateId, page: name, content }
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .save({ ehr_id: ehrId, draft_id: crypto.randomUUID(), body })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    save(parameters: DraftSaveParameters, options?: CallOptions): Promise<Versioned<DraftSaveAnswers['application/json']>>
    /**
     * Throw a draft away: `DELETE /extra/v1/ehr/{ehr_id}/draft/{draft_id}`, scope `api.write`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .delete({ ehr_id: ehrId, draft_id: crypto.randomUUID() })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    delete(parameters: DraftDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * List your drafts of parties, and who else is writing about parties: `GET /extra/v1/demographic/draft`, scope `api.admin`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts.partyList().catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    partyList(parameters?: DraftPartyListParameters, options?: CallOptions): Promise<DraftPartyListAnswers['application/json']>
    /**
     * Read a draft of yours of a party: `GET /extra/v1/demographic/draft/{draft_id}`, scope `api.admin`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .partyGet({ draft_id: crypto.randomUUID() })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    partyGet(parameters: DraftPartyGetParameters, options?: CallOptions): Promise<Versioned<DraftPartyGetAnswers['application/json']>>
    /**
     * Save a draft of a party: `PUT /extra/v1/demographic/draft/{draft_id}`, scope `api.admin`.
     *
     * The draft is stored encrypted, and nobody but its author reads it. A commit does not remove it: delete it afterwards.
     *
     *     const body = { template_id: templateId, page: name, content: { 'person/name|given': 'Ada' } }
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .partySave({ draft_id: crypto.randomUUID(), body })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    partySave(parameters: DraftPartySaveParameters, options?: CallOptions): Promise<Versioned<DraftPartySaveAnswers['application/json']>>
    /**
     * Throw a draft of a party away: `DELETE /extra/v1/demographic/draft/{draft_id}`, scope `api.admin`.
     *
     *     // Drafts belong to people: this client acts for itself.
     *     const refused = await cairn.drafts
     *       .partyDelete({ draft_id: crypto.randomUUID() })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'draft.people_only'
     */
    partyDelete(parameters: DraftPartyDeleteParameters, options?: CallOptions): Promise<undefined>
  }
  readonly terminology: {
    /**
     * List codes of a value set by their names: `GET /extra/v1/terminology/code`, scope `api.read`.
     *
     * The service asks the terminology server of `CAIRN_TERMINOLOGY_URL`, so that a page needs neither its address nor its credentials.
     *
     *     // The server of this example has no CAIRN_TERMINOLOGY_URL.
     *     const refused = await cairn.terminology
     *       .codes({ value_set: 'SNOMED-CT', filter: 'diabetes' })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'terminology.unknown'
     */
    codes(parameters: TerminologyCodesParameters, options?: CallOptions): Promise<TerminologyCodesAnswers['application/json']>
  }
  readonly changeFeed: {
    /**
     * Read the change feed: `GET /extra/v1/changes`, scope `api.read`.
     *
     * All committed changes in one order, as CloudEvents 1.0: none is missing, none comes before its commit, and the changes of an EHR have the order in which they were made. The caller gets events of what it may read. Physically deleted records are no longer in the feed; an event says that they were deleted.
     *
     * With `Accept: text/event-stream` the answer is a stream of Server-Sent Events that goes on until the client closes it, the rights of the caller end (an event `end` says why), or the server stops.
     *
     *     const { changes, next } = await cairn.changeFeed.list({ ehr_id: [ehrId], type: ['ehr.created'] })
     *     return changes[0]?.subject === ehrId && next !== 'start'
     */
    list<Accept extends keyof ChangeListAnswers = 'application/json'>(parameters?: ChangeListParameters, options?: CallOptions<Accept>): Promise<ChangeListAnswers[Accept]>
  }
  readonly subscriptions: {
    /**
     * List subscriptions: `GET /extra/v1/subscription`, scope `api.read`.
     *
     * Those of the caller; administrators (`api.admin`) see all.
     *
     *     const subscriptions = await cairn.subscriptions.list()
     *     return subscriptions.length >= 0
     */
    list(parameters?: SubscriptionListParameters, options?: CallOptions): Promise<SubscriptionListAnswers['application/json']>
    /**
     * Subscribe to changes: `POST /extra/v1/subscription`, scope `api.read`.
     *
     * Events of the change feed are posted to the address, by the rules of [Standard Webhooks](https://www.standardwebhooks.com): at least once, and those of an EHR in their order. The receiver gets the events that the caller may read when they are sent. If its rights end, the subscription is paused. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { id, secret } = await cairn.subscriptions.create({
     *       body: {
     *         name: 'Laboratory',
     *         url: 'https://hooks.example.org/cairn',
     *         filter: { type: ['composition'], template_id: ['Laboratory report'] },
     *       },
     *     })
     *     return id !== '' && secret
     */
    create(parameters: SubscriptionCreateParameters, options?: CallOptions): Promise<SubscriptionCreateAnswers['application/json']>
    /**
     * Read a subscription: `GET /extra/v1/subscription/{subscription_id}`, scope `api.read`.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { active, position } = await cairn.subscriptions.get({ subscription_id })
     *     return !active && position
     */
    get(parameters: SubscriptionGetParameters, options?: CallOptions): Promise<SubscriptionGetAnswers['application/json']>
    /**
     * Change a subscription: `PUT /extra/v1/subscription/{subscription_id}`, scope `api.read`.
     *
     * Members that are left out stay as they are. From then on the receiver gets what the token of this request may read. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { batch_size } = await cairn.subscriptions.update({ subscription_id, body: { batch_size: 20 } })
     *     return batch_size === 20
     */
    update(parameters: SubscriptionUpdateParameters, options?: CallOptions): Promise<SubscriptionUpdateAnswers['application/json']>
    /**
     * Delete a subscription: `DELETE /extra/v1/subscription/{subscription_id}`, scope `api.read`.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     await cairn.subscriptions.delete({ subscription_id })
     *     return true
     */
    delete(parameters: SubscriptionDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Pause a subscription: `POST /extra/v1/subscription/{subscription_id}/pause`, scope `api.read`.
     *
     * Nothing is sent until it is resumed. It keeps its place in the feed.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { active } = await cairn.subscriptions.pause({ subscription_id })
     *     return !active
     */
    pause(parameters: SubscriptionPauseParameters, options?: CallOptions): Promise<SubscriptionPauseAnswers['application/json']>
    /**
     * Resume a subscription: `POST /extra/v1/subscription/{subscription_id}/resume`, scope `api.read`.
     *
     * Delivery goes on where it ended. Events that failed are tried again at once.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { active } = await cairn.subscriptions.resume({ subscription_id })
     *     return active
     */
    resume(parameters: SubscriptionResumeParameters, options?: CallOptions): Promise<SubscriptionResumeAnswers['application/json']>
    /**
     * Give a subscription a new secret: `POST /extra/v1/subscription/{subscription_id}/secret`, scope `api.read`.
     *
     * For a day, or as long as the body says, requests are signed with both. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { secret } = await cairn.subscriptions.rotate({ subscription_id, body: { overlap_seconds: 3600 } })
     *     return secret
     */
    rotate(parameters: SubscriptionRotateParameters, options?: CallOptions): Promise<SubscriptionRotateAnswers['application/json']>
    /**
     * Send events again from a place or a time: `POST /extra/v1/subscription/{subscription_id}/resend`, scope `api.read`.
     *
     * Delivery goes on from there, and leaves out nothing after it. `now` skips what was not sent.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { position } = await cairn.subscriptions.resend({ subscription_id, body: { after: 'start' } })
     *     return position === 'start'
     */
    resend(parameters: SubscriptionResendParameters, options?: CallOptions): Promise<SubscriptionResendAnswers['application/json']>
    /**
     * List attempts to deliver: `GET /extra/v1/subscription/{subscription_id}/delivery`, scope `api.read`.
     *
     * The latest 1,000 of each subscription are kept.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     await cairn.subscriptions.ping({ subscription_id })
     *     const { deliveries } = await cairn.subscriptions.deliveries({ subscription_id, limit: 10 })
     *     return deliveries.length === 1
     */
    deliveries(parameters: SubscriptionDeliveriesParameters, options?: CallOptions): Promise<SubscriptionDeliveriesAnswers['application/json']>
    /**
     * Send the events of a delivery again: `POST /extra/v1/subscription/{subscription_id}/delivery/{delivery_id}/resend`, scope `api.read`.
     *
     * At once, and outside of the order of events. The receiver knows them by `webhook-id`.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { id: delivery_id } = await cairn.subscriptions.ping({ subscription_id })
     *     const { attempt } = await cairn.subscriptions.redeliver({ subscription_id, delivery_id })
     *     return attempt === 2
     */
    redeliver(parameters: SubscriptionRedeliverParameters, options?: CallOptions): Promise<SubscriptionRedeliverAnswers['application/json']>
    /**
     * Send a test to the receiver: `POST /extra/v1/subscription/{subscription_id}/ping`, scope `api.read`.
     *
     * A signed event of the type `cairn.ping`, without data.
     *
     *     const subscription_id = await newSubscription(cairn)
     *     const { taken, answer } = await cairn.subscriptions.ping({ subscription_id })
     *     return taken || answer
     */
    ping(parameters: SubscriptionPingParameters, options?: CallOptions): Promise<SubscriptionPingAnswers['application/json']>
  }
  readonly fhirMappings: {
    /**
     * List the mapping files in force: `GET /extra/v1/definition/fhir-mapping`, scope `api.read`.
     *
     *     const files = await cairn.fhirMappings.list()
     *     return files.some(({ built_in }) => built_in)
     */
    list(parameters?: FhirMappingListParameters, options?: CallOptions): Promise<FhirMappingListAnswers['application/json']>
    /**
     * Read the mapping file in force: `GET /extra/v1/definition/fhir-mapping/{mapping_name}`, scope `api.read`.
     *
     * By `Accept: application/yaml` the file alone, as it was sent.
     *
     *     const { text } = await cairn.fhirMappings.get({ mapping_name: 'vital-signs.pulse.model.yml' })
     *     return text.includes('OBSERVATION.pulse.v2')
     */
    get<Accept extends keyof FhirMappingGetAnswers = 'application/json'>(parameters: FhirMappingGetParameters, options?: CallOptions<Accept>): Promise<FhirMappingGetAnswers[Accept]>
    /**
     * Put a mapping file: `PUT /extra/v1/definition/fhir-mapping/{mapping_name}`, scope `api.write`.
     *
     * A model, extension or context of FHIRconnect as YAML, or a ConceptMap as JSON. It is in force at once. One with the name of a file that comes with the server replaces that file.
     *
     *     const body = JSON.stringify({
     *       resourceType: 'ConceptMap',
     *       url: 'https://example.org/colours',
     *       status: 'draft',
     *     })
     *     const { type } = await cairn.fhirMappings.put({ mapping_name: 'colours.json', body })
     *     return type === 'ConceptMap'
     */
    put(parameters: FhirMappingPutParameters, options?: CallOptions): Promise<FhirMappingPutAnswers['application/json']>
    /**
     * Delete a mapping file that was put; that of the server holds again: `DELETE /extra/v1/definition/fhir-mapping/{mapping_name}`, scope `api.write`.
     *
     * Contexts that need the file make nothing until there is another. Its versions stay.
     *
     *     const body = JSON.stringify({
     *       resourceType: 'ConceptMap',
     *       url: 'https://example.org/sizes',
     *       status: 'draft',
     *     })
     *     await cairn.fhirMappings.put({ mapping_name: 'sizes.json', body })
     *     await cairn.fhirMappings.delete({ mapping_name: 'sizes.json' })
     *     return true
     */
    delete(parameters: FhirMappingDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Read all versions of a mapping file that was put: `GET /extra/v1/definition/fhir-mapping/{mapping_name}/versions`, scope `api.read`.
     *
     *     const body = JSON.stringify({
     *       resourceType: 'ConceptMap',
     *       url: 'https://example.org/shapes',
     *       status: 'draft',
     *     })
     *     await cairn.fhirMappings.put({ mapping_name: 'shapes.json', body })
     *     const [latest] = await cairn.fhirMappings.versions({ mapping_name: 'shapes.json' })
     *     return latest?.text === body
     */
    versions(parameters: FhirMappingVersionsParameters, options?: CallOptions): Promise<FhirMappingVersionsAnswers['application/json']>
    /**
     * Try mappings on an example: `POST /extra/v1/definition/fhir-mapping/try`, scope `api.read`.
     *
     * The result of each context that fits, and which mapping made which value. Nothing is stored.
     *
     *     const tried = await cairn.fhirMappings.try({ body: { example: composition } })
     *     return tried.length === 0
     */
    try(parameters: FhirMappingTryParameters, options?: CallOptions): Promise<FhirMappingTryAnswers['application/json']>
  }
  readonly liveQueries: {
    /**
     * Keep a query alive: `POST /extra/v1/live`, scope `api.read`.
     *
     * Server-Sent Events, in JSON.
     *
     * - `rows`: all rows, each with a `key`: `{"kept": …, "columns": […], "rows": [{"key": 1, "row": […]}]}`. It comes first, and again if the reader fell behind, connected again too late, or its rights have changed: it replaces everything before.
     * - `change`: `{"added": [{"key": 7, "row": […]}], "changed": […], "removed": [3]}`, about a commit or several. A row that has `at` belongs at this index: take the removed and changed rows out, then put the added and changed ones in, in ascending order of `at`. Without `at` the rows have no order.
     * - `end`: `{"code": …, "message": …}`: the rights of the caller have ended, or the query cannot be run any more.
     * - An event with an `id` alone is a heartbeat.
     *
     * `kept` says what is run again after a change: `ehr`, the query of one EHR; `ehrs`, the query in the EHRs that changed; `query`, the whole query, at most once in `interval_ms`. The audit trail has each answer with the EHRs that it shows.
     *
     *     const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c'
     *     for await (const { rows } of cairn.live<{ name: string }>(q, { ehrId })) return rows.length === 1
     *     return false
     */
    adhoc(parameters: LiveAdhocParameters, options?: CallOptions): Promise<undefined>
    /**
     * Keep a stored query alive: `POST /extra/v1/live/{qualified_query_name}`, scope `api.read`.
     *
     * Server-Sent Events, in JSON.
     *
     * - `rows`: all rows, each with a `key`: `{"kept": …, "columns": […], "rows": [{"key": 1, "row": […]}]}`. It comes first, and again if the reader fell behind, connected again too late, or its rights have changed: it replaces everything before.
     * - `change`: `{"added": [{"key": 7, "row": […]}], "changed": […], "removed": [3]}`, about a commit or several. A row that has `at` belongs at this index: take the removed and changed rows out, then put the added and changed ones in, in ascending order of `at`. Without `at` the rows have no order.
     * - `end`: `{"code": …, "message": …}`: the rights of the caller have ended, or the query cannot be run any more.
     * - An event with an `id` alone is a heartbeat.
     *
     * `kept` says what is run again after a change: `ehr`, the query of one EHR; `ehrs`, the query in the EHRs that changed; `query`, the whole query, at most once in `interval_ms`. The audit trail has each answer with the EHRs that it shows. Without a version, the stream stays with the one that is the highest when it begins.
     *
     *     const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
     *     const parameters = { wanted: 'Encounter' }
     *     for await (const { rows } of cairn.live({ name }, { ehrId, parameters })) return rows.length === 1
     *     return false
     */
    stored(parameters: LiveStoredParameters, options?: CallOptions): Promise<undefined>
    /**
     * Keep a stored query alive: `POST /extra/v1/live/{qualified_query_name}/{version}`, scope `api.read`.
     *
     * Server-Sent Events, in JSON.
     *
     * - `rows`: all rows, each with a `key`: `{"kept": …, "columns": […], "rows": [{"key": 1, "row": […]}]}`. It comes first, and again if the reader fell behind, connected again too late, or its rights have changed: it replaces everything before.
     * - `change`: `{"added": [{"key": 7, "row": […]}], "changed": […], "removed": [3]}`, about a commit or several. A row that has `at` belongs at this index: take the removed and changed rows out, then put the added and changed ones in, in ascending order of `at`. Without `at` the rows have no order.
     * - `end`: `{"code": …, "message": …}`: the rights of the caller have ended, or the query cannot be run any more.
     * - An event with an `id` alone is a heartbeat.
     *
     * `kept` says what is run again after a change: `ehr`, the query of one EHR; `ehrs`, the query in the EHRs that changed; `query`, the whole query, at most once in `interval_ms`. The audit trail has each answer with the EHRs that it shows. Without a version, the stream stays with the one that is the highest when it begins.
     *
     *     await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
     *     for await (const { rows } of cairn.live({ name, version: '1.0.0' }, { ehrId })) return rows.length === 1
     *     return false
     */
    storedVersion(parameters: LiveStoredVersionParameters, options?: CallOptions): Promise<undefined>
  }
  readonly clients: {
    /**
     * List clients: `GET /admin/v1/client`, scope `api.admin`.
     *
     *     const clients = await cairn.clients.list()
     *     return clients.some(each => each.client_id === clientId)
     */
    list(parameters?: ClientListParameters, options?: CallOptions): Promise<ClientListAnswers['application/json']>
    /**
     * Create a client: `POST /admin/v1/client`, scope `api.admin`.
     *
     * A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const created = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     return created.client_secret
     */
    create(parameters: ClientCreateParameters, options?: CallOptions): Promise<ClientCreateAnswers['application/json']>
    /**
     * Read a client: `GET /admin/v1/client/{client_id}`, scope `api.admin`.
     *
     *     const { scopes } = await cairn.clients.get({ client_id: clientId })
     *     return scopes.includes('api.read')
     */
    get(parameters: ClientGetParameters, options?: CallOptions): Promise<ClientGetAnswers['application/json']>
    /**
     * Change a client: `PUT /admin/v1/client/{client_id}`, scope `api.admin`.
     *
     * Members that are left out stay as they are. Removed scopes stop working at once, also in existing tokens.
     *
     *     const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     const { scopes } = await cairn.clients.update({ client_id, body: { scopes: ['api.read', 'api.write'] } })
     *     return scopes.includes('api.write')
     */
    update(parameters: ClientUpdateParameters, options?: CallOptions): Promise<ClientUpdateAnswers['application/json']>
    /**
     * Delete a client: its tokens stop working at once: `DELETE /admin/v1/client/{client_id}`, scope `api.admin`.
     *
     * Its id is never given to another client.
     *
     *     const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     await cairn.clients.delete({ client_id })
     *     return true
     */
    delete(parameters: ClientDeleteParameters, options?: CallOptions): Promise<undefined>
    /**
     * Give a client a new secret: `POST /admin/v1/client/{client_id}/rotate`, scope `api.admin`.
     *
     * The newest old secret keeps working until the next rotation. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     const { client_secret } = await cairn.clients.rotate({ client_id })
     *     return client_secret
     */
    rotate(parameters: ClientRotateParameters, options?: CallOptions): Promise<ClientRotateAnswers['application/json']>
    /**
     * Disable a client: its tokens stop working at once: `POST /admin/v1/client/{client_id}/disable`, scope `api.admin`.
     *
     *     const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     const { disabled } = await cairn.clients.disable({ client_id })
     *     return disabled
     */
    disable(parameters: ClientDisableParameters, options?: CallOptions): Promise<ClientDisableAnswers['application/json']>
    /**
     * Enable a client again: `POST /admin/v1/client/{client_id}/enable`, scope `api.admin`.
     *
     * A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
     *     await cairn.clients.disable({ client_id })
     *     const { disabled } = await cairn.clients.enable({ client_id })
     *     return !disabled
     */
    enable(parameters: ClientEnableParameters, options?: CallOptions): Promise<ClientEnableAnswers['application/json']>
    /**
     * List changes of clients that need a second administrator: `GET /admin/v1/client-request`, scope `api.admin`.
     *
     * Also those that were decided or expired in the last month. At most 1,000.
     *
     *     const requests = await cairn.clients.requestList()
     *     return requests.every(({ state }) => state !== 'pending')
     */
    requestList(parameters?: ClientRequestListParameters, options?: CallOptions): Promise<ClientRequestListAnswers['application/json']>
    /**
     * Read a change that needs a second administrator: `GET /admin/v1/client-request/{request_id}`, scope `api.admin`.
     *
     *     const refused = await cairn.clients
     *       .requestGet({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'client.request_not_found'
     */
    requestGet(parameters: ClientRequestGetParameters, options?: CallOptions): Promise<ClientRequestGetAnswers['application/json']>
    /**
     * Approve a change as the second administrator: it is made at once: `POST /admin/v1/client-request/{request_id}/approval`, scope `api.admin`.
     *
     * Not by the person or client that asked, nor by a client with credentials of the same administrator. A person who calls must have signed in, or confirmed who they are, in the last five minutes.
     *
     *     const refused = await cairn.clients
     *       .requestApprove({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'client.request_not_found'
     */
    requestApprove(parameters: ClientRequestApproveParameters, options?: CallOptions): Promise<ClientRequestApproveAnswers['application/json']>
    /**
     * Reject a change, or withdraw your own request: `POST /admin/v1/client-request/{request_id}/rejection`, scope `api.admin`.
     *
     *     const refused = await cairn.clients
     *       .requestReject({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'client.request_not_found'
     */
    requestReject(parameters: ClientRequestRejectParameters, options?: CallOptions): Promise<ClientRequestRejectAnswers['application/json']>
  }
  readonly people: {
    /**
     * List the apps of a person: `GET /admin/v1/person/{person_id}/app`, scope `api.admin`.
     *
     *     const body = { person_id: `hal.${name}`, name: 'Hal Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const apps = await cairn.people.personApps({ person_id })
     *     return apps.length === 0
     */
    personApps(parameters: PersonAppsParameters, options?: CallOptions): Promise<PersonAppsAnswers['application/json']>
    /**
     * End the access of an app to a person: `DELETE /admin/v1/person/{person_id}/app/{client_id}`, scope `api.admin`.
     *
     * Its tokens and refresh tokens for the person stop working at once. The person is asked again at the next sign-in to the app.
     *
     *     const body = { person_id: `ina.${name}`, name: 'Ina Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const [client] = await cairn.clients.list()
     *     await cairn.people.personEndApp({ person_id, client_id: client?.client_id ?? '' })
     *     return true
     */
    personEndApp(parameters: PersonEndAppParameters, options?: CallOptions): Promise<undefined>
    /**
     * Tell what a person may do: `GET /admin/v1/person/{person_id}/access`, scope `api.admin`.
     *
     * Roles, the rules that result from them, EHRs in reach, apps, ways to sign in, and sessions, as they are now.
     *
     *     const body = { person_id: `geo.${name}`, name: 'Geo Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { rules } = await cairn.people.personAccess({ person_id })
     *     return rules.some(({ scope }) => scope === 'user/composition-*.rs')
     */
    personAccess(parameters: PersonAccessParameters, options?: CallOptions): Promise<PersonAccessAnswers['application/json']>
    /**
     * List people: `GET /admin/v1/person`, scope `api.admin`.
     *
     *     await cairn.people.personCreate({
     *       body: { person_id: `ben.${name}`, name: 'Ben Meyer', roles: ['nurse'] },
     *     })
     *     const people = await cairn.people.personList()
     *     return people.length > 0
     */
    personList(parameters?: PersonListParameters, options?: CallOptions): Promise<PersonListAnswers['application/json']>
    /**
     * Create an account, with a link that lets the person in once: `POST /admin/v1/person`, scope `api.admin`.
     *
     *     const { invitation } = await cairn.people.personCreate({
     *       body: { person_id: `ana.${name}`, name: 'Ana Meyer', roles: ['nurse'] },
     *     })
     *     return invitation?.link
     */
    personCreate(parameters: PersonCreateParameters, options?: CallOptions): Promise<PersonCreateAnswers['application/json']>
    /**
     * Read an account: `GET /admin/v1/person/{person_id}`, scope `api.admin`.
     *
     *     const body = { person_id: `cora.${name}`, name: 'Cora Meyer', roles: ['clinician'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { roles } = await cairn.people.personGet({ person_id })
     *     return roles.includes('clinician')
     */
    personGet(parameters: PersonGetParameters, options?: CallOptions): Promise<PersonGetAnswers['application/json']>
    /**
     * Change an account: `PUT /admin/v1/person/{person_id}`, scope `api.admin`.
     *
     * Members that are left out stay as they are. The change is in force at once. The sessions of an account that is disabled end, and so does the access of its apps: they do not come back when it is enabled.
     *
     *     const body = { person_id: `dan.${name}`, name: 'Dan Meyer', roles: ['clinician'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { disabled } = await cairn.people.personUpdate({ person_id, body: { disabled: true } })
     *     return disabled
     */
    personUpdate(parameters: PersonUpdateParameters, options?: CallOptions): Promise<PersonUpdateAnswers['application/json']>
    /**
     * Make a new link that lets the person in once: `POST /admin/v1/person/{person_id}/invitation`, scope `api.admin`.
     *
     * For a person who lost passkey, password, authenticator app or recovery codes. An earlier link stops working; once the new one is used, so do all credentials and sessions of before.
     *
     *     const body = { person_id: `eva.${name}`, name: 'Eva Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { invitation } = await cairn.people.personInvite({ person_id })
     *     return invitation?.expires_at
     */
    personInvite(parameters: PersonInviteParameters, options?: CallOptions): Promise<PersonInviteAnswers['application/json']>
    /**
     * List the sessions of a person: `GET /admin/v1/person/{person_id}/session`, scope `api.admin`.
     *
     *     const body = { person_id: `fin.${name}`, name: 'Fin Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const sessions = await cairn.people.personSessions({ person_id })
     *     return sessions.length === 0
     */
    personSessions(parameters: PersonSessionsParameters, options?: CallOptions): Promise<PersonSessionsAnswers['application/json']>
    /**
     * End all sessions of a person: `DELETE /admin/v1/person/{person_id}/session`, scope `api.admin`.
     *
     * The access of all apps ends too, offline access included: the person has to sign in again.
     *
     *     const body = { person_id: `gil.${name}`, name: 'Gil Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     await cairn.people.personEndSessions({ person_id })
     *     return true
     */
    personEndSessions(parameters: PersonEndSessionsParameters, options?: CallOptions): Promise<undefined>
    /**
     * End one session of a person: `DELETE /admin/v1/person/{person_id}/session/{session_id}`, scope `api.admin`.
     *
     * The access of apps that lives with the session ends too. Other sessions and offline access go on.
     *
     *     const body = { person_id: `jan.${name}`, name: 'Jan Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const sessions = await cairn.people.personSessions({ person_id })
     *     for (const { session_id = '' } of sessions) await cairn.people.personEndSession({ person_id, session_id })
     *     return true
     */
    personEndSession(parameters: PersonEndSessionParameters, options?: CallOptions): Promise<undefined>
    /**
     * Remove a passkey of a person: `DELETE /admin/v1/person/{person_id}/passkey/{passkey_id}`, scope `api.admin`.
     *
     * For a device that was lost. Nobody can sign in with the passkey from then on; sessions go on until they are ended.
     *
     *     const body = { person_id: `kim.${name}`, name: 'Kim Meyer', roles: ['nurse'] } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { sign_in } = await cairn.people.personAccess({ person_id })
     *     for (const { passkey_id } of sign_in.passkeys)
     *       await cairn.people.personEndPasskey({ person_id, passkey_id })
     *     return true
     */
    personEndPasskey(parameters: PersonEndPasskeyParameters, options?: CallOptions): Promise<undefined>
    /**
     * List the EHRs that are or were assigned to a person: `GET /admin/v1/person/{person_id}/assignment`, scope `api.admin`.
     *
     *     const body = {
     *       person_id: `hal.${name}`,
     *       name: 'Hal Meyer',
     *       roles: [],
     *       assigned_roles: ['nurse'],
     *     } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     await cairn.people.assignmentCreate({ person_id, body: { tag_key: 'ward', tag_value: '3B' } })
     *     const assignments = await cairn.people.assignmentList({ person_id })
     *     return assignments.length === 1
     */
    assignmentList(parameters: AssignmentListParameters, options?: CallOptions): Promise<AssignmentListAnswers['application/json']>
    /**
     * Assign EHRs to a person: `POST /admin/v1/person/{person_id}/assignment`, scope `api.admin`.
     *
     * One EHR, the EHR of an episode, or all EHRs with a tag. The assigned roles of the person hold there.
     *
     *     const body = {
     *       person_id: `gus.${name}`,
     *       name: 'Gus Meyer',
     *       roles: [],
     *       assigned_roles: ['nurse'],
     *     } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const assignment = await cairn.people.assignmentCreate({
     *       person_id,
     *       body: { ehr_id: ehrId, to: '2199-01-01T00:00:00Z', reason: 'on the ward' },
     *     })
     *     return assignment.kind === 'ehr'
     */
    assignmentCreate(parameters: AssignmentCreateParameters, options?: CallOptions): Promise<AssignmentCreateAnswers['application/json']>
    /**
     * End an assignment now: `DELETE /admin/v1/assignment/{assignment_id}`, scope `api.admin`.
     *
     *     const body = {
     *       person_id: `ida.${name}`,
     *       name: 'Ida Meyer',
     *       roles: [],
     *       assigned_roles: ['nurse'],
     *     } as const
     *     const { person_id } = await cairn.people.personCreate({ body })
     *     const { assignment_id } = await cairn.people.assignmentCreate({ person_id, body: { ehr_id: ehrId } })
     *     const ended = await cairn.people.assignmentEnd({ assignment_id })
     *     return ended.to
     */
    assignmentEnd(parameters: AssignmentEndParameters, options?: CallOptions): Promise<AssignmentEndAnswers['application/json']>
    /**
     * List access that people took in an emergency: `GET /admin/v1/break-glass`, scope `api.admin`.
     *
     *     const waiting = await cairn.people.breakGlassList({ reviewed: false })
     *     return waiting.length === 0
     */
    breakGlassList(parameters?: BreakGlassListParameters, options?: CallOptions): Promise<BreakGlassListAnswers['application/json']>
    /**
     * Record the review of access that a person took: `POST /admin/v1/break-glass/{assignment_id}/review`, scope `api.admin`.
     *
     *     // There is none with this id.
     *     const refused = await cairn.people
     *       .breakGlassReview({ assignment_id: crypto.randomUUID(), body: { review: 'was needed' } })
     *       .catch((error: { code?: string }) => error.code)
     *     return refused === 'assignment.not_found'
     */
    breakGlassReview(parameters: BreakGlassReviewParameters, options?: CallOptions): Promise<BreakGlassReviewAnswers['application/json']>
  }
  readonly roles: {
    /**
     * List roles: `GET /admin/v1/role`, scope `api.admin`.
     *
     *     const roles = await cairn.roles.list()
     *     return roles.some(role => role.name === 'nurse' && role.built_in)
     */
    list(parameters?: RoleListParameters, options?: CallOptions): Promise<RoleListAnswers['application/json']>
    /**
     * Create a role: `POST /admin/v1/role`, scope `api.admin`.
     *
     *     const role = await cairn.roles.create({
     *       body: { name: `a.${name}`, rights: ['user/composition-Vital_signs.**.rs', 'user/aql-*.rs'] },
     *     })
     *     return !role.built_in
     */
    create(parameters: RoleCreateParameters, options?: CallOptions): Promise<RoleCreateAnswers['application/json']>
    /**
     * Read a role: `GET /admin/v1/role/{role}`, scope `api.admin`.
     *
     *     const { scopes } = await cairn.roles.get({ role: 'clinician' })
     *     return scopes.includes('api.read')
     */
    get(parameters: RoleGetParameters, options?: CallOptions): Promise<RoleGetAnswers['application/json']>
    /**
     * Change a role: `PUT /admin/v1/role/{role}`, scope `api.admin`.
     *
     * Members that are left out stay as they are. The change is in force at once for all people who have the role, in all their sessions and tokens.
     *
     *     const body = { name: `b.${name}`, rights: ['user/composition-*.rs'] }
     *     const { name: role } = await cairn.roles.create({ body })
     *     const { assignable } = await cairn.roles.update({ role, body: { assignable: true } })
     *     return assignable
     */
    update(parameters: RoleUpdateParameters, options?: CallOptions): Promise<RoleUpdateAnswers['application/json']>
    /**
     * Delete a role: `DELETE /admin/v1/role/{role}`, scope `api.admin`.
     *
     *     const body = { name: `c.${name}`, rights: ['user/composition-*.rs'] }
     *     const { name: role } = await cairn.roles.create({ body })
     *     await cairn.roles.delete({ role, take_from_people: true })
     *     return true
     */
    delete(parameters: RoleDeleteParameters, options?: CallOptions): Promise<undefined>
  }
  readonly auditTrail: {
    /**
     * Search the audit trail: `GET /admin/v1/audit`, scope `api.admin`.
     *
     * The newest events first. While a node of a distributed database is away, the answer has the events of the others and names the node. By `Accept: application/fhir+json` a Bundle of FHIR AuditEvents (IHE BALP). Queries over more than 100 EHRs are not found by `ehr_id`: they have the number of EHRs only.
     *
     *     const lines: string[] = []
     *     for await (const event of cairn.auditTrail.searchEach({ ehr_id: ehrId, action: 'C' }))
     *       lines.push(`${event.at} ${event.client_id} ${event.outcome}`)
     *     return lines.length === 2
     */
    search<Accept extends keyof AuditSearchAnswers = 'application/json'>(parameters?: AuditSearchParameters, options?: CallOptions<Accept>): Promise<AuditSearchAnswers[Accept]>
    /** The same, item by item over all pages. */
    searchEach(parameters?: AuditSearchParameters, options?: CallOptions): AsyncIterable<AuditEvent>
    /**
     * Verify all records and the audit trail: `GET /admin/v1/verification`, scope `api.admin`.
     *
     * As `cairn verify` does: every version against its signature and the one before it, tags, definitions, clients, people and rights against their seals, and the audit trail against its seals. One JSON object for each line: `{"record": "progress", "part": "versions", "done": 500, "total": 2000}`, then `objects` and `seals`, and at the end one with `"record": "result"`, the numbers, and all `faults`, those of sealed objects in `state` and those of the audit trail in `audit`. A fault names an object and nothing of its content. An answer without it is not complete. The work ends when the caller leaves, and takes its time from no request.
     *
     *     const answer = await cairn.request('verification_run', {})
     *     const lines = (await answer.text()).trimEnd().split('\n')
     *     const { faults, audit } = JSON.parse(lines.at(-1) ?? '')
     *     return faults.length === 0 && audit.faults.length === 0
     */
    verificationRun(parameters?: VerificationRunParameters, options?: CallOptions): Promise<VerificationRunAnswers['application/x-ndjson']>
  }
  readonly transfer: {
    /**
     * Export records: `GET /admin/v1/export`, scope `api.admin`.
     *
     * All records, those of some EHRs, or those of a cohort, one JSON object for each line: keys, templates, stored queries, datamaps, tombstones, EHRs, and contributions with all their versions. All lines are of one state of the database. The last line is the manifest; an answer without it is not complete. Rights without identity (researchers) get another format, `cairn-research/1`: templates, then for each EHR a line `ehr` and a line `version` for each of its versions, all of them as queries of researchers see them. `ehr_id` and `q` then mean replaced ids.
     *
     *     const answer = await cairn.request('transfer_export', { ehr_id: [ehrId] })
     *     const lines = (await answer.text()).trimEnd().split('\n')
     *     return lines.at(-1)?.startsWith('{"record":"manifest"')
     */
    export(parameters?: TransferExportParameters, options?: CallOptions): Promise<TransferExportAnswers['application/x-ndjson']>
    /**
     * Import some lines of an export: `POST /admin/v1/import`, scope `api.admin`.
     *
     * Records keep their ids, times, audits and signatures. A record that is there already is skipped, another with the same id is rejected, so the same lines can be sent again. Send the lines of an export in their order, as many as fit into `CAIRN_BODY_LIMIT`; the first and the last line are not sent.
     *
     *     const lines = (await cairn.transfer.export({ ehr_id: [ehrId] })).trimEnd().split('\n')
     *     const { origin } = JSON.parse(lines[0] ?? '')
     *     const result = await cairn.transfer.import({ origin, body: lines.slice(1, -1).join('\n') })
     *     return result.skipped > 0 && result.rejected.length === 0
     */
    import(parameters: TransferImportParameters, options?: CallOptions): Promise<TransferImportAnswers['application/json']>
  }
  readonly service: {
    /**
     * The documentation: `GET /docs`.
     *
     * Pages for people, without a token; each is also there as Markdown, and `/llms.txt` lists them.
     *
     *     const html = await cairn.service.documentation()
     *     return html.includes('Cairn documentation')
     */
    documentation(parameters?: DocumentationParameters, options?: CallOptions): Promise<DocumentationAnswers['text/html']>
    /**
     * AsyncAPI description: `GET /asyncapi.json`.
     *
     * The events of the change feed, of webhooks and of live queries.
     *
     *     const description = await cairn.service.asyncapiDescription()
     *     return description['asyncapi'] === '3.0.0'
     */
    asyncapiDescription(parameters?: AsyncapiDescriptionParameters, options?: CallOptions): Promise<AsyncapiDescriptionAnswers['application/json']>
    /**
     * Is the process alive?: `GET /health/live`.
     *
     * Asks nothing of the database.
     *
     *     const { status } = await cairn.service.healthLive()
     *     return status === 'live'
     */
    healthLive(parameters?: HealthLiveParameters, options?: CallOptions): Promise<HealthLiveAnswers['application/json']>
    /**
     * Can it serve: is the database there, and of the right version?: `GET /health/ready`.
     *
     *     const { status } = await cairn.service.healthReady()
     *     return status === 'ready'
     */
    healthReady(parameters?: HealthReadyParameters, options?: CallOptions): Promise<HealthReadyAnswers['application/json']>
    /**
     * Start page: `GET /`.
     *
     * The server in a few facts, with links to all the rest: JSON, or a page for browsers.
     *
     *     const { name, status } = await cairn.service.startPage()
     *     return name === 'Cairn' && status === 'ready'
     */
    startPage<Accept extends keyof StartPageAnswers = 'application/json'>(parameters?: StartPageParameters, options?: CallOptions<Accept>): Promise<StartPageAnswers[Accept]>
    /**
     * OpenAPI description: `GET /openapi.json`.
     *
     *     const description = await cairn.service.openapiDescription()
     *     return description['openapi'] === '3.1.0'
     */
    openapiDescription(parameters?: OpenapiDescriptionParameters, options?: CallOptions): Promise<OpenapiDescriptionAnswers['application/json']>
  }
}

export const OPERATIONS = {
  smart_configuration: {"group":"authorization","name":"smartConfiguration","method":"GET","path":"/.well-known/smart-configuration","accept":"application/json"},
  oauth_metadata: {"group":"authorization","name":"oauthMetadata","method":"GET","path":"/.well-known/oauth-authorization-server","accept":"application/json"},
  openid_configuration: {"group":"authorization","name":"openidConfiguration","method":"GET","path":"/.well-known/openid-configuration","accept":"application/json"},
  jwks: {"group":"authorization","name":"jwks","method":"GET","path":"/.well-known/jwks.json","accept":"application/json"},
  token: {"group":"authorization","name":"token","method":"POST","path":"/oauth/token","body":"application/x-www-form-urlencoded","accept":"application/json"},
  introspect: {"group":"authorization","name":"introspect","method":"POST","path":"/oauth/introspect","body":"application/x-www-form-urlencoded","accept":"application/json"},
  revoke: {"group":"authorization","name":"revoke","method":"POST","path":"/oauth/revoke","body":"application/x-www-form-urlencoded"},
  pushed_authorization_request: {"group":"authorization","name":"pushedRequest","method":"POST","path":"/oauth/par","body":"application/x-www-form-urlencoded","accept":"application/json"},
  break_glass: {"group":"authorization","name":"breakGlass","method":"POST","path":"/auth/v1/break-glass","scope":"api.break_glass","body":"application/json","accept":"application/json"},
  launch: {"group":"authorization","name":"launch","method":"POST","path":"/auth/v1/launch","scope":"api.read","body":"application/json","accept":"application/json"},
  template_upload: {"group":"templates","name":"upload","method":"POST","path":"/openehr/v1/definition/template/adl1.4","scope":"api.write","headers":{"prefer":"Prefer"},"body":"application/xml","versioned":true},
  template_list: {"group":"templates","name":"list","method":"GET","path":"/openehr/v1/definition/template/adl1.4","scope":"api.read","query":["template_id","concept","version","offset","fetch"],"accept":"application/json","items":""},
  template_get: {"group":"templates","name":"get","method":"GET","path":"/openehr/v1/definition/template/adl1.4/{template_id}","scope":"api.read","query":["version"],"accept":"application/json","versioned":true},
  template_replace: {"group":"templates","name":"replace","method":"PUT","path":"/openehr/v1/definition/template/adl1.4/{template_id}","scope":"api.write","headers":{"prefer":"Prefer"},"body":"application/xml"},
  template_delete: {"group":"templates","name":"delete","method":"DELETE","path":"/openehr/v1/definition/template/adl1.4/{template_id}","scope":"api.write"},
  template_example: {"group":"templates","name":"example","method":"GET","path":"/openehr/v1/definition/template/adl1.4/{template_id}/example","scope":"api.read","query":["type","detail_level","profile"],"accept":"application/json"},
  query_list_all: {"group":"storedQueries","name":"listAll","method":"GET","path":"/openehr/v1/definition/query","scope":"api.read","accept":"application/json"},
  query_list: {"group":"storedQueries","name":"list","method":"GET","path":"/openehr/v1/definition/query/{qualified_query_name}","scope":"api.read","accept":"application/json"},
  query_store: {"group":"storedQueries","name":"store","method":"PUT","path":"/openehr/v1/definition/query/{qualified_query_name}","scope":"api.write","query":["query_type"],"body":"application/json"},
  query_store_version: {"group":"storedQueries","name":"storeVersion","method":"PUT","path":"/openehr/v1/definition/query/{qualified_query_name}/{version}","scope":"api.write","query":["query_type"],"body":"application/json"},
  query_get: {"group":"storedQueries","name":"get","method":"GET","path":"/openehr/v1/definition/query/{qualified_query_name}/{version}","scope":"api.read","accept":"application/json"},
  query_delete: {"group":"storedQueries","name":"delete","method":"DELETE","path":"/openehr/v1/definition/query/{qualified_query_name}/{version}","scope":"api.write"},
  ehr_create: {"group":"ehr","name":"create","method":"POST","path":"/openehr/v1/ehr","scope":"api.write","headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","cairnPersonUid":"cairn-person-uid","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  ehr_get_by_subject: {"group":"ehr","name":"getBySubject","method":"GET","path":"/openehr/v1/ehr","scope":"api.read","query":["subject_id","subject_namespace","person_uid"],"accept":"application/json"},
  ehr_create_with_id: {"group":"ehr","name":"createWithId","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}","scope":"api.write","headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","cairnPersonUid":"cairn-person-uid","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  ehr_get_by_id: {"group":"ehr","name":"getById","method":"GET","path":"/openehr/v1/ehr/{ehr_id}","scope":"api.read","headers":{"includeCairnPersonUid":"include-cairn-person-uid"},"accept":"application/json"},
  ehr_status_get_at_time: {"group":"ehrStatus","name":"getAtTime","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/ehr_status","scope":"api.read","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  ehr_status_update: {"group":"ehrStatus","name":"update","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}/ehr_status","scope":"api.write","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","cairnPersonUid":"cairn-person-uid","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  ehr_status_get_by_version_id: {"group":"ehrStatus","name":"getByVersionId","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/ehr_status/{version_uid}","scope":"api.read","query":["profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  composition_create: {"group":"composition","name":"create","method":"POST","path":"/openehr/v1/ehr/{ehr_id}/composition","scope":"api.write","query":["profile"],"headers":{"prefer":"Prefer","cairnEpisode":"cairn-episode","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  composition_get: {"group":"composition","name":"get","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}","scope":"api.read","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  composition_update: {"group":"composition","name":"update","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}","scope":"api.write","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","cairnEpisode":"cairn-episode","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  composition_delete: {"group":"composition","name":"delete","method":"DELETE","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}","scope":"api.write","headers":{"cairnEpisode":"cairn-episode","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  versioned_composition_get: {"group":"composition","name":"versionedGet","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}","scope":"api.read","accept":"application/json"},
  versioned_composition_revision_history: {"group":"composition","name":"versionedRevisionHistory","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/revision_history","scope":"api.read","accept":"application/json"},
  versioned_composition_version_at_time: {"group":"composition","name":"versionedVersionAtTime","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/version","scope":"api.read","query":["version_at_time"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  versioned_composition_version_by_id: {"group":"composition","name":"versionedVersionById","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/version/{version_uid}","scope":"api.read","headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  versioned_ehr_status_get: {"group":"ehrStatus","name":"versionedGet","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_ehr_status","scope":"api.read","accept":"application/json"},
  versioned_ehr_status_revision_history: {"group":"ehrStatus","name":"versionedRevisionHistory","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_ehr_status/revision_history","scope":"api.read","accept":"application/json"},
  versioned_ehr_status_version_at_time: {"group":"ehrStatus","name":"versionedVersionAtTime","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_ehr_status/version","scope":"api.read","query":["version_at_time"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  versioned_ehr_status_version_by_id: {"group":"ehrStatus","name":"versionedVersionById","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/versioned_ehr_status/version/{version_uid}","scope":"api.read","headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  contribution_create: {"group":"contribution","name":"create","method":"POST","path":"/openehr/v1/ehr/{ehr_id}/contribution","scope":"api.write","headers":{"cairnEpisode":"cairn-episode","prefer":"Prefer"},"body":"application/json","accept":"application/json","versioned":true},
  contribution_get: {"group":"contribution","name":"get","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/contribution/{contribution_uid}","scope":"api.read","headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  directory_create: {"group":"directory","name":"create","method":"POST","path":"/openehr/v1/ehr/{ehr_id}/directory","scope":"api.write","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  directory_get_at_time: {"group":"directory","name":"getAtTime","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/directory","scope":"api.read","query":["version_at_time","path","profile"],"accept":"application/json","versioned":true},
  directory_update: {"group":"directory","name":"update","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}/directory","scope":"api.write","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  directory_delete: {"group":"directory","name":"delete","method":"DELETE","path":"/openehr/v1/ehr/{ehr_id}/directory","scope":"api.write","headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"versioned":true},
  directory_get_by_version_id: {"group":"directory","name":"getByVersionId","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/directory/{version_uid}","scope":"api.read","query":["path","profile"],"accept":"application/json","versioned":true},
  ehr_tags_get: {"group":"itemTags","name":"ehrGet","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/tags","scope":"api.read","query":["tag_key","tag_value","tag_target_path"],"accept":"application/json"},
  composition_tags_get: {"group":"composition","name":"tagsGet","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags","scope":"api.read","accept":"application/json"},
  composition_tags_update: {"group":"composition","name":"tagsUpdate","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags","scope":"api.write","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  composition_tags_delete: {"group":"composition","name":"tagsDelete","method":"DELETE","path":"/openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}/tags/{key}","scope":"api.write"},
  ehr_status_tags_get: {"group":"ehrStatus","name":"tagsGet","method":"GET","path":"/openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags","scope":"api.read","accept":"application/json"},
  ehr_status_tags_update: {"group":"ehrStatus","name":"tagsUpdate","method":"PUT","path":"/openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags","scope":"api.write","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  ehr_status_tags_delete: {"group":"ehrStatus","name":"tagsDelete","method":"DELETE","path":"/openehr/v1/ehr/{ehr_id}/ehr_status/{uid_based_id}/tags/{key}","scope":"api.write"},
  demographic_person_create: {"group":"demographic","name":"personCreate","method":"POST","path":"/openehr/v1/demographic/person","scope":"api.admin","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_person_get: {"group":"demographic","name":"personGet","method":"GET","path":"/openehr/v1/demographic/person/{uid_based_id}","scope":"api.admin","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_person_update: {"group":"demographic","name":"personUpdate","method":"PUT","path":"/openehr/v1/demographic/person/{uid_based_id}","scope":"api.admin","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_person_delete: {"group":"demographic","name":"personDelete","method":"DELETE","path":"/openehr/v1/demographic/person/{uid_based_id}","scope":"api.admin","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  demographic_organisation_create: {"group":"demographic","name":"organisationCreate","method":"POST","path":"/openehr/v1/demographic/organisation","scope":"api.admin","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_organisation_get: {"group":"demographic","name":"organisationGet","method":"GET","path":"/openehr/v1/demographic/organisation/{uid_based_id}","scope":"api.admin","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_organisation_update: {"group":"demographic","name":"organisationUpdate","method":"PUT","path":"/openehr/v1/demographic/organisation/{uid_based_id}","scope":"api.admin","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_organisation_delete: {"group":"demographic","name":"organisationDelete","method":"DELETE","path":"/openehr/v1/demographic/organisation/{uid_based_id}","scope":"api.admin","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  demographic_group_create: {"group":"demographic","name":"groupCreate","method":"POST","path":"/openehr/v1/demographic/group","scope":"api.admin","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_group_get: {"group":"demographic","name":"groupGet","method":"GET","path":"/openehr/v1/demographic/group/{uid_based_id}","scope":"api.admin","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_group_update: {"group":"demographic","name":"groupUpdate","method":"PUT","path":"/openehr/v1/demographic/group/{uid_based_id}","scope":"api.admin","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_group_delete: {"group":"demographic","name":"groupDelete","method":"DELETE","path":"/openehr/v1/demographic/group/{uid_based_id}","scope":"api.admin","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  demographic_agent_create: {"group":"demographic","name":"agentCreate","method":"POST","path":"/openehr/v1/demographic/agent","scope":"api.admin","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_agent_get: {"group":"demographic","name":"agentGet","method":"GET","path":"/openehr/v1/demographic/agent/{uid_based_id}","scope":"api.admin","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_agent_update: {"group":"demographic","name":"agentUpdate","method":"PUT","path":"/openehr/v1/demographic/agent/{uid_based_id}","scope":"api.admin","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_agent_delete: {"group":"demographic","name":"agentDelete","method":"DELETE","path":"/openehr/v1/demographic/agent/{uid_based_id}","scope":"api.admin","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  demographic_role_create: {"group":"demographic","name":"roleCreate","method":"POST","path":"/openehr/v1/demographic/role","scope":"api.admin","query":["profile"],"headers":{"prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_role_get: {"group":"demographic","name":"roleGet","method":"GET","path":"/openehr/v1/demographic/role/{uid_based_id}","scope":"api.admin","query":["version_at_time","profile"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_role_update: {"group":"demographic","name":"roleUpdate","method":"PUT","path":"/openehr/v1/demographic/role/{uid_based_id}","scope":"api.admin","query":["profile"],"headers":{"ifMatch":"If-Match","prefer":"Prefer","openehrTemplateId":"openehr-template-id","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_role_delete: {"group":"demographic","name":"roleDelete","method":"DELETE","path":"/openehr/v1/demographic/role/{uid_based_id}","scope":"api.admin","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag"},"versioned":true},
  versioned_party_get: {"group":"demographic","name":"versionedPartyGet","method":"GET","path":"/openehr/v1/demographic/versioned_party/{versioned_object_uid}","scope":"api.admin","accept":"application/json"},
  versioned_party_revision_history: {"group":"demographic","name":"versionedPartyRevisionHistory","method":"GET","path":"/openehr/v1/demographic/versioned_party/{versioned_object_uid}/revision_history","scope":"api.admin","accept":"application/json"},
  versioned_party_version_at_time: {"group":"demographic","name":"versionedPartyVersionAtTime","method":"GET","path":"/openehr/v1/demographic/versioned_party/{versioned_object_uid}/version","scope":"api.admin","query":["version_at_time"],"headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  versioned_party_version_by_id: {"group":"demographic","name":"versionedPartyVersionById","method":"GET","path":"/openehr/v1/demographic/versioned_party/{versioned_object_uid}/version/{version_uid}","scope":"api.admin","headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_contribution_create: {"group":"demographic","name":"contributionCreate","method":"POST","path":"/openehr/v1/demographic/contribution","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json","versioned":true},
  demographic_contribution_get: {"group":"demographic","name":"contributionGet","method":"GET","path":"/openehr/v1/demographic/contribution/{contribution_uid}","scope":"api.admin","headers":{"prefer":"Prefer"},"accept":"application/json","versioned":true},
  demographic_person_tags_get: {"group":"demographic","name":"personTagsGet","method":"GET","path":"/openehr/v1/demographic/person/{uid_based_id}/tags","scope":"api.admin","accept":"application/json"},
  demographic_person_tags_update: {"group":"demographic","name":"personTagsUpdate","method":"PUT","path":"/openehr/v1/demographic/person/{uid_based_id}/tags","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  demographic_person_tags_delete: {"group":"demographic","name":"personTagsDelete","method":"DELETE","path":"/openehr/v1/demographic/person/{uid_based_id}/tags/{key}","scope":"api.admin"},
  demographic_organisation_tags_get: {"group":"demographic","name":"organisationTagsGet","method":"GET","path":"/openehr/v1/demographic/organisation/{uid_based_id}/tags","scope":"api.admin","accept":"application/json"},
  demographic_organisation_tags_update: {"group":"demographic","name":"organisationTagsUpdate","method":"PUT","path":"/openehr/v1/demographic/organisation/{uid_based_id}/tags","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  demographic_organisation_tags_delete: {"group":"demographic","name":"organisationTagsDelete","method":"DELETE","path":"/openehr/v1/demographic/organisation/{uid_based_id}/tags/{key}","scope":"api.admin"},
  demographic_group_tags_get: {"group":"demographic","name":"groupTagsGet","method":"GET","path":"/openehr/v1/demographic/group/{uid_based_id}/tags","scope":"api.admin","accept":"application/json"},
  demographic_group_tags_update: {"group":"demographic","name":"groupTagsUpdate","method":"PUT","path":"/openehr/v1/demographic/group/{uid_based_id}/tags","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  demographic_group_tags_delete: {"group":"demographic","name":"groupTagsDelete","method":"DELETE","path":"/openehr/v1/demographic/group/{uid_based_id}/tags/{key}","scope":"api.admin"},
  demographic_agent_tags_get: {"group":"demographic","name":"agentTagsGet","method":"GET","path":"/openehr/v1/demographic/agent/{uid_based_id}/tags","scope":"api.admin","accept":"application/json"},
  demographic_agent_tags_update: {"group":"demographic","name":"agentTagsUpdate","method":"PUT","path":"/openehr/v1/demographic/agent/{uid_based_id}/tags","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  demographic_agent_tags_delete: {"group":"demographic","name":"agentTagsDelete","method":"DELETE","path":"/openehr/v1/demographic/agent/{uid_based_id}/tags/{key}","scope":"api.admin"},
  demographic_role_tags_get: {"group":"demographic","name":"roleTagsGet","method":"GET","path":"/openehr/v1/demographic/role/{uid_based_id}/tags","scope":"api.admin","accept":"application/json"},
  demographic_role_tags_update: {"group":"demographic","name":"roleTagsUpdate","method":"PUT","path":"/openehr/v1/demographic/role/{uid_based_id}/tags","scope":"api.admin","headers":{"prefer":"Prefer"},"body":"application/json","accept":"application/json"},
  demographic_role_tags_delete: {"group":"demographic","name":"roleTagsDelete","method":"DELETE","path":"/openehr/v1/demographic/role/{uid_based_id}/tags/{key}","scope":"api.admin"},
  demographic_tags_get: {"group":"demographic","name":"tagsGet","method":"GET","path":"/openehr/v1/demographic/tags","scope":"api.admin","query":["tag_key","tag_value","tag_target_path"],"accept":"application/json"},
  admin_ehr_delete_all: {"group":"admin","name":"ehrDeleteAll","method":"DELETE","path":"/openehr/v1/admin/ehr/all","scope":"api.admin","query":["ehr_id","reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"}},
  admin_ehr_delete: {"group":"admin","name":"ehrDelete","method":"DELETE","path":"/openehr/v1/admin/ehr/{ehr_id}","scope":"api.admin","query":["reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"}},
  admin_ehr_merge: {"group":"admin","name":"ehrMerge","method":"POST","path":"/openehr/v1/admin/ehr/{ehr_id}/merge","scope":"api.admin","query":["reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json"},
  admin_template_delete: {"group":"admin","name":"templateDelete","method":"DELETE","path":"/openehr/v1/admin/template/{template_id}","scope":"api.admin"},
  admin_composition_delete: {"group":"admin","name":"compositionDelete","method":"DELETE","path":"/openehr/v1/admin/ehr/{ehr_id}/composition/{uid_based_id}","scope":"api.admin","query":["reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"}},
  admin_directory_delete: {"group":"admin","name":"directoryDelete","method":"DELETE","path":"/openehr/v1/admin/ehr/{ehr_id}/directory/{uid_based_id}","scope":"api.admin","query":["reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"}},
  admin_party_delete: {"group":"admin","name":"partyDelete","method":"DELETE","path":"/openehr/v1/admin/party/{versioned_object_uid}","scope":"api.admin","query":["reason"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"}},
  system_options: {"group":"system","name":"options","method":"OPTIONS","path":"/openehr/v1","accept":"application/json"},
  query_adhoc_get: {"group":"query","name":"adhocGet","method":"GET","path":"/openehr/v1/query/aql","scope":"api.read","query":["q","ehr_id","offset","fetch","query_parameters","explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"accept":"application/json"},
  query_adhoc_post: {"group":"query","name":"adhocPost","method":"POST","path":"/openehr/v1/query/aql","scope":"api.read","query":["explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"body":"application/json","accept":"application/json"},
  query_stored_get: {"group":"query","name":"storedGet","method":"GET","path":"/openehr/v1/query/{qualified_query_name}","scope":"api.read","query":["ehr_id","offset","fetch","query_parameters","explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"accept":"application/json"},
  query_stored_post: {"group":"query","name":"storedPost","method":"POST","path":"/openehr/v1/query/{qualified_query_name}","scope":"api.read","query":["explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"body":"application/json","accept":"application/json"},
  query_stored_version_get: {"group":"query","name":"storedVersionGet","method":"GET","path":"/openehr/v1/query/{qualified_query_name}/{version}","scope":"api.read","query":["ehr_id","offset","fetch","query_parameters","explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"accept":"application/json"},
  query_stored_version_post: {"group":"query","name":"storedVersionPost","method":"POST","path":"/openehr/v1/query/{qualified_query_name}/{version}","scope":"api.read","query":["explain","timeout"],"headers":{"openehrEhrId":"openehr-ehr-id"},"body":"application/json","accept":"application/json"},
  datamap_definition_list: {"group":"datamapDefinitions","name":"list","method":"GET","path":"/extra/v1/definition/datamap","scope":"api.read","accept":"application/json"},
  datamap_definition_get: {"group":"datamapDefinitions","name":"get","method":"GET","path":"/extra/v1/definition/datamap/{datamapName}","scope":"api.read","accept":"application/json"},
  datamap_definition_put: {"group":"datamapDefinitions","name":"put","method":"PUT","path":"/extra/v1/definition/datamap/{datamapName}","scope":"api.write","body":"application/json","accept":"application/json","versioned":true},
  datamap_definition_delete: {"group":"datamapDefinitions","name":"delete","method":"DELETE","path":"/extra/v1/definition/datamap/{datamapName}","scope":"api.write"},
  datamap_definition_schema: {"group":"datamapDefinitions","name":"schema","method":"GET","path":"/extra/v1/definition/datamap/{datamapName}/schema","scope":"api.read","accept":"application/json"},
  datamap_definition_suggest: {"group":"datamapDefinitions","name":"suggest","method":"GET","path":"/extra/v1/definition/datamap-suggestion","scope":"api.read","query":["template_id"],"accept":"application/json"},
  datamap_list: {"group":"datamap","name":"list","method":"GET","path":"/extra/v1/datamap/{datamapName}","scope":"api.read","query":["limit","offset","order_by","ehrUid","after","show","column"],"accept":"application/json","items":"data"},
  datamap_record_create: {"group":"datamap","name":"recordCreate","method":"POST","path":"/extra/v1/datamap/{datamapName}","scope":"api.write","query":["ehrUid"],"headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag","cairnEpisode":"cairn-episode"},"body":"application/json","accept":"application/json","versioned":true},
  datamap_list_ad_hoc: {"group":"datamap","name":"listAdHoc","method":"POST","path":"/extra/v1/datamap","scope":"api.read","query":["limit","offset","order_by","ehrUid","after","show","column"],"body":"application/json","accept":"application/json","items":"data"},
  datamap_record_check: {"group":"datamap","name":"recordCheck","method":"POST","path":"/extra/v1/datamap/{datamapName}/check","scope":"api.read","query":["ehrUid"],"headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json"},
  datamap_record_get: {"group":"datamap","name":"recordGet","method":"GET","path":"/extra/v1/datamap/{datamapName}/{uid}","scope":"api.read","query":["ehrUid"],"accept":"application/json","versioned":true},
  datamap_record_update: {"group":"datamap","name":"recordUpdate","method":"PUT","path":"/extra/v1/datamap/{datamapName}/{uid}","scope":"api.write","query":["ehrUid"],"headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag","cairnEpisode":"cairn-episode"},"body":"application/json","accept":"application/json","versioned":true},
  datamap_record_delete: {"group":"datamap","name":"recordDelete","method":"DELETE","path":"/extra/v1/datamap/{datamapName}/{uid}","scope":"api.write","query":["ehrUid"],"headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version","openehrItemTag":"openehr-item-tag","openehrVersionItemTag":"openehr-version-item-tag","cairnEpisode":"cairn-episode"},"versioned":true},
  episode_list: {"group":"episode","name":"list","method":"GET","path":"/extra/v1/ehr/{ehr_id}/episode","scope":"api.read","accept":"application/json"},
  episode_create: {"group":"episode","name":"create","method":"POST","path":"/extra/v1/ehr/{ehr_id}/episode","scope":"api.write","headers":{"openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  episode_get: {"group":"episode","name":"get","method":"GET","path":"/extra/v1/ehr/{ehr_id}/episode/{uid}","scope":"api.read","accept":"application/json","versioned":true},
  episode_update: {"group":"episode","name":"update","method":"PUT","path":"/extra/v1/ehr/{ehr_id}/episode/{uid}","scope":"api.write","headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  episode_delete: {"group":"episode","name":"delete","method":"DELETE","path":"/extra/v1/ehr/{ehr_id}/episode/{uid}","scope":"api.write","headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"accept":"application/json"},
  episode_activate: {"group":"episode","name":"activate","method":"PUT","path":"/extra/v1/ehr/{ehr_id}/episode/{uid}/activate","scope":"api.write","headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  episode_deactivate: {"group":"episode","name":"deactivate","method":"PUT","path":"/extra/v1/ehr/{ehr_id}/episode/{uid}/deactivate","scope":"api.write","headers":{"ifMatch":"If-Match","openehrAuditDetails":"openehr-audit-details","openehrVersion":"openehr-version"},"body":"application/json","accept":"application/json","versioned":true},
  finding_list: {"group":"findings","name":"list","method":"GET","path":"/extra/v1/findings","scope":"api.read","query":["ehrUid","template_id","limit","after"],"accept":"application/json","items":"data"},
  person_find: {"group":"demographic","name":"personFind","method":"GET","path":"/extra/v1/person","scope":"api.admin","query":["name","birth_date","birth_date_from","birth_date_to","sex","identifier","identifier_type","identifier_issuer","address","ehr_uid","person_uid","limit","offset"],"accept":"application/json"},
  person_match: {"group":"demographic","name":"personMatch","method":"POST","path":"/extra/v1/person/match","scope":"api.admin","body":"application/json","accept":"application/json"},
  person_definition_list: {"group":"demographic","name":"personDefinitionList","method":"GET","path":"/extra/v1/person-definition","scope":"api.admin","accept":"application/json"},
  person_definition_put: {"group":"demographic","name":"personDefinitionPut","method":"PUT","path":"/extra/v1/person-definition/{archetype_id}","scope":"api.admin","body":"application/json","accept":"application/json"},
  person_definition_delete: {"group":"demographic","name":"personDefinitionDelete","method":"DELETE","path":"/extra/v1/person-definition/{archetype_id}","scope":"api.admin"},
  person_merge_list: {"group":"demographic","name":"personMergeList","method":"GET","path":"/extra/v1/person/merge","scope":"api.admin","query":["person_uid","limit","offset"],"accept":"application/json"},
  person_merge: {"group":"demographic","name":"personMerge","method":"POST","path":"/extra/v1/person/merge","scope":"api.admin","body":"application/json"},
  person_separate: {"group":"demographic","name":"personSeparate","method":"DELETE","path":"/extra/v1/person/merge/{person_uid}","scope":"api.admin"},
  admin_episode_destroy: {"group":"admin","name":"episodeDestroy","method":"PUT","path":"/extra/v1/admin/ehr/{ehr_id}/episode/{uid}/destroy","scope":"api.admin","body":"application/json","accept":"application/json"},
  draft_list: {"group":"drafts","name":"list","method":"GET","path":"/extra/v1/ehr/{ehr_id}/draft","scope":"api.read","accept":"application/json"},
  draft_get: {"group":"drafts","name":"get","method":"GET","path":"/extra/v1/ehr/{ehr_id}/draft/{draft_id}","scope":"api.read","accept":"application/json","versioned":true},
  draft_save: {"group":"drafts","name":"save","method":"PUT","path":"/extra/v1/ehr/{ehr_id}/draft/{draft_id}","scope":"api.write","headers":{"ifMatch":"If-Match"},"body":"application/json","accept":"application/json","versioned":true},
  draft_delete: {"group":"drafts","name":"delete","method":"DELETE","path":"/extra/v1/ehr/{ehr_id}/draft/{draft_id}","scope":"api.write"},
  draft_party_list: {"group":"drafts","name":"partyList","method":"GET","path":"/extra/v1/demographic/draft","scope":"api.admin","accept":"application/json"},
  draft_party_get: {"group":"drafts","name":"partyGet","method":"GET","path":"/extra/v1/demographic/draft/{draft_id}","scope":"api.admin","accept":"application/json","versioned":true},
  draft_party_save: {"group":"drafts","name":"partySave","method":"PUT","path":"/extra/v1/demographic/draft/{draft_id}","scope":"api.admin","headers":{"ifMatch":"If-Match"},"body":"application/json","accept":"application/json","versioned":true},
  draft_party_delete: {"group":"drafts","name":"partyDelete","method":"DELETE","path":"/extra/v1/demographic/draft/{draft_id}","scope":"api.admin"},
  terminology_codes: {"group":"terminology","name":"codes","method":"GET","path":"/extra/v1/terminology/code","scope":"api.read","query":["value_set","filter","count","language"],"accept":"application/json"},
  change_list: {"group":"changeFeed","name":"list","method":"GET","path":"/extra/v1/changes","scope":"api.read","query":["after","limit","wait","type","template_id","archetype_id","ehr_id","tag","include"],"headers":{"lastEventId":"Last-Event-ID"},"accept":"application/json"},
  subscription_list: {"group":"subscriptions","name":"list","method":"GET","path":"/extra/v1/subscription","scope":"api.read","accept":"application/json"},
  subscription_create: {"group":"subscriptions","name":"create","method":"POST","path":"/extra/v1/subscription","scope":"api.read","body":"application/json","accept":"application/json"},
  subscription_get: {"group":"subscriptions","name":"get","method":"GET","path":"/extra/v1/subscription/{subscription_id}","scope":"api.read","accept":"application/json"},
  subscription_update: {"group":"subscriptions","name":"update","method":"PUT","path":"/extra/v1/subscription/{subscription_id}","scope":"api.read","body":"application/json","accept":"application/json"},
  subscription_delete: {"group":"subscriptions","name":"delete","method":"DELETE","path":"/extra/v1/subscription/{subscription_id}","scope":"api.read"},
  subscription_pause: {"group":"subscriptions","name":"pause","method":"POST","path":"/extra/v1/subscription/{subscription_id}/pause","scope":"api.read","accept":"application/json"},
  subscription_resume: {"group":"subscriptions","name":"resume","method":"POST","path":"/extra/v1/subscription/{subscription_id}/resume","scope":"api.read","accept":"application/json"},
  subscription_rotate: {"group":"subscriptions","name":"rotate","method":"POST","path":"/extra/v1/subscription/{subscription_id}/secret","scope":"api.read","body":"application/json","accept":"application/json"},
  subscription_resend: {"group":"subscriptions","name":"resend","method":"POST","path":"/extra/v1/subscription/{subscription_id}/resend","scope":"api.read","body":"application/json","accept":"application/json"},
  subscription_deliveries: {"group":"subscriptions","name":"deliveries","method":"GET","path":"/extra/v1/subscription/{subscription_id}/delivery","scope":"api.read","query":["limit","before"],"accept":"application/json"},
  subscription_redeliver: {"group":"subscriptions","name":"redeliver","method":"POST","path":"/extra/v1/subscription/{subscription_id}/delivery/{delivery_id}/resend","scope":"api.read","accept":"application/json"},
  subscription_ping: {"group":"subscriptions","name":"ping","method":"POST","path":"/extra/v1/subscription/{subscription_id}/ping","scope":"api.read","accept":"application/json"},
  fhir_mapping_list: {"group":"fhirMappings","name":"list","method":"GET","path":"/extra/v1/definition/fhir-mapping","scope":"api.read","accept":"application/json"},
  fhir_mapping_get: {"group":"fhirMappings","name":"get","method":"GET","path":"/extra/v1/definition/fhir-mapping/{mapping_name}","scope":"api.read","accept":"application/json"},
  fhir_mapping_put: {"group":"fhirMappings","name":"put","method":"PUT","path":"/extra/v1/definition/fhir-mapping/{mapping_name}","scope":"api.write","body":"application/json","accept":"application/json"},
  fhir_mapping_delete: {"group":"fhirMappings","name":"delete","method":"DELETE","path":"/extra/v1/definition/fhir-mapping/{mapping_name}","scope":"api.write"},
  fhir_mapping_versions: {"group":"fhirMappings","name":"versions","method":"GET","path":"/extra/v1/definition/fhir-mapping/{mapping_name}/versions","scope":"api.read","accept":"application/json"},
  fhir_mapping_try: {"group":"fhirMappings","name":"try","method":"POST","path":"/extra/v1/definition/fhir-mapping/try","scope":"api.read","body":"application/json","accept":"application/json"},
  live_adhoc: {"group":"liveQueries","name":"adhoc","method":"POST","path":"/extra/v1/live","scope":"api.read","headers":{"lastEventId":"Last-Event-ID"},"body":"application/json"},
  live_stored: {"group":"liveQueries","name":"stored","method":"POST","path":"/extra/v1/live/{qualified_query_name}","scope":"api.read","headers":{"lastEventId":"Last-Event-ID"},"body":"application/json"},
  live_stored_version: {"group":"liveQueries","name":"storedVersion","method":"POST","path":"/extra/v1/live/{qualified_query_name}/{version}","scope":"api.read","headers":{"lastEventId":"Last-Event-ID"},"body":"application/json"},
  client_list: {"group":"clients","name":"list","method":"GET","path":"/admin/v1/client","scope":"api.admin","accept":"application/json"},
  client_create: {"group":"clients","name":"create","method":"POST","path":"/admin/v1/client","scope":"api.admin","body":"application/json","accept":"application/json"},
  client_get: {"group":"clients","name":"get","method":"GET","path":"/admin/v1/client/{client_id}","scope":"api.admin","accept":"application/json"},
  client_update: {"group":"clients","name":"update","method":"PUT","path":"/admin/v1/client/{client_id}","scope":"api.admin","body":"application/json","accept":"application/json"},
  client_delete: {"group":"clients","name":"delete","method":"DELETE","path":"/admin/v1/client/{client_id}","scope":"api.admin"},
  client_rotate: {"group":"clients","name":"rotate","method":"POST","path":"/admin/v1/client/{client_id}/rotate","scope":"api.admin","accept":"application/json"},
  client_disable: {"group":"clients","name":"disable","method":"POST","path":"/admin/v1/client/{client_id}/disable","scope":"api.admin","accept":"application/json"},
  client_enable: {"group":"clients","name":"enable","method":"POST","path":"/admin/v1/client/{client_id}/enable","scope":"api.admin","accept":"application/json"},
  client_request_list: {"group":"clients","name":"requestList","method":"GET","path":"/admin/v1/client-request","scope":"api.admin","accept":"application/json"},
  client_request_get: {"group":"clients","name":"requestGet","method":"GET","path":"/admin/v1/client-request/{request_id}","scope":"api.admin","accept":"application/json"},
  client_request_approve: {"group":"clients","name":"requestApprove","method":"POST","path":"/admin/v1/client-request/{request_id}/approval","scope":"api.admin","accept":"application/json"},
  client_request_reject: {"group":"clients","name":"requestReject","method":"POST","path":"/admin/v1/client-request/{request_id}/rejection","scope":"api.admin","accept":"application/json"},
  person_apps: {"group":"people","name":"personApps","method":"GET","path":"/admin/v1/person/{person_id}/app","scope":"api.admin","accept":"application/json"},
  person_end_app: {"group":"people","name":"personEndApp","method":"DELETE","path":"/admin/v1/person/{person_id}/app/{client_id}","scope":"api.admin"},
  person_access: {"group":"people","name":"personAccess","method":"GET","path":"/admin/v1/person/{person_id}/access","scope":"api.admin","accept":"application/json"},
  person_list: {"group":"people","name":"personList","method":"GET","path":"/admin/v1/person","scope":"api.admin","accept":"application/json"},
  person_create: {"group":"people","name":"personCreate","method":"POST","path":"/admin/v1/person","scope":"api.admin","body":"application/json","accept":"application/json"},
  person_get: {"group":"people","name":"personGet","method":"GET","path":"/admin/v1/person/{person_id}","scope":"api.admin","accept":"application/json"},
  person_update: {"group":"people","name":"personUpdate","method":"PUT","path":"/admin/v1/person/{person_id}","scope":"api.admin","body":"application/json","accept":"application/json"},
  person_invite: {"group":"people","name":"personInvite","method":"POST","path":"/admin/v1/person/{person_id}/invitation","scope":"api.admin","accept":"application/json"},
  person_sessions: {"group":"people","name":"personSessions","method":"GET","path":"/admin/v1/person/{person_id}/session","scope":"api.admin","accept":"application/json"},
  person_end_sessions: {"group":"people","name":"personEndSessions","method":"DELETE","path":"/admin/v1/person/{person_id}/session","scope":"api.admin"},
  person_end_session: {"group":"people","name":"personEndSession","method":"DELETE","path":"/admin/v1/person/{person_id}/session/{session_id}","scope":"api.admin"},
  person_end_passkey: {"group":"people","name":"personEndPasskey","method":"DELETE","path":"/admin/v1/person/{person_id}/passkey/{passkey_id}","scope":"api.admin"},
  role_list: {"group":"roles","name":"list","method":"GET","path":"/admin/v1/role","scope":"api.admin","accept":"application/json"},
  role_create: {"group":"roles","name":"create","method":"POST","path":"/admin/v1/role","scope":"api.admin","body":"application/json","accept":"application/json"},
  role_get: {"group":"roles","name":"get","method":"GET","path":"/admin/v1/role/{role}","scope":"api.admin","accept":"application/json"},
  role_update: {"group":"roles","name":"update","method":"PUT","path":"/admin/v1/role/{role}","scope":"api.admin","body":"application/json","accept":"application/json"},
  role_delete: {"group":"roles","name":"delete","method":"DELETE","path":"/admin/v1/role/{role}","scope":"api.admin","query":["take_from_people"]},
  assignment_list: {"group":"people","name":"assignmentList","method":"GET","path":"/admin/v1/person/{person_id}/assignment","scope":"api.admin","accept":"application/json"},
  assignment_create: {"group":"people","name":"assignmentCreate","method":"POST","path":"/admin/v1/person/{person_id}/assignment","scope":"api.admin","body":"application/json","accept":"application/json"},
  assignment_end: {"group":"people","name":"assignmentEnd","method":"DELETE","path":"/admin/v1/assignment/{assignment_id}","scope":"api.admin","accept":"application/json"},
  break_glass_list: {"group":"people","name":"breakGlassList","method":"GET","path":"/admin/v1/break-glass","scope":"api.admin","query":["reviewed"],"accept":"application/json"},
  break_glass_review: {"group":"people","name":"breakGlassReview","method":"POST","path":"/admin/v1/break-glass/{assignment_id}/review","scope":"api.admin","body":"application/json","accept":"application/json"},
  query_statistics: {"group":"admin","name":"queryStatistics","method":"GET","path":"/admin/v1/queries","scope":"api.admin","query":["order","fetch"],"accept":"application/json"},
  admin_activity: {"group":"admin","name":"activity","method":"GET","path":"/admin/v1/activity","scope":"api.admin","accept":"application/json"},
  system_report: {"group":"admin","name":"systemReport","method":"GET","path":"/admin/v1/system","scope":"api.admin","accept":"application/json"},
  audit_search: {"group":"auditTrail","name":"search","method":"GET","path":"/admin/v1/audit","scope":"api.admin","query":["ehr_id","client_id","person","method","route","action","outcome","from","to","limit","after"],"accept":"application/json","items":"events"},
  verification_run: {"group":"auditTrail","name":"verificationRun","method":"GET","path":"/admin/v1/verification","scope":"api.admin","query":["head"],"accept":"application/x-ndjson"},
  transfer_export: {"group":"transfer","name":"export","method":"GET","path":"/admin/v1/export","scope":"api.admin","query":["ehr_id","q"],"accept":"application/x-ndjson"},
  transfer_import: {"group":"transfer","name":"import","method":"POST","path":"/admin/v1/import","scope":"api.admin","query":["origin","handling"],"body":"application/x-ndjson","accept":"application/json"},
  resource_metadata: {"group":"authorization","name":"resourceMetadata","method":"GET","path":"/.well-known/oauth-protected-resource","accept":"application/json"},
  resource_metadata_by_path: {"group":"authorization","name":"resourceMetadataByPath","method":"GET","path":"/.well-known/oauth-protected-resource/openehr/v1","accept":"application/json"},
  documentation: {"group":"service","name":"documentation","method":"GET","path":"/docs","accept":"text/html"},
  asyncapi_description: {"group":"service","name":"asyncapiDescription","method":"GET","path":"/asyncapi.json","accept":"application/json"},
  health_live: {"group":"service","name":"healthLive","method":"GET","path":"/health/live","accept":"application/json"},
  health_ready: {"group":"service","name":"healthReady","method":"GET","path":"/health/ready","accept":"application/json"},
  start_page: {"group":"service","name":"startPage","method":"GET","path":"/","accept":"application/json"},
  openapi_description: {"group":"service","name":"openapiDescription","method":"GET","path":"/openapi.json","accept":"application/json"},
} as const satisfies Readonly<Record<string, OperationRow>>

export type OperationId = keyof typeof OPERATIONS
