import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { VITALS } from '../../../test/flat/vitals.ts'
import { Problem } from '../../problem.ts'
import { equal } from '../../rm/index.ts'
import { readFlat, writeFlat } from '../flat/index.ts'
import { flatToStructured, readStructured, structuredToFlat, writeStructured } from './index.ts'

const NOW = '2026-11-15T08:00:00Z'

/** The example of the specification ("Structured format"). */
const STRUCTURED = {
  ctx: { language: 'en', territory: 'US', composer_name: 'Dr. Smith', time: '2024-01-15T10:30:00Z' },
  vital_signs: {
    body_temperature: [
      {
        any_event: [
          { temperature: [{ '|magnitude': 37.5, '|unit': '°C' }], time: ['2024-01-15T10:30:00Z'] },
          { temperature: [{ '|magnitude': 38.5, '|unit': '°C' }] },
        ],
      },
    ],
  },
}

const FLAT = {
  'ctx/language': 'en',
  'ctx/territory': 'US',
  'ctx/composer_name': 'Dr. Smith',
  'ctx/time': '2024-01-15T10:30:00Z',
  'vital_signs/body_temperature/any_event:0/temperature|magnitude': 37.5,
  'vital_signs/body_temperature/any_event:0/temperature|unit': '°C',
  'vital_signs/body_temperature/any_event:0/time': '2024-01-15T10:30:00Z',
  'vital_signs/body_temperature/any_event:1/temperature|magnitude': 38.5,
  'vital_signs/body_temperature/any_event:1/temperature|unit': '°C',
}

test('the two notations turn into each other', () => {
  assert.deepEqual(Object.fromEntries(structuredToFlat(STRUCTURED)), FLAT)
  assert.deepEqual(flatToStructured(Object.entries(FLAT)), STRUCTURED)
})

test('indices in property names are read as well, and members without a list', () => {
  assert.deepEqual(structuredToFlat({ a: { 'b:0': [{ c: ['x'] }], 'b:1': { c: 'y' } } }), [
    ['a/b:0/c', 'x'],
    ['a/b:1/c', 'y'],
  ])
})

test('a value beside suffixes or children is called |value', () => {
  const flat = [
    ['a/b', 'text'],
    ['a/b|formalism', 'plain'],
    ['a/c', 1],
    ['a/c/_name', 'n'],
  ] as const
  assert.deepEqual(flatToStructured(flat), {
    a: { b: [{ '|value': 'text', '|formalism': 'plain' }], c: [{ '|value': 1, _name: ['n'] }] },
  })
})

test('indices with gaps keep their places', () => {
  const flat = [['a/_items:3|raw', { _type: 'ELEMENT' }]] as const
  assert.deepEqual(flatToStructured(flat), { a: { '_items:3': [{ '|raw': { _type: 'ELEMENT' } }] } })
})

test('context is read nested, listed or spelled as in FLAT', () => {
  assert.deepEqual(
    structuredToFlat({
      ctx: { participation_name: ['A', 'B'], health_care_facility: { '|name': 'H' }, 'work_flow_id|id': '1' },
      'ctx/setting': 'home',
    }),
    [
      ['ctx/participation_name:0', 'A'],
      ['ctx/participation_name:1', 'B'],
      ['ctx/health_care_facility|name', 'H'],
      ['ctx/work_flow_id|id', '1'],
      ['ctx/setting', 'home'],
    ],
  )
})

test('lists in lists, an index beside a list, too many members and too deep nesting are refused', () => {
  let deep: Record<string, unknown> = { a: 1 }
  for (let level = 0; level < 10_000; level++) deep = { a: [deep] }
  for (const structured of [
    { a: { b: [[1]] } },
    { a: { 'b:1': [1, 2] } },
    { a: { b: new Array(10_002).fill(1) } },
    deep,
  ])
    assert.throws(
      () => structuredToFlat(structured),
      (thrown: unknown) => thrown instanceof Problem && thrown.code === 'format.invalid',
    )
})

test('names of prototypes are data', () => {
  const hostile = JSON.parse('{"vitals": {"__proto__": [{"polluted": [1]}], "constructor": [1]}}') as Record<
    string,
    unknown
  >
  assert.throws(
    () => readStructured(VITALS, hostile, { now: NOW }),
    (thrown: unknown) => thrown instanceof Problem && thrown.findings.length === 2,
  )
  const round = flatToStructured(structuredToFlat(hostile))
  assert.deepEqual(Object.getOwnPropertyNames(round['vitals']), ['__proto__', 'constructor'])
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('there and back through the nested form loses no key', () => {
  const segment = fc.stringMatching(/^[a-z]{1,3}(:[0-2])?$/)
  const key = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '|code', '|raw'))
    .map(([path, suffix]) => `root/${path.join('/')}${suffix}`)
  const plain = (text: string): string => text.replace(/:0(?=[/|]|$)/g, '').replace(/\|value$/, '')
  fc.assert(
    fc.property(fc.uniqueArray(key, { selector: plain, maxLength: 12 }), keys => {
      const back = structuredToFlat(flatToStructured(keys.map((one, at) => [one, at] as const)))
      const expected = new Map(keys.map((one, at) => [plain(one), at]))
      assert.deepEqual(new Map(back.map(([one, at]) => [plain(one), at])), expected)
    }),
  )
})

test('a composition reads the same from either notation', () => {
  const flat = {
    'ctx/language': 'en',
    'ctx/territory': 'UY',
    'ctx/composer_name': 'A clinician',
    'vitals/blood_pressure:0/any_event:0/systolic|magnitude': 120,
    'vitals/blood_pressure:0/any_event:1/systolic|magnitude': 121,
    'vitals/blood_pressure:1/device': 'cuff',
  }
  const composition = readFlat(VITALS, flat, { now: NOW })
  const structured = flatToStructured(Object.entries(flat))
  assert.ok(equal(readStructured(VITALS, structured, { now: NOW }), composition))
  assert.ok(equal(readStructured(VITALS, writeStructured(VITALS, composition), { now: '' }), composition))
  assert.deepEqual(
    writeStructured(VITALS, composition),
    flatToStructured(Object.entries(writeFlat(VITALS, composition))),
  )
})
