/** People and apps for tests. */
import assert from 'node:assert/strict'
import type { RunningServer } from '../server.ts'
import { type Authenticator, openAuthenticator, secretIn } from './authenticator.ts'
import { newBrowser, type Page, type TestBrowser } from './browser.ts'

export const PASSWORD = 'velvet anchor tumble orchid'

export async function adminCall(server: RunningServer, request: string, body?: unknown) {
  return server.call(request, {
    scopes: 'api.admin',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

/** Returns the address of the role. */
export async function addRole(
  server: RunningServer,
  role: { readonly name: string; readonly [member: string]: unknown },
): Promise<string> {
  const answer = await adminCall(server, 'POST /admin/v1/role', role)
  assert.equal(answer.status, 201, answer.text)
  return `/admin/v1/role/${role.name}`
}

/** Returns the link. */
export async function invitePerson(
  server: RunningServer,
  personId: string,
  roles: readonly string[] = ['clinician'],
  name = 'Ana Meyer',
): Promise<string> {
  const answer = await adminCall(server, 'POST /admin/v1/person', { person_id: personId, name, roles })
  assert.equal(answer.status, 201, answer.text)
  return answer.json().invitation.link
}

/** A person with a password, signed in. */
export async function newPerson(
  server: RunningServer,
  personId: string,
  roles: readonly string[] = ['clinician'],
  name = 'Ana Meyer',
  now: () => number = Date.now,
): Promise<TestBrowser> {
  const link = new URL(await invitePerson(server, personId, roles, name))
  const browser = newBrowser(server)
  await browser.open(`${link.pathname}${link.search}`)
  await browser.submit('/auth/invitation', { password: PASSWORD })
  const page = await setUpSecondFactor(browser, personId, now)
  assert.equal(page.status, 200, page.text)
  assert.match(page.url, /\/auth\/welcome$/)
  return browser
}

/** Authenticator apps, by server and person. */
const authenticators = new Map<string, Authenticator>()

const authenticatorKey = ({ origin }: TestBrowser, personId: string) => `${origin} ${personId}`

export const authenticatorOf = (browser: TestBrowser, personId: string): Authenticator => {
  const found = authenticators.get(authenticatorKey(browser, personId))
  assert.ok(found, `${personId} has no authenticator app`)
  return found
}

/** Sets up an authenticator app, if the page in the browser is the one for that. */
export async function setUpSecondFactor(
  browser: TestBrowser,
  personId: string,
  now: () => number = Date.now,
): Promise<Page> {
  const page = browser.page()
  if (!new URL(page.url).pathname.endsWith('/auth/second-factor')) return page
  const authenticator = openAuthenticator(secretIn(page), now)
  authenticators.set(authenticatorKey(browser, personId), authenticator)
  return browser.submit('/auth/second-factor', { code: authenticator.next() })
}

/** Signs in with a password, and with a code where the account asks for one. */
export async function signIn(browser: TestBrowser, personId: string, password = PASSWORD) {
  await browser.open('/auth/sign-in')
  const page = await browser.submit('/auth/sign-in', { person_id: personId, password })
  if (!page.text.includes('/auth/sign-in/code')) return page
  return browser.submit('/auth/sign-in/code', { code: authenticatorOf(browser, personId).next() })
}

export interface TestApp {
  readonly clientId: string
  readonly secret: string | undefined
  readonly redirectUri: string
}

const REDIRECT_URI = 'https://app.example.org/signed-in'

export async function newApp(
  server: RunningServer,
  {
    kind = 'public',
    scopes = ['openid', 'profile', 'offline_access', 'api.read', 'api.write'],
    ...more
  }: {
    kind?: string
    scopes?: readonly string[]
    [member: string]: unknown
  } = {},
): Promise<TestApp> {
  const body = { name: 'Ward app', kind, scopes, redirect_uris: [REDIRECT_URI], ...more }
  const answer = await adminCall(server, 'POST /admin/v1/client', body)
  assert.equal(answer.status, 201, answer.text)
  const { client_id, client_secret } = answer.json()
  return { clientId: client_id, secret: client_secret, redirectUri: REDIRECT_URI }
}
