import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { equal, isRmObject } from '../../../rm/index.ts'
import { branchOf } from '../keys/branch.ts'
import { KeyList } from '../keys/key-list.ts'
import { passingPath } from '../keys/key-path.ts'
import type { OfferedCode } from '../plan/codes.ts'
import { type Expected, readValue } from '../read/read-value.ts'
import { newReading } from '../read/reading.ts'
import { writeDirectly } from './write-directly.ts'
import { writeValue } from './write-value.ts'

const codePhrase = (terminology: unknown, code: unknown) => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: code,
})

const codedText = (value: unknown, terminology: unknown, code: unknown) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: codePhrase(terminology, code),
})

const quantity = { _type: 'DV_QUANTITY', magnitude: 120.5, units: 'mm[Hg]' }

const offered = (...codes: readonly string[]): Pick<Expected, 'codes'> => ({
  codes: { codes: new Map(codes.map((code): [string, OfferedCode] => [code, {}])), open: false },
})

const DIRECT: readonly (readonly [Expected, object, Readonly<Record<string, unknown>>])[] = [
  [{ type: 'DV_QUANTITY' }, quantity, { 'x|magnitude': 120.5, 'x|unit': 'mm[Hg]' }],
  [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: 'a' }, { x: 'a' }],
  [{ type: 'DV_TEXT' }, { value: 'a' }, { x: 'a' }],
  [
    { type: 'DV_CODED_TEXT', ...offered('at0001') },
    codedText('a', 'local', 'at0001'),
    { 'x|code': 'at0001', 'x|value': 'a', 'x|terminology': 'local' },
  ],
  [
    { type: 'DV_TEXT' },
    codedText('a', 'SNOMED-CT', '1'),
    { 'x|code': '1', 'x|value': 'a', 'x|terminology': 'SNOMED-CT' },
  ],
  [{ type: 'PARTY_PROXY' }, { _type: 'PARTY_IDENTIFIED', name: 'Dr. A' }, { 'x|name': 'Dr. A' }],
]
for (const [expected, value, keys] of DIRECT) {
  test(`${JSON.stringify(value)} is written without reading it back`, () => {
    const list = new KeyList()
    assert.equal(writeDirectly(list, passingPath('x'), expected, value as Record<string, unknown>), true)
    assert.deepEqual(Object.fromEntries(list.pairs()), keys)
  })
}

const READ_BACK: Readonly<Record<string, readonly [Expected, object]>> = {
  'an attribute that has no key of its own': [{ type: 'DV_QUANTITY' }, { ...quantity, normal_status: {} }],
  'an attribute that the class does not have': [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: 'a', x: 1 }],
  'an empty text': [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: '' }],
  'null in the place of a text': [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: null }],
  'a unit without a number': [{ type: 'DV_QUANTITY' }, { _type: 'DV_QUANTITY', units: 'mg' }],
  'a number that is none': [{ type: 'DV_QUANTITY' }, { ...quantity, magnitude: Number.NaN }],
  'another class than is expected': [{ type: 'DV_DATE' }, { _type: 'DV_DATE_TIME', value: '2026' }],
  'a class that the template leaves open': [{ type: 'DATA_VALUE' }, quantity],
  'free text where codes are expected': [{ type: 'DV_CODED_TEXT' }, { _type: 'DV_TEXT', value: 'a' }],
  'a code that the template does not list': [
    { type: 'DV_CODED_TEXT', ...offered('at0001') },
    codedText('a', 'local', 'at0002'),
  ],
  'a list with a code that is called as a suffix': [
    { type: 'DV_CODED_TEXT', ...offered('value', 'at0001') },
    codedText('true', 'local', 'at0001'),
  ],
  'an object of another class inside': [
    { type: 'DV_CODED_TEXT' },
    { ...codedText('a', 'local', 'b'), defining_code: { ...codePhrase('local', 'b'), _type: 'OTHER' } },
  ],
  'an attribute that reading would fill': [
    { type: 'DV_PARSABLE', fill: { formalism: 'timing' } },
    { _type: 'DV_PARSABLE', value: 'R1' },
  ],
}
for (const [name, [expected, value]] of Object.entries(READ_BACK)) {
  test(`${name}: nothing is written directly`, () => {
    const list = new KeyList()
    list.put('before', 1)
    assert.equal(writeDirectly(list, passingPath('x'), expected, value as Record<string, unknown>), false)
    assert.deepEqual(list.pairs(), [['before', 1]])
  })
}

/** Texts that mean something to the reader of FLAT. */
const texts = fc.constantFrom(
  'a',
  '',
  'at0001',
  'at0002',
  'true',
  'on',
  'local',
  '433',
  '1',
  'P1D',
  '|x',
  'x/y',
  ' ',
)
const numbers = fc.constantFrom(0, -0, 1.5, 120, -1, 1e21, Number.MAX_SAFE_INTEGER + 1)
const scalars = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null))
const attribute = fc.oneof(
  { weight: 6, arbitrary: texts },
  { weight: 2, arbitrary: scalars },
  fc.tuple(scalars, scalars).map(([a, b]) => codePhrase(a, b)),
)
const TYPES = [
  'CODE_PHRASE',
  'DV_TEXT',
  'DV_CODED_TEXT',
  'DV_QUANTITY',
  'DV_COUNT',
  'DV_DURATION',
  'DV_IDENTIFIER',
  'DV_PARSABLE',
  'PARTY_IDENTIFIED',
  'ARCHETYPED',
  'FEEDER_AUDIT_DETAILS',
]
const value = fc
  .record({
    type: fc.constantFrom(...TYPES),
    attributes: fc.dictionary(
      fc.constantFrom(
        'value',
        'magnitude',
        'units',
        'precision',
        'id',
        'issuer',
        'name',
        'formalism',
        'rm_version',
        'system_id',
        'version_id',
      ),
      attribute,
      { maxKeys: 4 },
    ),
    coded: fc.option(fc.tuple(scalars, scalars), { nil: undefined }),
    magnitude: fc.option(numbers, { nil: undefined }),
  })
  .map(({ type, attributes, coded, magnitude }) => ({
    _type: type,
    ...attributes,
    ...(coded === undefined ? {} : { defining_code: codePhrase(...coded) }),
    ...(magnitude === undefined ? {} : { magnitude }),
  }))
const expectation: fc.Arbitrary<Expected> = fc.record(
  {
    type: fc.constantFrom(...TYPES, 'DATA_VALUE', 'PARTY_PROXY'),
    group: fc.constantFrom('composition category'),
    codes: fc.constantFrom(
      { codes: new Map(), open: false },
      { codes: new Map([['at0001', { label: 'a' }]]), open: false, terminology: 'local' },
      {
        codes: new Map([
          ['value', {}],
          ['1', { label: 'at0001' }],
        ]),
        open: true,
      },
    ),
    fill: fc.constantFrom({ units: 'mg' }, { formalism: 'timing' }, {}),
  },
  { requiredKeys: ['type'] },
)

test('any value comes back from its keys, written directly or not', () => {
  fc.assert(
    fc.property(expectation, value, (expected, given) => {
      const reading = newReading([])
      const entries = writeValue(expected, given).map(([key, below]) => [`x${key}`, below] as const)
      const branch = branchOf(entries, reading.findings).children.get('x')?.get(0)
      const back = branch && readValue(expected, branch, reading)
      assert.deepEqual(reading.findings, [])
      assert.ok(
        isRmObject(back) && equal(back, given, expected.type),
        JSON.stringify({ given, entries, back }),
      )
    }),
    { numRuns: 20_000 },
  )
})
