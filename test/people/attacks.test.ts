/** The attacks of RFC 9700 and of OAuth 2.0 in the field, each as a test that fails for the attacker. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import {
  askFor,
  authorize,
  authorizePath,
  callWith,
  redeem,
  refresh,
  signInToApp,
  tokenRequest,
} from './app.ts'
import { newBrowser } from './browser.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')
const ana = await newPerson(server, 'ana')

const codeOf = (back: URL): string => back.searchParams.get('code') ?? ''

describe('a code', () => {
  it('that is used twice is refused, and ends what came of it', async () => {
    const app = await newApp(server)
    const asked = askFor(app, 'offline_access api.read')
    const code = codeOf(await authorize(ana, asked))
    const tokens = (await redeem(server, app, asked, code)).json()
    assert.equal((await callWith(server, tokens.access_token)).status, 200)
    assert.equal((await redeem(server, app, asked, code)).json().error, 'invalid_grant')
    assert.equal((await refresh(server, app, tokens.refresh_token)).json().error, 'invalid_grant')
    await eventually('a 401', async () => (await callWith(server, tokens.access_token)).status === 401)
  })

  it('that two use at once serves one of them at most', async () => {
    const app = await newApp(server)
    const asked = askFor(app, 'api.read')
    const code = codeOf(await authorize(ana, asked))
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(server, app, asked, code)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  const wrong: [what: string, more: Record<string, string>][] = [
    ['another verifier', { code_verifier: 'a'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['the challenge itself as verifier', {}],
    ['another redirect URI', { redirect_uri: 'https://app.example.org/other' }],
    ['no redirect URI', { redirect_uri: '' }],
  ]
  for (const [what, more] of wrong)
    it(`with ${what} is refused, and used up`, async () => {
      const app = await newApp(server)
      const asked = askFor(app, 'api.read')
      const code = codeOf(await authorize(ana, asked))
      const given = what.startsWith('the challenge')
        ? { code_verifier: asked.parameters['code_challenge'] ?? '' }
        : more
      const refused = await redeem(server, app, asked, code, given)
      assert.deepEqual([refused.status, refused.json().error], [400, 'invalid_grant'])
      assert.equal((await redeem(server, app, asked, code)).json().error, 'invalid_grant')
    })

  it('of one app is worth nothing to another (injection, mix-up)', async () => {
    const [app, evil] = [await newApp(server), await newApp(server)]
    const asked = askFor(app, 'api.read')
    const code = codeOf(await authorize(ana, asked))
    assert.equal((await redeem(server, evil, asked, code)).json().error, 'invalid_grant')
  })

  it('names its issuer beside it, also in errors (RFC 9207)', async () => {
    const app = await newApp(server)
    assert.equal((await authorize(ana, askFor(app, 'api.read'))).searchParams.get('iss'), origin)
    const refused = await authorize(ana, askFor(app, 'no-such-scope'))
    assert.deepEqual(
      [refused.searchParams.get('error'), refused.searchParams.get('iss')],
      ['invalid_scope', origin],
    )
  })

  it('ends after a minute', async () => {
    let clock = Date.now()
    const timed = await testServer({ now: () => clock })
    const browser = await newPerson(timed, 'eva')
    const app = await newApp(timed)
    const asked = askFor(app, 'api.read')
    const code = codeOf(await authorize(browser, asked))
    clock += 61_000
    assert.equal((await redeem(timed, app, asked, code)).json().error, 'invalid_grant')
  })
})

describe('redirect tricks', () => {
  const tricks = [
    'https://evil.example/',
    'https://app.example.org/signed-in/',
    'https://app.example.org/signed-in?next=https://evil.example',
    'https://app.example.org/signed-in#fragment',
    'https://app.example.org/signed-in/../../evil',
    'https://app.example.org@evil.example/signed-in',
    'https://app.example.org.evil.example/signed-in',
    'https://app.example.org:8443/signed-in',
    'http://app.example.org/signed-in',
    'HTTPS://APP.EXAMPLE.ORG/signed-in',
    'https://app.example.org/signed-in%00',
    'https://app.example.org\\@evil.example/',
    'javascript:alert(1)//https://app.example.org/signed-in',
    '//evil.example/signed-in',
  ]
  for (const redirect_uri of tricks)
    it(`${redirect_uri}: a page, and no redirect`, async () => {
      const app = await newApp(server)
      const { parameters } = askFor(app, 'api.read', { redirect_uri })
      const answer = await ana.send(authorizePath(parameters), {})
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get('location'), null)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    })

  it('a redirect URI that is sent twice', async () => {
    const app = await newApp(server)
    const { parameters } = askFor(app, 'api.read')
    const answer = await ana.send(`${authorizePath(parameters)}&redirect_uri=https%3A%2F%2Fevil.example`, {})
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('location'), null)
  })

  it('a backend, a disabled client and none at all', async () => {
    const app = await newApp(server)
    const { parameters } = askFor(app, 'api.read')
    for (const client_id of [server.client.id, 'nobody', '']) {
      const answer = await ana.send(authorizePath({ ...parameters, client_id }), {})
      assert.equal(answer.status, 400)
    }
    await adminCall(server, `POST /admin/v1/client/${app.clientId}/disable`)
    await eventually('a 400', async () => (await ana.send(authorizePath(parameters), {})).status === 400)
  })

  it('text of the request does not become HTML', async () => {
    const app = await newApp(server, { name: '<script>alert(1)</script>' })
    const page = await ana.open(authorizePath(askFor(app, 'api.read', { state: '"><script>' }).parameters))
    assert.match(page.text, /&lt;script&gt;alert\(1\)/)
    assert.doesNotMatch(page.text, /<script>/)
  })
})

describe('PKCE downgrade', () => {
  const rows: [what: string, change: Record<string, string>][] = [
    ['no challenge', { code_challenge: '' }],
    ['plain', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: '' }],
    ['a challenge that is too short', { code_challenge: 'abc' }],
  ]
  for (const [what, change] of rows)
    for (const kind of ['public', 'confidential'])
      it(`${what}: refused for a ${kind} client`, async () => {
        const app = await newApp(server, { kind })
        const back = await authorize(ana, askFor(app, 'api.read', change))
        assert.equal(back.searchParams.get('error'), 'invalid_request')
      })
})

describe('flows that are not offered', () => {
  for (const response_type of ['token', 'id_token', 'code id_token', 'none'])
    it(`response_type=${response_type}`, async () => {
      const app = await newApp(server)
      const back = await authorize(ana, askFor(app, 'openid', { response_type }))
      assert.equal(back.searchParams.get('error'), 'unsupported_response_type')
      assert.equal(back.hash, '')
    })

  it('the password grant, response_mode=fragment, request objects', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const grant = await tokenRequest(server, app, { grant_type: 'password', username: 'ana', password: 'x' })
    assert.equal(grant.json().error, 'invalid_grant')
    for (const more of [{ response_mode: 'fragment' }, { request: 'a.b.c' }] as Record<string, string>[]) {
      const back = await authorize(ana, askFor(app, 'openid', more))
      assert.ok(['invalid_request', 'request_not_supported'].includes(back.searchParams.get('error') ?? ''))
    }
  })

  it('client credentials of an app, and a code for a backend', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const answer = await tokenRequest(server, app, {
      grant_type: 'client_credentials',
      audience: `${origin}/openehr/v1`,
    })
    assert.equal(answer.json().error, 'unauthorized_client')
    const open = await newApp(server)
    const bare = await tokenRequest(server, open, {
      grant_type: 'client_credentials',
      audience: `${origin}/openehr/v1`,
    })
    assert.equal(bare.json().error, 'invalid_request')
  })

  it('a confidential app without its secret', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const asked = askFor(app, 'api.read')
    const code = codeOf(await authorize(ana, asked))
    const answer = await redeem(server, { ...app, secret: undefined }, asked, code)
    assert.deepEqual([answer.status, answer.json().error], [401, 'invalid_client'])
  })
})

describe('a refresh token that comes twice', () => {
  it('ends the whole family, and the access tokens with it', async () => {
    const app = await newApp(server)
    const first = await signInToApp(server, ana, app, 'offline_access api.read')
    const second = (await refresh(server, app, first.refresh_token)).json()
    assert.equal((await callWith(server, second.access_token)).status, 200)
    assert.equal((await refresh(server, app, first.refresh_token)).json().error, 'invalid_grant')
    assert.equal((await refresh(server, app, second.refresh_token)).json().error, 'invalid_grant')
    await eventually('a 401', async () => (await callWith(server, second.access_token)).status === 401)
  })

  it('from two at once serves one at most', async () => {
    const app = await newApp(server)
    const { refresh_token } = await signInToApp(server, ana, app, 'offline_access')
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(server, app, refresh_token)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })
})

describe('consent', () => {
  it('cannot be forged by another site, clicked through in a frame, or given for another', async () => {
    const app = await newApp(server)
    const page = await ana.open(authorizePath(askFor(app, 'api.read').parameters))
    const request = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const send = (browser: typeof ana, form_token: string, headers: Record<string, string> = {}) =>
      browser.send('/oauth/authorize/decision', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ request, form_token, decision: 'allow' }).toString(),
      })
    assert.equal((await send(ana, token, { Origin: 'https://evil.example' })).status, 403)
    assert.equal((await send(ana, 'x')).status, 403)
    const eve = await newPerson(server, `eve-${randomUUID().slice(0, 8)}`)
    assert.equal((await send(eve, token)).status, 403)
    const stranger = await send(newBrowser(server), token)
    assert.equal(stranger.status, 303)
    assert.match(stranger.headers.get('location') ?? '', /\/auth\/sign-in/)
    assert.equal((await send(ana, token)).status, 303)
  })
})

describe('assertions of clients', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k' }
  const made = await adminCall(server, 'POST /admin/v1/client', {
    name: 'k',
    scopes: ['api.read'],
    jwks: { keys: [jwk] },
  })
  const clientId: string = made.json().client_id
  const now = () => Math.floor(Date.now() / 1000)

  const assertion = (
    claims: JWTPayload = {},
    header: object = {},
    key: Parameters<SignJWT['sign']>[0] = privateKey,
  ) =>
    new SignJWT({
      iss: clientId,
      sub: clientId,
      aud: origin,
      jti: randomUUID(),
      iat: now(),
      exp: now() + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'k', ...header })
      .sign(key)

  const ask = (client_assertion: string, at = server) =>
    at.call('POST /oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        audience: `${origin}/openehr/v1`,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
      }).toString(),
    })

  it('work once, in whichever process', async () => {
    const beside = await testServer({ beside: server, env: { CAIRN_BASE_URL: origin } })
    const token = await assertion()
    assert.equal((await ask(token)).status, 200)
    assert.equal((await ask(token)).status, 401)
    assert.equal((await ask(token, beside)).status, 401)
    assert.equal((await ask(await assertion({ aud: `${origin}/oauth/token` }))).status, 200)
  })

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const bad: [what: string, make: () => Promise<string>][] = [
    ['another audience', () => assertion({ aud: 'https://other.example' })],
    ['several audiences', () => assertion({ aud: [origin, 'https://other.example'] })],
    ['a life of more than five minutes', () => assertion({ exp: now() + 400 })],
    ['an end in the past', () => assertion({ exp: now() - 60 })],
    ['no end', () => assertion({ exp: undefined as never })],
    ['no id', () => assertion({ jti: undefined as never })],
    ['a start in the future', () => assertion({ iat: now() + 600 })],
    ['another issuer', () => assertion({ iss: 'somebody' })],
    ['another subject', () => assertion({ sub: server.client.id })],
    ['another key', () => assertion({}, {}, other)],
    ['a key that it names itself', () => assertion({}, { jwk: { kty: 'EC' } })],
    ['an address of a key', () => assertion({}, { jku: 'https://evil.example/keys' })],
    [
      'a symmetric algorithm',
      () => assertion({}, { alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(jwk).padEnd(64, 'x'))),
    ],
    [
      'no algorithm',
      async () => `${btoa('{"alg":"none"}').replace(/=/g, '')}.${(await assertion()).split('.')[1]}.`,
    ],
  ]
  for (const [what, make] of bad)
    it(`are refused with ${what}`, async () => {
      const answer = await ask(await make())
      assert.deepEqual([answer.status, answer.json().error], [401, 'invalid_client'], answer.text)
    })
})

describe('DPoP proofs', async () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = await exportJWK(keys.publicKey)
  const path = '/openehr/v1/definition/template/adl1.4'

  const proof = (claims: JWTPayload, header: object = {}, key = keys.privateKey) =>
    new SignJWT({ jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
      .sign(key)

  const tokenProof = () => proof({ htm: 'POST', htu: `${origin}/oauth/token` })
  const app = await newApp(server)
  const asked = askFor(app, 'offline_access api.read')
  const code = codeOf(await authorize(ana, asked))
  const answer = await redeem(server, app, asked, code, {}, { DPoP: await tokenProof() })
  const { access_token: token, token_type, refresh_token } = answer.json()
  const ath = createHash('sha256').update(token).digest('base64url')
  const good = { htm: 'GET', htu: `${origin}${path}`, ath }
  const call = (DPoP: string, scheme = 'DPoP') =>
    server.call(`GET ${path}`, { headers: { Authorization: `${scheme} ${token}`, DPoP } })

  it('open the API with their token, each once', async () => {
    assert.equal(token_type, 'DPoP')
    const once = await proof(good)
    assert.equal((await call(once)).status, 200)
    const again = await call(once)
    assert.equal(again.status, 401)
    assert.match(again.headers.get('www-authenticate') ?? '', /^DPoP .*invalid_dpop_proof/)
  })

  const bad: [what: string, make: () => Promise<string>][] = [
    ['for another method', () => proof({ ...good, htm: 'POST' })],
    ['for another address', () => proof({ ...good, htu: `${origin}/openehr/v1/ehr` })],
    ['for another host', () => proof({ ...good, htu: `https://evil.example${path}` })],
    ['for another token', () => proof({ ...good, ath: 'x' })],
    ['for no token', () => proof({ htm: 'GET', htu: `${origin}${path}` })],
    ['that are old', () => proof({ ...good, iat: Math.floor(Date.now() / 1000) - 300 })],
    ['of another type', () => proof(good, { typ: 'JWT' })],
    ['with a private key', async () => proof(good, { jwk: await exportJWK(keys.privateKey) })],
    [
      'of another key',
      async () => {
        const thief = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        return proof(good, { jwk: await exportJWK(thief.publicKey) }, thief.privateKey)
      },
    ],
  ]
  for (const [what, make] of bad)
    it(`${what} are refused`, async () => assert.equal((await call(await make())).status, 401))

  it('cannot be left out, and a bound token is no bearer token', async () => {
    const bare = await server.call(`GET ${path}`, { headers: { Authorization: `DPoP ${token}` } })
    assert.equal(bare.status, 401)
    assert.equal((await call(await proof(good), 'Bearer')).status, 401)
    assert.equal((await refresh(server, app, refresh_token)).json().error, 'invalid_grant')
  })
})
