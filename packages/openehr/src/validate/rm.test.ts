import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { data } from '../../fixtures/opt-builder/index.ts'
import { rmClass } from '../rm/index.ts'
import { INVARIANTS } from './invariants/index.ts'
import { validateRm } from './rm.ts'
import { MAX_DEPTH } from './visit.ts'

type Data = data.Data

const codesOf = (value: unknown, type: string): readonly string[] =>
  validateRm(value, type).map(({ code }) => code)

const openehr = (code: string): Data => data.codedText('openehr', code)
const language = data.codePhrase('ISO_639-1', 'en')
const nowhere = data.codePhrase('ISO_639-1', 'xx-nowhere')
const id = (type: string, value: string): Data => ({ _type: type, value })
const versionId = (version: number): Data =>
  id('OBJECT_VERSION_ID', `89c0752e-0815-47d7-8b3c-b3aaea2cea7a::cairn.local::${version}`)
const reference = (type: string): Data => ({
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
const element = data.element('at0004', data.text('x'))
const tree = data.locatable('ITEM_TREE', 'at0003', { items: [element] })
const event = data.locatable('POINT_EVENT', 'at0002', { time: data.dateTime(), data: tree })
const history = data.locatable('HISTORY', 'at0001', { origin: data.dateTime(), events: [event] })
const composition = data.composition('openEHR-EHR-COMPOSITION.x.v1', 'x')
const observation = data.entry('openEHR-EHR-OBSERVATION.x.v1', { data: history })
const interval = (rest: Data): Data => ({
  _type: 'DV_INTERVAL',
  lower: { _type: 'DV_COUNT', magnitude: 1 },
  upper: { _type: 'DV_COUNT', magnitude: 2 },
  lower_unbounded: false,
  upper_unbounded: false,
  lower_included: true,
  upper_included: true,
  ...rest,
})
const count: Data = { _type: 'DV_COUNT', magnitude: 1 }
const proportion: Data = { _type: 'DV_PROPORTION', numerator: 1, denominator: 2, type: 0 }
const multimedia: Data = {
  _type: 'DV_MULTIMEDIA',
  media_type: data.codePhrase('IANA_media-types', 'image/png'),
  size: 1,
  data: 'AAAA',
}
const person = data.root('openEHR-DEMOGRAPHIC-PERSON.x.v1', {
  uid: id('HIER_OBJECT_ID', '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'),
  identities: [data.locatable('PARTY_IDENTITY', 'at0001', { details: tree })],
})
const role = data.root('openEHR-DEMOGRAPHIC-ROLE.x.v1', {
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
const BROKEN: Readonly<Record<string, readonly [right: Data, wrong: Data]>> = {
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

describe('the invariants of the reference model', () => {
  for (const [code, [right, wrong]] of Object.entries(BROKEN)) {
    test(`${code} is broken by that alone`, () => {
      const type = String(right['_type'])
      assert.deepEqual(validateRm(right, type), [])
      assert.deepEqual([...new Set(codesOf({ ...right, ...wrong }, type))], [code])
    })
  }

  test('are all in the table above', () => {
    const all = [...INVARIANTS.values()].flat().map(({ code }) => code)
    assert.deepEqual(
      all.filter(code => !(code in BROKEN)),
      [],
    )
    assert.equal(new Set(all).size, all.length)
  })

  test('are not broken where they say that they cannot be, whatever else is left out', () => {
    for (const [type, invariants] of INVARIANTS) {
      const names = rmClass(type)?.attributes
      for (const { code, when, broken } of invariants) {
        if (when === undefined) continue
        for (const name of when.flatMap(({ there = [], absent = [] }) => [...there, ...absent])) {
          assert.ok(names?.has(name), `${code} speaks of ${name}`)
        }
        const [right, wrong] = BROKEN[code] ?? [{}, {}]
        for (const object of parts({ ...right, ...wrong })) {
          const fitting = when.filter(
            ({ there = [], absent = [] }) =>
              there.every(name => isThere(object[name])) && !absent.some(name => isThere(object[name])),
          )
          assert.ok(fitting.length <= 1, code)
          assert.ok(
            fitting.length === 1 || broken(object) === undefined,
            `${code}: ${JSON.stringify(object)}`,
          )
        }
      }
    }
  })
})

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** An object with every choice of its attributes. */
const parts = (object: Data): readonly Data[] =>
  Object.entries(object).reduce<readonly Data[]>(
    (made, [name, value]) => made.concat(made.map(part => ({ ...part, [name]: value }))),
    [{}],
  )

/** Name of the fault → value, declared class, path and rule. */
const STRUCTURE: Readonly<
  Record<string, readonly [value: unknown, type: string, path: string, code: string]>
> = {
  'an unknown attribute': [{ ...data.text('x'), colour: 1 }, 'DV_TEXT', '/colour', 'rm.attribute'],
  'a mandatory attribute missing': [{ _type: 'DV_TEXT' }, 'DV_TEXT', '/value', 'rm.mandatory'],
  'a mandatory attribute that is null': [
    { _type: 'DV_TEXT', value: null },
    'DV_TEXT',
    '/value',
    'rm.mandatory',
  ],
  'a number where text belongs': [{ _type: 'DV_TEXT', value: 1 }, 'DV_TEXT', '/value', 'rm.type'],
  'a fraction where an integer belongs': [{ ...count, magnitude: 1.5 }, 'DV_COUNT', '/magnitude', 'rm.type'],
  'an integer that a double cannot hold': [
    { ...count, magnitude: 2 ** 53 },
    'DV_COUNT',
    '/magnitude',
    'rm.type',
  ],
  'an infinite number': [
    { _type: 'DV_QUANTITY', magnitude: Number.POSITIVE_INFINITY, units: 'kg' },
    'DV_QUANTITY',
    '/magnitude',
    'rm.type',
  ],
  'text where a boolean belongs': [{ _type: 'DV_BOOLEAN', value: 'true' }, 'DV_BOOLEAN', '/value', 'rm.type'],
  'no base64': [{ ...multimedia, data: '***' }, 'DV_MULTIMEDIA', '/data', 'rm.type'],
  'a class that does not exist': [{ _type: 'DV_NONSENSE' }, 'DATA_VALUE', '/', 'rm.type'],
  'an abstract class': [{ _type: 'DATA_VALUE' }, 'DATA_VALUE', '/', 'rm.type'],
  'a class that does not belong': [data.text('x'), 'DV_QUANTITY', '/', 'rm.type'],
  'no class where the declared one is abstract': [{ value: 'x' }, 'DATA_VALUE', '/', 'rm.type'],
  'a list where one value belongs': [
    { ...element, value: [data.text('x')] },
    'ELEMENT',
    '/value',
    'rm.multiplicity',
  ],
  'one value where a list belongs': [
    { ...tree, items: element },
    'ITEM_TREE',
    '/items[at0004]',
    'rm.multiplicity',
  ],
  'text instead of an object': ['x', 'COMPOSITION', '/', 'rm.type'],
  'nothing at all': [undefined, 'COMPOSITION', '/', 'rm.type'],
  'a limit of another class in a normal range': [
    {
      ...count,
      normal_range: interval({
        lower: { _type: 'DV_QUANTITY', magnitude: 1, units: 'kg' },
        upper: undefined,
        upper_unbounded: true,
        upper_included: false,
      }),
    },
    'DV_COUNT',
    '/normal_range/lower',
    'rm.type',
  ],
}

describe('the structure of the reference model', () => {
  for (const [what, [value, type, path, code]] of Object.entries(STRUCTURE)) {
    test(`is broken by ${what}`, () => {
      assert.deepEqual(
        validateRm(value, type).map(violation => [violation.path, violation.code]),
        [[path, code]],
      )
    })
  }

  test('lets null stand for nothing where nothing is needed', () => {
    assert.deepEqual(validateRm({ ...data.text('x'), mappings: null }, 'DV_TEXT'), [])
  })

  test('has no empty list where the attribute table has a lower bound', () => {
    const cluster = data.locatable('CLUSTER', 'at0001', { items: [] })
    assert.deepEqual(codesOf(cluster, 'CLUSTER'), ['rm.multiplicity'])
    assert.deepEqual(codesOf(data.locatable('CLUSTER', 'at0001', {}), 'CLUSTER'), ['rm.mandatory'])
    const history = data.locatable('HISTORY', 'at0001', {
      origin: data.dateTime(),
      summary: data.locatable('ITEM_TREE', 'at0002', {}),
    })
    assert.deepEqual(codesOf(history, 'HISTORY'), [])
    assert.deepEqual(codesOf({ ...history, events: [] }, 'HISTORY'), ['rm.multiplicity'])
  })

  test('takes an archetype id with a namespace for that of a root, and wants the details to have the same', () => {
    const named = 'org.x::openEHR-EHR-COMPOSITION.x.v1'
    const details = (id: string) => ({
      ...(composition['archetype_details'] as Data),
      archetype_id: { _type: 'ARCHETYPE_ID', value: id },
    })
    const root = { ...composition, archetype_node_id: named, archetype_details: details(named) }
    assert.deepEqual(codesOf(root, 'COMPOSITION'), [])
    const other = { ...root, archetype_details: details('openEHR-EHR-COMPOSITION.x.v1') }
    assert.deepEqual(codesOf(other, 'COMPOSITION'), ['LOCATABLE.Archetyped_valid'])
  })

  test('knows identifiers by their form', () => {
    for (const value of ['::', 'x y', '', 'a::', '-'])
      assert.ok(codesOf({ _type: 'HIER_OBJECT_ID', value }, 'HIER_OBJECT_ID').length > 0, value)
    for (const value of ['8849182c-82ad-4088-a07f-48ead4180515', '1.2.840.113554', 'org.example::7', 'sys'])
      assert.deepEqual(codesOf({ _type: 'HIER_OBJECT_ID', value }, 'HIER_OBJECT_ID'), [], value)
    for (const object of ['x y', '::', ''])
      assert.ok(
        codesOf({ _type: 'OBJECT_VERSION_ID', value: `${object}::sys::1` }, 'OBJECT_VERSION_ID').length,
      )
    for (const namespace of [
      'local',
      '1.2.3',
      'https://example.org/ids?x=1#y',
      'EHR.NETWORK',
      'HOSPITAL-NS',
      'urn:oid:1.2',
    ])
      assert.deepEqual(codesOf({ ...reference('PARTY'), namespace }, 'OBJECT_REF'), [], namespace)
  })

  test('needs no _type where the declared class is concrete', () => {
    assert.deepEqual(
      validateRm(
        { value: 'x', defining_code: { terminology_id: { value: 'local' }, code_string: 'at0001' } },
        'DV_CODED_TEXT',
      ),
      [],
    )
  })

  test('accepts the code for episodic that older terminologies had', () => {
    assert.deepEqual(validateRm({ ...composition, category: openehr('435') }, 'COMPOSITION'), [])
  })

  test('accepts what the reference model 1.0.2 to 1.0.4 wrote', () => {
    const old = {
      ...composition,
      archetype_details: { archetype_id: { value: 'openEHR-EHR-COMPOSITION.x.v1' }, rm_version: '1.0.2' },
    }
    assert.deepEqual(validateRm(old, 'COMPOSITION'), [])
  })

  test('is told where members share an id: by name, by place', () => {
    const broken = data.element('at0004', { _type: 'DV_TEXT' })
    const items = [
      element,
      data.locatable('ELEMENT', 'at0004', { value: { _type: 'DV_TEXT' } }, 'other'),
      broken,
    ]
    assert.deepEqual(
      validateRm({ ...tree, items }, 'ITEM_TREE').map(({ path }) => path),
      ["/items[at0004, 'other']/value/value", '/items[at0004][3]/value/value'],
    )
  })
})

describe('hostile data', () => {
  /** Milliseconds: what is not linear would take hours. */
  const ENDS = 120_000

  const nested = (depth: number): Data => {
    let cluster = data.locatable('CLUSTER', 'at0001', { items: [element] })
    for (let i = 0; i < depth; i++) cluster = data.locatable('CLUSTER', 'at0001', { items: [cluster] })
    return cluster
  }

  test('that are nested too deep are refused, not followed to the end of the stack', () => {
    assert.deepEqual(validateRm(nested(MAX_DEPTH - 5), 'CLUSTER'), [])
    assert.deepEqual([...new Set(codesOf(nested(20_000), 'CLUSTER'))], ['rm.depth'])
  })

  test('with fifty thousand wrong members are reported up to a limit', { timeout: ENDS }, () => {
    const wrong = data.locatable('ELEMENT', 'at0004', { value: { _type: 'DV_TEXT' } })
    const items = Array.from({ length: 50_000 }, () => ({ ...wrong }))
    const found = validateRm(data.locatable('ITEM_TREE', 'at0003', { items }), 'ITEM_TREE')
    assert.equal(found.length, 10_001)
    assert.equal(found.at(-2)?.path, `/items[at0004][10000]/value/value`)
    assert.equal(found.at(-1)?.code, 'violations.more')
  })

  test('with the names of prototypes as attributes find no such attribute and change no prototype', () => {
    const value = JSON.parse(
      '{"_type":"DV_TEXT","value":"x","__proto__":{"a":1},"constructor":1,"toString":2}',
    ) as unknown
    assert.deepEqual(codesOf(value, 'DV_TEXT'), ['rm.attribute', 'rm.attribute', 'rm.attribute'])
    assert.equal(({} as Data)['a'], undefined)
  })

  test('of types that are made up are not kept in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heldBy = (work: () => void): number => {
      collect()
      const before = process.memoryUsage().heapUsed
      work()
      collect()
      return process.memoryUsage().heapUsed - before
    }
    const open = { lower_unbounded: true, upper_unbounded: true }
    const held = heldBy(() => {
      for (let i = 0; i < 5000; i++) {
        const type = `DV_INTERVAL<X${i}>`
        assert.deepEqual(validateRm({ ...element, value: { _type: type, ...open } }, 'ELEMENT'), [])
      }
    })
    // Kept, they take 3 KB each.
    assert.ok(held < 5_000_000, `${held} bytes`)
  })

  test('with long identifiers and long base64 end soon', { timeout: ENDS }, () => {
    const long = `${'a-'.repeat(50_000)}.x`
    assert.deepEqual(codesOf({ ...element, archetype_node_id: long }, 'ELEMENT'), [])
    assert.deepEqual(codesOf({ ...multimedia, data: `${' '.repeat(100_000)}*` }, 'DV_MULTIMEDIA'), [
      'rm.type',
    ])
  })
})
