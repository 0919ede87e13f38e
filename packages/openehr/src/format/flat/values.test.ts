/** The mapping tables against the examples of the specification ("Simplified Formats", RM mappings). */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../../problem.ts'
import { equal } from '../../rm/index.ts'
import { branchOf } from './branch.ts'
import { type Expected, readValue } from './read-value.ts'
import { newReading } from './reading.ts'
import { writeValue } from './write-value.ts'

type Flat = Readonly<Record<string, unknown>>

const code = (terminology: string, value: string, rest: Flat = {}): Flat => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: value,
  ...rest,
})
const coded = (terminology: string, value: string, rubric: string): Flat => ({
  _type: 'DV_CODED_TEXT',
  value: rubric,
  defining_code: code(terminology, value),
})
const text = (value: string): Flat => ({ _type: 'DV_TEXT', value })
const quantity = (magnitude: number): Flat => ({ _type: 'DV_QUANTITY', magnitude, units: 'unit' })
const reference = (id: string, scheme: string, namespace: string, type: string, of = 'PARTY_REF'): Flat => ({
  _type: of,
  id: { _type: 'GENERIC_ID', value: id, scheme },
  namespace,
  type,
})
const closed = { lower_unbounded: false, upper_unbounded: false, lower_included: true, upper_included: true }

interface Case {
  readonly type: string
  readonly flat: Flat
  readonly canonical: Flat
  /** Keys that are read but not written, or the other way round. */
  readonly written?: Flat
}

const CASES: readonly Case[] = [
  { type: 'DV_TEXT', flat: { '': 'a text' }, canonical: text('a text') },
  {
    type: 'DV_TEXT',
    flat: {
      '': 'a text',
      '|formatting': 'plain',
      '/_language|code': 'en',
      '/_language|terminology': 'ISO_639-1',
      '/_language|preferred_term': 'English',
      '/_mapping:0|match': '=',
      '/_mapping:0/target|code': '21794005',
      '/_mapping:0/target|terminology': 'SNOMED-CT',
      '/_mapping:0/purpose|code': '671',
      '/_mapping:0/purpose|value': 'research study',
      '/_mapping:0/purpose|terminology': 'openehr',
    },
    canonical: {
      ...text('a text'),
      formatting: 'plain',
      language: code('ISO_639-1', 'en', { preferred_term: 'English' }),
      mappings: [
        {
          _type: 'TERM_MAPPING',
          match: '=',
          target: code('SNOMED-CT', '21794005'),
          purpose: coded('openehr', '671', 'research study'),
        },
      ],
    },
  },
  {
    type: 'DV_TEXT',
    flat: { '|code': '1', '|value': 'x', '|terminology': 'SNOMED-CT' },
    canonical: coded('SNOMED-CT', '1', 'x'),
  },
  {
    type: 'DV_CODED_TEXT',
    flat: { '|code': 'at0006', '|value': 'term1', '|terminology': 'local', '|preferred_term': 'Term One' },
    canonical: {
      ...coded('local', 'at0006', 'term1'),
      defining_code: code('local', 'at0006', { preferred_term: 'Term One' }),
    },
  },
  {
    type: 'DV_ORDINAL',
    flat: { '|code': 'at0015', '|value': 'value1', '|ordinal': 1 },
    canonical: { _type: 'DV_ORDINAL', value: 1, symbol: coded('local', 'at0015', 'value1') },
  },
  {
    type: 'DV_SCALE',
    flat: { '|code': 'at1', '|value': 'half', '|ordinal': 0.5 },
    canonical: { _type: 'DV_SCALE', value: 0.5, symbol: coded('local', 'at1', 'half') },
  },
  { type: 'DV_BOOLEAN', flat: { '': false }, canonical: { _type: 'DV_BOOLEAN', value: false } },
  { type: 'DV_URI', flat: { '': 'https://a.b/' }, canonical: { _type: 'DV_URI', value: 'https://a.b/' } },
  { type: 'DV_EHR_URI', flat: { '': 'ehr://x' }, canonical: { _type: 'DV_EHR_URI', value: 'ehr://x' } },
  {
    type: 'DV_IDENTIFIER',
    flat: { '|id': 'A123', '|issuer': 'Issuer', '|assigner': 'Assigner', '|type': 'Prescription' },
    canonical: {
      _type: 'DV_IDENTIFIER',
      id: 'A123',
      issuer: 'Issuer',
      assigner: 'Assigner',
      type: 'Prescription',
    },
  },
  {
    type: 'DV_QUANTITY',
    flat: {
      '|magnitude': 65.9,
      '|unit': 'unit',
      '|precision': 1,
      '|units_system': 'system',
      '|units_display_name': 'display',
      '|accuracy': 50.5,
      '|accuracy_is_percent': true,
      '|magnitude_status': '~',
      '|normal_status': 'N',
      '/_normal_range/lower|magnitude': 20.5,
      '/_normal_range/lower|unit': 'unit',
      '/_normal_range/upper|magnitude': 66.6,
      '/_normal_range/upper|unit': 'unit',
      '/_other_reference_ranges:0|upper_unbounded': true,
      '/_other_reference_ranges:0|upper_included': false,
      '/_other_reference_ranges:0/lower|magnitude': 70.5,
      '/_other_reference_ranges:0/lower|unit': 'unit',
      '/_other_reference_ranges:0/meaning|code': '260360000',
      '/_other_reference_ranges:0/meaning|value': 'very high',
      '/_other_reference_ranges:0/meaning|terminology': 'SNOMED-CT',
    },
    canonical: {
      ...quantity(65.9),
      precision: 1,
      units_system: 'system',
      units_display_name: 'display',
      accuracy: 50.5,
      accuracy_is_percent: true,
      magnitude_status: '~',
      normal_status: code('openehr_normal_statuses', 'N'),
      normal_range: { _type: 'DV_INTERVAL', lower: quantity(20.5), upper: quantity(66.6), ...closed },
      other_reference_ranges: [
        {
          _type: 'REFERENCE_RANGE',
          meaning: coded('SNOMED-CT', '260360000', 'very high'),
          range: {
            _type: 'DV_INTERVAL',
            lower: quantity(70.5),
            ...closed,
            upper_unbounded: true,
            upper_included: false,
          },
        },
      ],
    },
  },
  {
    type: 'DV_COUNT',
    flat: { '': 7, '/_normal_range/lower': 1, '/_normal_range/upper': 8 },
    canonical: {
      _type: 'DV_COUNT',
      magnitude: 7,
      normal_range: {
        _type: 'DV_INTERVAL',
        lower: { _type: 'DV_COUNT', magnitude: 1 },
        upper: { _type: 'DV_COUNT', magnitude: 8 },
        ...closed,
      },
    },
  },
  {
    type: 'DV_PROPORTION',
    flat: { '|numerator': 1, '|denominator': 4, '|type': 0, '|precision': 1 },
    canonical: { _type: 'DV_PROPORTION', numerator: 1, denominator: 4, type: 0, precision: 1 },
    written: { '|numerator': 1, '|denominator': 4, '|type': 0, '|precision': 1, '': 0.25 },
  },
  {
    type: 'DV_DATE',
    flat: { '': '2022-01-12', '/_accuracy': 'P2D', '|magnitude_status': '~' },
    canonical: {
      _type: 'DV_DATE',
      value: '2022-01-12',
      accuracy: { _type: 'DV_DURATION', value: 'P2D' },
      magnitude_status: '~',
    },
  },
  {
    type: 'DV_TIME',
    flat: { '': '13:22:34.000868+01:00' },
    canonical: { _type: 'DV_TIME', value: '13:22:34.000868+01:00' },
  },
  {
    type: 'DV_DATE_TIME',
    flat: { '': '2022-01-12T13' },
    canonical: { _type: 'DV_DATE_TIME', value: '2022-01-12T13' },
  },
  {
    type: 'DV_DURATION',
    flat: { '': 'P2DT11H33M', '|accuracy': 50.5 },
    canonical: { _type: 'DV_DURATION', value: 'P2DT11H33M', accuracy: 50.5 },
  },
  {
    type: 'DV_PARSABLE',
    flat: {
      '': 'text',
      '|formalism': 'GLIF 1.0',
      '/_charset|code': 'UTF-8',
      '/_charset|terminology': 'IANA_character-sets',
    },
    canonical: {
      _type: 'DV_PARSABLE',
      value: 'text',
      formalism: 'GLIF 1.0',
      charset: code('IANA_character-sets', 'UTF-8'),
    },
  },
  {
    type: 'DV_MULTIMEDIA',
    flat: {
      '': 'http://med.tube.com/sample',
      '|mediatype': 'video/H261',
      '|alternatetext': 'alternate text',
      '|size': 504903212,
      '|compression_algorithm': 'zlib',
      '|integrity_check': 'b903',
      '|integrity_check_algorithm': 'SHA-256',
      '/_thumbnail|mediatype': 'image/png',
      '/_thumbnail|size': 504,
      '/_thumbnail|data': 'Z2hnZ2pnamdnag==',
    },
    canonical: {
      _type: 'DV_MULTIMEDIA',
      uri: { _type: 'DV_URI', value: 'http://med.tube.com/sample' },
      media_type: code('IANA_media-types', 'video/H261'),
      alternate_text: 'alternate text',
      size: 504903212,
      compression_algorithm: code('openehr_compression_algorithms', 'zlib'),
      integrity_check: 'b903',
      integrity_check_algorithm: code('openehr_integrity_check_algorithms', 'SHA-256'),
      thumbnail: {
        _type: 'DV_MULTIMEDIA',
        media_type: code('IANA_media-types', 'image/png'),
        size: 504,
        data: 'Z2hnZ2pnamdnag==',
      },
    },
  },
  {
    type: 'DV_INTERVAL<DV_QUANTITY>',
    flat: {
      '/lower|magnitude': 1,
      '/lower|unit': 'unit',
      '|lower_included': false,
      '|upper_unbounded': true,
      '|upper_included': false,
    },
    canonical: {
      _type: 'DV_INTERVAL',
      lower: quantity(1),
      lower_unbounded: false,
      lower_included: false,
      upper_unbounded: true,
      upper_included: false,
    },
  },
  {
    type: 'DV_INTERVAL<DV_DATE>',
    flat: { '/lower': '2020', '/upper': '2021' },
    canonical: {
      _type: 'DV_INTERVAL',
      lower: { _type: 'DV_DATE', value: '2020' },
      upper: { _type: 'DV_DATE', value: '2021' },
      ...closed,
    },
  },
  {
    type: 'LINK',
    flat: { '|meaning': 'related', '|type': 'problem', '|target': 'ehr://x' },
    canonical: {
      _type: 'LINK',
      meaning: text('related'),
      type: text('problem'),
      target: { _type: 'DV_EHR_URI', value: 'ehr://x' },
    },
  },
  { type: 'PARTY_PROXY', flat: { '|_type': 'PARTY_SELF' }, canonical: { _type: 'PARTY_SELF' } },
  {
    type: 'PARTY_PROXY',
    flat: {
      '|name': 'Silvia Blake',
      '|id': '1234',
      '|id_scheme': 'UUID',
      '|id_namespace': 'EHR.NETWORK',
      '/_identifier:0|id': '122',
      '/_identifier:0|issuer': 'issuer',
    },
    canonical: {
      _type: 'PARTY_IDENTIFIED',
      name: 'Silvia Blake',
      external_ref: reference('1234', 'UUID', 'EHR.NETWORK', 'PARTY'),
      identifiers: [{ _type: 'DV_IDENTIFIER', id: '122', issuer: 'issuer' }],
    },
  },
  {
    type: 'PARTY_PROXY',
    flat: {
      '|name': 'Silvia Blake',
      '/relationship|code': '10',
      '/relationship|value': 'mother',
      '/relationship|terminology': 'openehr',
    },
    canonical: {
      _type: 'PARTY_RELATED',
      name: 'Silvia Blake',
      relationship: coded('openehr', '10', 'mother'),
    },
  },
  {
    type: 'PARTY_IDENTIFIED',
    flat: {
      '|name': 'x',
      '|id': '1',
      '|id_scheme': 's',
      '|id_namespace': 'n',
      '/_external_ref|type': 'PERSON',
    },
    canonical: { _type: 'PARTY_IDENTIFIED', name: 'x', external_ref: reference('1', 's', 'n', 'PERSON') },
  },
  {
    type: 'PARTICIPATION',
    flat: {
      '|function': 'requester',
      '|mode': 'face-to-face communication',
      '|name': 'Dr. Marcus Johnson',
      '|id': '199',
      '|id_scheme': 'HOSPITAL-NS',
      '|id_namespace': 'HOSPITAL-NS',
      '|identifiers_id:0': '122',
      '|identifiers_issuer:0': 'issuer',
    },
    canonical: {
      _type: 'PARTICIPATION',
      function: text('requester'),
      mode: coded('openehr', '216', 'face-to-face communication'),
      performer: {
        _type: 'PARTY_IDENTIFIED',
        name: 'Dr. Marcus Johnson',
        external_ref: reference('199', 'HOSPITAL-NS', 'HOSPITAL-NS', 'PARTY'),
        identifiers: [{ _type: 'DV_IDENTIFIER', id: '122', issuer: 'issuer' }],
      },
    },
  },
  {
    type: 'OBJECT_REF',
    flat: { '|id': '3445', '|id_scheme': 'HOSPITAL-NS', '|namespace': 'HOSPITAL-NS', '|type': 'GUIDELINE' },
    canonical: reference('3445', 'HOSPITAL-NS', 'HOSPITAL-NS', 'GUIDELINE', 'OBJECT_REF'),
  },
  {
    type: 'FEEDER_AUDIT',
    flat: {
      '/originating_system_item_id:0|id': 'id1',
      '/original_content': 'Hello world!',
      '/original_content|formalism': 'text/plain',
      '/originating_system_audit|system_id': 'orig',
      '/originating_system_audit|version_id': 'final',
      '/originating_system_audit|time': '2021-12-21T16:02:58+01:00',
      '/originating_system_audit/location|name': 'Org 1',
      '/originating_system_audit/subject|_type': 'PARTY_SELF',
    },
    canonical: {
      _type: 'FEEDER_AUDIT',
      originating_system_item_ids: [{ _type: 'DV_IDENTIFIER', id: 'id1' }],
      original_content: { _type: 'DV_PARSABLE', value: 'Hello world!', formalism: 'text/plain' },
      originating_system_audit: {
        _type: 'FEEDER_AUDIT_DETAILS',
        system_id: 'orig',
        version_id: 'final',
        time: { _type: 'DV_DATE_TIME', value: '2021-12-21T16:02:58+01:00' },
        location: { _type: 'PARTY_IDENTIFIED', name: 'Org 1' },
        subject: { _type: 'PARTY_SELF' },
      },
    },
  },
  {
    type: 'FEEDER_AUDIT',
    flat: { '/original_content_multimedia|mediatype': 'image/png', '/original_content_multimedia|size': 3 },
    canonical: {
      _type: 'FEEDER_AUDIT',
      original_content: {
        _type: 'DV_MULTIMEDIA',
        media_type: code('IANA_media-types', 'image/png'),
        size: 3,
      },
    },
  },
  {
    type: 'ISM_TRANSITION',
    flat: {
      '/current_state|code': '532',
      '/current_state|value': 'completed',
      '/current_state|terminology': 'openehr',
      '/_reason:0': 'reason 1',
    },
    canonical: {
      _type: 'ISM_TRANSITION',
      current_state: coded('openehr', '532', 'completed'),
      reason: [text('reason 1')],
    },
  },
  {
    type: 'INSTRUCTION_DETAILS',
    flat: { '|path': '/content[x]', '|composition_uid': '4cdc3017', '|activity_id': 'activities[at0001]' },
    canonical: {
      _type: 'INSTRUCTION_DETAILS',
      activity_id: 'activities[at0001]',
      instruction_id: {
        _type: 'LOCATABLE_REF',
        path: '/content[x]',
        namespace: 'local',
        type: 'INSTRUCTION',
        id: { _type: 'HIER_OBJECT_ID', value: '4cdc3017' },
      },
    },
  },
]

function read(
  expected: Expected,
  flat: Flat,
): { readonly value: unknown; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const tree = branchOf(
    Object.entries(flat).map(([key, value]) => [`x${key}`, value] as const),
    findings,
  )
  const own = tree.children.get('x')?.get(0)
  assert.ok(own)
  return { value: readValue(expected, own, newReading(findings)), findings }
}

const sorted = (flat: Flat): Flat =>
  Object.fromEntries(Object.entries(flat).sort(([a], [b]) => (a < b ? -1 : 1)))

for (const [number, { type, flat, canonical, written = flat }] of CASES.entries())
  test(`${type} (${number}) is read from its keys and written to them`, () => {
    const { value, findings } = read({ type }, flat)
    assert.deepEqual(findings, [])
    assert.ok(equal(value, canonical, type), JSON.stringify(value))
    assert.deepEqual(sorted(Object.fromEntries(writeValue({ type }, canonical))), sorted(written))
  })

test('spellings of other clients are read', () => {
  const reads = (type: string, flat: Flat, canonical: Flat): void => {
    const { value, findings } = read({ type }, flat)
    assert.deepEqual(findings, [])
    assert.ok(equal(value, canonical, type), JSON.stringify(value))
  }
  reads('DV_TEXT', { '|value': 'x' }, text('x'))
  reads('DV_IDENTIFIER', { '': 'A1' }, { _type: 'DV_IDENTIFIER', id: 'A1' })
  reads('DV_QUANTITY', { '|magnitude': '1.5', '|units': 'unit' }, quantity(1.5))
  reads('DV_BOOLEAN', { '': 'true' }, { _type: 'DV_BOOLEAN', value: true })
  reads('DV_DURATION', { '|year': 1, '|month': 2, '|hour': 3 }, { _type: 'DV_DURATION', value: 'P1Y2MT3H' })
  reads('DV_DATE', { '': { year: 2019, month: 3 } }, { _type: 'DV_DATE', value: '2019-03' })
  reads(
    'DV_PROPORTION',
    { '|numerator': 5, '|type': 2 },
    { _type: 'DV_PROPORTION', numerator: 5, denominator: 100, type: 2 },
  )
  reads(
    'DV_MULTIMEDIA',
    { '|media_type': 'a/b' },
    { _type: 'DV_MULTIMEDIA', media_type: code('IANA_media-types', 'a/b') },
  )
  reads('DV_CODED_TEXT', { '|code': 'at1', '|value': 'x' }, coded('local', 'at1', 'x'))
  reads(
    'LINK',
    { '|type': 't', '|target': 'ehr://x', '|meaning|code': 'related_to', '|meaning|value': 'Related to' },
    {
      _type: 'LINK',
      meaning: coded('local', 'related_to', 'Related to'),
      type: text('t'),
      target: { _type: 'DV_EHR_URI', value: 'ehr://x' },
    },
  )
  reads('DV_QUANTITY', { '|raw': '{"@class":"DV_QUANTITY","magnitude":1,"units":"unit"}' }, quantity(1))
})

test('a careflow step that the template has in one state only says the state', () => {
  const codes = {
    codes: new Map([['at1', { label: 'Given', currentStates: ['532'] }]]),
    open: false,
    terminology: 'local',
  }
  const expected: Expected = { type: 'ISM_TRANSITION', below: { careflow_step: { codes } } }
  const { value } = read(expected, { '/careflow_step|code': 'at1' })
  assert.deepEqual((value as Flat)['current_state'], coded('openehr', '532', 'completed'))
})

test('a value that does not fit its key is refused with what is expected', () => {
  for (const [type, flat] of [
    ['DV_QUANTITY', { '|magnitude': 'much', '|unit': 'g' }],
    ['DV_COUNT', { '': 1.5 }],
    ['DV_BOOLEAN', { '': 'maybe' }],
    ['DV_TEXT', { '': { a: 1 } }],
    ['DV_DATE', { '': { month: 3 } }],
    ['DV_TEXT', { '|raw': '{' }],
    ['PARTICIPATION', { '|mode': 'by carrier pigeon' }],
    ['PARTY_PROXY', { '|_type': 'DV_TEXT' }],
    ['PARTY_PROXY', { '|_type': '__proto__' }],
  ] as const)
    assert.equal(read({ type }, flat).findings.length, 1, JSON.stringify(flat))
})

test('what the tables cannot say goes out attribute by attribute as canonical JSON', () => {
  const meaning = coded('local', 'at1', 'x')
  const link = { _type: 'LINK', meaning, type: text('t'), target: { _type: 'DV_EHR_URI', value: 'ehr://x' } }
  assert.deepEqual(Object.fromEntries(writeValue({ type: 'LINK' }, link)), {
    '|type': 't',
    '|target': 'ehr://x',
    '/_meaning|raw': meaning,
  })
})

test('a class that does not belong there, and attributes that no class has, go out whole', () => {
  const strange = { ...quantity(1), colour: 'blue' }
  assert.deepEqual(writeValue({ type: 'DV_QUANTITY' }, strange), [['|raw', strange]])
  assert.deepEqual(writeValue({ type: 'DV_TEXT' }, quantity(1)), [['|raw', quantity(1)]])
})

test('an attribute that reading would fill is said to be absent', () => {
  const { upper_included: _, ...open } = closed
  const interval = { _type: 'DV_INTERVAL', lower: quantity(1), upper: quantity(2), ...open }
  const flat = Object.fromEntries(writeValue({ type: 'DV_INTERVAL<DV_QUANTITY>' }, interval))
  assert.equal(flat['/_upper_included|raw'], null)
  assert.ok(equal(read({ type: 'DV_INTERVAL<DV_QUANTITY>' }, flat).value, interval, 'DV_INTERVAL'))
})
