import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareOrdered, intervalHolds, magnitudeOf, type RmObject } from './index.ts'

const quantity = (magnitude: number, units: string): RmObject => ({ _type: 'DV_QUANTITY', magnitude, units })
const count = (magnitude: number | bigint): RmObject => ({ _type: 'DV_COUNT', magnitude })
const date = (value: string): RmObject => ({ _type: 'DV_DATE', value })
const duration = (value: string): RmObject => ({ _type: 'DV_DURATION', value })
const proportion = (numerator: number, denominator: number, type: number): RmObject => ({
  _type: 'DV_PROPORTION',
  numerator,
  denominator,
  type,
})
const ordinal = (value: number, terminology: string): RmObject => ({
  _type: 'DV_ORDINAL',
  value,
  symbol: {
    value: 'x',
    defining_code: { terminology_id: { value: terminology }, code_string: `at${value}` },
  },
})

test('quantities are in order where their units are the same', () => {
  assert.equal(compareOrdered(quantity(1, 'kg'), quantity(2, 'kg')), -1)
  assert.equal(compareOrdered(quantity(2, 'kg'), quantity(2, 'kg')), 0)
  assert.equal(compareOrdered(quantity(1, 'kg'), quantity(2, 'g')), undefined)
})

test('counts are in order, large ones too', () => {
  assert.equal(compareOrdered(count(3), count(2)), 1)
  assert.equal(compareOrdered(count(9_007_199_254_740_993n), count(9_007_199_254_740_992)), 1)
})

test('proportions are in order within one kind', () => {
  assert.equal(compareOrdered(proportion(1, 3, 0), proportion(1, 2, 0)), -1)
  assert.equal(compareOrdered(proportion(50, 100, 2), proportion(1, 2, 0)), undefined)
  assert.equal(compareOrdered(proportion(0, 0, 0), proportion(1, 2, 0)), undefined)
})

test('ordinals are in order within one vocabulary', () => {
  assert.equal(compareOrdered(ordinal(1, 'local'), ordinal(2, 'local')), -1)
  assert.equal(compareOrdered(ordinal(1, 'local'), ordinal(2, 'SNOMED-CT')), undefined)
})

test('dates are in order where neither contains the other, durations by their average length', () => {
  assert.equal(compareOrdered(date('2020-01'), date('2020-02')), -1)
  assert.equal(compareOrdered(date('2020'), date('2020-02')), undefined)
  assert.equal(compareOrdered(date('x'), date('2020')), undefined)
  assert.equal(compareOrdered(duration('P1Y20M'), duration('P2Y')), 1)
  assert.equal(compareOrdered(duration('P7D'), duration('P1W')), 0)
  assert.equal(compareOrdered(duration('-P1D'), duration('PT0S')), -1)
})

test('other classes are not comparable', () => {
  assert.equal(compareOrdered(date('2020'), duration('P1D')), undefined)
  assert.equal(compareOrdered({ _type: 'DV_TEXT', value: 'a' }, { _type: 'DV_TEXT', value: 'b' }), undefined)
  assert.equal(compareOrdered({ value: '2020' }, { value: '2021' }), undefined)
  assert.equal(compareOrdered({ value: '2020' }, { value: '2021' }, 'DV_DATE'), -1)
})

test('an interval holds its limits unless they are excluded, and everything beyond an open end', () => {
  const interval = (more: object): RmObject => ({
    _type: 'DV_INTERVAL',
    lower: count(1),
    upper: count(5),
    ...more,
  })
  assert.equal(intervalHolds(interval({}), count(1)), true)
  assert.equal(intervalHolds(interval({ lower_included: false }), count(1)), false)
  assert.equal(intervalHolds(interval({ upper_included: true }), count(5)), true)
  assert.equal(intervalHolds(interval({}), count(6)), false)
  assert.equal(
    intervalHolds({ _type: 'DV_INTERVAL', lower: count(1), upper_unbounded: true }, count(99)),
    true,
  )
  assert.equal(intervalHolds(interval({}), quantity(2, 'kg')), undefined)
})

test('every ordered value has the magnitude that it sorts by', () => {
  assert.equal(magnitudeOf(quantity(1.5, 'kg')), 1.5)
  assert.equal(magnitudeOf(proportion(1, 4, 0)), 0.25)
  assert.equal(magnitudeOf(ordinal(3, 'local')), 3)
  assert.equal(magnitudeOf(duration('PT1M')), 60)
  assert.equal(magnitudeOf({ _type: 'DV_TEXT', value: 'x' }), undefined)
})
