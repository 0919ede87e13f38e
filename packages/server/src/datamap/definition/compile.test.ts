/** A definition that is right: its paths, columns and groups, as they are compiled against the template. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  compile,
  compileDatamap,
  EVALUATION,
  faults,
  TREE,
} from '../../../../../test/datamap/made-template.ts'
import {
  archetype,
  element,
  multiple,
  object,
  opt,
  primitive,
  single,
} from '../../../../openehr/fixtures/opt-builder/index.ts'
import type { Column, GroupColumn, ValueColumn } from '../model.ts'

const columnOf = (path: string): ValueColumn => {
  const [column] = compile(['x', path]).columns
  assert.ok(column?.kind === 'value')
  return column
}

const groupOf = (column: Column | undefined): GroupColumn => {
  assert.ok(column?.kind === 'group')
  return column
}

describe('a path', () => {
  it('to an ELEMENT is short for its value', () => {
    const { steps, title } = columnOf(`${TREE}/items[at0005]`)
    assert.deepEqual(steps, columnOf(`${TREE}/items[at0005]/value`).steps)
    assert.deepEqual(steps.at(-1), { attribute: 'value', multiple: false })
    assert.equal(title, 'Posture')
  })

  it('may leave out ids where there is one candidate, and they are filled in', () => {
    assert.deepEqual(columnOf('/content/data/items[at0005]').steps, columnOf(`${TREE}/items[at0005]`).steps)
  })

  it('says by name which of several nodes of one id is meant', () => {
    const step = { attribute: 'items', multiple: true, nodeId: 'at0004', name: 'Mean' }
    for (const predicate of ["at0004, 'Mean'", "at0004 and name/value='Mean'", "name/value='Mean'"])
      assert.deepEqual(columnOf(`${TREE}/items[${predicate}]/value`).steps.at(-2), step, predicate)
  })

  it('is never resolved to the first of several by itself', () => {
    const [fault, ...more] = faults(['x', `${TREE}/items[at0004]/value`])
    assert.deepEqual(more, [])
    assert.match(fault ?? '', /say which by its name, as \[at0004, 'name'\], one of Systolic, Mean/)
  })

  it('lists the names where it asks for one that the template does not have', () => {
    assert.match(faults(['x', `${TREE}/items[at0004, 'Diastolic']`])[0] ?? '', /but Systolic, Mean/)
  })

  it('may name a node whose name the template leaves open', () => {
    assert.equal(columnOf(`${TREE}/items[at0005, 'On arrival']`).steps.at(-2)?.name, 'On arrival')
  })

  it('follows the reference model where the template says nothing', () => {
    const types = (path: string) => columnOf(path).types.map(({ type }) => type)
    assert.deepEqual(types('/context/start_time'), ['DV_DATE_TIME'])
    assert.deepEqual(types('/composer/name'), ['String'])
    assert.deepEqual(types('/uid/value'), ['String'])
    assert.deepEqual(types('/composer'), ['PARTY_IDENTIFIED', 'PARTY_RELATED', 'PARTY_SELF'].sort())
    assert.deepEqual(types(`/content[${EVALUATION}]/provider/external_ref/id/value`), ['String'])
    assert.deepEqual(types(`${TREE}/items[at0004, 'Mean']/value/magnitude`), ['Real'])
  })

  it('leads into an archetype that a slot lets in, and by the reference model from there', () => {
    const device = `${TREE}/items[openEHR-EHR-CLUSTER.device.v1]`
    const { steps, types } = columnOf(`${device}/items[at0001]/value`)
    assert.deepEqual(
      steps.slice(2).map(({ nodeId }) => nodeId),
      ['openEHR-EHR-CLUSTER.device.v1', 'at0001', undefined],
    )
    assert.ok(
      types.some(({ type }) => type === 'DV_TEXT') && types.some(({ type }) => type === 'DV_QUANTITY'),
    )
    assert.match(faults(['x', `${TREE}/items[openEHR-EHR-CLUSTER.other.v1]/name`])[0] ?? '', /its slots want/)
    assert.match(
      faults(['x', `${TREE}/items[openEHR-EHR-OBSERVATION.device.v1]/name`])[0] ?? '',
      /no openEHR-EHR-OBS/,
    )
  })

  it('does not lead to what the template forbids, nor to a node that it lacks', () => {
    assert.match(faults(['x', `${TREE}/items[at0099]/value`])[0] ?? '', /has no at0099 in items/)
    assert.match(
      faults(['x', `/content[${EVALUATION}]/protocol[at0003]/items`])[0] ?? '',
      /nothing in protocol/,
    )
    assert.match(faults(['x', '/context[at0001]/start_time'])[0] ?? '', /has no node id/)
  })

  it('holds nothing but ids and names between brackets', () => {
    for (const step of [
      'items[1]',
      'items[at0005][2]',
      'items[value/value>3]',
      "items[at0005 or name/value='x']",
    ])
      assert.match(faults(['x', `${TREE}/${step}/value`])[0] ?? '', /a node id, a name, or both/, step)
  })
})

describe('a column', () => {
  it('has the units of its quantity and the range of the only one', () => {
    const [type] = columnOf(`${TREE}/items[at0004, 'Systolic']`).types
    assert.deepEqual(type, {
      type: 'DV_QUANTITY',
      units: ['mm[Hg]'],
      range: { lower: 0, upper: 300, lowerIncluded: true, upperIncluded: true },
    })
  })

  it('has the codes that the template lists, with their texts', () => {
    const list = [
      { code: 'at0011', value: 'Lying' },
      { code: 'at0012', value: 'Standing' },
    ]
    assert.deepEqual(columnOf(`${TREE}/items[at0005]`).types, [
      { type: 'DV_CODED_TEXT', terminology: 'local', codes: list },
    ])
    assert.deepEqual(columnOf(`${TREE}/items[at0007]`).types, [
      {
        type: 'DV_ORDINAL',
        terminology: 'local',
        codes: list.map((each, at) => ({ ...each, ordinal: at + 1 })),
      },
    ])
    const [setting] = columnOf('/context/setting').types
    assert.deepEqual([setting?.terminology, setting?.codes?.[0]], ['openehr', { code: '225', value: 'home' }])
  })

  it('has alternatives in the order of the template, and all data types where it says none', () => {
    const types = (path: string) => columnOf(path).types.map(({ type }) => type)
    assert.deepEqual(types(`${TREE}/items[at0006]`), ['DV_COUNT', 'DV_TEXT'])
    assert.deepEqual(types(`${TREE}/items[at0008]`).slice(0, 2), ['DV_CODED_TEXT', 'DV_TEXT'])
  })

  it('is required where every node on the way must be there, and tells whether it shows the first of several', () => {
    const facts = (path: string) => {
      const { required, first, always } = columnOf(path)
      return { required, first, always }
    }
    assert.deepEqual(facts(`${TREE}/items[at0005]/name/value`), {
      required: true,
      first: false,
      always: false,
    })
    assert.deepEqual(facts(`${TREE}/items[at0005]`), { required: false, first: false, always: false })
    assert.deepEqual(facts(`${TREE}/items[at0006]`), { required: false, first: true, always: false })
    assert.deepEqual(facts('/composer'), { required: true, first: false, always: true })
    assert.deepEqual(facts('/composer/name'), { required: false, first: false, always: false })
  })
})

describe('a group', () => {
  const CLUSTER = ['sample._root', `${TREE}/items[at0009]`] as const

  it('has members by paths from its node, wherever they stand in the definition', () => {
    const { columns } = compile(
      ['sample.fasting', '/items[at0010]/value'],
      ['start', '/context/start_time'],
      CLUSTER,
    )
    assert.deepEqual(
      columns.map(({ label }) => label),
      ['start', 'sample'],
    )
    const group = groupOf(columns[1])
    const [member] = group.columns
    assert.deepEqual([group.min, group.max, group.title], [0, 4, 'Sample'])
    assert.deepEqual(
      [member?.label, member?.fullLabel, member?.steps.length],
      ['fasting', 'sample.fasting', 2],
    )
    assert.ok(member?.kind === 'value' && !member.first)
  })

  it('holds the labels that begin with it, the longest of several', () => {
    const { columns } = compile(
      ['a._root', `/content[${EVALUATION}]`],
      ['a.b._root', '/data/items[at0009]'],
      ['a.b.c', '/items[at0010]'],
      ['a.x.y', '/data/items[at0005]'],
      ['p.q', '/composer/name'],
    )
    const [outer, plain] = columns
    assert.deepEqual([outer?.label, plain?.label], ['a', 'p.q'])
    const [inner, dotted] = groupOf(outer).columns
    assert.deepEqual([inner?.label, inner?.fullLabel, dotted?.label], ['b', 'a.b', 'x.y'])
    assert.deepEqual(
      groupOf(inner).columns.map(({ fullLabel }) => fullLabel),
      ['a.b.c'],
    )
  })

  it('may be made of elements that repeat', () => {
    const [remarks] = compile(['remarks._root', `${TREE}/items[at0006]`], ['remarks.text', '/value']).columns
    assert.equal(groupOf(remarks).max, undefined)
  })

  it('needs members, and a node that can hold them', () => {
    assert.match(faults(CLUSTER)[0] ?? '', /"sample" has no members/)
    assert.match(
      faults(['v._root', `${TREE}/items[at0005]/value`], ['v.code', '/defining_code'])[0] ?? '',
      /ends at a DV_CODED_TEXT/,
    )
  })
})

it('texts that the template lists are kept', () => {
  const listed = object('DV_TEXT', [single('value', primitive('C_STRING', { list: ['left', 'right'] }))])
  const small = compileTemplate(
    opt({
      templateId: 'Listed',
      definition: archetype('openEHR-EHR-COMPOSITION.made.v1', [
        multiple(
          'content',
          archetype(EVALUATION, [
            single(
              'data',
              object('ITEM_TREE', [multiple('items', element('at0002', listed))], { nodeId: 'at0001' }),
            ),
          ]),
        ),
      ]),
    }),
  )
  const [column] = compileDatamap(
    { template: 'Listed', paths: [{ add: 'side', path: `${TREE}/items[at0002]` }] },
    small,
  ).columns
  assert.ok(column?.kind === 'value')
  assert.deepEqual(column.types, [{ type: 'DV_TEXT', texts: ['left', 'right'] }])
})
