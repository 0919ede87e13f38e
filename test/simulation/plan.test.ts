/** A seed repeats the plan of a simulation, and plans have every kind of write and fault. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FAULTS } from './faults.ts'
import { KINDS } from './operations.ts'
import { makePlan, printRound } from './plan.ts'

const linesOf = (seed: number, rounds: number): string[] => [...makePlan(seed, rounds)].flatMap(printRound)

describe('the plan of a seed', () => {
  it('is the same each time, and the beginning of a longer one', () => {
    const lines = linesOf(42, 5)
    assert.deepEqual(linesOf(42, 5), lines)
    assert.deepEqual(linesOf(42, 9).slice(0, lines.length), lines)
    assert.notDeepEqual(linesOf(43, 5), lines)
  })

  it('has every fault, and every verb of every kind', () => {
    const rounds = [...makePlan(1, 25)]
    const faults = new Set(rounds.flatMap(round => round.faults.map(({ fault }) => fault.name)))
    assert.deepEqual([...faults].sort(), Object.keys(FAULTS).sort())
    const steps = rounds.flatMap(round => round.clients.flat())
    const verbs = new Set(steps.map(({ verb, item }) => `${verb} ${item.kind}`))
    for (const [kind, { weights }] of Object.entries(KINDS))
      for (const verb of Object.keys(weights)) assert.ok(verbs.has(`${verb} ${kind}`), `${verb} ${kind}`)
  })

  it('gives each request an id of its own', () => {
    const ids = [...makePlan(7, 25)].flatMap(round => round.clients.flat().map(({ id }) => id))
    assert.equal(new Set(ids).size, ids.length)
  })
})
