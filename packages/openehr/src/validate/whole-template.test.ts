import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  codes,
  constraintRef,
  data,
  element,
  multiple,
  object,
  opt,
  primitive,
  quantity,
  reference,
  single,
  state,
} from '../../fixtures/opt-builder/index.ts'
import {
  COMPOSITION,
  check,
  type Data,
  ENDS,
  EVALUATION,
  item,
  items,
  ofValue,
  TEMPLATE,
  TREE,
  tree,
  values,
  withContent,
} from '../../test/validate/checked.ts'
import { compileTemplate } from '../template/index.ts'
import { compileValidator } from './index.ts'

describe('the template as a whole', () => {
  test('must be the one that the composition names', () => {
    assert.deepEqual(check(archetype(COMPOSITION), data.composition(COMPOSITION, 'Another')), [
      ['/archetype_details/template_id', 'template.id'],
    ])
  })

  test('constrains where an internal reference stands as where it points to', () => {
    const node = withContent(
      archetype(EVALUATION, [
        single(
          'data',
          object(
            'ITEM_TREE',
            [
              multiple('items', [
                object('CLUSTER', [multiple('items', element('at0003', quantity([{ units: 'kg' }])))], {
                  nodeId: 'at0002',
                  occurrences: '0..1',
                }),
              ]),
            ],
            {
              nodeId: 'at0001',
            },
          ),
        ),
        single(
          'protocol',
          object(
            'ITEM_TREE',
            [multiple('items', reference('CLUSTER', '/data[at0001]/items[at0002]', { occurrences: '0..1' }))],
            {
              nodeId: 'at0005',
            },
          ),
          '0..1',
        ),
      ]),
    )
    const cluster = (units: string): Data =>
      data.locatable('CLUSTER', 'at0002', {
        items: [item('at0003', { _type: 'DV_QUANTITY', magnitude: 1, units })],
      })
    const composition = data.composition(COMPOSITION, TEMPLATE, {
      content: [
        data.entry(EVALUATION, {
          data: data.locatable('ITEM_TREE', 'at0001', { items: [cluster('kg')] }),
          protocol: data.locatable('ITEM_TREE', 'at0005', { items: [cluster('g')] }),
        }),
      ],
    })
    assert.deepEqual(check(node, composition), [
      [
        `/content[${EVALUATION}]/protocol[at0005]/items[at0002]/items[at0003]/value/units`,
        'C_DV_QUANTITY.units',
      ],
    ])
  })

  test('asks nothing of lower bounds where the version is incomplete, and everything else', () => {
    const node = archetype(COMPOSITION, [
      multiple('content', archetype(EVALUATION), '2..3'),
      single('context', [], '1..1'),
    ])
    const empty = data.composition(COMPOSITION, TEMPLATE)
    assert.deepEqual(check(node, empty), [
      ['/content', 'cardinality.lower'],
      [`/content[${EVALUATION}]`, 'occurrences.lower'],
      ['/context', 'existence.lower'],
    ])
    assert.deepEqual(check(node, empty, { lifecycle: 'incomplete' }), [])
    const entry = data.entry(EVALUATION, { data: data.locatable('ITEM_TREE', 'at0001') })
    const four = { ...empty, content: [entry, entry, entry, entry], context: data.eventContext() }
    assert.deepEqual(check(node, four, { lifecycle: 'incomplete' }), [
      ['/content', 'cardinality.upper'],
      [`/content[${EVALUATION}]`, 'occurrences.upper'],
    ])
    assert.deepEqual(check(node, { ...empty, language: undefined }, { lifecycle: 'incomplete' }), [
      ['/language', 'rm.mandatory'],
    ])
  })

  test('is of any class that can be a root', () => {
    const id = 'openEHR-EHR-EHR_STATUS.test.v1'
    const node = archetype(id, [
      single('other_details', object('ITEM_TREE', [], { nodeId: 'at0001' }), '1..1'),
    ])
    const status = data.root(
      id,
      { subject: { _type: 'PARTY_SELF' }, is_queryable: true, is_modifiable: true },
      TEMPLATE,
    )
    assert.deepEqual(check(node, status), [['/other_details', 'existence.lower']])
    assert.deepEqual(check(node, data.composition(COMPOSITION, TEMPLATE)).at(0), ['/', 'rm.type'])
  })
})

describe('constraints on values', () => {
  const value = 'TREE/items[at0002]/value'

  test('compare terminologies without their version and their spelling', () => {
    const node = object('DV_CODED_TEXT', [single('defining_code', codes('SNOMED-CT', ['1']))])
    for (const spelling of ['SNOMED-CT', 'SNOMED-CT(2003)', 'snomed_ct', 'http://snomed.info/sct']) {
      assert.deepEqual(ofValue(node, data.codedText(spelling, '1')), [])
    }
    assert.deepEqual(ofValue(node, data.codedText('LOINC', '1')), [
      [`${value}/defining_code/terminology_id`, 'C_CODE_PHRASE.terminology_id'],
    ])
  })

  test('leave value sets to terminology servers and check the terminology alone', () => {
    const node = object('DV_CODED_TEXT', [
      single('defining_code', codes(undefined, [], 'terminology:LOINC?subset=x')),
    ])
    assert.deepEqual(ofValue(node, data.codedText('LOINC', '1')), [])
    assert.deepEqual(ofValue(node, data.codedText('SNOMED-CT', '1')), [
      [`${value}/defining_code/terminology_id`, 'C_CODE_PHRASE.terminology_id'],
    ])
    const unbound = object('DV_CODED_TEXT', [single('defining_code', constraintRef('ac0001'))])
    assert.deepEqual(ofValue(unbound, data.codedText('LOINC', '1')), [])
  })

  test('count decimals where a quantity does not say its precision', () => {
    const node = quantity([{ units: 'kg', precision: '0..1' }])
    const of = (magnitude: number, precision?: number): readonly (readonly [string, string])[] =>
      ofValue(node, {
        _type: 'DV_QUANTITY',
        magnitude,
        units: 'kg',
        ...(precision === undefined ? {} : { precision }),
      })
    assert.deepEqual(of(1.5), [])
    assert.deepEqual(of(0.1 + 0.2), [])
    assert.deepEqual(of(1.25), [[`${value}/magnitude`, 'C_DV_QUANTITY.precision']])
    assert.deepEqual(of(1.25, 1), [])
    assert.deepEqual(of(1, 2), [[`${value}/precision`, 'C_DV_QUANTITY.precision']])
  })

  test('know the states of a machine', () => {
    const node = state([
      { name: 'planned', terminal: false },
      { name: 'completed', terminal: true },
    ])
    const of = (name: string, terminal: boolean): Data => ({
      _type: 'DV_STATE',
      value: data.codedText('local', 'at0010', name),
      is_terminal: terminal,
    })
    assert.deepEqual(ofValue(node, of('completed', true)), [])
    assert.deepEqual(ofValue(node, of('completed', false)), [[`${value}/is_terminal`, 'C_DV_STATE.value']])
    assert.deepEqual(ofValue(node, of('lost', true)), [[`${value}/value`, 'C_DV_STATE.value']])
  })

  test('leave an open list of texts open', () => {
    const node = object('DV_TEXT', [single('value', primitive('C_STRING', { list: ['a'], listOpen: true }))])
    assert.deepEqual(ofValue(node, data.text('b')), [])
  })

  test('take the pattern that ACTIVITY.action_archetype_id holds for what it is', () => {
    const id = 'openEHR-EHR-INSTRUCTION.test.v1'
    const pattern = 'openEHR-EHR-ACTION\\.test\\.v1'
    const node = withContent(
      archetype(id, [
        multiple(
          'activities',
          object('ACTIVITY', [single('action_archetype_id', primitive('C_STRING', { pattern }))], {
            nodeId: 'at0001',
          }),
        ),
      ]),
    )
    const of = (action: string): Data =>
      data.composition(COMPOSITION, TEMPLATE, {
        content: [
          data.entry(id, {
            narrative: data.text('x'),
            activities: [
              data.locatable('ACTIVITY', 'at0001', {
                description: data.locatable('ITEM_TREE', 'at0002'),
                action_archetype_id: action,
              }),
            ],
          }),
        ],
      })
    for (const right of [pattern, `/${pattern}/`, '/.*/', 'openEHR-EHR-ACTION.test.v1']) {
      assert.deepEqual(check(node, of(right)), [])
    }
    assert.deepEqual(check(node, of('openEHR-EHR-ACTION.other.v1')), [
      [`/content[${id}]/activities[at0001]/action_archetype_id`, 'C_STRING.pattern'],
    ])
  })

  test('match patterns in linear time, whatever they are', { timeout: ENDS }, () => {
    const node = object('DV_TEXT', [single('value', primitive('C_STRING', { pattern: '(a+)+$' }))])
    assert.deepEqual(ofValue(node, data.text(`${'a'.repeat(50_000)}!`)), [
      [`${value}/value`, 'C_STRING.pattern'],
    ])
  })
})

describe('hostile data', () => {
  test('with fifty thousand undeclared nodes ends, and at a limit', { timeout: ENDS }, () => {
    const many = Array.from({ length: 50_000 }, (_, i) => item(`at9${i}`))
    const composition = data.composition(COMPOSITION, TEMPLATE, {
      content: [data.entry(EVALUATION, { data: data.locatable('ITEM_TREE', 'at0001', { items: many }) })],
    })
    const found = check(items(element('at0002')), composition)
    assert.equal(found.length, 10_001)
  })
})

describe('a violation', () => {
  test('says where, by which rule, what was found and what was expected', () => {
    const validate = compileValidator(
      compileTemplate(
        opt({ templateId: TEMPLATE, definition: values(quantity([{ units: 'kg', magnitude: '0..10' }])) }),
      ),
    )
    assert.deepEqual(validate(tree(item('at0002', { _type: 'DV_QUANTITY', magnitude: 11, units: 'kg' }))), [
      {
        path: `${TREE}/items[at0002]/value/magnitude`,
        code: 'C_DV_QUANTITY.magnitude',
        message: 'Expected 0..10, found 11',
        found: '11',
        expected: '0..10',
      },
    ])
  })
})
