/** Requests that wait too long for their turn: further ones are refused, health checks are not, and afterwards all are served again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_WAIT_TARGET_MS: '50' } })
const read = () => server.call('GET /openehr/v1/ehr?subject_id=x&subject_namespace=y', { scopes: 'api.read' })

const never = new Int32Array(new SharedArrayBuffer(4))

/** Keeps the event loop of the server, which is in this process, busy for most of the time. */
async function keepBusy(until: () => boolean): Promise<void> {
  while (!until()) {
    Atomics.wait(never, 0, 0, 300)
    await sleep(1)
  }
}

it('a wait that lasts is answered with 503 and Retry-After', async () => {
  assert.equal((await read()).status, 404)
  let isOver = false
  const busy = keepBusy(() => isOver)
  try {
    await eventually('requests are refused', async () => {
      const answer = await read()
      if (answer.status !== 503) return false
      assert.equal(answer.json().code, 'service.overloaded')
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      return true
    })
    assert.equal((await server.call('GET /health/live')).status, 200)
  } finally {
    isOver = true
    await busy
  }
  await eventually('requests are served', async () => (await read()).status === 404)
})
