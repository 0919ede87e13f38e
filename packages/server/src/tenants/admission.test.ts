import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openAdmission } from './admission.ts'

/** Tenants whose requests say when they begin. */
function watched(maxRequests: number) {
  const admit = openAdmission(maxRequests, () => 0)
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const send = (tenantId: string) => {
    const response = Object.assign(new EventEmitter(), { destroyed: false })
    const end = () => {
      response.destroyed = true
      response.emit('close')
    }
    admit({
      tenantId,
      response,
      enter: () => {
        begun.push(tenantId)
        ends.push(end)
      },
      refuse: ({ code }) => refused.push(code),
    })
    return end
  }
  const endNext = async () => {
    ends.shift()?.()
    await turn()
  }
  return { begun, refused, send, endNext }
}

const times = (count: number, work: () => void) => {
  for (let done = 0; done < count; done++) work()
}

// Time stands still, unless a test moves the timers.
describe('requests of tenants', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('of one alone begin at once, up to the places of the server', () => {
    const { begun, send } = watched(256)
    times(80, () => send('a'))
    assert.equal(begun.length, 64)
  })

  it('of one that sends many do not stand before those of another', async () => {
    const { begun, send, endNext } = watched(256)
    times(200, () => send('a'))
    send('b')
    send('b')
    await endNext()
    assert.equal(begun.at(-1), 'b')
    await endNext()
    assert.equal(begun.at(-1), 'b')
    assert.equal(begun.length, 66)
  })

  it('leave room while others send too: one tenant has a few places', async () => {
    const { begun, send } = watched(256)
    send('b')
    times(10, () => send('a'))
    assert.deepEqual(begun, ['b', 'a', 'a', 'a', 'a'])
    send('b')
    assert.equal(begun.at(-1), 'b')
  })

  it('are refused where too many of the tenant wait, and others are not', async () => {
    const { begun, refused, send } = watched(5)
    send('b')
    times(10, () => send('a'))
    await turn()
    assert.deepEqual(refused, ['service.overloaded'])
    send('b')
    assert.equal(begun.at(-1), 'b')
  })

  it('that are taken back while they wait never begin', async () => {
    const { begun, refused, send, endNext } = watched(256)
    send('b')
    times(4, () => send('a'))
    const takeBack = send('a')
    takeBack()
    await turn()
    times(5, () => void endNext())
    await turn()
    assert.deepEqual(begun, ['b', 'a', 'a', 'a', 'a'])
    assert.deepEqual(refused, [])
  })

  it('that take long leave their place to the next', async () => {
    const { begun, send } = watched(256)
    send('b')
    times(5, () => send('a'))
    assert.equal(begun.length, 5)
    mock.timers.tick(100)
    await turn()
    assert.equal(begun.length, 6)
  })
})
