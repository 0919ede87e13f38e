import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoTime } from './iso-time.ts'

test('times are written as Date writes them, in whatever order they come', () => {
  const near = fc.integer({ min: -3000, max: 3000 }).map(offset => 1.79e12 + offset)
  const any = fc.integer({ min: -8.64e15, max: 8.64e15 })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any)), times => {
      for (const time of times) assert.equal(isoTime(time), new Date(time).toISOString())
    }),
    { verbose: true },
  )
})
