/** A person whose role is limited to templates: every way to records shows those of the templates alone, whatever scopes the token has. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { note } from '../admin/records.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { addRole, adminCall, newPerson } from '../people/people.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const MINE = 'Mine.pressure.v1'
const OTHER = 'Other.pressure.v1'

const server = await testServer()
const ehrs = [await newEhr(server), await newEhr(server)]
const [ehrId = '', otherEhrId = ''] = ehrs
const uids = new Map<string, string>()
for (const [template, datamap] of [
  [MINE, 'mine'],
  [OTHER, 'other'],
] as const) {
  await uploadTemplate(server, template)
  const all = { scopes: 'api.read api.write', headers: { 'Content-Type': 'application/json' } }
  const suggested = await server.call(`GET /extra/v1/definition/datamap-suggestion?template_id=${template}`, {
    scopes: 'api.read',
    headers: { Accept: 'application/json' },
  })
  const put = await server.call(`PUT /extra/v1/definition/datamap/${datamap}`, {
    ...all,
    body: suggested.text,
  })
  assert.ok(put.status < 300, put.text)
  // Six in the one EHR and one in the other: enough to be counted without identity.
  for (let made = 0; made < 6; made++)
    uids.set(template, idOf(await postComposition(server, ehrId, note(`of ${datamap}`, template))))
  await postComposition(server, otherEhrId, note(`of ${datamap}`, template))
}
const mineUid = uids.get(MINE) ?? ''
const otherUid = uids.get(OTHER) ?? ''

await addRole(server, {
  name: 'pressure',
  rights: ['user/composition-Mine.**.cruds', 'user/template-Mine.**.r', 'user/aql-*.rs'],
  assignable: true,
})
await addRole(server, {
  name: 'pressure-research',
  rights: ['user/composition-Mine.**.rs', 'user/template-Mine.**.r', 'user/aql-*.rs'],
  deidentified: true,
})
await addPersonWith(server, 'lea', { roles: ['pressure'] })
await addPersonWith(server, 'leo', { assigned_roles: ['pressure'] })
await addPersonWith(server, 'rob', { roles: ['pressure-research'] })
const assigned = await adminCall(server, 'POST /admin/v1/person/leo/assignment', { ehr_id: ehrId })
assert.equal(assigned.status, 201, assigned.text)
const makeToken = await openTokens(server)

/** A token with every scope that there is: only the role limits it. */
const EVERYTHING = `api.read api.write api.admin ${['composition', 'template', 'aql', 'audit'].map(each => `user/${each}-*.cruds`).join(' ')}`

async function callerOf(person: string) {
  const token = await makeToken({ scope: EVERYTHING, person })
  const call = (request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.call(request, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const rows = async (q: string) => {
    const answer = await call(`GET /openehr/v1/query/aql?${new URLSearchParams({ q })}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json().rows
  }
  return { call, rows }
}

const lea = await callerOf('lea')
const leo = await callerOf('leo')
const rob = await callerOf('rob')

describe('a person whose role is limited to templates', () => {
  it('reads records of these templates, and no others', async () => {
    const at = `/openehr/v1/ehr/${ehrId}`
    assert.equal((await lea.call(`GET ${at}/composition/${mineUid}`)).status, 200)
    for (const path of [
      `composition/${otherUid}`,
      `versioned_composition/${otherUid.slice(0, 36)}`,
      `versioned_composition/${otherUid.slice(0, 36)}/version`,
      `composition/${otherUid.slice(0, 36)}/tags`,
    ])
      assert.equal((await lea.call(`GET ${at}/${path}`)).status, 404, path)
    assert.equal((await lea.call(`GET /openehr/v1/definition/template/adl1.4/${MINE}`)).status, 200)
    assert.equal((await lea.call(`GET /openehr/v1/definition/template/adl1.4/${OTHER}`)).status, 404)
  })

  it('finds rows, counts and groups of these templates alone', async () => {
    assert.deepEqual(await lea.rows('SELECT DISTINCT c/composer/name FROM COMPOSITION c'), [['of mine']])
    assert.deepEqual(await lea.rows('SELECT COUNT(*) FROM COMPOSITION c'), [[7]])
    const grouped = 'SELECT c/archetype_details/template_id/value, COUNT(*) FROM COMPOSITION c'
    assert.deepEqual(await lea.rows(grouped), [[MINE, 7]])
    assert.deepEqual(await lea.rows("SELECT c FROM COMPOSITION c WHERE c/composer/name = 'of other'"), [])
  })

  it('lists records by datamaps of these templates alone', async () => {
    const listed = await lea.call('GET /extra/v1/datamap/mine')
    assert.deepEqual([listed.status, listed.json().totalCount], [200, 7], listed.text)
    assert.equal((await lea.call('GET /extra/v1/datamap/other')).status, 404)
    const adHoc = { template: OTHER, paths: [{ add: 'composer', path: '/composer/name' }] }
    assert.ok((await lea.call('POST /extra/v1/datamap', adHoc)).status >= 400)
  })

  it('writes records of these templates alone', async () => {
    const at = `/openehr/v1/ehr/${otherEhrId}`
    const made = await lea.call(`POST ${at}/composition`, note('of mine', MINE))
    assert.equal(made.status, 201, made.text)
    const refused = await lea.call(`POST ${at}/composition`, note('of mine', OTHER))
    assert.ok([403, 404, 422].includes(refused.status), refused.text)
    const other = await lea.call(
      `PUT /openehr/v1/ehr/${ehrId}/composition/${otherUid.slice(0, 36)}`,
      note('of other', OTHER),
      { 'If-Match': `"${otherUid}"` },
    )
    assert.ok([404, 422].includes(other.status), other.text)
    assert.equal((await lea.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${otherUid}`)).status, 404)
    const both = contribution([
      version({ change: 'creation', data: note('of mine', MINE) }),
      version({ change: 'creation', data: note('of mine', OTHER) }),
    ])
    const before = await lea.rows('SELECT COUNT(*) FROM COMPOSITION c')
    assert.ok((await lea.call(`POST ${at}/contribution`, both)).status >= 400)
    assert.deepEqual(await lea.rows('SELECT COUNT(*) FROM COMPOSITION c'), before)
    assert.equal((await lea.call(`DELETE ${at}/composition/${idOf(made)}`)).status, 204)
  })

  it('exports and administers nothing', async () => {
    for (const path of ['export', 'audit', 'person', 'role'])
      assert.equal((await lea.call(`GET /admin/v1/${path}`)).status, 403, path)
    assert.equal((await lea.call('POST /openehr/v1/ehr')).status, 403)
  })

  it('is limited in the same way by a session of our own pages', async () => {
    const browser = await newPerson(server, 'lou', ['pressure'])
    const q = 'SELECT COUNT(*) FROM COMPOSITION c'
    const answer = await browser.send(`/openehr/v1/query/aql?${new URLSearchParams({ q })}`, {})
    assert.deepEqual(JSON.parse(answer.text).rows, [[7]], answer.text)
    assert.equal((await browser.send(`/openehr/v1/ehr/${ehrId}/composition/${otherUid}`, {})).status, 404)
  })

  it('is held to assigned EHRs as well, where the role is', async () => {
    assert.deepEqual(await leo.rows('SELECT COUNT(*) FROM COMPOSITION c'), [[6]])
    assert.equal((await leo.call(`GET /openehr/v1/ehr/${ehrId}/composition/${mineUid}`)).status, 200)
    assert.equal((await leo.call(`GET /openehr/v1/ehr/${ehrId}/composition/${otherUid}`)).status, 404)
    assert.equal((await leo.call(`GET /openehr/v1/ehr/${otherEhrId}`)).status, 404)
  })
})

describe('a person whose role is limited to templates, without identity', () => {
  it('queries, counts, lists and exports records of these templates alone', async () => {
    assert.deepEqual(await rob.rows('SELECT COUNT(*) FROM COMPOSITION c'), [[7]])
    assert.deepEqual(
      await rob.rows('SELECT DISTINCT c/archetype_details/template_id/value FROM COMPOSITION c'),
      [[MINE]],
    )
    const listed = await rob.call('GET /extra/v1/datamap/mine')
    assert.deepEqual([listed.status, listed.json().totalCount], [200, 7], listed.text)
    assert.equal((await rob.call('GET /extra/v1/datamap/other')).status, 404)
    const exported = await rob.call('GET /admin/v1/export', undefined, { Accept: 'application/x-ndjson' })
    assert.equal(exported.status, 200, exported.text)
    assert.ok(exported.text.includes(MINE))
    for (const hidden of [OTHER, 'of mine', ehrId, mineUid.slice(0, 36)])
      assert.ok(!exported.text.includes(hidden), hidden)
    assert.equal((await rob.call(`GET /openehr/v1/ehr/${ehrId}/composition/${mineUid}`)).status, 403)
  })
})
