import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { inTurns } from './turns.ts'

const bytes = Buffer.alloc(64 * 1024 * 1024)

/** Keeps the event loop for longer than one turn: no processor hashes 64 MB within 8 ms. */
const work = (): Buffer => createHash('sha256').update(bytes).digest()

test('long work lets others have their turn between its parts, and keeps the order', async () => {
  const done: string[] = []
  const other = (left: number): void => {
    if (left === 0) return
    done.push('other')
    setImmediate(other, left - 1)
  }
  setImmediate(other, 3)
  const made = await inTurns(['a', 'b', 'c'], item => {
    work()
    done.push(item)
    return item.toUpperCase()
  })
  assert.deepEqual(made, ['A', 'B', 'C'])
  assert.ok(done.indexOf('other') < done.indexOf('b'), done.join())
  assert.ok(done.lastIndexOf('other') > done.indexOf('b'), done.join())
})

test('a part that fails ends it', async () => {
  const done: number[] = []
  await assert.rejects(
    inTurns([1, 2, 3], async item => {
      done.push(item)
      if (item === 2) throw new Error('two')
    }),
    /two/,
  )
  assert.deepEqual(done, [1, 2])
})
