/** Twenty bad attempts a minute for one client or address; then 429 with `Retry-After`, and good clients unaffected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { testServer } from '../server.ts'
import { type Ask, askToken } from './token-request.ts'

let clock = Date.parse('2026-01-01T00:00:00Z')
const pass = (seconds: number) => {
  clock += seconds * 1000
}

/** Behind a proxy on this machine, so that a test can come from any address. */
const server = await testServer({ env: { CAIRN_TRUSTED_PROXIES: '127.0.0.1' }, now: () => clock })
const { id, secret } = server.client

const from = (address: string, ask: Ask = {}) =>
  askToken(server, { ...ask, headers: { 'X-Forwarded-For': address } })
const bad = (address: string, client = id) => from(address, { basic: `${client}:wrong` })

async function statuses(count: number, attempt: (n: number) => ReturnType<typeof bad>): Promise<number[]> {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await attempt(n)).status)
  return seen
}

const many = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('bad attempts', () => {
  it('of one client, from any address: the first twenty are 401, the next is 429', async () => {
    pass(3600)
    assert.deepEqual(await statuses(20, n => bad(`10.1.0.${n}`)), many(20, 401))
    const refused = await bad('10.1.0.99')
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '60')
    const { error, error_description, ...rest } = refused.json()
    assert.deepEqual([typeof error, rest], ['string', {}])
    assert.match(error_description, /60 seconds/)
    assert.equal(refused.headers.get('cache-control'), 'no-store')
  })

  it('from one address, for any client: the same', async () => {
    pass(3600)
    assert.deepEqual(await statuses(20, n => bad('10.2.0.1', `client-${n}`)), many(20, 401))
    assert.equal((await bad('10.2.0.1', 'client-99')).status, 429)
    assert.equal((await bad('10.2.0.2', 'client-99')).status, 401, 'another address')
  })

  it('count whether the credentials come by Basic or in the body', async () => {
    pass(3600)
    const inBody: Ask = { basic: null, form: { client_id: 'nobody', client_secret: 'wrong' } }
    const seen = await statuses(21, n => (n % 2 ? bad('10.3.0.1') : from('10.3.0.1', inBody)))
    assert.deepEqual(seen, [...many(20, 401), 429])
  })

  it('are forgotten a minute after they were made, and Retry-After counts down to it', async () => {
    pass(3600)
    await statuses(10, n => bad('10.4.0.1', `a-${n}`))
    pass(30)
    await statuses(10, n => bad('10.4.0.1', `b-${n}`))
    assert.equal((await bad('10.4.0.1', 'c')).headers.get('retry-after'), '30')
    pass(20)
    assert.equal((await bad('10.4.0.1', 'c')).headers.get('retry-after'), '10')
    pass(10)
    assert.deepEqual(await statuses(11, n => bad('10.4.0.1', `d-${n}`)), [...many(10, 401), 429])
  })

  it('being refused does not make it longer', async () => {
    pass(3600)
    await statuses(20, () => bad('10.5.0.1'))
    pass(59)
    assert.deepEqual(await statuses(30, () => bad('10.5.0.1')), many(30, 429))
    pass(1)
    assert.equal((await bad('10.5.0.1')).status, 401)
  })

  it('do not shut out the client with the right secret, from its own address or the attacker’s', async () => {
    pass(3600)
    await statuses(25, () => bad('10.6.0.1'))
    for (const address of ['10.6.0.1', '10.6.0.2']) assert.equal((await from(address)).status, 200)
    assert.equal((await bad('10.6.0.1')).status, 429, 'a good request does not clear the count')
  })

  it('only failed authentication counts: a good client may ask for wrong things', async () => {
    pass(3600)
    const wrong: Ask = { form: { scope: 'api.everything' } }
    assert.deepEqual(await statuses(30, () => from('10.7.0.1', wrong)), many(30, 400))
    assert.equal((await from('10.7.0.1')).status, 200)
  })

  it('cannot fill the memory with long names', async () => {
    pass(3600)
    const long = 'x'.repeat(1024 * 1024)
    const attempt = (n: number) =>
      from(`10.8.${n >> 4}.${n & 15}`, {
        basic: null,
        form: { client_id: `${n}${long}`, client_secret: secret },
      })
    const before = heap()
    await statuses(40, attempt)
    assert.ok(heap() - before < 20, `${heap() - before} MB were kept of 40 names of 1 MB`)
  })
})

/** Megabytes in use after a collection, which V8 does when it is asked to by name. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
