import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  archetype,
  element,
  event,
  history,
  multiple,
  type Node,
  object,
  opt,
  primitive,
  single,
  tree,
} from '../../../../fixtures/opt-builder/index.ts'
import { ELEMENT_PATH, FLAT_CONTEXT, observationOf } from '../../../../test/flat/one-observation.ts'
import { compileTemplate } from '../../../template/index.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readFlat } from '../index.ts'
import { laterBy } from './offset.ts'

test('a time that much later keeps its zone and precision', () => {
  for (const [time, offset, later] of [
    ['2026-01-31T23:30:00+01:00', 'PT1H', '2026-02-01T00:30:00+01:00'],
    ['2026-01-31T10:00:00Z', 'P1M', '2026-02-28T10:00:00Z'],
    ['2024-02-29T10:00:00', 'P1Y', '2025-02-28T10:00:00'],
    ['2026-12-31T23:59:59.5Z', 'PT1S', '2027-01-01T00:00:00.5Z'],
    ['2026-01-01T10:00:00Z', '-P1D', '2025-12-31T10:00:00Z'],
    ['2026-01-01T10:00:00Z', 'P1W', '2026-01-08T10:00:00Z'],
  ] as const)
    assert.equal(laterBy(time, offset), later)
})

test('a time without hours, and what is no duration, stay as they are', () => {
  assert.equal(laterBy('2026-01', 'PT1H'), '2026-01')
  assert.equal(laterBy('2026-01-01T10:00:00Z', 'one hour'), '2026-01-01T10:00:00Z')
})

const afterBirth = (nodeId: string, offset: string): Node => {
  const value = single('value', primitive('C_DURATION', { range: `${offset}..${offset}` }))
  return event(tree('at0003', element('at0009', object('DV_TEXT'))), {
    nodeId,
    rmType: 'POINT_EVENT',
    occurrences: '0..1',
    attributes: [single('offset', object('DV_DURATION', [value]))],
  })
}

const APGAR = compileTemplate(
  opt({
    templateId: 'Apgar',
    definition: archetype(
      'openEHR-EHR-COMPOSITION.encounter.v1',
      [
        multiple(
          'content',
          archetype(
            'openEHR-EHR-OBSERVATION.apgar.v1',
            [history([afterBirth('at0002', 'PT1M'), afterBirth('at0004', 'PT5M')])],
            { terms: { at0000: 'Apgar', at0002: 'One', at0004: 'Five', at0009: 'Score' } },
          ),
        ),
      ],
      { terms: { at0000: 'Birth' } },
    ),
  }),
)

test('events stand after the origin as the template has it (specification, ctx/time)', () => {
  const composition = readFlat(
    APGAR,
    {
      'ctx/language': 'en',
      'ctx/time': '2026-01-01T10:00:00Z',
      'birth/apgar/one/score': '8',
      'birth/apgar/five/score': '9',
    },
    { now: '2027-01-01T00:00:00Z' },
  )
  const history = (
    composition['content'] as { data: { origin: { value: string }; events: { time: { value: string } }[] } }[]
  )[0]?.data
  assert.equal(history?.origin.value, '2026-01-01T10:00:00Z')
  assert.deepEqual(
    history?.events.map(({ time }) => time.value),
    ['2026-01-01T10:01:00Z', '2026-01-01T10:05:00Z'],
  )
})

interface History {
  readonly origin: { readonly value: string }
  readonly events: readonly { readonly time: { readonly value: string }; readonly data?: unknown }[]
}

const historyOf = (keys: Readonly<Record<string, unknown>>): History => {
  const context = { 'ctx/language': 'en', 'ctx/territory': 'NL', 'ctx/composer_name': 'A midwife' }
  const composition = readFlat(APGAR, { ...context, ...keys }, { now: '2027-01-01T00:00:00Z' })
  assert.deepEqual(compileValidator(APGAR)(composition), [])
  return JSON.parse(JSON.stringify(composition)).content[0].data
}

const timesOf = (keys: Readonly<Record<string, unknown>>): readonly string[] => {
  const { origin, events } = historyOf(keys)
  return [origin, ...events.map(({ time }) => time)].map(({ value }) => value)
}

test('an offset that a form sends says when the event was', () => {
  const keys = { 'ctx/time': '2026-01-01T10:00:00Z', 'birth/apgar/one/score': '8' }
  assert.deepEqual(timesOf({ ...keys, 'birth/apgar/one/offset|minute': 2 }), [
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:02:00Z',
  ])
})

test('beside the time of the event it says when the history began', () => {
  const keys = {
    'ctx/time': '2026-01-01T12:00:00Z',
    'birth/apgar/one/offset': 'PT1M',
    'birth/apgar/one/time': '2026-01-01T10:01:00Z',
    'birth/apgar/one/score': '8',
  }
  assert.deepEqual(timesOf(keys), ['2026-01-01T10:00:00Z', '2026-01-01T10:01:00Z'])
  const agreed = { ...keys, 'birth/apgar/history_origin': '2026-01-01T11:00:00+01:00' }
  assert.deepEqual(timesOf(agreed), ['2026-01-01T11:00:00+01:00', '2026-01-01T10:01:00Z'])
  assert.throws(
    () => timesOf({ ...keys, 'birth/apgar/history_origin': '2026-01-01T09:00:00Z' }),
    /birth\/apgar\/one\/offset does not fit the time of the event and the origin of its history/,
  )
})

test('an event of which only the time is said has data, which are empty', () => {
  const template = observationOf([element('at0004', object('DV_TEXT'), '0..1')])
  const composition = readFlat(
    template,
    { ...FLAT_CONTEXT, [`${ELEMENT_PATH}/time`]: '2026-01-01T10:00:00Z' },
    { now: '2027-01-01T00:00:00Z' },
  )
  assert.deepEqual(compileValidator(template)(composition), [])
})

test('the width of an interval event that the template fixes is filled in', () => {
  const fixed = object('DV_DURATION', [single('value', primitive('C_DURATION', { range: 'PT24H..PT24H' }))])
  const template = observationOf(
    [element('at0004', object('DV_TEXT'), '0..1')],
    { at0004: 'Total' },
    { rmType: 'INTERVAL_EVENT', attributes: [single('width', fixed)] },
  )
  const composition = readFlat(
    template,
    { ...FLAT_CONTEXT, [`${ELEMENT_PATH}/total`]: 'x', [`${ELEMENT_PATH}/math_function|code`]: '640' },
    { now: '2027-01-01T00:00:00Z' },
  )
  assert.deepEqual(compileValidator(template)(composition), [])
  const [event] = JSON.parse(JSON.stringify(composition)).content[0].data.events
  assert.deepEqual(event.width, { _type: 'DV_DURATION', value: 'PT24H' })
})
