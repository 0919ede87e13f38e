import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareIso, type IsoSpan, parseDate, parseDateTime, parseTime, withinIso } from './index.ts'

const order = <T extends IsoSpan>(
  parse: (text: string) => T | undefined,
  a: string,
  b: string,
): number | undefined => {
  const [x, y] = [parse(a), parse(b)]
  assert.ok(x !== undefined && y !== undefined)
  return compareIso(x, y)
}

test('values are in order where neither contains the other', () => {
  assert.equal(order(parseDate, '2020', '2021'), -1)
  assert.equal(order(parseDate, '2021-11', '2021-10'), 1)
  assert.equal(order(parseDate, '2021', '20211024'), undefined)
  assert.equal(order(parseDate, '2020', '2021-10'), -1)
  assert.equal(order(parseTime, 'T22', 'T23:20'), -1)
  assert.equal(order(parseTime, 'T22:45', 'T23'), -1)
  assert.equal(order(parseTime, 'T23', 'T23:20'), undefined)
  assert.equal(order(parseTime, '10:00:00.5', '10:00:00.50'), 0)
  assert.equal(order(parseDateTime, '2021-10-24T10:00:00+02:00', '2021-10-24T08:00:00Z'), 0)
  assert.equal(order(parseDateTime, '2021-10-24T10:00:00.0000001Z', '2021-10-24T10:00:00.0000002Z'), -1)
  assert.equal(order(parseDateTime, '2016-12-31T23:59:60Z', '2017-01-01T00:00:01Z'), -1)
})

test('ranges hold values as the conformance schedule says', () => {
  const holds = (value: string, lower: string | undefined, upper: string | undefined): boolean => {
    const [v, l, u] = [parseTime(value), lower && parseTime(lower), upper && parseTime(upper)]
    assert.ok(v)
    return withinIso(v, {
      ...(l ? { lower: l } : {}),
      ...(u ? { upper: u } : {}),
      lowerIncluded: true,
      upperIncluded: true,
    })
  }
  for (const value of ['T10', 'T10:30', 'T10:30:47', 'T10:30:47.5']) {
    for (const [lower, upper] of [
      ['T00', 'T23'],
      ['T00:00', 'T23:59'],
      ['T00:00:00', 'T23:59:59'],
      ['T00:00:00.0', 'T23:59:59.999'],
    ]) {
      assert.ok(holds(value, lower, upper), `${value} in ${lower}..${upper}`)
      assert.ok(holds(value, lower, undefined), `${value} >= ${lower}`)
    }
    for (const [lower, upper] of [
      ['T11', 'T23'],
      ['T11:00', 'T23:59'],
      ['T11:00:00.0', 'T23:59:59.999'],
      ['T00', 'T09'],
      ['T00:00:00.0', 'T09:59:59.999'],
    ])
      assert.ok(!holds(value, lower, upper), `${value} not in ${lower}..${upper}`)
    for (const upper of ['T09', 'T09:59', 'T09:59:59', 'T09:59:59.999'])
      assert.ok(!holds(value, undefined, upper))
  }
  assert.ok(holds('T10:30:47-03:00', 'T00:00:00-03:00', 'T23:59:59-03:00'))
  assert.ok(holds('T23:30', 'T11', 'T23'))
})

test('dates and date-times are within ranges of other precision as the conformance schedule says', () => {
  const rows: readonly (readonly [value: string, lower: string, upper: string, accepted: boolean])[] = [
    ['2021', '1900', '2030', true],
    ['2021', '2022', '2030', false],
    ['2021', '1900', '2020', false],
    ['2021-10', '1900-03', '2030-07', true],
    ['2021-10', '2022-03', '2030-07', false],
    ['2021-10', '1900-03', '2020-07', false],
    ['2021-10-24', '1900-03-13', '2030-07-09', true],
    ['2021-10-24', '2022-03-13', '2030-07-09', false],
    ['2021-10-24', '1900-03-13', '2020-07-09', false],
    ['2021-05', '1900', '2030', true],
    ['2021-05', '2022', '2030', false],
    ['2021-05', '1900', '2021', true],
    ['2021', '2020-07', '2022-03', true],
  ]
  for (const [value, lower, upper, accepted] of rows)
    for (const parse of [parseDate, parseDateTime] as readonly ((text: string) => IsoSpan | undefined)[]) {
      const [v, l, u] = [parse(value), parse(lower), parse(upper)]
      assert.ok(v && l && u)
      const holds = withinIso(v, { lower: l, upper: u, lowerIncluded: true, upperIncluded: true })
      assert.equal(holds, accepted, `${value} in ${lower}..${upper}`)
    }
})

test('an excluded limit is outside', () => {
  const [ten, eleven] = [parseTime('10:00:00'), parseTime('11')]
  assert.ok(ten && eleven)
  assert.ok(!withinIso(ten, { lower: ten, lowerIncluded: false, upperIncluded: true }))
  assert.ok(!withinIso(ten, { upper: ten, lowerIncluded: true, upperIncluded: false }))
  assert.ok(!withinIso(eleven, { lower: eleven, lowerIncluded: false, upperIncluded: true }))
  assert.ok(withinIso(ten, { upper: eleven, lowerIncluded: true, upperIncluded: false }))
})
