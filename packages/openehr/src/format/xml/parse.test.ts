import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { processorSeconds } from '../../../fixtures/processor-time.ts'
import { type Finding, Problem } from '../../problem.ts'
import { parseXml, XML_LIMITS, type XmlElement } from './index.ts'

function faultOf(input: string | Uint8Array): Finding {
  try {
    parseXml(input)
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    assert.equal(problem.code, 'xml.malformed')
    const [finding] = problem.findings
    assert.ok(finding)
    return finding
  }
  assert.fail('accepted')
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !bigEndian)
  return new Uint8Array(view.buffer)
}

test('an element has its name, attributes, children, text, line and column', () => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<!-- x --><a b="1"\n  c="&lt;2&gt;">\n  <d>t&#228;<![CDATA[<x>]]></d>\n  <e/>\n</a>',
  )
  assert.equal(root.name, 'a')
  assert.deepEqual(
    [...root.attributes],
    [
      ['b', '1'],
      ['c', '<2>'],
    ],
  )
  assert.deepEqual(
    root.children.map(({ name, text, line, column }) => ({ name, text, line, column })),
    [
      { name: 'd', text: 'tä<x>', line: 4, column: 3 },
      { name: 'e', text: '', line: 5, column: 3 },
    ],
  )
  assert.deepEqual([root.text, root.line, root.column], ['', 2, 11])
})

test('lines and columns are counted in characters of the text, whatever stands before them', () => {
  const root = parseXml('<ä ö="日">\n😀<b ü="é"/>é<c>😀</c><d/>\n<e/></ä>')
  assert.deepEqual([root.name, [...root.attributes]], ['ä', [['ö', '日']]])
  assert.deepEqual(
    root.children.map(({ name, text, line, column }) => ({ name, text, line, column })),
    [
      { name: 'b', text: '', line: 2, column: 3 },
      { name: 'c', text: '😀', line: 2, column: 14 },
      { name: 'd', text: '', line: 2, column: 23 },
      { name: 'e', text: '', line: 3, column: 1 },
    ],
  )
  const { line, column } = faultOf('<a>\n😀é<b></c></a>')
  assert.deepEqual([line, column], [2, 9])
})

// XML 1.0, 2.2: text, attributes, sections, comments and instructions hold characters, and nothing else.
for (const character of ['\u0000', '\u0001', '\u000b', '\u001f', '\ufffe', '\uffff'])
  test(`U+${character.charCodeAt(0).toString(16).padStart(4, '0')} is refused wherever it stands`, () => {
    const documents = [
      ['<a>x', '</a>'],
      ['<a> ', '<b/></a>'],
      ['<a b="x', '"/>'],
      ['<a><!--x', '--></a>'],
      ['<a><![CDATA[x', ']]></a>'],
      ['<a><?p x', '?></a>'],
      ['<a/><!--x', '-->'],
      ['<a/><?p x', '?>'],
      ['<a>é', '</a>'],
    ]
    for (const [before = '', after = ''] of documents) {
      const { message, line, column } = faultOf(before + character + after)
      assert.match(message, /a character that XML does not allow/)
      assert.deepEqual([line, column], [1, before.length + 1], before)
      assert.ok(parseXml(`${before}\ufffd${after}`))
    }
    for (const tag of [`<a${character}/>`, `<a ${character}b="1"/>`, `<a></a${character}>`]) faultOf(tag)
  })

test('text of a leaf keeps its white space; a carriage return becomes a line feed (XML 1.0, 2.11)', () => {
  assert.equal(parseXml('<a>  x\r\ny\rz </a>').text, '  x\ny\nz ')
  assert.equal(parseXml('<a>&#13;&#9;</a>').text, '\r\t')
  assert.equal(parseXml('<a> x <b/> y </a>').text, ' x  y ')
})

test('namespaces are resolved by scope, whatever the prefix; attributes go by theirs', () => {
  const root = parseXml(
    '<p:a xmlns:p="u:1" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="T" p:q="1" q="2" xml:lang="de">' +
      '<b xmlns="u:2" xmlns:p="u:3"><p:c/></b><p:d/><e/></p:a>',
  )
  assert.deepEqual([root.name, root.prefix, root.namespace], ['a', 'p', 'u:1'])
  assert.deepEqual([...root.attributes.keys()], ['xsi:type', '{u:1}q', 'q', 'xml:lang'])
  const [b, d, e] = root.children
  assert.deepEqual([b?.namespace, b?.children[0]?.namespace], ['u:2', 'u:3'])
  assert.deepEqual([d?.namespace, e?.namespace], ['u:1', undefined])
})

test('UTF-8 and UTF-16 bytes are read with or without a byte order mark, Latin-1 where declared', () => {
  const text = '<?xml version="1.0" encoding="UTF-16"?><a>äβ😀</a>'
  for (const mark of ['', '\ufeff']) {
    assert.equal(parseXml(mark + text).text, 'äβ😀')
    assert.equal(parseXml(utf8(mark + text.replace('UTF-16', 'UTF-8'))).text, 'äβ😀')
    assert.equal(parseXml(utf16(mark + text, false)).text, 'äβ😀')
    assert.equal(parseXml(utf16(mark + text, true)).text, 'äβ😀')
  }
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe4</a>'
  assert.equal(parseXml(Uint8Array.from(latin, unit => unit.charCodeAt(0))).text, 'ä')
})

test('invalid UTF-8, half a surrogate pair and an unknown encoding are refused', () => {
  assert.equal(faultOf(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e)).code, 'xml.encoding')
  assert.equal(faultOf(utf8('<?xml version="1.0" encoding="UTF-7"?><a/>')).code, 'xml.encoding')
  assert.equal(faultOf(utf8('<?xml version="1.0" encoding="constructor"?><a/>')).code, 'xml.encoding')
  for (const half of ['\ud800', '\udc00', '\ud800x', '\udc00\ud800'])
    assert.equal(faultOf(`<a>${half}</a>`).code, 'xml.syntax')
  assert.equal(faultOf(utf16('<a>\ud800</a>', false)).code, 'xml.encoding')
})

const MALFORMED = [
  ...[
    '',
    ' ',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    'x<a/>',
    '<a b></a>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
  ],
  ...[
    '<a>&</a>',
    '<a>&x</a>',
    '<a>&nbsp;</a>',
    '<a b="&eacute;"/>',
    '<a>&constructor;</a>',
    '<a>&toString;</a>',
  ],
  ...[
    '<a>&#0;</a>',
    '<a>&#1;</a>',
    '<a>&#xd800;</a>',
    '<a>&#xffff;</a>',
    '<a>&#x110000;</a>',
    '<a>\u0000</a>',
  ],
  ...['<a>\u0001</a>', '<a b="\u001f"/>', '<a>\ufffe</a>', '<a b="<"/>', '<a>]]></a>', '<a><!-- -- --></a>'],
  ...[
    '<?xml version="1.1"?><a>&#1;</a>',
    '<a><?xml version="1.0"?></a>',
    '<1/>',
    '<a.:/>',
    '<:a/>',
    '<p:a/>',
  ],
  ...[
    '<a p:b="1"/>',
    '<a xmlns:p=""/>',
    '<a xmlns:xml="u:x"/>',
    '<a xmlns:xmlns="u:x"/>',
    '<a:b:c xmlns:a="u"/>',
  ],
  ...['<a xmlns:="u"/>', '<a xmlns:1="u"/>', '<a xmlns:b:c="u"/>', '<a xmlns:p="u" p:1="x"/>'],
  '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
]
for (const text of MALFORMED) {
  test(`${JSON.stringify(text)} is refused`, () => {
    const { code, line, column } = faultOf(text)
    assert.match(code, /^xml\.(?:syntax|namespace)$/)
    assert.equal(line, 1)
    assert.ok(column !== undefined && column <= text.length + 1)
  })
}

test('a fault has the line, the column and the path of the elements around it', () => {
  const { line, column, path } = faultOf('<a>\n <b>\n  <c>&x;</c></b></a>')
  assert.deepEqual({ line, column, path }, { line: 3, column: 9, path: '/a/b/c' })
})

const ENTITIES = Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
).join('')

// Hostile documents. On a quiet machine each is refused in under 30 ms; a bound that a busy machine keeps still
// tells linear from quadratic work.
const HOSTILE: Readonly<Record<string, () => string>> = {
  'an external entity of a file': () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  'an external entity over HTTP': () => '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]><a>&x;</a>',
  'an external DTD': () =>
    '<?xml version="1.0"?>\n<!-- x --><!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>',
  'a parameter entity': () => '<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><a/>',
  'a DTD without entities': () => '<!DOCTYPE a><a/>',
  'a billion laughs': () => `<!DOCTYPE a [<!ENTITY l0 "lol">${ENTITIES}]><a>&l10;</a>`,
  'a quadratic blow-up': () =>
    `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(50_000)}">]><a>${'&x;'.repeat(50_000)}</a>`,
  'a DTD of fifteen million characters': () => `<!DOCTYPE a [${'<!ELEMENT a ANY>'.repeat(900_000)}]><a/>`,
  'ten thousand levels': () => '<a>'.repeat(10_000),
  'five million levels': () => '<a>'.repeat(5_000_000),
  'levels that each declare a namespace': () => '<a xmlns:p="u">'.repeat(10_000),
  'a million attributes': () => `<a ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
  'a text of many CDATA sections': () => `<a>${`<![CDATA[${'x'.repeat(80)}]]>`.repeat(160_000)}</a>`,
  'a million empty CDATA sections': () => `<a>${'<![CDATA[]]>'.repeat(1_000_000)}</a>`,
  'CDATA inside CDATA': () => `<a>${'<![CDATA['.repeat(1_000_000)}`,
  'a CDATA section of fifteen million characters': () => `<a><![CDATA[${'x'.repeat(15_000_000)}]]></a>`,
  'an attribute of fifteen million characters': () => `<a b="${'x'.repeat(15_000_000)}"/>`,
  'a million comments': () => `<a>${'<!---->'.repeat(1_000_000)}</a>`,
  'three million elements': () => `<a>${'<b/>'.repeat(3_000_000)}</a>`,
  'two million character references': () => `<a>${'&#65;'.repeat(2_000_000)}</a>`,
  'a document above the size limit': () => `<a>${'x'.repeat(XML_LIMITS.size)}</a>`,
}
for (const [what, make] of Object.entries(HOSTILE)) {
  test(`${what}: refused, in linear time`, () => {
    const text = make()
    const seconds = processorSeconds(() =>
      assert.match(faultOf(text).code, /^xml\.(?:doctype|limit|syntax)$/),
    )
    assert.ok(seconds < 3, `${seconds} s of processor time`)
  })
}

test('a deep but allowed document with many prefixes costs what its size says', () => {
  const declared = Array.from({ length: 60 }, (_, at) => `xmlns:p${at}="u:${at}"`).join(' ')
  const used = Array.from({ length: 60 }, (_, at) => `p${at}:x=""`).join(' ')
  const leaf = `<p1:b ${used}/>`
  const text = `${`<a ${declared}>`.repeat(200)}${leaf.repeat(500)}${'</a>'.repeat(200)}`
  const seconds = processorSeconds(() => {
    let element: XmlElement | undefined = parseXml(text)
    for (let depth = 1; depth < 200; depth += 1) element = element?.children[0]
    assert.equal(element?.children.length, 500)
  })
  assert.ok(seconds < 3, `${seconds} s of processor time`)
})

test('each limit can be set', () => {
  assert.throws(() => parseXml('<a><b/></a>', { depth: 1 }), /nested deeper than 1/)
  assert.throws(() => parseXml('<a b="" c=""/>', { attributes: 1 }), /more than 1 attributes/)
  assert.throws(() => parseXml('<a><b/></a>', { nodes: 1 }), /more than 1 elements/)
  assert.throws(() => parseXml('<a><![CDATA[x]]></a>', { cdata: 0 }), /more than 0 CDATA/)
  assert.throws(() => parseXml('<a>&lt;&gt;</a>', { references: 1 }), /more than 1 references/)
  assert.throws(() => parseXml('<a>xyz</a>', { text: 2 }), /longer than 2/)
  assert.throws(() => parseXml('<a b="xyz"/>', { text: 2 }), /longer than 2/)
  assert.throws(() => parseXml('<abc/>', { name: 2 }), /name is longer than 2/)
  assert.throws(() => parseXml('<a abc=""/>', { name: 2 }), /name is longer than 2/)
  assert.throws(() => parseXml('<a/>', { size: 3 }), /larger than 3/)
  assert.equal(parseXml('<a>'.repeat(256) + '</a>'.repeat(256)).name, 'a')
})

test('no module of the library imports an XML parser: this one is its own', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const parsers =
    /(?:from|import)\s*\(?\s*['"](?:saxes|sax|fast-xml-parser|@?xmldom\S*|libxml\S*|xml2js|htmlparser2)['"]/
  const importing = files.filter(file => parsers.test(readFileSync(`${folder}/${file}`, 'utf8')))
  assert.deepEqual(importing, [])
})
