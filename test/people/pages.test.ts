/** The pages in a real browser: passkeys, the way through an app, cookies that other sites cannot use, no frames. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { askFor, authorizePath, redeem } from './app.ts'
import { addAuthenticator, noChromium, windowsOfChromium } from './chromium.ts'
import { invitePerson, newApp, newPerson, PASSWORD } from './people.ts'

const server = await testServer()
const openWindow = windowsOfChromium()
const origin = server.url.replace('127.0.0.1', 'localhost')

/** Another site: an app, or somebody who means no good. */
async function otherSite(html: (url: string) => string): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(html(''))
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  after(() => site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

describe('in a browser', { skip: noChromium }, () => {
  it('a person is invited, adds a passkey, and signs in with it', async () => {
    const window = await openWindow()
    const { page } = window
    await addAuthenticator(window)
    await page.goto(await invitePerson(server, 'ana'))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL('**/auth/welcome')
    assert.equal(await page.locator('.codes li').count(), 10)
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await page.waitForURL('**/auth/account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/auth/account')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ana Meyer')
    const [session] = (await (
      await fetch(`${server.url}/admin/v1/person/ana/session`, {
        headers: { Authorization: `Bearer ${await server.token('api.admin')}` },
      })
    ).json()) as { method: string }[]
    assert.equal(session?.method, 'passkey')
  })

  it('a person comes from the site of an app, signs in, agrees, chooses a record, and goes back', async () => {
    await newPerson(server, 'ben', ['clinician'], 'Ben Berg')
    const ehrId = await newEhr(server)
    const site = await otherSite(() => '<title>App</title><h1>App</h1>')
    const app = await newApp(server, {
      scopes: ['openid', 'launch/patient', 'api.read'],
      redirect_uris: [`${site}/signed-in`],
    })
    const asked = askFor({ ...app, redirectUri: `${site}/signed-in` }, 'openid launch/patient api.read')
    const { page, context } = await openWindow()
    const begin = async () => {
      await page.goto(site)
      // A navigation that the other site begins: cookies with SameSite=Strict are not sent with it.
      await page.evaluate(`location.assign(${JSON.stringify(`${origin}${authorizePath(asked.parameters)}`)})`)
    }
    await begin()
    await page.waitForURL('**/auth/sign-in?**')
    await page.getByLabel('User name').fill('ben')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByLabel('Patient number or EHR id').fill(ehrId)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(`${site}/signed-in?**`)
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const tokens = (await redeem(server, { ...app, redirectUri: `${site}/signed-in` }, asked, code)).json()
    assert.equal(tokens.ehrId, ehrId)

    const [cookie] = (await context.cookies(origin)).filter(({ name }) => name.endsWith('cairn-session'))
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict'])
    await page.goto(`${origin}/auth/account`)
    const stored = await page.evaluate('[localStorage.length, sessionStorage.length]')
    assert.deepEqual(stored, [0, 0])

    // Signed in already: from the other site straight to the choice, thanks to the page in between.
    await begin()
    await page.waitForURL('**/oauth/authorize/continue?**')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Choose a patient')
  })

  it('works without scripts', async () => {
    await newPerson(server, 'cora')
    const { page } = await openWindow({ javaScriptEnabled: false })
    await page.goto(`${origin}/auth/sign-in`)
    await page.getByLabel('User name').fill('cora')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/auth/account')
  })

  it('no page of another site can frame ours, or call the API with the session', async () => {
    await newPerson(server, 'dora')
    const site = await otherSite(() => `<iframe src="${origin}/auth/sign-in"></iframe>`)
    const { page } = await openWindow()
    await page.goto(`${origin}/auth/sign-in`)
    await page.getByLabel('User name').fill('dora')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/auth/account')
    await page.goto(site)
    const frame = page.frames().find(each => each !== page.mainFrame())
    assert.equal(
      await frame
        ?.locator('form')
        .count()
        .catch(() => 0),
      0,
    )
    const call = `fetch('${origin}/openehr/v1/ehr', { method: 'POST', credentials: 'include', mode: 'no-cors' })`
    const called = await page.evaluate(`${call}.then(answer => answer.type, () => 'blocked')`)
    assert.ok(['opaque', 'blocked'].includes(String(called)), 'the page learns nothing')
    const { events } = (await server.call('GET /admin/v1/audit?person=dora', { scopes: 'api.admin' })).json()
    assert.ok(
      !events.some(
        (event: { action: string; status: number; route: string }) =>
          event.status === 201 && event.route.includes('ehr'),
      ),
    )
  })

  it('our own page calls the API with the session', async () => {
    await newPerson(server, 'emil')
    const { page } = await openWindow()
    await page.goto(`${origin}/auth/sign-in`)
    await page.getByLabel('User name').fill('emil')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/auth/account')
    const session = `fetch('/auth/v1/session').then(answer => answer.json())`
    const post = `fetch('/openehr/v1/ehr', { method: 'POST', headers: { 'X-CSRF-Token': session.csrf_token } })`
    const status = await page.evaluate(`${session}.then(session => ${post}).then(answer => answer.status)`)
    assert.equal(status, 201)
  })
})
