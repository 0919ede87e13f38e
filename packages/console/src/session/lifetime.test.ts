import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isDue, warningAt } from './lifetime.ts'

const MINUTE = 60_000
const session = { endsAt: 720 * MINUTE, idleMs: 30 * MINUTE, usedAt: 0 }

it('somebody is warned two minutes before an idle session ends, even if the server stored an earlier use', () => {
  assert.deepEqual(
    [20, 26.9, 27.1, 40].map(minutes => warningAt(session, minutes * MINUTE)),
    [undefined, undefined, 'idle', 'idle'],
  )
})

it('somebody is warned two minutes before the latest end, whatever they do', () => {
  const busy = { ...session, usedAt: 718.5 * MINUTE }
  assert.equal(warningAt(busy, 718.5 * MINUTE), 'lifetime')
  assert.equal(warningAt(busy, 717 * MINUTE), undefined)
})

it('a short time is warned of in its last quarter', () => {
  const short = { ...session, idleMs: 4 * MINUTE }
  assert.equal(warningAt(short, 1.9 * MINUTE), undefined)
  assert.equal(warningAt(short, 2.1 * MINUTE), 'idle')
})

it('a session is used after a third of the idle time', () => {
  assert.deepEqual(
    [9, 11].map(minutes => isDue(session, minutes * MINUTE)),
    [false, true],
  )
})
