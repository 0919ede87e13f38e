import assert from 'node:assert/strict'
import { setMaxListeners } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openFairLine } from '../collections/index.ts'
import { amongTenants, openTenantTurns, type TenantTurns } from './tenant-turns.ts'

const never = new AbortController().signal
setMaxListeners(0, never)

/** The line of a tenant that has room for all of its own queries. */
const lineOf = (tenantId: string, turns: TenantTurns, what: keyof TenantTurns) =>
  amongTenants(
    openFairLine({
      places: 100,
      lightPlaces: 0,
      placesPerMember: 100,
      waitingPerMember: 0,
      waiting: 0,
      full: () => new Error('full'),
    }),
    { tenantId, turns },
    what,
  )

function watched(what: keyof TenantTurns) {
  const turns = openTenantTurns({ queryWorkers: 2 })
  const lines = { a: lineOf('a', turns, what), b: lineOf('b', turns, what) }
  const begun: string[] = []
  const ask = async (tenant: 'a' | 'b', isLight: boolean, signal = never) => {
    const end = await lines[tenant].take({ memberId: 'ward', isLight }, signal)
    begun.push(tenant)
    return end
  }
  return { begun, ask }
}

describe('turns of tenants', () => {
  it('one tenant has half of the threads for heavy queries, and what it asks for later waits', async () => {
    const { begun, ask } = watched('threads')
    const first = ask('a', false)
    void ask('a', false)
    void ask('b', false)
    await turn()
    assert.deepEqual(begun, ['a', 'b'])
    ;(await first)()
    await turn()
    assert.deepEqual(begun, ['a', 'b', 'a'])
  })

  it('light queries on connections do not wait for heavy ones', async () => {
    const { begun, ask } = watched('connections')
    for (let count = 0; count < 50; count++) void ask('a', false)
    await turn()
    const heavy = begun.length
    assert.ok(heavy < 50)
    void ask('a', true)
    void ask('b', true)
    await turn()
    assert.deepEqual(begun.slice(heavy), ['a', 'b'])
  })

  it('a query that is cancelled while its tenant waits gives back its place', async () => {
    const { begun, ask } = watched('threads')
    const first = ask('a', false)
    const cancelled = new AbortController()
    const second = ask('a', false, cancelled.signal)
    await turn()
    cancelled.abort(new Error('cancelled'))
    await assert.rejects(second, { message: 'cancelled' })
    ;(await first)()
    void ask('a', false)
    await turn()
    assert.deepEqual(begun, ['a', 'a'])
  })
})
