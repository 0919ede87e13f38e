/** A person signs in to an app by the client: the code, the tokens and their renewal, and answers that are not to be trusted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type App,
  type AppStorage,
  beginSignIn,
  completeSignIn,
  createClient,
  isCairnError,
} from '../../packages/client/src/index.ts'
import { newApp, newPerson } from '../people/people.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const ana = await newPerson(server, 'ana', ['clinician'], 'Ana Müller')
const { clientId, redirectUri } = await newApp(server, {
  scopes: ['openid', 'profile', 'online_access', 'launch', 'api.read', 'api.write'],
})
const baseUrl = server.url.replace('127.0.0.1', 'localhost')

/** As `sessionStorage` of a page. */
function memory(): AppStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}

const appOf = (more: Partial<App> = {}): App => ({
  baseUrl,
  clientId,
  redirectUri,
  scope: 'openid profile online_access api.read',
  storage: memory(),
  ...more,
})

/** The address that the browser of the person comes back to. */
async function wayBack(
  app: App,
  { decision = 'allow', launch }: { decision?: string; launch?: string } = {},
) {
  const { pathname, search } = new URL(await beginSignIn(app, launch === undefined ? {} : { launch }))
  let page = await ana.open(`${pathname}${search}`)
  if (page.text.includes('/oauth/authorize/decision'))
    page = await ana.submit('/oauth/authorize/decision', { decision })
  return page.url
}

describe('an app session', () => {
  it('acts for the person, renews its token once for all callers, and ends', async () => {
    let now = Date.now()
    let refreshed = 0
    const storage = memory()
    const app = appOf({
      storage,
      now: () => now,
      fetch: (url, init) => {
        if (String(init?.body).includes('refresh_token=')) refreshed += 1
        return fetch(url, init)
      },
    })
    assert.equal(await completeSignIn(app, 'https://app.example.org/signed-in'), undefined)
    const session = await completeSignIn(app, await wayBack(app))
    assert.ok(session)
    assert.equal(storage.items.size, 0)
    assert.deepEqual(session.person, { id: 'ana', name: 'Ana Müller' })
    assert.deepEqual(session.scopes, ['openid', 'profile', 'online_access', 'api.read'])
    assert.equal(session.ehrId, undefined)
    const cairn = createClient({ baseUrl, authentication: session.authentication })
    const first = await cairn.token()
    await cairn.templates.list()
    now += 280_000
    await Promise.all(Array.from({ length: 10 }, () => cairn.templates.list()))
    assert.equal(refreshed, 1)
    assert.notEqual(await cairn.token(), first)

    await session.end()
    now += 280_000
    await assert.rejects(cairn.templates.list(), error => isCairnError(error, 'oauth.invalid_grant'))
    await assert.rejects(cairn.templates.list(), error => isCairnError(error, 'auth.token_invalid'))
  })

  it('has the EHR that the app was opened for', async () => {
    const ehrId = await newEhr(server)
    const made = await server.call('POST /auth/v1/launch', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehrId }),
    })
    const app = appOf()
    const session = await completeSignIn(app, await wayBack(app, { launch: made.json().launch }))
    assert.equal(session?.ehrId, ehrId)
  })

  it('is refused where the person says no', async () => {
    const app = appOf({ scope: 'openid api.read api.write' })
    const address = await wayBack(app, { decision: 'deny' })
    await assert.rejects(completeSignIn(app, address), /access_denied|refused|denied|not agree/i)
  })

  it('is not made of an answer that nobody asked for, that comes twice, or from elsewhere', async () => {
    const app = appOf()
    const address = await wayBack(app)
    await assert.rejects(completeSignIn(appOf(), address), /belongs to no sign-in/)
    const elsewhere = new URL(address)
    elsewhere.searchParams.set('iss', 'https://evil.example.org')
    await assert.rejects(completeSignIn(app, elsewhere.href), /comes from another server/)
    await assert.rejects(completeSignIn(app, address), /belongs to no sign-in/, 'it was used')
  })
})

describe('answers that are no text', () => {
  it('come as bytes', async () => {
    const { id, secret } = server.client
    const cairn = createClient({ baseUrl, clientId: id, clientSecret: secret })
    const bytes = await cairn.query.adhocGet(
      { q: 'SELECT e/ehr_id/value AS id FROM EHR e' },
      { accept: 'application/vnd.apache.parquet' },
    )
    assert.ok(bytes instanceof Uint8Array)
    const mark = new TextDecoder().decode(bytes.slice(0, 4))
    assert.deepEqual([mark, new TextDecoder().decode(bytes.slice(-4))], ['PAR1', 'PAR1'])
  })
})
