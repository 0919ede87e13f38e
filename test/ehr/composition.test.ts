/** COMPOSITION over HTTP: create, read, update, delete (openEHR REST, section COMPOSITION). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { canonicalize } from '../../packages/openehr/src/format/index.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const read = (uid: string, headers: Record<string, string> = {}, query = '') =>
  server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}${query}`, { scopes: 'api.read', headers })
const remove = (uid: string, headers: Record<string, string> = {}) =>
  server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, { scopes: 'api.write', headers })
const committed = async (systolic = 120) =>
  idOf(await postComposition(server, ehrId, bloodPressure([{ systolic }])))
const objectOf = (uid: string) => uid.split('::')[0] ?? ''

test('a create answers 201 with ETag, Location, Last-Modified and an empty body', async () => {
  const answer = await postComposition(server, ehrId)
  assert.equal(answer.status, 201)
  assert.equal(answer.text, '')
  const uid = idOf(answer)
  assert.match(uid, /^[0-9a-f-]{36}::cairn\.local::1$/)
  assert.ok(answer.headers.get('location')?.endsWith(`/ehr/${ehrId}/composition/${uid}`))
  assert.equal(answer.headers.get('openehr-uri'), `ehr:/${ehrId}/compositions/${uid}`)
  const version = await server.call(
    `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${uid}`,
    { scopes: 'api.read' },
  )
  const committedAt = new Date(version.json().commit_audit.time_committed.value)
  assert.equal(answer.headers.get('last-modified'), committedAt.toUTCString())
})

test('what is read is what was sent, in the form of RFC 8785, with the id of the version', async () => {
  const sent = JSON.stringify(bloodPressure([{ systolic: 141.5 }]))
  const post = (body: string) =>
    server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  const stored = (uid: string) =>
    canonicalize({ ...JSON.parse(sent), uid: { _type: 'OBJECT_VERSION_ID', value: uid } })
  for (const body of [
    sent,
    JSON.stringify(JSON.parse(sent), null, 2),
    sent.replaceAll('mm[Hg]', 'mm\\u005bHg]'),
  ]) {
    const uid = idOf(await post(body))
    assert.equal((await read(uid)).text, stored(uid))
  }
  const first = `{"uid":{"_type":"HIER_OBJECT_ID","value":"${randomUUID()}"},`
  const uid = idOf(await post(first + sent.slice(1)))
  assert.equal((await read(uid)).text, stored(uid))
})

test('an object id answers with the latest version, or with the one extant at a time', async () => {
  const first = await committed(101)
  await new Promise(done => setTimeout(done, 15))
  const time = new Date().toISOString()
  await new Promise(done => setTimeout(done, 15))
  const second = idOf(await putComposition(server, ehrId, first, bloodPressure([{ systolic: 102 }])))
  assert.equal(idOf(await read(objectOf(first))), second)
  assert.equal(idOf(await read(objectOf(first), {}, `?version_at_time=${time}`)), first)
  assert.equal(idOf(await read(first)), first)
  assert.equal((await read(objectOf(first), {}, '?version_at_time=2000-01-01')).status, 404)
  assert.equal((await read(objectOf(first), {}, '?version_at_time=nonsense')).status, 400)
})

const IF_MATCH: [what: string, form: (uid: string) => string, status: number][] = [
  ['quoted', uid => `"${uid}"`, 204],
  ['bare', uid => uid, 204],
  ['weak', uid => `W/"${uid}"`, 204],
  ['among others', uid => `"x", "${uid}"`, 204],
  ['as a star', () => '*', 204],
  ['of another version', uid => `"${uid.replace(/\d+$/, '7')}"`, 412],
  ['of another system', uid => `"${uid.replace('cairn.local', 'elsewhere')}"`, 412],
  ['of another object', () => `"${randomUUID()}::cairn.local::1"`, 412],
]
for (const [what, form, status] of IF_MATCH)
  test(`an update with If-Match ${what} answers ${status}`, async () => {
    const uid = await committed()
    const answer = await putComposition(server, ehrId, uid, bloodPressure(), { 'If-Match': form(uid) })
    assert.equal(answer.status, status, answer.text)
    assert.equal(idOf(answer), status === 204 ? uid.replace(/1$/, '2') : uid)
  })

test('an update without If-Match answers 400', async () => {
  const uid = await committed()
  const answer = await server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${objectOf(uid)}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bloodPressure()),
  })
  assert.equal(answer.status, 400)
  assert.equal(answer.json().code, 'version.precondition_missing')
})

test('an address with a version uid where the object id belongs says so', async () => {
  const uid = idOf(await postComposition(server, ehrId))
  const put = await server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json', 'If-Match': `"${uid}"` },
    body: JSON.stringify(bloodPressure()),
  })
  assert.equal(put.status, 400, put.text)
  assert.equal(put.json().code, 'id.malformed')
  assert.match(put.json().message, /part of a version uid before the first "::".* If-Match/)
  const get = await server.call(`GET /openehr/v1/ehr/${ehrId}/versioned_composition/${uid}`, {
    scopes: 'api.read',
  })
  assert.equal(get.status, 404, get.text)
  assert.match(get.json().message, /part of a version uid before the first "::"/)
})

test('an update of what is not there answers 404', async () => {
  assert.equal((await putComposition(server, ehrId, `${randomUUID()}::cairn.local::1`)).status, 404)
  const elsewhere = idOf(await postComposition(server, await newEhr(server)))
  assert.equal((await putComposition(server, ehrId, elsewhere)).status, 404)
})

test('a body with the uid of another composition answers 400', async () => {
  const uid = await committed()
  const body = {
    ...bloodPressure(),
    uid: { _type: 'OBJECT_VERSION_ID', value: `${randomUUID()}::cairn.local::1` },
  }
  assert.equal((await putComposition(server, ehrId, uid, body)).status, 400)
})

test('return=representation answers an update with 200 and the composition', async () => {
  const uid = await committed()
  const answer = await putComposition(server, ehrId, uid, bloodPressure([{ systolic: 111 }]), {
    Prefer: 'return=representation',
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.json().uid.value, idOf(answer))
})

test('a delete answers 204 and adds a version without data; nothing is lost', async () => {
  const uid = await committed()
  const answer = await remove(uid)
  assert.equal(answer.status, 204)
  const last = uid.replace(/1$/, '2')
  assert.equal(idOf(answer), last)
  const gone = await read(objectOf(uid))
  assert.equal(gone.status, 204)
  assert.equal(gone.text, '')
  assert.equal((await read(uid)).status, 200)
  const version = await server.call(
    `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${last}`,
    { scopes: 'api.read' },
  )
  const { lifecycle_state, commit_audit, data } = version.json()
  assert.equal(lifecycle_state.defining_code.code_string, '523')
  assert.equal(commit_audit.change_type.defining_code.code_string, '523')
  assert.equal(data, undefined)
})

test('a delete of an older version answers 409 with the latest, of a deleted one 400, of none 404', async () => {
  const uid = await committed()
  const second = idOf(await putComposition(server, ehrId, uid))
  const stale = await remove(uid)
  assert.equal(stale.status, 409)
  assert.equal(idOf(stale), second)
  assert.equal((await remove(second)).status, 204)
  assert.equal((await remove(second.replace(/2$/, '3'))).status, 400)
  assert.equal((await remove(`${randomUUID()}::cairn.local::1`)).status, 404)
  assert.equal((await remove(objectOf(uid))).status, 400)
})

test('a composition for an EHR that does not exist answers 404', async () => {
  assert.equal((await postComposition(server, randomUUID())).status, 404)
  assert.equal((await postComposition(server, 'abc')).status, 404)
})

test('an EHR that is not modifiable refuses writes with 409 and still answers reads', async () => {
  const closed = await newEhr(server)
  const uid = idOf(await postComposition(server, closed))
  const status = await server.call(`GET /openehr/v1/ehr/${closed}/ehr_status`, { scopes: 'api.read' })
  const put = (isModifiable: boolean, match: string) =>
    server.call(`PUT /openehr/v1/ehr/${closed}/ehr_status`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': match },
      body: JSON.stringify({ ...status.json(), is_modifiable: isModifiable }),
    })
  const locked = await put(false, idOf(status))
  assert.equal(locked.status, 204, locked.text)
  for (const answer of [
    await postComposition(server, closed),
    await putComposition(server, closed, uid),
    await server.call(`DELETE /openehr/v1/ehr/${closed}/composition/${uid}`, { scopes: 'api.write' }),
  ]) {
    assert.equal(answer.status, 409, answer.text)
    assert.equal(answer.json().code, 'ehr.not_modifiable')
  }
  const stillThere = await server.call(`GET /openehr/v1/ehr/${closed}/composition/${uid}`, {
    scopes: 'api.read',
  })
  assert.equal(stillThere.status, 200)
  const queried = await server.call('POST /openehr/v1/query/aql', {
    scopes: 'api.read',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q: 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c', ehr_id: closed }),
  })
  assert.deepEqual(queried.json().rows, [[uid]])
  assert.equal((await put(true, idOf(locked))).status, 204)
  assert.equal((await postComposition(server, closed)).status, 201)
})

const HEADERS: [what: string, headers: Record<string, string>][] = [
  [
    '1.1.0',
    {
      'openehr-version': 'lifecycle_state.code_string="553"',
      'openehr-audit-details': 'committer.name="Dr. Ada",description.value="draft"',
    },
  ],
  [
    '1.0.3',
    {
      'openEHR-VERSION.lifecycle_state': 'code_string="553"',
      'openEHR-AUDIT_DETAILS.committer': 'name="Dr. Ada"',
      'openEHR-AUDIT_DETAILS.description': 'value="draft"',
    },
  ],
]
for (const [release, headers] of HEADERS)
  test(`the commit headers of openEHR REST ${release} are honoured`, async () => {
    const uid = idOf(await postComposition(server, ehrId, bloodPressure(), headers))
    const version = await server.call(
      `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${uid}`,
      { scopes: 'api.read' },
    )
    const { lifecycle_state, commit_audit } = version.json()
    assert.equal(lifecycle_state.value, 'incomplete')
    assert.equal(commit_audit.committer.name, 'Dr. Ada')
    assert.equal(commit_audit.description.value, 'draft')
  })
