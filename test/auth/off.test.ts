/** `CAIRN_AUTH=off`: every call is let in with every scope but that of people in an emergency, and says so where it counts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_AUTH: 'off' } })

describe('with authentication off', () => {
  it('a call needs no token, for any scope', async () => {
    assert.equal((await server.call('GET /admin/v1/client')).status, 200)
    assert.equal((await server.call('GET /openehr/v1/definition/template/adl1.4')).status, 200)
  })

  it('lenient handling is granted to a request that asks for it', async () => {
    await uploadTemplate(server)
    const { content, ...empty } = JSON.parse(JSON.stringify(bloodPressure([{ systolic: 120 }])))
    content[0].data.events[0].archetype_node_id = 'at0099'
    const commit = async (headers: Record<string, string>) =>
      server.call(`POST /openehr/v1/ehr/${await newEhr(server)}/composition`, {
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ ...empty, content }),
      })
    assert.equal((await commit({})).status, 422)
    assert.equal((await commit({ Prefer: 'handling=lenient' })).status, 201)
  })

  it('a token that is sent is not looked at', async () => {
    for (const value of ['Bearer nonsense', 'Basic x', 'x'])
      assert.equal(
        (await server.call('GET /admin/v1/client', { headers: { Authorization: value } })).status,
        200,
      )
  })

  it('the token endpoint works all the same, so that clients need no change', async () => {
    assert.ok(await server.token('api.read'))
  })

  it('the audit trail calls everybody anonymous', async () => {
    await server.call('GET /admin/v1/client/nothing-there')
    const text = "select distinct client_id from cairn.audit_event where route like '/admin/%'"
    const names = sql<{ client_id: string }>({ name: 'test.audit', text })
    await eventually('an event', async () => (await server.db.query(names)).length > 0)
    assert.deepEqual(await server.db.query(names), [{ client_id: 'anonymous' }])
  })
})
