import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  archetype,
  data,
  element,
  event,
  history,
  multiple,
  object,
  opt,
  tree,
} from '../../../../openehr/fixtures/opt-builder/index.ts'
import { checkDatamap } from '../definition/compile.ts'
import type { CellObject } from '../model.ts'
import { recordOf } from '../record.ts'
import { freshComposition } from './fresh-composition.ts'
import { graft } from './graft.ts'
import { knownCells, readRecordInput } from './record-input.ts'

const COMPOSITION = 'openEHR-EHR-COMPOSITION.encounter.v1'
const OBSERVATION = 'openEHR-EHR-OBSERVATION.pulse.v1'
const text = object('DV_TEXT')

const cluster = object(
  'CLUSTER',
  [multiple('items', [element('at0011', text, '0..1'), element('at0012', text, '0..1')], '1..*')],
  { nodeId: 'at0010', occurrences: '0..*' },
)
const items = tree('at0003', [
  element('at0004', text, '0..*'),
  element('at0005', text, '0..1'),
  cluster,
  element('at0006', text, '0..1'),
])
const template = compileTemplate(
  opt({
    templateId: 'Pulse',
    definition: archetype(COMPOSITION, [
      multiple('content', archetype(OBSERVATION, [history(event(items))], { occurrences: '0..*' })),
    ]),
  }),
)

const leaf = (id: string, value: string) => data.element(id, data.text(value))
const EVENT = `/content[${OBSERVATION}]/data[at0001]/events[at0002]`

const eventOf = (time: string, items: readonly unknown[], rest: Record<string, unknown> = {}) =>
  data.locatable('POINT_EVENT', 'at0002', {
    time: data.dateTime(time),
    data: data.locatable('ITEM_TREE', 'at0003', { items }),
    ...rest,
  })

const observationOf = (...events: readonly unknown[]) =>
  data.entry(OBSERVATION, { data: data.locatable('HISTORY', 'at0001', { origin: data.dateTime(), events }) })

const compositionOf = (...content: readonly unknown[]): RmObject =>
  data.composition(COMPOSITION, 'Pulse', { context: data.eventContext(), content })

/** Lays a record on a composition; the datamap has these labels and paths. */
function lay(paths: Readonly<Record<string, string>>, former: RmObject, record: CellObject) {
  const definition = { template: 'Pulse', paths: Object.entries(paths).map(([add, path]) => ({ add, path })) }
  const { datamap, findings } = checkDatamap(definition, template)
  assert.deepEqual(findings, [])
  const { columns } = datamap
  const given = readRecordInput(columns, record, knownCells(columns, recordOf(columns, former)))
  assert.deepEqual([given.unreadable, given.forbidden], [[], []])
  const about = { now: '2026-11-15T00:00:00+00:00', territory: 'NL', composer: { _type: 'PARTY_SELF' } }
  const before = JSON.stringify(former)
  const grafted = graft(former, freshComposition(template, given.row, about), columns, given.row, template)
  assert.equal(JSON.stringify(former), before, 'the former composition is not written to')
  return { ...grafted, shown: recordOf(columns, grafted.composition) }
}

/** The texts of a composition by node id, in the order of the document. */
function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (typeof node !== 'object' || node === null) return []
  const { _type, archetype_node_id: id, value } = node as RmObject
  if (_type === 'ELEMENT') return [`${id} ${(value as RmObject | undefined)?.['value'] ?? 'none'}`]
  return Object.values(node).flatMap(textsOf)
}

const PULSE = { pulse: `${EVENT}/data[at0003]/items[at0004]/value` }

describe('a value', () => {
  const former = compositionOf(
    observationOf(
      eventOf('2026-11-14T10:00:00Z', [
        leaf('at0004', 'a'),
        leaf('at0005', 'hidden'),
        leaf('at0006', 'hidden'),
      ]),
      eventOf('2026-11-14T11:00:00Z', [leaf('at0004', 'second')]),
    ),
  )

  it('replaces the first one and leaves all others', () => {
    const { composition, shown } = lay(PULSE, former, { pulse: 'b' })
    assert.deepEqual(shown, { pulse: 'b' })
    assert.equal(JSON.stringify(composition), JSON.stringify(former).replace('"value":"a"', '"value":"b"'))
  })

  it('that is taken out takes nothing along but its ELEMENT', () => {
    const { composition } = lay(PULSE, former, { pulse: null })
    assert.deepEqual(textsOf(composition), ['at0005 hidden', 'at0006 hidden', 'at0004 second'])
  })

  it('that did not exist comes in after those of the same or an earlier place', () => {
    const sparse = compositionOf(
      observationOf(eventOf('2026-11-14T10:00:00Z', [leaf('at0004', 'a'), leaf('at0006', 'z')])),
    )
    const paths = { note: `${EVENT}/data[at0003]/items[at0005]/value` }
    const { composition } = lay(paths, sparse, { note: 'new' })
    assert.deepEqual(textsOf(composition), ['at0004 a', 'at0005 new', 'at0006 z'])
  })

  it('brings the nodes above it along, from the highest that is missing', () => {
    const { composition, shown } = lay(PULSE, compositionOf(), { pulse: 'a' })
    assert.deepEqual(shown, { pulse: 'a' })
    const [observation] = (composition as { content: RmObject[] }).content
    assert.equal(observation?.['archetype_node_id'], OBSERVATION)
    assert.deepEqual(observation?.['subject'], { _type: 'PARTY_SELF' })
  })

  it('that was the last one takes the empty nodes above it along', () => {
    const single = compositionOf(observationOf(eventOf('2026-11-14T10:00:00Z', [leaf('at0004', 'a')])))
    const { composition } = lay(PULSE, single, { pulse: null })
    assert.equal(composition['content'], undefined)
  })

  it('leaves a node above it that has something else to say', () => {
    const audited = compositionOf(
      observationOf(
        eventOf('2026-11-14T10:00:00Z', [leaf('at0004', 'a')], {
          state: data.locatable('ITEM_TREE', 'at0003', { items: [leaf('at0009', 'resting')] }),
        }),
      ),
    )
    const { composition } = lay(PULSE, audited, { pulse: null })
    assert.deepEqual(textsOf(composition), ['at0009 resting'])
  })

  it('takes the place of a null flavour', () => {
    const unknown = data.locatable('ELEMENT', 'at0004', {
      null_flavour: data.codedText('openehr', '253', 'unknown'),
    })
    const former = compositionOf(observationOf(eventOf('2026-11-14T10:00:00Z', [unknown])))
    assert.deepEqual(lay(PULSE, former, { pulse: null }).composition, former)
    const { composition } = lay(PULSE, former, { pulse: 'a' })
    assert.deepEqual(textsOf(composition), ['at0004 a'])
    assert.ok(!JSON.stringify(composition).includes('null_flavour'))
  })

  it('is not put over data of another kind', () => {
    const other = compositionOf(
      data.entry(OBSERVATION, {
        data: data.locatable('HISTORY', 'at0077', { origin: data.dateTime(), events: [] }),
      }),
    )
    const { findings, composition } = lay(PULSE, other, { pulse: 'a' })
    assert.deepEqual(
      findings.map(({ path, code }) => `${path} ${code}`),
      ['pulse datamap.place_taken'],
    )
    assert.deepEqual(composition, other)
  })
})

describe('rows of a group', () => {
  const PATHS = {
    'events._root': EVENT,
    'events.time': '/time',
    'events.pulse': '/data[at0003]/items[at0004]/value',
  }
  const at = (hour: number) => `2026-11-14T${String(hour).padStart(2, '0')}:00:00Z`
  const former = compositionOf(
    observationOf(
      eventOf(at(10), [leaf('at0004', 'a'), leaf('at0005', 'of a')]),
      eventOf(at(11), [leaf('at0004', 'b'), leaf('at0005', 'of b')]),
      eventOf(at(12), [leaf('at0004', 'c'), leaf('at0005', 'of c')]),
    ),
  )
  const row = (hour: number, pulse: string | null) => ({ time: at(hour), pulse })
  const laid = (...events: readonly CellObject[]) => {
    const { composition, shown } = lay(PATHS, former, { events })
    assert.deepEqual(shown, { events })
    return textsOf(composition)
  }

  it('keep what is not shown of them when others go, come, or change', () => {
    assert.deepEqual(laid(row(10, 'a'), row(12, 'c')), ['at0004 a', 'at0005 of a', 'at0004 c', 'at0005 of c'])
    assert.deepEqual(laid(row(9, 'new'), row(10, 'a'), row(11, 'changed'), row(12, 'c')), [
      'at0004 new',
      ...['at0004 a', 'at0005 of a'],
      ...['at0004 changed', 'at0005 of b'],
      ...['at0004 c', 'at0005 of c'],
    ])
  })

  it('keep it when they move', () => {
    assert.deepEqual(laid(row(12, 'c'), row(10, 'a'), row(11, 'b')), [
      ...['at0004 c', 'at0005 of c'],
      ...['at0004 a', 'at0005 of a'],
      ...['at0004 b', 'at0005 of b'],
    ])
  })

  it('that are new have nothing of those that went', () => {
    assert.deepEqual(laid(row(20, 'x')), ['at0004 x'])
  })

  it('keep it when a cell of theirs is emptied', () => {
    assert.deepEqual(laid(row(10, null), row(11, 'b'), row(12, 'c')).slice(0, 2), ['at0005 of a', 'at0004 b'])
  })

  it('go with everything above them, when all go', () => {
    assert.equal(lay(PATHS, former, { events: [] }).composition['content'], undefined)
  })

  it('leave siblings of other kinds where they stand', () => {
    const clusterOf = (name: string, hidden: string) =>
      data.locatable('CLUSTER', 'at0010', { items: [leaf('at0011', name), leaf('at0012', hidden)] })
    const mixed = compositionOf(
      observationOf(
        eventOf(at(10), [
          leaf('at0005', 'first'),
          clusterOf('A', 'of A'),
          leaf('at0006', 'between'),
          clusterOf('B', 'of B'),
        ]),
      ),
    )
    const paths = {
      'parts._root': `${EVENT}/data[at0003]/items[at0010]`,
      'parts.name': '/items[at0011]/value',
    }
    const { composition } = lay(paths, mixed, { parts: [{ name: 'A' }, { name: 'C' }, { name: 'B' }] })
    assert.deepEqual(textsOf(composition), [
      'at0005 first',
      ...['at0011 A', 'at0012 of A'],
      'at0006 between',
      'at0011 C',
      ...['at0011 B', 'at0012 of B'],
    ])
  })

  it('of several parents stay with their own', () => {
    const two = compositionOf(
      observationOf(eventOf(at(10), [leaf('at0004', 'a'), leaf('at0005', 'of a')])),
      observationOf(eventOf(at(11), [leaf('at0004', 'b'), leaf('at0005', 'of b')])),
    )
    const events = [row(10, 'a'), row(11, 'changed'), row(12, 'new')]
    const { composition, shown } = lay(PATHS, two, { events })
    assert.deepEqual(shown, { events })
    const { content } = composition as { content: readonly RmObject[] }
    assert.deepEqual(content.map(textsOf), [
      ['at0004 a', 'at0005 of a'],
      ['at0004 changed', 'at0005 of b', 'at0004 new'],
    ])
  })
})
