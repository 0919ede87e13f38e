import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RmObject } from '../../../rm/index.ts'
import { KeyList } from '../keys/key-list.ts'
import { passingPath } from '../keys/key-path.ts'
import type { Pair } from '../keys/pair.ts'
import type { Expected } from '../read/read-value.ts'
import { commonWriters } from './write-common.ts'
import { writeValue } from './write-value.ts'

/** The keys by the writer of common values; undefined where it leaves the value to others. */
function commonKeys(expected: Expected, value: RmObject): Pair[] | undefined {
  const list = new KeyList()
  const { _type: type = expected.type } = value
  const isWritten = commonWriters(expected).get(type)?.(list, passingPath(''), value)
  assert.ok(isWritten === true || list.length === 0)
  return isWritten === true ? list.pairs() : undefined
}

const phrase = (code: unknown, terminology: unknown, more: object = {}) => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: code,
  ...more,
})

const reference = (type: unknown, more: object = {}) => ({
  _type: 'PARTY_REF',
  namespace: 'ns',
  type,
  id: { _type: 'GENERIC_ID', value: '7', scheme: 's', ...more },
})

const mode = (code: string, rubric: string, terminology = 'openehr') => ({
  _type: 'DV_CODED_TEXT',
  value: rubric,
  defining_code: phrase(code, terminology),
})

const participation = (more: object) => ({
  _type: 'PARTICIPATION',
  function: { _type: 'DV_TEXT', value: 'requester' },
  performer: { _type: 'PARTY_IDENTIFIED', name: 'A', external_ref: reference('PARTY') },
  ...more,
})

const COMMON: readonly (readonly [Expected, RmObject, readonly Pair[]])[] = [
  [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: 'a' }, [['', 'a']]],
  [{ type: 'DV_DATE' }, { value: '2026-11' }, [['', '2026-11']]],
  [
    { type: 'DV_QUANTITY', fill: { units: 'kg' } },
    { _type: 'DV_QUANTITY', precision: 0, units: 'kg', magnitude: 70 },
    [
      ['|magnitude', 70],
      ['|unit', 'kg'],
      ['|precision', 0],
    ],
  ],
  [
    { type: 'DV_TEXT' },
    { _type: 'DV_CODED_TEXT', defining_code: phrase('1', 'SNOMED-CT'), value: 'a' },
    [
      ['|code', '1'],
      ['|value', 'a'],
      ['|terminology', 'SNOMED-CT'],
    ],
  ],
  [{ type: 'PARTY_PROXY' }, { _type: 'PARTY_SELF' }, [['|_type', 'PARTY_SELF']]],
  [
    { type: 'PARTY_PROXY' },
    { _type: 'PARTY_IDENTIFIED', name: 'A', external_ref: reference('PERSON') },
    [
      ['|name', 'A'],
      ['|id', '7'],
      ['|id_scheme', 's'],
      ['|id_namespace', 'ns'],
      ['/_external_ref|type', 'PERSON'],
    ],
  ],
  [
    { type: 'OBJECT_REF' },
    { ...reference('WORKFLOW'), _type: 'OBJECT_REF' },
    [
      ['|id', '7'],
      ['|id_scheme', 's'],
      ['|namespace', 'ns'],
      ['|type', 'WORKFLOW'],
    ],
  ],
  [
    { type: 'PARTICIPATION' },
    participation({ mode: mode('216', 'face-to-face communication') }),
    [
      ['|function', 'requester'],
      ['|mode', 'face-to-face communication'],
      ['|name', 'A'],
      ['|id', '7'],
      ['|id_scheme', 's'],
      ['|id_namespace', 'ns'],
    ],
  ],
]
for (const [expected, value, keys] of COMMON) {
  test(`${JSON.stringify(value)} has the keys of the specification, in the order of the tables`, () => {
    assert.deepEqual(commonKeys(expected, value), keys)
    assert.deepEqual(writeValue(expected, value), keys)
  })
}

const UNCOMMON: Readonly<Record<string, readonly [Expected, RmObject]>> = {
  'an attribute more': [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: 'a', extra: 1 }],
  'an inherited attribute': [
    { type: 'DV_TEXT' },
    Object.assign(Object.create({ formatting: 'plain' }), { _type: 'DV_TEXT', value: 'a' }) as RmObject,
  ],
  'an empty text': [{ type: 'DV_TEXT' }, { _type: 'DV_TEXT', value: '' }],
  'a number that is none': [{ type: 'DV_QUANTITY' }, { _type: 'DV_QUANTITY', magnitude: Number.NaN }],
  'a unit that reading would fill': [
    { type: 'DV_QUANTITY', fill: { units: 'kg' } },
    { _type: 'DV_QUANTITY', magnitude: 1 },
  ],
  'a code that the template does not list': [
    { type: 'DV_CODED_TEXT', codes: { codes: new Map([['at0001', {}]]), open: true } },
    { _type: 'DV_CODED_TEXT', value: 'a', defining_code: phrase('at0002', 'local') },
  ],
  'a term beside the code': [
    { type: 'CODE_PHRASE' },
    { ...phrase('1', 'local', { preferred_term: 'a' }) } as RmObject,
  ],
  'a reference with an id of another class': [
    { type: 'PARTY_IDENTIFIED' },
    { _type: 'PARTY_IDENTIFIED', name: 'A', external_ref: reference('PARTY', { _type: 'HIER_OBJECT_ID' }) },
  ],
  'a mode that is called otherwise': [
    { type: 'PARTICIPATION' },
    participation({ mode: mode('216', 'Face-to-face communication') }),
  ],
  'a mode of another terminology': [
    { type: 'PARTICIPATION' },
    participation({ mode: mode('216', 'face-to-face communication', 'local') }),
  ],
  'a participation with a time': [{ type: 'PARTICIPATION' }, participation({ time: {} })],
  'a patient with a reference': [
    { type: 'PARTY_PROXY' },
    { _type: 'PARTY_SELF', external_ref: reference('PARTY') },
  ],
}
for (const [name, [expected, value]] of Object.entries(UNCOMMON)) {
  test(`${name}: the value is left to the rows of the tables`, () => {
    assert.equal(commonKeys(expected, value), undefined)
  })
}

const scalar = fc.constantFrom<unknown>('a', '', 'at0001', 'value', 'PARTY', 0, 1.5, Number.NaN, null, true)
const likely = (good: unknown) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: scalar })
const rarely = <T>(made: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant(made) })

/** An object of the class, at times without it or with another, and with an attribute more or less. */
function objectOf(type: string, attributes: Record<string, fc.Arbitrary<unknown>>) {
  const names = Object.keys(attributes)
  return fc
    .tuple(
      fc.constantFrom({ _type: type }, { _type: type }, { _type: type }, {}, { _type: undefined }),
      fc.record(attributes),
      rarely({ _type: 'X' }),
      rarely({ extra: 1 }),
      fc.option(fc.constantFrom(...names, ''), { freq: 4 }),
    )
    .map(([typed, own, other, extra, dropped]) =>
      Object.fromEntries(
        Object.entries({ ...own, ...typed, ...other, ...extra }).filter(([name]) => name !== dropped),
      ),
    )
}

const terminologyId = objectOf('TERMINOLOGY_ID', { value: likely('local') })
const codePhrase = objectOf('CODE_PHRASE', { terminology_id: terminologyId, code_string: likely('at0001') })
const partyRef = objectOf('PARTY_REF', {
  id: objectOf('GENERIC_ID', { value: likely('7'), scheme: likely('s') }),
  namespace: likely('ns'),
  type: likely('PARTY'),
})
const objectRef = objectOf('OBJECT_REF', {
  id: objectOf('GENERIC_ID', { value: likely('7'), scheme: likely('s') }),
  namespace: likely('ns'),
  type: likely('T'),
})
const party = objectOf('PARTY_IDENTIFIED', { name: likely('A'), external_ref: partyRef })
const codedText = objectOf('DV_CODED_TEXT', { value: likely('a'), defining_code: codePhrase })
const anyMode = objectOf('DV_CODED_TEXT', {
  value: likely('not specified'),
  defining_code: objectOf('CODE_PHRASE', {
    terminology_id: objectOf('TERMINOLOGY_ID', { value: likely('openehr') }),
    code_string: likely('193'),
  }),
})
const anyParticipation = objectOf('PARTICIPATION', {
  function: objectOf('DV_TEXT', { value: likely('a') }),
  mode: anyMode,
  performer: party,
})
const text = (type: string) => objectOf(type, { value: likely('a') })

/** Values with the class that is expected of them. */
const given = fc.oneof(
  ...['DV_TEXT', 'DV_DATE_TIME', 'DV_DURATION', 'DV_URI'].map(type =>
    fc.tuple(fc.constant(type), text(type)),
  ),
  fc.tuple(fc.constantFrom('DV_CODED_TEXT', 'DATA_VALUE'), text('DV_TEXT')),
  fc.tuple(
    fc.constant('DV_QUANTITY'),
    objectOf('DV_QUANTITY', { magnitude: likely(1.5), units: likely('kg'), precision: likely(1) }),
  ),
  fc.tuple(fc.constant('CODE_PHRASE'), codePhrase),
  fc.tuple(fc.constantFrom('DV_TEXT', 'DV_CODED_TEXT'), codedText),
  fc.tuple(fc.constantFrom('PARTY_PROXY', 'PARTY_IDENTIFIED'), party),
  fc.tuple(fc.constant('OBJECT_REF'), objectRef),
  fc.tuple(fc.constant('PARTICIPATION'), anyParticipation),
  fc.tuple(fc.constantFrom('PARTY_PROXY', 'PARTY_IDENTIFIED'), objectOf('PARTY_SELF', {})),
)
const constraint: fc.Arbitrary<Omit<Expected, 'type'>> = fc.record(
  {
    codes: fc.constantFrom(
      { codes: new Map(), open: false },
      { codes: new Map([['at0001', {}]]), open: false },
      { codes: new Map([['value', {}]]), open: true },
    ),
    fill: fc.constantFrom({ units: 'kg' }, { terminology_id: { value: 'x' } }, {}),
  },
  { requiredKeys: [] },
)

test('any value has the keys that the rows of the tables give it', () => {
  let written = 0
  fc.assert(
    fc.property(given, constraint, ([type, value], more) => {
      const expected = { type, ...more }
      const keys = commonKeys(expected, value as RmObject)
      if (keys === undefined) return
      written += 1
      assert.deepEqual(keys, writeValue(expected, value))
    }),
    { numRuns: 20_000 },
  )
  assert.ok(written > 1_000, `${written}`)
})
