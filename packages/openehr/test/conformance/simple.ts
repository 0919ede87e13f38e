/** CNF master17.1, 17.2, 17.6 and 17.7: basic types, text, encapsulated data, URIs. */
import {
  codes,
  constraintRef,
  data,
  type Node,
  object,
  type Primitive,
  primitive,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { type Case, type Deviation, present, valueCase, words } from './schedule.ts'

type Text = Omit<Primitive, 'of'>

const strings = (type: string, constraints: Readonly<Record<string, Text>>, existence = '1..1'): Node =>
  object(
    type,
    Object.entries(constraints).map(([name, item]) => single(name, primitive('C_STRING', item), existence)),
  )

/** value, true_valid, false_valid, rules. */
const booleans = (
  [
    ['anything_allowed', true, true, true, ''],
    ['anything_allowed', false, true, true, ''],
    ['only_true_allowed', true, true, false, ''],
    ['only_true_allowed', false, true, false, 'C_BOOLEAN.false_valid'],
    ['only_false_allowed', true, false, true, ''],
    ['only_false_allowed', false, false, true, ''],
  ] as const
).map(([table, value, trueValid, falseValid, rules]) =>
  valueCase(
    `CONT-DV_BOOLEAN-${table}`,
    String(value),
    object('DV_BOOLEAN', [single('value', primitive('C_BOOLEAN', { trueValid, falseValid }))]),
    { _type: 'DV_BOOLEAN', value },
    words(rules),
    value && !trueValid ? { reason: 'misprint', rules: ['C_BOOLEAN.true_valid'] } : undefined,
  ),
)

/** Each attribute in turn: absent, ABC, XYZ. The schedule calls absence a broken pattern or list; it is a missing value. */
const identifiers = (
  [
    ['pattern', { pattern: 'XYZ.*' }],
    ['list', { list: ['XYZ'] }],
  ] as const
).flatMap(([kind, constraint]) =>
  ['issuer', 'assigner', 'id', 'type'].flatMap(attribute => {
    const node = strings('DV_IDENTIFIER', { [attribute]: constraint })
    return [null, 'ABC', 'XYZ'].map(value =>
      valueCase(
        `CONT-DV_IDENTIFIER-validate_all_${kind} ${attribute}`,
        String(value),
        node,
        present({ _type: 'DV_IDENTIFIER', id: 'XYZ', [attribute]: value }),
        value === null
          ? [attribute === 'id' ? 'rm.mandatory:id' : `existence.lower:${attribute}`]
          : value === 'ABC'
            ? [`C_STRING.${kind}`]
            : [],
      ),
    )
  }),
)

/** Three values, NULL, ABC and XYZ, by constraint. */
const texts = (
  [
    ['validate_open', object('DV_TEXT'), ''],
    ['validate_pattern', strings('DV_TEXT', { value: { pattern: 'XYZ' } }), 'C_STRING.pattern'],
    ['validate_list', strings('DV_TEXT', { value: { list: ['XYZ', 'OPQ'] } }), 'C_STRING.list'],
  ] as const
).flatMap(([table, node, rule]) =>
  [null, 'ABC', 'XYZ'].map(value =>
    valueCase(
      `CONT-DV_TEXT-${table}`,
      String(value),
      node,
      present({ _type: 'DV_TEXT', value }),
      value === null ? ['rm.mandatory:value'] : value === 'ABC' ? words(rule) : [],
    ),
  ),
)

const coded = (constraint: Node): Node => object('DV_CODED_TEXT', [single('defining_code', constraint)])
const NO_TERMINOLOGY = 'rm.mandatory:terminology_id'
const NO_CODE = 'rm.mandatory:code_string'

/** Five code phrases by three constraints; the last column of each is what SNOMED-CT or local breaks. */
const codedTexts = (
  [
    ['validate_open', object('DV_CODED_TEXT'), '', ''],
    ['validate_local_codes', coded(codes('local', ['ABC', 'OPQ'])), '', 'C_CODE_PHRASE.terminology_id'],
    ['validate_ext_term', coded(constraintRef('ac0001')), 'CONSTRAINT_REF.reference', ''],
  ] as const
).flatMap(([table, node, local, snomed]) =>
  (
    [
      [null, null, [NO_CODE, NO_TERMINOLOGY]],
      ['ABC', null, [NO_TERMINOLOGY]],
      [null, 'local', [NO_CODE, ...words(local)]],
      ['ABC', 'local', words(local)],
      ['82272006', 'SNOMED-CT', words(snomed)],
    ] as const
  ).map(([code, terminology, rules]) =>
    valueCase(
      `CONT-DV_CODED_TEXT-${table}`,
      `${terminology}::${code}`,
      node,
      {
        _type: 'DV_CODED_TEXT',
        value: 'x',
        defining_code: present({
          _type: 'CODE_PHRASE',
          code_string: code,
          terminology_id: terminology === null ? null : { _type: 'TERMINOLOGY_ID', value: terminology },
        }),
      },
      rules,
    ),
  ),
)

const parsable = (value: string | null, formalism: string | null): data.Data =>
  present({ _type: 'DV_PARSABLE', value, formalism })

const parsablesOpen = (
  [
    [null, null, 'rm.mandatory:value rm.mandatory:formalism'],
    ['abc', null, 'rm.mandatory:formalism'],
    [null, 'abc', 'rm.mandatory:value'],
    ['xxx', 'abc', ''],
  ] as const
).map(([value, formalism, rules]) =>
  valueCase(
    'CONT-DV_PARSABLE-validate_open',
    `${value} ${formalism}`,
    object('DV_PARSABLE'),
    parsable(value, formalism),
    words(rules),
  ),
)

/** Constraints on value and formalism of `xxx`, `abc`. */
const parsables = (
  [
    [{ pattern: 'x*' }, { pattern: 'abc' }, ''],
    [{ pattern: 'a*' }, { pattern: 'abc' }, 'C_STRING.pattern'],
    [{ pattern: 'x*' }, { pattern: 'x*' }, 'C_STRING.pattern'],
    [{ list: ['xxx', 'yyy', 'zzz'] }, { pattern: 'abc' }, ''],
    [{ list: ['yyy', 'zzz'] }, { pattern: 'abc' }, 'C_STRING.list'],
    [{ list: ['xxx', 'yyy', 'zzz'] }, { list: ['abc', 'bbb', 'aaa'] }, ''],
    [{ list: ['xxx', 'yyy', 'zzz'] }, { list: ['bbb', 'aaa'] }, 'C_STRING.list'],
  ] as const
).map(([value, formalism, rules]) =>
  valueCase(
    'CONT-DV_PARSABLE-validate_value_formalism',
    JSON.stringify([value, formalism]),
    strings('DV_PARSABLE', { value, formalism }),
    parsable('xxx', 'abc'),
    words(rules),
  ),
)

const multimedia = (mediaType: string | null, size: number | null): data.Data =>
  present({
    _type: 'DV_MULTIMEDIA',
    media_type: mediaType === null ? null : data.codePhrase('IANA_media-types', mediaType),
    size,
    uri: { _type: 'DV_URI', value: 'https://example.org/image' },
  })

const multimediaOpen = (
  [
    [null, null, 'rm.mandatory:media_type rm.mandatory:size'],
    ['abc', null, 'DV_MULTIMEDIA.Media_type_valid rm.mandatory:size'],
    [null, 123, 'rm.mandatory:media_type'],
    ['application/dicom', 123, ''],
  ] as const
).map(([mediaType, size, rules]) =>
  valueCase(
    'CONT-DV_MULTIMEDIA-validate_open',
    `${mediaType} ${size}`,
    object('DV_MULTIMEDIA'),
    multimedia(mediaType, size),
    words(rules),
  ),
)

/** Size of an application/dicom, allowed media types, constraint on size. */
const multimediaConstrained = (
  [
    [123, null, { list: [10, 100, 1000] }, 'C_INTEGER.list'],
    [100, null, { list: [10, 100, 1000] }, ''],
    [123, null, { range: '0..1000' }, ''],
    [123, null, { range: '200..1000' }, 'C_INTEGER.range'],
    [100, ['application/dicom', 'text/plain', 'text/html'], { list: [10, 100, 1000] }, ''],
    [100, ['text/plain', 'text/html'], { list: [10, 100, 1000] }, 'C_CODE_PHRASE.code_list'],
    [100, ['application/dicom', 'text/plain', 'text/html'], { range: '0..1000' }, ''],
    [100, ['text/plain', 'text/html'], { range: '200..1000' }, 'C_CODE_PHRASE.code_list C_INTEGER.range'],
  ] as const
).map(([size, types, constraint, rules]) =>
  valueCase(
    'CONT-DV_MULTIMEDIA-validate_media_type',
    JSON.stringify([size, types, constraint]),
    object('DV_MULTIMEDIA', [
      ...(types === null ? [] : [single('media_type', codes('IANA_media-types', types))]),
      single('size', primitive('C_INTEGER', constraint)),
    ]),
    multimedia('application/dicom', size),
    words(rules),
  ),
)

const EHR = '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'
const OBJECT = `${EHR}/031f2513-b9ef-47b2-bbef-8db24ae68c2f::EHRSERVER::1`
const NODE = `${OBJECT}/context/other_context[at0001]/items[archetype_id=openEHR-EHR-CLUSTER.sample_symptom.v1]/items[at0034]/items[at0021]/value`

/** RFC 3986's own examples, and a WADO request. */
const URIS = [
  'ftp://ftp.is.co.za/rfc/rfc1808.txt',
  'http://www.ietf.org/rfc/rfc2396.txt',
  'ldap://[2001:db8::7]/c=GB?objectClass?one',
  'mailto:John.Doe@example.com',
  'news:comp.infosystems.www.servers.unix',
  'tel:+1-816-555-1212',
  'telnet://192.0.2.16:80/',
  'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
  'http://www.carestreamserver/um/webapp_services/wado?requestType=WADO&studyUID=1.2.250.1.59.40211.12345678.678910&seriesUID=1.2.250.1.59.40211.789001276.14556172.67789&objectUID=1.2.250.1.59.40211.2678810.87991027.899772.2&contentType=application%2Fdicom',
]
const EHR_URIS = [EHR, OBJECT, NODE].flatMap(target => [`ehr:/${target}`, `ehr://CLOUD_EHRSERVER/${target}`])
const NO_URI = 'DV_URI.Value_valid'
const NO_EHR_URI = 'DV_EHR_URI.Scheme_valid'

const uri = (
  type: string,
  table: string,
  constraint: Text | undefined,
  value: string | null,
  rules: readonly string[],
  deviation?: Deviation,
): Case =>
  valueCase(
    `CONT-${type}-${table}`,
    String(value),
    constraint === undefined ? object(type) : strings(type, { value: constraint }),
    present({ _type: type, value }),
    rules,
    deviation,
  )

const WEB = { list: ['https://cabolabs.com', 'https://cloudehrserver.com'] }
const RECORDS = { list: [`ehr:/${EHR}`, `ehr://CLOUD_EHRSERVER/${EHR}`] }

/** By the schedule `xyz` breaks the rules of the type as well as the constraint. We take it for a relative reference. */
const relative = (...rules: readonly string[]): Deviation => ({ reason: 'relative', rules })

/** A web address in a DV_EHR_URI breaks the rules of the type. */
const uris = [
  uri('DV_URI', 'validate_open', undefined, null, ['rm.mandatory:value']),
  uri('DV_URI', 'validate_open', undefined, 'xyz', [NO_URI], relative()),
  ...URIS.map(value => uri('DV_URI', 'validate_open', undefined, value, [])),
  uri(
    'DV_URI',
    'validate_pattern',
    { pattern: 'https://.*' },
    'xyz',
    ['C_STRING.pattern', NO_URI],
    relative('C_STRING.pattern'),
  ),
  uri('DV_URI', 'validate_pattern', { pattern: 'https://.*' }, 'https://cabolabs.com', []),
  uri('DV_URI', 'validate_list', WEB, 'xyz', ['C_STRING.list', NO_URI], relative('C_STRING.list')),
  uri('DV_URI', 'validate_list', WEB, 'https://cabolabs.com', []),
  uri('DV_EHR_URI', 'validate_open', undefined, null, ['rm.mandatory:value']),
  uri('DV_EHR_URI', 'validate_open', undefined, 'xyz', [NO_URI, NO_EHR_URI], relative(NO_EHR_URI)),
  ...URIS.map(value => uri('DV_EHR_URI', 'validate_open', undefined, value, [NO_EHR_URI])),
  ...EHR_URIS.map(value => uri('DV_EHR_URI', 'validate_open', undefined, value, [])),
  ...(
    [
      ['validate_pattern', { pattern: 'ehr://.*' }, 'C_STRING.pattern', `ehr://CLOUD_EHRSERVER/${EHR}`],
      ['validate_list', RECORDS, 'C_STRING.list', `ehr:/${EHR}`],
    ] as const
  ).flatMap(([table, constraint, rule, right]) => [
    uri('DV_EHR_URI', table, constraint, 'xyz', [rule, NO_URI, NO_EHR_URI], relative(rule, NO_EHR_URI)),
    uri('DV_EHR_URI', table, constraint, 'https://cabolabs.com', [rule, NO_EHR_URI]),
    uri('DV_EHR_URI', table, constraint, right, []),
  ]),
]

export const basicCases: readonly Case[] = [...booleans, ...identifiers]
export const textCases: readonly Case[] = [...texts, ...codedTexts]
export const encapsulatedCases: readonly Case[] = [
  ...parsablesOpen,
  ...parsables,
  ...multimediaOpen,
  ...multimediaConstrained,
]
export const uriCases: readonly Case[] = uris
