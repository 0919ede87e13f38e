/** People sign in at a hospital's identity provider by OpenID Connect: accounts made at need, groups as roles, sign-out there too. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'
import { callWith, refresh, signInToApp } from './app.ts'
import { newBrowser, type TestBrowser } from './browser.ts'
import { addAuthenticator, noChromium, windowsOfChromium } from './chromium.ts'
import { addRole, adminCall, invitePerson, newApp } from './people.ts'
import { type Claims, openProviders, sessionOf } from './providers.ts'

const { hospital, clinic, folder, server, origin, signInAt } = await openProviders()
const openWindow = windowsOfChromium()

const seconds = () => Math.floor(Date.now() / 1000)

const ERASE_NOTHING = '/openehr/v1/admin/ehr/0195f1f2-3333-7444-8555-666677778888'

/** The status and the code of an erasure with the session of the browser. */
async function erase(browser: TestBrowser): Promise<string> {
  const { csrf_token } = await sessionOf(browser)
  const answer = await browser.send(ERASE_NOTHING, {
    method: 'DELETE',
    headers: { 'X-CSRF-Token': csrf_token },
  })
  return JSON.parse(answer.text).code
}

describe('a person of a provider who has to confirm who they are', () => {
  const claims = { sub: 'fresh', name: 'Dr Fresh', preferred_username: 'fresh', groups: ['it'] }

  /** Goes to the provider by the page to confirm; the provider answers with these claims. */
  async function confirmAt(browser: TestBrowser, answered: Claims) {
    const page = await browser.open('/auth/confirm?continue=%2Fauth%2Faccount')
    assert.doesNotMatch(page.text, /name="password"|recovery/)
    const [, target = ''] = /href="([^"]*again=yes[^"]*)">Confirm at St/.exec(page.text) ?? []
    const sent = new URL((await browser.open(target.replaceAll('&amp;', '&'))).url)
    assert.deepEqual([sent.searchParams.get('prompt'), sent.searchParams.get('max_age')], ['login', '0'])
    Object.assign(hospital.state, { claims: answered, nonce: sent.searchParams.get('nonce') })
    return browser.open(`/auth/provider/hospital/callback?code=c&state=${sent.searchParams.get('state')}`)
  }

  it('is asked there, and the id_token must say that it was just now', async () => {
    const browser = newBrowser(server)
    await signInAt(browser, 'hospital', claims)
    // The provider did not say when: it may have been this morning.
    assert.equal(await erase(browser), 'auth.reauthentication_needed')
    for (const auth_time of [undefined, seconds() - 3600]) {
      const page = await confirmAt(browser, { ...claims, ...(auth_time ? { auth_time } : {}) })
      assert.equal(page.status, 403)
      assert.match(page.text, /did not ask you to sign in again/)
      assert.equal(await erase(browser), 'auth.reauthentication_needed')
    }
    const before = browser.cookies.get('cairn-session')
    const page = await confirmAt(browser, { ...claims, auth_time: seconds() })
    assert.match(page.url, /\/auth\/account$/)
    assert.notEqual(browser.cookies.get('cairn-session'), before)
    assert.equal(await erase(browser), 'ehr.not_found')
  })

  it('is not confirmed by somebody else', async () => {
    const browser = newBrowser(server)
    await signInAt(browser, 'hospital', claims)
    const other = { ...claims, sub: 'other', preferred_username: 'other', auth_time: seconds() }
    assert.equal((await confirmAt(browser, other)).status, 403)
    assert.equal(await erase(browser), 'auth.reauthentication_needed')
  })

  it('is fresh after a sign-in of which the provider says that it was just now, and needs no second factor here', async () => {
    const browser = newBrowser(server)
    await signInAt(browser, 'hospital', { ...claims, auth_time: seconds() })
    assert.equal(await erase(browser), 'ehr.not_found')
    await signInAt(browser, 'hospital', { ...claims, auth_time: seconds() - 301 })
    assert.equal(await erase(browser), 'auth.reauthentication_needed')
    assert.match((await browser.open('/auth/second-factor')).url, /\/auth\/account$/)
  })
})

describe('a person of a provider', () => {
  it('is offered its button, gets an account with the roles of the groups, and keeps it', async () => {
    const browser = newBrowser(server)
    assert.match((await browser.open('/auth/sign-in')).text, /Sign in with St\. Mary’s/)
    const claims = {
      sub: '17',
      name: 'Dr Lin',
      preferred_username: 'Lin.Wu',
      groups: ['physicians', 'choir'],
    }
    const page = await signInAt(browser, 'hospital', claims)
    assert.match(page.url, /\/auth\/account$/, page.text)
    assert.deepEqual((await sessionOf(browser)).person, {
      person_id: 'lin.wu',
      name: 'Dr Lin',
      roles: ['clinician'],
      assigned_roles: [],
    })
    assert.doesNotMatch(page.text, /Change the password/)
    await signInAt(browser, 'hospital', { ...claims, name: 'Prof Lin', groups: ['it'] })
    assert.deepEqual((await sessionOf(browser)).person, {
      person_id: 'lin.wu',
      name: 'Prof Lin',
      roles: ['administrator'],
      assigned_roles: [],
    })
    await signInAt(browser, 'hospital', { ...claims, groups: ['nursing'] })
    const { roles, assigned_roles } = (await sessionOf(browser)).person
    assert.deepEqual([roles, assigned_roles], [[], ['nurse']])
  })

  it('gets the FHIR resource that the provider names, and keeps it where the provider names none', async () => {
    const browser = newBrowser(server)
    const claims = { sub: '18', preferred_username: 'fay', groups: ['physicians'] }
    const fhirUser = async () => (await adminCall(server, 'GET /admin/v1/person/fay')).json().fhir_user
    const url = 'https://fhir.example.org/Practitioner/18'
    await signInAt(browser, 'hospital', { ...claims, fhirUser: 'no resource' })
    assert.equal(await fhirUser(), undefined)
    await signInAt(browser, 'hospital', { ...claims, fhirUser: url })
    assert.equal(await fhirUser(), url)
    await signInAt(browser, 'hospital', claims)
    assert.equal(await fhirUser(), url)
  })

  it('never gets the account of another with the same name', async () => {
    const local = { person_id: 'same', name: 'Local', roles: ['nurse'] }
    await adminCall(server, 'POST /admin/v1/person', local)
    const ids = []
    for (const name of ['hospital', 'clinic'] as const) {
      const browser = newBrowser(server)
      await signInAt(browser, name, { sub: 's', preferred_username: 'same', groups: ['physicians'] })
      ids.push((await sessionOf(browser)).person.person_id)
    }
    assert.deepEqual(ids, ['same-2', 'same-3'])
  })

  it('whose groups give no role any more loses sessions and apps, and does not get them back', async () => {
    const claims = { sub: '23', preferred_username: 'left', groups: ['physicians'] }
    const browser = newBrowser(server)
    await signInAt(browser, 'hospital', claims)
    const app = await newApp(server)
    const tokens = await signInToApp(server, browser, app, 'offline_access api.read')
    const other = newBrowser(server)
    const none = await signInAt(other, 'hospital', { ...claims, groups: ['choir'] })
    assert.equal(none.status, 403)
    assert.equal((await sessionOf(browser)).signed_in, false)
    await signInAt(other, 'hospital', claims)
    assert.equal((await callWith(server, tokens.access_token)).status, 401)
    assert.equal((await refresh(server, app, tokens.refresh_token)).json().error, 'invalid_grant')
  })

  it('without a role, or with a disabled account, is turned away', async () => {
    const browser = newBrowser(server)
    const page = await signInAt(browser, 'hospital', {
      sub: '99',
      preferred_username: 'guest',
      groups: ['choir'],
    })
    assert.equal(page.status, 403)
    assert.match(page.text, /has no role here/)
    await signInAt(browser, 'clinic', { sub: '5', preferred_username: 'nora' })
    await adminCall(server, 'PUT /admin/v1/person/nora', { disabled: true })
    assert.equal((await signInAt(browser, 'clinic', { sub: '5', preferred_username: 'nora' })).status, 403)
  })

  it('signs out there too', async () => {
    const browser = newBrowser(server)
    await signInAt(browser, 'clinic', { sub: '6', preferred_username: 'omar' })
    await browser.open('/auth/account')
    const away = new URL((await browser.submit('/auth/sign-out')).url)
    assert.equal(`${away.origin}${away.pathname}`, `${clinic.issuer}/end`)
    assert.ok(away.searchParams.get('id_token_hint'))
    assert.equal((await sessionOf(browser)).signed_in, false)
  })
})

describe('an answer of a provider is refused', () => {
  it('without a state of this browser, and a second time', async () => {
    const browser = newBrowser(server)
    const sent = new URL((await browser.open('/auth/provider/hospital')).url)
    const state = sent.searchParams.get('state') ?? ''
    Object.assign(hospital.state, {
      claims: { sub: '17', groups: ['physicians'] },
      nonce: sent.searchParams.get('nonce'),
    })
    const callback = `/auth/provider/hospital/callback?code=c&state=${state}`
    assert.equal(
      (await newBrowser(server).open(callback)).status,
      400,
      'sign-in of an attacker in another browser',
    )
    assert.equal((await browser.open('/auth/provider/hospital/callback?code=c&state=x')).status, 400)
    assert.equal((await browser.open(callback)).status, 200)
    assert.equal((await browser.open(callback)).status, 400)
  })

  it('when it comes back to another provider (mix-up), has another nonce, or is for another', async () => {
    const browser = newBrowser(server)
    const begin = async () => new URL((await browser.open('/auth/provider/hospital')).url)
    const first = await begin()
    const mixed = `/auth/provider/clinic/callback?code=c&state=${first.searchParams.get('state')}`
    assert.equal((await browser.open(mixed)).status, 400)
    const second = await begin()
    Object.assign(hospital.state, { claims: { sub: '17', groups: ['physicians'] }, nonce: 'another' })
    const wrong = `/auth/provider/hospital/callback?code=c&state=${second.searchParams.get('state')}`
    assert.equal((await browser.open(wrong)).status, 400)
    const third = await begin()
    const foreign = new URLSearchParams({
      code: 'c',
      state: third.searchParams.get('state') ?? '',
      iss: clinic.issuer,
    })
    assert.equal((await browser.open(`/auth/provider/hospital/callback?${foreign}`)).status, 400)
    assert.equal((await sessionOf(browser)).signed_in, false)
  })
})

describe('roles of a provider’s groups that administrators made', () => {
  const seen = async (browser: TestBrowser) => {
    await signInAt(browser, 'hospital', { sub: '40', preferred_username: 'lab.eva', groups: ['lab'] })
    return (await sessionOf(browser)).person.roles
  }

  it('are told at the start while they do not exist, and given as soon as they do', async () => {
    const told = (text: string) => server.logged.filter(line => line.includes(text)).length
    assert.equal(
      told(
        'roles of the provider \\"hospital\\" names roles that do not exist, which nobody gets: lab-reader',
      ),
      1,
    )
    assert.equal(told('names roles that do not exist or are not assignable, which nobody gets: auditor'), 1)
    const browser = newBrowser(server)
    assert.deepEqual(await seen(browser), ['auditor'])
    const path = await addRole(server, { name: 'lab-reader', rights: ['user/composition-Lab.**.rs'] })
    // It belongs to nobody before the next sign-in.
    assert.deepEqual((await sessionOf(browser)).person.roles, ['auditor'])
    assert.deepEqual(await seen(browser), ['lab-reader', 'auditor'])
    await adminCall(server, `DELETE ${path}?take_from_people=true`)
    assert.deepEqual(await seen(browser), ['auditor'])
  })
})

describe('the file of the providers', () => {
  it('is refused with everything that is wrong with it', async () => {
    const bad = join(folder, 'bad.json')
    writeFileSync(
      bad,
      JSON.stringify([
        { name: 'passkey', label: '', issuer: 'http://example.org', roles: { x: ['The King'] }, more: 1 },
      ]),
    )
    await assert.rejects(testServer({ env: { CAIRN_IDENTITY_PROVIDERS: bad } }), (error: Error) => {
      for (const part of [
        'name must be',
        'label must be',
        'issuer must be',
        'client_id must be',
        'roles must be',
        '"more"',
      ])
        assert.ok(error.message.includes(part), part)
      return true
    })
    await assert.rejects(
      testServer({ env: { CAIRN_IDENTITY_PROVIDERS: join(folder, 'none.json') } }),
      /cannot be read/,
    )
  })
})

describe('a person of a provider has no way in but the provider', async () => {
  const browser = newBrowser(server)
  await signInAt(browser, 'clinic', { sub: '7', preferred_username: 'mia' })
  const sessions = (await adminCall(server, 'GET /admin/v1/person/mia/session')).json()
  assert.equal(sessions.length, 1)

  const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    '/auth/passkey/account/options': {},
    '/auth/passkey/account': { challenge: 'c' },
    '/auth/account/password': { password: 'velvet anchor tumble orchid' },
    '/auth/account/recovery-codes': {},
  }
  for (const [action, fields] of Object.entries(forms))
    it(`${action} is refused`, async () => {
      const { csrf_token } = await sessionOf(browser)
      const body = new URLSearchParams({ ...fields, form_token: csrf_token }).toString()
      const answer = await browser.send(action, { method: 'POST', body })
      assert.equal(answer.status, 409, answer.text)
    })

  it('an administrator cannot invite the person', async () => {
    const answer = await adminCall(server, 'POST /admin/v1/person/mia/invitation')
    assert.deepEqual([answer.status, answer.json().code], [409, 'person.of_provider'])
  })

  it('a passkey from before is of no use', { skip: noChromium }, async () => {
    const window = await openWindow()
    await addAuthenticator(window)
    const { page } = window
    await page.goto(await invitePerson(server, 'pat'))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL('**/auth/welcome')
    await server.db.execute(
      sql({
        name: 'test.provider',
        text: `update cairn.person set provider = 'clinic', subject = 'pat' where person_id = 'pat'`,
        prepare: false,
      }),
    )
    await page.context().clearCookies()
    await page.goto(`${origin}/auth/sign-in`)
    const answer = page.waitForResponse('**/auth/passkey/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    assert.equal((await answer).status(), 401)
  })
})

describe('a person with roles for assigned EHRs alone', () => {
  it('comes in by the provider', async () => {
    const browser = newBrowser(server)
    const page = await signInAt(browser, 'hospital', {
      sub: '23',
      preferred_username: 'nell',
      groups: ['nursing'],
    })
    assert.match(page.url, /\/auth\/account$/, page.text)
    assert.deepEqual((await sessionOf(browser)).person.assigned_roles, ['nurse'])
  })
})

describe('the id of a new account', () => {
  it('is never that of a client', async () => {
    await newApp(server, { client_id: 'portal' })
    const browser = newBrowser(server)
    await signInAt(browser, 'clinic', { sub: '8', preferred_username: 'portal' })
    assert.equal((await sessionOf(browser)).person.person_id, 'portal-2')
  })
})
