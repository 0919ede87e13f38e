/** An app of a test: sends a browser to sign in, and redeems the code. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Answer, RunningServer } from '../server.ts'
import type { TestBrowser } from './browser.ts'
import type { TestApp } from './people.ts'

export interface Asked {
  readonly verifier: string
  readonly parameters: Readonly<Record<string, string>>
}

export function askFor(app: TestApp, scope: string, more: Readonly<Record<string, string>> = {}): Asked {
  const verifier = randomBytes(32).toString('base64url')
  return {
    verifier,
    parameters: {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope,
      state: 'xyz',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    },
  }
}

export const authorizePath = (parameters: Readonly<Record<string, string>>): string =>
  `/oauth/authorize?${new URLSearchParams(parameters)}`

/** Opens the authorization endpoint, and agrees where the page asks for it. */
export async function authorize(browser: TestBrowser, { parameters }: Asked): Promise<URL> {
  let page = await browser.open(authorizePath(parameters))
  if (page.text.includes('/oauth/authorize/decision'))
    page = await browser.submit('/oauth/authorize/decision', { decision: 'allow' })
  return new URL(page.url)
}

export function tokenRequest(
  server: RunningServer,
  app: TestApp,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const basic =
    app.secret === undefined ? {} : { Authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` }
  return server.call('POST /oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...basic, ...headers },
    body: new URLSearchParams({
      ...(app.secret === undefined ? { client_id: app.clientId } : {}),
      ...form,
    }).toString(),
  })
}

export const redeem = (
  server: RunningServer,
  app: TestApp,
  { verifier }: Pick<Asked, 'verifier'>,
  code: string,
  more: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  tokenRequest(
    server,
    app,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
      ...more,
    },
    headers,
  )

export const refresh = (
  server: RunningServer,
  app: TestApp,
  token: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  tokenRequest(server, app, { grant_type: 'refresh_token', refresh_token: token, ...more })

/** The whole way: returns the token answer. */
export async function signInToApp(
  server: RunningServer,
  browser: TestBrowser,
  app: TestApp,
  scope: string,
  more: Readonly<Record<string, string>> = {},
) {
  const asked = askFor(app, scope, more)
  const back = await authorize(browser, asked)
  const code = back.searchParams.get('code')
  assert.ok(code, back.href)
  const answer = await redeem(server, app, asked, code)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

export const callWith = (
  server: RunningServer,
  token: string,
  request = 'GET /openehr/v1/definition/template/adl1.4',
) => server.call(request, { headers: { Authorization: `Bearer ${token}` } })
