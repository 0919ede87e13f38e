import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { windowOf } from './window.ts'

describe('the window of a list', () => {
  it('shows the rows in view', () => {
    assert.deepEqual(windowOf(100, 40, 400, 0), { height: 4000, first: 0, count: 11, top: 0 })
    assert.deepEqual(windowOf(100, 40, 400, 1000), { height: 4000, first: 25, count: 11, top: 1000 })
  })

  it('ends with the last row', () => {
    const { first, count } = windowOf(100, 40, 400, 99_999)
    assert.equal(first + count, 100)
  })

  it('reaches every row of a million within a height that browsers can make', () => {
    const { height } = windowOf(1_000_000, 40, 400, 0)
    assert.ok(height <= 12_000_000)
    const { first, count } = windowOf(1_000_000, 40, 400, height)
    assert.equal(first + count, 1_000_000)
    const middle = windowOf(1_000_000, 40, 400, (height - 400) / 2)
    assert.ok(Math.abs(middle.first - 500_000) < 10)
  })

  it('is empty without rows', () => {
    assert.deepEqual(windowOf(0, 40, 400, 0), { height: 0, first: 0, count: 0, top: 0 })
  })
})
