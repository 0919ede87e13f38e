/** HTTP Basic and sessions of EhrScape: at compatible prefixes, for clients that have Basic switched on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { newEhr } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { basicOf, openProgram } from './ehrscape-program.ts'

const { server, records, client, basic, send } = await openProgram()
const ehrId = await newEhr(server)
const first = await records.composition(ehrId, 'first')

describe('Basic authentication', () => {
  const read = (authorization: string, path = `/rest/openehr/v1/ehr/${ehrId}`) =>
    send(`GET ${path}`, { authorization })

  it('opens compatible prefixes to a client that has it switched on', async () => {
    assert.equal((await read(basic)).status, 200)
    assert.equal((await read(basic, `/rest/v1/ehr/${ehrId}`)).status, 200)
  })

  it("is not taken on the interface's own paths", async () => {
    assert.equal((await read(basic, `/openehr/v1/ehr/${ehrId}`)).status, 401)
  })

  it('gives no scope that must be asked for by name', async () => {
    assert.equal((await read(basic, '/rest/admin/status')).status, 403)
  })

  it('is refused to a client that has it switched off, which is the default', async () => {
    const answer = await read(basicOf(server.client.id, server.client.secret))
    assert.equal(answer.status, 401)
    assert.equal(answer.json().code, 'auth.basic_refused')
    assert.match(answer.json().message, /switched on/)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
  })

  it('is switched on and off by the admin API, for a backend with a secret alone', async () => {
    const other = await records.callAt('POST /admin/v1/client', { name: 'other', scopes: ['api.read'] })
    const { client_id: id, client_secret: secret } = other.json()
    assert.equal((await read(basicOf(id, secret))).status, 401)
    assert.equal((await records.callAt(`PUT /admin/v1/client/${id}`, { basic_auth: true })).status, 200)
    assert.equal((await read(basicOf(id, secret))).status, 200)
    assert.equal((await records.callAt(`PUT /admin/v1/client/${id}`, { basic_auth: false })).status, 200)
    assert.equal((await read(basicOf(id, secret))).status, 401)
    const app = {
      name: 'app',
      kind: 'public',
      scopes: ['api.read'],
      redirect_uris: ['https://app.example/in'],
    }
    assert.equal((await records.callAt('POST /admin/v1/client', { ...app, basic_auth: true })).status, 400)
  })

  it('with a wrong secret is 401, told to the audit trail, and limited as at the token endpoint', async () => {
    const strict = await testServer({ env: { CAIRN_PREFIXES: '/rest/openehr/v1' } })
    const attempt = () =>
      strict.call('GET /rest/openehr/v1/ehr/1', { headers: { Authorization: basicOf('somebody', 'wrong') } })
    const statuses = []
    for (let tries = 0; tries < 22; tries++) statuses.push((await attempt()).status)
    assert.deepEqual([...new Set(statuses)], [401, 429])
    const events = sql<{ outcome: string; client_id: string }>({
      name: 'test.basicEvents',
      text: `select distinct outcome, client_id from cairn.audit_event where path = '/rest/openehr/v1/ehr/1'`,
    })
    await strict.call('GET /openehr/v1/ehr/1', { scopes: 'api.read' })
    for (let tries = 0; tries < 100; tries++) {
      const rows = await strict.db.query(events)
      if (rows.length > 0) {
        assert.ok(rows.every(({ outcome }) => outcome === 'denied'))
        assert.ok(rows.some(({ client_id }) => client_id === 'somebody'))
        return
      }
      await new Promise(done => setTimeout(done, 100))
    }
    assert.fail('no event')
  })
})

describe('a client with limited rights', () => {
  const limitedTo = async (scope: string) => {
    const limited = await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
      name: scope,
      scopes: [scope as 'system/composition-*.rs'],
      basicAuth: true,
    })
    const authorization = basicOf(limited.client.clientId, limited.secret ?? '')
    return (request: string) => send(request, { authorization })
  }

  it('finds by uid what it may read, and nothing else', async () => {
    const may = await limitedTo('system/composition-*.rs')
    assert.equal((await may(`GET /rest/v1/composition/${first}`)).status, 200)
    assert.equal((await may(`DELETE /rest/v1/composition/${first}`)).status, 403)
    const mayNot = await limitedTo('system/composition-Other*.rs')
    assert.equal((await mayNot(`GET /rest/v1/composition/${first}`)).status, 404)
  })
})

describe('a session', () => {
  const open = (query: string) => server.call(`POST /rest/v1/session?${query}`)

  it('is opened, used and ended', async () => {
    const opened = await open(`username=${client.id}&password=${client.secret}`)
    assert.equal(opened.status, 200, opened.text)
    const { sessionId } = opened.json()
    const read = (path: string) => server.call(`GET ${path}`, { headers: { 'Ehr-Session': sessionId } })
    assert.equal((await read(`/rest/v1/ehr/${ehrId}`)).status, 200)
    assert.equal((await read(`/openehr/v1/ehr/${ehrId}`)).status, 401)
    const ended = await server.call('DELETE /rest/v1/session', { headers: { 'Ehr-Session': sessionId } })
    assert.equal(ended.json().action, 'DELETE')
    assert.equal((await read(`/rest/v1/ehr/${ehrId}`)).status, 401)
  })

  it('needs a right secret, and a client that has Basic switched on', async () => {
    assert.equal((await open(`username=${client.id}&password=wrong`)).status, 401)
    assert.equal((await open(`username=${server.client.id}&password=${server.client.secret}`)).status, 401)
    assert.equal((await open('')).status, 400)
  })
})
