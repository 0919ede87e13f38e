import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../../test/eventually.ts'
import { openTurns } from './turns.ts'

/** Counts the runs that have begun, with a clock that the test sets. */
function counting() {
  let at = 0
  let begun = 0
  const turns = openTurns(() => at)
  return {
    turns,
    begun: () => begun,
    pass: (milliseconds: number) => {
      at += milliseconds
    },
    ask: (times: number, runs = 1) =>
      Array.from({ length: times }, () =>
        turns.take(
          () => runs,
          async () => {
            begun += 1
          },
        ),
      ),
  }
}

it('many runs begin at once after a rest, and then forty a second', async () => {
  const { turns, begun, ask, pass } = counting()
  const all = Promise.all(ask(120))
  await sleep(20)
  assert.equal(begun(), 60)
  pass(1000)
  await eventually('forty more have begun', () => begun() === 100)
  turns.close()
  await all
  assert.equal(begun(), 120)
})

it('while commits come fast, runs are a share of them', async () => {
  const { turns, begun, ask, pass } = counting()
  await Promise.all(ask(60))
  turns.changed(2000, 1)
  pass(1000)
  const all = Promise.all(ask(100))
  await sleep(20)
  assert.equal(begun(), 120)
  turns.close()
  await all
})

it('a run of many EHRs counts as many', async () => {
  const { turns, begun, ask, pass } = counting()
  await Promise.all(ask(3, 20))
  const all = Promise.all(ask(1))
  await sleep(20)
  assert.equal(begun(), 3)
  pass(2000)
  await eventually('the last has begun', () => begun() === 4)
  turns.close()
  await all
})
