/** A hospital and a clinic whose identity providers a server of its own trusts. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { testServer } from '../server.ts'
import type { TestBrowser } from './browser.ts'

export interface Claims {
  readonly [claim: string]: unknown
}

/** A small provider: whoever comes is signed in as the person that the test has set. */
async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'p', alg: 'ES256', use: 'sig' }
  const state = { claims: {} as Claims, nonce: '', challenge: '' }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer)
    const send = (body: unknown) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(body))
    }
    if (url.pathname === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (url.pathname === '/keys') return send({ keys: [jwk] })
    void new SignJWT({ ...state.claims, nonce: state.nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'p' })
      .setIssuer(issuer)
      .setAudience('cairn')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
      .then(id_token => send({ access_token: 'x', token_type: 'Bearer', id_token }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => server.close())
  const logoutToken = (claims: Claims, typ = 'logout+jwt') =>
    new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'p', typ })
      .sign(privateKey)
  return { issuer, state, logoutToken }
}

export const sessionOf = async (browser: TestBrowser) =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text)

/** Call it once at the top of a test file. */
export async function openProviders() {
  const [hospital, clinic] = [await openProvider(), await openProvider()]
  const folder = mkdtempSync(join(tmpdir(), 'cairn-providers-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'providers.json')
  const common = { client_id: 'cairn', client_secret: 'secret' }
  writeFileSync(
    file,
    JSON.stringify([
      {
        ...common,
        name: 'hospital',
        label: 'St. Mary’s',
        issuer: hospital.issuer,
        roles: { physicians: ['clinician'], it: ['administrator'], lab: ['lab-reader', 'auditor'] },
        assigned_roles: { nursing: ['nurse', 'auditor'] },
      },
      { ...common, name: 'clinic', label: 'Clinic', issuer: clinic.issuer, roles: { '*': ['nurse'] } },
    ]),
  )
  const server = await testServer({
    env: { CAIRN_IDENTITY_PROVIDERS: file, CAIRN_PRIVATE_ADDRESSES: 'loopback' },
  })
  const origin = server.url.replace('127.0.0.1', 'localhost')

  /** Opens the provider, which sends the browser back; returns the page after that. */
  async function signInAt(browser: TestBrowser, name: 'hospital' | 'clinic', claims: Claims) {
    const provider = { hospital, clinic }[name]
    const sent = new URL((await browser.open(`/auth/provider/${name}?continue=%2Fauth%2Faccount`)).url)
    assert.equal(sent.origin, provider.issuer)
    assert.equal(sent.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(sent.searchParams.get('redirect_uri'), `${origin}/auth/provider/${name}/callback`)
    Object.assign(provider.state, { claims, nonce: sent.searchParams.get('nonce') })
    const state = sent.searchParams.get('state') ?? ''
    return browser.open(`/auth/provider/${name}/callback?code=c&state=${state}`)
  }

  return { hospital, clinic, folder, server, origin, signInAt }
}
