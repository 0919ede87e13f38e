import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareText } from './compare-text.ts'
import type { Item, Value } from './item.ts'
import { compareSortKeys, compareValues, equalValues, sortKeyOf } from './order.ts'

const plain = (value: unknown): Value => ({ value, type: 'Any' })
const object = (type: string, fields: object): Value => ({ value: { _type: type, ...fields }, type })
/** A `value` attribute of an object of that class. */
const leaf = (type: string, value: unknown): Value => ({
  value,
  type: 'String',
  attribute: 'value',
  owner: { type } as Item,
})

test('text is ordered by code point, which is not the order of UTF-16', () => {
  assert.equal(compareText('\uff5e', '😀'), -1)
  assert.equal(compareText('a', 'ab'), -1)
  assert.equal(compareText('Z', 'a'), -1)
  assert.equal(compareText('', ''), 0)
})

test('instants differ by less than a double can tell', () => {
  const a = leaf('DV_DATE_TIME', '2021-12-21T14:19:31.649613001Z')
  assert.equal(compareValues(a, plain('2021-12-21T14:19:31.649613002Z')), -1)
  assert.equal(compareValues(a, plain('2021-12-21T15:19:31.649613001+01:00')), 0)
})

test('durations, times and dates compare as what they are, with text of the same kind only', () => {
  assert.equal(compareValues(leaf('DV_DURATION', 'P40D'), plain('P30M')), -1)
  assert.equal(compareValues(leaf('DV_TIME', '15:19:31+02:00'), leaf('DV_TIME', '14:19:31+01:00')), 0)
  assert.equal(compareValues(object('DV_DATE', { value: '2024-03-01' }), plain('20240302')), -1)
  assert.equal(
    compareValues(object('DV_DATE', { value: '2024-03-01' }), leaf('DV_DATE_TIME', '2024-03-01T00:00:01')),
    -1,
  )
  assert.equal(compareValues(leaf('DV_DATE', '2024-03-01'), plain('no date')), undefined)
  assert.equal(compareValues(leaf('DV_TIME', '10:00'), leaf('DV_DATE', '2024-03-01')), undefined)
})

test('what DV_ORDERED compares by counts; other objects are only equal or not', () => {
  const half = object('DV_PROPORTION', { numerator: 1, denominator: 2, type: 0 })
  assert.equal(compareValues(half, plain(0.5)), 0)
  assert.equal(compareValues(object('DV_ORDINAL', { value: 2 }), plain(1)), 1)
  assert.equal(compareValues(object('DV_TEXT', { value: 'a' }), plain('a')), undefined)
  assert.equal(equalValues(object('DV_TEXT', { value: 'a' }), object('DV_TEXT', { value: 'a' })), true)
  assert.equal(equalValues(object('DV_TEXT', { value: 'a' }), object('DV_CODED_TEXT', { value: 'a' })), false)
})

test('sorting is total: kinds follow each other, then what has no order, then what is missing', () => {
  const values = [
    undefined,
    object('DV_TEXT', {}),
    leaf('DV_TIME', '10:00'),
    plain('a'),
    plain(2),
    plain(10n),
    plain(true),
  ]
  const sorted = values.toSorted((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b)))
  assert.deepEqual(
    sorted.map(value => value?.value),
    [true, 2, 10n, 'a', '10:00', { _type: 'DV_TEXT' }, undefined],
  )
})
