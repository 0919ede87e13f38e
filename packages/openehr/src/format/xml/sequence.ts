/**
 * Deviations of canonical XML from the attribute table: order, names and classes of the published
 * schemas (openEHR ITS-XML, releases 1.0.2 to 1.1.0), as tables.
 */

import type { RmAttribute } from '../../rm/index.ts'

/**
 * Order of elements, where the schemas have another one than the specification. A row holds for the class and its
 * descendants, and orders only the attributes it names. What a release later than the schema added comes last.
 */
export const XSD_SEQUENCE: Readonly<Record<string, string>> = {
  OBJECT_REF: 'id namespace type',
  LOCATABLE: 'name uid links archetype_details feeder_audit',
  DV_IDENTIFIER: 'issuer assigner id type',
  DV_TEXT: 'value hyperlink formatting mappings language encoding',
  DV_INTERVAL: 'lower upper lower_included upper_included lower_unbounded upper_unbounded',
  REFERENCE_RANGE: 'meaning range',
  DV_ORDERED: 'normal_range other_reference_ranges normal_status',
  DV_QUANTITY: 'magnitude units precision property units_system units_display_name',
  DV_MULTIMEDIA: 'size thumbnail',
  ELEMENT: 'value null_flavour null_reason',
  HISTORY: 'events summary',
  EVENT: 'time data state',
  AUDIT_DETAILS: 'system_id committer time_committed change_type description',
  PARTICIPATION: 'function performer time mode',
  CONTRIBUTION: 'uid versions audit',
  ORIGINAL_VERSION: 'uid data preceding_version_uid other_input_version_uids attestations lifecycle_state',
  EHR: 'contributions ehr_access ehr_status directory compositions folders',
  EVENT_CONTEXT: 'start_time end_time location setting other_context health_care_facility participations',
  INSTRUCTION_DETAILS: 'instruction_id activity_id wf_details',
  PARTY: 'identities contacts relationships reverse_relationships details',
  ROLE: 'capabilities time_validity performer',
  PARTY_RELATIONSHIP: 'details time_validity source target',
  EXTRACT: 'participations sequence_nr chapters specification',
  EXTRACT_SPEC:
    'extract_type include_multimedia link_depth criteria other_details version_spec manifest priority',
  EXTRACT_UPDATE_SPEC: 'persist_in_server repeat_period trigger_events update_method',
  EXTRACT_PARTICIPATION: 'time function mode performer',
  GENERIC_CONTENT_ITEM:
    'item_type item_type_version author creation_time authoriser authorisation_time item_status version_id ' +
    'version_set_id system_id other_details item',
}

/** Attributes of the model that the schemas make XML attributes, by class. */
export const XML_ATTRIBUTES: Readonly<Record<string, string>> = { LOCATABLE: 'archetype_node_id' }

/** Elements that the schemas name otherwise than the specification, by class: specification → schema. */
export const XSD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  EXTRACT_SPEC: { include_multimedia: 'includes_multimedia' },
  EXTRACT_VERSION_SPEC: {
    include_revision_history: 'includes_revision_history',
    include_data: 'includes_data',
  },
}

/** Names that an older schema had, read and never written: older name → specification. */
export const OLDER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ENTRY: { work_flow_id: 'workflow_id' },
}

/**
 * Elements that documents carry though they follow from the others, passed over: the parts of an archetype id, which
 * earlier versions of the Java library Archie write.
 */
export const DERIVED: Readonly<Record<string, string>> = {
  ARCHETYPE_ID: 'qualifiedRmEntity domainConcept rmOriginator rmName rmEntity versionId specialisation',
}

const attribute = (name: string, type: string, mandatory: boolean): RmAttribute => ({
  name,
  type,
  container: false,
  mandatory,
  lower: mandatory ? 1 : 0,
  upper: 1,
})

/** Classes of the REST API that are not in RM 1.1.0. */
export const REST_CLASSES: Readonly<Record<string, readonly RmAttribute[]>> = {
  ITEM_TAG: [
    attribute('key', 'String', true),
    attribute('value', 'String', false),
    attribute('target_path', 'String', false),
    attribute('target', 'OBJECT_REF', true),
    attribute('owner_id', 'OBJECT_REF', true),
  ],
}

/** Classes that a client sends to change a record, with the shape of the class that the service makes of them. */
export const REST_ALIASES: Readonly<Record<string, string>> = {
  UPDATE_CONTRIBUTION: 'CONTRIBUTION',
  UPDATE_VERSION: 'ORIGINAL_VERSION',
  UPDATE_AUDIT: 'AUDIT_DETAILS',
  UPDATE_ATTESTATION: 'ATTESTATION',
  UPDATE_ITEM_TAG: 'ITEM_TAG',
}
