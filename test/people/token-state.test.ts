/** Introspection and userinfo follow the state of client, person and scopes, as the API does. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { testServer } from '../server.ts'
import { askFor, authorize, callWith, redeem, refresh, signInToApp } from './app.ts'
import { adminCall, newApp, newPerson, type TestApp } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')
const ana = await newPerson(server, 'ana', ['clinician', 'integrator'])
const made = (
  await adminCall(server, 'POST /admin/v1/client', { name: 'gateway', scopes: ['api.read', 'introspect'] })
).json()

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const SCOPES = ['openid', 'profile', 'offline_access', 'api.read', 'api.write']
const ALL = SCOPES.join(' ')

const introspect = async (token: string) =>
  (
    await server.call('POST /oauth/introspect', {
      headers: { ...FORM, Authorization: `Basic ${btoa(`${made.client_id}:${made.client_secret}`)}` },
      body: new URLSearchParams({ token }).toString(),
    })
  ).json()

const userinfo = (authorization?: string, more: Readonly<Record<string, string>> = {}) =>
  server.call('GET /oauth/userinfo', {
    headers: { ...(authorization === undefined ? {} : { Authorization: authorization }), ...more },
  })

const change = async (app: TestApp, scopes: readonly string[]) => {
  const answer = await adminCall(server, `PUT /admin/v1/client/${app.clientId}`, { scopes })
  assert.equal(answer.status, 200, answer.text)
}

describe('introspection', () => {
  it('has exp, iat and aud as the token has them', async () => {
    const app = await newApp(server)
    const { access_token, refresh_token } = await signInToApp(server, ana, app, ALL)
    const { exp, iat, aud } = decodeJwt(access_token)
    const facts = await introspect(access_token)
    assert.deepEqual([facts.exp, facts.iat, facts.aud], [exp, iat, aud])
    assert.equal(aud, `${origin}/openehr/v1`)
    const ofRefresh = await introspect(refresh_token)
    assert.deepEqual([ofRefresh.aud, typeof ofRefresh.iat, typeof ofRefresh.exp], [aud, 'number', 'number'])
    assert.ok(Math.abs(ofRefresh.iat - (iat ?? 0)) <= 1)
    assert.ok(ofRefresh.exp > ofRefresh.iat)
  })

  it('of a backend’s own token too', async () => {
    const { exp, iat, aud } = decodeJwt(await server.token('api.read'))
    const facts = await introspect(await server.token('api.read'))
    assert.deepEqual([facts.active, facts.exp, facts.iat, facts.aud], [true, exp, iat, aud])
  })

  it('is inactive for tokens of a client that is disabled or deleted', async () => {
    const app = await newApp(server)
    const tokens = await signInToApp(server, ana, app, ALL)
    await adminCall(server, `POST /admin/v1/client/${app.clientId}/disable`)
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.deepEqual(await introspect(token), { active: false })
    assert.equal((await userinfo(`Bearer ${tokens.access_token}`)).status, 401)
    await adminCall(server, `POST /admin/v1/client/${app.clientId}/enable`)
    assert.equal((await introspect(tokens.access_token)).active, true)
    assert.equal((await introspect(tokens.refresh_token)).active, true)
    await adminCall(server, `DELETE /admin/v1/client/${app.clientId}`)
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.deepEqual(await introspect(token), { active: false })
  })

  it('does not list scopes that the client lost', async () => {
    const app = await newApp(server)
    const { access_token, refresh_token } = await signInToApp(server, ana, app, ALL)
    await change(app, ['openid', 'offline_access', 'api.read'])
    for (const token of [access_token, refresh_token])
      assert.equal((await introspect(token)).scope, 'openid offline_access api.read')
    await change(app, ['openid', 'api.read'])
    assert.equal((await introspect(access_token)).scope, 'openid api.read')
    assert.deepEqual(await introspect(refresh_token), { active: false })
    const refused = await refresh(server, app, refresh_token)
    assert.deepEqual([refused.status, refused.json().error], [400, 'invalid_grant'])
  })

  it('does not list scopes that the person lost', async () => {
    const bea = await newPerson(server, 'bea', ['administrator', 'nurse'])
    const app = await newApp(server, { scopes: ['offline_access', 'api.read', 'api.admin'] })
    const tokens = await signInToApp(server, bea, app, 'offline_access api.read api.admin')
    assert.equal((await introspect(tokens.access_token)).scope, 'offline_access api.read api.admin')
    await adminCall(server, 'PUT /admin/v1/person/bea', { roles: ['nurse'] })
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.equal((await introspect(token)).scope, 'offline_access api.read')
  })

  it('is inactive for a refresh token whose session or person has ended', async () => {
    const cleo = await newPerson(server, 'cleo')
    const app = await newApp(server, { scopes: ['online_access', 'api.read'] })
    const tokens = await signInToApp(server, cleo, app, 'online_access api.read')
    assert.equal((await introspect(tokens.refresh_token)).active, true)
    await cleo.open('/auth/account')
    await cleo.submit('/auth/sign-out')
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.deepEqual(await introspect(token), { active: false })
  })

  for (const [name, body] of [
    ['without credentials', {}],
    ['with a client id alone', { client_id: made.client_id }],
  ] as const)
    it(`${name} is 401 with a challenge`, async () => {
      const answer = await server.call('POST /oauth/introspect', {
        headers: FORM,
        body: new URLSearchParams({ token: 'x', ...body }).toString(),
      })
      assert.deepEqual([answer.status, answer.json().error], [401, 'invalid_client'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
    })

  it('revocation without credentials is 401 too', async () => {
    const answer = await server.call('POST /oauth/revoke', { headers: FORM, body: 'token=x' })
    assert.deepEqual([answer.status, answer.json().error], [401, 'invalid_client'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
  })
})

describe('userinfo', () => {
  const challengeOf = (answer: Awaited<ReturnType<typeof userinfo>>) =>
    answer.headers.get('www-authenticate') ?? ''

  it('without a token is 401, with a challenge that has no error code', async () => {
    for (const authorization of [undefined, 'Basic eDp5']) {
      const answer = await userinfo(authorization)
      assert.deepEqual(
        [answer.status, answer.json().code, challengeOf(answer)],
        [401, 'auth.token_missing', 'Bearer realm="cairn"'],
      )
    }
  })

  it('with a token that is not good is 401 invalid_token', async () => {
    for (const authorization of ['Bearer', 'Bearer a.b.c', 'Bearer x y']) {
      const answer = await userinfo(authorization)
      assert.equal(answer.status, 401, authorization)
      assert.match(challengeOf(answer), /^Bearer .*error="invalid_token"/)
    }
  })

  it('without the scope openid is 403 insufficient_scope', async () => {
    const { access_token } = await signInToApp(server, ana, await newApp(server), 'profile api.read')
    for (const token of [access_token, await server.token('api.read')]) {
      const answer = await userinfo(`Bearer ${token}`)
      assert.deepEqual([answer.status, answer.json().code], [403, 'auth.insufficient_scope'])
      assert.match(challengeOf(answer), /^Bearer .*error="insufficient_scope".*scope="openid"/)
    }
  })

  it('tells no more than the client may still ask for', async () => {
    const app = await newApp(server)
    const { access_token } = await signInToApp(server, ana, app, ALL)
    assert.equal((await userinfo(`Bearer ${access_token}`)).json().name, 'Ana Meyer')
    await change(app, ['openid', 'offline_access', 'api.read'])
    assert.deepEqual((await userinfo(`Bearer ${access_token}`)).json(), { sub: 'ana' })
    await change(app, ['profile', 'api.read'])
    assert.equal((await userinfo(`Bearer ${access_token}`)).status, 403)
  })
})

describe('tokens that are bound to a key', async () => {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(keys.publicKey)

  const proof = (method: string, path: string, token?: string, key = { ...keys, jwk }) =>
    new SignJWT({
      jti: randomUUID(),
      htm: method,
      htu: `${origin}${path}`,
      ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk })
      .setIssuedAt()
      .sign(key.privateKey)

  const app = await newApp(server, { requires_dpop: true })
  const asked = askFor(app, 'openid profile offline_access api.read')
  const code = (await authorize(ana, asked)).searchParams.get('code') ?? ''
  const tokens = (
    await redeem(server, app, asked, code, {}, { DPoP: await proof('POST', '/oauth/token') })
  ).json()
  const token: string = tokens.access_token

  it('are introspected with their key', async () => {
    const cnf = { jkt: await calculateJwkThumbprint(jwk) }
    const access = await introspect(token)
    assert.deepEqual([access.active, access.token_type, access.cnf], [true, 'DPoP', cnf])
    const refreshed = await introspect(tokens.refresh_token)
    assert.deepEqual([refreshed.active, refreshed.cnf], [true, cnf])
  })

  it('open userinfo with a proof', async () => {
    const answer = await userinfo(`DPoP ${token}`, { DPoP: await proof('GET', '/oauth/userinfo', token) })
    assert.deepEqual([answer.status, answer.json().sub], [200, 'ana'], answer.text)
  })

  it('do not without one, with one of another key, or for another request', async () => {
    const other = await generateKeyPair('ES256', { extractable: true })
    const foreign = { ...other, jwk: await exportJWK(other.publicKey) }
    const proofs = {
      none: {},
      'of another key': { DPoP: await proof('GET', '/oauth/userinfo', token, foreign) },
      'for another method': { DPoP: await proof('POST', '/oauth/userinfo', token) },
      'for no token': { DPoP: await proof('GET', '/oauth/userinfo') },
      'given twice': { DPoP: 'a.b.c, d.e.f' },
    }
    for (const [name, headers] of Object.entries(proofs)) {
      const answer = await userinfo(`DPoP ${token}`, headers)
      assert.equal(answer.status, 401, name)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^DPoP .*error="invalid_dpop_proof"/, name)
    }
  })

  it('are no bearer tokens, and bearer tokens are not bound', async () => {
    const bare = await userinfo(`Bearer ${token}`)
    assert.equal(bare.status, 401)
    assert.match(bare.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
    const { access_token } = await signInToApp(server, ana, await newApp(server), 'openid')
    const bound = await userinfo(`DPoP ${access_token}`, {
      DPoP: await proof('GET', '/oauth/userinfo', access_token),
    })
    assert.equal(bound.status, 401)
    assert.match(bound.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
    assert.equal((await callWith(server, token)).status, 401)
  })
})
