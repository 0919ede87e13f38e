/** A right that an operator takes away is soon gone from tokens already out; keys are rotated without a 401. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeProtectedHeader } from 'jose'
import {
  checkedVault,
  createClient,
  disableClient,
  enableClient,
  listKeys,
  rotateSigningKey,
} from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const server = await testServer()
const vault = await checkedVault(server.db, SECRET_KEY)

const call = (token: string) =>
  server.call('GET /admin/v1/client', { headers: { Authorization: `Bearer ${token}` } })

async function clientWithToken(): Promise<{ id: string; token: string }> {
  const { client, secret } = await createClient(server.db, vault, {
    name: 'another',
    scopes: ['api.read', 'api.admin'],
  })
  const answer = await askToken(server, {
    basic: `${client.clientId}:${secret}`,
    form: { scope: 'api.read api.admin' },
  })
  const token = answer.json().access_token as string
  assert.equal((await call(token)).status, 200)
  return { id: client.clientId, token }
}

const until = (status: number, token: string): Promise<void> =>
  eventually(`a ${status}`, async () => (await call(token)).status === status)

/** The published keys that verify tokens; those of signed versions are beside them. */
async function tokenKeys(of: RunningServer): Promise<{ kid: string }[]> {
  const { keys } = (await of.call('GET /.well-known/jwks.json')).json() as {
    keys: { kid: string; alg: string }[]
  }
  return keys.filter(({ alg }) => alg === 'ES256')
}

const setScopes = sql<never, [id: string, scopes: string[]]>({
  name: 'test.setScopes',
  text: 'update cairn.client set scopes = $2 where client_id = $1',
})

describe('with the next look at the database', { concurrency: true }, () => {
  it('a disabled client’s tokens stop working, in the database alone; enabled again, they work', async () => {
    const { id, token } = await clientWithToken()
    await disableClient(server.db, id)
    await until(401, token)
    const { code, message } = (await call(token)).json()
    assert.deepEqual({ code }, { code: 'auth.token_invalid' })
    assert.match(message, /disabled/)
    await enableClient(server.db, id)
    await until(200, token)
  })

  it('a client disabled over the admin API is stopped as well', async () => {
    const { id, token } = await clientWithToken()
    await server.call(`POST /admin/v1/client/${id}/disable`, { scopes: 'api.admin' })
    await until(401, token)
  })

  it('scopes taken from a client are gone from its tokens', async () => {
    const { id, token } = await clientWithToken()
    await server.db.execute(setScopes, [id, ['api.read']])
    await until(403, token)
    await server.db.execute(setScopes, [id, ['api.read', 'api.admin']])
    await until(200, token)
  })

  it('scopes given to a client do not widen the tokens that are out', async () => {
    const { client, secret } = await createClient(server.db, vault, { name: 'narrow', scopes: ['api.read'] })
    const basic = `${client.clientId}:${secret}`
    const { access_token } = (await askToken(server, { basic })).json()
    await server.db.execute(setScopes, [client.clientId, ['api.read', 'api.admin']])
    await sleep(3000)
    assert.equal((await call(access_token)).status, 403)
  })

  it('a client made elsewhere is known at once', async () => {
    await clientWithToken()
  })

  it('a retired key is dropped when its last token has ended, not before', async () => {
    let clock = Date.now()
    const later = await testServer({ now: () => clock })
    const comesTo = (count: number) =>
      eventually(`${count} keys`, async () => (await tokenKeys(later)).length === count)
    await rotateSigningKey(later.db, await checkedVault(later.db, SECRET_KEY))
    await comesTo(3)
    clock += 3600 * 1000
    await sleep(2100)
    await comesTo(3)
    clock += 600 * 1000
    await comesTo(2)
  })
})

describe('rotating the signing key under load', async () => {
  const seen = new Set<string>()
  const refused: string[] = []
  let calls = 0

  const load = async (done: () => boolean) => {
    const old = (await askToken(server, { form: { scope: 'api.admin' } })).json().access_token as string
    while (!done()) {
      const fresh = (await askToken(server, { form: { scope: 'api.admin' } })).json().access_token as string
      seen.add(decodeProtectedHeader(fresh).kid ?? '')
      for (const token of [fresh, old]) {
        calls++
        const answer = await call(token)
        if (answer.status !== 200) refused.push(answer.text)
      }
    }
  }

  it('gives no 401: old tokens and new ones are good all the time', async t => {
    let done = false
    const workers = [1, 2, 3].map(() => load(() => done))
    const rounds = 2
    for (let round = 0; round < rounds; round++) {
      await sleep(200)
      await rotateSigningKey(server.db, vault)
      const { kid } = (await listKeys(server.db)).find(({ state }) => state === 'current') ?? {}
      await eventually('a token signed with the new key', () => seen.has(kid ?? ''))
    }
    done = true
    await Promise.all(workers)
    t.diagnostic(`${calls} calls, ${seen.size} keys`)
    assert.deepEqual(refused, [])
    assert.equal(seen.size, rounds + 1)
  })

  it('keeps retired keys in the JWKS as long as their tokens can live, and always a next one', async () => {
    const keys = await tokenKeys(server)
    const stored = await listKeys(server.db)
    assert.deepEqual(stored.map(({ state }) => state).sort(), ['current', 'next', 'retired', 'retired'])
    assert.deepEqual(keys.map(({ kid }) => kid).sort(), stored.map(({ kid }) => kid).sort())
  })
})

describe('a token', () => {
  it('is refused at the latest five seconds after its end, also when it is known already', async () => {
    let clock = Date.now()
    const other = await testServer({ env: { CAIRN_TOKEN_LIFETIME: '60' }, now: () => clock })
    const answer = await askToken(other, { form: { scope: 'api.admin' } })
    assert.equal(answer.json().expires_in, 60)
    const headers = { Authorization: `Bearer ${answer.json().access_token}` }
    const status = async () => (await other.call('GET /admin/v1/client', { headers })).status
    assert.equal(await status(), 200)
    clock += 59_000
    assert.equal(await status(), 200)
    clock += 6_000
    assert.equal(await status(), 401)
    assert.match((await other.call('GET /admin/v1/client', { headers })).json().message, /expired/)
  })
})
