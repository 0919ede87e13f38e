/** Presets: nothing of a document gets into one, but its shape and what the template or the reference model fixes. */
import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  archetype,
  element,
  event,
  history,
  multiple,
  opt,
  quantity,
  tree,
} from '../../../fixtures/opt-builder/index.ts'
import type { RmObject } from '../../rm/index.ts'
import { compileTemplate } from '../opt/compile.ts'
import { presetOf } from './preset.ts'
import { wordsIn, wordsOf } from './words.ts'

const OBSERVATION = 'openEHR-EHR-OBSERVATION.pulse.v1'

const observation = archetype(
  OBSERVATION,
  [history(event(tree('at0003', element('at0004', quantity([{ units: '/min' }])))), { cardinality: '1..*' })],
  { terms: { at0000: 'Pulse', at0001: 'History', at0002: 'Any event', at0003: 'Tree', at0004: 'Rate' } },
)

const words = wordsOf(
  compileTemplate(
    opt({
      templateId: 'Pulse.v1',
      definition: archetype('openEHR-EHR-COMPOSITION.encounter.v1', [multiple('content', observation)], {
        terms: { at0000: 'Encounter' },
      }),
    }),
  ),
)

const text = (value: string) => ({ _type: 'DV_TEXT', value })

const pulse: RmObject = {
  _type: 'OBSERVATION',
  name: text('Pulse'),
  archetype_node_id: OBSERVATION,
  language: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'ISO_639-1' },
    code_string: 'fr',
  },
  data: {
    _type: 'HISTORY',
    archetype_node_id: 'at0001',
    name: text('History of Mrs Jones'),
    events: [1, 2, 3].map(rate => ({
      _type: 'POINT_EVENT',
      archetype_node_id: 'at0002',
      name: text('Any event'),
      time: { _type: 'DV_DATE_TIME', value: `2026-01-0${rate}T12:34:56Z` },
      data: {
        _type: 'ITEM_TREE',
        archetype_node_id: 'at0003',
        items: [
          {
            _type: 'ELEMENT',
            archetype_node_id: 'at0004',
            value: { _type: 'DV_QUANTITY', magnitude: 7712 + rate, units: '/min' },
          },
        ],
      },
    })),
  },
}

describe('the preset of a template', () => {
  const preset = presetOf(words, pulse, { fixed: ['::here::1'] })

  it('has the shape of the document, each list member of a node once', () => {
    assert.equal(
      preset.slice(preset.indexOf('{')),
      '{"_type":"OBSERVATION","name":{"_type":"DV_TEXT","value":"Pulse"},' +
        `"archetype_node_id":"${OBSERVATION}","language":{"_type":"CODE_PHRASE",` +
        '"terminology_id":{"_type":"TERMINOLOGY_ID","value":"ISO_639-1"},"code_string":"en"},' +
        '"data":{"_type":"HISTORY","archetype_node_id":"at0001","name":{"_type":"DV_TEXT","value":""},' +
        '"events":[{"_type":"POINT_EVENT","archetype_node_id":"at0002","name":{"_type":"DV_TEXT","value":"Any event"},' +
        '"time":{"_type":"DV_DATE_TIME","value":""},"data":{"_type":"ITEM_TREE","archetype_node_id":"at0003",' +
        '"items":[{"_type":"ELEMENT","archetype_node_id":"at0004",' +
        '"value":{"_type":"DV_QUANTITY","magnitude":,"units":""}}]}}]}}',
    )
  })

  it('has what the template offers as values, whatever the document chose, and what is known beforehand', () => {
    assert.equal(preset.slice(0, preset.indexOf('{')), '"::here::1""/min"')
  })

  it('goes on from an earlier one', () => {
    const again = presetOf(words, { _type: 'CLUSTER' }, { earlier: preset })
    assert.equal(again, `${preset}{"_type":"CLUSTER"}`)
  })

  it('is short enough to be looked back through', () => {
    const items = Array.from({ length: 2000 }, (_, at) => ({
      _type: 'ELEMENT',
      archetype_node_id: `at${at}`,
    }))
    assert.ok(presetOf(words, { _type: 'CLUSTER', items }).length <= 16 * 1024)
  })
})

describe('words of documents that the server makes', () => {
  it('are node ids and names', () => {
    const known = wordsIn([{ _type: 'EHR_STATUS', archetype_node_id: 'openEHR-x', name: text('EHR Status') }])
    const named = (name: string) => presetOf(known, { _type: 'EHR_STATUS', name: text(name) })
    assert.match(named('EHR Status'), /"value":"EHR Status"/)
    assert.match(named('Mrs Jones'), /"value":""/)
  })
})

/** Every text and key of these has a mark that no template has, and every number is one of a patient. */
const MARK = 'ý'
const marked = fc.string().map(value => `${MARK}${value}`)
const ATTRIBUTES = [
  '_type',
  'name',
  'value',
  'archetype_node_id',
  'archetype_details',
  'template_id',
  'items',
]
const { document } = fc.letrec<{ document: unknown; inner: unknown }>(tie => ({
  inner: fc.oneof(
    { depthSize: 'small' },
    marked,
    fc.integer({ min: 1_000_000 }),
    fc.boolean(),
    fc.array(tie('inner'), { maxLength: 4 }),
    tie('document'),
  ),
  document: fc.dictionary(fc.oneof(marked, fc.constantFrom(...ATTRIBUTES)), tie('inner'), { maxKeys: 6 }),
}))

describe('whatever a document holds', () => {
  it('no text, number, boolean or unknown attribute of it is in the preset', () => {
    fc.assert(
      fc.property(document, fc.option(marked), (given, note) => {
        const preset = presetOf(words, {
          ...pulse,
          ...(given as RmObject),
          links: [{ meaning: text(note ?? '') }],
        })
        assert.ok(!preset.includes(MARK), preset)
        assert.ok(!/\d{7}|true|false/.test(preset), preset)
        for (const value of ['12:34:56', '7713', '7714', 'fr"', 'Mrs Jones'])
          assert.ok(!preset.includes(value), preset)
      }),
      { verbose: true },
    )
  })
})
