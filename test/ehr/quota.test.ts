/** Limits on EHRs and bytes of a database: they refuse what is new, and nothing else (decision 0133). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { newParty, party, postParty, uploadPartyTemplates } from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { clientOf, contribution, type Version, version } from './contribution-changes.ts'

const free = await testServer()
await uploadTemplate(free)
await uploadPartyTemplates(free)
const ehrs = [await newEhr(free), await newEhr(free)] as const
const [ehrId] = ehrs
const composition = idOf(await postComposition(free, ehrId))
const person = await newParty(free, 'person', party('person', 'Ana'))

const few = await testServer({ beside: free, jobPace: 20, env: { CAIRN_MAX_EHRS: '2' } })
const small = await testServer({ beside: free, env: { CAIRN_MAX_DATABASE_SIZE: '1MB' } })

function assertFull(answer: Answer, code: string): void {
  assert.equal(answer.status, 507, answer.text)
  assert.equal(answer.json().code, code)
}

const commit = (change: Version) => clientOf(small).commit(ehrId, contribution([version(change)]))

describe('a database with as many EHRs as it may have', () => {
  const post = () => few.call('POST /openehr/v1/ehr', { scopes: 'api.write' })

  it('takes no other EHR, at any address', async () => {
    assertFull(await post(), 'service.ehr_limit')
    const chosen = randomUUID()
    const put = await few.call(`PUT /openehr/v1/ehr/${chosen}`, { scopes: 'api.write' })
    assertFull(put, 'service.ehr_limit')
    assert.equal((await few.call(`GET /openehr/v1/ehr/${chosen}`, { scopes: 'api.read' })).status, 404)
  })

  it('takes new versions in the EHRs that it has', async () => {
    const posted = await postComposition(few, ehrId)
    assert.equal(posted.status, 201, posted.text)
  })

  it('takes an EHR again after another was erased, and is then full again', async () => {
    const erased = await few.call(`DELETE /openehr/v1/admin/ehr/${ehrs[1]}`, { scopes: 'api.admin' })
    assert.equal(erased.status, 204, erased.text)
    await eventually('there is room again', async () => (await post()).status === 201)
    await eventually('it is full again', async () => (await post()).status === 507)
  })
})

describe('a database as large as it may be', () => {
  it('takes no new EHR and no new version', async () => {
    const code = 'service.size_limit'
    assertFull(await small.call('POST /openehr/v1/ehr', { scopes: 'api.write' }), code)
    assertFull(await postComposition(small, ehrId), code)
    assertFull(await putComposition(small, ehrId, composition), code)
    assertFull(await postParty(small, 'person', party('person', 'Ben')), code)
    assertFull(await commit({ change: 'creation', data: bloodPressure() }), code)
  })

  it('takes no import', async () => {
    const exported = await small.call('GET /admin/v1/export', { scopes: 'api.admin' })
    assert.equal(exported.status, 200)
    const answer = await small.call('POST /admin/v1/import', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: exported.text,
    })
    assertFull(answer, 'service.size_limit')
  })

  it('reads and deletes', async () => {
    const at = `/openehr/v1/ehr/${ehrId}/composition/${composition}`
    assert.equal((await small.call(`GET ${at}`, { scopes: 'api.read' })).status, 200)
    const query = encodeURIComponent('SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c')
    const found = await small.call(`GET /openehr/v1/query/aql?q=${query}`, { scopes: 'api.read' })
    assert.equal(found.status, 200, found.text)
    const another = idOf(await postComposition(free, ehrId))
    const deleted = await commit({ change: 'deleted', lifecycle: 'deleted', preceding: another })
    assert.equal(deleted.status, 201, deleted.text)
    assert.equal((await small.call(`DELETE ${at}`, { scopes: 'api.write' })).status, 204)
    const party = await small.call(`DELETE /openehr/v1/demographic/person/${person}`, { scopes: 'api.admin' })
    assert.equal(party.status, 204, party.text)
  })
})
