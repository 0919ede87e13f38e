import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openWidening } from './widening.ts'

it('looks are rarer while changes keep coming, up to the longest interval, and as often as before after them', () => {
  const next = openWidening({ least: 200, most: 700 })
  assert.deepEqual([1, 5, 5, 50, 5, 2, 5].map(next), [200, 400, 700, 700, 700, 200, 400])
})
