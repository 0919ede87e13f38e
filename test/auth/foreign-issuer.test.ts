/** `CAIRN_AUTH_ISSUER`: tokens of another authorization server are trusted instead of our own. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'

interface IssuerOptions {
  /** The path of its metadata, relative to its origin. */
  readonly metadataAt: string
  /** Path of the issuer's own identifier. */
  readonly path?: string
  /** The name that its metadata give, if it is a wrong one. */
  readonly calledItself?: string
}

/** A small authorization server: metadata, keys, and tokens made by hand. */
async function startIssuer({ metadataAt, path = '', calledItself }: IssuerOptions) {
  const keys: { kid: string; key: CryptoKey; jwk: JWK }[] = []
  let up = true
  let fetches = 0
  const http = createServer((request, response) => {
    if (!up) return void response.writeHead(500).end()
    const bodies: Record<string, unknown> = {
      [metadataAt]: { issuer: calledItself ?? issuer, jwks_uri: `${origin}/keys` },
      '/keys': { keys: keys.map(({ jwk }) => jwk) },
    }
    if (request.url === '/keys') fetches++
    const body = bodies[request.url ?? '']
    if (body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  after(() => new Promise(done => http.close(done)))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const issuer = `${origin}${path}`

  const addKey = async (alg = 'ES256') => {
    const { privateKey, publicKey } = await generateKeyPair(alg)
    const kid = `key-${keys.length}-${alg}`
    keys.push({ kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } })
  }
  const token = (
    claims: JWTPayload,
    { alg = 'ES256', key = keys.findLast(({ jwk }) => jwk.alg === alg) } = {},
  ) => {
    if (!key) throw new Error('the issuer has no key')
    return new SignJWT({ iss: issuer, client_id: 'foreign-client', scope: 'api.read api.admin', ...claims })
      .setProtectedHeader({ alg, kid: key.kid, typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key.key)
  }
  await addKey()
  return {
    issuer,
    origin,
    keys,
    addKey,
    token,
    fetches: () => fetches,
    stop: () => (up = false),
    start: () => (up = true),
  }
}

const AUDIENCE = 'https://api.example.org'

const trusting = async (issuer: string, env: Record<string, string> = {}) => {
  const server = await testServer({
    env: {
      CAIRN_AUTH_ISSUER: issuer,
      CAIRN_AUTH_AUDIENCE: AUDIENCE,
      CAIRN_PRIVATE_ADDRESSES: 'loopback',
      ...env,
    },
  })
  const call = (token: string) =>
    server.call('GET /admin/v1/client', { headers: { Authorization: `Bearer ${token}` } })
  return { server, call }
}

describe('an issuer found by RFC 8414', async () => {
  const foreign = await startIssuer({
    metadataAt: '/.well-known/oauth-authorization-server/realms/one',
    path: '/realms/one',
  })
  const { server, call } = await trusting(foreign.issuer)
  const good = await foreign.token({ aud: AUDIENCE })

  it('is believed', async () => assert.equal((await call(good)).status, 200))

  it('takes the place of our own: no token endpoint, no discovery, no keys', async () => {
    for (const request of [
      'POST /oauth/token',
      'GET /.well-known/smart-configuration',
      'GET /.well-known/jwks.json',
    ])
      assert.equal((await server.call(request)).status, 404, request)
    const { authorization_servers } = (await server.call('GET /.well-known/oauth-protected-resource')).json()
    assert.deepEqual(authorization_servers, [foreign.issuer])
  })

  const accepted: Record<string, JWTPayload> = {
    'an audience among several': { aud: ['https://other.example', AUDIENCE] },
    'the client in azp': { client_id: undefined, azp: 'foreign-client' },
    'the client in sub': { client_id: undefined, sub: 'foreign-client' },
    'scopes in scp, as a list': { scope: undefined, scp: ['api.admin'] },
    'scopes in scp, as a text': { scope: undefined, scp: 'api.admin other' },
    'scopes beside those of others': { scope: 'openid profile api.admin' },
  }
  for (const [name, claims] of Object.entries(accepted))
    it(`${name} is taken`, async () =>
      assert.equal((await call(await foreign.token({ aud: AUDIENCE, ...claims }))).status, 200))

  const refused: Record<string, JWTPayload> = {
    'another audience': { aud: 'https://other.example' },
    'no audience': { aud: [] },
    'another issuer': { iss: 'https://other.example' },
    'no client at all': { client_id: undefined },
    'a client that is no text': { client_id: 7 } as unknown as JWTPayload,
    'an end in the past': { exp: 1 },
  }
  for (const [name, claims] of Object.entries(refused))
    it(`${name} is 401`, async () => {
      const full = { aud: AUDIENCE, ...claims }
      const token = await new SignJWT({
        iss: foreign.issuer,
        scope: 'api.admin',
        client_id: 'x',
        exp: 9999999999,
        ...full,
      })
        .setProtectedHeader({ alg: 'ES256', kid: foreign.keys[0]?.kid ?? '' })
        .sign(foreign.keys[0]?.key as CryptoKey)
      const answer = await call(token)
      assert.equal(answer.status, 401, answer.text)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/)
    })

  it('scopes that do not cover the call are 403', async () =>
    assert.equal((await call(await foreign.token({ aud: AUDIENCE, scope: 'api.read' }))).status, 403))

  it('a symmetric signature is never taken', async () => {
    const token = await new SignJWT({
      iss: foreign.issuer,
      aud: AUDIENCE,
      client_id: 'x',
      scope: 'api.admin',
    })
      .setProtectedHeader({ alg: 'HS256', kid: foreign.keys[0]?.kid ?? '' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JSON.stringify(foreign.keys[0]?.jwk)))
    assert.equal((await call(token)).status, 401)
  })

  it('a token of our own authorization server is not taken', async () => {
    const own = await testServer()
    assert.equal((await call(await own.token('api.admin'))).status, 401)
  })

  it('a new key is found as soon as a token names it, beside the old one', async () => {
    await sleep(1100)
    await foreign.addKey('RS256')
    const rotated = await foreign.token({ aud: AUDIENCE }, { alg: 'RS256' })
    assert.equal((await call(rotated)).status, 200)
    assert.equal((await call(good)).status, 200, 'the old key is still published')
  })

  it('unknown keys do not make us ask the issuer each time', async () => {
    const before = foreign.fetches()
    const key = foreign.keys[0]
    for (let n = 0; n < 20; n++) {
      const token = await foreign.token({ aud: AUDIENCE }, key && { key: { ...key, kid: `unknown-${n}` } })
      assert.equal((await call(token)).status, 401)
    }
    assert.ok(foreign.fetches() - before <= 2, `${foreign.fetches() - before} fetches`)
  })

  it('a person whose name is that of the client is still a person', async () => {
    const claims = { aud: AUDIENCE, client_id: 'twin', sub: 'twin' }
    assert.equal((await call(await foreign.token({ ...claims, auth_time: 1 }))).status, 200)
    assert.equal((await call(await foreign.token(claims))).status, 200)
    const text = `select coalesce(person, 'none') as person from cairn.audit_event where client_id = 'twin' order by event_id`
    const people = sql<{ person: string }>({ name: 'test.people', text })
    await eventually('an event of the person, and one of the client', async () => {
      const rows = await server.db.query(people)
      return rows.map(({ person }) => person).join() === 'twin,none'
    })
  })

  it('who calls is in the audit trail, whatever the issuer calls its clients', async () => {
    const name = 'naïve \u0000\ud83d\ude00 client'
    assert.notEqual((await call(await foreign.token({ aud: AUDIENCE, client_id: name }))).status, 500)
    assert.equal((await call(await foreign.token({ aud: AUDIENCE, client_id: 'the-last' }))).status, 200)
    const text = "select count(*) as count from cairn.audit_event where client_id = 'the-last'"
    const count = sql<{ count: number }>({ name: 'test.audit', text })
    await eventually('one event', async () => (await server.db.query(count))[0]?.count === 1)
  })
})

describe('an issuer found by OpenID Connect Discovery', async () => {
  const foreign = await startIssuer({
    metadataAt: '/tenant/.well-known/openid-configuration',
    path: '/tenant',
  })
  const { call } = await trusting(foreign.issuer)

  it('is believed', async () =>
    assert.equal((await call(await foreign.token({ aud: AUDIENCE }))).status, 200))
})

describe('keys at an address that is set', async () => {
  const foreign = await startIssuer({ metadataAt: '/nowhere' })
  const { call } = await trusting(foreign.issuer, { CAIRN_AUTH_JWKS_URI: `${foreign.origin}/keys` })

  it('need no metadata', async () =>
    assert.equal((await call(await foreign.token({ aud: AUDIENCE }))).status, 200))
})

describe('an issuer whose keys cannot be had', async () => {
  const foreign = await startIssuer({ metadataAt: '/.well-known/oauth-authorization-server' })
  const { call } = await trusting(foreign.issuer)

  it('that is down: 503, not 401, and good again when it is back', async () => {
    foreign.stop()
    const answer = await call(await foreign.token({ aud: AUDIENCE }))
    assert.equal(answer.status, 503, answer.text)
    assert.equal(answer.json().code, 'service.unavailable')
    foreign.start()
    assert.equal((await call(await foreign.token({ aud: AUDIENCE }))).status, 200)
  })

  it('that is down: a token already known goes on to be good', async () => {
    const token = await foreign.token({ aud: AUDIENCE })
    assert.equal((await call(token)).status, 200)
    foreign.stop()
    assert.equal((await call(token)).status, 200)
    foreign.start()
  })

  it('whose port is closed: 503', async () => {
    const gone = await trusting('http://127.0.0.1:9')
    assert.equal((await gone.call(await foreign.token({ aud: AUDIENCE }))).status, 503)
  })

  it('whose metadata are of another issuer: 503', async () => {
    const liar = await startIssuer({
      metadataAt: '/.well-known/oauth-authorization-server',
      calledItself: 'https://other.example',
    })
    const deceived = await trusting(liar.issuer)
    assert.equal((await deceived.call(await liar.token({ aud: AUDIENCE }))).status, 503)
  })
})
