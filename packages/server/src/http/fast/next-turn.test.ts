/** Callers of one turn of the event loop go on together, and after what the turn has read. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { nextTurn as nextTurnPlain } from './next-turn.plain.ts'
import { nextTurn } from './next-turn.ts'

/** A request: it waits for the turn, then works in steps with an await between them. */
async function work(name: string, told: string[]): Promise<void> {
  await nextTurn()
  for (const step of [1, 2]) {
    told.push(`${name}${step}`)
    await undefined
  }
}

test('callers of one turn go on in their order, step by step', async () => {
  const told: string[] = []
  const all = ['a', 'b', 'c'].map(name => work(name, told))
  told.push('read')
  await Promise.all(all)
  assert.deepEqual(told, ['read', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

test('a caller of a later turn waits for its own', async () => {
  const told: string[] = []
  const first = work('a', told)
  await first
  const second = work('b', told)
  await Promise.resolve()
  assert.deepEqual(told, ['a1', 'a2'])
  await second
  assert.deepEqual(told, ['a1', 'a2', 'b1', 'b2'])
})

test('a caller that comes while others go on is not held until a third turn', async () => {
  const told: string[] = []
  const late = work('a', told).then(() => work('b', told))
  await setImmediate()
  await setImmediate()
  await setImmediate()
  assert.deepEqual(told, ['a1', 'a2', 'b1', 'b2'])
  await late
})

test('the plain version goes on at once, and runs the same steps', async () => {
  const told: string[] = []
  const go = async (wait: () => Promise<void>, name: string) => {
    await wait()
    told.push(name)
  }
  await Promise.all([go(nextTurn, 'fast'), go(nextTurnPlain, 'plain')])
  assert.deepEqual(told, ['plain', 'fast'])
})
