/** fhirclient, the library of SMART on FHIR apps, signs in, is launched, calls the API and renews its tokens in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { aboutSubject, note, status } from '../admin/records.ts'
import { noChromium, windowsOfChromium } from '../people/chromium.ts'
import { newApp, newPerson, PASSWORD } from '../people/people.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const pageWith = (script: string) =>
  `<!doctype html><title>App</title><body><script src="/fhir-client.min.js"></script><script>
  const failed = error => { document.body.textContent = 'failed: ' + error.message }
  ${script}</script>`

/** The library itself reads `iss`, `launch` and `clientId` from the address of the page. */
const LAUNCH = pageWith(`
  const scope = new URLSearchParams(location.search).get('scope')
  FHIR.oauth2.authorize({ scope, redirectUri: 'app.html' }).catch(failed)`)

const APP = pageWith(`
  FHIR.oauth2.ready().then(client => { window.client = client; document.body.textContent = 'ready' }, failed)`)

const library = readFileSync(fileURLToPath(import.meta.resolve('fhirclient/build/fhir-client.min.js')))

const FILES: Readonly<Record<string, { readonly type: string; readonly content: string | Buffer }>> = {
  '/launch.html': { type: 'text/html; charset=utf-8', content: LAUNCH },
  '/app.html': { type: 'text/html; charset=utf-8', content: APP },
  '/fhir-client.min.js': { type: 'text/javascript; charset=utf-8', content: library },
}

const site = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
  const file = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined
  if (file === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': file.type }).end(file.content)
})
await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
after(() => void site.close())
// The server is "localhost": for a browser another site, as that of a vendor's app is.
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const PATIENT_SCOPES = 'patient/composition-*.rs patient/aql-*.s'

describe('fhirclient in a browser', { skip: noChromium }, async () => {
  const server = await testServer({ env: { CAIRN_CORS_ORIGINS: origin } })
  const iss = server.url.replace('127.0.0.1', 'localhost')
  await uploadTemplate(server)
  const mine = await newEhr(server, status(aboutSubject('P-mine')))
  const other = await newEhr(server, status(aboutSubject('P-other')))
  const written = idOf(await postComposition(server, mine, note('written in mine')))
  await postComposition(server, other, note('written in other'))
  await newPerson(server, 'ana')
  const { clientId } = await newApp(server, {
    scopes: ['openid', 'profile', 'offline_access', 'launch', 'launch/patient', ...PATIENT_SCOPES.split(' ')],
    redirect_uris: [`${origin}/app.html`],
  })
  const openWindow = windowsOfChromium()

  const launchPage = (parameters: Readonly<Record<string, string>>) =>
    `${origin}/launch.html?${new URLSearchParams({ clientId, iss, ...parameters })}`

  /** Opens a page of the app in the window of a person; returns the addresses that it asks for. */
  const open = async (context: BrowserContext, parameters: Readonly<Record<string, string>>) => {
    const page = await context.newPage()
    const asked: URL[] = []
    page.on('request', request => void asked.push(new URL(request.url())))
    await page.goto(launchPage(parameters), { waitUntil: 'commit' })
    return { page, context, asked }
  }

  const openAlone = async () => {
    const { context } = await openWindow()
    const scope = `openid offline_access launch/patient ${PATIENT_SCOPES}`
    const opened = await open(context, { scope })
    const { page } = opened
    await page.waitForURL('**/auth/sign-in?**')
    await page.getByLabel('User name').fill('ana')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByLabel('Patient number or EHR id').fill('P-mine')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('ready', { exact: true }).waitFor()
    return opened
  }
  let opened: ReturnType<typeof openAlone> | undefined
  /** One app and one sign-in for all tests, because they take seconds. */
  const alone = () => {
    opened ??= openAlone()
    return opened
  }

  const tokensIn = (page: Page): Promise<Record<string, unknown>> =>
    page.evaluate('client.getState("tokenResponse")')

  /** The status of a request that the library sends with its token. */
  const statusOf = (page: Page, path: string): Promise<number> =>
    page.evaluate(`client.request(${JSON.stringify(path)}).then(() => 200, error => error.status)`)

  it('alone: discovers the server, uses PKCE, and gets the EHR that the person chose', async () => {
    const { page, asked } = await alone()
    const paths = asked.filter(each => each.origin === iss).map(each => each.pathname)
    assert.equal(paths[0], '/.well-known/smart-configuration')
    assert.ok(!paths.includes('/metadata'), paths.join())
    const authorize = asked.find(each => each.pathname === '/oauth/authorize')?.searchParams
    assert.equal(authorize?.get('code_challenge_method'), 'S256')
    assert.match(authorize?.get('code_challenge') ?? '', /^[\w-]{43}$/)
    assert.equal(authorize?.get('aud'), iss)
    const tokens = await tokensIn(page)
    assert.equal(tokens['ehrId'], mine)
    assert.equal(tokens['token_type'], 'Bearer')
    // "patient" is the id of a FHIR resource, which this service does not have.
    assert.equal('patient' in tokens, false)
    assert.equal(await page.evaluate('client.patient.id'), null)
    assert.equal(await page.evaluate('client.getIdToken().sub'), 'ana')
    assert.equal(page.url(), `${origin}/app.html?iss=${encodeURIComponent(iss)}`)
  })

  it('calls the API for its EHR, and reaches no other', async () => {
    const { page } = await alone()
    const ehr = await page.evaluate(`client.request('openehr/v1/ehr/${mine}')`)
    assert.equal((ehr as { ehr_id: { value: string } }).ehr_id.value, mine)
    assert.equal(await statusOf(page, `openehr/v1/ehr/${other}`), 404)
    const composition = `openehr/v1/ehr/${mine}/composition/${written}`
    const etag = await page.evaluate(
      `client.request({ url: '${composition}', includeResponse: true }).then(({ response }) => response.headers.get('ETag'))`,
    )
    assert.match(String(etag), new RegExp(written.split('::')[0] ?? ''))
    const q = 'SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c'
    const request = {
      url: 'openehr/v1/query/aql',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q }),
    }
    const result = await page.evaluate(`client.request(${JSON.stringify(request)})`)
    assert.deepEqual((result as { rows: unknown }).rows, [[mine]])
    const create = { ...request, url: 'openehr/v1/ehr', body: '' }
    const denied = await page.evaluate(
      `client.request(${JSON.stringify(create)}).catch(error => [error.status, error.message])`,
    )
    assert.equal((denied as [number, string])[0], 403)
  })

  it('renews its tokens: when asked, by itself before a request, and after a reload of the page', async () => {
    const { page } = await alone()
    const first = await tokensIn(page)
    await page.evaluate('client.refresh().then(() => true)')
    const second = await tokensIn(page)
    assert.equal(second['ehrId'], mine)
    assert.notEqual(second['access_token'], first['access_token'])
    assert.notEqual(second['refresh_token'], first['refresh_token'])
    assert.equal(await statusOf(page, `openehr/v1/ehr/${mine}`), 200)
    await page.evaluate('client.state.expiresAt = 0')
    assert.equal(await statusOf(page, `openehr/v1/ehr/${mine}`), 200)
    const third = await tokensIn(page)
    assert.notEqual(third['refresh_token'], second['refresh_token'])
    await page.reload()
    await page.getByText('ready', { exact: true }).waitFor()
    assert.deepEqual(await tokensIn(page), third)
    await page.evaluate('client.refresh().then(() => true)')
    assert.equal(await statusOf(page, `openehr/v1/ehr/${mine}`), 200)
    assert.equal(await statusOf(page, `openehr/v1/ehr/${other}`), 404)
  })

  it('launched by a portal: gets the EHR of the launch, and asks for the scope by itself', async () => {
    const prepared = await server.call('POST /auth/v1/launch', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehrId: other, client_id: clientId, person_id: 'ana' }),
    })
    const { launch, iss: issuer } = prepared.json()
    const { context } = await alone()
    const { page } = await open(context, { launch, iss: issuer, scope: PATIENT_SCOPES })
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('ready', { exact: true }).waitFor()
    const tokens = await tokensIn(page)
    assert.deepEqual([tokens['ehrId'], tokens['scope']], [other, `${PATIENT_SCOPES} launch`])
    assert.equal('refresh_token' in tokens, false)
    assert.equal(await statusOf(page, `openehr/v1/ehr/${other}`), 200)
    assert.equal(await statusOf(page, `openehr/v1/ehr/${mine}`), 404)
  })

  it('tells the app why it gets no code', async () => {
    const { context } = await alone()
    const { page } = await open(context, { scope: 'user/composition-*.rs' })
    await page.getByText('failed: invalid_scope').waitFor()
    await page.goto(launchPage({ scope: 'profile' }), { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('failed: access_denied').waitFor()
  })

  it('asks for a CapabilityStatement where there is no discovery, and tells that there is none either', async () => {
    const { context } = await alone()
    const { page, asked } = await open(context, { iss: `${iss}/openehr/v1`, scope: 'openid' })
    await page.getByText('failed: Failed to fetch the conformance statement').waitFor()
    assert.match(await page.locator('body').innerText(), /404 Not Found/)
    const paths = asked.filter(each => each.origin === iss).map(each => each.pathname)
    assert.deepEqual(paths, ['/openehr/v1/.well-known/smart-configuration', '/openehr/v1/metadata'])
  })
})
