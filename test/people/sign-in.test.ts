/** People sign in with a password: invitations, recovery codes, delays, sessions, and everything that must not work. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'
import { formIn, newBrowser } from './browser.ts'
import { adminCall, invitePerson, newPerson, PASSWORD, setUpSecondFactor, signIn } from './people.ts'

const server = await testServer()

/** A server whose clock a test can set. */
let clock = Date.now()
const timed = await testServer({ now: () => clock })

const sessionOf = async (browser: ReturnType<typeof newBrowser>) =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text)

describe('an invitation', () => {
  it('lets a person choose a password once, shows recovery codes, and signs in', async () => {
    const link = new URL(await invitePerson(server, 'first'))
    const browser = newBrowser(server)
    const page = await browser.open(`${link.pathname}${link.search}`)
    assert.match(page.text, /Welcome, Ana Meyer/)
    const welcome = await browser.submit('/auth/invitation', { password: PASSWORD })
    const codes = [...welcome.text.matchAll(/<li>((?:[a-z2-9]{5}-){3}[a-z2-9]{5})<\/li>/g)]
    assert.equal(codes.length, 10)
    assert.equal((await sessionOf(browser)).person.person_id, 'first')

    const again = await newBrowser(server).open(`${link.pathname}${link.search}`)
    assert.equal(again.status, 404)
    assert.match(again.text, /cannot be used/)
  })

  for (const [password, message] of [
    ['short', /too short/],
    ['password123456', /easy to guess/],
    ['Krankenhaus2026!', /easy to guess/],
    ['qwertzuiop123', /easy to guess/],
    ['aaaaaaaaaaaaaaaa', /easy to guess/],
    ['Ana.Meyer.2026', /easy to guess/],
    ['x'.repeat(201), /too long|easy to guess/],
  ] as const)
    it(`refuses the password ${password.slice(0, 20)}`, async () => {
      const link = new URL(
        await invitePerson(
          server,
          `weak-${password.slice(0, 5).toLowerCase().replace(/\W/g, '')}-${password.length}`,
        ),
      )
      const browser = newBrowser(server)
      await browser.open(`${link.pathname}${link.search}`)
      const page = await browser.submit('/auth/invitation', { password })
      assert.equal(page.status, 400)
      assert.match(page.text, message)
      assert.equal((await sessionOf(browser)).signed_in, false)
    })

  it('that is newer ends the older one', async () => {
    const older = new URL(await invitePerson(server, 'twice'))
    assert.equal((await adminCall(server, 'POST /admin/v1/person/twice/invitation')).status, 201)
    assert.equal((await newBrowser(server).open(`${older.pathname}${older.search}`)).status, 404)
  })

  it('is not in the log or in the audit trail', async () => {
    const link = new URL(await invitePerson(server, 'secret-link'))
    const token = link.searchParams.get('token') ?? ''
    await newBrowser(server).open(`${link.pathname}${link.search}`)
    const trail = await server.call('GET /admin/v1/audit', { scopes: 'api.admin' })
    assert.ok(!trail.text.includes(token))
    assert.ok(!server.logged.join('').includes(token))
  })
})

describe('a password', async () => {
  await newPerson(server, 'ana')

  it('signs in; the session has a new id each time, and a cookie that scripts and other sites cannot use', async () => {
    const browser = newBrowser(server)
    await signIn(browser, 'ana')
    const first = browser.cookies.get('cairn-session')
    assert.equal((await sessionOf(browser)).person.name, 'Ana Meyer')
    const page = await browser.send('/auth/sign-in?again=yes', {})
    const form = formIn({ ...page, url: browser.origin }, '/auth/sign-in')
    const answer = await browser.send('/auth/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ ...form, person_id: ' ANA ', password: PASSWORD }).toString(),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    assert.match(cookie, /^cairn-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.notEqual(browser.cookies.get('cairn-session'), first)
    // The session before has ended: an id that somebody planted or copied is worth nothing.
    const old = await server.call('GET /auth/v1/session', { headers: { Cookie: `cairn-session=${first}` } })
    assert.equal(old.json().signed_in, false)
  })

  it('is stored at the cost that OWASP names, unless a test asks for less', async () => {
    const usual = await testServer({ usualPasswordCost: true })
    await newPerson(usual, 'ana')
    const stored = sql<{ hash: string }>({
      name: 'test.hash',
      text: 'select hash from cairn.person_password',
    })
    const [row] = await usual.db.query(stored)
    assert.match(row?.hash ?? '', /^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    assert.equal((await signIn(newBrowser(usual), 'ana')).status, 200)
  })

  it('that is wrong, and a person who is not there, are answered alike', async () => {
    const answers = []
    for (const personId of ['ana', 'nobody-there']) {
      const browser = newBrowser(server)
      const page = await signIn(browser, personId, 'not the right one')
      answers.push(page.text.replaceAll(personId, 'X').replace(/name="form_token" value="[^"]+"/g, ''))
      assert.equal(page.status, 401)
      assert.match(page.text, /is wrong, or the account is disabled/)
    }
    assert.equal(answers[0], answers[1])
  })

  it('that is wrong too often has to wait, the right one too, but not for long', async () => {
    await newPerson(timed, 'slow')
    const browser = newBrowser(timed)
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await signIn(browser, 'slow', 'wrong')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
    const page = await signIn(browser, 'slow')
    assert.equal(page.status, 429)
    assert.match(page.text, /Try again in \d+ seconds/)
    clock += 61_000
    assert.equal((await signIn(browser, 'slow')).status, 200)
    assert.equal((await sessionOf(browser)).signed_in, true)
  })

  it('of a disabled account does not work, and its sessions end', async () => {
    const browser = await newPerson(server, 'leaver')
    assert.equal((await sessionOf(browser)).signed_in, true)
    await adminCall(server, 'PUT /admin/v1/person/leaver', { disabled: true })
    assert.equal((await sessionOf(browser)).signed_in, false)
    assert.equal((await signIn(newBrowser(server), 'leaver')).status, 401)
  })

  it('is changed with the current one; other sessions end', async () => {
    const here = await newPerson(server, 'changer')
    const there = newBrowser(server)
    await signIn(there, 'changer')
    await here.open('/auth/account')
    const refused = await here.submit('/auth/account/password', {
      current: 'wrong',
      password: 'meadow lantern copper tide',
    })
    assert.match(refused.text, /current password is wrong/)
    const page = await here.submit('/auth/account/password', {
      current: PASSWORD,
      password: 'meadow lantern copper tide',
    })
    assert.match(page.text, /password is changed/)
    assert.equal((await sessionOf(there)).signed_in, false)
    assert.equal((await sessionOf(here)).signed_in, true)
    assert.equal((await signIn(newBrowser(server), 'changer')).status, 401)
  })
})

describe('a recovery code', () => {
  it('signs in once', async () => {
    const owner = await newPerson(server, 'forgetful')
    const codes = [...owner.page().text.matchAll(/<li>([a-z2-9-]{23})<\/li>/g)].map(([, code = '']) => code)
    const use = async (code: string, browser = newBrowser(server)) => {
      await browser.open('/auth/recovery')
      return browser.submit('/auth/recovery', { person_id: 'forgetful', code })
    }
    const [code = ''] = codes
    const recovered = newBrowser(server)
    const page = await use(code.toUpperCase().replaceAll('-', ' '), recovered)
    assert.match(page.url, /\/auth\/account$/)
    assert.match(page.text, /9 codes are left/)
    assert.equal((await sessionOf(owner)).signed_in, false, 'other sessions end')
    assert.equal((await use(code)).status, 401)
    const renewed = await recovered.submit('/auth/account/recovery-codes')
    assert.equal([...renewed.text.matchAll(/<li>[a-z2-9-]{23}<\/li>/g)].length, 10)
    assert.equal((await use(codes[1] ?? '')).status, 401)
  })
})

describe('a session', () => {
  it('ends when nobody uses it, and in any case after twelve hours', async () => {
    const idle = await newPerson(timed, 'idle')
    clock += 31 * 60_000
    assert.equal((await sessionOf(idle)).signed_in, false)
    await signIn(idle, 'idle')
    for (let hour = 0; hour < 11 * 3; hour++) {
      clock += 20 * 60_000
      assert.equal((await sessionOf(idle)).signed_in, true, `after ${hour / 3} hours`)
    }
    clock += 28 * 60_000
    await sessionOf(idle)
    clock += 28 * 60_000
    await sessionOf(idle)
    clock += 20 * 60_000
    assert.equal((await sessionOf(idle)).signed_in, false)
  })

  it('is listed for its person and ended there, and by an administrator', async () => {
    const here = await newPerson(server, 'lister')
    const there = newBrowser(server)
    await signIn(there, 'lister')
    const listed = (await adminCall(server, 'GET /admin/v1/person/lister/session')).json()
    assert.deepEqual(listed.map((each: { method: string }) => each.method).sort(), ['invitation', 'password'])
    await here.open('/auth/account')
    await here.submit('/auth/account/session/end-others')
    assert.equal((await sessionOf(there)).signed_in, false)
    assert.equal((await sessionOf(here)).signed_in, true)
    assert.equal((await adminCall(server, 'DELETE /admin/v1/person/lister/session')).status, 204)
    assert.equal((await sessionOf(here)).signed_in, false)
  })

  it('ends by signing out', async () => {
    const browser = await newPerson(server, 'goer')
    await browser.open('/auth/account')
    const page = await browser.submit('/auth/sign-out')
    assert.match(page.text, /You are signed out/)
    assert.equal(browser.cookies.has('cairn-session'), false)
  })

  it('calls the API, as the person; a change needs the value that only our pages know', async () => {
    const browser = await newPerson(server, 'caller')
    const call = (method: string, path: string, headers: Record<string, string> = {}) =>
      browser.send(path, { method, headers })
    assert.equal((await call('GET', '/openehr/v1/definition/template/adl1.4')).status, 200)
    assert.equal((await call('GET', '/admin/v1/client')).status, 403, 'a clinician is no administrator')
    const { csrf_token } = await sessionOf(browser)
    const bare = await call('POST', '/openehr/v1/ehr')
    assert.equal(bare.status, 403)
    assert.equal(JSON.parse(bare.text).code, 'auth.csrf')
    assert.equal((await call('POST', '/openehr/v1/ehr', { 'X-CSRF-Token': 'x' })).status, 403)
    const foreign = { 'X-CSRF-Token': csrf_token, Origin: 'https://evil.example' }
    assert.equal((await call('POST', '/openehr/v1/ehr', foreign)).status, 403)
    const made = await call('POST', '/openehr/v1/ehr', { 'X-CSRF-Token': csrf_token })
    assert.equal(made.status, 201, made.text)
    const { events } = (
      await server.call('GET /admin/v1/audit?person=caller', { scopes: 'api.admin' })
    ).json()
    const written = events.find(
      (event: { action: string; status: number }) => event.action === 'C' && event.status === 201,
    )
    assert.equal(written?.client_id, 'cairn.pages')
    const [contribution] = [written.contribution_id]
    const ehrId = written.ehr_id
    const stored = await call('GET', `/openehr/v1/ehr/${ehrId}/contribution/${contribution}`)
    assert.equal(JSON.parse(stored.text).audit.committer.name, 'Ana Meyer')
    assert.equal(JSON.parse(stored.text).audit.committer.external_ref.id.value, 'caller')
  })
})

describe('forms', () => {
  it('are refused from another site, without their value, and with that of another browser', async () => {
    const browser = newBrowser(server)
    await browser.open('/auth/sign-in')
    const good = { ...formIn(browser.page(), '/auth/sign-in'), person_id: 'ana', password: PASSWORD }
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.send('/auth/sign-in', { method: 'POST', body: new URLSearchParams(fields).toString(), headers })
    assert.equal((await send(good, { Origin: 'https://evil.example' })).status, 403)
    assert.equal((await send(good, { Origin: 'null' })).status, 403)
    assert.equal((await send({ ...good, form_token: '' })).status, 403)
    const other = newBrowser(server)
    await other.open('/auth/sign-in')
    const theirs = formIn(other.page(), '/auth/sign-in')['form_token'] ?? ''
    assert.equal((await send({ ...good, form_token: theirs })).status, 403)
    assert.equal((await send(good)).status, 200)
  })

  for (const target of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth/account\n//x',
  ])
    it(`lead to no other site: ${JSON.stringify(target)}`, async () => {
      const browser = newBrowser(server)
      await browser.open(`/auth/sign-in?continue=${encodeURIComponent(target)}`)
      assert.equal(formIn(browser.page(), '/auth/sign-in')['continue'], '/auth/account')
    })
})

describe('pages', () => {
  it('cannot be framed, run nothing but our script, and send no address to others', async () => {
    for (const path of ['/auth/sign-in', '/auth/recovery', '/auth/invitation?token=x']) {
      const { headers } = await newBrowser(server).open(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('referrer-policy'), 'same-origin')
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })

  it('have no inline script or style', async () => {
    const browser = await newPerson(server, 'inline')
    for (const path of ['/auth/account', '/auth/apps', '/auth/sign-in?again=yes']) {
      const { text } = await browser.open(path)
      assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script>/)
    }
  })

  for (const [language, word] of [
    ['de', 'Anmelden'],
    ['es-MX,es;q=0.9', 'Iniciar sesión'],
    ['nl', 'Inloggen'],
    ['fr', 'Sign in'],
    ['en;q=0.1, de;q=0.9', 'Anmelden'],
  ])
    it(`speak ${language}: ${word}`, async () => {
      assert.match(
        (await newBrowser(server, language).open('/auth/sign-in')).text,
        new RegExp(`<h1>${word}</h1>`),
      )
    })

  it('keep the language that was chosen', async () => {
    const browser = newBrowser(server)
    await browser.open('/auth/language/nl?continue=%2Fauth%2Fsign-in')
    assert.match(browser.page().text, /<html lang="nl">/)
  })
})

describe('the first administrator', async () => {
  const { firstInvitation } = await import('../../packages/server/src/people/index.ts')
  const { checkedVault } = await import('../../packages/server/src/auth/index.ts')
  const { SECRET_KEY } = await import('../server.ts')
  const fresh = await testServer()
  const needs = {
    db: fresh.db,
    vault: await checkedVault(fresh.db, SECRET_KEY),
    authUrl: fresh.url.replace('127.0.0.1', 'localhost'),
    now: Date.now,
  }

  it('comes by a link that works once, and only while there is nobody', async () => {
    const link = new URL((await firstInvitation(needs)) ?? '')
    const browser = newBrowser(fresh)
    await browser.open(`${link.pathname}${link.search}`)
    assert.match(browser.page().text, /The first administrator/)
    const bad = await browser.submit('/auth/invitation', {
      person_id: 'Not Allowed!',
      name: 'Root',
      password: PASSWORD,
    })
    assert.equal(bad.status, 400)
    await browser.submit('/auth/invitation', { person_id: 'root', name: 'Rosa Root', password: PASSWORD })
    await setUpSecondFactor(browser, 'root')
    const { person, scopes } = await sessionOf(browser)
    const roles = { roles: ['administrator'], assigned_roles: [] }
    assert.deepEqual(person, { person_id: 'root', name: 'Rosa Root', ...roles })
    assert.ok(scopes.includes('api.admin'))
    assert.equal((await browser.send('/admin/v1/person', {})).status, 200)
    assert.equal(await firstInvitation(needs), undefined)
  })

  it('stays when clients and people that could replace it go', async () => {
    assert.equal((await adminCall(fresh, `POST /admin/v1/client/${fresh.client.id}/disable`)).status, 200)
    const browser = newBrowser(fresh)
    await signIn(browser, 'root')
    const { csrf_token } = await sessionOf(browser)
    const answer = await browser.send('/admin/v1/person/root', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token },
      body: JSON.stringify({ roles: ['nurse'] }),
    })
    assert.equal(answer.status, 409, answer.text)
    assert.equal(JSON.parse(answer.text).code, 'client.last_administrator')
  })
})
