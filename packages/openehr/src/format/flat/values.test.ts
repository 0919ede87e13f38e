/** The mapping tables against the examples of the specification ("Simplified Formats", RM mappings). */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STRUCTURE_CASES } from '../../../test/flat/structure-cases.ts'
import {
  closed,
  code,
  coded,
  DATA_VALUE_CASES,
  type Flat,
  quantity,
  text,
} from '../../../test/flat/value-cases.ts'
import type { Finding } from '../../problem.ts'
import { equal } from '../../rm/index.ts'
import { branchOf } from './keys/branch.ts'
import { type Expected, readValue } from './read/read-value.ts'
import { newReading } from './read/reading.ts'
import { writeValue } from './write/write-value.ts'

function read(
  expected: Expected,
  flat: Flat,
): { readonly value: unknown; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const tree = branchOf(
    Object.entries(flat).map(([key, value]) => [`x${key}`, value] as const),
    findings,
  )
  const own = tree.children.get('x')?.get(0)
  assert.ok(own)
  return { value: readValue(expected, own, newReading(findings)), findings }
}

const sorted = (flat: Flat): Flat =>
  Object.fromEntries(Object.entries(flat).sort(([a], [b]) => (a < b ? -1 : 1)))

for (const [number, { type, flat, canonical, written = flat }] of [
  ...DATA_VALUE_CASES,
  ...STRUCTURE_CASES,
].entries())
  test(`${type} (${number}) is read from its keys and written to them`, () => {
    const { value, findings } = read({ type }, flat)
    assert.deepEqual(findings, [])
    assert.ok(equal(value, canonical, type), JSON.stringify(value))
    assert.deepEqual(sorted(Object.fromEntries(writeValue({ type }, canonical))), sorted(written))
  })

test('spellings of other clients are read', () => {
  const reads = (type: string, flat: Flat, canonical: Flat): void => {
    const { value, findings } = read({ type }, flat)
    assert.deepEqual(findings, [])
    assert.ok(equal(value, canonical, type), JSON.stringify(value))
  }
  reads('DV_TEXT', { '|value': 'x' }, text('x'))
  reads('DV_IDENTIFIER', { '': 'A1' }, { _type: 'DV_IDENTIFIER', id: 'A1' })
  reads('DV_QUANTITY', { '|magnitude': '1.5', '|units': 'unit' }, quantity(1.5))
  reads('DV_BOOLEAN', { '': 'true' }, { _type: 'DV_BOOLEAN', value: true })
  reads('DV_DURATION', { '|year': 1, '|month': 2, '|hour': 3 }, { _type: 'DV_DURATION', value: 'P1Y2MT3H' })
  reads('DV_DATE', { '': { year: 2019, month: 3 } }, { _type: 'DV_DATE', value: '2019-03' })
  reads(
    'DV_PROPORTION',
    { '|numerator': 5, '|type': 2 },
    { _type: 'DV_PROPORTION', numerator: 5, denominator: 100, type: 2 },
  )
  reads(
    'DV_MULTIMEDIA',
    { '|media_type': 'a/b' },
    { _type: 'DV_MULTIMEDIA', media_type: code('IANA_media-types', 'a/b') },
  )
  reads('DV_CODED_TEXT', { '|code': 'at1', '|value': 'x' }, coded('local', 'at1', 'x'))
  reads(
    'LINK',
    { '|type': 't', '|target': 'ehr://x', '|meaning|code': 'related_to', '|meaning|value': 'Related to' },
    {
      _type: 'LINK',
      meaning: coded('local', 'related_to', 'Related to'),
      type: text('t'),
      target: { _type: 'DV_EHR_URI', value: 'ehr://x' },
    },
  )
  reads('DV_QUANTITY', { '|raw': '{"@class":"DV_QUANTITY","magnitude":1,"units":"unit"}' }, quantity(1))
})

test('a careflow step that the template has in one state only says the state', () => {
  const codes = {
    codes: new Map([['at1', { label: 'Given', currentStates: ['532'] }]]),
    open: false,
    terminology: 'local',
  }
  const expected: Expected = { type: 'ISM_TRANSITION', below: { careflow_step: { codes } } }
  const { value } = read(expected, { '/careflow_step|code': 'at1' })
  assert.deepEqual((value as Flat)['current_state'], coded('openehr', '532', 'completed'))
})

test('a value that does not fit its key is refused with what is expected', () => {
  for (const [type, flat] of [
    ['DV_QUANTITY', { '|magnitude': 'much', '|unit': 'g' }],
    ['DV_COUNT', { '': 1.5 }],
    ['DV_BOOLEAN', { '': 'maybe' }],
    ['DV_TEXT', { '': { a: 1 } }],
    ['DV_DATE', { '': { month: 3 } }],
    ['DV_TEXT', { '|raw': '{' }],
    ['PARTICIPATION', { '|mode': 'by carrier pigeon' }],
    ['PARTY_PROXY', { '|_type': 'DV_TEXT' }],
    ['PARTY_PROXY', { '|_type': '__proto__' }],
  ] as const)
    assert.equal(read({ type }, flat).findings.length, 1, JSON.stringify(flat))
})

test('what the tables cannot say goes out attribute by attribute as canonical JSON', () => {
  const meaning = coded('local', 'at1', 'x')
  const link = { _type: 'LINK', meaning, type: text('t'), target: { _type: 'DV_EHR_URI', value: 'ehr://x' } }
  assert.deepEqual(Object.fromEntries(writeValue({ type: 'LINK' }, link)), {
    '|type': 't',
    '|target': 'ehr://x',
    '/_meaning|raw': meaning,
  })
})

test('a class that does not belong there, and attributes that no class has, go out whole', () => {
  const strange = { ...quantity(1), colour: 'blue' }
  assert.deepEqual(writeValue({ type: 'DV_QUANTITY' }, strange), [['|raw', strange]])
  assert.deepEqual(writeValue({ type: 'DV_TEXT' }, quantity(1)), [['|raw', quantity(1)]])
})

test('an attribute that reading would fill is said to be absent', () => {
  const { upper_included: _, ...open } = closed
  const interval = { _type: 'DV_INTERVAL', lower: quantity(1), upper: quantity(2), ...open }
  const flat = Object.fromEntries(writeValue({ type: 'DV_INTERVAL<DV_QUANTITY>' }, interval))
  assert.equal(flat['/_upper_included|raw'], null)
  assert.ok(equal(read({ type: 'DV_INTERVAL<DV_QUANTITY>' }, flat).value, interval, 'DV_INTERVAL'))
})
