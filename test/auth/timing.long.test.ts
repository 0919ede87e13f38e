/** Unknown client, wrong secret, disabled client: all three take the same time, as far as a noisy machine can tell. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { record } from '../hard-use/report.ts'
import { testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const ROUNDS = 1500

const server = await testServer({ env: { CAIRN_AUTH_BAD_ATTEMPTS: '100000', CAIRN_LOG_LEVEL: 'error' } })
const made = await server.call('POST /admin/v1/client', {
  scopes: 'api.admin',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'disabled', scopes: ['api.read'] }),
})
const disabled = made.json()
await server.call(`POST /admin/v1/client/${disabled.client_id}/disable`, { scopes: 'api.admin' })

const cases: Record<string, string> = {
  'unknown client': `nobody:${server.client.secret}`,
  'an id that cannot be': `no body:${server.client.secret}`,
  'wrong secret': `${server.client.id}:${disabled.client_secret}`,
  'disabled client': `${disabled.client_id}:${disabled.client_secret}`,
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe('a refusal', () => {
  it('takes about as long, whatever its reason', async t => {
    const times = new Map(Object.keys(cases).map(name => [name, [] as number[]]))
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, basic] of Object.entries(cases)) {
        const start = performance.now()
        const answer = await askToken(server, { basic })
        times.get(name)?.push(performance.now() - start)
        assert.equal(answer.status, 401)
      }
    const medians = [...times].map(([name, each]) => [name, median(each)] as const)
    for (const [name, each] of medians) t.diagnostic(`${name}: ${each.toFixed(3)} ms`)
    const values = medians.map(([, each]) => each)
    assert.ok(Math.max(...values) / Math.min(...values) < 2, 'medians within a factor of 2')
    record({
      check: '49',
      subject: 'Refusals of token requests take the same time',
      method: `${ROUNDS} requests of each kind in turn over HTTP: ${Object.keys(cases).join(', ')}`,
      figure: `medians ${medians.map(([name, each]) => `${name} ${each.toFixed(3)} ms`).join(', ')}; they differ by ${((Math.max(...values) - Math.min(...values)) * 1000).toFixed(0)} µs`,
    })
  })
})
