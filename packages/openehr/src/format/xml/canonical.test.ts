import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Finding, Problem } from '../../problem.ts'
import { equal, type RmObject } from '../../rm/index.ts'
import { readXml, readXmlList, writeXml, writeXmlList } from './index.ts'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`
const ROOT = `xmlns="http://schemas.openehr.org/v1" ${XSI}`

function findingsOf(call: () => unknown): readonly Finding[] {
  try {
    call()
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    assert.equal(problem.code, 'format.invalid')
    return problem.findings
  }
  assert.fail('accepted')
}

const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })

const code = (terminology: string, code_string: string): RmObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string,
})

const ELEMENT: RmObject = {
  _type: 'ELEMENT',
  archetype_node_id: 'at0004',
  value: {
    magnitude: 120.5,
    _type: 'DV_QUANTITY',
    precision: 1,
    units: 'mm[Hg]',
    normal_status: code('openehr_normal_statuses', 'N'),
  },
  name: text('Systolic'),
}

const ELEMENT_XML =
  `${HEAD}<element ${ROOT} xsi:type="ELEMENT" archetype_node_id="at0004"><name><value>Systolic</value></name>` +
  '<value xsi:type="DV_QUANTITY"><normal_status><terminology_id><value>openehr_normal_statuses</value></terminology_id>' +
  '<code_string>N</code_string></normal_status><magnitude>120.5</magnitude><units>mm[Hg]</units>' +
  '<precision>1</precision></value></element>\n'

test('an object is written in the v1 namespace, in schema order, with xsi:type where the declared type does not tell', () => {
  assert.equal(writeXml(ELEMENT), ELEMENT_XML)
})

test('what was written is read back equal', () => {
  assert.ok(equal(readXml(ELEMENT_XML), ELEMENT))
  assert.ok(equal(readXml(new TextEncoder().encode(ELEMENT_XML)), ELEMENT))
})

const DV_TEXT = '<value>x</value>'
const SPELLINGS = [
  `<dv_text xmlns="http://schemas.openehr.org/v1">${DV_TEXT}</dv_text>`,
  `<dv_text xmlns="http://schemas.openehr.org/v2">${DV_TEXT}</dv_text>`,
  `<dv_text>${DV_TEXT}</dv_text>`,
  '<o:dv_text xmlns:o="http://schemas.openehr.org/v1"><o:value>x</o:value></o:dv_text>',
  '<dv_text xmlns:o="http://schemas.openehr.org/v1"><o:value>x</o:value></dv_text>',
  `<anything xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="DV_TEXT">${DV_TEXT}</anything>`,
  `<value ${XSI} xmlns:v1="http://schemas.openehr.org/v1" xsi:type="v1:DV_TEXT">${DV_TEXT}</value>`,
  `<dv_text ${XSI} xsi:schemaLocation="a b" xml:lang="en">${DV_TEXT}</dv_text>`,
  '<dv_text>\n  <!-- x -->\n  <value><![CDATA[x]]></value>\n</dv_text>',
]
for (const spelling of SPELLINGS) {
  test(`the same object is read from ${spelling}`, () => {
    assert.deepEqual(readXml(spelling), { _type: 'DV_TEXT', value: 'x' })
  })
}

test('elements may come in any order, and of a list with others between them', () => {
  const xml =
    '<cluster archetype_node_id="at1"><items xsi:type="ELEMENT" archetype_node_id="a"/><name><value>n</value></name>' +
    '<items xsi:type="CLUSTER" archetype_node_id="b"/></cluster>'
  assert.deepEqual(readXml(xml.replace('<cluster', `<cluster ${XSI}`)), {
    _type: 'CLUSTER',
    archetype_node_id: 'at1',
    items: [
      { _type: 'ELEMENT', archetype_node_id: 'a' },
      { _type: 'CLUSTER', archetype_node_id: 'b' },
    ],
    name: { _type: 'DV_TEXT', value: 'n' },
  })
})

const CONTENTS = [
  '',
  ' ',
  ' a ',
  '\n\t a\r\nb\r',
  '<&>"\'',
  ']]>',
  '&amp;',
  'äß€😀',
  '\u0085\u2028',
  '<![CDATA[x]]>',
]
for (const content of CONTENTS) {
  test(`text and XML attributes keep ${JSON.stringify(content)} exactly`, () => {
    const value = { _type: 'ELEMENT', archetype_node_id: content, name: text(content) }
    assert.deepEqual(readXml(writeXml(value)), value)
  })
}

const NUMBERS = [0, 1, -1, 0.1, 1e21, 1.5e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, 120.5]
for (const magnitude of NUMBERS) {
  test(`the magnitude ${magnitude} is kept`, () => {
    const value = { _type: 'DV_QUANTITY', magnitude, units: '1' }
    assert.deepEqual(readXml(writeXml(value)), value)
  })
}

test('numbers and booleans are read by the rules of XML Schema', () => {
  const read = (magnitude: string) =>
    readXml(`<dv_quantity><magnitude>${magnitude}</magnitude></dv_quantity>`)['magnitude']
  assert.deepEqual(
    ['1.0', '+1', ' 1 ', '1.', '.5', '-0.50', '1E2', '1e-2'].map(read),
    [1, 1, 1, 1, 0.5, -0.5, 100, 0.01],
  )
  const bool = (value: string) => readXml(`<dv_boolean><value>${value}</value></dv_boolean>`)['value']
  assert.deepEqual(['true', 'false', '1', '0', '\ntrue '].map(bool), [true, false, true, false, true])
})

const WRONG: readonly (readonly [string, string, string])[] = [
  ['<dv_count><magnitude>9007199254740993</magnitude></dv_count>', '/dv_count/magnitude', 'xml.value'],
  ['<dv_count><magnitude>1.5</magnitude></dv_count>', '/dv_count/magnitude', 'xml.value'],
  ['<dv_count><magnitude/></dv_count>', '/dv_count/magnitude', 'xml.value'],
  ['<dv_quantity><magnitude>1e400</magnitude></dv_quantity>', '/dv_quantity/magnitude', 'xml.value'],
  ['<dv_quantity><magnitude>INF</magnitude></dv_quantity>', '/dv_quantity/magnitude', 'xml.value'],
  ['<dv_quantity><magnitude>1,5</magnitude></dv_quantity>', '/dv_quantity/magnitude', 'xml.value'],
  ['<dv_boolean><value>yes</value></dv_boolean>', '/dv_boolean/value', 'xml.value'],
  ['<dv_text><value><b/></value></dv_text>', '/dv_text/value', 'xml.value'],
  ['<dv_text><valu>x</valu></dv_text>', '/dv_text/valu', 'xml.element'],
  ['<dv_text><__proto__>x</__proto__></dv_text>', '/dv_text/__proto__', 'xml.element'],
  ['<dv_text><constructor>x</constructor></dv_text>', '/dv_text/constructor', 'xml.element'],
  ['<dv_text id="1"><value>x</value></dv_text>', '/dv_text/@id', 'xml.attribute'],
  ['<dv_text><value>x</value><value>y</value></dv_text>', '/dv_text/value', 'xml.twice'],
  ['<dv_text>x<value>x</value></dv_text>', '/dv_text', 'xml.text'],
  ['<element><value><value>x</value></value></element>', '/element/value', 'xml.type'],
  [`<element ${XSI}><value xsi:type="DV_NONSENSE"/></element>`, '/element/value', 'xml.type'],
  [`<element ${XSI}><value xsi:type="DV_ORDERED"/></element>`, '/element/value', 'xml.type'],
  [`<element ${XSI}><value xsi:type="__proto__"/></element>`, '/element/value', 'xml.type'],
  [`<element ${XSI}><value xsi:type=""/></element>`, '/element/value', 'xml.type'],
  ['<nonsense/>', '/nonsense', 'xml.type'],
  ['<version/>', '/version', 'xml.type'],
  ['<original_version><data/></original_version>', '/original_version/data', 'xml.type'],
  [
    '<resource_description><other_details>x</other_details></resource_description>',
    '/resource_description/other_details[1]',
    'xml.key',
  ],
]
for (const [xml, path, rule] of WRONG) {
  test(`${xml} is refused at ${path}`, () => {
    const findings = findingsOf(() => readXml(xml))
    assert.deepEqual(
      findings.map(finding => [finding.path, finding.code]),
      [[path, rule]],
    )
    assert.equal(findings[0]?.line, 1)
  })
}

test('all findings are told, each with its line', () => {
  const findings = findingsOf(() =>
    readXml(
      `<cluster ${XSI}>\n<nam/>\n<items xsi:type="X"/>\n<items xsi:type="ELEMENT">\n<value xsi:type="DV_COUNT"><magnitude>x</magnitude></value></items></cluster>`,
    ),
  )
  assert.deepEqual(
    findings.map(({ path, code, line }) => [path, code, line]),
    [
      ['/cluster/nam', 'xml.element', 2],
      ['/cluster/items[1]', 'xml.type', 3],
      ['/cluster/items[2]/value/magnitude', 'xml.value', 5],
    ],
  )
})

test('what XML cannot carry is refused with every path', () => {
  const value = {
    _type: 'CLUSTER',
    name: text('a\u0001b'),
    archetype_node_id: 5,
    nonsense: 1,
    items: [
      { _type: 'ELEMENT', value: { _type: 'DV_COUNT', magnitude: 1.5 } },
      { _type: 'ELEMENT', value: { value: 'x' } },
      { _type: 'NOTHING' },
      { _type: 'ELEMENT', value: { _type: 'DV_QUANTITY', magnitude: Number.NaN }, links: {} },
      'x',
      { _type: 'ITEM' },
    ],
  }
  assert.deepEqual(
    findingsOf(() => writeXml(value)).map(({ path, code }) => `${path} ${code}`),
    [
      '/archetype_node_id xml.value',
      '/nonsense xml.element',
      '/name/value xml.value',
      '/items[1]/value/magnitude xml.value',
      '/items[2]/value xml.type',
      '/items[3] xml.type',
      '/items[4]/links xml.list',
      '/items[4]/value/magnitude xml.value',
      '/items[5] xml.value',
      '/items[6] xml.type',
    ],
  )
  assert.deepEqual(
    findingsOf(() => writeXml({ value: 'x' })).map(({ path, code }) => [path, code]),
    [['/', 'xml.type']],
  )
})

test('null, undefined and empty lists have no form in XML and are left out', () => {
  assert.deepEqual(readXml(writeXml({ _type: 'CLUSTER', uid: null, name: undefined, items: [] })), {
    _type: 'CLUSTER',
  })
})

test('an element that is xsi:nil is not there', () => {
  assert.deepEqual(readXml(`<cluster ${XSI}><name xsi:nil="true"/><items xsi:nil="true"/></cluster>`), {
    _type: 'CLUSTER',
  })
})

test('a generic class is written without its parameters, which XML Schema does not have', () => {
  const limit = { _type: 'DV_QUANTITY', magnitude: 1, units: 'mg' }
  const value = {
    _type: 'DV_INTERVAL<DV_QUANTITY>',
    lower: limit,
    lower_unbounded: false,
    upper_unbounded: true,
    lower_included: true,
    upper_included: false,
  }
  const xml = writeXml(value)
  assert.match(xml, /<dv_interval [^>]*xsi:type="DV_INTERVAL"><lower xsi:type="DV_QUANTITY">/)
  assert.ok(equal(readXml(xml), value))
  assert.equal(readXml(`<x ${XSI} xsi:type="DV_INTERVAL&lt;DV_COUNT&gt;"/>`)['_type'], 'DV_INTERVAL')
})

test('a dictionary is one element per entry, its key in id', () => {
  const value = {
    _type: 'TRANSLATION_DETAILS',
    language: code('ISO_639-1', 'de'),
    author: { name: 'A & B', 'e"mail': '' },
  }
  const xml = writeXml(value)
  assert.match(xml, /<author id="name">A &amp; B<\/author><author id="e&quot;mail"><\/author>/)
  assert.deepEqual(readXml(xml), value)
})

test('bytes are one base64 text', () => {
  const value = {
    _type: 'DV_MULTIMEDIA',
    media_type: code('IANA_media-types', 'image/png'),
    data: 'iVBORw0KGgo=',
    size: 8,
  }
  assert.match(writeXml(value), /<data>iVBORw0KGgo=<\/data>/)
  assert.ok(equal(readXml(writeXml(value)), value))
})

test('names of older schemas are read', () => {
  const ref = '<id xsi:type="HIER_OBJECT_ID"><value>1</value></id><namespace>local</namespace><type>X</type>'
  const entry = readXml(`<admin_entry ${XSI}><work_flow_id>${ref}</work_flow_id></admin_entry>`)
  assert.equal((entry['workflow_id'] as RmObject)['namespace'], 'local')
  const parts = '<qualifiedRmEntity>openEHR-EHR-CLUSTER</qualifiedRmEntity><versionId>1</versionId>'
  assert.deepEqual(readXml(`<archetype_id><value>x</value>${parts}</archetype_id>`), {
    _type: 'ARCHETYPE_ID',
    value: 'x',
  })
})

test('the schema has other names for two attributes of extracts', () => {
  const value = {
    _type: 'EXTRACT_VERSION_SPEC',
    include_all_versions: true,
    include_revision_history: false,
    include_data: true,
  }
  assert.match(writeXml(value), /<includes_revision_history>false<.*<includes_data>true</)
  assert.deepEqual(readXml(writeXml(value)), value)
})

test('the root element can be named, and the type is told by xsi:type', () => {
  const xml = writeXml({ _type: 'EHR_STATUS', archetype_node_id: 'at1' }, 'data')
  assert.match(xml, /<data [^>]*xsi:type="EHR_STATUS"/)
  assert.equal(readXml(xml)['_type'], 'EHR_STATUS')
})

test('a list is written and read, empty too', () => {
  const tags = [
    { _type: 'ITEM_TAG', key: 'a' },
    { _type: 'ITEM_TAG', key: 'b', value: '1' },
  ]
  assert.deepEqual(readXmlList(writeXmlList(tags, 'item_tags')), tags)
  assert.match(writeXmlList(tags, 'item_tags'), /<item_tags [^>]*><item_tag xsi:type="ITEM_TAG"><key>a</)
  assert.deepEqual(readXmlList(writeXmlList([], 'item_tags')), [])
  assert.deepEqual(
    findingsOf(() => writeXmlList([{ _type: 'X' }], 'l')).map(({ path }) => path),
    ['[1]'],
  )
})
