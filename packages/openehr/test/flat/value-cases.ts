/** FLAT keys of every data type with the canonical value that they stand for ("Simplified Formats", RM mappings). */
export type Flat = Readonly<Record<string, unknown>>

export const code = (terminology: string, value: string, rest: Flat = {}): Flat => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: value,
  ...rest,
})
export const coded = (terminology: string, value: string, rubric: string): Flat => ({
  _type: 'DV_CODED_TEXT',
  value: rubric,
  defining_code: code(terminology, value),
})
export const text = (value: string): Flat => ({ _type: 'DV_TEXT', value })
export const quantity = (magnitude: number): Flat => ({ _type: 'DV_QUANTITY', magnitude, units: 'unit' })
export const closed = {
  lower_unbounded: false,
  upper_unbounded: false,
  lower_included: true,
  upper_included: true,
}

export interface Case {
  readonly type: string
  readonly flat: Flat
  readonly canonical: Flat
  /** Keys that are read but not written, or the other way round. */
  readonly written?: Flat
}

export const DATA_VALUE_CASES: readonly Case[] = [
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
]
