/** Parts of a web template beside paths and types: defaults, states, names, bindings, comments. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  codes,
  element,
  multiple,
  type Node,
  object,
  opt,
  primitive,
  single,
} from '../../../fixtures/opt-builder/index.ts'
import { rubricOf, terminologyGroup } from '../../rm/index.ts'
import { compileTemplate } from '../opt/compile.ts'
import { webTemplate } from './build.ts'
import type { WebTemplateNode } from './model.ts'

const ROOT = '[openEHR-EHR-COMPOSITION.encounter.v1]'
const ENTRY = 'openEHR-EHR-EVALUATION.x.v1'

const evaluation = (items: readonly Node[], terms: Readonly<Record<string, string>> = {}): string =>
  opt({
    templateId: 'Note',
    definition: archetype(
      'openEHR-EHR-COMPOSITION.encounter.v1',
      [
        multiple(
          'content',
          archetype(
            ENTRY,
            [single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0001' }))],
            { terms: { at0000: 'Entry', at0002: 'Item', ...terms } },
          ),
        ),
      ],
      { terms: { at0000: 'Note' } },
    ),
  })

/** The template with a default value for its element at0002. */
const withDefault = (xml: string, value: string): string =>
  xml.replace(
    '</template>',
    `<constraints><attributes><rm_attribute_name>value</rm_attribute_name><children>${value}</children>
      <differential_path>${ROOT}/content[${ENTRY}]/data[at0001]/items[at0002]</differential_path></attributes></constraints></template>`,
  )

function nodeIn(xml: string, ...ids: readonly string[]): WebTemplateNode {
  let node = webTemplate(compileTemplate(xml)).tree
  for (const id of ids) {
    const child = node.children.find(one => one.id === id)
    assert.ok(child, `${id} among ${node.children.map(one => one.id)}`)
    node = child
  }
  return node
}

const coded = (...children: readonly Node[]): Node =>
  object('DV_CODED_TEXT', [single('defining_code', children)])

describe('default values', () => {
  const defaultCode = (code: string): string =>
    `<default_value xsi:type="DV_CODED_TEXT"><value>Chosen</value><defining_code><terminology_id><value>T</value></terminology_id>
      <code_string>${code}</code_string></defining_code></default_value>`
  const defaultsOf = (value: Node, xml: string): unknown =>
    nodeIn(withDefault(evaluation([element('at0002', value, '0..1')]), xml), 'entry', 'item').inputs.map(
      ({ defaultValue }) => defaultValue,
    )

  test('a coded text has the code and the text of its default', () => {
    assert.deepEqual(defaultsOf(coded(codes(undefined, [], 'terminology:T')), defaultCode('1')), [
      '1',
      'Chosen',
    ])
    assert.deepEqual(defaultsOf(coded(codes('T', ['1', '2'])), defaultCode('2')), ['2'])
  })

  test('a default outside of its own list or range is no default', () => {
    assert.deepEqual(defaultsOf(coded(codes('T', ['1', '2'])), defaultCode('3')), [undefined])
    const count = object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', { range: '30..99' }))])
    const zero = '<default_value xsi:type="DV_COUNT"><magnitude>0</magnitude></default_value>'
    assert.deepEqual(defaultsOf(count, zero), [undefined])
    const forty = '<default_value xsi:type="DV_COUNT"><magnitude>40</magnitude></default_value>'
    assert.deepEqual(defaultsOf(count, forty), [40])
  })
})

describe('the states of an action', () => {
  const transition = (...attributes: Parameters<typeof object>[1] & object): Node =>
    object('ISM_TRANSITION', attributes, { nodeId: 'at0005' })
  const action = (...transitions: readonly Node[]): string =>
    opt({
      templateId: 'Note',
      definition: archetype(
        'openEHR-EHR-COMPOSITION.encounter.v1',
        [
          multiple(
            'content',
            archetype(
              'openEHR-EHR-ACTION.x.v1',
              transitions.length === 0 ? [] : [single('ism_transition', transitions)],
              { terms: { at0000: 'Act', at0005: 'Done' } },
            ),
          ),
        ],
        { terms: { at0000: 'Note' } },
      ),
    })
  const statesOf = (xml: string): unknown =>
    nodeIn(xml, 'act', 'ism_transition', 'current_state').inputs.map(({ list, terminology }) => [
      list?.map(({ value, label }) => [value, label]),
      terminology,
    ])
  const all = [...terminologyGroup('instruction states').keys()].map(code => [code, rubricOf(code)])

  test('are all of them where the template says nothing, or leaves one transition open', () => {
    const planned = transition(single('current_state', coded(codes('openehr', ['526']))))
    assert.deepEqual(statesOf(action()), [[all, 'openehr']])
    assert.deepEqual(statesOf(action(planned, transition())), [[all, 'openehr']])
  })

  test('are those of its transitions otherwise', () => {
    const one = (code: string): Node => transition(single('current_state', coded(codes('openehr', [code]))))
    assert.deepEqual(statesOf(action(one('526'), one('532'))), [
      [
        [
          ['526', 'planned'],
          ['532', 'completed'],
        ],
        'openehr',
      ],
    ])
  })
})

test('a name with codes and a fixed text is that text', () => {
  const name = object('DV_CODED_TEXT', [
    single('defining_code', codes('local', ['at0010', 'at0011'])),
    single('value', primitive('C_STRING', { list: ['Second'] })),
  ])
  const named = object('ELEMENT', [single('name', name), single('value', object('DV_TEXT'))], {
    nodeId: 'at0002',
    occurrences: '0..1',
  })
  const node = nodeIn(evaluation([named], { at0010: 'First', at0011: 'Second' }), 'entry', 'second')
  assert.equal(node.name, 'Second')
  assert.deepEqual(node.steps.at(-2)?.name, {
    text: 'Second',
    code: { terminology: 'local', code: 'at0011' },
    constrained: true,
  })
})

test('a root shows what its archetype binds its concept to, whatever its own code is', () => {
  const bound = `<term_bindings terminology="SNOMED-CT"><items code="at0000"><value><terminology_id><value>SNOMED-CT</value></terminology_id>
    <code_string>404684003</code_string></value></items></term_bindings>`
  const xml = evaluation([element('at0002', object('DV_TEXT'), '0..1')])
  const rooted = (nodeId: string): string =>
    xml
      .replace(
        `<archetype_id><value>${ENTRY}</value></archetype_id>`,
        `<archetype_id><value>${ENTRY}</value></archetype_id>${bound}`,
      )
      .replace(/(<rm_type_name>EVALUATION<\/rm_type_name>.*?<node_id>)at0000/s, `$1${nodeId}`)
  for (const nodeId of ['at0000', 'at0000.1'])
    assert.deepEqual(
      webTemplate(compileTemplate(rooted(nodeId))).tree.children.find(({ rmType }) => rmType === 'EVALUATION')
        ?.termBindings,
      { 'SNOMED-CT': { value: '404684003', terminologyId: 'SNOMED-CT' } },
      nodeId,
    )
})

test('each alternative of a choice has the comment of its element', () => {
  const xml = evaluation([element('at0002', [object('DV_COUNT'), object('DV_BOOLEAN')], '1..1')]).replace(
    /(<term_definitions code="at0002">)/,
    '$1<items id="comment">Rounded</items>',
  )
  const node = nodeIn(xml, 'entry', 'item')
  assert.deepEqual(
    node.children.map(({ id, min, annotations }) => [id, min, annotations]),
    [
      ['count_value', 0, { comment: 'Rounded' }],
      ['boolean_value', 0, { comment: 'Rounded' }],
    ],
  )
})
