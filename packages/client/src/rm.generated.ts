/** Types of the reference model, copied from @cairn-ehr/openehr by "npm run docs", so that this package needs no other. */

export type ObjectId = HierObjectId | ObjectVersionId | ArchetypeId | TemplateId | TerminologyId | GenericId

export type UidBasedId = HierObjectId | ObjectVersionId

export type HierObjectId = {
  readonly _type: 'HIER_OBJECT_ID'
  readonly value: string
}

export type ObjectVersionId = {
  readonly _type: 'OBJECT_VERSION_ID'
  readonly value: string
}

export type ArchetypeId = {
  readonly _type: 'ARCHETYPE_ID'
  readonly value: string
}

export type TemplateId = {
  readonly _type: 'TEMPLATE_ID'
  readonly value: string
}

export type TerminologyId = {
  readonly _type: 'TERMINOLOGY_ID'
  readonly value: string
}

export type GenericId = {
  readonly _type: 'GENERIC_ID'
  readonly value: string
  readonly scheme: string
}

export type ObjectRef = {
  readonly _type: 'OBJECT_REF'
  readonly namespace: string
  readonly type: string
  readonly id: ObjectId
}

/** OBJECT_REF or what inherits from it. */
export type AnyObjectRef = ObjectRef | PartyRef | AccessGroupRef | LocatableRef

export type PartyRef = {
  readonly _type: 'PARTY_REF'
  readonly namespace: string
  readonly type: string
  readonly id: ObjectId
}

export type AccessGroupRef = {
  readonly _type: 'ACCESS_GROUP_REF'
  readonly namespace: string
  readonly type: string
  readonly id: ObjectId
}

export type LocatableRef = {
  readonly _type: 'LOCATABLE_REF'
  readonly namespace: string
  readonly type: string
  readonly id: UidBasedId
  readonly path?: string
}

export type Uid = Uuid | IsoOid | InternetId

export type Uuid = {
  readonly _type: 'UUID'
  readonly value: string
}

export type IsoOid = {
  readonly _type: 'ISO_OID'
  readonly value: string
}

export type InternetId = {
  readonly _type: 'INTERNET_ID'
  readonly value: string
}

export type VersionTreeId = {
  readonly _type: 'VERSION_TREE_ID'
  readonly value: string
}

export type Interval = DvInterval

export type AuthoredResource = never

export type TranslationDetails = {
  readonly _type: 'TRANSLATION_DETAILS'
  readonly language: CodePhrase
  readonly author: Readonly<Record<string, string>>
  readonly accreditation?: string
  readonly other_details?: Readonly<Record<string, string>>
}

export type ResourceDescription = {
  readonly _type: 'RESOURCE_DESCRIPTION'
  readonly original_author: Readonly<Record<string, string>>
  readonly other_contributors?: readonly string[]
  readonly lifecycle_state: string
  readonly resource_package_uri?: string
  readonly other_details?: Readonly<Record<string, string>>
  readonly details: readonly ResourceDescriptionItem[]
}

export type ResourceDescriptionItem = {
  readonly _type: 'RESOURCE_DESCRIPTION_ITEM'
  readonly language: CodePhrase
  readonly purpose: string
  readonly keywords?: readonly string[]
  readonly use?: string
  readonly misuse?: string
  readonly copyright?: string
  readonly original_resource_uri?: Readonly<Record<string, string>>
  readonly other_details?: Readonly<Record<string, string>>
}

export type VersionedObject = {
  readonly _type: 'VERSIONED_OBJECT'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

/** VERSIONED_OBJECT or what inherits from it. */
export type AnyVersionedObject = VersionedObject | VersionedEhrAccess | VersionedEhrStatus | VersionedComposition | VersionedFolder | VersionedParty

export type VersionedEhrAccess = {
  readonly _type: 'VERSIONED_EHR_ACCESS'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

export type VersionedEhrStatus = {
  readonly _type: 'VERSIONED_EHR_STATUS'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

export type VersionedComposition = {
  readonly _type: 'VERSIONED_COMPOSITION'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

export type VersionedFolder = {
  readonly _type: 'VERSIONED_FOLDER'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

export type VersionedParty = {
  readonly _type: 'VERSIONED_PARTY'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly versions?: readonly Version[]
}

export type DataValue = DvBoolean | DvIdentifier | DvState | DvText | DvCodedText | DvParagraph | DvInterval | DvOrdinal | DvScale | DvQuantity | DvCount | DvProportion | DvDate | DvTime | DvDateTime | DvDuration | DvMultimedia | DvParsable | DvUri | DvEhrUri | DvPeriodicTimeSpecification | DvGeneralTimeSpecification

export type DvBoolean = {
  readonly _type: 'DV_BOOLEAN'
  readonly value: boolean
}

export type DvIdentifier = {
  readonly _type: 'DV_IDENTIFIER'
  readonly issuer?: string
  readonly id: string
  readonly type?: string
  readonly assigner?: string
}

export type DvState = {
  readonly _type: 'DV_STATE'
  readonly value: DvCodedText
  readonly is_terminal: boolean
}

export type TermMapping = {
  readonly _type: 'TERM_MAPPING'
  readonly match: string
  readonly purpose?: DvCodedText
  readonly target: CodePhrase
}

export type DvText = {
  readonly _type: 'DV_TEXT'
  readonly value: string
  readonly hyperlink?: AnyDvUri
  readonly language?: CodePhrase
  readonly encoding?: CodePhrase
  readonly formatting?: string
  readonly mappings?: readonly TermMapping[]
}

/** DV_TEXT or what inherits from it. */
export type AnyDvText = DvText | DvCodedText

export type DvCodedText = {
  readonly _type: 'DV_CODED_TEXT'
  readonly value: string
  readonly hyperlink?: AnyDvUri
  readonly language?: CodePhrase
  readonly encoding?: CodePhrase
  readonly formatting?: string
  readonly mappings?: readonly TermMapping[]
  readonly defining_code: CodePhrase
}

export type CodePhrase = {
  readonly _type: 'CODE_PHRASE'
  readonly terminology_id: TerminologyId
  readonly code_string: string
  readonly preferred_term?: string
}

export type DvParagraph = {
  readonly _type: 'DV_PARAGRAPH'
  readonly items: readonly AnyDvText[]
}

export type DvInterval = {
  readonly _type: 'DV_INTERVAL'
  readonly lower?: DvOrdered
  readonly upper?: DvOrdered
  readonly lower_unbounded: boolean
  readonly upper_unbounded: boolean
  readonly lower_included?: boolean
  readonly upper_included?: boolean
}

export type ReferenceRange = {
  readonly _type: 'REFERENCE_RANGE'
  readonly range: DvInterval
  readonly meaning: AnyDvText
}

export type DvOrdered = DvOrdinal | DvScale | DvQuantity | DvCount | DvProportion | DvDate | DvTime | DvDateTime | DvDuration

export type DvQuantified = DvQuantity | DvCount | DvProportion | DvDate | DvTime | DvDateTime | DvDuration

export type DvOrdinal = {
  readonly _type: 'DV_ORDINAL'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly value: number
  readonly symbol: DvCodedText
}

export type DvScale = {
  readonly _type: 'DV_SCALE'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly value: number
  readonly symbol: DvCodedText
}

export type DvAmount = DvQuantity | DvCount | DvProportion | DvDuration

export type DvAbsoluteQuantity = DvDate | DvTime | DvDateTime

export type DvQuantity = {
  readonly _type: 'DV_QUANTITY'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: number
  readonly accuracy_is_percent?: boolean
  readonly magnitude: number
  readonly property?: CodePhrase
  readonly units: string
  readonly units_system?: string
  readonly units_display_name?: string
  readonly precision?: number
}

export type DvCount = {
  readonly _type: 'DV_COUNT'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: number
  readonly accuracy_is_percent?: boolean
  readonly magnitude: number
}

export type DvProportion = {
  readonly _type: 'DV_PROPORTION'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: number
  readonly accuracy_is_percent?: boolean
  readonly numerator: number
  readonly denominator: number
  readonly type: number
  readonly precision?: number
}

export type DvTemporal = DvDate | DvTime | DvDateTime

export type DvDate = {
  readonly _type: 'DV_DATE'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: DvDuration
  readonly value: string
}

export type DvTime = {
  readonly _type: 'DV_TIME'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: DvDuration
  readonly value: string
}

export type DvDateTime = {
  readonly _type: 'DV_DATE_TIME'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: DvDuration
  readonly value: string
}

export type DvDuration = {
  readonly _type: 'DV_DURATION'
  readonly normal_status?: CodePhrase
  readonly normal_range?: DvInterval
  readonly other_reference_ranges?: readonly ReferenceRange[]
  readonly magnitude_status?: string
  readonly accuracy?: number
  readonly accuracy_is_percent?: boolean
  readonly value: string
}

export type DvEncapsulated = DvMultimedia | DvParsable

export type DvMultimedia = {
  readonly _type: 'DV_MULTIMEDIA'
  readonly charset?: CodePhrase
  readonly language?: CodePhrase
  readonly alternate_text?: string
  readonly uri?: AnyDvUri
  readonly data?: string
  readonly media_type: CodePhrase
  readonly compression_algorithm?: CodePhrase
  readonly integrity_check?: string
  readonly integrity_check_algorithm?: CodePhrase
  readonly thumbnail?: DvMultimedia
  readonly size: number
}

export type DvParsable = {
  readonly _type: 'DV_PARSABLE'
  readonly charset?: CodePhrase
  readonly language?: CodePhrase
  readonly value: string
  readonly formalism: string
  readonly size?: number
}

export type DvUri = {
  readonly _type: 'DV_URI'
  readonly value: string
}

/** DV_URI or what inherits from it. */
export type AnyDvUri = DvUri | DvEhrUri

export type DvEhrUri = {
  readonly _type: 'DV_EHR_URI'
  readonly value: string
}

export type DvTimeSpecification = DvPeriodicTimeSpecification | DvGeneralTimeSpecification

export type DvPeriodicTimeSpecification = {
  readonly _type: 'DV_PERIODIC_TIME_SPECIFICATION'
  readonly value: DvParsable
}

export type DvGeneralTimeSpecification = {
  readonly _type: 'DV_GENERAL_TIME_SPECIFICATION'
  readonly value: DvParsable
}

export type Pathable = ItemSingle | ItemList | ItemTable | ItemTree | Cluster | Element | History | PointEvent | IntervalEvent | Folder | EhrAccess | EhrStatus | Composition | EventContext | Section | AdminEntry | Observation | Evaluation | Instruction | Activity | Action | InstructionDetails | IsmTransition | GenericEntry | PartyIdentity | Contact | Address | Person | Organisation | Group | Agent | Role | Capability | PartyRelationship | Extract | ExtractChapter | ExtractEntityChapter | ExtractFolder | ExtractRequest | ExtractActionRequest | GenericContentItem | OpenehrContentItem | SyncExtractRequest | SyncExtract

export type Locatable = ItemSingle | ItemList | ItemTable | ItemTree | Cluster | Element | History | PointEvent | IntervalEvent | Folder | EhrAccess | EhrStatus | Composition | Section | AdminEntry | Observation | Evaluation | Instruction | Activity | Action | GenericEntry | PartyIdentity | Contact | Address | Person | Organisation | Group | Agent | Role | Capability | PartyRelationship | Extract | ExtractChapter | ExtractEntityChapter | ExtractFolder | ExtractRequest | ExtractActionRequest | GenericContentItem | OpenehrContentItem | SyncExtractRequest | SyncExtract

export type DataStructure = ItemSingle | ItemList | ItemTable | ItemTree | History

export type ItemStructure = ItemSingle | ItemList | ItemTable | ItemTree

export type ItemSingle = {
  readonly _type: 'ITEM_SINGLE'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly item: Element
}

export type ItemList = {
  readonly _type: 'ITEM_LIST'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly Element[]
}

export type ItemTable = {
  readonly _type: 'ITEM_TABLE'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly rows?: readonly Cluster[]
}

export type ItemTree = {
  readonly _type: 'ITEM_TREE'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly Item[]
}

export type Item = Cluster | Element

export type Cluster = {
  readonly _type: 'CLUSTER'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items: readonly Item[]
}

export type Element = {
  readonly _type: 'ELEMENT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly null_flavour?: DvCodedText
  readonly value?: DataValue
  readonly null_reason?: AnyDvText
}

export type History = {
  readonly _type: 'HISTORY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly origin: DvDateTime
  readonly period?: DvDuration
  readonly duration?: DvDuration
  readonly summary?: ItemStructure
  readonly events?: readonly Event[]
}

export type Event = PointEvent | IntervalEvent

export type PointEvent = {
  readonly _type: 'POINT_EVENT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly time: DvDateTime
  readonly state?: ItemStructure
  readonly data: ItemStructure
}

export type IntervalEvent = {
  readonly _type: 'INTERVAL_EVENT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly time: DvDateTime
  readonly state?: ItemStructure
  readonly data: ItemStructure
  readonly width: DvDuration
  readonly sample_count?: number
  readonly math_function: DvCodedText
}

export type RevisionHistory = {
  readonly _type: 'REVISION_HISTORY'
  readonly items: readonly RevisionHistoryItem[]
}

export type RevisionHistoryItem = {
  readonly _type: 'REVISION_HISTORY_ITEM'
  readonly version_id: ObjectVersionId
  readonly audits: readonly AnyAuditDetails[]
}

export type AuditDetails = {
  readonly _type: 'AUDIT_DETAILS'
  readonly system_id: string
  readonly time_committed: DvDateTime
  readonly change_type: DvCodedText
  readonly description?: AnyDvText
  readonly committer: PartyProxy
}

/** AUDIT_DETAILS or what inherits from it. */
export type AnyAuditDetails = AuditDetails | Attestation

export type Attestation = {
  readonly _type: 'ATTESTATION'
  readonly system_id: string
  readonly time_committed: DvDateTime
  readonly change_type: DvCodedText
  readonly description?: AnyDvText
  readonly committer: PartyProxy
  readonly attested_view?: DvMultimedia
  readonly proof?: string
  readonly items?: readonly DvEhrUri[]
  readonly reason: AnyDvText
  readonly is_pending: boolean
}

export type Participation = {
  readonly _type: 'PARTICIPATION'
  readonly function: AnyDvText
  readonly time?: DvInterval
  readonly mode?: DvCodedText
  readonly performer: PartyProxy
}

export type PartyProxy = PartyIdentified | PartyRelated | PartySelf

export type PartyIdentified = {
  readonly _type: 'PARTY_IDENTIFIED'
  readonly external_ref?: PartyRef
  readonly name?: string
  readonly identifiers?: readonly DvIdentifier[]
}

/** PARTY_IDENTIFIED or what inherits from it. */
export type AnyPartyIdentified = PartyIdentified | PartyRelated

export type PartyRelated = {
  readonly _type: 'PARTY_RELATED'
  readonly external_ref?: PartyRef
  readonly name?: string
  readonly identifiers?: readonly DvIdentifier[]
  readonly relationship: DvCodedText
}

export type PartySelf = {
  readonly _type: 'PARTY_SELF'
  readonly external_ref?: PartyRef
}

export type Link = {
  readonly _type: 'LINK'
  readonly meaning: AnyDvText
  readonly type: AnyDvText
  readonly target: DvEhrUri
}

export type Archetyped = {
  readonly _type: 'ARCHETYPED'
  readonly archetype_id: ArchetypeId
  readonly template_id?: TemplateId
  readonly rm_version: string
}

export type FeederAudit = {
  readonly _type: 'FEEDER_AUDIT'
  readonly originating_system_item_ids?: readonly DvIdentifier[]
  readonly feeder_system_item_ids?: readonly DvIdentifier[]
  readonly original_content?: DvEncapsulated
  readonly originating_system_audit: FeederAuditDetails
  readonly feeder_system_audit?: FeederAuditDetails
}

export type FeederAuditDetails = {
  readonly _type: 'FEEDER_AUDIT_DETAILS'
  readonly system_id: string
  readonly location?: AnyPartyIdentified
  readonly provider?: AnyPartyIdentified
  readonly subject?: PartyProxy
  readonly time?: DvDateTime
  readonly version_id?: string
  readonly other_details?: ItemStructure
}

export type Folder = {
  readonly _type: 'FOLDER'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly folders?: readonly Folder[]
  readonly items?: readonly AnyObjectRef[]
  readonly details?: ItemStructure
}

export type Contribution = {
  readonly _type: 'CONTRIBUTION'
  readonly uid: HierObjectId
  readonly audit: AnyAuditDetails
  readonly versions: readonly AnyObjectRef[]
}

export type Version = OriginalVersion | ImportedVersion

export type OriginalVersion = {
  readonly _type: 'ORIGINAL_VERSION'
  readonly contribution: AnyObjectRef
  readonly commit_audit: AnyAuditDetails
  readonly signature?: string
  readonly uid: ObjectVersionId
  readonly preceding_version_uid?: ObjectVersionId
  readonly other_input_version_uids?: readonly ObjectVersionId[]
  readonly attestations?: readonly Attestation[]
  readonly lifecycle_state: DvCodedText
  readonly data?: unknown
}

export type ImportedVersion = {
  readonly _type: 'IMPORTED_VERSION'
  readonly contribution: AnyObjectRef
  readonly commit_audit: AnyAuditDetails
  readonly signature?: string
  readonly item: OriginalVersion
}

export type Ehr = {
  readonly _type: 'EHR'
  readonly system_id: HierObjectId
  readonly ehr_id: HierObjectId
  readonly time_created: DvDateTime
  readonly ehr_access: AnyObjectRef
  readonly ehr_status: AnyObjectRef
  readonly directory?: AnyObjectRef
  readonly folders?: readonly AnyObjectRef[]
  readonly compositions?: readonly AnyObjectRef[]
  readonly contributions: readonly AnyObjectRef[]
}

export type EhrAccess = {
  readonly _type: 'EHR_ACCESS'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly settings?: AccessControlSettings
}

export type AccessControlSettings = never

export type EhrStatus = {
  readonly _type: 'EHR_STATUS'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly subject: PartySelf
  readonly is_queryable: boolean
  readonly is_modifiable: boolean
  readonly other_details?: ItemStructure
}

export type Composition = {
  readonly _type: 'COMPOSITION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly territory: CodePhrase
  readonly category: DvCodedText
  readonly composer: PartyProxy
  readonly context?: EventContext
  readonly content?: readonly ContentItem[]
}

export type EventContext = {
  readonly _type: 'EVENT_CONTEXT'
  readonly health_care_facility?: AnyPartyIdentified
  readonly start_time: DvDateTime
  readonly end_time?: DvDateTime
  readonly participations?: readonly Participation[]
  readonly location?: string
  readonly setting: DvCodedText
  readonly other_context?: ItemStructure
}

export type ContentItem = Section | AdminEntry | Observation | Evaluation | Instruction | Action | GenericEntry

export type Section = {
  readonly _type: 'SECTION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly ContentItem[]
}

export type Entry = AdminEntry | Observation | Evaluation | Instruction | Action

export type AdminEntry = {
  readonly _type: 'ADMIN_ENTRY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly encoding: CodePhrase
  readonly subject: PartyProxy
  readonly provider?: PartyProxy
  readonly other_participations?: readonly Participation[]
  readonly workflow_id?: AnyObjectRef
  readonly data: ItemStructure
}

export type CareEntry = Observation | Evaluation | Instruction | Action

export type Observation = {
  readonly _type: 'OBSERVATION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly encoding: CodePhrase
  readonly subject: PartyProxy
  readonly provider?: PartyProxy
  readonly other_participations?: readonly Participation[]
  readonly workflow_id?: AnyObjectRef
  readonly protocol?: ItemStructure
  readonly guideline_id?: AnyObjectRef
  readonly data: History
  readonly state?: History
}

export type Evaluation = {
  readonly _type: 'EVALUATION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly encoding: CodePhrase
  readonly subject: PartyProxy
  readonly provider?: PartyProxy
  readonly other_participations?: readonly Participation[]
  readonly workflow_id?: AnyObjectRef
  readonly protocol?: ItemStructure
  readonly guideline_id?: AnyObjectRef
  readonly data: ItemStructure
}

export type Instruction = {
  readonly _type: 'INSTRUCTION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly encoding: CodePhrase
  readonly subject: PartyProxy
  readonly provider?: PartyProxy
  readonly other_participations?: readonly Participation[]
  readonly workflow_id?: AnyObjectRef
  readonly protocol?: ItemStructure
  readonly guideline_id?: AnyObjectRef
  readonly narrative: AnyDvText
  readonly expiry_time?: DvDateTime
  readonly wf_definition?: DvParsable
  readonly activities?: readonly Activity[]
}

export type Activity = {
  readonly _type: 'ACTIVITY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly description: ItemStructure
  readonly timing?: DvParsable
  readonly action_archetype_id: string
}

export type Action = {
  readonly _type: 'ACTION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly language: CodePhrase
  readonly encoding: CodePhrase
  readonly subject: PartyProxy
  readonly provider?: PartyProxy
  readonly other_participations?: readonly Participation[]
  readonly workflow_id?: AnyObjectRef
  readonly protocol?: ItemStructure
  readonly guideline_id?: AnyObjectRef
  readonly time: DvDateTime
  readonly description: ItemStructure
  readonly ism_transition: IsmTransition
  readonly instruction_details?: InstructionDetails
}

export type InstructionDetails = {
  readonly _type: 'INSTRUCTION_DETAILS'
  readonly instruction_id: LocatableRef
  readonly wf_details?: ItemStructure
  readonly activity_id: string
}

export type IsmTransition = {
  readonly _type: 'ISM_TRANSITION'
  readonly current_state: DvCodedText
  readonly transition?: DvCodedText
  readonly careflow_step?: DvCodedText
  readonly reason?: readonly AnyDvText[]
}

export type GenericEntry = {
  readonly _type: 'GENERIC_ENTRY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly data: ItemTree
}

export type Party = Person | Organisation | Group | Agent | Role

export type PartyIdentity = {
  readonly _type: 'PARTY_IDENTITY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details: ItemStructure
}

export type Contact = {
  readonly _type: 'CONTACT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly time_validity?: DvInterval
  readonly addresses?: readonly Address[]
}

export type Address = {
  readonly _type: 'ADDRESS'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details: ItemStructure
}

export type Actor = Person | Organisation | Group | Agent

export type Person = {
  readonly _type: 'PERSON'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details?: ItemStructure
  readonly identities: readonly PartyIdentity[]
  readonly contacts?: readonly Contact[]
  readonly relationships?: readonly PartyRelationship[]
  readonly reverse_relationships?: readonly LocatableRef[]
  readonly roles?: readonly PartyRef[]
  readonly languages?: readonly AnyDvText[]
}

export type Organisation = {
  readonly _type: 'ORGANISATION'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details?: ItemStructure
  readonly identities: readonly PartyIdentity[]
  readonly contacts?: readonly Contact[]
  readonly relationships?: readonly PartyRelationship[]
  readonly reverse_relationships?: readonly LocatableRef[]
  readonly roles?: readonly PartyRef[]
  readonly languages?: readonly AnyDvText[]
}

export type Group = {
  readonly _type: 'GROUP'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details?: ItemStructure
  readonly identities: readonly PartyIdentity[]
  readonly contacts?: readonly Contact[]
  readonly relationships?: readonly PartyRelationship[]
  readonly reverse_relationships?: readonly LocatableRef[]
  readonly roles?: readonly PartyRef[]
  readonly languages?: readonly AnyDvText[]
}

export type Agent = {
  readonly _type: 'AGENT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details?: ItemStructure
  readonly identities: readonly PartyIdentity[]
  readonly contacts?: readonly Contact[]
  readonly relationships?: readonly PartyRelationship[]
  readonly reverse_relationships?: readonly LocatableRef[]
  readonly roles?: readonly PartyRef[]
  readonly languages?: readonly AnyDvText[]
}

export type Role = {
  readonly _type: 'ROLE'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly details?: ItemStructure
  readonly identities: readonly PartyIdentity[]
  readonly contacts?: readonly Contact[]
  readonly relationships?: readonly PartyRelationship[]
  readonly reverse_relationships?: readonly LocatableRef[]
  readonly performer: PartyRef
  readonly capabilities?: readonly Capability[]
  readonly time_validity?: DvInterval
}

export type Capability = {
  readonly _type: 'CAPABILITY'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly credentials: ItemStructure
  readonly time_validity?: DvInterval
}

export type PartyRelationship = {
  readonly _type: 'PARTY_RELATIONSHIP'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly source: PartyRef
  readonly target: PartyRef
  readonly details?: ItemStructure
  readonly time_validity?: DvInterval
}

export type Extract = {
  readonly _type: 'EXTRACT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly request_id?: HierObjectId
  readonly time_created: DvDateTime
  readonly system_id: HierObjectId
  readonly sequence_nr: number
  readonly specification?: ExtractSpec
  readonly chapters?: readonly AnyExtractChapter[]
  readonly participations?: readonly ExtractParticipation[]
}

export type ExtractSpec = {
  readonly _type: 'EXTRACT_SPEC'
  readonly extract_type: DvCodedText
  readonly include_multimedia: boolean
  readonly priority: number
  readonly link_depth: number
  readonly criteria?: readonly DvParsable[]
  readonly manifest: ExtractManifest
  readonly version_spec?: ExtractVersionSpec
  readonly other_details?: ItemStructure
}

export type ExtractManifest = {
  readonly _type: 'EXTRACT_MANIFEST'
  readonly entities?: readonly ExtractEntityManifest[]
}

export type ExtractEntityManifest = {
  readonly _type: 'EXTRACT_ENTITY_MANIFEST'
  readonly extract_id_key: string
  readonly ehr_id?: string
  readonly subject_id?: string
  readonly other_ids?: readonly string[]
  readonly item_list?: readonly AnyObjectRef[]
}

export type ExtractVersionSpec = {
  readonly _type: 'EXTRACT_VERSION_SPEC'
  readonly include_all_versions: boolean
  readonly commit_time_interval?: DvInterval
  readonly include_revision_history: boolean
  readonly include_data: boolean
}

export type ExtractChapter = {
  readonly _type: 'EXTRACT_CHAPTER'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly ExtractItem[]
}

/** EXTRACT_CHAPTER or what inherits from it. */
export type AnyExtractChapter = ExtractChapter | ExtractEntityChapter

export type ExtractEntityChapter = {
  readonly _type: 'EXTRACT_ENTITY_CHAPTER'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly ExtractItem[]
  readonly extract_id_key: string
}

export type ExtractItem = ExtractFolder | GenericContentItem | OpenehrContentItem

export type ExtractFolder = {
  readonly _type: 'EXTRACT_FOLDER'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly items?: readonly ExtractItem[]
}

export type ExtractContentItem = GenericContentItem | OpenehrContentItem

export type ExtractRequest = {
  readonly _type: 'EXTRACT_REQUEST'
  readonly uid: HierObjectId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly extract_spec: ExtractSpec
  readonly update_spec?: ExtractUpdateSpec
}

export type ExtractUpdateSpec = {
  readonly _type: 'EXTRACT_UPDATE_SPEC'
  readonly persist_in_server: boolean
  readonly trigger_events?: readonly DvCodedText[]
  readonly repeat_period?: DvDuration
  readonly update_method: CodePhrase
}

export type ExtractActionRequest = {
  readonly _type: 'EXTRACT_ACTION_REQUEST'
  readonly uid: HierObjectId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly request_id: AnyObjectRef
  readonly action: DvCodedText
}

export type GenericContentItem = {
  readonly _type: 'GENERIC_CONTENT_ITEM'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly is_primary: boolean
  readonly is_changed?: boolean
  readonly is_masked?: boolean
  readonly item?: Locatable
  readonly item_type?: DvCodedText
  readonly item_type_version?: string
  readonly author?: string
  readonly creation_time?: string
  readonly authoriser?: string
  readonly authorisation_time?: string
  readonly item_status?: DvCodedText
  readonly version_id?: string
  readonly version_set_id?: string
  readonly system_id?: string
  readonly other_details?: Readonly<Record<string, string>>
}

export type OpenehrContentItem = {
  readonly _type: 'OPENEHR_CONTENT_ITEM'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly is_primary: boolean
  readonly is_changed?: boolean
  readonly is_masked?: boolean
  readonly item?: AnyXVersionedObject
}

export type XVersionedObject = {
  readonly _type: 'X_VERSIONED_OBJECT'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

/** X_VERSIONED_OBJECT or what inherits from it. */
export type AnyXVersionedObject = XVersionedObject | XVersionedEhrAccess | XVersionedEhrStatus | XVersionedComposition | XVersionedFolder | XVersionedParty

export type ExtractParticipation = {
  readonly _type: 'EXTRACT_PARTICIPATION'
  readonly performer: string
  readonly function: AnyDvText
  readonly mode?: DvCodedText
  readonly time?: DvInterval
}

export type XVersionedEhrAccess = {
  readonly _type: 'X_VERSIONED_EHR_ACCESS'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

export type XVersionedEhrStatus = {
  readonly _type: 'X_VERSIONED_EHR_STATUS'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

export type XVersionedComposition = {
  readonly _type: 'X_VERSIONED_COMPOSITION'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

export type XVersionedFolder = {
  readonly _type: 'X_VERSIONED_FOLDER'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

export type XVersionedParty = {
  readonly _type: 'X_VERSIONED_PARTY'
  readonly uid: HierObjectId
  readonly owner_id: AnyObjectRef
  readonly time_created: DvDateTime
  readonly total_version_count: number
  readonly extract_version_count: number
  readonly revision_history?: RevisionHistory
  readonly versions?: readonly OriginalVersion[]
}

export type MessageContent = SyncExtractRequest | SyncExtract

export type SyncExtractRequest = {
  readonly _type: 'SYNC_EXTRACT_REQUEST'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly specification: SyncExtractSpec
}

export type SyncExtract = {
  readonly _type: 'SYNC_EXTRACT'
  readonly uid?: UidBasedId
  readonly archetype_node_id: string
  readonly name: AnyDvText
  readonly archetype_details?: Archetyped
  readonly feeder_audit?: FeederAudit
  readonly links?: readonly Link[]
  readonly specification: SyncExtractSpec
  readonly items?: readonly XContribution[]
}

export type SyncExtractSpec = {
  readonly _type: 'SYNC_EXTRACT_SPEC'
  readonly includes_versions: boolean
  readonly contribution_list?: readonly HierObjectId[]
  readonly contributions_since?: DvDateTime
  readonly all_contributions?: boolean
}

export type XContribution = {
  readonly _type: 'X_CONTRIBUTION'
  readonly uid: HierObjectId
  readonly audit: AnyAuditDetails
  readonly versions?: readonly Version[]
}

export type AddressedMessage = {
  readonly _type: 'ADDRESSED_MESSAGE'
  readonly sender: string
  readonly sender_reference: string
  readonly addressees?: readonly string[]
  readonly urgency?: number
  readonly message?: Message
}

export type Message = {
  readonly _type: 'MESSAGE'
  readonly author: PartyProxy
  readonly audit: AnyAuditDetails
  readonly content: MessageContent
  readonly signature?: string
}

/** The type of each concrete class by the name that `_type` gives it. */
export type TypesByName = {
  readonly HIER_OBJECT_ID: HierObjectId
  readonly OBJECT_VERSION_ID: ObjectVersionId
  readonly ARCHETYPE_ID: ArchetypeId
  readonly TEMPLATE_ID: TemplateId
  readonly TERMINOLOGY_ID: TerminologyId
  readonly GENERIC_ID: GenericId
  readonly OBJECT_REF: ObjectRef
  readonly PARTY_REF: PartyRef
  readonly ACCESS_GROUP_REF: AccessGroupRef
  readonly LOCATABLE_REF: LocatableRef
  readonly UUID: Uuid
  readonly ISO_OID: IsoOid
  readonly INTERNET_ID: InternetId
  readonly VERSION_TREE_ID: VersionTreeId
  readonly TRANSLATION_DETAILS: TranslationDetails
  readonly RESOURCE_DESCRIPTION: ResourceDescription
  readonly RESOURCE_DESCRIPTION_ITEM: ResourceDescriptionItem
  readonly VERSIONED_OBJECT: VersionedObject
  readonly VERSIONED_EHR_ACCESS: VersionedEhrAccess
  readonly VERSIONED_EHR_STATUS: VersionedEhrStatus
  readonly VERSIONED_COMPOSITION: VersionedComposition
  readonly VERSIONED_FOLDER: VersionedFolder
  readonly VERSIONED_PARTY: VersionedParty
  readonly DV_BOOLEAN: DvBoolean
  readonly DV_IDENTIFIER: DvIdentifier
  readonly DV_STATE: DvState
  readonly TERM_MAPPING: TermMapping
  readonly DV_TEXT: DvText
  readonly DV_CODED_TEXT: DvCodedText
  readonly CODE_PHRASE: CodePhrase
  readonly DV_PARAGRAPH: DvParagraph
  readonly DV_INTERVAL: DvInterval
  readonly REFERENCE_RANGE: ReferenceRange
  readonly DV_ORDINAL: DvOrdinal
  readonly DV_SCALE: DvScale
  readonly DV_QUANTITY: DvQuantity
  readonly DV_COUNT: DvCount
  readonly DV_PROPORTION: DvProportion
  readonly DV_DATE: DvDate
  readonly DV_TIME: DvTime
  readonly DV_DATE_TIME: DvDateTime
  readonly DV_DURATION: DvDuration
  readonly DV_MULTIMEDIA: DvMultimedia
  readonly DV_PARSABLE: DvParsable
  readonly DV_URI: DvUri
  readonly DV_EHR_URI: DvEhrUri
  readonly DV_PERIODIC_TIME_SPECIFICATION: DvPeriodicTimeSpecification
  readonly DV_GENERAL_TIME_SPECIFICATION: DvGeneralTimeSpecification
  readonly ITEM_SINGLE: ItemSingle
  readonly ITEM_LIST: ItemList
  readonly ITEM_TABLE: ItemTable
  readonly ITEM_TREE: ItemTree
  readonly CLUSTER: Cluster
  readonly ELEMENT: Element
  readonly HISTORY: History
  readonly POINT_EVENT: PointEvent
  readonly INTERVAL_EVENT: IntervalEvent
  readonly REVISION_HISTORY: RevisionHistory
  readonly REVISION_HISTORY_ITEM: RevisionHistoryItem
  readonly AUDIT_DETAILS: AuditDetails
  readonly ATTESTATION: Attestation
  readonly PARTICIPATION: Participation
  readonly PARTY_IDENTIFIED: PartyIdentified
  readonly PARTY_RELATED: PartyRelated
  readonly PARTY_SELF: PartySelf
  readonly LINK: Link
  readonly ARCHETYPED: Archetyped
  readonly FEEDER_AUDIT: FeederAudit
  readonly FEEDER_AUDIT_DETAILS: FeederAuditDetails
  readonly FOLDER: Folder
  readonly CONTRIBUTION: Contribution
  readonly ORIGINAL_VERSION: OriginalVersion
  readonly IMPORTED_VERSION: ImportedVersion
  readonly EHR: Ehr
  readonly EHR_ACCESS: EhrAccess
  readonly EHR_STATUS: EhrStatus
  readonly COMPOSITION: Composition
  readonly EVENT_CONTEXT: EventContext
  readonly SECTION: Section
  readonly ADMIN_ENTRY: AdminEntry
  readonly OBSERVATION: Observation
  readonly EVALUATION: Evaluation
  readonly INSTRUCTION: Instruction
  readonly ACTIVITY: Activity
  readonly ACTION: Action
  readonly INSTRUCTION_DETAILS: InstructionDetails
  readonly ISM_TRANSITION: IsmTransition
  readonly GENERIC_ENTRY: GenericEntry
  readonly PARTY_IDENTITY: PartyIdentity
  readonly CONTACT: Contact
  readonly ADDRESS: Address
  readonly PERSON: Person
  readonly ORGANISATION: Organisation
  readonly GROUP: Group
  readonly AGENT: Agent
  readonly ROLE: Role
  readonly CAPABILITY: Capability
  readonly PARTY_RELATIONSHIP: PartyRelationship
  readonly EXTRACT: Extract
  readonly EXTRACT_SPEC: ExtractSpec
  readonly EXTRACT_MANIFEST: ExtractManifest
  readonly EXTRACT_ENTITY_MANIFEST: ExtractEntityManifest
  readonly EXTRACT_VERSION_SPEC: ExtractVersionSpec
  readonly EXTRACT_CHAPTER: ExtractChapter
  readonly EXTRACT_ENTITY_CHAPTER: ExtractEntityChapter
  readonly EXTRACT_FOLDER: ExtractFolder
  readonly EXTRACT_REQUEST: ExtractRequest
  readonly EXTRACT_UPDATE_SPEC: ExtractUpdateSpec
  readonly EXTRACT_ACTION_REQUEST: ExtractActionRequest
  readonly GENERIC_CONTENT_ITEM: GenericContentItem
  readonly OPENEHR_CONTENT_ITEM: OpenehrContentItem
  readonly X_VERSIONED_OBJECT: XVersionedObject
  readonly EXTRACT_PARTICIPATION: ExtractParticipation
  readonly X_VERSIONED_EHR_ACCESS: XVersionedEhrAccess
  readonly X_VERSIONED_EHR_STATUS: XVersionedEhrStatus
  readonly X_VERSIONED_COMPOSITION: XVersionedComposition
  readonly X_VERSIONED_FOLDER: XVersionedFolder
  readonly X_VERSIONED_PARTY: XVersionedParty
  readonly SYNC_EXTRACT_REQUEST: SyncExtractRequest
  readonly SYNC_EXTRACT: SyncExtract
  readonly SYNC_EXTRACT_SPEC: SyncExtractSpec
  readonly X_CONTRIBUTION: XContribution
  readonly ADDRESSED_MESSAGE: AddressedMessage
  readonly MESSAGE: Message
}

/** Every class that data may be of, abstract ones too, with what may stand where it is declared. */
export type ClassesByName = {
  readonly OBJECT_ID: ObjectId
  readonly UID_BASED_ID: UidBasedId
  readonly HIER_OBJECT_ID: HierObjectId
  readonly OBJECT_VERSION_ID: ObjectVersionId
  readonly ARCHETYPE_ID: ArchetypeId
  readonly TEMPLATE_ID: TemplateId
  readonly TERMINOLOGY_ID: TerminologyId
  readonly GENERIC_ID: GenericId
  readonly OBJECT_REF: AnyObjectRef
  readonly PARTY_REF: PartyRef
  readonly ACCESS_GROUP_REF: AccessGroupRef
  readonly LOCATABLE_REF: LocatableRef
  readonly UID: Uid
  readonly UUID: Uuid
  readonly ISO_OID: IsoOid
  readonly INTERNET_ID: InternetId
  readonly VERSION_TREE_ID: VersionTreeId
  readonly Interval: Interval
  readonly TRANSLATION_DETAILS: TranslationDetails
  readonly RESOURCE_DESCRIPTION: ResourceDescription
  readonly RESOURCE_DESCRIPTION_ITEM: ResourceDescriptionItem
  readonly VERSIONED_OBJECT: AnyVersionedObject
  readonly VERSIONED_EHR_ACCESS: VersionedEhrAccess
  readonly VERSIONED_EHR_STATUS: VersionedEhrStatus
  readonly VERSIONED_COMPOSITION: VersionedComposition
  readonly VERSIONED_FOLDER: VersionedFolder
  readonly VERSIONED_PARTY: VersionedParty
  readonly DATA_VALUE: DataValue
  readonly DV_BOOLEAN: DvBoolean
  readonly DV_IDENTIFIER: DvIdentifier
  readonly DV_STATE: DvState
  readonly TERM_MAPPING: TermMapping
  readonly DV_TEXT: AnyDvText
  readonly DV_CODED_TEXT: DvCodedText
  readonly CODE_PHRASE: CodePhrase
  readonly DV_PARAGRAPH: DvParagraph
  readonly DV_INTERVAL: DvInterval
  readonly REFERENCE_RANGE: ReferenceRange
  readonly DV_ORDERED: DvOrdered
  readonly DV_QUANTIFIED: DvQuantified
  readonly DV_ORDINAL: DvOrdinal
  readonly DV_SCALE: DvScale
  readonly DV_AMOUNT: DvAmount
  readonly DV_ABSOLUTE_QUANTITY: DvAbsoluteQuantity
  readonly DV_QUANTITY: DvQuantity
  readonly DV_COUNT: DvCount
  readonly DV_PROPORTION: DvProportion
  readonly DV_TEMPORAL: DvTemporal
  readonly DV_DATE: DvDate
  readonly DV_TIME: DvTime
  readonly DV_DATE_TIME: DvDateTime
  readonly DV_DURATION: DvDuration
  readonly DV_ENCAPSULATED: DvEncapsulated
  readonly DV_MULTIMEDIA: DvMultimedia
  readonly DV_PARSABLE: DvParsable
  readonly DV_URI: AnyDvUri
  readonly DV_EHR_URI: DvEhrUri
  readonly DV_TIME_SPECIFICATION: DvTimeSpecification
  readonly DV_PERIODIC_TIME_SPECIFICATION: DvPeriodicTimeSpecification
  readonly DV_GENERAL_TIME_SPECIFICATION: DvGeneralTimeSpecification
  readonly PATHABLE: Pathable
  readonly LOCATABLE: Locatable
  readonly DATA_STRUCTURE: DataStructure
  readonly ITEM_STRUCTURE: ItemStructure
  readonly ITEM_SINGLE: ItemSingle
  readonly ITEM_LIST: ItemList
  readonly ITEM_TABLE: ItemTable
  readonly ITEM_TREE: ItemTree
  readonly ITEM: Item
  readonly CLUSTER: Cluster
  readonly ELEMENT: Element
  readonly HISTORY: History
  readonly EVENT: Event
  readonly POINT_EVENT: PointEvent
  readonly INTERVAL_EVENT: IntervalEvent
  readonly REVISION_HISTORY: RevisionHistory
  readonly REVISION_HISTORY_ITEM: RevisionHistoryItem
  readonly AUDIT_DETAILS: AnyAuditDetails
  readonly ATTESTATION: Attestation
  readonly PARTICIPATION: Participation
  readonly PARTY_PROXY: PartyProxy
  readonly PARTY_IDENTIFIED: AnyPartyIdentified
  readonly PARTY_RELATED: PartyRelated
  readonly PARTY_SELF: PartySelf
  readonly LINK: Link
  readonly ARCHETYPED: Archetyped
  readonly FEEDER_AUDIT: FeederAudit
  readonly FEEDER_AUDIT_DETAILS: FeederAuditDetails
  readonly FOLDER: Folder
  readonly CONTRIBUTION: Contribution
  readonly VERSION: Version
  readonly ORIGINAL_VERSION: OriginalVersion
  readonly IMPORTED_VERSION: ImportedVersion
  readonly EHR: Ehr
  readonly EHR_ACCESS: EhrAccess
  readonly EHR_STATUS: EhrStatus
  readonly COMPOSITION: Composition
  readonly EVENT_CONTEXT: EventContext
  readonly CONTENT_ITEM: ContentItem
  readonly SECTION: Section
  readonly ENTRY: Entry
  readonly ADMIN_ENTRY: AdminEntry
  readonly CARE_ENTRY: CareEntry
  readonly OBSERVATION: Observation
  readonly EVALUATION: Evaluation
  readonly INSTRUCTION: Instruction
  readonly ACTIVITY: Activity
  readonly ACTION: Action
  readonly INSTRUCTION_DETAILS: InstructionDetails
  readonly ISM_TRANSITION: IsmTransition
  readonly GENERIC_ENTRY: GenericEntry
  readonly PARTY: Party
  readonly PARTY_IDENTITY: PartyIdentity
  readonly CONTACT: Contact
  readonly ADDRESS: Address
  readonly ACTOR: Actor
  readonly PERSON: Person
  readonly ORGANISATION: Organisation
  readonly GROUP: Group
  readonly AGENT: Agent
  readonly ROLE: Role
  readonly CAPABILITY: Capability
  readonly PARTY_RELATIONSHIP: PartyRelationship
  readonly EXTRACT: Extract
  readonly EXTRACT_SPEC: ExtractSpec
  readonly EXTRACT_MANIFEST: ExtractManifest
  readonly EXTRACT_ENTITY_MANIFEST: ExtractEntityManifest
  readonly EXTRACT_VERSION_SPEC: ExtractVersionSpec
  readonly EXTRACT_CHAPTER: AnyExtractChapter
  readonly EXTRACT_ENTITY_CHAPTER: ExtractEntityChapter
  readonly EXTRACT_ITEM: ExtractItem
  readonly EXTRACT_FOLDER: ExtractFolder
  readonly EXTRACT_CONTENT_ITEM: ExtractContentItem
  readonly EXTRACT_REQUEST: ExtractRequest
  readonly EXTRACT_UPDATE_SPEC: ExtractUpdateSpec
  readonly EXTRACT_ACTION_REQUEST: ExtractActionRequest
  readonly GENERIC_CONTENT_ITEM: GenericContentItem
  readonly OPENEHR_CONTENT_ITEM: OpenehrContentItem
  readonly X_VERSIONED_OBJECT: AnyXVersionedObject
  readonly EXTRACT_PARTICIPATION: ExtractParticipation
  readonly X_VERSIONED_EHR_ACCESS: XVersionedEhrAccess
  readonly X_VERSIONED_EHR_STATUS: XVersionedEhrStatus
  readonly X_VERSIONED_COMPOSITION: XVersionedComposition
  readonly X_VERSIONED_FOLDER: XVersionedFolder
  readonly X_VERSIONED_PARTY: XVersionedParty
  readonly MESSAGE_CONTENT: MessageContent
  readonly SYNC_EXTRACT_REQUEST: SyncExtractRequest
  readonly SYNC_EXTRACT: SyncExtract
  readonly SYNC_EXTRACT_SPEC: SyncExtractSpec
  readonly X_CONTRIBUTION: XContribution
  readonly ADDRESSED_MESSAGE: AddressedMessage
  readonly MESSAGE: Message
}
