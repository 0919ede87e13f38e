import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Attribute,
  archetype,
  codes,
  data,
  element,
  multiple,
  type Node,
  named,
  object,
  primitive,
  quantity,
  single,
  slot,
} from '../../fixtures/opt-builder/index.ts'
import {
  COMPOSITION,
  check,
  type Data,
  EVALUATION,
  item,
  items,
  ofValue,
  TEMPLATE,
  tree,
  withContent,
} from '../../test/validate/checked.ts'

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
