/** Browsers of other origins: none, unless listed by its exact name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunningServer } from '../server.ts'
import { testServer } from '../server.ts'

const APP = 'https://app.example.org'
const off = await testServer()
const on = await testServer({ env: { CAIRN_CORS_ORIGINS: `${APP}, http://localhost:5173` } })

const crossOrigin = (answer: { headers: Headers }) =>
  Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')))

const preflight = (server: RunningServer, origin: string, path = '/admin/v1/client', method = 'GET') =>
  server.call(`OPTIONS ${path}`, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  })

describe('off, as it is unless set', () => {
  it('no answer speaks of other origins', async () => {
    for (const path of ['/health/live', '/admin/v1/client', '/nowhere', '/.well-known/smart-configuration'])
      assert.deepEqual(crossOrigin(await off.call(`GET ${path}`, { headers: { Origin: APP } })), {})
  })

  it('a preflight is answered as OPTIONS, and allows nothing', async () => {
    const answer = await preflight(off, APP)
    assert.equal(answer.status, 204)
    assert.deepEqual(crossOrigin(answer), {})
  })
})

describe('on', () => {
  const kinds: Record<string, () => ReturnType<RunningServer['call']>> = {
    'a success': () => on.call('GET /health/live', { headers: { Origin: APP } }),
    'a 401, so that the page can tell it from a broken line': () =>
      on.call('GET /admin/v1/client', { headers: { Origin: APP } }),
    'a 404': () => on.call('GET /nowhere', { headers: { Origin: APP } }),
    'a 405': () => on.call('DELETE /health/live', { headers: { Origin: APP } }),
    'a 400 of the router': () => on.call('GET /admin/v1/client/%zz', { headers: { Origin: APP } }),
    'a token': () =>
      on.call('POST /oauth/token', {
        headers: { Origin: APP, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: '',
      }),
  }
  for (const [name, ask] of Object.entries(kinds))
    it(`a listed origin may read ${name}`, async () => {
      const answer = await ask()
      assert.equal(answer.headers.get('access-control-allow-origin'), APP)
      assert.match(answer.headers.get('vary') ?? '', /Origin/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null, 'tokens, never cookies')
      for (const header of ['ETag', 'Location', 'X-Request-Id', 'WWW-Authenticate'])
        assert.ok((answer.headers.get('access-control-expose-headers') ?? '').includes(header), header)
    })

  it('a preflight of a listed origin allows the methods of the resource and the headers asked for', async () => {
    const answer = await preflight(on, APP)
    assert.equal(answer.status, 204)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('access-control-allow-origin'), APP)
    assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS, POST')
    assert.equal(answer.headers.get('access-control-allow-headers'), 'authorization,content-type')
    assert.match(answer.headers.get('access-control-max-age') ?? '', /^\d+$/)
  })

  it('a preflight needs no token, and one of nothing is 404', async () => {
    assert.equal((await preflight(on, APP, '/nowhere')).status, 404)
  })

  const others = [
    'https://evil.example',
    'https://app.example.org.evil.example',
    'https://sub.app.example.org',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://APP.example.org',
    'null',
    '*',
    'https://app.example.org/',
  ]
  for (const origin of others)
    it(`${origin} is not listed`, async () => {
      for (const answer of [
        await on.call('GET /health/live', { headers: { Origin: origin } }),
        await preflight(on, origin),
      ]) {
        assert.deepEqual(crossOrigin(answer), {})
        assert.match(
          answer.headers.get('vary') ?? '',
          /Origin/,
          'a cache must not give one the answer of another',
        )
      }
    })

  it('without an Origin nothing is allowed, and caches are told', async () => {
    const answer = await on.call('GET /health/live')
    assert.deepEqual(crossOrigin(answer), {})
    assert.match(answer.headers.get('vary') ?? '', /Origin/)
  })
})
