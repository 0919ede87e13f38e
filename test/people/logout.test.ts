/** Signing out by an app, and telling apps of it: RP-Initiated Logout 1.0 and Back-Channel Logout 1.0 of OpenID Connect. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { signInToApp } from './app.ts'
import type { TestBrowser } from './browser.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const server = await testServer({ env: { CAIRN_PRIVATE_ADDRESSES: 'loopback' } })
const origin = server.url.replace('127.0.0.1', 'localhost')
const AFTER = 'https://app.example.org/signed-out'

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text).signed_in

const logoutPath = (parameters: Readonly<Record<string, string>>) =>
  `/oauth/logout?${new URLSearchParams(parameters)}`

describe('the end-session endpoint', async () => {
  const app = await newApp(server, { scopes: ['openid', 'api.read'], post_logout_redirect_uris: [AFTER] })
  const hintOf = async (browser: TestBrowser): Promise<string> =>
    (await signInToApp(server, browser, app, 'openid')).id_token

  it('is in discovery', async () => {
    const found = (await server.call('GET /.well-known/openid-configuration')).json()
    assert.equal(found.end_session_endpoint, `${origin}/oauth/logout`)
    assert.deepEqual(
      [found.backchannel_logout_supported, found.backchannel_logout_session_supported],
      [true, true],
    )
    assert.ok(found.claims_supported.includes('sid'))
  })

  it('with the id_token of the session signs out at once, and leads back with the state', async () => {
    const ana = await newPerson(server, 'ana')
    const id_token_hint = await hintOf(ana)
    const { sessions } = await sessionIds('ana')
    assert.equal(decodeJwt(id_token_hint)['sid'], sessions[0])
    const page = await ana.open(
      logoutPath({ id_token_hint, post_logout_redirect_uri: AFTER, state: 's 1', client_id: app.clientId }),
    )
    assert.equal(page.url, `${AFTER}?state=s+1`)
    assert.equal(await isSignedIn(ana), false)
    assert.deepEqual((await sessionIds('ana')).sessions, [])
  })

  it('takes the same by POST', async () => {
    const pia = await newPerson(server, 'pia')
    const body = new URLSearchParams({ id_token_hint: await hintOf(pia) }).toString()
    const page = await pia.send('/oauth/logout', { method: 'POST', body })
    assert.equal(page.status, 200)
    const next = /url=([^"]+)"/.exec(page.text)?.[1] ?? ''
    assert.match((await pia.open(next)).text, /You are signed out/)
    assert.equal(await isSignedIn(pia), false)
  })

  const rows: [
    name: string,
    more: (hint: string, browser: TestBrowser) => Promise<Record<string, string>>,
  ][] = [
    ['no hint', async () => ({ client_id: app.clientId })],
    ['a forged hint', async hint => ({ id_token_hint: `${hint.slice(0, -4)}AAAA` })],
    ['the hint of another client than it says', async hint => ({ id_token_hint: hint, client_id: 'other' })],
    [
      'the hint of another person',
      async () => ({ id_token_hint: await hintOf(await newPerson(server, 'other.person')) }),
    ],
    [
      'an access token',
      async (_hint, browser) => ({
        id_token_hint: (await signInToApp(server, browser, app, 'openid api.read')).access_token,
      }),
    ],
  ]
  for (const [index, [name, more]] of rows.entries())
    it(`with ${name} asks the person first`, async () => {
      const browser = await newPerson(server, `asked-${index}`)
      const page = await browser.open(logoutPath(await more(await hintOf(browser), browser)))
      assert.match(page.text, /An app asks to sign you out/)
      assert.equal(await isSignedIn(browser), true)
      const done = await browser.submit('/oauth/logout/decision')
      assert.match(done.text, /You are signed out/)
      assert.equal(await isSignedIn(browser), false)
    })

  it('leads to registered addresses only, compared exactly', async () => {
    const eva = await newPerson(server, 'eva')
    for (const uri of ['https://evil.example/', `${AFTER}/`, `${AFTER}?x=1`, app.redirectUri]) {
      const page = await eva.open(logoutPath({ client_id: app.clientId, post_logout_redirect_uri: uri }))
      assert.ok(page.url.startsWith(origin), page.url)
    }
    await eva.open(logoutPath({ client_id: app.clientId, post_logout_redirect_uri: AFTER }))
    assert.equal((await eva.submit('/oauth/logout/decision')).url, AFTER)
  })

  it('a form of another site signs nobody out', async () => {
    const ida = await newPerson(server, 'ida')
    await ida.open(logoutPath({}))
    const request = /name="request" value="([^"]+)"/.exec(ida.page().text)?.[1] ?? ''
    const body = new URLSearchParams({ request, form_token: 'x' }).toString()
    assert.equal((await ida.send('/oauth/logout/decision', { method: 'POST', body })).status, 403)
    assert.equal(await isSignedIn(ida), true)
  })
})

async function sessionIds(personId: string): Promise<{ sessions: string[] }> {
  const all = (await adminCall(server, `GET /admin/v1/person/${personId}/session`)).json()
  return { sessions: all.map((each: { session_id: string }) => each.session_id) }
}

/** An app's own server, which takes logout tokens. */
async function openListener() {
  const state = { tokens: [] as string[], statuses: [] as number[] }
  const listener = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      state.tokens.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.writeHead(state.statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  after(() => listener.close())
  const { port } = listener.address() as AddressInfo
  return { state, uri: `http://127.0.0.1:${port}/logout` }
}

const dueNow = sql<never>({ name: 'test.dueNow', text: 'update cairn.logout_notice set next_at = now()' })
const notices = sql<{ count: number }>({
  name: 'test.notices',
  text: 'select count(*)::integer as count from cairn.logout_notice',
})

const appThatListens = (uri: string) =>
  newApp(server, {
    scopes: ['openid', 'offline_access', 'api.read'],
    backchannel_logout_uri: uri,
    backchannel_logout_session_required: true,
  })

describe('an app that registered for back-channel logout', () => {
  it('gets a logout token when the session ends, with its sid', async () => {
    const { state, uri } = await openListener()
    const app = await appThatListens(uri)
    const kim = await newPerson(server, 'kim')
    const { id_token } = await signInToApp(server, kim, app, 'openid')
    await kim.open('/auth/account')
    await kim.submit('/auth/sign-out')
    await eventually('a logout token', async () => state.tokens.length === 1)
    const keys = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(state.tokens[0] ?? '', keys, {
      issuer: origin,
      audience: app.clientId,
      typ: 'logout+jwt',
    })
    assert.equal(protectedHeader.typ, 'logout+jwt')
    const { sub, jti, iat, exp, events } = payload
    assert.equal(sub, 'kim')
    assert.equal(payload['sid'], decodeJwt(id_token)['sid'])
    assert.ok(jti && iat && exp && exp - iat <= 120)
    assert.deepEqual(events, { 'http://schemas.openid.net/event/backchannel-logout': {} })
    assert.ok(!('nonce' in payload))
    await eventually('no notice left', async () => (await server.db.query(notices))[0]?.count === 0)
  })

  it('gets one when an administrator ends the sessions, and when the person withdraws the app', async () => {
    const { state, uri } = await openListener()
    const app = await appThatListens(uri)
    const lea = await newPerson(server, 'lea')
    await signInToApp(server, lea, app, 'openid offline_access')
    await lea.open('/auth/apps')
    await lea.submit('/auth/apps/withdraw', {}, { client_id: app.clientId })
    await eventually('a logout token', async () => state.tokens.length === 1)
    await signInToApp(server, lea, app, 'openid offline_access')
    assert.equal((await adminCall(server, 'DELETE /admin/v1/person/lea/session')).status, 204)
    await eventually('another', async () => state.tokens.length === 2)
    assert.equal(decodeJwt(state.tokens[1] ?? '').sub, 'lea')
  })

  it('gets it again after a failure, with a new token, and not after a refusal', async () => {
    const { state, uri } = await openListener()
    const app = await appThatListens(uri)
    state.statuses.push(503, 400)
    const mia = await newPerson(server, 'mia')
    await signInToApp(server, mia, app, 'openid')
    await adminCall(server, 'DELETE /admin/v1/person/mia/session')
    await eventually('the first attempt', async () => state.tokens.length === 1)
    // A process that died leaves a notice in the database, which is due.
    assert.equal((await server.db.query(notices))[0]?.count, 1)
    await server.db.execute(dueNow)
    await eventually('the second attempt', async () => state.tokens.length === 2)
    assert.notEqual(decodeJwt(state.tokens[0] ?? '').jti, decodeJwt(state.tokens[1] ?? '').jti)
    await eventually('no notice left', async () => (await server.db.query(notices))[0]?.count === 0)
    assert.match(server.logged.join('\n'), /was not told that a session ended/)
  })

  it('has an address that can be called, and a backend has none', async () => {
    const base = { name: 'x', scopes: ['openid'], kind: 'public', redirect_uris: ['https://a.example/'] }
    for (const body of [
      { ...base, backchannel_logout_uri: 'https://10.0.0.1/logout' },
      { ...base, backchannel_logout_uri: 'https://a.example/logout#x' },
      { ...base, backchannel_logout_uri: 'http://a.example/logout' },
      { name: 'x', scopes: ['api.read'], backchannel_logout_uri: 'https://a.example/logout' },
    ]) {
      const answer = await adminCall(server, 'POST /admin/v1/client', body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().errors[0].path, '/backchannel_logout_uri')
    }
  })
})
