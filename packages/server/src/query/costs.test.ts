import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openCosts } from './costs.ts'

it('what never ran is light where it is about one EHR', () => {
  const costs = openCosts(() => 0)
  assert.equal(costs.isLight('a', true), true)
  assert.equal(costs.isLight('a', false), false)
})

it('what ran is light if it was short, wherever it looked', () => {
  const costs = openCosts(() => 0)
  costs.took('short', 20)
  costs.took('long', 5000)
  assert.equal(costs.isLight('short', false), true)
  assert.equal(costs.isLight('long', true), false)
  costs.took('long', 20)
  assert.equal(costs.isLight('long', true), true)
})

it('what was ended early does not become light by that, and what was ended late becomes heavy', () => {
  const costs = openCosts(() => 0)
  costs.took('a', 5000)
  costs.tookAtLeast('a', 10)
  assert.equal(costs.isLight('a', true), false)
  costs.tookAtLeast('b', 10)
  assert.equal(costs.isLight('b', false), false)
  costs.tookAtLeast('c', 5000)
  assert.equal(costs.isLight('c', true), false)
})

it('after a minute a query is judged anew', () => {
  let time = 0
  const costs = openCosts(() => time)
  costs.took('a', 5000)
  time = 59_000
  assert.equal(costs.isLight('a', true), false)
  time = 61_000
  assert.equal(costs.isLight('a', true), true)
})
