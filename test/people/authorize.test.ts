/** Apps act for people: authorization code with PKCE, consent, pushed requests, launches. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { eventually } from '../eventually.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { askFor, authorize, authorizePath, callWith, redeem, refresh, signInToApp } from './app.ts'
import { newBrowser, type TestBrowser } from './browser.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')
const ana = await newPerson(server, 'ana')

describe('a person who opens an app', () => {
  it('signs in, agrees, and comes back with a code; the app gets tokens and acts for the person', async () => {
    const app = await newApp(server)
    const browser = newBrowser(server)
    const asked = askFor(app, 'openid profile offline_access api.read', { nonce: 'n-1' })
    const first = await browser.open(authorizePath(asked.parameters))
    assert.match(first.url, /\/auth\/sign-in\?continue=/)
    await browser.submit('/auth/sign-in', { person_id: 'ana', password: 'velvet anchor tumble orchid' })
    const consent = browser.page()
    assert.match(consent.text, /Ward app asks for access/)
    assert.match(consent.text, /Read records that you may read/)
    assert.match(
      consent.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/app\.example\.org;/,
    )
    const back = new URL((await browser.submit('/oauth/authorize/decision', { decision: 'allow' })).url)
    assert.equal(`${back.origin}${back.pathname}`, app.redirectUri)
    assert.equal(back.searchParams.get('state'), 'xyz')
    assert.equal(back.searchParams.get('iss'), origin)
    const answer = await redeem(server, app, asked, back.searchParams.get('code') ?? '')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const tokens = answer.json()
    assert.deepEqual(
      { type: tokens.token_type, life: tokens.expires_in, scope: tokens.scope },
      { type: 'Bearer', life: 300, scope: 'openid profile offline_access api.read' },
    )
    assert.equal(typeof tokens.refresh_token, 'string')
    const claims = decodeJwt(tokens.id_token)
    assert.deepEqual(
      [claims.iss, claims.aud, claims.sub, claims['nonce'], claims['name']],
      [origin, app.clientId, 'ana', 'n-1', 'Ana Meyer'],
    )
    assert.equal((await callWith(server, tokens.access_token)).status, 200)
    assert.equal(
      (await callWith(server, tokens.access_token, 'POST /openehr/v1/ehr')).status,
      403,
      'api.write was not asked for',
    )
    const userinfo = await callWith(server, tokens.access_token, 'GET /oauth/userinfo')
    assert.deepEqual(userinfo.json(), { sub: 'ana', name: 'Ana Meyer', preferred_username: 'ana' })
  })

  it('is asked once for each app and set of scopes, and can withdraw it', async () => {
    const app = await newApp(server)
    const { access_token, refresh_token } = await signInToApp(
      server,
      ana,
      app,
      'openid offline_access api.read',
    )
    const again = await ana.open(authorizePath(askFor(app, 'openid api.read').parameters))
    assert.ok(new URL(again.url).searchParams.get('code'), 'no page in between')
    const more = await ana.open(authorizePath(askFor(app, 'openid api.read api.write').parameters))
    assert.match(more.text, /asks for access/)
    const prompted = await ana.open(authorizePath(askFor(app, 'openid', { prompt: 'consent' }).parameters))
    assert.match(prompted.text, /asks for access/)
    await ana.open('/auth/apps')
    await ana.submit('/auth/apps/withdraw', {}, { client_id: app.clientId })
    assert.equal((await refresh(server, app, refresh_token)).json().error, 'invalid_grant')
    await eventually('a 401', async () => (await callWith(server, access_token)).status === 401)
    const anew = await ana.open(authorizePath(askFor(app, 'openid').parameters))
    assert.match(anew.text, /asks for access/)
  })

  it('can refuse', async () => {
    const app = await newApp(server)
    await ana.open(authorizePath(askFor(app, 'openid').parameters))
    const back = new URL((await ana.submit('/oauth/authorize/decision', { decision: 'deny' })).url)
    assert.deepEqual(
      ['error', 'state', 'iss', 'code'].map(name => back.searchParams.get(name)),
      ['access_denied', 'xyz', origin, null],
    )
  })

  it('gives no more than the person has', async () => {
    const app = await newApp(server, { scopes: ['openid', 'api.read', 'api.admin'] })
    const { scope, access_token } = await signInToApp(server, ana, app, 'openid api.read api.admin')
    assert.equal(scope, 'openid api.read')
    assert.equal((await callWith(server, access_token, 'GET /admin/v1/client')).status, 403)
    const only = await ana.open(authorizePath(askFor(app, 'api.admin').parameters))
    assert.equal(new URL(only.url).searchParams.get('error'), 'access_denied')
  })

  it('whose roles or account go loses the tokens within seconds', async () => {
    const app = await newApp(server)
    const bob = await newPerson(server, 'bob', ['clinician'], 'Bob Berg')
    const { access_token, refresh_token } = await signInToApp(
      server,
      bob,
      app,
      'openid offline_access api.read api.write',
    )
    assert.equal((await callWith(server, access_token)).status, 200)
    await adminCall(server, 'PUT /admin/v1/person/bob', { roles: [] })
    await eventually('a 403', async () => (await callWith(server, access_token)).status === 403)
    await adminCall(server, 'PUT /admin/v1/person/bob', { disabled: true })
    await eventually('a 401', async () => (await callWith(server, access_token)).status === 401)
    assert.equal((await refresh(server, app, refresh_token)).json().error, 'invalid_grant')
  })

  it('is not asked to sign in where the app says prompt=none, and is where it says prompt=login', async () => {
    const app = await newApp(server)
    const errorOf = async (browser: TestBrowser, more: Record<string, string>) =>
      new URL(
        (await browser.open(authorizePath(askFor(app, 'openid', more).parameters))).url,
      ).searchParams.get('error')
    assert.equal(await errorOf(newBrowser(server), { prompt: 'none' }), 'login_required')
    assert.equal(await errorOf(ana, { prompt: 'none' }), 'consent_required')
    assert.equal(await errorOf(ana, { prompt: 'none login' }), 'invalid_request')
    const page = await ana.open(authorizePath(askFor(app, 'openid', { prompt: 'login' }).parameters))
    assert.match(page.url, /\/auth\/confirm\?/)
    await ana.submit('/auth/confirm', { password: 'velvet anchor tumble orchid' }, { way: 'password' })
    assert.match(ana.page().text, /asks for access/)
    const other = await ana.open(
      authorizePath(askFor(app, 'openid', { prompt: 'select_account' }).parameters),
    )
    assert.match(other.url, /\/auth\/sign-in\?/)
    await ana.submit('/auth/sign-in', { person_id: 'ana', password: 'velvet anchor tumble orchid' })
    assert.match(ana.page().text, /asks for access/)
  })

  it('is named as committer and in the audit trail, with the client beside', async () => {
    const app = await newApp(server)
    const { access_token } = await signInToApp(server, ana, app, 'api.read api.write')
    const headers = { Authorization: `Bearer ${access_token}` }
    const made = await server.call('POST /openehr/v1/ehr', { headers })
    assert.equal(made.status, 201, made.text)
    const ehrId = made.headers.get('etag')?.replaceAll('"', '')
    const { events } = (
      await server.call(`GET /admin/v1/audit?ehr_id=${ehrId}`, { scopes: 'api.admin' })
    ).json()
    assert.deepEqual([events[0].person, events[0].client_id], ['ana', app.clientId])
    const contribution = await server.call(
      `GET /openehr/v1/ehr/${ehrId}/contribution/${events[0].contribution_id}`,
      { headers },
    )
    assert.equal(contribution.json().audit.committer.name, 'Ana Meyer')
    const forged = await server.call('POST /openehr/v1/ehr', {
      headers: { ...headers, 'openehr-audit-details': 'committer.name="Dr Somebody Else"' },
    })
    assert.equal(forged.status, 400)
  })
})

describe('a pushed request', () => {
  const push = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    server.call('POST /oauth/par', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body).toString(),
    })

  it('is used by its reference, once', async () => {
    const app = await newApp(server)
    const asked = askFor(app, 'openid')
    const pushed = await push({ ...asked.parameters })
    assert.equal(pushed.status, 201, pushed.text)
    const { request_uri } = pushed.json()
    const reference = { client_id: app.clientId, request_uri }
    const back = await authorize(ana, { ...asked, parameters: reference })
    assert.ok(back.searchParams.get('code'))
    assert.equal((await ana.open(authorizePath(reference))).status, 400)
    const other = await newApp(server)
    const stolen = (await push({ ...askFor(app, 'openid').parameters })).json().request_uri
    assert.equal(
      (await ana.open(authorizePath({ client_id: other.clientId, request_uri: stolen }))).status,
      400,
    )
  })

  it('is checked when it is pushed', async () => {
    const app = await newApp(server)
    const { parameters } = askFor(app, 'openid')
    const errorOf = async (more: Record<string, string>) =>
      (await push({ ...parameters, ...more })).json().error
    assert.equal(await errorOf({ redirect_uri: 'https://evil.example/' }), 'invalid_redirect')
    assert.equal(await errorOf({ scope: 'api.admin' }), 'invalid_scope')
    assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
    assert.equal(await errorOf({ request_uri: 'urn:x' }), 'invalid_request')
    const secret = await newApp(server, { kind: 'confidential' })
    assert.equal((await push({ ...askFor(secret, 'openid').parameters })).status, 401)
  })
})

describe('a launch', async () => {
  const ehrId = await newEhr(server)
  const scopes = ['openid', 'launch', 'launch/patient', 'launch/episode', 'api.read']

  it('alone: the person chooses the EHR by search, and the app learns which', async () => {
    const patient = `P-${ehrId.slice(0, 8)}`
    const status = {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'Status' },
      is_queryable: true,
      is_modifiable: true,
      subject: {
        _type: 'PARTY_SELF',
        external_ref: {
          _type: 'PARTY_REF',
          id: { _type: 'GENERIC_ID', value: patient, scheme: 'mrn' },
          namespace: 'hospital',
          type: 'PERSON',
        },
      },
    }
    const made = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(status),
    })
    assert.equal(made.status, 201, made.text)
    const known = made.headers.get('etag')?.replaceAll('"', '') ?? ''
    const app = await newApp(server, { scopes })
    const asked = askFor(app, 'openid launch/patient api.read', { aud: `${origin}/openehr/v1` })
    await ana.open(authorizePath(asked.parameters))
    const choice = await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    assert.match(choice.text, /Choose a patient/)
    const request = /name="request" value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
    await ana.open(`/oauth/authorize/continue?request=${request}&search=nobody-%25`)
    assert.match(ana.page().text, /Nothing was found/)
    const found = await ana.open(`/oauth/authorize/continue?request=${request}&search=${patient.slice(0, 6)}`)
    assert.match(found.text, new RegExp(patient))
    const back = new URL((await ana.submit('/oauth/authorize/ehr', {}, { ehr_id: known })).url)
    const tokens = (await redeem(server, app, asked, back.searchParams.get('code') ?? '')).json()
    assert.deepEqual([tokens.ehrId, tokens.need_patient_banner], [known, true])
    assert.equal(decodeJwt(tokens.access_token)['ehrId'], known)
  })

  it('with an episode', async () => {
    const episode = (
      await server.call(`POST /extra/v1/ehr/${ehrId}/episode`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Knee operation' }),
      })
    ).json()
    const app = await newApp(server, { scopes })
    const asked = askFor(app, 'launch/patient launch/episode')
    await ana.open(authorizePath(asked.parameters))
    await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    const request = /name="request" value="([^"]+)"/.exec(ana.page().text)?.[1] ?? ''
    await ana.open(`/oauth/authorize/continue?request=${request}&search=${ehrId}`)
    const episodes = await ana.submit('/oauth/authorize/ehr', {}, { ehr_id: ehrId })
    assert.match(episodes.text, /Knee operation/)
    const back = new URL((await ana.submit('/oauth/authorize/episode', {}, { episode_id: episode.uid })).url)
    const tokens = (await redeem(server, app, asked, back.searchParams.get('code') ?? '')).json()
    assert.deepEqual([tokens.ehrId, tokens.episodeId], [ehrId, episode.uid])
  })

  const prepare = (body: Record<string, string>) =>
    server.call('POST /auth/v1/launch', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('from a portal: opaque, once, for its app and its person', async () => {
    const app = await newApp(server, { scopes })
    const other = await newApp(server, { scopes })
    const prepared = await prepare({ ehrId, client_id: app.clientId, person_id: 'ana' })
    assert.equal(prepared.status, 201, prepared.text)
    const { launch, iss } = prepared.json()
    assert.equal(iss, origin)
    const wrongApp = await authorize(ana, askFor(other, 'launch', { launch }))
    assert.equal(wrongApp.searchParams.get('error'), 'invalid_request')
    const tokens = await signInToApp(server, ana, app, 'launch api.read', { launch })
    assert.equal(tokens.ehrId, ehrId)
    const again = await authorize(ana, askFor(app, 'launch', { launch }))
    assert.equal(again.searchParams.get('error'), 'invalid_request')
    const others = (await prepare({ ehrId, person_id: 'bob' })).json().launch
    const notMine = await authorize(ana, askFor(app, 'launch', { launch: others }))
    assert.equal(notMine.searchParams.get('error'), 'invalid_request')
  })

  it('from a portal, as base64 JSON', async () => {
    const app = await newApp(server, { scopes })
    const launch = Buffer.from(JSON.stringify({ ehrId })).toString('base64')
    assert.equal((await signInToApp(server, ana, app, 'launch api.read', { launch })).ehrId, ehrId)
    const nobody = Buffer.from(JSON.stringify({ ehrId: '00000000-0000-4000-8000-000000000000' })).toString(
      'base64',
    )
    const back = await authorize(ana, askFor(app, 'launch', { launch: nobody }))
    assert.equal(back.searchParams.get('error'), 'invalid_request')
  })

  it('tells nobody who has an account, and what that person may see', async () => {
    await newPerson(server, 'dora', [])
    const queries = async (body: Record<string, string>) => {
      const answer = await prepare(body)
      const { launch, ...rest } = answer.json()
      return { status: answer.status, isText: typeof launch === 'string', length: launch?.length, rest }
    }
    const known = await queries({ ehrId, person_id: 'ana' })
    assert.equal(known.status, 201)
    for (const person_id of ['nobody', 'dora', 'Ana', 'not an id!'])
      assert.deepEqual(await queries({ ehrId, person_id }), known, person_id)
    assert.equal((await prepare({ ehrId, person_id: 'x'.repeat(101) })).status, 400)
  })

  it('names records and apps that are there', async () => {
    assert.equal((await prepare({ ehrId: 'x' })).status, 400)
    assert.equal(
      (await prepare({ ehrId: '00000000-0000-4000-8000-000000000000' })).json().code,
      'launch.invalid',
    )
    assert.equal((await prepare({ ehrId, client_id: 'nobody' })).status, 404)
    assert.equal((await prepare({ ehrId, episodeId: '00000000-0000-4000-8000-000000000000' })).status, 400)
  })
})
