import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { missingView, valueText, valueView } from './data-value.ts'

const style = { language: 'en', zone: 'UTC' } as const
const text = (value: unknown) => valueText(valueView(value, style))
const coded = (value: string, code: string, terminology = 'local') => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: { terminology_id: { value: terminology }, code_string: code },
})
const quantity = (magnitude: number, units: string, more: object = {}) => ({
  _type: 'DV_QUANTITY',
  magnitude,
  units,
  ...more,
})

describe('data values', () => {
  const cases: [what: string, value: unknown, expected: string][] = [
    ['a text', { _type: 'DV_TEXT', value: 'Well' }, 'Well'],
    ['a quantity with its unit', quantity(128, 'mm[Hg]'), '128 mmHg'],
    ['its precision', quantity(36.6, 'Cel', { precision: 2 }), '36.60 °C'],
    ['its status', quantity(5, 'mg/l', { magnitude_status: '<' }), '< 5 mg/l'],
    ['no unit for a plain number', quantity(3, '1'), '3'],
    ['a count', { _type: 'DV_COUNT', magnitude: 4 }, '4'],
    ['a coded text by its rubric', coded('Sitting', 'at1001'), 'Sitting'],
    [
      'an ordinal with its number',
      { _type: 'DV_ORDINAL', value: 2, symbol: coded('Moderate', 'at2') },
      '2 Moderate',
    ],
    ['a percentage', { _type: 'DV_PROPORTION', numerator: 40, denominator: 100, type: 2 }, '40 %'],
    ['a ratio', { _type: 'DV_PROPORTION', numerator: 1, denominator: 64, type: 0 }, '1 : 64'],
    ['a date', { _type: 'DV_DATE', value: '2026-11' }, 'Nov 2026'],
    ['a duration', { _type: 'DV_DURATION', value: 'PT15M' }, '15 min'],
    [
      'an interval',
      { _type: 'DV_INTERVAL<DV_QUANTITY>', lower: quantity(1, 'mg'), upper: quantity(2, 'mg') },
      '1 mg – 2 mg',
    ],
    ['an open interval', { _type: 'DV_INTERVAL', lower: quantity(1, 'mg'), lower_included: false }, '> 1 mg'],
    ['an identifier', { _type: 'DV_IDENTIFIER', id: 'A-1', type: 'order' }, 'A-1'],
    ['a party', { _type: 'PARTY_IDENTIFIED', name: 'Dr A' }, 'Dr A'],
    ['a boolean', { _type: 'DV_BOOLEAN', value: false }, '✗ no'],
    ['a plain value', 42, '42'],
  ]
  for (const [what, value, expected] of cases) it(`show ${what}`, () => assert.equal(text(value), expected))

  it('show a boolean in the language of the reader', () => {
    assert.equal(valueText(valueView({ _type: 'DV_BOOLEAN', value: true }, { language: 'de' })), '✓ ja')
  })

  it('flag a quantity by its normal range', () => {
    const normal_range = { lower: quantity(3.5, 'mmol/l'), upper: quantity(5, 'mmol/l') }
    const flag = (magnitude: number) => {
      const view = valueView(quantity(magnitude, 'mmol/l', { normal_range }), style)
      return view.kind === 'quantity' ? view.flag : undefined
    }
    assert.deepEqual([flag(3), flag(4), flag(6)], ['below', 'within', 'above'])
  })

  it('flag a quantity by its status where there is no range', () => {
    const view = valueView(quantity(9, 'g/l', { normal_status: { code_string: 'HH' } }), style)
    assert.equal(view.kind === 'quantity' && view.flag, 'above')
  })

  it('show an unknown class as JSON', () => {
    const view = valueView({ _type: 'DV_NEW', value: 1 }, style)
    assert.equal(view.kind, 'block')
  })

  it('tell why a value is missing', () => {
    const element = {
      null_flavour: coded('not applicable', '273', 'openehr'),
      null_reason: { value: 'unconscious' },
    }
    assert.equal(valueText(missingView(element)), 'not applicable (unconscious)')
  })
})
