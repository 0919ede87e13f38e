/** A hospital's identity provider says that a session there has ended (OpenID Connect Back-Channel Logout). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callWith, refresh, signInToApp } from './app.ts'
import { newBrowser, type TestBrowser } from './browser.ts'
import { newApp } from './people.ts'
import { type Claims, openProviders, sessionOf } from './providers.ts'

const { hospital, clinic, server, signInAt } = await openProviders()

describe('back-channel logout of a provider', async () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const claimsFor = (more: Claims): Claims => ({
    iss: hospital.issuer,
    aud: 'cairn',
    iat: seconds(),
    exp: seconds() + 120,
    jti: crypto.randomUUID(),
    ...more,
  })
  const post = (token: string, name = 'hospital') =>
    server.call(`POST /auth/provider/${name}/backchannel-logout`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
  const signedIn = async (sub: string, sid: string) => {
    const browser = newBrowser(server)
    const claims = { sub, sid, preferred_username: sub, groups: ['physicians'] }
    await signInAt(browser, 'hospital', claims)
    return browser
  }
  const isIn = async (browser: TestBrowser): Promise<boolean> => (await sessionOf(browser)).signed_in

  it('ends the session of its sid, and what apps got in it', async () => {
    const [here, there] = [await signedIn('gus', 'sid-1'), await signedIn('gus', 'sid-2')]
    const app = await newApp(server)
    const tokens = await signInToApp(server, here, app, 'openid offline_access api.read')
    const others = await signInToApp(server, there, app, 'openid offline_access api.read')
    assert.equal((await callWith(server, tokens.access_token)).status, 200)
    const answer = await post(await hospital.logoutToken(claimsFor({ sid: 'sid-1' })))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.deepEqual([await isIn(here), await isIn(there)], [false, true])
    assert.equal((await callWith(server, tokens.access_token)).status, 401)
    assert.equal((await refresh(server, app, tokens.refresh_token)).status, 400)
    assert.equal((await callWith(server, others.access_token)).status, 200)
  })

  it('ends all sessions of its subject, and nobody else’s', async () => {
    const [one, two, other] = [
      await signedIn('hal', 'h-1'),
      await signedIn('hal', 'h-2'),
      await signedIn('ivo', 'i-1'),
    ]
    assert.equal((await post(await hospital.logoutToken(claimsFor({ sub: 'hal' })))).status, 200)
    assert.deepEqual([await isIn(one), await isIn(two), await isIn(other)], [false, false, true])
  })

  it('is taken once', async () => {
    const browser = await signedIn('jan', 'j-1')
    const token = await hospital.logoutToken(claimsFor({ sub: 'jan' }))
    assert.equal((await post(token)).status, 200)
    assert.equal(await isIn(browser), false)
    const again = await post(token)
    assert.deepEqual([again.status, again.json().error], [400, 'invalid_request'])
  })

  const rows: [fault: string, claims: () => Claims, typ?: string][] = [
    ['another audience', () => ({ aud: 'other' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['no event', () => ({ events: {} })],
    ['a nonce', () => ({ nonce: 'x' })],
    ['an old time', () => ({ iat: seconds() - 3600, exp: seconds() + 60 })],
    ['a past end', () => ({ exp: seconds() - 120 })],
    ['no id', () => ({ jti: undefined })],
    ['neither subject nor session', () => ({ sub: undefined })],
    ['the type of an access token', () => ({}), 'at+jwt'],
  ]
  for (const [fault, claims, typ] of rows)
    it(`is refused with ${fault}`, async () => {
      const browser = await signedIn('kai', 'k-1')
      const token = await hospital.logoutToken(claimsFor({ sub: 'kai', ...claims() }), typ)
      const answer = await post(token)
      assert.deepEqual([answer.status, answer.json().error], [400, 'invalid_request'], answer.text)
      assert.equal(await isIn(browser), true)
    })

  it('is refused from another provider, with its keys, and from an unknown one', async () => {
    const browser = await signedIn('leo', 'l-1')
    assert.equal((await post(await clinic.logoutToken(claimsFor({ sub: 'leo' })))).status, 400)
    const ofClinic = await clinic.logoutToken(claimsFor({ iss: clinic.issuer, sub: 'leo' }))
    assert.equal((await post(ofClinic, 'clinic')).status, 200)
    assert.equal((await post(ofClinic, 'nobody')).status, 400)
    assert.equal((await post('x')).status, 400)
    assert.equal(await isIn(browser), true)
  })

  it('an app that signs a person out leads by way of the provider, and back', async () => {
    const browser = await signedIn('max', 'm-1')
    const to = 'https://app.example.org/signed-out'
    const app = await newApp(server, { post_logout_redirect_uris: [to] })
    const { id_token } = await signInToApp(server, browser, app, 'openid')
    const form = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: to })
    const there = new URL((await browser.open(`/oauth/logout?${form}`)).url)
    assert.equal(`${there.origin}${there.pathname}`, `${hospital.issuer}/end`)
    assert.equal(await isIn(browser), false)
    const state = there.searchParams.get('state') ?? ''
    assert.equal((await browser.open(`/auth/sign-in?state=${state}`)).url, to)
    assert.match((await browser.open(`/auth/sign-in?state=${state}`)).url, /\/auth\/sign-in/)
  })
})
