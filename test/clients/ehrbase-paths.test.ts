/** The paths of EHRbase beside the openEHR REST API, below the root of its prefix. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressureOpt, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const ROOT = '/ehrbase/rest'
const server = await testServer({ env: { CAIRN_PREFIXES: `${ROOT}/openehr/v1` } })
await uploadTemplate(server)
const ehrId = await newEhr(server)

const admin = (request: string, body?: string) =>
  server.call(request, {
    scopes: 'api.admin',
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/xml' }, body }),
  })

describe('/rest/status', () => {
  it('tells the versions, for clients that look whether the server is there', async () => {
    const answer = await server.call(`GET ${ROOT}/status`, { scopes: 'api.read' })
    assert.equal(answer.status, 200, answer.text)
    const { solution, ehrbase_version, postgres_version } = answer.json()
    assert.equal(solution, 'Cairn')
    assert.equal(typeof ehrbase_version, 'string')
    assert.match(postgres_version, /^\d+/)
  })

  it('needs a token, and is there only beside a prefix that ends in /rest/openehr/v1', async () => {
    assert.equal((await server.call(`GET ${ROOT}/status`)).status, 401)
    assert.equal((await server.call('GET /status', { scopes: 'api.read' })).status, 404)
    const other = await testServer({ env: { CAIRN_PREFIXES: '/api/openehr/v1' } })
    assert.equal((await other.call('GET /api/status', { scopes: 'api.read' })).status, 404)
  })
})

describe('/rest/admin', () => {
  it('says whether the client may use it', async () => {
    assert.equal((await admin(`GET ${ROOT}/admin/status`)).status, 200)
    assert.equal((await server.call(`GET ${ROOT}/admin/status`, { scopes: 'api.write' })).status, 403)
  })

  it('deletes compositions, directories and EHRs physically', async () => {
    const own = await newEhr(server)
    const uid = idOf(await postComposition(server, own))
    assert.equal(
      (await admin(`DELETE ${ROOT}/admin/ehr/${own}/composition/${uid.split('::')[0]}`)).status,
      204,
    )
    assert.equal((await admin(`DELETE ${ROOT}/admin/ehr/${own}/directory/${uid}`)).status, 404)
    assert.equal((await admin(`DELETE ${ROOT}/admin/ehr/${own}`)).status, 204)
    assert.equal((await admin(`DELETE ${ROOT}/admin/ehr/${own}`)).status, 404)
  })

  it('replaces and deletes templates, with the answers of EHRbase', async () => {
    const id = encodeURIComponent(TEMPLATE_ID)
    const opt = bloodPressureOpt()
    const replaced = await admin(`PUT ${ROOT}/admin/template/${id}`, opt)
    assert.deepEqual([replaced.status, replaced.text], [200, opt])
    assert.ok(
      replaced.headers.get('location')?.endsWith(`${ROOT}/openehr/v1/definition/template/adl1.4/${id}`),
      replaced.headers.get('location') ?? '',
    )
    await postComposition(server, ehrId)
    assert.equal((await admin(`DELETE ${ROOT}/admin/template/${id}`)).status, 409)
    await uploadTemplate(server, 'unused')
    const deleted = await admin(`DELETE ${ROOT}/admin/template/unused`)
    assert.deepEqual([deleted.status, deleted.json()], [200, { deleted: 1 }])
  })

  it('deletes stored queries', async () => {
    const path = `${ROOT}/openehr/v1/definition/query/org.x::all/1.0.0`
    const stored = await server.call(`PUT ${path}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: 'SELECT e FROM EHR e',
    })
    assert.equal(stored.status, 200, stored.text)
    const deleted = await admin(`DELETE ${ROOT}/admin/query/org.x::all/1.0.0`)
    assert.deepEqual([deleted.status, deleted.text], [200, ''])
    assert.equal((await server.call(`GET ${path}`, { scopes: 'api.read' })).status, 404)
  })

  it('is not for clients that may only write', async () => {
    for (const request of [
      `DELETE ${ROOT}/admin/ehr/${ehrId}`,
      `DELETE ${ROOT}/admin/template/${encodeURIComponent(TEMPLATE_ID)}`,
    ])
      assert.equal((await server.call(request, { scopes: 'api.write' })).status, 403)
    const put = await server.call(`PUT ${ROOT}/admin/template/x`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt('x'),
    })
    assert.equal(put.status, 403)
  })
})
