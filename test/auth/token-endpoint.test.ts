/** `POST {auth_url}/oauth/token` as docs/interface.md has it (sections 2.1, 4 and 13). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from '../../packages/server/src/db/index.ts'
import type { Answer } from '../server.ts'
import { testServer } from '../server.ts'
import { type Ask, askToken, basicOf, FORM_TYPE } from './token-request.ts'

const server = await testServer({ env: { CAIRN_AUTH_BAD_ATTEMPTS: '100000' } })
const { id, secret } = server.client
const audience = `${server.url}/openehr/v1`

function assertToken(answer: Answer, scope: string): void {
  assert.equal(answer.status, 200, answer.text)
  const { access_token, ...rest } = answer.json()
  assert.equal(typeof access_token, 'string')
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope })
}

/** Section 7.1: an object of `error` and `error_description`, never kept by a cache, and nothing besides. */
function assertOauthError(answer: Answer, status: number, error: string, description = /./): void {
  const { error_description, ...rest } = answer.json()
  assert.deepEqual({ status: answer.status, ...rest }, { status, error }, answer.text)
  assert.match(error_description, description)
  // RFC 6749 section 5.2: no other characters in a description.
  assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
}

describe('the token response (2.1)', async () => {
  const answer = await askToken(server)

  it('has access_token, token_type, expires_in and scope, and no refresh_token', () => {
    assertToken(answer, 'api.read api.write')
    assert.deepEqual(Object.keys(answer.json()).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
  })

  it('is JSON that no cache keeps (RFC 6749 section 5.1)', () => {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('pragma'), 'no-cache')
  })

  it('carries a JWT as RFC 9068 profiles it, signed with ES256', () => {
    const { access_token } = answer.json()
    const { alg, typ, kid } = decodeProtectedHeader(access_token)
    assert.deepEqual({ alg, typ, kid: typeof kid }, { alg: 'ES256', typ: 'at+jwt', kid: 'string' })
    const { iss, aud, sub, client_id, scope, jti, exp = 0, iat = 0 } = decodeJwt(access_token)
    assert.deepEqual(
      { iss, aud, sub, client_id, scope },
      {
        iss: server.url.replace('127.0.0.1', 'localhost'),
        aud: audience,
        sub: id,
        client_id: id,
        scope: 'api.read api.write',
      },
    )
    assert.equal(exp - iat, 3600)
    assert.ok(Math.abs(iat - Date.now() / 1000) < 60)
    assert.match(jti ?? '', /^[0-9a-f-]{36}$/)
  })

  it('has another jti each time', async () => {
    const again = await askToken(server)
    assert.notEqual(decodeJwt(again.json().access_token).jti, decodeJwt(answer.json().access_token).jti)
  })

  it('opens the API', async () => {
    const { access_token } = (await askToken(server, { form: { scope: 'api.admin' } })).json()
    const read = await server.call('GET /admin/v1/client', {
      headers: { Authorization: `Bearer ${access_token}` },
    })
    assert.equal(read.status, 200)
  })
})

describe('credentials (4.1)', () => {
  const body = { client_id: id, client_secret: secret }
  const accepted: Record<string, Ask> = {
    'HTTP Basic': {},
    'HTTP Basic, the scheme in any case': {
      basic: null,
      headers: { Authorization: `bASIC ${btoa(`${id}:${secret}`)}` },
    },
    'HTTP Basic, both percent-encoded as RFC 6749 section 2.3.1 has it': {
      basic: `${[...id].map(c => `%${c.charCodeAt(0).toString(16)}`).join('')}:${encodeURIComponent(secret)}`,
    },
    'HTTP Basic, with the same client_id in the body': { form: { client_id: id } },
    'HTTP Basic, with empty ones in the body, which count as left out': {
      form: { client_id: '', client_secret: '' },
    },
    'the body': { basic: null, form: body },
  }
  for (const [name, ask] of Object.entries(accepted))
    it(`are taken by ${name}`, async () => assertToken(await askToken(server, ask), 'api.read api.write'))

  const header = (value: string): Ask => ({ basic: null, headers: { Authorization: value } })
  const invalidClient: Record<string, Ask> = {
    'a wrong secret': { basic: `${id}:wrong` },
    'a wrong secret in the body': { basic: null, form: { ...body, client_secret: 'wrong' } },
    'an unknown client': { basic: `nobody:${secret}` },
    'an unknown client in the body': { basic: null, form: { ...body, client_id: 'nobody' } },
    'an id that no client can have': { basic: `no body!:${secret}` },
    'an id with a zero byte': { basic: `${id}\0:${secret}` },
    'a secret with a zero byte': { basic: `${id}:${secret}\0` },
    'the id in another case': { basic: `${id.toUpperCase()}:${secret}` },
    'the secret in another case': { basic: `${id}:${secret.toLowerCase()}x` },
    'the secret with a space after it': { basic: `${id}:${secret} ` },
    'an empty secret': { basic: `${id}:` },
    'an empty id': { basic: `:${secret}` },
    'Basic without a colon': { basic: id },
    'Basic of nothing': header('Basic '),
    'Basic that is not base64': header('Basic §§§'),
    'Basic with more behind it': header(`${basicOf(`${id}:${secret}`)}, Basic x`),
    'another scheme': header(`Bearer ${secret}`),
    'an id as long as 10,000 characters': { basic: `${'x'.repeat(10_000)}:${secret}` },
    'SQL in the id': { basic: `' or '1'='1:${secret}` },
  }
  for (const [name, ask] of Object.entries(invalidClient))
    it(`${name} is invalid_client, 401 with a challenge for Basic`, async () => {
      const answer = await askToken(server, ask)
      assertOauthError(answer, 401, 'invalid_client')
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="/)
    })

  it('a wrong secret and an unknown client cannot be told apart', async () => {
    const [one, other] = await Promise.all([
      askToken(server, { basic: `${id}:wrong` }),
      askToken(server, { basic: 'nobody:wrong' }),
    ])
    assert.equal(one.text, other.text)
  })

  const invalidRequest: Record<string, [Ask, RegExp]> = {
    'no credentials at all': [{ basic: null }, /credentials are missing/i],
    'a client_id without its secret': [{ basic: null, form: { client_id: id } }, /missing/],
    'a client_secret without its id': [{ basic: null, form: { client_secret: secret } }, /missing/],
    'empty credentials in the body': [
      { basic: null, form: { client_id: '', client_secret: '' } },
      /credentials are missing/i,
    ],
    'both ways at once': [{ form: body }, /twice|both/],
    'Basic with another client_id in the body': [{ form: { client_id: 'other' } }, /twice|both/],
    'Basic with a secret in the body': [{ form: { client_secret: secret } }, /twice|both/],
    'a secret in the URL': [
      { basic: null, query: `?client_id=${id}&client_secret=${encodeURIComponent(secret)}` },
      /URL/,
    ],
    'a client_id in the URL': [{ query: `?client_id=${id}` }, /URL/],
  }
  for (const [name, [ask, description]] of Object.entries(invalidRequest))
    it(`${name}: invalid_request, 400`, async () =>
      assertOauthError(await askToken(server, ask), 400, 'invalid_request', description))
})

describe('parameters (4.1, 7.1)', () => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', audience }).toString()
  const refused: Record<string, [ask: Ask, error: string, description: RegExp]> = {
    'another grant_type': [{ form: { grant_type: 'password' } }, 'invalid_grant', /client_credentials/],
    'a refresh token that is not known': [
      { form: { grant_type: 'refresh_token', refresh_token: 'x' } },
      'invalid_grant',
      /refresh token/,
    ],
    'an authorization code': [
      { form: { grant_type: 'authorization_code', code: 'x' } },
      'invalid_grant',
      /./,
    ],
    'grant_type in another case': [{ form: { grant_type: 'Client_Credentials' } }, 'invalid_grant', /./],
    'grant_type left out': [{ without: ['grant_type'] }, 'invalid_request', /grant_type/],
    'grant_type empty': [{ form: { grant_type: '' } }, 'invalid_request', /grant_type/],
    'audience left out': [{ without: ['audience'] }, 'invalid_request', /audience/],
    'audience empty': [{ form: { audience: '' } }, 'invalid_request', /audience/],
    'the audience of another API': [
      { form: { audience: 'https://elsewhere.example/openehr/v1' } },
      'invalid_request',
      /audience/,
    ],
    'the audience without its path': [{ form: { audience: server.url } }, 'invalid_request', /audience/],
    'an audience that is no URL': [{ form: { audience: 'cairn' } }, 'invalid_request', /audience/],
    'an unknown scope': [{ form: { scope: 'api.read api.everything' } }, 'invalid_scope', /api\.everything/],
    'an openEHR scope that is not offered': [{ form: { scope: 'system/*.*' } }, 'invalid_scope', /./],
    'scopes by comma': [{ form: { scope: 'api.read,api.write' } }, 'invalid_scope', /./],
    'a scope with quotes, which a description cannot hold': [
      { form: { scope: '"\\<script>é\u0000' } },
      'invalid_scope',
      /./,
    ],
    'a scope in another case': [{ form: { scope: 'API.READ' } }, 'invalid_scope', /./],
    'grant_type twice': [
      { body: `${form}&grant_type=client_credentials` },
      'invalid_request',
      /more than once/,
    ],
    'audience twice': [{ body: `${form}&audience=x` }, 'invalid_request', /more than once/],
    'scope twice': [{ body: `${form}&scope=api.read&scope=api.write` }, 'invalid_request', /more than once/],
    'client_id twice': [{ body: `${form}&client_id=a&client_id=b` }, 'invalid_request', /more than once/],
    'an empty body': [{ body: '' }, 'invalid_request', /./],
    'parameters in the URL': [{ body: 'x=y', query: `?${form}` }, 'invalid_request', /grant_type/],
    'bytes that are not UTF-8': [
      { body: Buffer.from(`${form}&x=\xff`, 'latin1') },
      'invalid_request',
      /UTF-8/,
    ],
    'another charset': [
      { body: form, headers: { 'Content-Type': `${FORM_TYPE}; charset=utf-16` } },
      'invalid_request',
      /./,
    ],
    'no media type': [{ body: form, headers: { 'Content-Type': '' } }, 'invalid_request', /Content-Type/],
    JSON: [
      {
        body: JSON.stringify({ grant_type: 'client_credentials', audience }),
        headers: { 'Content-Type': 'application/json' },
      },
      'invalid_request',
      /Content-Type/,
    ],
    'a multipart form': [
      { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      'invalid_request',
      /Content-Type/,
    ],
    'a compressed form': [{ headers: { 'Content-Encoding': 'gzip' } }, 'invalid_request', /Encoding/],
  }
  for (const [name, [ask, error, description]] of Object.entries(refused))
    it(`${name}: ${error}, 400`, async () =>
      assertOauthError(await askToken(server, ask), 400, error, description))

  it('unknown ones are ignored (RFC 6749 section 3.2)', async () =>
    assertToken(await askToken(server, { form: { colour: 'x', nonce: 'y' } }), 'api.read api.write'))

  it('the media type may carry its charset, in any case', async () => {
    const headers = { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8' }
    assertToken(await askToken(server, { headers }), 'api.read api.write')
  })

  it('audiences of this server are all its names, with or without a trailing slash', async () => {
    const localhost = server.url.replace('127.0.0.1', 'localhost')
    for (const name of [`${audience}/`, `${localhost}/openehr/v1`]) {
      const answer = await askToken(server, { form: { audience: name } })
      assertToken(answer, 'api.read api.write')
      assert.equal(decodeJwt(answer.json().access_token).aud, name.replace(/\/$/, ''))
    }
  })

  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
    it(`${method} is 405: the token endpoint is POST only`, async () => {
      const answer = await server.call(`${method} /oauth/token?grant_type=client_credentials`)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.get('allow'), 'OPTIONS, POST')
    })
})

describe('scopes (5)', () => {
  const granted: Record<string, [asked: string, granted: string]> = {
    'one of two': ['api.read', 'api.read'],
    'the other': ['api.write', 'api.write'],
    both: ['api.read api.write', 'api.read api.write'],
    'one named twice is granted once': ['api.read api.read', 'api.read'],
    'with more spaces than needed': ['  api.write   api.read ', 'api.write api.read'],
    'api.admin, when it is named': ['api.admin', 'api.admin'],
    'api.admin beside another': ['api.admin api.read', 'api.admin api.read'],
    'api.lenient, when it is named': ['api.write api.lenient', 'api.write api.lenient'],
    'none, an empty one': ['', 'api.read api.write'],
    'none but spaces': ['  ', 'api.read api.write'],
  }
  for (const [name, [asked, expected]] of Object.entries(granted))
    it(`asked for: ${name}`, async () =>
      assertToken(await askToken(server, { form: { scope: asked } }), expected))

  it('without asking: all of the client, but never api.lenient or api.admin', async () =>
    assertToken(await askToken(server), 'api.read api.write'))

  it('one that the client does not have is invalid_scope', async () => {
    const reader = await newClient(['api.read'])
    assertToken(await askToken(server, { basic: reader }), 'api.read')
    for (const scope of ['api.write', 'api.read api.write', 'api.admin'])
      assertOauthError(await askToken(server, { basic: reader, form: { scope } }), 400, 'invalid_scope')
  })

  it('a client that has only api.admin must name it', async () => {
    const admin = await newClient(['api.admin'])
    assertOauthError(await askToken(server, { basic: admin }), 400, 'invalid_scope', /name/)
    assertToken(await askToken(server, { basic: admin, form: { scope: 'api.admin' } }), 'api.admin')
  })
})

describe('a client', () => {
  it('that is disabled gets invalid_client at once, in the words of a wrong secret; enabled again, a token', async () => {
    const basic = await newClient(['api.read'])
    const [name] = basic.split(':')
    await server.call(`POST /admin/v1/client/${name}/disable`, { scopes: 'api.admin' })
    const refused = await askToken(server, { basic })
    assertOauthError(refused, 401, 'invalid_client')
    assert.equal(refused.text, (await askToken(server, { basic: `${id}:wrong` })).text)
    await server.call(`POST /admin/v1/client/${name}/enable`, { scopes: 'api.admin' })
    assertToken(await askToken(server, { basic }), 'api.read')
  })

  it('has two live secrets after a rotation, and after the next one the oldest is gone', async () => {
    const first = await newClient(['api.read'])
    const [name = ''] = first.split(':')
    const rotate = async () => {
      const { client_secret } = (
        await server.call(`POST /admin/v1/client/${name}/rotate`, { scopes: 'api.admin' })
      ).json()
      return `${name}:${client_secret}`
    }
    const second = await rotate()
    assertToken(await askToken(server, { basic: first }), 'api.read')
    assertToken(await askToken(server, { basic: second }), 'api.read')
    const third = await rotate()
    assertOauthError(await askToken(server, { basic: first }), 401, 'invalid_client')
    assertToken(await askToken(server, { basic: second }), 'api.read')
    assertToken(await askToken(server, { basic: third }), 'api.read')
  })

  it('has a secret of 256 bits, which the database does not hold', async () => {
    assert.equal(Buffer.from(secret, 'base64url').length, 32)
    const text = `select row_to_json(s)::text as stored from cairn.client_secret s where client_id = $1`
    const [row] = await server.db.query(sql<{ stored: string }, [string]>({ name: 'test.secret', text }), [
      id,
    ])
    const hex = (given: Buffer) => given.toString('hex')
    assert.match(row?.stored ?? '', /"mac":"\\\\x[0-9a-f]{64}"/)
    for (const form of [secret, hex(Buffer.from(secret)), hex(Buffer.from(secret, 'base64url'))])
      assert.ok(!row?.stored.includes(form))
    const unkeyed = createHash('sha256').update(secret).digest('hex')
    assert.ok(!row?.stored.includes(unkeyed), 'a stolen table alone can be used to test guesses')
  })
})

async function newClient(scopes: readonly string[]): Promise<string> {
  const answer = await server.call('POST /admin/v1/client', {
    scopes: 'api.admin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'another', scopes }),
  })
  assert.equal(answer.status, 201, answer.text)
  const { client_id, client_secret } = answer.json()
  return `${client_id}:${client_secret}`
}
