import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { exactSum } from './exact-sum.ts'

function sumOf(values: readonly (number | bigint)[]): number {
  const sum = exactSum()
  for (const value of values) sum.add(value)
  return sum.total()
}

it('adds decimals as they are written', () => {
  assert.equal(sumOf([]), 0)
  assert.equal(sumOf([0.1, 0.2]), 0.3)
  assert.equal(sumOf([1e16, 1, -1e16]), 1)
  assert.equal(sumOf([1e-7, 1e21, -1e21]), 1e-7)
  assert.equal(sumOf([-0.5, 0.5]), 0)
  assert.equal(sumOf([9007199254740993n, -9007199254740992n]), 1)
  assert.equal(sumOf(Array.from({ length: 1000 }, () => 0.1)), 100)
})

it('does not depend on the order', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
    fc.integer(),
  )
  fc.assert(
    fc.property(fc.array(number), values => {
      assert.equal(sumOf(values), sumOf(values.toReversed()))
      assert.equal(sumOf(values), sumOf(values.toSorted((a, b) => a - b)))
    }),
  )
})
