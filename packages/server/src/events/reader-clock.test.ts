import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../../../../test/eventually.ts'
import { openReaderClock } from './reader-clock.ts'

const LONG_MS = 60_000

it('wakes all that wait with one look, and after changes does not look again until others have gathered', async () => {
  let head = 0
  let looks = 0
  const clock = openReaderClock({
    head: async () => {
      looks += 1
      return head
    },
    failed: error => assert.fail(String(error)),
    gather: LONG_MS,
  })
  const stop = new AbortController()
  const [first, second] = [1, 2].map(() => clock.until(0, LONG_MS, stop.signal))
  await eventually('a look at rest', () => looks > 1)
  head = 7
  assert.deepEqual(await Promise.all([first, second]), [7, 7])
  assert.equal(await clock.until(5, LONG_MS, stop.signal), 7, 'a change that was found before')
  const before = looks
  const later = clock.until(7, 300, stop.signal)
  head = 8
  assert.equal(await later, 7)
  assert.equal(looks, before)
  clock.close()
})
