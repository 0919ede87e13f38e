/** The client while its server restarts: requests that are sent again, those that are not, and the errors that are left. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  bearerToken,
  createClient,
  isNetworkError,
  type RetryLimits,
} from '../../packages/client/src/index.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { unsteadyProxy } from './unsteady-proxy.ts'

const server = await testServer()
const proxy = await unsteadyProxy(server.url)
after(() => proxy.refuse())
const credentials = { clientId: server.client.id, clientSecret: server.client.secret }

/** A client by way of the proxy. `onFailure` hears of each attempt that failed. */
function clientOf(onFailure: (failures: number) => void | Promise<void>, retries: Partial<RetryLimits> = {}) {
  let [failures, attempts] = [0, 0]
  const fetcher: typeof fetch = async (...call) => {
    attempts++
    // Addresses of the discovery document are those of the server itself.
    const [url, init] = call
    const answer = fetch(String(url).replace(server.url, proxy.url), {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), Connection: 'close' },
    })
    return answer.catch(async error => {
      await onFailure(++failures)
      throw error
    })
  }
  const cairn = createClient({ baseUrl: server.url, ...credentials, fetch: fetcher, retries })
  return { cairn, attempts: () => attempts, fetcher }
}

const backAfter = (count: number) => async (failures: number) => {
  if (failures === count) await proxy.accept()
}

describe('a server that cannot be reached', () => {
  it('is waited for by discovery, the request for a token and a read', async () => {
    await proxy.refuse()
    const { cairn } = clientOf(backAfter(2))
    assert.ok(Array.isArray(await cairn.templates.list()))
  })

  for (const [what, write] of [
    ['a new EHR', (cairn: ReturnType<typeof createClient>) => cairn.ehr.create()],
    ['a bare request', (cairn: ReturnType<typeof createClient>) => cairn.call('POST /openehr/v1/ehr')],
  ] as const)
    it(`has not seen a write, which is sent again: ${what}`, async () => {
      const { cairn } = clientOf(backAfter(2))
      await proxy.accept()
      await cairn.token()
      await proxy.refuse()
      await write(cairn)
    })

  it('is an error with a code when the time is over', async () => {
    await proxy.refuse()
    const { cairn } = clientOf(() => {}, { seconds: 0.5 })
    await assert.rejects(cairn.templates.list(), error => {
      assert.ok(isNetworkError(error, 'network.not_sent'))
      assert.ok(error.cause instanceof TypeError)
      return true
    })
    await proxy.accept()
  })
})

describe('a connection that is lost after the request was sent', () => {
  const setUp = async (count = 2) => {
    await proxy.accept()
    const made = clientOf(backAfter(count))
    const token = await made.cairn.token()
    const cairn = createClient({
      baseUrl: server.url,
      authentication: bearerToken(token),
      fetch: made.fetcher,
      retries: { seconds: 20 },
    })
    const before = made.attempts()
    return { cairn, sent: () => made.attempts() - before }
  }

  it('ends a write, which may have been carried out', async () => {
    const { cairn, sent } = await setUp()
    await proxy.accept('cutting')
    await assert.rejects(cairn.ehr.create(), error => isNetworkError(error, 'network.lost'))
    assert.equal(sent(), 1)
  })

  it('does not end a query, which is a read whatever its method', async () => {
    const { cairn, sent } = await setUp()
    await proxy.accept('cutting')
    const { q } = await cairn.query.adhocPost({ body: { q: 'SELECT e FROM EHR e', fetch: 1 } })
    assert.deepEqual([q, sent()], ['SELECT e FROM EHR e', 3])
  })

  it('does not end a write that names the version it follows, or the id that it creates', async () => {
    const { cairn } = await setUp()
    const ehr_id = await newEhr(server)
    const status = await cairn.ehrStatus.getAtTime({ ehr_id })
    await proxy.accept('cutting')
    const { version } = await cairn.ehrStatus.update({ ehr_id, ifMatch: status, body: status.value })
    assert.match(version, /::2$/)
    const other = await setUp()
    await proxy.accept('cutting')
    const id = crypto.randomUUID()
    assert.equal((await other.cairn.ehr.createWithId({ ehr_id: id })).version, id)
  })
})

describe('a server that does not answer', () => {
  it('is waited for as long as the call says', async () => {
    const { cairn } = clientOf(() => {})
    await proxy.accept()
    await cairn.token()
    await proxy.accept('silent')
    await assert.rejects(cairn.templates.list({}, { timeoutSeconds: 0.2 }), error =>
      isNetworkError(error, 'network.timeout'),
    )
    await assert.rejects(cairn.call('GET /health/live', { timeoutSeconds: 0.2 }), error =>
      isNetworkError(error, 'network.timeout'),
    )
    await proxy.accept()
  })
})
