import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  codes,
  element,
  event,
  history,
  multiple,
  type Node,
  named,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  single,
  slot,
  tree,
} from '../../../fixtures/opt-builder/index.ts'
import { compileTemplate } from '../opt/compile.ts'
import { webTemplate } from './build.ts'
import { flatPaths } from './flat-paths.ts'
import { idOf, uniqueIds } from './ids.ts'
import { webTemplateJson } from './json.ts'
import type { WebTemplateInput, WebTemplateNode } from './model.ts'

const TERMS = { at0000: 'Blood pressure', at0006: 'Any event', at0004: 'Systolic', at0005: 'Systolic' }

const observation = (events: readonly Node[], protocol?: readonly Node[]): Node =>
  archetype(
    'openEHR-EHR-OBSERVATION.bp.v1',
    [history(events), ...(protocol ? [single('protocol', tree('at0011', protocol), '0..1')] : [])],
    { terms: TERMS, occurrences: '0..*' },
  )

const anyEvent = (
  items: readonly Node[],
  occurrences: string,
  rest: Parameters<typeof event>[1] = {},
): Node => event(tree('at0003', items), { nodeId: 'at0006', occurrences, ...rest })

const template = (...content: readonly Node[]) =>
  compileTemplate(
    opt({
      templateId: 'vitals.v0',
      definition: archetype('openEHR-EHR-COMPOSITION.vitals.v1', [multiple('content', content)], {
        terms: { at0000: 'Vital signs' },
      }),
    }),
  )

const find = (node: WebTemplateNode | undefined, ...ids: readonly string[]): WebTemplateNode => {
  const [id, ...rest] = ids
  assert.ok(node, 'no such node')
  if (id === undefined) return node
  const child = node.children.find(one => one.id === id)
  assert.ok(child, `${id} is not among ${node.children.map(one => one.id).join(', ')}`)
  return find(child, ...rest)
}

const systolic = element('at0004', quantity([{ units: 'mm[Hg]', magnitude: '0..1000' }]), '0..1')

describe('ids', () => {
  const cases: readonly [name: string, id: string][] = [
    ['Blood pressure', 'blood_pressure'],
    ['Körpergewicht (kg)', 'körpergewicht_kg'],
    ['*Any event(en)', 'any_event_en'],
    ['Timing - daily', 'timing_-_daily'],
    ['24 hour average', 'a24_hour_average'],
    ['ضغط الدم', 'ضغط_الدم'],
    ['blood_pressure_demo.v0', 'blood_pressure_demo.v0'],
    ['???', 'id'],
    ['', 'id'],
  ]
  for (const [name, id] of cases) test(`${JSON.stringify(name)} → ${id}`, () => assert.equal(idOf(name), id))

  test('of siblings are made distinct by numbers from 2, and never collide', () => {
    assert.deepEqual(
      uniqueIds(['comment', 'comment', 'comment2', 'comment']).map(({ id }) => id),
      ['comment', 'comment2', 'comment22', 'comment3'],
    )
    assert.equal(uniqueIds(['x', 'x'])[1]?.alias, 'x_1')
  })
})

describe('the tree', () => {
  test('leaves out trees and histories, and an event that is alone', () => {
    const { tree } = webTemplate(template(observation([anyEvent([systolic], '0..1')])))
    const node = find(tree, 'blood_pressure', 'systolic')
    assert.equal(node.rmType, 'DV_QUANTITY')
    assert.equal(
      node.aqlPath,
      '/content[openEHR-EHR-OBSERVATION.bp.v1]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
    )
    assert.deepEqual(
      node.steps.map(({ attribute, rmType, nodeId }) => `${attribute} ${rmType} ${nodeId}`.trim()),
      [
        'data HISTORY at0001',
        'events EVENT at0006',
        'data ITEM_TREE at0003',
        'items ELEMENT at0004',
        'value DV_QUANTITY',
      ],
    )
    assert.deepEqual(
      node.steps.map(({ repeats }) => repeats),
      [false, false, false, true, false],
    )
    assert.equal(find(tree, 'blood_pressure', 'time').inContext, true)
  })

  test('keeps an event that repeats or has others beside it', () => {
    const { tree } = webTemplate(template(observation([anyEvent([systolic], '0..*')])))
    assert.equal(find(tree, 'blood_pressure', 'any_event', 'systolic').max, 1)
    const two = webTemplate(
      template(
        observation([
          anyEvent([systolic], '0..1'),
          anyEvent([], '0..1', { nodeId: 'at0007', rmType: 'INTERVAL_EVENT' }),
        ]),
      ),
    )
    const interval = find(two.tree, 'blood_pressure', 'at0007')
    assert.deepEqual(
      interval.children.map(({ id }) => id),
      ['time', 'math_function', 'width'],
    )
  })

  test('numbers what has the same name, and says which name belongs to which node', () => {
    const second = element('at0005', object('DV_TEXT'))
    const { tree } = webTemplate(template(observation([anyEvent([systolic, second], '0..1')])))
    assert.equal(find(tree, 'blood_pressure', 'systolic').nodeId, 'at0004')
    assert.equal(find(tree, 'blood_pressure', 'systolic2').nodeId, 'at0005')
  })

  test('has one node for each name that a template allows', () => {
    const twice = object('ELEMENT', [named('Left arm', 'Right arm'), single('value', object('DV_TEXT'))], {
      nodeId: 'at0004',
      occurrences: '0..*',
    })
    const { tree } = webTemplate(template(observation([anyEvent([twice], '0..1')])))
    assert.match(find(tree, 'blood_pressure', 'right_arm').aqlPath, /\[at0004,'Right arm'\]\/value$/)
    assert.equal(find(tree, 'blood_pressure', 'left_arm').steps[3]?.name?.text, 'Left arm')
  })

  test('joins coded text and text to one node with an `other`', () => {
    const coded = object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0007']))])
    const choice = element('at0004', [object('DV_TEXT'), coded], '0..1')
    const node = find(
      webTemplate(template(observation([anyEvent([choice], '0..1')]))).tree,
      'blood_pressure',
      'systolic',
    )
    assert.equal(node.rmType, 'DV_CODED_TEXT')
    assert.deepEqual(
      node.inputs.map(({ suffix, type, listOpen }) => [suffix, type, listOpen]),
      [
        ['code', 'CODED_TEXT', true],
        ['other', 'TEXT', undefined],
      ],
    )
    assert.equal(node.other?.rmType, 'DV_TEXT')
  })

  test('shows other choices as alternatives, none of them demanded', () => {
    const choice = element(
      'at0004',
      [object('DV_COUNT'), object('DV_INTERVAL<DV_COUNT>', [single('upper', object('DV_COUNT'), '0..1')])],
      '1..1',
    )
    const node = find(
      webTemplate(template(observation([anyEvent([choice], '0..1')]))).tree,
      'blood_pressure',
      'systolic',
    )
    assert.equal(node.rmType, 'ELEMENT')
    assert.deepEqual(
      node.children.map(({ id, aliases, min }) => ({ id, aliases, min })),
      [
        { id: 'count_value', aliases: ['value'], min: 0 },
        { id: 'interval_of_count_value', aliases: ['value2', 'interval<dv_count>_value'], min: 0 },
      ],
    )
    assert.deepEqual(
      find(node, 'interval_of_count_value').children.map(({ id }) => id),
      ['upper', 'lower'],
    )
  })

  test('offers every data type for an element without a constraint', () => {
    const node = find(
      webTemplate(template(observation([anyEvent([element('at0004')], '0..1')]))).tree,
      'blood_pressure',
      'systolic',
    )
    assert.equal(node.children.length, 18)
    assert.equal(node.children[0]?.id, 'coded_text_value')
  })

  test('drops slots, and tells what depends on what', () => {
    const method = element('at0008', object('DV_TEXT'), '0..1')
    const open = slot('CLUSTER', { nodeId: 'at0009' })
    const { tree } = webTemplate(template(observation([anyEvent([systolic, open], '0..1')], [method])))
    const node = find(tree, 'blood_pressure')
    assert.deepEqual(
      node.children.map(({ id }) => id),
      ['systolic', 'time', 'at0008', 'language', 'encoding', 'subject'],
    )
    assert.deepEqual(find(node, 'at0008').dependsOn, ['systolic'])
  })

  test('gives a cardinality that says more than the occurrences do', () => {
    const tree = (cardinality: string): WebTemplateNode =>
      webTemplate(
        template(
          archetype('openEHR-EHR-EVALUATION.x.v1', [
            single(
              'data',
              object(
                'ITEM_TREE',
                [
                  multiple(
                    'items',
                    [element('at0004', object('DV_TEXT')), element('at0005', object('DV_TEXT'))],
                    cardinality,
                  ),
                ],
                { nodeId: 'at0001' },
              ),
            ),
          ]),
        ),
      ).tree
    assert.deepEqual(find(tree('2..*'), 'at0000').cardinalities, [
      { min: 2, max: -1, ids: ['at0004', 'at0005'] },
    ])
    assert.deepEqual(find(tree('0..1'), 'at0000').cardinalities, [
      { min: 0, max: 1, ids: ['at0004', 'at0005'] },
    ])
    assert.equal(find(tree('1..*'), 'at0000').cardinalities, undefined)
  })
})

describe('inputs', () => {
  const inputsOf = (value: Node): unknown =>
    find(
      webTemplate(template(observation([anyEvent([element('at0004', value, '0..1')], '0..1')]))).tree,
      'blood_pressure',
      'systolic',
    ).inputs

  test('a quantity with one unit has its range on the magnitude too', () => {
    const validation = { range: { minOp: '>=', min: 0, maxOp: '<=', max: 9 } }
    assert.deepEqual(inputsOf(quantity([{ units: 'kg', magnitude: '0..9' }])), [
      { suffix: 'magnitude', type: 'DECIMAL', validation },
      { suffix: 'unit', type: 'CODED_TEXT', list: [{ value: 'kg', label: 'kg', validation }] },
    ])
  })

  test('an ordinal lists its codes with their numbers', () => {
    assert.deepEqual(inputsOf(ordinal([[3, 'at0006']])), [
      {
        type: 'CODED_TEXT',
        list: [
          {
            value: 'at0006',
            label: 'Any event',
            localizedLabels: { en: 'Any event' },
            localizedDescriptions: { en: 'Any event' },
            ordinal: 3,
          },
        ],
        terminology: 'local',
      },
    ])
  })

  test('an ordinal without a list is asked for code, text and number', () => {
    assert.deepEqual(inputsOf(object('DV_ORDINAL')), [
      { suffix: 'code', type: 'TEXT' },
      { suffix: 'value', type: 'TEXT' },
      { suffix: 'ordinal', type: 'INTEGER' },
    ])
  })

  test('a coded text names the terminology of its codes', () => {
    const terminologies = (code: Node): unknown =>
      (inputsOf(object('DV_CODED_TEXT', [single('defining_code', code)])) as readonly WebTemplateInput[]).map(
        ({ suffix, terminology, referenceSetUri }) => [suffix, terminology, referenceSetUri],
      )
    assert.deepEqual(terminologies(codes('local', ['at0006'])), [['code', 'local', undefined]])
    const subset = 'terminology:NSI?subset=doctor_category'
    assert.deepEqual(terminologies(codes(undefined, [], subset)), [
      ['code', 'NSI', subset],
      ['value', 'NSI', subset],
    ])
    const address = '//fhir.hl7.org/ValueSet/$expand?url=http://example.org/x'
    assert.deepEqual(terminologies(codes(undefined, [], `terminology:${address}`)), [
      ['code', address, undefined],
      ['value', address, undefined],
    ])
  })

  test('a multimedia is asked for its media type and size', () => {
    assert.deepEqual(inputsOf(object('DV_MULTIMEDIA')), [
      { type: 'TEXT' },
      { suffix: 'mediatype', type: 'TEXT' },
      { suffix: 'size', type: 'INTEGER' },
    ])
  })

  test('a count above 0 is one of at least 1', () => {
    const count = object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', { range: '>0' }))])
    assert.deepEqual(inputsOf(count), [{ type: 'INTEGER', validation: { range: { minOp: '>=', min: 1 } } }])
  })

  test('a duration has one field for each letter of its pattern', () => {
    const duration = object('DV_DURATION', [
      single('value', primitive('C_DURATION', { pattern: 'PYMTM', range: 'P1Y..P9Y' })),
    ])
    assert.deepEqual(inputsOf(duration), [
      {
        suffix: 'year',
        type: 'INTEGER',
        validation: { range: { minOp: '>=', min: 1, maxOp: '<=', max: 9 } },
      },
      { suffix: 'month', type: 'INTEGER', validation: { range: { minOp: '>=', min: 0 } } },
      { suffix: 'minute', type: 'INTEGER', validation: { range: { minOp: '>=', min: 0 } } },
    ])
  })

  test('a percentage has 100 as its denominator', () => {
    const percent = object('DV_PROPORTION', [single('type', primitive('C_INTEGER', { list: [2] }))])
    const [, denominator] = inputsOf(percent) as readonly { readonly validation: unknown }[]
    assert.deepEqual(denominator?.validation, { range: { minOp: '>=', min: 100, maxOp: '<=', max: 100 } })
  })
})

test('the document has the tree without its links back', () => {
  const json = JSON.stringify(
    webTemplateJson(webTemplate(template(observation([anyEvent([systolic], '0..1')])))),
  )
  assert.doesNotMatch(json, /"(steps|constraint|scope|aliases)"/)
  assert.match(
    json,
    /^\{"templateId":"vitals\.v0","version":"2\.3","defaultLanguage":"en","languages":\["en"\]/,
  )
})

test('the list of FLAT paths has indices, suffixes, types and what is required', () => {
  const paths = flatPaths(template(observation([anyEvent([systolic], '0..*')])))
  const magnitude = paths.find(({ path }) => path.endsWith('systolic|magnitude'))
  assert.equal(magnitude?.path, 'vital_signs/blood_pressure:0/any_event:0/systolic|magnitude')
  assert.equal(magnitude?.type, 'DECIMAL')
  assert.equal(magnitude?.required, false)
  const required = paths.filter(one => one.required && !one.inContext).map(({ path }) => path)
  assert.deepEqual(required, [])
  assert.ok(paths.find(({ path }) => path === 'vital_signs/language|code')?.required)
})
