/** A wait that is too long: a burst passes, a queue that stays does not, and it is over as soon as the queue is short. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { queueIn } from './accept-queue.ts'
import { waitRule } from './request-wait.ts'

/** Waits that were measured every 100 ms from `from` on; true where requests are refused after each. */
const observed = (rule: ReturnType<typeof waitRule>, from: number, waits: readonly number[]) =>
  waits.map((wait, at) => {
    rule.observe(wait, from + at * 100)
    return rule.isTooLong()
  })

describe('a wait with a target of 400 ms', () => {
  it('below it: everybody is served', () =>
    assert.deepEqual(observed(waitRule(400), 0, [0, 399, 400]), [false, false, false]))

  it('above it for less than half a second: everybody is served', () =>
    assert.deepEqual(
      observed(waitRule(400), 0, [900, 900, 900, 900, 900, 100]),
      Array.from({ length: 6 }, () => false),
    ))

  it('above it for longer: refused until it is half as long', () =>
    assert.deepEqual(observed(waitRule(400), 0, [900, 900, 900, 900, 900, 900, 500, 201, 200, 100]), [
      ...Array.from({ length: 5 }, () => false),
      true,
      true,
      true,
      false,
      false,
    ]))

  it('above it again while the load lasts: refused at once; a while later it may last again', () => {
    const rule = waitRule(400)
    observed(rule, 0, [900, 900, 900, 900, 900, 900, 100])
    assert.deepEqual(observed(rule, 5000, [401, 100]), [true, false])
    assert.deepEqual(observed(rule, 16_000, [401, 401]), [false, false])
  })

  it('is never too long where the target is 0', () =>
    assert.deepEqual(new Set(observed(waitRule(0), 0, Array(20).fill(99_999))), new Set([false])))
})

it('the queue of a port is that of the socket which listens', () => {
  const list = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:0000002F 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:0016 00000000:0000 0A 00000000:00000001 00:00000000 00000000     0        0 2 1 0 100 0 0 10 0
   2: 0100007F:1F90 0100007F:D2A4 01 00000000:000000FF 00:00000000 00000000     0        0 3 1 0 100 0 0 10 0
`
  assert.equal(queueIn(list, 8080), 47)
  assert.equal(queueIn(list, 22), 1)
  assert.equal(queueIn(list, 443), undefined)
})
