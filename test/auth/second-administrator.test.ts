/** An administrator gives no client more than the administrator has: that needs a second one (decision 0081). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { approveRequest, checkedVault, createClient, OPERATOR } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { signInToApp } from '../people/app.ts'
import { newApp, newPerson } from '../people/people.ts'
import { type Answer, SECRET_KEY, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const server = await testServer()
const vault = await checkedVault(server.db, SECRET_KEY)

type Send = (request: string, body?: unknown) => Promise<Answer>

const sender =
  (token: string): Send =>
  (request, body) =>
    server.call(request, {
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

const tokenOf = async (basic: string, scope: string): Promise<string> => {
  const answer = await askToken(server, { basic, form: { scope } })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().access_token
}

/** An administrator that the operator registered on the server. */
async function operatorsClient(scopes: readonly string[]): Promise<Send> {
  const { client, secret } = await createClient(server.db, vault, {
    name: 'administrator',
    scopes: scopes as ['api.admin'],
  })
  return sender(await tokenOf(`${client.clientId}:${secret}`, scopes.join(' ')))
}

const first = await operatorsClient(['api.admin'])
const second = await operatorsClient(['api.admin'])

async function pending(answer: Promise<Answer>): Promise<Record<string, string>> {
  const { status, text, json } = await answer
  assert.equal(status, 202, text)
  assert.match(json().request_id, /^[0-9a-f-]{36}$/)
  return json()
}

const approve = (by: Send, requestId: string | undefined) =>
  by(`POST /admin/v1/client-request/${requestId}/approval`)

describe('a client with scopes that its administrator does not have', () => {
  it('is there only after another administrator approved it, with the secret of the first answer', async () => {
    const asked = await pending(first('POST /admin/v1/client', { name: 'reader', scopes: ['api.read'] }))
    const basic = `${asked['client_id']}:${asked['client_secret']}`
    assert.equal((await first(`GET /admin/v1/client/${asked['client_id']}`)).status, 404)
    assert.equal((await askToken(server, { basic })).status, 401)
    const own = await approve(first, asked['request_id'])
    assert.deepEqual([own.status, own.json().code], [403, 'client.second_administrator'])
    const listed = (await second('GET /admin/v1/client-request')).json()
    const shown = listed.find((each: { request_id: string }) => each.request_id === asked['request_id'])
    assert.deepEqual(
      [shown.state, shown.operation, shown.scopes, shown.body.name],
      ['pending', 'create', ['api.read'], 'reader'],
    )
    assert.ok(!JSON.stringify(shown).includes(asked['client_secret'] ?? '?'))
    const approved = await approve(second, asked['request_id'])
    assert.equal(approved.status, 200, approved.text)
    assert.deepEqual(approved.json().scopes, ['api.read'])
    assert.equal(approved.json().client_secret, undefined)
    assert.equal((await askToken(server, { basic })).status, 200)
    const again = await approve(second, asked['request_id'])
    assert.deepEqual([again.status, again.json().code], [409, 'client.request_closed'])
  })

  it('leaves events of the request and of the approval', async () => {
    const asked = await pending(first('POST /admin/v1/client', { name: 'audited', scopes: ['api.read'] }))
    await approve(second, asked['request_id'])
    const events = (await server.call('GET /admin/v1/audit?limit=50', { scopes: 'api.admin' })).json()
    const all = events.events ?? events
    const ask = all.find(
      (each: { detail: { client_request?: string } | null }) =>
        each.detail?.client_request === asked['request_id'],
    )
    assert.deepEqual([ask?.status, ask?.path], [202, '/admin/v1/client'])
    assert.ok(
      all.some(
        (each: { path: string; status: number }) =>
          each.path === `/admin/v1/client-request/${asked['request_id']}/approval` && each.status === 200,
      ),
    )
  })

  it('is not there after a rejection, which whoever asked can do too', async () => {
    for (const by of [first, second]) {
      const asked = await pending(first('POST /admin/v1/client', { name: 'never', scopes: ['api.write'] }))
      const rejected = await by(`POST /admin/v1/client-request/${asked['request_id']}/rejection`)
      assert.deepEqual([rejected.status, rejected.json().state], [200, 'rejected'])
      assert.equal((await approve(second, asked['request_id'])).status, 409)
      assert.equal((await first(`GET /admin/v1/client/${asked['client_id']}`)).status, 404)
    }
  })

  it('cannot be approved a day later, by the clock of the database', async () => {
    const asked = await pending(first('POST /admin/v1/client', { name: 'late', scopes: ['api.read'] }))
    const age = sql<never, [id: string]>({
      name: 'test.age',
      text: `update cairn.client_request set asked_at = asked_at - interval '1 day', expires_at = expires_at - interval '1 day'
             where request_id = $1`,
    })
    await server.db.execute(age, [asked['request_id'] ?? ''])
    const shown = await second(`GET /admin/v1/client-request/${asked['request_id']}`)
    assert.equal(shown.json().state, 'expired')
    const refused = await approve(second, asked['request_id'])
    assert.deepEqual([refused.status, refused.json().code], [409, 'client.request_closed'])
  })

  it('is made by the operator on the server', async () => {
    const asked = await pending(first('POST /admin/v1/client', { name: 'operated', scopes: ['api.read'] }))
    await approveRequest(server.db, asked['request_id'] ?? '', OPERATOR)
    assert.equal((await first(`GET /admin/v1/client/${asked['client_id']}`)).status, 200)
  })

  it('an unknown request is a 404', async () => {
    for (const id of ['7d44b88c-4199-4bad-97dc-d78268e01398', 'x'])
      assert.equal((await approve(second, id)).status, 404)
  })
})

describe('scopes that an administrator can give alone', () => {
  const rows: [own: string[], given: string[], status: number][] = [
    [['api.admin'], ['api.admin', 'introspect'], 201],
    [['api.admin'], ['api.lenient'], 202],
    [['api.admin'], ['system/audit-*.r'], 201],
    [['api.admin'], ['system/composition-*.r'], 202],
    [['api.read', 'api.admin'], ['system/composition-*.rs', 'system/aql-*.rs', 'system/template-*.r'], 201],
    [['api.read', 'api.admin'], ['system/composition-*.cr'], 202],
    [['api.read', 'api.write', 'api.admin'], ['system/composition-*.cruds'], 201],
    [['system/composition-A.r', 'api.admin'], ['system/composition-A.r'], 201],
    [['system/composition-A.r', 'api.admin'], ['system/composition-B.r'], 202],
  ]
  for (const [own, given, status] of rows)
    it(`${own.join(' ')} gives ${given.join(' ')}: ${status}`, async () => {
      const send = await operatorsClient(own)
      const made = await send('POST /admin/v1/client', { name: 'x', scopes: given })
      assert.equal(made.status, status, made.text)
    })

  it('an app for people: sign-in alone, and data as far as the administrator has them', async () => {
    const app = { name: 'app', kind: 'public', redirect_uris: ['https://app.example.org/in'] }
    const scopes = ['openid', 'profile', 'launch/patient', 'offline_access']
    assert.equal((await first('POST /admin/v1/client', { ...app, scopes })).status, 201)
    const more = { ...app, scopes: [...scopes, 'patient/composition-*.rs'] }
    assert.equal((await first('POST /admin/v1/client', more)).status, 202)
    const reader = await operatorsClient(['api.read', 'api.admin'])
    assert.equal((await reader('POST /admin/v1/client', more)).status, 201)
  })
})

describe('a client that exists, with scopes that the administrator does not have', async () => {
  const { client, secret } = await createClient(server.db, vault, { name: 'feed', scopes: ['api.read'] })
  const id = client.clientId
  const basic = `${id}:${secret}`

  it('gets a new secret by two administrators, which works after the second', async () => {
    const asked = await pending(first(`POST /admin/v1/client/${id}/rotate`))
    const next = `${id}:${asked['client_secret']}`
    assert.equal((await askToken(server, { basic: next })).status, 401)
    assert.equal((await approve(second, asked['request_id'])).status, 200)
    assert.equal((await askToken(server, { basic: next })).status, 200)
    assert.equal((await askToken(server, { basic })).status, 200)
  })

  it('can be named, narrowed and disabled by one, and is enabled again by two', async () => {
    assert.equal((await first(`PUT /admin/v1/client/${id}`, { name: 'renamed' })).status, 200)
    assert.equal((await first(`POST /admin/v1/client/${id}/disable`)).status, 200)
    const asked = await pending(first(`POST /admin/v1/client/${id}/enable`))
    assert.equal((await first(`GET /admin/v1/client/${id}`)).json().disabled, true)
    assert.equal((await approve(second, asked['request_id'])).status, 200)
    assert.equal((await first(`GET /admin/v1/client/${id}`)).json().disabled, false)
  })

  it('gets other keys and more scopes by two', async () => {
    const keys = {
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
    }
    const byKeys = await pending(first(`PUT /admin/v1/client/${id}`, { jwks: keys }))
    assert.equal((await first(`GET /admin/v1/client/${id}`)).json().jwks, undefined)
    assert.equal((await approve(second, byKeys['request_id'])).status, 200)
    const byScopes = await pending(first(`PUT /admin/v1/client/${id}`, { scopes: ['api.read', 'api.write'] }))
    assert.deepEqual((await first(`GET /admin/v1/client/${id}`)).json().scopes, ['api.read'])
    assert.equal((await approve(second, byScopes['request_id'])).status, 200)
    assert.deepEqual((await first(`GET /admin/v1/client/${id}`)).json().scopes, ['api.read', 'api.write'])
    assert.equal((await first(`PUT /admin/v1/client/${id}`, { scopes: ['api.read'] })).status, 200)
  })
})

describe('the second administrator', () => {
  const make = async (by: Send): Promise<Send> => {
    const made = await by('POST /admin/v1/client', { name: 'child', scopes: ['api.admin'] })
    assert.equal(made.status, 201, made.text)
    const { client_id, client_secret } = made.json()
    return sender(await tokenOf(`${client_id}:${client_secret}`, 'api.admin'))
  }
  const reader = { name: 'reader', scopes: ['api.read'] }

  it('is no client that the first one made, nor one that such a client made, nor its sister', async () => {
    const child = await make(first)
    const grandchild = await make(child)
    const sister = await make(first)
    const asked = await pending(first('POST /admin/v1/client', reader))
    for (const by of [child, grandchild])
      assert.equal((await approve(by, asked['request_id'])).json().code, 'client.second_administrator')
    const ofChild = await pending(grandchild('POST /admin/v1/client', reader))
    for (const by of [first, child, sister])
      assert.equal((await approve(by, ofChild['request_id'])).status, 403)
    assert.equal((await approve(second, ofChild['request_id'])).status, 200)
  })

  it('is another person, and never the same person by another way', async () => {
    const app = await newApp(server, { scopes: ['openid', 'api.admin'] })
    const tokens = await Promise.all(
      ['ada', 'bea'].map(async id => {
        const browser = await newPerson(server, `admin.${id}`, ['administrator'], id)
        const { access_token } = await signInToApp(server, browser, app, 'openid api.admin')
        return { browser, send: sender(access_token) }
      }),
    )
    const [ada, bea] = tokens
    assert.ok(ada && bea)
    // The app may do less than the person.
    const asked = await pending(ada.send('POST /admin/v1/client', reader))
    const { csrf_token } = JSON.parse((await ada.browser.open('/auth/v1/session')).text)
    const byPages = await ada.browser.send(`/admin/v1/client-request/${asked['request_id']}/approval`, {
      method: 'POST',
      headers: { 'X-CSRF-Token': csrf_token },
    })
    assert.deepEqual([byPages.status, JSON.parse(byPages.text).code], [403, 'client.second_administrator'])
    assert.equal((await approve(bea.send, asked['request_id'])).status, 200)
  })
})
