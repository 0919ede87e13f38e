import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellKey, cellOf, FORBIDDEN, rmValueOf, UNREADABLE } from './cells.ts'
import type { Cell, ValueColumn, ValueType } from './model.ts'

const column = (...types: readonly ValueType[]): ValueColumn => ({
  kind: 'value',
  label: 'label',
  fullLabel: 'label',
  steps: [],
  path: '',
  title: '',
  types,
  required: false,
  always: false,
  first: false,
})

const coded = (terminology: string, code: string, value: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  },
})
const quantity = (magnitude: number, units: string) => ({ _type: 'DV_QUANTITY', magnitude, units })

const LISTED: ValueType = {
  type: 'DV_CODED_TEXT',
  terminology: 'local',
  codes: [
    { code: 'at1', value: 'One' },
    { code: 'at2', value: 'Two' },
  ],
}
const GRADED: ValueType = {
  type: 'DV_ORDINAL',
  terminology: 'local',
  codes: [{ code: 'at1', value: 'One', ordinal: 1 }],
}
const KILOGRAMS: ValueType = { type: 'DV_QUANTITY', units: ['kg'] }

/** Both ways: a value, its cell, and the types of its column. */
const BOTH_WAYS: readonly [name: string, value: unknown, cell: Cell, ...types: ValueType[]][] = [
  ['a code that the template lists', coded('local', 'at1', 'One'), { code: 'at1', value: 'One' }, LISTED],
  [
    'a code of an open terminology',
    coded('SNOMED-CT', '1', 'x'),
    { code: '1', value: 'x', terminology: 'SNOMED-CT' },
    { type: 'DV_CODED_TEXT' },
  ],
  [
    'a code where a text is expected',
    coded('local', 'at1', 'One'),
    { code: 'at1', value: 'One', terminology: 'local' },
    { type: 'DV_TEXT' },
  ],
  [
    'an ordinal that the template lists',
    { _type: 'DV_ORDINAL', value: 1, symbol: coded('local', 'at1', 'One') },
    { code: 'at1', value: 'One' },
    GRADED,
  ],
  [
    'an ordinal that it does not list',
    { _type: 'DV_ORDINAL', value: 7, symbol: coded('x', 'y', 'z') },
    { code: 'y', value: 'z', terminology: 'x', ordinal: 7 },
    { type: 'DV_ORDINAL' },
  ],
  ['a quantity of the only unit', quantity(70, 'kg'), 70, KILOGRAMS],
  [
    'a quantity of one unit of several',
    quantity(70, 'kg'),
    { magnitude: 70, units: 'kg' },
    { type: 'DV_QUANTITY', units: ['kg', 'g'] },
  ],
  [
    'an interval, whose open end is not told',
    {
      _type: 'DV_INTERVAL',
      lower: quantity(1, 'kg'),
      lower_included: true,
      lower_unbounded: false,
      upper_included: false,
      upper_unbounded: true,
    },
    { lower: 1 },
    { type: 'DV_INTERVAL<DV_QUANTITY>', units: ['kg'] },
  ],
  [
    'an interval that excludes its end',
    {
      _type: 'DV_INTERVAL',
      lower: { _type: 'DV_COUNT', magnitude: 1 },
      lower_included: false,
      lower_unbounded: false,
      upper: { _type: 'DV_COUNT', magnitude: 2 },
      upper_included: true,
      upper_unbounded: false,
    },
    { lower: 1, lower_included: false, upper: 2 },
    { type: 'DV_INTERVAL<DV_COUNT>' },
  ],
  [
    'an integral fraction',
    { _type: 'DV_PROPORTION', numerator: 1, denominator: 2, type: 3, precision: 0 },
    { numerator: 1, denominator: 2, type: 3 },
    { type: 'DV_PROPORTION' },
  ],
  [
    'a party, as canonical JSON',
    { _type: 'PARTY_IDENTIFIED', name: 'A' },
    { _type: 'PARTY_IDENTIFIED', name: 'A' },
    { type: 'PARTY_PROXY' },
  ],
  [
    'a count among alternatives',
    { _type: 'DV_COUNT', magnitude: 3 },
    3,
    { type: 'DV_TEXT' },
    { type: 'DV_COUNT' },
  ],
  ['a primitive', 'text', 'text', { type: 'String' }],
]

describe('a value and its cell', () => {
  for (const [name, value, cell, ...types] of BOTH_WAYS)
    it(`are the same both ways: ${name}`, () => {
      assert.deepEqual(cellOf(value, { types }), cell)
      assert.deepEqual(rmValueOf(cell, column(...types)), { value })
    })

  it('of a unit that the column does not have are never a number', () => {
    assert.deepEqual(cellOf(quantity(154, 'lb'), { types: [KILOGRAMS] }), { magnitude: 154, units: 'lb' })
  })

  it('of a terminology that the column does not have tell it', () => {
    assert.deepEqual(cellOf(coded('other', 'at1', 'One'), { types: [LISTED] }), {
      code: 'at1',
      value: 'One',
      terminology: 'other',
    })
  })

  it('are null where there is none', () => {
    assert.equal(cellOf(undefined, { types: [KILOGRAMS] }), null)
    assert.equal(cellOf(null, { types: [KILOGRAMS] }), null)
  })
})

describe('a cell that is no value of its column', () => {
  const cases: readonly [cell: Cell, rule: string, message: RegExp, ...types: ValueType[]][] = [
    ['70', UNREADABLE, /a number \(of kg\), found "70"$/, KILOGRAMS],
    [{ magnitude: 1, units: 'lb' }, FORBIDDEN, /units: kg/, KILOGRAMS],
    [{ magnitude: 1, unit: 'kg' }, UNREADABLE, /a number/, KILOGRAMS],
    [{ code: 'at9', value: 'Nine' }, FORBIDDEN, /one of at1 \(One\), at2 \(Two\)/, LISTED],
    [{ code: 'at1', value: 'One', terminology: 'x' }, FORBIDDEN, /a code of local/, LISTED],
    [
      { code: 'x' },
      UNREADABLE,
      /the text of the code is missing/,
      { type: 'DV_CODED_TEXT', terminology: 'local' },
    ],
    [{ code: 'x', value: 'y' }, UNREADABLE, /terminology/, { type: 'DV_CODED_TEXT' }],
    ['2026-11-14T10:00', UNREADABLE, /with its offset/, { type: 'DV_DATE_TIME' }],
    ['2026-02-30', UNREADABLE, /a date/, { type: 'DV_DATE' }],
    [1.5, UNREADABLE, /a whole number/, { type: 'DV_COUNT' }],
    [{ _type: 'DV_TEXT', value: 'x' }, UNREADABLE, /a text/, { type: 'DV_TEXT' }],
    [{ _type: 'PARTY_SELF' }, UNREADABLE, /DV_MULTIMEDIA/, { type: 'DV_MULTIMEDIA' }],
    [true, UNREADABLE, /a text, or a whole number/, { type: 'DV_TEXT' }, { type: 'DV_COUNT' }],
  ]
  for (const [cell, rule, message, ...types] of cases)
    it(`${JSON.stringify(cell)} for ${types.map(({ type }) => type).join(' or ')} is told apart`, () => {
      const { finding } = rmValueOf(cell, column(...types))
      assert.equal(finding?.path, 'label')
      assert.equal(finding?.code, rule)
      assert.match(finding?.message ?? '', message)
    })

  it('is not asked for more than it had, where it is as it was stored', () => {
    const moments = column({ type: 'DV_DATE_TIME' })
    assert.equal(rmValueOf('2026-11-14T10:00', moments, true).finding, undefined)
  })
})

describe('two cells', () => {
  it('are equal whatever the order of their members, and absent is null', () => {
    assert.equal(cellKey({ a: 1, b: null }), cellKey({ a: 1 }))
    assert.equal(cellKey({ a: 1, b: 2 }), cellKey({ b: 2, a: 1 }))
    assert.equal(cellKey([]), cellKey(undefined))
    assert.notEqual(cellKey('1'), cellKey(1))
  })

  it('are compared in time that grows with their size, however deep they are', () => {
    let deep: Cell = 'end'
    for (let level = 0; level < 250; level++) deep = { inner: deep }
    assert.equal(cellKey(deep), cellKey(structuredClone(deep)))
  })
})
