/** An object that follows each invariant of the reference model, and one that breaks it. */
import { data } from '../../fixtures/opt-builder/index.ts'

type Data = data.Data

export const openehr = (code: string): Data => data.codedText('openehr', code)
const language = data.codePhrase('ISO_639-1', 'en')
const nowhere = data.codePhrase('ISO_639-1', 'xx-nowhere')
const id = (type: string, value: string): Data => ({ _type: type, value })
const versionId = (version: number): Data =>
  id('OBJECT_VERSION_ID', `89c0752e-0815-47d7-8b3c-b3aaea2cea7a::cairn.local::${version}`)
export const reference = (type: string): Data => ({
  _type: 'OBJECT_REF',
  namespace: 'local',
  type,
  id: id('HIER_OBJECT_ID', '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'),
})
const party: Data = { _type: 'PARTY_IDENTIFIED', name: 'A clinician' }
const audit: Data = {
  _type: 'AUDIT_DETAILS',
  system_id: 'cairn.local',
  time_committed: data.dateTime(),
  change_type: openehr('249'),
  committer: party,
}
const version: Data = {
  _type: 'ORIGINAL_VERSION',
  uid: versionId(1),
  contribution: reference('CONTRIBUTION'),
  commit_audit: audit,
  lifecycle_state: openehr('532'),
  data: data.text('x'),
}
export const element = data.element('at0004', data.text('x'))
export const tree = data.locatable('ITEM_TREE', 'at0003', { items: [element] })
const event = data.locatable('POINT_EVENT', 'at0002', { time: data.dateTime(), data: tree })
const history = data.locatable('HISTORY', 'at0001', { origin: data.dateTime(), events: [event] })
export const composition = data.composition('openEHR-EHR-COMPOSITION.x.v1', 'x')
const observation = data.entry('openEHR-EHR-OBSERVATION.x.v1', { data: history })
export const interval = (rest: Data): Data => ({
  _type: 'DV_INTERVAL',
  lower: { _type: 'DV_COUNT', magnitude: 1 },
  upper: { _type: 'DV_COUNT', magnitude: 2 },
  lower_unbounded: false,
  upper_unbounded: false,
  lower_included: true,
  upper_included: true,
  ...rest,
})
export const count: Data = { _type: 'DV_COUNT', magnitude: 1 }
const proportion: Data = { _type: 'DV_PROPORTION', numerator: 1, denominator: 2, type: 0 }
export const multimedia: Data = {
  _type: 'DV_MULTIMEDIA',
  media_type: data.codePhrase('IANA_media-types', 'image/png'),
  size: 1,
  data: 'AAAA',
}
export const relationship = data.locatable('PARTY_RELATIONSHIP', 'at0005', {
  source: { ...reference('PERSON'), _type: 'PARTY_REF' },
  target: { ...reference('PERSON'), _type: 'PARTY_REF', id: id('HIER_OBJECT_ID', 'org.other') },
})
export const person = data.root('openEHR-DEMOGRAPHIC-PERSON.x.v1', {
  uid: id('HIER_OBJECT_ID', '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'),
  identities: [data.locatable('PARTY_IDENTITY', 'at0001', { details: tree })],
})
export const role = data.root('openEHR-DEMOGRAPHIC-ROLE.x.v1', {
  uid: id('HIER_OBJECT_ID', '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'),
  identities: [data.locatable('PARTY_IDENTITY', 'at0001', { details: tree })],
  performer: { ...reference('PERSON'), _type: 'PARTY_REF' },
})
const status = data.root('openEHR-EHR-EHR_STATUS.x.v1', {
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
})
const ehr: Data = {
  _type: 'EHR',
  system_id: id('HIER_OBJECT_ID', 'cairn.local'),
  ehr_id: id('HIER_OBJECT_ID', '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'),
  time_created: data.dateTime(),
  ehr_access: reference('VERSIONED_EHR_ACCESS'),
  ehr_status: reference('VERSIONED_EHR_STATUS'),
  contributions: [reference('CONTRIBUTION')],
}
const mapping: Data = { _type: 'TERM_MAPPING', match: '=', target: data.codePhrase('SNOMED-CT', '1') }
const range: Data = { _type: 'REFERENCE_RANGE', meaning: data.text('x'), range: interval({}) }
const descriptionItem: Data = { _type: 'RESOURCE_DESCRIPTION_ITEM', language, purpose: 'x' }

/** Invariant → a right object, and what makes it wrong in that one respect. */
export const BROKEN: Readonly<Record<string, readonly [right: Data, wrong: Data]>> = {
  'DV_IDENTIFIER.Id_valid': [{ _type: 'DV_IDENTIFIER', id: 'x' }, { id: '' }],
  'DV_TEXT.Valid_value': [data.text('x'), { value: '' }],
  'DV_TEXT.Formatting_valid': [data.text('x'), { formatting: '' }],
  'DV_TEXT.Mappings_valid': [{ ...data.text('x'), mappings: [mapping] }, { mappings: [] }],
  'DV_TEXT.Language_valid': [{ ...data.text('x'), language }, { language: nowhere }],
  'DV_TEXT.Encoding_valid': [
    data.text('x'),
    { encoding: data.codePhrase('IANA_character-sets', 'EBCDIC-X') },
  ],
  'CODE_PHRASE.Code_string_valid': [data.codePhrase('local', 'x'), { code_string: '' }],
  'TERM_MAPPING.Match_valid': [mapping, { match: '!' }],
  'TERM_MAPPING.Purpose_valid': [{ ...mapping, purpose: openehr('669') }, { purpose: openehr('249') }],
  'DV_PARAGRAPH.Items_valid': [{ _type: 'DV_PARAGRAPH', items: [data.text('x')] }, { items: [] }],
  'DV_ENCAPSULATED.Charset_valid': [
    multimedia,
    { charset: data.codePhrase('IANA_character-sets', 'EBCDIC-X') },
  ],
  'DV_ENCAPSULATED.Language_valid': [multimedia, { language: nowhere }],
  'DV_PARSABLE.Formalism_valid': [{ _type: 'DV_PARSABLE', value: 'x', formalism: 'y' }, { formalism: '' }],
  'DV_PARSABLE.Size_valid': [{ _type: 'DV_PARSABLE', value: 'x', formalism: 'y' }, { size: -1 }],
  'DV_MULTIMEDIA.Size_valid': [multimedia, { size: -1 }],
  'DV_MULTIMEDIA.Not_empty': [multimedia, { data: undefined }],
  'DV_MULTIMEDIA.Media_type_valid': [
    multimedia,
    { media_type: data.codePhrase('IANA_media-types', 'picture') },
  ],
  'DV_MULTIMEDIA.Compression_algorithm_validity': [
    multimedia,
    { compression_algorithm: data.codePhrase('openehr_compression_algorithms', 'squeeze') },
  ],
  'DV_MULTIMEDIA.Integrity_check_algorithm_validity': [
    multimedia,
    {
      integrity_check: 'AAAA',
      integrity_check_algorithm: data.codePhrase('openehr_integrity_check_algorithms', 'x'),
    },
  ],
  'DV_MULTIMEDIA.Integrity_check_validity': [multimedia, { integrity_check: 'AAAA' }],
  'DV_URI.Value_valid': [{ _type: 'DV_URI', value: 'https://example.org' }, { value: 'no uri' }],
  'DV_EHR_URI.Scheme_valid': [{ _type: 'DV_EHR_URI', value: 'ehr:/x' }, { value: 'https://example.org' }],
  'DV_ORDERED.Normal_status_validity': [
    { ...count, normal_status: data.codePhrase('openehr_normal_statuses', 'H') },
    { normal_status: data.codePhrase('openehr_normal_statuses', 'odd') },
  ],
  'DV_ORDERED.Other_reference_ranges_validity': [
    { ...count, other_reference_ranges: [range] },
    { other_reference_ranges: [] },
  ],
  'DV_ORDERED.Normal_range_and_status_consistency': [
    { ...count, normal_range: interval({}), normal_status: data.codePhrase('openehr_normal_statuses', 'N') },
    { magnitude: 5 },
  ],
  'DV_QUANTIFIED.Magnitude_status_valid': [{ ...count, magnitude_status: '~' }, { magnitude_status: '<>' }],
  'DV_AMOUNT.Accuracy_is_percent_validity': [count, { accuracy: 0, accuracy_is_percent: true }],
  'DV_AMOUNT.Accuracy_validity': [{ ...count, accuracy: 5, accuracy_is_percent: true }, { accuracy: 101 }],
  'DV_PROPORTION.Type_validity': [proportion, { type: 5 }],
  'DV_PROPORTION.Valid_denominator': [proportion, { denominator: 0 }],
  'DV_PROPORTION.Unitary_validity': [{ ...proportion, type: 1, denominator: 1 }, { denominator: 2 }],
  'DV_PROPORTION.Percent_validity': [{ ...proportion, type: 2, denominator: 100 }, { denominator: 2 }],
  'DV_PROPORTION.Fraction_validity': [{ ...proportion, type: 3 }, { precision: 1 }],
  'DV_PROPORTION.Is_integral_validity': [{ ...proportion, precision: 0 }, { numerator: 1.5 }],
  'DV_INTERVAL.Lower_unbounded_valid': [interval({}), { lower: undefined, lower_included: false }],
  'DV_INTERVAL.Upper_unbounded_valid': [interval({}), { upper_unbounded: true, upper_included: false }],
  'DV_INTERVAL.Lower_included_valid': [
    interval({ lower: undefined, lower_unbounded: true, lower_included: false }),
    { lower_included: true },
  ],
  'DV_INTERVAL.Upper_included_valid': [
    interval({ upper: undefined, upper_unbounded: true, upper_included: false }),
    { upper_included: true },
  ],
  'DV_INTERVAL.Limits_consistent': [interval({}), { lower: { _type: 'DV_COUNT', magnitude: 3 } }],
  'REFERENCE_RANGE.Range_is_simple': [
    range,
    { range: interval({ lower: { ...count, normal_range: interval({}) } }) },
  ],
  'DV_DATE.Value_valid': [id('DV_DATE', '2021'), { value: '2021-13' }],
  'DV_TIME.Value_valid': [id('DV_TIME', '10:30'), { value: '25:00' }],
  'DV_DATE_TIME.Value_valid': [data.dateTime(), { value: 'now' }],
  'DV_DURATION.Value_valid': [id('DV_DURATION', 'P1D'), { value: '1D' }],
  'DV_PERIODIC_TIME_SPECIFICATION.Value_valid': [
    {
      _type: 'DV_PERIODIC_TIME_SPECIFICATION',
      value: { _type: 'DV_PARSABLE', value: 'x', formalism: 'HL7:PIVL' },
    },
    { value: { _type: 'DV_PARSABLE', value: 'x', formalism: 'cron' } },
  ],
  'LOCATABLE.Archetype_node_id_valid': [element, { archetype_node_id: '' }],
  'LOCATABLE.Links_valid': [element, { links: [] }],
  'LOCATABLE.Archetyped_valid': [element, { archetype_details: composition['archetype_details'] }],
  'ARCHETYPED.Rm_version_valid': [composition['archetype_details'] as Data, { rm_version: '' }],
  'COMPOSITION.Is_archetype_root': [
    composition,
    { archetype_node_id: 'at0000', archetype_details: undefined },
  ],
  'COMPOSITION.Archetyped_valid': [composition, { archetype_details: undefined }],
  'COMPOSITION.Category_validity': [composition, { category: openehr('249') }],
  'COMPOSITION.Language_valid': [composition, { language: nowhere }],
  'COMPOSITION.Territory_valid': [composition, { territory: data.codePhrase('ISO_3166-1', 'ZZZ') }],
  'COMPOSITION.Content_valid': [{ ...composition, content: [observation] }, { content: [] }],
  'EVENT_CONTEXT.Setting_valid': [data.eventContext(), { setting: openehr('249') }],
  'EVENT_CONTEXT.Participations_validity': [data.eventContext(), { participations: [] }],
  'EVENT_CONTEXT.Location_valid': [data.eventContext(), { location: '' }],
  'SECTION.Items_valid': [data.locatable('SECTION', 'at0001', { items: [observation] }), { items: [] }],
  'ENTRY.Is_archetype_root': [observation, { archetype_node_id: 'at0001', archetype_details: undefined }],
  'ENTRY.Language_valid': [observation, { language: nowhere }],
  'ENTRY.Encoding_valid': [observation, { encoding: data.codePhrase('IANA_character-sets', 'EBCDIC-X') }],
  'ENTRY.Other_participations_valid': [observation, { other_participations: [] }],
  'INSTRUCTION.Activities_valid': [
    data.entry('openEHR-EHR-INSTRUCTION.x.v1', { narrative: data.text('x') }),
    { activities: [] },
  ],
  'ACTIVITY.Action_archetype_id_valid': [
    data.locatable('ACTIVITY', 'at0001', { description: tree, action_archetype_id: '/.*/' }),
    { action_archetype_id: '' },
  ],
  'INSTRUCTION_DETAILS.Activity_path_valid': [
    {
      _type: 'INSTRUCTION_DETAILS',
      instruction_id: { ...reference('INSTRUCTION'), _type: 'LOCATABLE_REF', id: versionId(1) },
      activity_id: 'activities[at0001]',
    },
    { activity_id: '' },
  ],
  'ISM_TRANSITION.Current_state_valid': [
    { _type: 'ISM_TRANSITION', current_state: openehr('524') },
    { current_state: openehr('249') },
  ],
  'ISM_TRANSITION.Transition_valid': [
    { _type: 'ISM_TRANSITION', current_state: openehr('524'), transition: openehr('535') },
    { transition: openehr('249') },
  ],
  'HISTORY.Events_valid': [history, { events: undefined }],
  'HISTORY.Period_consistency': [
    { ...history, period: id('DV_DURATION', 'PT1H') },
    { events: [{ ...event, time: data.dateTime('2026-11-14T10:30:00Z') }] },
  ],
  'INTERVAL_EVENT.Math_function_validity': [
    { ...event, _type: 'INTERVAL_EVENT', width: id('DV_DURATION', 'PT1H'), math_function: openehr('146') },
    { math_function: openehr('249') },
  ],
  'ITEM_TABLE.Valid_structure': [
    data.locatable('ITEM_TABLE', 'at0001', {
      rows: [data.locatable('CLUSTER', 'at0002', { items: [element] })],
    }),
    {
      rows: [
        data.locatable('CLUSTER', 'at0002', {
          items: [data.locatable('CLUSTER', 'at0005', { items: [element] })],
        }),
      ],
    },
  ],
  'ELEMENT.Inv_null_flavour_indicated': [element, { value: undefined }],
  'ELEMENT.Inv_null_flavour_valid': [
    data.locatable('ELEMENT', 'at0004', { null_flavour: openehr('271') }),
    { null_flavour: openehr('249') },
  ],
  'ELEMENT.Inv_null_reason_valid': [element, { null_reason: data.text('x') }],
  'EHR_STATUS.Is_archetype_root': [status, { archetype_node_id: 'at0000', archetype_details: undefined }],
  'EHR_ACCESS.Is_archetype_root': [
    data.root('openEHR-EHR-EHR_ACCESS.x.v1'),
    { archetype_node_id: 'at0000', archetype_details: undefined },
  ],
  'FOLDER.Folders_valid': [data.locatable('FOLDER', 'at0001'), { folders: [] }],
  'PARTY_IDENTIFIED.Basic_validity': [party, { name: undefined }],
  'PARTY_IDENTIFIED.Name_valid': [party, { name: '' }],
  'PARTY_IDENTIFIED.Identifiers_valid': [party, { identifiers: [] }],
  'PARTY_RELATED.Relationship_valid': [
    { ...party, _type: 'PARTY_RELATED', relationship: openehr('10') },
    { relationship: openehr('249') },
  ],
  'PARTICIPATION.Function_valid': [
    { _type: 'PARTICIPATION', function: data.text('surgeon'), performer: party },
    { function: openehr('249') },
  ],
  'PARTICIPATION.Mode_valid': [
    { _type: 'PARTICIPATION', function: data.text('surgeon'), performer: party, mode: openehr('216') },
    { mode: openehr('249') },
  ],
  'FEEDER_AUDIT_DETAILS.System_id_valid': [
    { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'x' },
    { system_id: '' },
  ],
  'OBJECT_ID.Value_valid': [id('TEMPLATE_ID', 'x'), { value: '' }],
  'HIER_OBJECT_ID.Value_valid': [id('HIER_OBJECT_ID', 'org.example::x y'), { value: 'x y' }],
  'OBJECT_VERSION_ID.Value_valid': [versionId(1), { value: 'x' }],
  'ARCHETYPE_ID.Value_valid': [id('ARCHETYPE_ID', 'openEHR-EHR-CLUSTER.x.v1'), { value: 'x' }],
  'GENERIC_ID.Scheme_valid': [{ _type: 'GENERIC_ID', value: 'x', scheme: 'y' }, { scheme: '' }],
  'OBJECT_REF.Namespace_valid': [reference('PARTY'), { namespace: 'two words' }],
  'PARTY_REF.Type_validity': [{ ...reference('PERSON'), _type: 'PARTY_REF' }, { type: 'ANY' }],
  'OBJECT_REF.Type_valid': [reference('PARTY'), { type: '' }],
  'AUDIT_DETAILS.System_id_valid': [audit, { system_id: '' }],
  'AUDIT_DETAILS.Change_type_valid': [audit, { change_type: openehr('271') }],
  'ATTESTATION.Items_valid': [
    { ...audit, _type: 'ATTESTATION', reason: openehr('240'), is_pending: false },
    { items: [] },
  ],
  'ATTESTATION.Reason_valid': [
    { ...audit, _type: 'ATTESTATION', reason: openehr('240'), is_pending: false },
    { reason: openehr('249') },
  ],
  'REVISION_HISTORY_ITEM.Audit_valid': [
    { _type: 'REVISION_HISTORY_ITEM', version_id: versionId(1), audits: [audit] },
    { audits: [] },
  ],
  'ORIGINAL_VERSION.Lifecycle_state_valid': [version, { lifecycle_state: openehr('249') }],
  'ORIGINAL_VERSION.Attestations_valid': [version, { attestations: [] }],
  'ORIGINAL_VERSION.Other_input_version_uids_valid': [version, { other_input_version_uids: [] }],
  'ORIGINAL_VERSION.Preceding_version_uid_validity': [version, { uid: versionId(2) }],
  'EHR.Ehr_access_valid': [ehr, { ehr_access: reference('EHR_ACCESS') }],
  'EHR.Ehr_status_valid': [ehr, { ehr_status: reference('EHR_STATUS') }],
  'EHR.Compositions_valid': [ehr, { compositions: [reference('COMPOSITION')] }],
  'EHR.Contributions_valid': [ehr, { contributions: [reference('CHANGE')] }],
  'EHR.Directory_valid': [ehr, { directory: reference('FOLDER') }],
  'EHR.Folders_valid': [ehr, { folders: [reference('FOLDER')] }],
  'PARTY.Is_archetype_root': [person, { archetype_node_id: 'at0000', archetype_details: undefined }],
  'PARTY.Identities_valid': [person, { identities: [] }],
  'PARTY.Contacts_valid': [person, { contacts: [] }],
  'PARTY.Relationships_validity': [person, { relationships: [] }],
  'PARTY.Relationships_source_validity': [
    { ...person, relationships: [relationship] },
    { relationships: [relationship, { ...relationship, source: relationship['target'] }] },
  ],
  'PARTY.Reverse_relationships_validity': [person, { reverse_relationships: [] }],
  'ACTOR.Roles_valid': [person, { roles: [] }],
  'ROLE.Capabilities_valid': [role, { capabilities: [] }],
  'CONTACT.Addresses_valid': [
    data.locatable('CONTACT', 'at0001', {
      addresses: [data.locatable('ADDRESS', 'at0002', { details: tree })],
    }),
    { addresses: [] },
  ],
  'RESOURCE_DESCRIPTION_ITEM.Language_valid': [descriptionItem, { language: nowhere }],
  'RESOURCE_DESCRIPTION_ITEM.Purpose_valid': [descriptionItem, { purpose: '' }],
  'RESOURCE_DESCRIPTION_ITEM.Use_valid': [descriptionItem, { use: '' }],
  'RESOURCE_DESCRIPTION_ITEM.Misuse_valid': [descriptionItem, { misuse: '' }],
  'RESOURCE_DESCRIPTION_ITEM.Copyright_valid': [descriptionItem, { copyright: '' }],
  'TRANSLATION_DETAILS.Language_valid': [
    { _type: 'TRANSLATION_DETAILS', language, author: { name: 'x' } },
    { language: nowhere },
  ],
}
