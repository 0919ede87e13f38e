import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openRequestCounts } from './request-counts.ts'

const MINUTE_MS = 60_000

describe('counts of requests', () => {
  const atMinutes = (minutes: readonly number[], last: number): readonly number[] => {
    let time = 0
    const counts = openRequestCounts(() => time)
    for (const minute of minutes) {
      time = minute * MINUTE_MS
      counts.add('a')
    }
    time = last * MINUTE_MS
    return counts.of('a')
  }
  const ending = (...numbers: number[]) => [...new Array(30 - numbers.length).fill(0), ...numbers]

  it('are those of the last thirty minutes, the newest last', () => {
    assert.deepEqual(atMinutes([], 100), ending())
    assert.deepEqual(atMinutes([100, 100, 101, 103], 103), ending(2, 1, 0, 1))
    assert.deepEqual(atMinutes([100, 100], 129), [2, ...ending().slice(1)])
    assert.deepEqual(atMinutes([100, 100], 130), ending())
    assert.deepEqual(atMinutes([100, 100, 5000], 5000), ending(1))
  })

  it('stay when the clock is set back', () => {
    assert.deepEqual(atMinutes([100, 90, 101], 101), ending(2, 1))
  })

  it('are those of each tenant alone', () => {
    const counts = openRequestCounts(() => 0)
    counts.add('a')
    assert.deepEqual(counts.of('b'), ending())
  })
})
