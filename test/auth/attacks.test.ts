/** Tokens that must not open anything: each is 401 with a Bearer challenge, and none takes long to refuse. */
import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import type { JWTPayload } from 'jose'
import { testServer } from '../server.ts'
import { encoded, goodClaims, signed, signingKeyOf } from './keys.ts'

const server = await testServer()
const own = await signingKeyOf(server)
const claims = goodClaims(server)
const { iat = 0 } = claims
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ed25519 = generateKeyPairSync('ed25519').privateKey
const { keys: published } = (await server.call('GET /.well-known/jwks.json')).json() as {
  keys: { kid: string; alg: string }[]
}
const recordKid = published.find(({ alg }) => alg === 'EdDSA')?.kid ?? ''
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const good = await signed(claims, own.key, { kid: own.kid })
const [goodHeader = '', goodPayload = '', goodSignature = ''] = good.split('.')

/** Signed by the server's own key, so that nothing but the change is wrong with it. */
const with_ = (change: JWTPayload) => signed({ ...claims, ...change }, own.key, { kid: own.kid })
const without = (name: string) =>
  signed(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)), own.key, {
    kid: own.kid,
  })
const header = (change: Record<string, unknown>) => signed(claims, own.key, { kid: own.kid, ...change })
/** Signed by a stranger, who can write whatever header he likes. */
const forged = (change: Record<string, unknown>) => signed(claims, stranger, { kid: own.kid, ...change })
/** Any header and payload, as they are, signed by the server's own key. */
const raw = (head: unknown, payload: unknown) => {
  const input = `${encoded(head)}.${encoded(payload)}`
  const signature = sign('sha256', Buffer.from(input), { key: own.key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}
const head = { alg: 'ES256', typ: 'at+jwt', kid: own.kid }
const unsigned = (alg: string) => `${encoded({ ...head, alg })}.${goodPayload}.`
const hmac = (secret: string | Buffer, alg: 'HS256' | 'HS512' = 'HS256') => {
  const input = `${encoded({ ...head, alg })}.${goodPayload}`
  return `${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`
}
const publicKey = createPublicKey({ key: own.publicJwk as never, format: 'jwk' })
const strangerJwk = createPublicKey(stranger).export({ format: 'jwk' })
/** The order of P-256: the one value that s must stay below. */
const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
const ecdsa = (r: Buffer, s: Buffer) =>
  `${goodHeader}.${goodPayload}.${Buffer.concat([r, s]).toString('base64url')}`
const zero = Buffer.alloc(32)

const attacks: Record<string, string | Promise<string>> = {
  'alg none': unsigned('none'),
  'alg None': unsigned('None'),
  'alg nOnE with a signature': `${encoded({ ...head, alg: 'nOnE' })}.${goodPayload}.${goodSignature}`,
  'no alg': raw({ typ: 'at+jwt', kid: own.kid }, claims),
  'alg empty': raw({ ...head, alg: '' }, claims),
  'alg a list': raw({ ...head, alg: ['ES256'] }, claims),
  'HS256 with the public key as PEM': hmac(publicKey.export({ format: 'pem', type: 'spki' })),
  'HS256 with the public key as DER': hmac(publicKey.export({ format: 'der', type: 'spki' })),
  'HS256 with the public key as JWK': hmac(JSON.stringify(own.publicJwk)),
  'HS512 with the kid': hmac(own.kid, 'HS512'),
  'HS256 with an empty secret': hmac(''),
  'HS256 with the client secret': hmac(server.client.secret),
  'RS256 by a stranger': signed(claims, rsa, { alg: 'RS256', kid: own.kid }),
  'PS256 by a stranger': signed(claims, rsa, { alg: 'PS256', kid: own.kid }),
  'ES256 by a stranger': forged({}),
  'EdDSA by a stranger': signed(claims, ed25519, { alg: 'EdDSA', kid: own.kid }),
  'EdDSA by a stranger, in the name of the key that signs versions': signed(claims, ed25519, {
    alg: 'EdDSA',
    kid: recordKid,
  }),
  'the kid of the key that signs versions': header({ kid: recordKid }),
  'the next key’s kid, signed by another': forged({ kid: 'next' }),
  'kid missing': raw({ alg: 'ES256', typ: 'at+jwt' }, claims),
  'kid unknown': header({ kid: 'unknown' }),
  'kid empty': header({ kid: '' }),
  'kid a traversal': forged({ kid: '../../../../dev/null' }),
  'kid SQL': forged({ kid: "' or '1'='1' --" }),
  'kid with a zero byte': forged({ kid: `${own.kid}\0` }),
  'kid a command': forged({ kid: '| touch /tmp/owned' }),
  'kid an object': raw({ ...head, kid: { $ne: null } }, claims),
  'kid a number': raw({ ...head, kid: 1 }, claims),
  'kid __proto__': forged({ kid: '__proto__' }),
  'kid constructor': forged({ kid: 'constructor' }),
  'jku to a stranger’s keys': forged({ jku: 'http://127.0.0.1:9/jwks.json', kid: 'stranger' }),
  'x5u to a stranger’s certificate': forged({ x5u: 'http://127.0.0.1:9/cert.pem' }),
  'x5c with a certificate': forged({ x5c: ['MIIB'] }),
  'jwk with the stranger’s key': forged({ jwk: strangerJwk }),
  'jwk with the stranger’s key and its kid': forged({ jwk: strangerJwk, kid: undefined }),
  'crit with an unknown name': raw({ ...head, crit: ['extra'], extra: true }, claims),
  'crit empty': raw({ ...head, crit: [] }, claims),
  'b64 false': raw({ ...head, b64: false, crit: ['b64'] }, claims),
  'typ JWT': header({ typ: 'JWT' }),
  'typ missing': raw({ alg: 'ES256', kid: own.kid }, claims),
  'typ of an ID token': header({ typ: 'id+jwt' }),
  'aud of another API': with_({ aud: 'https://elsewhere.example/openehr/v1' }),
  'aud only a prefix of ours': with_({ aud: server.url }),
  'aud longer than ours': with_({ aud: `${server.url}/openehr/v1.evil` }),
  'aud an empty list': with_({ aud: [] }),
  'aud missing': without('aud'),
  'iss another': with_({ iss: 'https://elsewhere.example' }),
  'iss with a slash more': with_({ iss: `${claims.iss}/` }),
  'iss missing': without('iss'),
  'expired an hour ago': with_({ iat: iat - 7200, exp: iat - 3600 }),
  'expired ten seconds ago': with_({ exp: iat - 10 }),
  'exp missing': without('exp'),
  'exp a text': raw(head, { ...claims, exp: '9999999999' }),
  'exp negative': with_({ exp: -1 }),
  'not valid for an hour yet': with_({ nbf: iat + 3600 }),
  'nbf a text': raw(head, { ...claims, nbf: 'now' }),
  'issued in an hour': with_({ iat: iat + 3600, exp: iat + 7200 }),
  'iat missing': without('iat'),
  'iat a text': raw(head, { ...claims, iat: 'yesterday' }),
  'jti missing': without('jti'),
  'sub missing': without('sub'),
  'sub_type missing': without('sub_type'),
  'sub_type of another kind': with_({ sub_type: 'system' }),
  'sub_type a list': raw(head, { ...claims, sub_type: ['client'] }),
  'client_id missing': without('client_id'),
  'client_id of nobody': with_({ client_id: 'nobody' }),
  'client_id an object': raw(head, { ...claims, client_id: { $ne: '' } }),
  'client_id __proto__': with_({ client_id: '__proto__' }),
  'scope missing': without('scope'),
  'the same claim twice': raw(head, JSON.stringify(claims).replace('{', '{"scope":"api.read",')),
  'the same header twice': raw(JSON.stringify(head).replace('{', '{"alg":"none",'), claims),
  'payload no JSON': raw(head, 'claims'),
  'payload an array': raw(head, [claims]),
  'payload null': raw(head, 'null'),
  'payload empty': raw(head, ''),
  'header no JSON': raw('header', claims),
  'header an array': raw([head], claims),
  'header empty': `.${goodPayload}.${goodSignature}`,
  'truncated in the header': `${goodHeader.slice(0, -5)}.${goodPayload}.${goodSignature}`,
  'truncated in the payload': `${goodHeader}.${goodPayload.slice(0, -5)}.${goodSignature}`,
  'truncated in the signature': good.slice(0, -5),
  'without a signature': `${goodHeader}.${goodPayload}.`,
  'without a payload': `${goodHeader}..${goodSignature}`,
  'two parts': `${goodHeader}.${goodPayload}`,
  'four parts': `${good}.${goodSignature}`,
  'five parts, as if encrypted': `${goodHeader}.${goodPayload}.${goodSignature}.x.y`,
  'one letter of the signature changed': `${good.slice(0, -10)}${good.at(-10) === 'A' ? 'B' : 'A'}${good.slice(-9)}`,
  'one letter of the payload changed': `${goodHeader}.${goodPayload.slice(0, 20)}${
    goodPayload[20] === 'A' ? 'B' : 'A'
  }${goodPayload.slice(21)}.${goodSignature}`,
  'signature of another token': `${goodHeader}.${encoded({ ...claims, jti: 'other' })}.${goodSignature}`,
  'ECDSA with r = s = 0': ecdsa(zero, zero),
  'ECDSA with r = s = order': ecdsa(ORDER, ORDER),
  'ECDSA in DER': `${goodHeader}.${goodPayload}.${sign('sha256', Buffer.from(`${goodHeader}.${goodPayload}`), own.key).toString('base64url')}`,
  'base64 with padding': `${good}==`,
  'base64 of the other alphabet': `${goodHeader}.${goodPayload}.+/${goodSignature.slice(2)}`,
  'a quote around it': `"${good}"`,
  'a space in it': `${goodHeader}. ${goodPayload}.${goodSignature}`,
  'two tokens': `${good} ${good}`,
  'two tokens by comma': `${good}, ${good}`,
  'oversized: 10 kB of claims': with_({ more: 'x'.repeat(10_000) }),
  'oversized: 50 kB of letters': `${goodHeader}.${'A'.repeat(50_000)}.${goodSignature}`,
  'deeply nested': raw(head, `${'['.repeat(2000)}${']'.repeat(2000)}`),
  'a word': 'token',
  'three words': 'a.b.c',
}

/** Authorization headers that hold no Bearer token. */
const headers: Record<string, string> = {
  'no scheme': good,
  'the scheme alone': 'Bearer',
  'the scheme and spaces': 'Bearer   ',
  'another scheme': `Basic ${btoa(`${server.client.id}:${server.client.secret}`)}`,
  'a tab after the scheme': `Bearer\t${good}`,
  'a colon after the scheme': `Bearer: ${good}`,
  'another scheme before it': `Basic x, Bearer ${good}`,
}

const call = (authorization: string | undefined) =>
  server.call('GET /admin/v1/client', {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  })

async function assertRefused(authorization: string | undefined): Promise<void> {
  const answer = await call(authorization)
  assert.equal(answer.status, 401, answer.text)
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const withError = /^Bearer realm="[^"]+", error="invalid_token", error_description="[^"\\]+"$/
  // RFC 6750 section 3.1: no error where nothing was sent.
  assert.match(challenge, authorization ? withError : /^Bearer realm="[^"]+"$/)
  const { message, error, code, status, requestId, validationErrors, errors, ...rest } = answer.json()
  assert.deepEqual(
    { status, error, validationErrors, errors, rest },
    { status: 401, error: 'Unauthorized', validationErrors: [], errors: [], rest: {} },
  )
  assert.equal(code, authorization ? 'auth.token_invalid' : 'auth.token_missing')
  assert.ok(message.length > 10)
  assert.equal(requestId, answer.headers.get('x-request-id'))
}

describe('the attack set', () => {
  it('starts from a token that is good', async () => {
    assert.equal((await call(`Bearer ${good}`)).status, 200)
    assert.equal((await call(`bearer ${good}`)).status, 200, 'RFC 9110: schemes know no case')
    assert.equal((await call(`Bearer ${await with_({ exp: iat + 60, nbf: iat })}`)).status, 200)
  })

  it(`has at least 40 tokens: ${Object.keys(attacks).length}`, () => {
    assert.ok(Object.keys(attacks).length >= 40)
  })

  for (const [name, token] of Object.entries(attacks))
    it(`${name}: 401`, async () => assertRefused(`Bearer ${await token}`))
})

describe('an Authorization header that holds no token', () => {
  it('is missing: 401', async () => assertRefused(undefined))
  for (const [name, value] of Object.entries(headers))
    it(`${name}: 401`, async () => {
      const answer = await call(value)
      assert.equal(answer.status, 401)
      const expected = /^bearer\b/i.test(value) ? /^Bearer .*error="invalid_token"/ : /^Bearer realm="[^"]+"$/
      assert.match(answer.headers.get('www-authenticate') ?? '', expected)
    })

  it('and a token in the URL or in a form does not count (RFC 6750 sections 2.2 and 2.3)', async () => {
    assert.equal((await server.call(`GET /admin/v1/client?access_token=${good}`)).status, 401)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const posted = await server.call('POST /admin/v1/client', { headers: form, body: `access_token=${good}` })
    assert.equal(posted.status, 401)
  })
})

describe('refusing', () => {
  it('tells what a good client needs to know, and no more', async () => {
    const reason = async (token: string) => (await call(`Bearer ${token}`)).json().message
    assert.match(await reason(await with_({ exp: iat - 10 })), /expired/)
    assert.match(await reason(await with_({ aud: 'https://elsewhere.example' })), /audience/)
    assert.match(await reason(await with_({ iss: 'https://elsewhere.example' })), /issuer/)
    assert.match(await reason(await with_({ nbf: iat + 3600 })), /not valid yet/)
    const forgery = await reason(await forged({}))
    assert.equal(await reason(await header({ kid: 'unknown' })), forgery, 'which kids there are')
    assert.equal(await reason(ecdsa(zero, zero)), forgery)
  })

  it('leaves the good token good', async () => assert.equal((await call(`Bearer ${good}`)).status, 200))
})
