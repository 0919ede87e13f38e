/** Acts of weight need a sign-in, or a confirmation, of the last five minutes: on pages, by the API, and for apps. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEhr } from '../records.ts'
import { addPersonWith } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { askFor, authorizePath, redeem, refresh, signInToApp } from './app.ts'
import { formIn, newBrowser, type TestBrowser } from './browser.ts'
import { adminCall, authenticatorOf, newApp, newPerson, PASSWORD, signIn } from './people.ts'

let clock = Date.now()
const now = () => clock
const server = await testServer({ now, env: { CAIRN_TOKEN_LIFETIME: '86400' } })
const MINUTE = 60_000
const later = () => {
  clock += 5 * MINUTE + 1000
}

const sessionOf = async (browser: TestBrowser) =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text)

/** A call of a page of ours, with the session. */
async function callAs(browser: TestBrowser, request: string, body?: unknown) {
  const [method = '', path = ''] = request.split(' ')
  const { csrf_token = '' } = await sessionOf(browser)
  const answer = await browser.send(path, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, json: () => JSON.parse(answer.text) }
}

/** Confirms on the page that is open, with the password, and with a code where the page asks for it. */
async function confirm(browser: TestBrowser, personId: string) {
  const page = browser.page()
  assert.match(page.url, /\/auth\/confirm(\?|$)/)
  const code = page.text.includes('one-time-code') ? { code: authenticatorOf(browser, personId).next() } : {}
  return browser.submit('/auth/confirm', { password: PASSWORD, ...code }, { way: 'password' })
}

const administrator = (personId: string) => newPerson(server, personId, ['administrator'], 'Ana Meyer', now)

describe('on the pages', () => {
  const forms = [
    ['/auth/account/recovery-codes', {}],
    ['/auth/account/password', { current: PASSWORD, password: 'meadow lantern copper tide' }],
    ['/auth/account/passkey/remove', { credential_id: 'x' }],
    ['/auth/second-factor/remove', {}],
  ] as const

  it('a session of before leads to a page to confirm, and back to where the person was', async () => {
    const browser = await newPerson(server, 'ana')
    later()
    for (const [action, fields] of forms) {
      const account = await browser.open('/auth/account')
      const { form_token = '' } = formIn(account, '/auth/account/recovery-codes')
      const body = new URLSearchParams({ form_token, ...fields }).toString()
      const answer = await browser.send(action, { method: 'POST', body })
      assert.equal(answer.status, 303, action)
      assert.match(answer.headers.get('location') ?? '', /^\/auth\/confirm\?continue=/)
    }
    assert.match((await browser.open('/auth/second-factor')).url, /\/auth\/confirm\?/)
    await signIn(newBrowser(server), 'ana')
    await browser.open('/auth/account')
    await browser.submit('/auth/account/recovery-codes')
    assert.match((await confirm(browser, 'ana')).url, /\/auth\/account$/)
    const codes = await browser.submit('/auth/account/recovery-codes')
    assert.match(codes.text, /I have kept them/)
  })

  it('passkeys are neither offered nor taken then; the script is told the page', async () => {
    const browser = await newPerson(server, 'passkeys')
    const account = await browser.open('/auth/account')
    const { form_token = '' } = formIn(account, '/auth/passkey/account')
    later()
    for (const path of ['/auth/passkey/account/options', '/auth/passkey/account']) {
      const answer = await browser.send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ form_token, challenge: 'x', credential: {} }),
      })
      assert.equal(answer.status, 403, path)
      assert.match(JSON.parse(answer.text).continue, /^\/auth\/confirm\?/)
    }
  })

  it('a confirmation gives the session another cookie, and a copy of the old one ends', async () => {
    const browser = await newPerson(server, 'copied')
    const copy = browser.cookies.get('cairn-session')
    later()
    await browser.open('/auth/confirm?continue=%2Fauth%2Faccount')
    await confirm(browser, 'copied')
    assert.notEqual(browser.cookies.get('cairn-session'), copy)
    assert.equal((await sessionOf(browser)).is_confirmed, true)
    const stolen = await server.call('GET /auth/v1/session', { headers: { Cookie: `cairn-session=${copy}` } })
    assert.equal(stolen.json().signed_in, false)
  })

  it('a wrong password confirms nothing, and too many have to wait', async () => {
    const browser = await newPerson(server, 'wrong')
    later()
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++) {
      await browser.open('/auth/confirm')
      const page = await browser.submit('/auth/confirm', { password: 'wrong' }, { way: 'password' })
      statuses.push(page.status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
    assert.equal((await sessionOf(browser)).is_confirmed, false)
  })

  it('who has an authenticator app needs its code too, and each works once', async () => {
    const browser = await administrator('with-app')
    later()
    await browser.open('/auth/confirm')
    const without = await browser.submit(
      '/auth/confirm',
      { password: PASSWORD, code: '' },
      { way: 'password' },
    )
    assert.equal(without.status, 401)
    const code = authenticatorOf(browser, 'with-app').next()
    await browser.submit('/auth/confirm', { password: PASSWORD, code }, { way: 'password' })
    assert.equal((await sessionOf(browser)).is_confirmed, true)
    await browser.open('/auth/confirm')
    const again = await browser.submit('/auth/confirm', { password: PASSWORD, code }, { way: 'password' })
    assert.equal(again.status, 401)
  })

  it('a recovery code confirms once', async () => {
    const browser = await newPerson(server, 'recovering')
    const [, code = ''] = /<li>((?:[a-z2-9]{5}-){3}[a-z2-9]{5})<\/li>/.exec(browser.page().text) ?? []
    later()
    await browser.open('/auth/confirm?continue=%2Fauth%2Faccount')
    const page = await browser.submit('/auth/confirm', { code }, { way: 'recovery' })
    assert.match(page.url, /\/auth\/account$/)
    await browser.open('/auth/confirm')
    assert.equal((await browser.submit('/auth/confirm', { code }, { way: 'recovery' })).status, 401)
  })

  it('another site cannot send the form, and the page leads nowhere else', async () => {
    const browser = await newPerson(server, 'targets')
    await browser.open('/auth/confirm?continue=https%3A%2F%2Fevil.example%2F')
    assert.match((await confirm(browser, 'targets')).url, /\/auth\/account$/)
    const body = new URLSearchParams({ password: PASSWORD, way: 'password' }).toString()
    assert.equal((await browser.send('/auth/confirm', { method: 'POST', body })).status, 403)
  })

  it('a clock that is set back makes nothing fresh', async () => {
    const browser = await newPerson(server, 'clock')
    assert.equal((await sessionOf(browser)).is_confirmed, true)
    clock -= 10 * MINUTE
    assert.equal((await sessionOf(browser)).is_confirmed, false)
    clock += 10 * MINUTE
  })
})

/** Operations that erase nothing: they open records, send them elsewhere, or give somebody the use of a client. */
const OTHERS = ['/auth/v1/break-glass', '/extra/v1/subscription', '/admin/v1/client']

describe('by the API with a session', () => {
  it('erasure needs a confirmation, and says where; reading does not', async () => {
    const browser = await administrator('eraser')
    const ehrId = await newEhr(server)
    later()
    assert.equal((await callAs(browser, `GET /openehr/v1/ehr/${ehrId}`)).status, 200)
    const refused = await callAs(browser, `DELETE /openehr/v1/admin/ehr/${ehrId}`)
    assert.equal(refused.status, 403)
    assert.equal(refused.json().code, 'auth.reauthentication_needed')
    assert.match(refused.headers.get('location') ?? '', /^http:\/\/localhost:\d+\/auth\/confirm$/)
    assert.match(refused.json().message, /Confirm first that it is you, at http/)
    assert.equal((await callAs(browser, `GET /openehr/v1/ehr/${ehrId}`)).status, 200)
    await browser.open('/auth/confirm')
    await confirm(browser, 'eraser')
    assert.equal((await callAs(browser, `DELETE /openehr/v1/admin/ehr/${ehrId}`)).status, 204)
  })

  it('every operation that erases, sends records elsewhere or gives the use of a client needs one', async () => {
    const { paths } = (await server.call('GET /openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-cairn-fresh'?: true }>>
    }
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => ({
        method,
        path,
        isFresh: each['x-cairn-fresh'] === true,
      })),
    )
    const erases = ({ method, path }: { method: string; path: string }) =>
      (method === 'delete' && /\/v1\/admin\//.test(path)) || /\/(\{ehr_id\}\/merge|destroy)$/.test(path)
    const fresh = operations.filter(({ isFresh }) => isFresh)
    assert.deepEqual(
      fresh.map(({ path }) => path).filter(path => !OTHERS.some(other => path.startsWith(other))),
      operations.filter(erases).map(({ path }) => path),
    )
    const browser = await administrator('erases-all')
    later()
    // An administrator may not break the glass: a test of its own does.
    for (const { method, path } of fresh.filter(each => each.path !== '/auth/v1/break-glass')) {
      const filled = path.replace(/\{\w+\}/g, '0195f1f2-3333-7444-8555-666677778888')
      const answer = await callAs(browser, `${method.toUpperCase()} ${filled}`)
      assert.equal(answer.json().code, 'auth.reauthentication_needed', `${method} ${path}`)
    }
  })

  it('giving somebody the use of a client needs one: a new one, more scopes, a secret, enabling', async () => {
    const browser = await administrator('registrar')
    const app = { name: 'app', scopes: ['api.read'] }
    const made = await callAs(browser, 'POST /admin/v1/client', { ...app, client_id: 'registered' })
    assert.equal(made.status, 201)
    const approval = 'POST /admin/v1/client-request/0195f1f2-3333-7444-8555-666677778888/approval'
    const calls: [request: string, body?: unknown][] = [
      ['POST /admin/v1/client', { ...app, client_id: 'another' }],
      ['PUT /admin/v1/client/registered', { scopes: ['api.read', 'api.admin'] }],
      ['POST /admin/v1/client/registered/rotate'],
      ['POST /admin/v1/client/registered/enable'],
      [approval],
    ]
    later()
    for (const [request, body] of calls) {
      const refused = await callAs(browser, request, body)
      assert.equal(refused.json().code, 'auth.reauthentication_needed', request)
    }
    for (const [request, body] of [
      ['PUT /admin/v1/client/registered', { name: 'renamed' }],
      ['POST /admin/v1/client/registered/disable'],
    ] as const)
      assert.equal((await callAs(browser, request, body)).status, 200, request)
    await browser.open('/auth/confirm')
    await confirm(browser, 'registrar')
    assert.equal((await callAs(browser, 'POST /admin/v1/client/registered/enable')).status, 200)
  })

  it('making an administrator needs one: a new account, a role, a disabled account, an invitation', async () => {
    const browser = await administrator('maker')
    await addPersonWith(server, 'nurse', { roles: ['nurse'] })
    await addPersonWith(server, 'resting', { roles: ['administrator'] })
    await adminCall(server, 'PUT /admin/v1/person/resting', { disabled: true })
    const calls: [request: string, body?: unknown][] = [
      ['POST /admin/v1/person', { person_id: 'second', name: 'x', roles: ['administrator'] }],
      ['PUT /admin/v1/person/nurse', { roles: ['nurse', 'administrator'] }],
      ['PUT /admin/v1/person/resting', { disabled: false }],
      ['POST /admin/v1/person/resting/invitation'],
    ]
    later()
    for (const [request, body] of calls) {
      const answer = await callAs(browser, request, body)
      assert.equal(answer.status, 403, request)
      assert.equal(answer.json().code, 'auth.reauthentication_needed')
    }
    const people = (await adminCall(server, 'GET /admin/v1/person')).json() as { person_id: string }[]
    assert.ok(!people.some(({ person_id }) => person_id === 'second'))
    const usual: [request: string, body?: unknown][] = [
      ['POST /admin/v1/person', { person_id: 'third', name: 'x', roles: ['nurse'] }],
      ['PUT /admin/v1/person/nurse', { roles: ['clinician'] }],
      ['POST /admin/v1/person/nurse/invitation'],
    ]
    for (const [request, body] of usual)
      assert.ok((await callAs(browser, request, body)).status < 300, request)
    await browser.open('/auth/confirm')
    await confirm(browser, 'maker')
    for (const [request, body] of calls)
      assert.ok((await callAs(browser, request, body)).status < 300, request)
  })

  it('break-glass needs one', async () => {
    const browser = await newPerson(server, 'emergency', [])
    await adminCall(server, 'PUT /admin/v1/person/emergency', { assigned_roles: ['clinician'] })
    const body = { ehrId: await newEhr(server), reason: 'unconscious in the emergency room' }
    later()
    const refused = await callAs(browser, 'POST /auth/v1/break-glass', body)
    assert.equal(refused.json().code, 'auth.reauthentication_needed')
    await browser.open('/auth/confirm')
    await confirm(browser, 'emergency')
    assert.equal((await callAs(browser, 'POST /auth/v1/break-glass', body)).status, 201)
  })

  it('a client of its own is not asked: there is no person', async () => {
    const ehrId = await newEhr(server)
    later()
    const answer = await server.call(`DELETE /openehr/v1/admin/ehr/${ehrId}`, { scopes: 'api.admin' })
    assert.equal(answer.status, 204, answer.text)
  })
})

describe('for an app', () => {
  it('an old sign-in is refused with max_age, and max_age leads to a confirmation and a token with another auth_time', async () => {
    const browser = await newPerson(server, 'app-user', [])
    await adminCall(server, 'PUT /admin/v1/person/app-user', { assigned_roles: ['clinician'] })
    const scope = 'openid offline_access api.read api.break_glass'
    const app = await newApp(server, { scopes: scope.split(' ') })
    const first = await signInToApp(server, browser, app, scope)
    const body = JSON.stringify({ ehrId: await newEhr(server), reason: 'unconscious in the emergency room' })
    const take = (token: string) =>
      server.call('POST /auth/v1/break-glass', {
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body,
      })
    assert.equal((await take(first.access_token)).status, 201)
    later()
    // A refresh gives a new token, and no newer sign-in.
    const { access_token } = (await refresh(server, app, first.refresh_token)).json()
    const refused = await take(access_token)
    assert.equal(refused.status, 401)
    assert.equal(refused.json().code, 'auth.insufficient_user_authentication')
    assert.match(
      refused.headers.get('www-authenticate') ?? '',
      /^Bearer realm="cairn", error="insufficient_user_authentication", error_description="[^"]+", max_age="300"$/,
    )
    const asked = askFor(app, scope, { max_age: '300' })
    const page = await browser.open(authorizePath(asked.parameters))
    assert.match(page.url, /\/auth\/confirm\?/)
    const back = new URL((await confirm(browser, 'app-user')).url)
    const tokens = (await redeem(server, app, asked, back.searchParams.get('code') ?? '')).json()
    const { auth_time } = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString())
    assert.equal(auth_time, Math.floor(clock / 1000))
    assert.equal((await take(tokens.access_token)).status, 201)
  })

  it('prompt=none with max_age is told that the person has to sign in', async () => {
    const browser = await newPerson(server, 'silent')
    const app = await newApp(server)
    await signInToApp(server, browser, app, 'openid api.read')
    later()
    const open = async (more: Record<string, string>) =>
      new URL((await browser.open(authorizePath(askFor(app, 'openid api.read', more).parameters))).url)
    assert.ok((await open({ prompt: 'none' })).searchParams.has('code'))
    const refused = await open({ prompt: 'none', max_age: '300' })
    assert.equal(refused.searchParams.get('error'), 'login_required')
  })
})
