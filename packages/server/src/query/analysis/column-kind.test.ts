/** Types of columns, found from cells, and what does not fit them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitCell, kindOf } from './column-kind.ts'

const quantity = { _type: 'DV_QUANTITY', magnitude: 5, units: 'mg' }
const coded = {
  _type: 'DV_CODED_TEXT',
  value: 'Sitting',
  defining_code: { terminology_id: { value: 'local' }, code_string: 'at1' },
}

describe('kindOf', () => {
  for (const [cells, kind] of [
    [[null, 1, 2.5], 'number'],
    [[true, null], 'boolean'],
    [['2024-01-02T03:04:05Z', '2024-01-02T03:04:05,5+0100'], 'timestamp'],
    [['2024-01-02T03:04:05'], 'local_timestamp'],
    [['2024-01-02'], 'date'],
    [['2024-01-02', '2024-01'], 'text'],
    [['a', 1], 'json'],
    [[quantity, null], 'quantity'],
    [[coded], 'coded'],
    [[{ _type: 'DV_DATE_TIME', value: '2024-01-02T03:04:05Z' }], 'timestamp'],
    [[{ _type: 'DV_TEXT', value: 'x' }, 'y'], 'text'],
    [[{ _type: 'ELEMENT' }], 'json'],
    [[null, null], 'text'],
  ] as const)
    it(`${JSON.stringify(cells)} is ${kind}`, () => assert.equal(kindOf(cells), kind))
})

describe('fitCell', () => {
  it('gives times as milliseconds, with every form of offset', () => {
    for (const text of [
      '2024-01-02T03:04:05Z',
      '2024-01-02T04:04:05+01:00',
      '2024-01-02T04:04:05+0100',
      '2024-01-02T04:04:05+01',
    ])
      assert.deepEqual(
        fitCell(text, 'timestamp'),
        { value: Date.UTC(2024, 0, 2, 3, 4, 5), isWhole: true },
        text,
      )
    assert.deepEqual(fitCell('2024-01-02', 'date'), { value: Date.UTC(2024, 0, 2), isWhole: true })
    assert.equal(fitCell('2024-01-02T03:04:05', 'local_timestamp').value, Date.UTC(2024, 0, 2, 3, 4, 5))
  })

  it('tells what does not fit, and what leaves something out', () => {
    assert.deepEqual(fitCell('x', 'number'), { value: null, isWhole: false })
    assert.deepEqual(fitCell('2024-01-02T03:04:05', 'timestamp'), { value: null, isWhole: false })
    assert.deepEqual(fitCell('2024-02-31T03:04:05Z', 'timestamp').isWhole, false)
    assert.equal(fitCell(quantity, 'quantity').isWhole, true)
    assert.deepEqual(fitCell({ ...quantity, normal_status: {} }, 'quantity'), {
      value: { magnitude: 5, units: 'mg' },
      isWhole: false,
    })
    assert.deepEqual(fitCell(coded, 'coded').value, { value: 'Sitting', code: 'at1', terminology: 'local' })
  })
})
