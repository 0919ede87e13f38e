import assert from 'node:assert/strict'
import { it } from 'node:test'
import { progressLine } from './progress.ts'

it('a line of progress has a rate and an estimate, in minutes where that is long', () => {
  assert.equal(progressLine(1160, 5804, 4, 'rows'), '1,160 of 5,804 rows, 290 a second, 17 s left')
  assert.equal(
    progressLine(1000, 1_000_000, 10, 'rows'),
    '1,000 of 1,000,000 rows, 100 a second, 167 min left',
  )
  assert.equal(progressLine(10, 10, 2, 'rows'), '10 of 10 rows, 5 a second')
  assert.equal(progressLine(0, 10, 0, 'rows'), '0 of 10 rows, 0 a second')
})
