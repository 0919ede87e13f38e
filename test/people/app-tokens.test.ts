/** Tokens that an app has for a person: refresh, introspection and revocation, by our own calls and by clients that others wrote. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { callWith, refresh, signInToApp, tokenRequest } from './app.ts'
import { newBrowser } from './browser.ts'
import { adminCall, newApp, newPerson, signIn } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')
const ana = await newPerson(server, 'ana')

const introspect = async (token: string, app = server.client) =>
  (
    await server.call('POST /oauth/introspect', {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${btoa(`${app.id}:${app.secret}`)}`,
      },
      body: new URLSearchParams({ token }).toString(),
    })
  ).json()

describe('refresh tokens', () => {
  it('are replaced at each use, and can ask for less', async () => {
    const app = await newApp(server)
    const first = await signInToApp(server, ana, app, 'openid offline_access api.read api.write')
    const second = (await refresh(server, app, first.refresh_token, { scope: 'api.read' })).json()
    assert.equal(second.scope, 'api.read')
    assert.notEqual(second.refresh_token, first.refresh_token)
    const third = (await refresh(server, app, second.refresh_token)).json()
    assert.equal(third.scope, 'openid offline_access api.read api.write')
    const wider = await refresh(server, app, third.refresh_token, { scope: 'api.admin' })
    assert.equal(wider.json().error, 'invalid_scope')
    assert.equal(
      (await refresh(server, app, third.refresh_token)).status,
      200,
      'a refused request uses nothing up',
    )
  })

  it('are not given without offline_access or online_access, nor to another client', async () => {
    const app = await newApp(server)
    assert.equal((await signInToApp(server, ana, app, 'openid api.read')).refresh_token, undefined)
    const { refresh_token } = await signInToApp(server, ana, app, 'offline_access')
    const other = await newApp(server)
    assert.equal((await refresh(server, other, refresh_token)).json().error, 'invalid_grant')
    assert.equal((await refresh(server, app, refresh_token)).status, 200)
  })

  it('name the client of a public app by themselves, and that of no other', async () => {
    const alone = (token: string) =>
      server.call('POST /oauth/token', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString(),
      })
    const app = await newApp(server)
    const first = await signInToApp(server, ana, app, 'offline_access api.read')
    const second = (await alone(first.refresh_token)).json()
    assert.equal((await callWith(server, second.access_token)).status, 200)
    assert.equal((await alone(first.refresh_token)).json().error, 'invalid_grant', 'used twice')
    assert.equal((await alone(second.refresh_token)).json().error, 'invalid_grant', 'its family has ended')
    assert.equal((await alone('never given')).json().error, 'invalid_grant')
    assert.equal((await alone('')).json().error, 'invalid_request')
    const backed = await newApp(server, { kind: 'confidential' })
    const { refresh_token } = await signInToApp(server, ana, backed, 'offline_access')
    const refused = await alone(refresh_token)
    assert.deepEqual([refused.status, refused.json().error], [401, 'invalid_client'])
    assert.equal((await refresh(server, backed, refresh_token)).status, 200, 'nothing was used up')
  })

  it('of online_access end with the session', async () => {
    const app = await newApp(server, { scopes: ['online_access', 'api.read'] })
    const browser = newBrowser(server)
    await signIn(browser, 'ana')
    const { refresh_token } = await signInToApp(server, browser, app, 'online_access api.read')
    const next = (await refresh(server, app, refresh_token)).json()
    await browser.open('/auth/account')
    await browser.submit('/auth/sign-out')
    assert.equal((await refresh(server, app, next.refresh_token)).json().error, 'invalid_grant')
  })
})

describe('introspection and revocation', () => {
  it('tell a client about its own tokens, and others only with the scope', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const own = { id: app.clientId, secret: app.secret ?? '' }
    const { access_token, refresh_token } = await signInToApp(
      server,
      ana,
      app,
      'openid offline_access api.read',
    )
    const { active, sub, client_id, scope, username } = await introspect(access_token, own)
    assert.deepEqual(
      [active, sub, client_id, scope, username],
      [true, 'ana', app.clientId, 'openid offline_access api.read', 'ana'],
    )
    assert.equal((await introspect(refresh_token, own)).active, true)
    assert.deepEqual(await introspect(access_token), { active: false })
    const made = await adminCall(server, 'POST /admin/v1/client', {
      name: 'gateway',
      scopes: ['api.read', 'introspect'],
    })
    const gateway = { id: made.json().client_id, secret: made.json().client_secret }
    assert.equal((await introspect(access_token, gateway)).sub, 'ana')
    assert.deepEqual(await introspect('a.b.c', own), { active: false })
  })

  it('end an access token, and with a refresh token everything of the sign-in', async () => {
    const app = await newApp(server)
    const revoke = (token: string, clientId = app.clientId) =>
      server.call('POST /oauth/revoke', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, client_id: clientId }).toString(),
      })
    const tokens = await signInToApp(server, ana, app, 'offline_access api.read')
    const other = await newApp(server)
    assert.equal((await revoke(tokens.access_token, other.clientId)).status, 200)
    assert.equal((await callWith(server, tokens.access_token)).status, 200, 'another client cannot revoke it')
    assert.equal((await revoke(tokens.access_token)).status, 200)
    assert.equal((await callWith(server, tokens.access_token)).status, 401)
    const next = (await refresh(server, app, tokens.refresh_token)).json()
    assert.equal((await callWith(server, next.access_token)).status, 200)
    assert.equal((await revoke(next.refresh_token)).status, 200)
    assert.equal((await callWith(server, next.access_token)).status, 401)
    assert.equal((await refresh(server, app, next.refresh_token)).json().error, 'invalid_grant')
    assert.equal((await revoke('unknown')).status, 200)
  })

  it('reach a second process within seconds', async () => {
    const beside = await testServer({ beside: server, env: { CAIRN_BASE_URL: origin } })
    const app = await newApp(server)
    const { access_token } = await signInToApp(server, ana, app, 'api.read')
    await eventually('a 200', async () => (await callWith(beside, access_token)).status === 200)
    await server.call('POST /oauth/revoke', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: access_token, client_id: app.clientId }).toString(),
    })
    await eventually('a 401', async () => (await callWith(beside, access_token)).status === 401)
  })
})

describe('clients that others wrote', () => {
  it('openid-client: discovery, code, id_token, userinfo, refresh, introspection, revocation', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const config = await openid.discovery(
      new URL(origin),
      app.clientId,
      undefined,
      openid.ClientSecretBasic(app.secret ?? ''),
      {
        execute: [openid.allowInsecureRequests],
      },
    )
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUri,
      scope: 'openid profile offline_access api.read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    let page = await ana.open(`${url.pathname}${url.search}`)
    page = await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    }
    const tokens = await openid.authorizationCodeGrant(config, new URL(page.url), checks)
    assert.equal(tokens.claims()?.sub, 'ana')
    const info = await openid.fetchUserInfo(config, tokens.access_token, 'ana')
    assert.equal(info.name, 'Ana Meyer')
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.equal((await openid.tokenIntrospection(config, next.access_token)).active, true)
    await openid.tokenRevocation(config, next.access_token)
    assert.equal((await openid.tokenIntrospection(config, next.access_token)).active, false)
  })

  it('openid-client: pushed request and DPoP', async () => {
    const app = await newApp(server, { requires_dpop: true })
    const config = await openid.discovery(new URL(origin), app.clientId, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    })
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
    const verifier = openid.randomPKCECodeVerifier()
    const url = await openid.buildAuthorizationUrlWithPAR(
      config,
      {
        redirect_uri: app.redirectUri,
        scope: 'openid offline_access api.read',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      },
      { DPoP },
    )
    await ana.open(`${url.pathname}${url.search}`)
    const page = await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(page.url),
      { pkceCodeVerifier: verifier },
      undefined,
      { DPoP },
    )
    assert.equal(tokens.token_type, 'dpop')
    const resource = new URL(`${origin}/openehr/v1/definition/template/adl1.4`)
    const answer = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      resource,
      'GET',
      undefined,
      undefined,
      { DPoP },
    )
    assert.equal(answer.status, 200)
    assert.equal(
      (await callWith(server, tokens.access_token)).status,
      401,
      'a copy of the token alone opens nothing',
    )
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    assert.equal(next.token_type, 'dpop')
    const bare = await tokenRequest(server, app, {
      grant_type: 'refresh_token',
      refresh_token: next.refresh_token ?? '',
    })
    assert.equal(bare.json().error, 'invalid_dpop_proof')
  })

  for (const alg of ['ES384', 'ES256', 'RS384', 'Ed25519'])
    it(`oauth4webapi: private_key_jwt with ${alg}, for client credentials`, async () => {
      const { generateKeyPair, exportJWK } = await import('jose')
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg }
      const made = await adminCall(server, 'POST /admin/v1/client', {
        name: alg,
        scopes: ['api.read'],
        jwks: { keys: [jwk] },
      })
      assert.equal(made.status, 201, made.text)
      const client = { client_id: made.json().client_id }
      const insecure = { [oauth.allowInsecureRequests]: true }
      const issuer = new URL(origin)
      const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
      const as = await oauth.processDiscoveryResponse(issuer, found)
      assert.ok(as.token_endpoint_auth_signing_alg_values_supported?.includes(alg))
      const authentication = oauth.PrivateKeyJwt({ key: privateKey as oauth.CryptoKey, kid: 'k1' })
      const parameters = { audience: `${origin}/openehr/v1`, scope: 'api.read' }
      const answer = await oauth.clientCredentialsGrantRequest(
        as,
        client,
        authentication,
        parameters,
        insecure,
      )
      const token = await oauth.processClientCredentialsResponse(as, client, answer)
      assert.equal((await callWith(server, token.access_token)).status, 200)
    })
})
