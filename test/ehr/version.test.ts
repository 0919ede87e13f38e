/** VERSION over HTTP, to the letter of docs/interface.md (sections 2.3, 3 and 6). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
const otherEhr = await newEhr(server)
const first = idOf(await postComposition(server, ehrId))
await new Promise(done => setTimeout(done, 20))
const between = new Date().toISOString()
await new Promise(done => setTimeout(done, 20))
const second = idOf(await putComposition(server, ehrId, first, bloodPressure([{ systolic: 130 }])))
const [objectId = ''] = first.split('::')

const COMPOSITION = `/openehr/v1/ehr/${ehrId}/versioned_composition/${objectId}`
const STATUS = `/openehr/v1/ehr/${ehrId}/versioned_ehr_status`
const statusUid = (await server.call(`GET ${STATUS}/version`, { scopes: 'api.read' })).json().uid.value

const read = (path: string, headers: Record<string, string> = {}) =>
  server.call(`GET ${path}`, { scopes: 'api.read', headers })

const CODED = {
  change_type: (version: Record<string, never>) => (version['commit_audit'] as never)['change_type'],
  lifecycle_state: (version: Record<string, never>) => version['lifecycle_state'],
}

const envelopeIsAsWritten = (
  version: ReturnType<Awaited<ReturnType<typeof read>>['json']>,
  uid: string,
  type: string,
) => {
  assert.equal(version._type, 'ORIGINAL_VERSION')
  assert.equal(version.contribution.id._type, 'OBJECT_VERSION_ID')
  assert.equal(typeof version.contribution.id.value, 'string')
  assert.equal(typeof version.contribution.namespace, 'string')
  assert.equal(version.contribution.type, type)
  assert.equal(typeof version.signature, 'string')
  assert.deepEqual(version.uid, { _type: 'UID_BASED_ID', value: uid })
  assert.ok(Array.isArray(version.other_input_version_uids))
  assert.ok(Array.isArray(version.attestations))
  const audit = version.commit_audit
  assert.equal(audit.system_id, 'cairn.local')
  assert.equal(audit.committer._type, 'PARTY_IDENTIFIED')
  assert.equal(audit.committer.name, server.client.id)
  assert.match(audit.time_committed.value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
  assert.equal(typeof audit.description.value, 'string')
  for (const coded of Object.values(CODED)) {
    const { value, defining_code } = coded(version) as never as { value: string; defining_code: never }
    assert.equal(typeof value, 'string')
    assert.equal((defining_code as { terminology_id: { value: string } }).terminology_id.value, 'openehr')
    assert.match((defining_code as { code_string: string }).code_string, /^\d+$/)
  }
}

test('the version of a composition by its id has every field of section 2.3', async () => {
  const answer = await read(`${COMPOSITION}/version/${first}`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(idOf(answer), first)
  const version = answer.json()
  envelopeIsAsWritten(version, first, 'COMPOSITION')
  assert.equal(version.preceding_version_uid, undefined)
  assert.equal(version.lifecycle_state.value, 'complete')
  assert.equal(version.lifecycle_state.defining_code.code_string, '532')
  assert.equal(version.commit_audit.change_type.value, 'creation')
  assert.equal(version.commit_audit.change_type.defining_code.code_string, '249')
})

test('the data of a version is the composition as it was sent, with the uid of its version', async () => {
  const { data } = (await read(`${COMPOSITION}/version/${first}`)).json()
  const { uid, ...sent } = data
  assert.deepEqual(uid, { _type: 'OBJECT_VERSION_ID', value: first })
  assert.deepEqual(sent, bloodPressure())
})

test('a second version follows the first: number, predecessor, change type', async () => {
  assert.equal(second, first.replace(/1$/, '2'))
  const version = (await read(`${COMPOSITION}/version/${second}`)).json()
  envelopeIsAsWritten(version, second, 'COMPOSITION')
  assert.deepEqual(version.preceding_version_uid, { _type: 'UID_BASED_ID', value: first })
  assert.equal(version.commit_audit.change_type.defining_code.code_string, '251')
})

test('without version_at_time the latest version is answered', async () => {
  assert.equal((await read(`${COMPOSITION}/version`)).json().uid.value, second)
})

const offset = (iso: string) => {
  const shifted = new Date(Date.parse(iso) + 2 * 3600_000).toISOString().replace('Z', '')
  return encodeURIComponent(`${shifted}+02:00`)
}
const TIMES: [what: string, time: string, status: number, uid: string | undefined][] = [
  ['between the two', between, 200, first],
  ['between the two, with an offset', offset(between), 200, first],
  ['between the two, without an offset, which is UTC', between.replace('Z', ''), 200, first],
  ['in the future', '2999-01-01T00:00:00Z', 200, second],
  ['before the first', '2000-01-01T00:00:00Z', 404, undefined],
  ['of a day before the first', '2000-01-01', 404, undefined],
  ['that is no time', 'yesterday', 400, undefined],
  ['in basic notation', '20260101T000000Z', 400, undefined],
  ['with a month 13', '2026-13-01T00:00:00Z', 400, undefined],
  ['with a day that is not there', '2026-02-30T00:00:00Z', 400, undefined],
  ['that is empty', '', 200, second],
]
for (const [what, time, status, uid] of TIMES)
  test(`a version_at_time ${what} answers ${status} for a composition`, async () => {
    const answer = await read(`${COMPOSITION}/version?version_at_time=${time}`)
    assert.equal(answer.status, status, answer.text)
    if (uid) assert.equal(answer.json().uid.value, uid)
  })

test('the version of an EHR_STATUS has the same envelope', async () => {
  for (const path of [`${STATUS}/version`, `${STATUS}/version/${statusUid}`]) {
    const answer = await read(path)
    assert.equal(answer.status, 200)
    envelopeIsAsWritten(answer.json(), statusUid, 'EHR_STATUS')
    assert.equal(answer.json().data._type, 'EHR_STATUS')
  }
})

for (const [what, time, status] of TIMES.filter(([, , each]) => each !== 200))
  test(`a version_at_time ${what} answers ${status} for an EHR_STATUS`, async () => {
    assert.equal((await read(`${STATUS}/version?version_at_time=${time}`)).status, status)
  })

const otherComposition = idOf(await postComposition(server, otherEhr))
const GONE: [what: string, path: string][] = [
  [
    'an EHR that does not exist',
    `/openehr/v1/ehr/${randomUUID()}/versioned_composition/${objectId}/version/${first}`,
  ],
  ['an EHR id that is none', `/openehr/v1/ehr/abc/versioned_composition/${objectId}/version/${first}`],
  [
    'an object that does not exist',
    `/openehr/v1/ehr/${ehrId}/versioned_composition/${randomUUID()}/version/${first}`,
  ],
  ['an object id that is none', `/openehr/v1/ehr/${ehrId}/versioned_composition/abc/version/${first}`],
  ['a version that does not exist', `${COMPOSITION}/version/${first.replace(/1$/, '9')}`],
  ['a version of another system', `${COMPOSITION}/version/${first.replace('cairn.local', 'elsewhere')}`],
  ['a version id that is none', `${COMPOSITION}/version/abc`],
  ['a version number beyond all', `${COMPOSITION}/version/${first.replace(/1$/, '99999999999')}`],
  ['a version of another object', `${COMPOSITION}/version/${randomUUID()}::cairn.local::1`],
  [
    'a status as if it were a composition',
    `/openehr/v1/ehr/${ehrId}/versioned_composition/${statusUid.split('::')[0]}/version/${statusUid}`,
  ],
  ['a composition as if it were the status', `${STATUS}/version/${first}`],
  [
    'the status of an EHR that does not exist',
    `/openehr/v1/ehr/${randomUUID()}/versioned_ehr_status/version`,
  ],
]
for (const [what, path] of GONE)
  test(`${what} answers 404`, async () => {
    assert.equal((await read(path)).status, 404)
  })

test("an id of another EHR is answered with the same bytes as an unknown one, but for the request's id", async () => {
  const bytes = async (uid: string) => {
    const [object] = uid.split('::')
    const answer = await read(`/openehr/v1/ehr/${ehrId}/versioned_composition/${object}/version/${uid}`, {
      'X-Request-Id': 'same',
    })
    return `${answer.status} ${answer.text}`
  }
  assert.equal(await bytes(otherComposition), await bytes(`${randomUUID()}::cairn.local::1`))
})

test('the container and its revision history', async () => {
  const container = (await read(COMPOSITION)).json()
  assert.equal(container._type, 'VERSIONED_COMPOSITION')
  assert.equal(container.uid.value, objectId)
  assert.equal(container.owner_id.id.value, ehrId)
  const history = (await read(`${COMPOSITION}/revision_history`)).json()
  assert.deepEqual(
    history.items.map((item: { version_id: { value: string } }) => item.version_id.value),
    [first, second],
  )
  assert.equal(history.items[1].audits[0].change_type.value, 'modification')
  assert.equal((await read(STATUS)).json()._type, 'VERSIONED_EHR_STATUS')
  assert.equal((await read(`${STATUS}/revision_history`)).json().items.length, 1)
})

test('a version is read as XML in the namespace of openEHR', async () => {
  const answer = await read(`${COMPOSITION}/version/${first}`, { Accept: 'application/xml' })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /<version xmlns="http:\/\/schemas\.openehr\.org\/v1"/)
  assert.match(answer.text, /xsi:type="ORIGINAL_VERSION"/)
})

test('the signature is a detached EdDSA JWS of a key that the JWKS publishes', async () => {
  const { signature } = (await read(`${COMPOSITION}/version/${first}`)).json()
  const [header = '', payload] = signature.split('.')
  assert.equal(payload, '')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  assert.equal(alg, 'EdDSA')
  const { keys } = (await read('/.well-known/jwks.json')).json()
  assert.ok(keys.some((key: { kid: string; crv: string }) => key.kid === kid && key.crv === 'Ed25519'))
})
