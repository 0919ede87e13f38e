/** Administrators list and end the apps of a person; a refresh chain has an end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { askToken } from '../auth/token-request.ts'
import { type RunningServer, testServer } from '../server.ts'
import { callWith, refresh, signInToApp } from './app.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const START = Date.now()
let clock = START

/** The clock goes on for months, so each call of an administrator has a new token. */
const withNewTokens = (running: RunningServer): RunningServer => ({
  ...running,
  call: async (request, { scopes, headers = {}, ...more } = {}) => {
    if (scopes === undefined) return running.call(request, { headers, ...more })
    const { access_token } = (await askToken(running, { form: { scope: scopes } })).json()
    return running.call(request, {
      ...more,
      headers: { ...headers, Authorization: `Bearer ${access_token}` },
    })
  },
})

const server = withNewTokens(await testServer({ now: () => clock }))
const later = (seconds: number) => {
  clock += seconds * 1000
}

const run = (text: string, values: readonly unknown[]) =>
  server.db.execute(sql<never, unknown[]>({ name: 'test.apps', text, prepare: false }), [...values])

const appsOf = async (personId: string) =>
  (await adminCall(server, `GET /admin/v1/person/${personId}/app`)).json()

describe('the apps of a person', () => {
  it('are listed with scopes, when access was given, and when tokens were last got', async () => {
    const ana = await newPerson(server, 'ana')
    assert.deepEqual(await appsOf('ana'), [])
    const app = await newApp(server)
    const given = new Date(clock).toISOString()
    const { refresh_token } = await signInToApp(server, ana, app, 'openid offline_access api.read')
    const expected = {
      client_id: app.clientId,
      name: 'Ward app',
      scopes: ['api.read', 'offline_access', 'openid'],
      given_at: given,
      refreshed_at: given,
      active: true,
    }
    assert.deepEqual(await appsOf('ana'), [expected])
    later(3600)
    await refresh(server, app, refresh_token)
    const refreshed = { ...expected, refreshed_at: new Date(clock).toISOString() }
    assert.deepEqual(await appsOf('ana'), [refreshed])
    await run('delete from cairn.consent where person_id = $1', ['ana'])
    assert.deepEqual(await appsOf('ana'), [refreshed], 'an app that needed no consent')
  })

  it('are active as long as a token or a refresh token is', async () => {
    const bea = await newPerson(server, 'bea')
    const app = await newApp(server)
    await signInToApp(server, bea, app, 'api.read')
    assert.equal((await appsOf('bea'))[0].active, true)
    later(301)
    const [agreed] = await appsOf('bea')
    assert.deepEqual([agreed.active, 'refreshed_at' in agreed], [false, false])
    await run('delete from cairn.consent where person_id = $1', ['bea'])
    assert.deepEqual(await appsOf('bea'), [])
  })

  it('are ended by an administrator: tokens at once, and the person is asked again', async () => {
    const cleo = await newPerson(server, 'cleo')
    const [app, other] = [await newApp(server), await newApp(server)]
    const tokens = await signInToApp(server, cleo, app, 'offline_access api.read')
    const others = await signInToApp(server, cleo, other, 'offline_access api.read')
    const path = `/admin/v1/person/cleo/app/${app.clientId}`
    assert.equal((await adminCall(server, `DELETE ${path}`)).status, 204)
    const trail = (await adminCall(server, 'GET /admin/v1/audit?action=D')).json().events
    assert.ok(
      trail.some((each: { path: string }) => each.path === path),
      'in the audit trail',
    )
    assert.equal((await callWith(server, tokens.access_token)).status, 401)
    assert.equal((await refresh(server, app, tokens.refresh_token)).json().error, 'invalid_grant')
    assert.deepEqual(
      (await appsOf('cleo')).map((each: { client_id: string }) => each.client_id),
      [other.clientId],
    )
    assert.equal((await callWith(server, others.access_token)).status, 200)
    assert.equal((await adminCall(server, `DELETE ${path}`)).status, 204, 'again')
    const asked = await cleo.open(
      `/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: 'api.read',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })}`,
    )
    assert.match(asked.text, /oauth\/authorize\/decision/)
  })

  it('unknown people and clients are 404, and others than administrators 403', async () => {
    const { clientId } = await newApp(server)
    const statuses = [
      await adminCall(server, 'GET /admin/v1/person/nobody/app'),
      await adminCall(server, `DELETE /admin/v1/person/nobody/app/${clientId}`),
      await adminCall(server, 'DELETE /admin/v1/person/ana/app/nothing'),
      await server.call('GET /admin/v1/person/ana/app', { scopes: 'api.read' }),
      await server.call(`DELETE /admin/v1/person/ana/app/${clientId}`, { scopes: 'api.read api.write' }),
    ].map(answer => [answer.status, answer.json().code])
    assert.deepEqual(statuses, [
      [404, 'person.not_found'],
      [404, 'person.not_found'],
      [404, 'client.not_found'],
      [403, 'auth.insufficient_scope'],
      [403, 'auth.insufficient_scope'],
    ])
  })
})

describe('a refresh chain', () => {
  const DAY = 24 * 3600

  it('ends 90 days after the sign-in, however often it was used', async () => {
    const app = await newApp(server, { kind: 'confidential' })
    const emil = await newPerson(server, 'emil')
    let tokens = await signInToApp(server, emil, app, 'offline_access api.read')
    const end = Math.floor(clock / 1000) + 90 * DAY
    const expiryOf = async (token: string) => {
      const answer = await server.call('POST /oauth/introspect', {
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}`,
        },
        body: new URLSearchParams({ token }).toString(),
      })
      return answer.json().exp
    }
    for (const days of [20, 20, 20, 20]) {
      later(days * DAY)
      const answer = await refresh(server, app, tokens.refresh_token)
      assert.equal(answer.status, 200, answer.text)
      tokens = answer.json()
    }
    assert.ok((await expiryOf(tokens.refresh_token)) <= end, 'no refresh token ends after its chain')
    later(10 * DAY - 60)
    tokens = (await refresh(server, app, tokens.refresh_token)).json()
    later(61)
    const answer = await refresh(server, app, tokens.refresh_token)
    assert.deepEqual([answer.status, answer.json().error], [400, 'invalid_grant'])
    assert.match(answer.json().error_description, /sign in again/)
    assert.equal((await appsOf('emil'))[0].active, true, 'its last access token is good')
    later(301)
    assert.equal((await appsOf('emil'))[0].active, false)
  })

  it('has a length that can be set, and one that is shorter than a refresh token counts', async () => {
    const env = { CAIRN_REFRESH_CHAIN_LIFETIME: '3600' }
    const short = withNewTokens(await testServer({ env, now: () => clock }))
    const app = await newApp(short)
    const finn = await newPerson(short, 'finn')
    const { refresh_token } = await signInToApp(short, finn, app, 'offline_access api.read')
    later(3599)
    const next = await refresh(short, app, refresh_token)
    assert.equal(next.status, 200, next.text)
    later(2)
    assert.equal((await refresh(short, app, next.json().refresh_token)).json().error, 'invalid_grant')
  })
})
