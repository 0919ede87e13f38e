import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Definition } from '../model.ts'
import { readDefinition } from './definition.ts'
import { printDefinitionXml } from './xml.ts'

const DEFINITION: Definition = {
  template: 'Blood pressure.v1',
  comment: 'For the ward round',
  paths: [
    { add: 'systolic', path: `/content[at0001, 'a < b & "c"']/data`, comment: 'DV_QUANTITY' },
    { add: 'start', path: '/context/start_time' },
  ],
}

/** Texts that a definition can hold: what XML can. */
const text = fc.string({ unit: 'binary' }).map(made => [...made].filter(isXml).join(''))

function isXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code >= 0x20 ? code < 0xfffe || code > 0xffff : code === 9 || code === 10 || code === 13
}

const anyDefinition: fc.Arbitrary<Definition> = fc.record(
  {
    template: text,
    comment: text,
    paths: fc.array(
      fc.record(
        { add: text, path: text, comment: text },
        { requiredKeys: ['add', 'path'], noNullPrototype: true },
      ),
    ),
  },
  { requiredKeys: ['template', 'paths'], noNullPrototype: true },
)

const messages = (body: string, format: 'xml' | 'json'): readonly string[] =>
  readDefinition(body, format).findings.map(({ path, message }) => `${path}: ${message}`)

describe('a definition', () => {
  it('is the same in XML and in JSON', () => {
    const xml = `<datamap template="Blood pressure.v1" comment="For the ward round">
      <paths add="systolic" path="/content[at0001, 'a &lt; b &amp; &quot;c&quot;']/data" comment="DV_QUANTITY"/>
      <!-- for people -->
      <paths path="/context/start_time" add="start"></paths>
    </datamap>`
    assert.deepEqual(readDefinition(xml, 'xml'), { definition: DEFINITION, findings: [] })
    assert.deepEqual(readDefinition(JSON.stringify(DEFINITION), 'json'), {
      definition: DEFINITION,
      findings: [],
    })
  })

  it('comes back from either as it was, whatever its texts hold', () => {
    fc.assert(
      fc.property(anyDefinition, definition => {
        assert.deepEqual(readDefinition(printDefinitionXml(definition), 'xml'), { definition, findings: [] })
        assert.deepEqual(readDefinition(JSON.stringify(definition), 'json'), { definition, findings: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('in XML has no other elements, attributes or texts: all are told, with their lines', () => {
    const body = `<datamap template="x" other="1">
      <paths add="a" path="/b" label="c">text</paths>
      <path add="a"/>
      <paths add="a"><x/></paths>
    </datamap>`
    assert.deepEqual(messages(body, 'xml'), [
      '/other: other is no attribute of <datamap>.',
      '/path: <path> is no element of a datamap.',
      '/paths/0/label: label is no attribute of <paths>.',
      '/paths/0: <paths> holds text, which has no meaning there.',
      '/paths/1: <paths> needs the attribute path.',
      '/paths/1/x: <x> is no element of a datamap.',
    ])
    assert.equal(readDefinition(body, 'xml').findings[2]?.line, 2)
    assert.match(messages('<map/>', 'xml')[0] ?? '', /an element <datamap>/)
    assert.match(messages('<datamap xmlns="urn:x" template="x"/>', 'xml')[0] ?? '', /without a namespace/)
    assert.match(messages('<datamap/>', 'xml')[0] ?? '', /needs the attribute template/)
  })

  it('in JSON has no other members, and texts only: all are told', () => {
    const body = JSON.stringify({
      template: 7,
      name: 'x',
      paths: [
        { add: 'a' },
        'b',
        { add: 'a', path: '/b', comment: null, x: 1 },
        { add: 'a\u0001', path: '/b' },
      ],
    })
    assert.deepEqual(messages(body, 'json'), [
      '/name: name is not a member of a datamap.',
      '/template: template is not a text.',
      '/paths/0/path: path is missing.',
      '/paths/1: A path is an object with add, path and, optionally, comment.',
      '/paths/2/x: x is not a member of a path.',
      '/paths/2/comment: comment is not a text.',
      '/paths/3/add: add holds a character that XML cannot hold.',
    ])
    assert.match(messages('[]', 'json')[0] ?? '', /an object with template and paths/)
    assert.match(messages('{"template": "x"}', 'json')[0] ?? '', /paths is an array/)
    assert.match(
      messages(JSON.stringify({ template: 'x'.repeat(4001), paths: [] }), 'json')[0] ?? '',
      /longer than 4000/,
    )
  })
})
