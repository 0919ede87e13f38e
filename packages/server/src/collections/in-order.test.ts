import assert from 'node:assert/strict'
import { it } from 'node:test'
import { workInOrder } from './in-order.ts'

it('things that are done out of order are told in their order, each as soon as those before it are', async () => {
  const ended = new Map<string, (result: string) => void>()
  const work = (thing: string) => new Promise<string>(done => ended.set(thing, done))
  const told: string[] = []
  const all = workInOrder(['a', 'b', 'c'], [work, work], (result, thing) => told.push(`${thing}${result}`))
  const end = async (thing: string) => {
    ended.get(thing)?.('!')
    await new Promise(setImmediate)
  }
  await end('b')
  assert.deepEqual(told, [])
  await end('c')
  await end('a')
  assert.deepEqual(told, ['a!', 'b!', 'c!'])
  await all
})

it('one that fails ends all', async () => {
  const work = async (thing: number) => {
    if (thing === 2) throw new Error('failed')
  }
  await assert.rejects(
    workInOrder([1, 2, 3], [work], () => {}),
    /failed/,
  )
})
