import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shareNext } from './share-next.ts'

/** Runs that end when the test says so. */
function counting() {
  const ends: ((value: number) => void)[] = []
  const failures: (() => void)[] = []
  const call = shareNext(
    () =>
      new Promise<number>((done, failed) => {
        ends.push(done)
        failures.push(() => failed(new Error('failed')))
      }),
  )
  return { call, ends, failures }
}

const turn = (): Promise<void> => new Promise(done => setImmediate(done))

it('calls while a run is under way share the one after it', async () => {
  const { call, ends } = counting()
  const first = call()
  await turn()
  const later = [call(), call()]
  await turn()
  assert.equal(ends.length, 1)
  ends[0]?.(1)
  assert.equal(await first, 1)
  await turn()
  assert.equal(ends.length, 2)
  ends[1]?.(2)
  assert.deepEqual(await Promise.all(later), [2, 2])
})

it('a run that fails fails for its callers alone', async () => {
  const { call, ends, failures } = counting()
  const first = call()
  await turn()
  const later = call()
  failures[0]?.()
  await assert.rejects(first, /failed/)
  await turn()
  ends[1]?.(2)
  assert.equal(await later, 2)
})
