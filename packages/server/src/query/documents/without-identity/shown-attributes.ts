/**
 * All that a record without identity shows, by class and attribute; a class has the attributes of its ancestors too. Whatever is not listed is
 * left out, so that nothing gets through because nobody thought of it. Decision 0082 has the same table with reasons, and a test
 * compares them.
 */

export type Rule =
  /** The object or the list of objects below, by its own class. */
  | 'inner'
  | 'number'
  | 'boolean'
  /** Moved by the days of the EHR. */
  | 'date'
  | 'time'
  | 'duration'
  /** Replaced. */
  | 'uid'
  | 'system'
  /** Only if the template, or this service, has it. */
  | 'nodeId'
  | 'archetypeId'
  | 'templateId'
  | 'units'
  /** The text of the template for the node. */
  | 'name'
  /** Only if the template, or a public terminology, has the code. */
  | 'code'
  | 'terminology'
  /** The text of the template or of the openEHR terminology for the code. */
  | 'rubric'
  /** One of a few signs and words. */
  | 'match'
  | 'magnitudeStatus'
  | 'namespace'
  | 'rmClass'
  | 'rmVersion'

export const SHOWN: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  ORIGINAL_VERSION: {
    uid: 'inner',
    preceding_version_uid: 'inner',
    other_input_version_uids: 'inner',
    lifecycle_state: 'inner',
    data: 'inner',
  },
  IMPORTED_VERSION: { item: 'inner' },
  VERSION: { contribution: 'inner', commit_audit: 'inner' },
  AUDIT_DETAILS: { system_id: 'system', time_committed: 'inner', change_type: 'inner', committer: 'inner' },

  UID_BASED_ID: { value: 'uid' },
  OBJECT_REF: { id: 'inner', namespace: 'namespace', type: 'rmClass' },
  ARCHETYPED: { archetype_id: 'inner', template_id: 'inner', rm_version: 'rmVersion' },
  ARCHETYPE_ID: { value: 'archetypeId' },
  TEMPLATE_ID: { value: 'templateId' },

  LOCATABLE: { uid: 'inner', archetype_node_id: 'nodeId', name: 'name', archetype_details: 'inner' },
  EHR_STATUS: { subject: 'inner', is_queryable: 'boolean', is_modifiable: 'boolean', other_details: 'inner' },
  FOLDER: { folders: 'inner', items: 'inner', details: 'inner' },
  COMPOSITION: {
    language: 'inner',
    territory: 'inner',
    category: 'inner',
    composer: 'inner',
    context: 'inner',
    content: 'inner',
  },
  EVENT_CONTEXT: {
    health_care_facility: 'inner',
    start_time: 'inner',
    end_time: 'inner',
    participations: 'inner',
    setting: 'inner',
    other_context: 'inner',
  },
  SECTION: { items: 'inner' },
  ENTRY: {
    language: 'inner',
    encoding: 'inner',
    subject: 'inner',
    provider: 'inner',
    other_participations: 'inner',
  },
  ADMIN_ENTRY: { data: 'inner' },
  CARE_ENTRY: { protocol: 'inner' },
  OBSERVATION: { data: 'inner', state: 'inner' },
  EVALUATION: { data: 'inner' },
  INSTRUCTION: { narrative: 'inner', expiry_time: 'inner', activities: 'inner' },
  ACTIVITY: { description: 'inner', timing: 'inner' },
  ACTION: { time: 'inner', description: 'inner', ism_transition: 'inner', instruction_details: 'inner' },
  INSTRUCTION_DETAILS: { instruction_id: 'inner', wf_details: 'inner' },
  ISM_TRANSITION: { current_state: 'inner', transition: 'inner', careflow_step: 'inner', reason: 'inner' },
  GENERIC_ENTRY: { data: 'inner' },
  HISTORY: { origin: 'inner', period: 'inner', duration: 'inner', summary: 'inner', events: 'inner' },
  EVENT: { time: 'inner', state: 'inner', data: 'inner' },
  INTERVAL_EVENT: { width: 'inner', sample_count: 'number', math_function: 'inner' },
  ITEM_SINGLE: { item: 'inner' },
  ITEM_LIST: { items: 'inner' },
  ITEM_TABLE: { rows: 'inner' },
  ITEM_TREE: { items: 'inner' },
  CLUSTER: { items: 'inner' },
  ELEMENT: { value: 'inner', null_flavour: 'inner', null_reason: 'inner' },

  PARTY_PROXY: {},
  PARTY_RELATED: { relationship: 'inner' },
  PARTICIPATION: { function: 'inner', mode: 'inner', time: 'inner', performer: 'inner' },

  DATA_VALUE: {},
  DV_BOOLEAN: { value: 'boolean' },
  DV_STATE: { value: 'inner', is_terminal: 'boolean' },
  DV_TEXT: { mappings: 'inner' },
  DV_CODED_TEXT: { value: 'rubric', defining_code: 'inner' },
  CODE_PHRASE: { terminology_id: 'terminology', code_string: 'code' },
  TERM_MAPPING: { match: 'match', purpose: 'inner', target: 'inner' },
  DV_MULTIMEDIA: { media_type: 'inner' },
  Interval: {
    lower: 'inner',
    upper: 'inner',
    lower_unbounded: 'boolean',
    upper_unbounded: 'boolean',
    lower_included: 'boolean',
    upper_included: 'boolean',
  },
  REFERENCE_RANGE: { range: 'inner', meaning: 'inner' },
  DV_ORDERED: { normal_status: 'inner', normal_range: 'inner', other_reference_ranges: 'inner' },
  DV_QUANTIFIED: { magnitude_status: 'magnitudeStatus' },
  DV_ORDINAL: { value: 'number', symbol: 'inner' },
  DV_SCALE: { value: 'number', symbol: 'inner' },
  DV_AMOUNT: { accuracy: 'number', accuracy_is_percent: 'boolean' },
  DV_QUANTITY: { magnitude: 'number', units: 'units', precision: 'number' },
  DV_COUNT: { magnitude: 'number' },
  DV_PROPORTION: { numerator: 'number', denominator: 'number', type: 'number', precision: 'number' },
  DV_TEMPORAL: { accuracy: 'inner' },
  DV_DATE: { value: 'date' },
  DV_DATE_TIME: { value: 'date' },
  DV_TIME: { value: 'time' },
  DV_DURATION: { value: 'duration' },
}
