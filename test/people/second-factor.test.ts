/** A second factor for accounts with a password: set up, asked for, lost, and everything that must not work. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'
import { askFor, authorizePath, refresh, signInToApp } from './app.ts'
import { codeOf, openAuthenticator, secretIn } from './authenticator.ts'
import { formIn, newBrowser, type TestBrowser } from './browser.ts'
import {
  adminCall,
  authenticatorOf,
  invitePerson,
  newApp,
  newPerson,
  PASSWORD,
  setUpSecondFactor,
  signIn,
} from './people.ts'

/** Codes are of steps of 30 seconds: the clock goes on when a test wants another one. */
let clock = Date.now()
const now = () => clock
const nextStep = () => {
  clock += 30_000
}
const server = await testServer({ now, env: { CAIRN_TOKEN_LIFETIME: '86400' } })

const sessionOf = async (browser: TestBrowser) =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text)

const codesIn = (text: string) =>
  [...text.matchAll(/<li>((?:[a-z2-9]{5}-){3}[a-z2-9]{5})<\/li>/g)].map(([, code = '']) => code)

/** A clinician with an authenticator app, which nobody asked for. */
async function careful(personId: string): Promise<TestBrowser> {
  const browser = await newPerson(server, personId)
  await browser.open('/auth/second-factor')
  await setUpSecondFactor(browser, personId, now)
  nextStep()
  return browser
}

/** A browser that has sent the right password, and is asked for the code. */
async function afterPassword(personId: string): Promise<TestBrowser> {
  const browser = newBrowser(server)
  await browser.open('/auth/sign-in')
  const page = await browser.submit('/auth/sign-in', { person_id: personId, password: PASSWORD })
  assert.match(page.text, /Code from your authenticator app/)
  return browser
}

describe('an authenticator app', () => {
  it('is set up on the page of the account, with a QR code and the key as text, and asked for from then on', async () => {
    const browser = await newPerson(server, 'ana')
    const other = newBrowser(server)
    await signIn(other, 'ana')
    const account = await browser.open('/auth/account')
    assert.match(account.text, /Authenticator app/)
    const page = await browser.open('/auth/second-factor?continue=%2Fauth%2Faccount')
    assert.match(page.text, /<svg class="qr"/)
    assert.equal(secretIn(page).length, 32)
    assert.doesNotMatch(page.text, /<script/)
    const wrong = await browser.submit('/auth/second-factor', { code: '000000' })
    assert.equal(wrong.status, 400)
    assert.equal(secretIn(wrong), secretIn(page), 'the same key, so that the app need not be set up again')
    await setUpSecondFactor(browser, 'ana', now)
    assert.match(browser.page().text, /It is set up/)
    assert.equal((await sessionOf(other)).signed_in, false, 'other sessions end')
    nextStep()
    const again = await afterPassword('ana')
    assert.equal((await sessionOf(again)).signed_in, false)
    assert.equal(again.cookies.has('cairn-session'), false, 'there is no session before the code')
    await again.submit('/auth/sign-in/code', { code: authenticatorOf(again, 'ana').next() })
    assert.equal((await sessionOf(again)).person.person_id, 'ana')
  })

  it('is not in the database as it is, nor in the log', async () => {
    await careful('sealed')
    const { secret } = authenticatorOf(newBrowser(server), 'sealed')
    const [row] = await server.db.query(
      sql<{ secret: Buffer }>({
        name: 'test.totp',
        text: `select secret from cairn.totp where person_id = 'sealed'`,
      }),
    )
    assert.ok(row)
    assert.ok(!row.secret.toString('latin1').includes(secret))
    assert.notEqual(row.secret.length, 20)
    assert.ok(!server.logged.join('').includes(secret))
  })

  it('can be removed by a person who need not have one', async () => {
    const browser = await careful('remover')
    await browser.open('/auth/account')
    await browser.submit('/auth/second-factor/remove')
    assert.match(browser.page().url, /\/auth\/account$/)
    assert.equal((await signIn(newBrowser(server), 'remover')).status, 200)
    assert.match(browser.page().text, /Set up/)
  })
})

describe('a code', () => {
  it('works once, in another browser too', async () => {
    await careful('replay')
    const code = authenticatorOf(newBrowser(server), 'replay').next()
    const [first, second] = [await afterPassword('replay'), await afterPassword('replay')]
    await first.submit('/auth/sign-in/code', { code })
    assert.equal((await sessionOf(first)).signed_in, true)
    const page = await second.submit('/auth/sign-in/code', { code })
    assert.equal(page.status, 401)
    assert.match(page.text, /wrong or was used already/)
    assert.equal((await sessionOf(second)).signed_in, false)
  })

  it('sent twice at the same time lets one in', async () => {
    await careful('race')
    const code = authenticatorOf(newBrowser(server), 'race').next()
    const browsers = await Promise.all([1, 2, 3, 4].map(() => afterPassword('race')))
    await Promise.all(browsers.map(browser => browser.submit('/auth/sign-in/code', { code })))
    const sessions = await Promise.all(browsers.map(sessionOf))
    assert.equal(sessions.filter(({ signed_in }) => signed_in).length, 1)
  })

  it('of an earlier step does not work after one of a later step', async () => {
    await careful('earlier')
    const { secret } = authenticatorOf(newBrowser(server), 'earlier')
    const step = Math.floor(clock / 30_000)
    const later = await afterPassword('earlier')
    await later.submit('/auth/sign-in/code', { code: codeOf(secret, step + 1) })
    assert.equal((await sessionOf(later)).signed_in, true)
    const earlier = await afterPassword('earlier')
    assert.equal((await earlier.submit('/auth/sign-in/code', { code: codeOf(secret, step) })).status, 401)
  })

  it('with which the app was set up is used', async () => {
    const browser = await newPerson(server, 'set-up-code')
    const page = await browser.open('/auth/second-factor')
    const code = codeOf(secretIn(page), Math.floor(clock / 30_000))
    await browser.submit('/auth/second-factor', { code })
    assert.equal(
      (await (await afterPassword('set-up-code')).submit('/auth/sign-in/code', { code })).status,
      401,
    )
  })

  it('of another person does not work, and neither does the step of another browser', async () => {
    await careful('mine')
    await careful('theirs')
    const browser = await afterPassword('mine')
    const code = authenticatorOf(browser, 'theirs').next()
    assert.equal((await browser.submit('/auth/sign-in/code', { code })).status, 401)
    const { step = '' } = formIn(browser.page(), '/auth/sign-in/code')
    const stranger = await afterPassword('theirs')
    const own = authenticatorOf(browser, 'mine').next()
    const page = await stranger.submit('/auth/sign-in/code', { step, code: own })
    assert.match(page.url, /\/auth\/sign-in$/)
    assert.equal((await sessionOf(stranger)).signed_in, false)
  })

  it('cannot be guessed: after some failures each has to wait, also if the password is sent again in between', async () => {
    await careful('guessed')
    const statuses = []
    for (let attempt = 0; attempt < 8; attempt++) {
      const browser = newBrowser(server)
      await browser.open('/auth/sign-in')
      const page = await browser.submit('/auth/sign-in', { person_id: 'guessed', password: PASSWORD })
      statuses.push(
        page.status === 429 ? 429 : (await browser.submit('/auth/sign-in/code', { code: '123456' })).status,
      )
    }
    assert.deepEqual(statuses.slice(0, 5), [401, 401, 401, 401, 401])
    assert.deepEqual(statuses.slice(5), [429, 429, 429])
    clock += 61_000
    const browser = await afterPassword('guessed')
    await browser.submit('/auth/sign-in/code', { code: authenticatorOf(browser, 'guessed').next() })
    assert.equal((await sessionOf(browser)).signed_in, true)
  })

  it('is no use without the password of the same sign-in', async () => {
    await careful('no-password')
    const browser = newBrowser(server)
    const page = await browser.open('/auth/sign-in')
    const { form_token = '' } = formIn(page, '/auth/sign-in')
    const code = authenticatorOf(browser, 'no-password').next()
    for (const step of ['', 'x'.repeat(43)]) {
      const body = new URLSearchParams({ form_token, step, code, person_id: 'no-password' }).toString()
      await browser.send('/auth/sign-in/code', { method: 'POST', body })
    }
    assert.equal((await sessionOf(browser)).signed_in, false)
  })
})

/** An administrator who has accepted the invitation with a password, and has no second factor yet. */
async function halfSignedIn(personId: string): Promise<TestBrowser> {
  const link = new URL(await invitePerson(server, personId, ['administrator']))
  const browser = newBrowser(server)
  await browser.open(`${link.pathname}${link.search}`)
  const page = await browser.submit('/auth/invitation', { password: PASSWORD })
  assert.match(page.url, /\/auth\/second-factor\?continue=%2Fauth%2Fwelcome$/)
  return browser
}

describe('an administrator with a password', () => {
  it('sets up a second factor before anything else, and then gets recovery codes', async () => {
    const browser = await halfSignedIn('admin')
    assert.match(browser.page().text, /needs more than a password/)
    const welcome = await setUpSecondFactor(browser, 'admin', now)
    assert.equal(codesIn(welcome.text).length, 10)
    assert.ok((await sessionOf(browser)).scopes.includes('api.admin'))
    assert.equal((await browser.send('/admin/v1/person', {})).status, 200)
    nextStep()
    const again = newBrowser(server)
    await signIn(again, 'admin')
    assert.equal((await again.send('/admin/v1/person', {})).status, 200)
  })

  it('cannot skip the page: no other page, no call of the API, and no app gets anything from the session', async () => {
    const browser = await halfSignedIn('skipper')
    const { form_token: token = '' } = formIn(browser.page(), '/auth/second-factor')
    assert.equal((await sessionOf(browser)).signed_in, false)
    for (const path of [
      '/admin/v1/person',
      '/openehr/v1/definition/template/adl1.4',
      '/openehr/v1/query/aql?q=x',
    ]) {
      const answer = await browser.send(path, {})
      assert.equal(answer.status, 403, path)
      assert.equal(JSON.parse(answer.text).code, 'auth.second_factor_needed')
      assert.match(answer.headers.get('location') ?? '', /\/auth\/second-factor$/)
    }
    const write = await browser.send('/admin/v1/person', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
      body: JSON.stringify({ person_id: 'accomplice', name: 'x', roles: ['administrator'] }),
    })
    assert.equal(JSON.parse(write.text).code, 'auth.second_factor_needed')
    for (const path of ['/auth/account', '/auth/apps', '/auth/welcome', '/auth/sign-in'])
      assert.match((await browser.open(path)).url, /\/auth\/second-factor\?/, path)
    for (const action of ['password', 'recovery-codes', 'passkey/remove', 'session/end-others']) {
      const body = new URLSearchParams({
        form_token: token,
        password: 'meadow lantern copper tide',
      }).toString()
      const answer = await browser.send(`/auth/account/${action}`, { method: 'POST', body })
      assert.match(answer.headers.get('location') ?? '', /\/auth\/second-factor\?/, action)
    }
    const app = await newApp(server, { scopes: ['openid', 'api.read', 'api.admin'] })
    const { parameters } = askFor(app, 'openid api.read api.admin')
    assert.match((await browser.open(authorizePath(parameters))).url, /\/auth\/second-factor\?/)
    const silent = await browser.open(authorizePath({ ...parameters, prompt: 'none' }))
    assert.equal(new URL(silent.url).searchParams.get('error'), 'login_required')
    // The authorization request goes on after the page.
    await browser.open(authorizePath(parameters))
    assert.match((await setUpSecondFactor(browser, 'skipper', now)).text, /asks for access/)
  })

  it('is asked for a second factor too when made an administrator later, and apps of before get no new tokens', async () => {
    const browser = await newPerson(server, 'promoted')
    const app = await newApp(server, { scopes: ['openid', 'offline_access', 'api.read'] })
    const { refresh_token } = await signInToApp(server, browser, app, 'openid offline_access api.read')
    assert.equal((await browser.send('/openehr/v1/definition/template/adl1.4', {})).status, 200)
    await adminCall(server, 'PUT /admin/v1/person/promoted', { roles: ['administrator'] })
    const answer = await browser.send('/openehr/v1/definition/template/adl1.4', {})
    assert.equal(JSON.parse(answer.text).code, 'auth.second_factor_needed')
    const refused = await refresh(server, app, refresh_token)
    assert.equal(refused.json().error, 'invalid_grant')
    assert.match((await browser.open('/auth/account')).url, /\/auth\/second-factor\?/)
    await setUpSecondFactor(browser, 'promoted', now)
    assert.match(browser.page().url, /\/auth\/account$/)
  })

  it('cannot remove the factor without another', async () => {
    const browser = await newPerson(server, 'keeper', ['administrator'], 'Ana Meyer', now)
    nextStep()
    await browser.open('/auth/account')
    const page = await browser.submit('/auth/second-factor/remove')
    assert.equal(page.status, 409)
    assert.match(page.text, /Add a passkey before/)
    await afterPassword('keeper')
  })

  it('who has a passkey cannot make a factor of the password alone', async () => {
    const browser = await newPerson(server, 'has-passkey')
    await server.db.execute(
      sql<never>({
        name: 'test.passkey',
        text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
               values ('x', 'has-passkey', '\\x00', 0, '{}', 'Phone')`,
      }),
    )
    await adminCall(server, 'PUT /admin/v1/person/has-passkey', { roles: ['administrator'] })
    const thief = newBrowser(server)
    const page = await signIn(thief, 'has-passkey')
    assert.match(page.url, /\/auth\/confirm\?/)
    assert.doesNotMatch(page.text, /name="password"/)
    assert.match(page.text, /Confirm with a passkey/)
    const { form_token = '' } = formIn(page, '/auth/confirm', { way: 'recovery' })
    const body = new URLSearchParams({ form_token, way: 'password', password: PASSWORD }).toString()
    assert.equal((await thief.send('/auth/confirm', { method: 'POST', body })).status, 401)
    const set = new URLSearchParams({ form_token, code: '000000', sealed: '' }).toString()
    const answer = await thief.send('/auth/second-factor', { method: 'POST', body: set })
    assert.match(answer.headers.get('location') ?? '', /\/auth\/confirm\?/)
    const options = await thief.send('/auth/passkey/account/options', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ form_token }),
    })
    assert.equal(options.status, 403)
    assert.equal((await browser.open('/auth/account')).status, 200)
  })
})

describe('the key of a new app', () => {
  it('of another person cannot be planted', async () => {
    const [mallory, victim] = [await newPerson(server, 'mallory'), await newPerson(server, 'victim')]
    const shown = await mallory.open('/auth/second-factor')
    const { sealed = '' } = formIn(shown, '/auth/second-factor')
    await victim.open('/auth/second-factor')
    const code = codeOf(secretIn(shown), Math.floor(clock / 30_000))
    await victim.submit('/auth/second-factor', { sealed, code })
    assert.equal((await signIn(newBrowser(server), 'victim')).status, 200)
    for (const forged of ['', 'AAAA', `${sealed.slice(0, -2)}AA`]) {
      await victim.open('/auth/second-factor')
      const page = await victim.submit('/auth/second-factor', { sealed: forged, code })
      assert.match(page.url, /\/auth\/second-factor\?/)
    }
  })
})

describe('a recovery code', () => {
  it('is a way in without the phone, once, and another factor is set up first', async () => {
    const browser = await newPerson(server, 'lost', ['administrator'], 'Ana Meyer', now)
    const [code = ''] = codesIn(browser.page().text)
    nextStep()
    const again = newBrowser(server)
    await again.open('/auth/recovery')
    const page = await again.submit('/auth/recovery', { person_id: 'lost', code })
    assert.match(page.url, /\/auth\/second-factor\?/)
    assert.equal((await again.send('/admin/v1/person', {})).status, 403)
    const old = authenticatorOf(again, 'lost')
    await setUpSecondFactor(again, 'lost', now)
    assert.equal((await again.send('/admin/v1/person', {})).status, 200)
    nextStep()
    const thief = await afterPassword('lost')
    const stolen = openAuthenticator(old.secret, now)
    assert.equal((await thief.submit('/auth/sign-in/code', { code: stolen.next() })).status, 401)
    await again.open('/auth/recovery')
    assert.equal((await again.submit('/auth/recovery', { person_id: 'lost', code })).status, 401)
  })

  it('lets a person who need not have an app go on without one', async () => {
    const browser = await newPerson(server, 'gave-up')
    const [code = ''] = codesIn(browser.page().text)
    await browser.open('/auth/second-factor')
    await setUpSecondFactor(browser, 'gave-up', now)
    const again = newBrowser(server)
    await again.open('/auth/recovery')
    const page = await again.submit('/auth/recovery', { person_id: 'gave-up', code })
    assert.match(page.url, /\/auth\/second-factor\?/)
    await again.submit('/auth/second-factor/remove')
    assert.match(again.page().url, /\/auth\/account$/)
  })
})

describe('a new invitation', () => {
  it('ends password, authenticator app and recovery codes of before, once it is accepted', async () => {
    const browser = await newPerson(server, 'renewed', ['administrator'], 'Ana Meyer', now)
    const [code = ''] = codesIn(browser.page().text)
    const answer = await adminCall(server, 'POST /admin/v1/person/renewed/invitation')
    const link = new URL(answer.json().invitation.link)
    assert.equal((await sessionOf(browser)).signed_in, true)
    const again = newBrowser(server)
    await again.open(`${link.pathname}${link.search}`)
    await again.submit('/auth/invitation', { password: 'meadow lantern copper tide' })
    assert.match(again.page().url, /\/auth\/second-factor\?/)
    assert.equal((await sessionOf(browser)).signed_in, false)
    const old = newBrowser(server)
    await old.open('/auth/recovery')
    assert.equal((await old.submit('/auth/recovery', { person_id: 'renewed', code })).status, 401)
    const welcome = await setUpSecondFactor(again, 'renewed', now)
    assert.equal(codesIn(welcome.text).length, 10)
  })
})

describe('with CAIRN_SECOND_FACTOR=all', () => {
  it('everybody with a password sets one up', async () => {
    const strict = await testServer({ env: { CAIRN_SECOND_FACTOR: 'all' } })
    const link = new URL(await invitePerson(strict, 'nurse', ['nurse']))
    const browser = newBrowser(strict)
    await browser.open(`${link.pathname}${link.search}`)
    const page = await browser.submit('/auth/invitation', { password: PASSWORD })
    assert.match(page.url, /\/auth\/second-factor\?/)
    const welcome = await setUpSecondFactor(browser, 'nurse')
    assert.match(welcome.url, /\/auth\/welcome$/)
  })
})
