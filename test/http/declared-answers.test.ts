/** Answers that the description of the interface promises, and that no test of a single operation is about. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { furnishWard } from '../datamap/ward.ts'
import { adminCall } from '../people/people.ts'
import { testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_QUERY_TIMEOUT_MS: '1000' } })
await furnishWard(server)

const send = (request: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call(request, {
    scopes: 'api.read api.write',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const Q = 'SELECT COUNT(*) FROM COMPOSITION c'

const lock = sql({
  name: 'test.lock',
  text: 'lock table cairn.version, cairn.root in access exclusive mode',
})

describe('a query that waits too long for the database is a 408', () => {
  it('by every route', async () => {
    const stored = '/openehr/v1/definition/query/test::counted/1.0.0'
    const saved = await server.call(`PUT ${stored}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: Q,
    })
    assert.equal(saved.status, 200, saved.text)
    const read = (path: string) => server.call(`GET ${path}`, { scopes: 'api.read' })
    const query = '/openehr/v1/query'
    const answers = await server.db.transaction(async queries => {
      await queries.execute(lock)
      return Promise.all([
        read(`${query}/aql?q=${encodeURIComponent(Q)}`),
        send(`POST ${query}/aql`, { q: Q }),
        read(`${query}/test::counted`),
        send(`POST ${query}/test::counted`, { offset: 0, fetch: 10, query_parameters: {} }),
        read(`${query}/test::counted/1.0.0`),
        send(`POST ${query}/test::counted/1.0.0`, { offset: 0, fetch: 10, query_parameters: {} }),
        read('/extra/v1/datamap/ward'),
      ])
    })
    assert.deepEqual(
      answers.map(({ status, text }) => [status, JSON.parse(text).code]),
      answers.map(() => [408, 'query.timeout']),
    )
  })
})

describe('a client that does not prove who it is gets 401', () => {
  for (const path of ['/oauth/introspect', '/oauth/revoke'])
    it(`by POST ${path}`, async () => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${server.client.id}:another secret`)}` },
        body: new URLSearchParams({ token: 'x' }),
      })
      assert.equal(answer.status, 401)
      assert.equal(((await answer.json()) as { error: string }).error, 'invalid_client')
    })
})

describe('a uid that the server cannot keep is a 422', () => {
  const uid = { _type: 'OBJECT_VERSION_ID', value: '7d44b88c-4199-4bad-97dc-d78268e01398::another.system::7' }
  const status = {
    _type: 'EHR_STATUS',
    uid,
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { _type: 'DV_TEXT', value: 'EHR status' },
    subject: { _type: 'PARTY_SELF' },
    is_queryable: true,
    is_modifiable: true,
  }

  it('of the status of a new EHR whose id is chosen', async () => {
    const answer = await send('PUT /openehr/v1/ehr/7d44b88c-4199-4bad-97dc-d78268e01398', status)
    assert.equal(answer.status, 422, answer.text)
  })
})

describe('an account', () => {
  const ana = { person_id: 'ana', name: 'Ana Meyer', roles: ['clinician'] }

  it('whose id is taken is a 409', async () => {
    assert.equal((await adminCall(server, 'POST /admin/v1/person', ana)).status, 201)
    assert.equal((await adminCall(server, 'POST /admin/v1/person', ana)).status, 409)
  })

  it('that is not there cannot be changed: 404', async () => {
    assert.equal((await adminCall(server, 'PUT /admin/v1/person/nobody', { name: 'x' })).status, 404)
  })
})
