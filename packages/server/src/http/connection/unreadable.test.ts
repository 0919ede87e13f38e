/** Events of unreadable input are bounded, and those that are left out are counted. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { boundEvents, MOST_EVENTS } from './unreadable.ts'

it('the first of each minute are recorded, and the others counted', () => {
  let time = 0
  const leftOut: number[] = []
  const isRecorded = boundEvents({ now: () => time, leftOut: count => leftOut.push(count) })
  const recorded = () => Array.from({ length: 1000 }, isRecorded).filter(Boolean).length
  assert.equal(recorded(), MOST_EVENTS)
  time = 59_999
  assert.equal(recorded(), 0)
  assert.deepEqual(leftOut, [])
  time = 60_000
  assert.equal(recorded(), MOST_EVENTS)
  assert.deepEqual(leftOut, [2000 - MOST_EVENTS])
})
