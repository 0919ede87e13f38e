import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Attribute,
  archetype,
  codes,
  constraintRef,
  data,
  element,
  multiple,
  type Node,
  named,
  object,
  opt,
  primitive,
  quantity,
  reference,
  single,
  slot,
  state,
} from '../../fixtures/opt-builder/index.ts'
import { compileTemplate } from '../template/index.ts'
import { compileValidator, type ValidateOptions } from './index.ts'

type Data = data.Data

const TEMPLATE = 'A test'
const COMPOSITION = 'openEHR-EHR-COMPOSITION.test.v1'
const EVALUATION = 'openEHR-EHR-EVALUATION.test.v1'
/** Milliseconds: what is not linear would take hours. */
const ENDS = 120_000
const TREE = `/content[${EVALUATION}]/data[at0001]`

/** Path and rule of each violation. */
const check = (
  definition: Node,
  composition: Data,
  options?: ValidateOptions,
): readonly (readonly [string, string])[] =>
  compileValidator(compileTemplate(opt({ templateId: TEMPLATE, definition })))(composition, options).map(
    ({ path, code }) => [path.replace(TREE, 'TREE'), code] as const,
  )

const withContent = (content: Node | readonly Node[], cardinality = '0..*'): Node =>
  archetype(COMPOSITION, [multiple('content', content, cardinality)])

/** A template with one evaluation whose tree has these items, and data for it. */
const items = (nodes: Node | readonly Node[], cardinality = '0..*', unique = false): Node =>
  withContent(
    archetype(EVALUATION, [
      single(
        'data',
        object('ITEM_TREE', [multiple('items', nodes, cardinality, { unique })], { nodeId: 'at0001' }),
      ),
    ]),
  )

const tree = (...members: readonly Data[]): Data =>
  data.composition(COMPOSITION, TEMPLATE, {
    content: [
      data.entry(EVALUATION, {
        data: data.locatable('ITEM_TREE', 'at0001', members.length === 0 ? {} : { items: members }),
      }),
    ],
  })

const item = (id: string, value: Data = data.text('x'), name = id): Data =>
  data.locatable('ELEMENT', id, { value }, name)

const values = (value: Node | readonly Node[]): Node => items(element('at0002', value))
const ofValue = (value: Node | readonly Node[], found: Data): readonly (readonly [string, string])[] =>
  check(values(value), tree(item('at0002', found)))

describe('members of a list', () => {
  test('are told apart by their node id, and one that is not in the template is undeclared', () => {
    assert.deepEqual(
      check(items([element('at0002'), element('at0003')]), tree(item('at0003'), item('at0004'))),
      [['TREE/items[at0004]', 'node.undeclared']],
    )
  })

  test('with one id are told apart by the names that the template gives', () => {
    const twins = items([
      object('ELEMENT', [named('left'), single('value', object('DV_TEXT'))], { nodeId: 'at0002' }),
      object('ELEMENT', [named('right'), single('value', object('DV_COUNT'))], { nodeId: 'at0002' }),
    ])
    const one = { _type: 'DV_COUNT', magnitude: 1 }
    assert.deepEqual(
      check(twins, tree(item('at0002', one, 'right'), item('at0002', data.text('x'), 'left'))),
      [],
    )
    assert.deepEqual(check(twins, tree(item('at0002', one, 'left'), item('at0002', one, 'right'))), [
      ["TREE/items[at0002, 'left']/value", 'C_OBJECT.rm_type_name'],
    ])
    assert.deepEqual(check(twins, tree(item('at0002', one, 'right'), item('at0002', one, 'middle'))), [
      ["TREE/items[at0002, 'middle']/name", 'C_OBJECT.name'],
      ['TREE/items[at0002]', 'occurrences.lower'],
    ])
  })

  test('may have a name of their own only where the template leaves it open', () => {
    const node = items(object('ELEMENT', [named('weight', 'mass')], { nodeId: 'at0002' }))
    assert.deepEqual(check(node, tree(item('at0002', data.text('x'), 'mass'))), [])
    assert.deepEqual(check(node, tree(item('at0002', data.text('x'), 'height'))), [
      ['TREE/items[at0002]/name/value', 'C_STRING.list'],
    ])
    assert.deepEqual(check(items(element('at0002')), tree(item('at0002', data.text('x'), 'anything'))), [])
  })

  test('with one id and a coded name are told apart by the code', () => {
    const coded = (code: string): Attribute =>
      single('name', object('DV_CODED_TEXT', [single('defining_code', codes('local', [code]))]))
    const node = items([
      object('ELEMENT', [coded('at0010'), single('value', object('DV_TEXT'))], {
        nodeId: 'at0002',
        occurrences: '0..1',
      }),
      object('ELEMENT', [coded('at0011'), single('value', object('DV_COUNT'))], {
        nodeId: 'at0002',
        occurrences: '0..1',
      }),
    ])
    const named11 = {
      ...item('at0002', { _type: 'DV_COUNT', magnitude: 1 }),
      name: data.codedText('local', 'at0011'),
    }
    assert.deepEqual(check(node, tree(named11)), [])
    assert.deepEqual(check(node, tree({ ...named11, value: data.text('x') })), [
      ['TREE/items[at0002]/value', 'C_OBJECT.rm_type_name'],
    ])
  })

  test('of a specialised archetype stand where the parent is wanted', () => {
    const node = withContent(archetype('openEHR-EHR-EVALUATION.lab.v1', [], { occurrences: '0..*' }))
    const of = (id: string): readonly (readonly [string, string])[] =>
      check(
        node,
        data.composition(COMPOSITION, TEMPLATE, {
          content: [data.entry(id, { data: data.locatable('ITEM_TREE', 'at0001') })],
        }),
      )
    assert.deepEqual(of('openEHR-EHR-EVALUATION.lab-hba1c.v1'), [])
    for (const other of ['lab-hba1c.v2', 'labour.v1']) {
      const id = `openEHR-EHR-EVALUATION.${other}`
      assert.deepEqual(of(id), [[`/content[${id}]`, 'node.undeclared']])
    }
  })

  test('are counted: occurrences of each, cardinality of all', () => {
    const node = items([element('at0002', [], '1..1'), element('at0003', [], '0..1')], '2..3')
    assert.deepEqual(check(node, tree(item('at0002'))), [['TREE/items', 'cardinality.lower']])
    assert.deepEqual(check(node, tree(item('at0003'), item('at0003'))), [
      ['TREE/items[at0002]', 'occurrences.lower'],
      ['TREE/items[at0003]', 'occurrences.upper'],
    ])
    const none = [
      ['TREE/items', 'cardinality.lower'],
      ['TREE/items[at0002]', 'occurrences.lower'],
    ]
    assert.deepEqual(check(node, tree()), none)
    const emptyList = structuredClone(tree(item('at0002')))
    const [entry] = emptyList['content'] as Data[]
    ;(entry?.['data'] as Data)['items'] = []
    assert.deepEqual(check(node, emptyList), none)
  })

  test('may not be equal in a set', () => {
    const node = items(element('at0002'), '0..*', true)
    assert.deepEqual(check(node, tree(item('at0002'), item('at0002', data.text('y')))), [])
    assert.deepEqual(check(node, tree(item('at0002'), item('at0002'))), [
      ['TREE/items', 'cardinality.is_unique'],
    ])
  })

  test('without node ids go by their class', () => {
    const node = archetype(COMPOSITION, [
      single(
        'context',
        object('EVENT_CONTEXT', [
          multiple('participations', object('PARTICIPATION', [], { occurrences: '0..1' })),
        ]),
      ),
    ])
    const participation = {
      _type: 'PARTICIPATION',
      function: data.text('x'),
      performer: { _type: 'PARTY_SELF' },
    }
    const of = (count: number): Data =>
      data.composition(COMPOSITION, TEMPLATE, {
        context: data.eventContext({ participations: Array.from({ length: count }, () => participation) }),
      })
    assert.deepEqual(check(node, of(1)), [])
    assert.deepEqual(check(node, of(2)), [['/context/participations[PARTICIPATION]', 'occurrences.upper']])
  })
})

describe('a slot', () => {
  const device = 'openEHR-EHR-CLUSTER.device.v1'
  const cluster = (id: string): Data => data.root(id, { items: [item('at0001')] })
  const includes = (...patterns: readonly string[]): Node =>
    items(slot('CLUSTER', { nodeId: 'at0002', includes: patterns }))

  test('takes an archetype that fits, and nothing else', () => {
    const node = includes('openEHR-EHR-CLUSTER\\.device(-[a-z]+)*\\.v1')
    assert.deepEqual(check(node, tree(cluster(device))), [])
    assert.deepEqual(check(node, tree(cluster('openEHR-EHR-CLUSTER.device-pump.v1'))), [])
    assert.deepEqual(check(node, tree(cluster('openEHR-EHR-CLUSTER.person.v1'))), [
      ['TREE/items[openEHR-EHR-CLUSTER.person.v1]', 'ARCHETYPE_SLOT.includes'],
    ])
    assert.deepEqual(check(node, tree(item('at0009'))), [['TREE/items[at0009]', 'node.undeclared']])
  })

  test('that excludes takes the rest', () => {
    const node = items(slot('CLUSTER', { nodeId: 'at0002', excludes: ['openEHR-EHR-CLUSTER\\.person\\.v1'] }))
    assert.deepEqual(check(node, tree(cluster(device))), [])
    assert.deepEqual(check(node, tree(cluster('openEHR-EHR-CLUSTER.person.v1'))), [
      ['TREE/items[openEHR-EHR-CLUSTER.person.v1]', 'ARCHETYPE_SLOT.includes'],
    ])
  })

  test('without assertions takes any archetype of its class', () => {
    assert.deepEqual(check(includes(), tree(cluster(device))), [])
  })

  test('counts what fills it', () => {
    const node = items(slot('CLUSTER', { nodeId: 'at0002', occurrences: '0..1', includes: ['.*'] }))
    assert.deepEqual(check(node, tree(cluster(device), cluster(device))), [
      ['TREE/items[at0002]', 'occurrences.upper'],
    ])
  })

  test('checks what fills it by the reference model', () => {
    const broken = { ...cluster(device), items: [data.element('at0001', { _type: 'DV_TEXT' })] }
    assert.deepEqual(check(includes('.*'), tree(broken)), [
      [`TREE/items[${device}]/items[at0001]/value/value`, 'rm.mandatory'],
    ])
  })
})

describe('a single attribute', () => {
  test('takes one of its alternatives, chosen by class', () => {
    const node = [object('DV_TEXT'), quantity([{ units: 'kg' }])]
    assert.deepEqual(ofValue(node, data.text('x')), [])
    assert.deepEqual(ofValue(node, { _type: 'DV_QUANTITY', magnitude: 1, units: 'kg' }), [])
    assert.deepEqual(ofValue(node, { _type: 'DV_QUANTITY', magnitude: 1, units: 'g' }), [
      ['TREE/items[at0002]/value/units', 'C_DV_QUANTITY.units'],
    ])
    assert.deepEqual(ofValue(node, { _type: 'DV_COUNT', magnitude: 1 }), [
      ['TREE/items[at0002]/value', 'C_OBJECT.rm_type_name'],
    ])
  })

  test('takes coded text by the alternative of text where its code is not in the list', () => {
    const list = object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0010']))])
    assert.deepEqual(ofValue([list, object('DV_TEXT')], data.codedText('local', 'at0011')), [])
    assert.deepEqual(ofValue(list, data.codedText('local', 'at0011')), [
      ['TREE/items[at0002]/value/defining_code/code_string', 'C_CODE_PHRASE.code_list'],
    ])
  })

  test('takes any of several alternatives of one class, and reports the nearest miss', () => {
    const node = [
      quantity([{ units: 'kg', magnitude: '0..10' }]),
      quantity([{ units: 'kg', magnitude: '90..99' }]),
    ]
    assert.deepEqual(ofValue(node, { _type: 'DV_QUANTITY', magnitude: 95, units: 'kg' }), [])
    assert.deepEqual(ofValue(node, { _type: 'DV_QUANTITY', magnitude: 50, units: 'kg' }), [
      ['TREE/items[at0002]/value/magnitude', 'C_DV_QUANTITY.magnitude'],
    ])
  })

  test('applies what is said of text to coded text', () => {
    const node = object('DV_TEXT', [single('value', primitive('C_STRING', { list: ['yes'] }))])
    assert.deepEqual(ofValue(node, data.codedText('local', 'at0010', 'no')), [
      ['TREE/items[at0002]/value/value', 'C_STRING.list'],
    ])
  })

  test('with another node id is reported as such', () => {
    const composition = data.composition(COMPOSITION, TEMPLATE, {
      content: [data.entry(EVALUATION, { data: data.locatable('ITEM_TREE', 'at0009') })],
    })
    assert.deepEqual(check(items([]), composition), [
      [`/content[${EVALUATION}]/data[at0009]/archetype_node_id`, 'C_OBJECT.node_id'],
    ])
  })

  test('that the template forbids must be absent', () => {
    const node = archetype(COMPOSITION, [single('context', [], '0..0')])
    assert.deepEqual(check(node, data.composition(COMPOSITION, TEMPLATE)), [])
    assert.deepEqual(check(node, data.composition(COMPOSITION, TEMPLATE, { context: data.eventContext() })), [
      ['/context', 'existence.upper'],
    ])
  })

  test('that the template does not mention is open', () => {
    const link = {
      _type: 'LINK',
      meaning: data.text('x'),
      type: data.text('y'),
      target: { _type: 'DV_EHR_URI', value: 'ehr:/x' },
    }
    assert.deepEqual(check(items(element('at0002')), { ...tree(item('at0002')), links: [link] }), [])
  })
})

describe('an element', () => {
  const mandatory = items(
    object('ELEMENT', [single('value', quantity([{ units: 'kg' }]), '1..1')], { nodeId: 'at0002' }),
  )
  const without = (rest: Data): Data => data.locatable('ELEMENT', 'at0002', rest)

  test('without a value needs a null flavour, and then no value', () => {
    const unknown = { null_flavour: data.codedText('openehr', '253', 'unknown') }
    assert.deepEqual(check(mandatory, tree(without(unknown))), [])
    assert.deepEqual(check(mandatory, tree(without({}))), [
      ['TREE/items[at0002]/value', 'existence.lower'],
      ['TREE/items[at0002]', 'ELEMENT.Inv_null_flavour_indicated'],
    ])
  })
})

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
