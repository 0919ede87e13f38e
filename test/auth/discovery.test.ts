/** The documents that tell a client where everything is (2.2, RFC 8414, RFC 9728), the keys, and the authorize endpoint. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { askFor, authorizePath } from '../people/app.ts'
import { freePort, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const server = await testServer()
const base = server.url.replace('127.0.0.1', 'localhost')

describe('GET {auth_url}/.well-known/smart-configuration', async () => {
  const answer = await server.call('GET /.well-known/smart-configuration', {
    headers: { Accept: 'application/json' },
  })
  const document = answer.json()

  it('is JSON, for anybody', () => {
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  })

  it('has every field of section 2.2', () => {
    assert.equal(document.authorization_endpoint, `${base}/oauth/authorize`)
    assert.equal(document.token_endpoint, `${base}/oauth/token`)
    assert.deepEqual(document.grant_types_supported, [
      'client_credentials',
      'authorization_code',
      'refresh_token',
    ])
    for (const scope of ['api.read', 'api.write']) assert.ok(document.scopes_supported.includes(scope), scope)
  })

  it('has the further ones: issuer, keys, client authentication, SMART capabilities, services', () => {
    assert.equal(document.issuer, base)
    assert.equal(document.jwks_uri, `${base}/.well-known/jwks.json`)
    assert.deepEqual(document.token_endpoint_auth_methods_supported, [
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      'none',
    ])
    // SMART on openEHR 1.0 calls the context of an EHR "launch-openehr-ehr", 1.1 "context-openehr-ehr".
    for (const name of ['client-confidential-symmetric', 'launch-openehr-ehr', 'context-openehr-ehr'])
      assert.ok(document.capabilities.includes(name), name)
    assert.equal(document.services['org.openehr.rest'].baseUrl, `${base}/openehr/v1`)
  })

  it('names addresses that are there', async () => {
    const { openapi, documentation } = document.services['org.openehr.rest']
    for (const url of [document.jwks_uri, openapi, documentation]) {
      const { pathname } = new URL(url)
      assert.equal((await server.call(`GET ${pathname}`)).status, 200, url)
    }
  })

  it('may be kept by a cache, and is not changed by a trailing slash', async () => {
    assert.match(answer.headers.get('cache-control') ?? '', /max-age=\d+/)
    assert.equal((await server.call('GET /.well-known/smart-configuration/')).text, answer.text)
  })

  it('agrees with the RFC 8414 document in every field that both have', async () => {
    const metadata = (await server.call('GET /.well-known/oauth-authorization-server')).json()
    for (const field of ['issuer', 'token_endpoint', 'jwks_uri', 'response_types_supported'])
      assert.ok(field in metadata, field)
    for (const [field, value] of Object.entries(metadata)) assert.deepEqual(value, document[field], field)
  })
})

describe('RFC 9728: about the API as a resource', () => {
  for (const path of [
    '/.well-known/oauth-protected-resource',
    // Section 3.1: where a client looks that knows only the resource, {base_url}/openehr/v1.
    '/.well-known/oauth-protected-resource/openehr/v1',
  ])
    it(`is at ${path}`, async () => {
      const answer = await server.call(`GET ${path}`)
      assert.equal(answer.status, 200, answer.text)
      const { resource, authorization_servers, scopes_supported, bearer_methods_supported } = answer.json()
      assert.equal(resource, `${base}/openehr/v1`)
      assert.deepEqual(authorization_servers, [base])
      assert.deepEqual(bearer_methods_supported, ['header'])
      assert.ok(scopes_supported.includes('api.read'))
    })
})

describe('with public addresses that have a path', async () => {
  const behind = await testServer({
    env: {
      CAIRN_BASE_URL: 'https://cairn.example.org/cdr',
      CAIRN_AUTH_URL: 'https://cairn.example.org/login',
    },
  })
  const audience = 'https://cairn.example.org/cdr/openehr/v1'
  const found = (path: string) => behind.call(`GET ${path}`)

  it('discovery is under the path and without it, for proxies that take it off', async () => {
    for (const path of ['/login/.well-known/smart-configuration', '/.well-known/smart-configuration']) {
      const { issuer, token_endpoint, services } = (await found(path)).json()
      assert.equal(issuer, 'https://cairn.example.org/login')
      assert.equal(token_endpoint, 'https://cairn.example.org/login/oauth/token')
      assert.equal(services['org.openehr.rest'].baseUrl, 'https://cairn.example.org/cdr/openehr/v1')
    }
  })

  it('RFC 8414 puts its document between host and path', async () => {
    const answer = await found('/.well-known/oauth-authorization-server/login')
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json().issuer, 'https://cairn.example.org/login')
  })

  it('every address that discovery names is served', async () => {
    const { services, jwks_uri } = (await found('/login/.well-known/smart-configuration')).json()
    const { openapi, documentation } = services['org.openehr.rest']
    for (const url of [jwks_uri, openapi, documentation]) {
      const { pathname } = new URL(url)
      assert.equal((await found(pathname)).status, 200, url)
    }
  })

  const administrator = async () => {
    const answer = await behind.call('POST /login/oauth/token', {
      headers: {
        Authorization: `Basic ${btoa(`${behind.client.id}:${behind.client.secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `grant_type=client_credentials&scope=api.admin&audience=${encodeURIComponent(audience)}`,
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.json().access_token
  }

  it('tokens are for that address and from that issuer, and open the API under its path', async () => {
    const token = await administrator()
    const { aud, iss } = decodeJwt(token)
    assert.deepEqual({ aud, iss }, { aud: audience, iss: 'https://cairn.example.org/login' })
    const headers = { Authorization: `Bearer ${token}` }
    assert.equal((await behind.call('GET /cdr/admin/v1/client', { headers })).status, 200)
  })

  it('an app may name the API, or the issuer as its launch did, and nothing else', async () => {
    const redirectUri = 'https://app.example.org/signed-in'
    const made = await behind.call('POST /cdr/admin/v1/client', {
      headers: { Authorization: `Bearer ${await administrator()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'App',
        kind: 'public',
        scopes: ['api.read'],
        redirect_uris: [redirectUri],
      }),
    })
    const app = { clientId: made.json().client_id, secret: undefined, redirectUri }
    const ask = (aud: string) =>
      behind.call(`GET /login${authorizePath(askFor(app, 'api.read', { aud }).parameters)}`)
    for (const aud of [audience, 'https://cairn.example.org/cdr', 'https://cairn.example.org/login']) {
      const page = await ask(aud)
      assert.match(page.text, /\/login\/oauth\/authorize\/continue\?request=/, aud)
    }
    const refused = await ask('https://other.example.org')
    assert.match(refused.headers.get('location') ?? refused.text, /error=invalid_request.*aud/)
  })
})

describe('GET {auth_url}/.well-known/jwks.json', async () => {
  const { keys } = (await server.call('GET /.well-known/jwks.json')).json() as {
    keys: Record<string, string>[]
  }

  const tokenKeys = keys.filter(({ alg }) => alg === 'ES256')
  const recordKeys = keys.filter(({ alg }) => alg === 'EdDSA')

  it('has the current and the next key of tokens, for ES256', () => {
    assert.equal(tokenKeys.length, 2)
    for (const { kty, crv, alg, use, kid, x, y, ...more } of tokenKeys) {
      assert.deepEqual({ kty, crv, alg, use }, { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
      for (const part of [kid, x, y]) assert.match(part ?? '', /^[\w-]{43}$/)
      assert.deepEqual(more, {})
    }
  })

  it('has the key that versions are signed with, for EdDSA', () => {
    assert.equal(recordKeys.length, 1)
    for (const { kty, crv, alg, use, kid, x, ...more } of recordKeys) {
      assert.deepEqual({ kty, crv, alg, use }, { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })
      for (const part of [kid, x]) assert.match(part ?? '', /^[\w-]{43}$/)
      assert.deepEqual(more, {})
    }
  })

  it('has no other keys, no two of one id, and nothing private', () => {
    assert.equal(keys.length, tokenKeys.length + recordKeys.length)
    assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length)
    for (const key of keys) for (const part of ['d', 'p', 'q', 'k']) assert.ok(!(part in key), part)
  })

  it('verifies the tokens of this server, as any other server would', async () => {
    const { access_token } = (await askToken(server)).json()
    const jwks = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`))
    const { payload } = await jwtVerify(access_token, jwks, {
      issuer: base,
      audience: `${server.url}/openehr/v1`,
      typ: 'at+jwt',
    })
    assert.equal(payload['client_id'], server.client.id)
  })
})

describe('{auth_url}/oauth/authorize', () => {
  const asked =
    '?response_type=code&client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fback&state=xyz&scope=api.read'

  for (const request of [`GET /oauth/authorize${asked}`, 'GET /oauth/authorize', 'POST /oauth/authorize'])
    it(`${request.slice(0, 40)}: a page that says the app is not known, and no redirect`, async () => {
      const answer = await server.call(request)
      assert.equal(answer.status, 400)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(answer.text, /not registered/)
      assert.equal(answer.headers.get('location'), null, 'no redirect to wherever the caller says')
    })
})

describe('the authorization server on a port of its own', async () => {
  const port = await freePort()
  const split = await testServer({ env: { CAIRN_AUTH_PORT: String(port) } })

  it('has discovery and tokens there, and the API has neither', async () => {
    const authUrl = `http://127.0.0.1:${port}`
    const document = (await (await fetch(`${authUrl}/.well-known/smart-configuration`)).json()) as {
      token_endpoint: string
      services: Record<string, { baseUrl: string }>
    }
    assert.equal(document.token_endpoint, `http://localhost:${port}/oauth/token`)
    assert.equal(
      document.services['org.openehr.rest']?.baseUrl,
      `${split.url.replace('127.0.0.1', 'localhost')}/openehr/v1`,
    )
    assert.equal((await split.call('GET /.well-known/smart-configuration')).status, 404)
    assert.equal((await split.call('POST /oauth/token')).status, 404)
    assert.equal((await fetch(`${authUrl}/admin/v1/client`)).status, 404)
  })

  it('gives tokens that open the API', async () =>
    assert.equal((await split.call('GET /admin/v1/client', { scopes: 'api.admin' })).status, 200))
})
