/** Access of apps ends with what ends the access of the person, refresh tokens and access tokens alike, in all processes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { askFor, authorize, callWith, redeem, refresh, signInToApp } from './app.ts'
import { newBrowser, type TestBrowser } from './browser.ts'
import { adminCall, invitePerson, newApp, newPerson, PASSWORD, signIn, type TestApp } from './people.ts'

const server = await testServer({ jobPace: 10 })
const beside = await testServer({
  beside: server,
  env: { CAIRN_BASE_URL: server.url.replace('127.0.0.1', 'localhost') },
})
const app = await newApp(server, { scopes: ['openid', 'offline_access', 'online_access', 'api.read'] })

const OFFLINE = 'openid offline_access api.read'
const ONLINE = 'openid online_access api.read'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Statuses of the access token in both processes, then that of the refresh token. */
async function statusesOf({ access_token, refresh_token }: Tokens, of: TestApp = app) {
  const calls = [await callWith(server, access_token), await callWith(beside, access_token)]
  const refreshed = await refresh(server, of, refresh_token)
  if (refreshed.status === 400) assert.equal(refreshed.json().error, 'invalid_grant', refreshed.text)
  return [...calls, refreshed].map(({ status }) => status)
}

const GOOD = [200, 200, 200]
const ENDED = [401, 401, 400]

/** A person with an app that works in both processes. */
async function personWithApp(id: string, scope = OFFLINE) {
  const browser = await newPerson(server, id)
  const tokens = (await signInToApp(server, browser, app, scope)) as Tokens
  assert.equal((await callWith(beside, tokens.access_token)).status, 200)
  return { browser, tokens }
}

const openInvitation = async (link: string): Promise<TestBrowser> => {
  const { pathname, search } = new URL(link)
  const browser = newBrowser(server)
  await browser.open(`${pathname}${search}`)
  return browser
}

describe('the access of apps ends', () => {
  it('when an administrator ends the sessions of the person', async () => {
    const { tokens } = await personWithApp('ended')
    assert.equal((await adminCall(server, 'DELETE /admin/v1/person/ended/session')).status, 204)
    assert.deepEqual(await statusesOf(tokens), ENDED)
  })

  it('when the person accepts a new invitation', async () => {
    const { tokens } = await personWithApp('invited')
    const made = await adminCall(server, 'POST /admin/v1/person/invited/invitation')
    assert.equal((await callWith(server, tokens.access_token)).status, 200, 'the link alone ends nothing')
    const browser = await openInvitation(made.json().invitation.link)
    await browser.submit('/auth/invitation', { password: `${PASSWORD} again` })
    assert.deepEqual(await statusesOf(tokens), ENDED)
  })

  it('when the account is disabled, and stays ended when it is enabled again', async () => {
    const { tokens } = await personWithApp('disabled')
    await adminCall(server, 'PUT /admin/v1/person/disabled', { disabled: true })
    await adminCall(server, 'PUT /admin/v1/person/disabled', { disabled: false })
    assert.deepEqual(await statusesOf(tokens), ENDED)
  })

  it('when the person changes the password, but for what lives with the session of the page', async () => {
    const { browser, tokens } = await personWithApp('password')
    const online = await signInToApp(server, browser, app, ONLINE)
    await browser.open('/auth/account')
    await browser.submit('/auth/account/password', { current: PASSWORD, password: `${PASSWORD} anew` })
    assert.deepEqual(await statusesOf(tokens), ENDED)
    assert.deepEqual(await statusesOf(online), GOOD)
  })

  it('when the person ends other sessions, but for what lives with the session of the page', async () => {
    const { browser, tokens } = await personWithApp('others')
    const online = await signInToApp(server, browser, app, ONLINE)
    const elsewhere = newBrowser(server)
    await signIn(elsewhere, 'others')
    const there = await signInToApp(server, elsewhere, app, ONLINE)
    await browser.open('/auth/account')
    await browser.submit('/auth/account/session/end-others')
    assert.deepEqual(await statusesOf(tokens), ENDED)
    assert.deepEqual(await statusesOf(there), ENDED)
    assert.deepEqual(await statusesOf(online), GOOD)
  })

  it('when a recovery code is used', async () => {
    const browser = await newPerson(server, 'recovered')
    const code = /<ol class="codes"><li>([^<]+)</.exec(browser.page().text)?.[1] ?? ''
    const tokens = await signInToApp(server, browser, app, OFFLINE)
    const other = newBrowser(server)
    await other.open('/auth/recovery')
    const page = await other.submit('/auth/recovery', { person_id: 'recovered', code })
    assert.match(page.url, /\/auth\/account$/)
    assert.deepEqual(await statusesOf(tokens), ENDED)
    assert.match((await browser.open('/auth/account')).url, /\/auth\/sign-in/, 'other sessions end too')
  })

  it('of a session alone, when that session is ended or the person signs out', async () => {
    const { browser, tokens: offline } = await personWithApp('single')
    const elsewhere = newBrowser(server)
    await signIn(elsewhere, 'single')
    const there = await signInToApp(server, elsewhere, app, ONLINE)
    await browser.open('/auth/account')
    await browser.submit('/auth/account/session/end')
    assert.deepEqual(await statusesOf(there), ENDED)
    const online = await signInToApp(server, browser, app, ONLINE)
    const brief = await signInToApp(server, browser, app, 'api.read')
    await browser.open('/auth/account')
    await browser.submit('/auth/sign-out')
    assert.deepEqual(await statusesOf(online), ENDED)
    assert.equal((await callWith(beside, brief.access_token)).status, 401, 'a token without refresh token')
    assert.deepEqual(await statusesOf(offline), GOOD, 'offline access outlives one session')
  })

  it('also for a code that was given and not redeemed yet', async () => {
    const { browser } = await personWithApp('coded')
    const asked = askFor(app, OFFLINE)
    const back = await authorize(browser, asked)
    await adminCall(server, 'DELETE /admin/v1/person/coded/session')
    const answer = await redeem(server, app, asked, back.searchParams.get('code') ?? '')
    assert.deepEqual([answer.status, answer.json().error], [400, 'invalid_grant'])
  })
})

describe('the access of apps stays', () => {
  it('when an administrator takes roles away: they open nothing, until there are roles again', async () => {
    const { tokens } = await personWithApp('roles')
    await adminCall(server, 'PUT /admin/v1/person/roles', { roles: [] })
    assert.equal((await callWith(beside, tokens.access_token)).status, 403)
    await adminCall(server, 'PUT /admin/v1/person/roles', { roles: ['nurse'] })
    assert.deepEqual(await statusesOf(tokens), GOOD)
  })

  it('when an invitation is not accepted', async () => {
    const { tokens } = await personWithApp('kept')
    const made = await adminCall(server, 'POST /admin/v1/person/kept/invitation')
    const browser = await openInvitation(made.json().invitation.link)
    assert.equal((await browser.submit('/auth/invitation', { password: 'short' })).status, 400)
    assert.deepEqual(await statusesOf(tokens), GOOD)
  })
})

const run = (text: string, values: readonly unknown[]) =>
  server.db.execute(sql<never, unknown[]>({ name: 'test.setBack', text, prepare: false }), [...values])

const becomes = (status: number, token: string) =>
  eventually(`a ${status}`, async () => (await callWith(server, token)).status === status)

/** As a database writes it whose clock was set back; nobody announces it. */
describe('a change is noticed although the clock of the database was set back', () => {
  it('a grant that was revoked', async () => {
    const { tokens } = await personWithApp('clock-grant')
    await run(
      `update cairn.app_grant set revoked_at = now() - interval '1 hour' where person_id = 'clock-grant'`,
      [],
    )
    await becomes(401, tokens.access_token)
  })

  it('a token that was revoked', async () => {
    const { tokens } = await personWithApp('clock-token')
    const [, payload = ''] = tokens.access_token.split('.')
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    await run(
      `insert into cairn.revoked_token (jti, revoked_at, expires_at) values ($1, now() - interval '1 hour', now() + interval '1 hour')`,
      [jti],
    )
    await becomes(401, tokens.access_token)
  })

  it('a person who was disabled', async () => {
    const { tokens } = await personWithApp('clock-person')
    await run(`update cairn.person set disabled_at = now() - interval '1 hour' where person_id = $1`, [
      'clock-person',
    ])
    await becomes(401, tokens.access_token)
  })

  it('a client that was disabled', async () => {
    const own = await newApp(server)
    const browser = await newPerson(server, 'clock-client')
    const { access_token } = await signInToApp(server, browser, own, 'api.read')
    await run(`update cairn.client set disabled_at = now() - interval '1 hour' where client_id = $1`, [
      own.clientId,
    ])
    await becomes(401, access_token)
  })

  it('a transaction that was under way while others were seen', async () => {
    const { tokens } = await personWithApp('clock-slow')
    await server.db.transaction(async queries => {
      const revoke = `update cairn.app_grant set revoked_at = now() where person_id = 'clock-slow'`
      await queries.execute(sql({ name: 'test.slow', text: revoke, prepare: false }))
      await adminCall(server, 'PUT /admin/v1/person/clock-grant', { name: 'Another name' })
      await adminCall(server, 'DELETE /admin/v1/person/clock-person/session')
      assert.equal((await callWith(server, tokens.access_token)).status, 200)
    })
    await becomes(401, tokens.access_token)
  })
})

it('the person who is invited for the first time has nothing to end', async () => {
  const browser = await openInvitation(await invitePerson(server, 'fresh'))
  const page = await browser.submit('/auth/invitation', { password: PASSWORD })
  assert.match(page.url, /\/auth\/welcome$/)
})
