/** EHR over HTTP: create, create with an id, read by id and by subject (openEHR REST, section EHR). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const JSON_TYPE = { 'Content-Type': 'application/json' }
const REPRESENTATION = { Prefer: 'return=representation' }

const status = (rest: Record<string, unknown> = {}) => ({
  ...data.root('openEHR-EHR-EHR_STATUS.generic.v1'),
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...rest,
})

const subject = (id: string, namespace = 'patients') => ({
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: id, scheme: 'id' },
      namespace,
      type: 'PERSON',
    },
  },
})

const create = (body?: unknown, headers: Record<string, string> = {}) =>
  server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const read = (path: string, headers: Record<string, string> = {}) =>
  server.call(`GET /openehr/v1/ehr${path}`, { scopes: 'api.read', headers })

test('POST /ehr without a body answers 201 with ETag and Location and an empty body', async () => {
  const answer = await create()
  assert.equal(answer.status, 201)
  assert.equal(answer.text, '')
  assert.match(idOf(answer), /^[0-9a-f-]{36}$/)
  assert.ok(answer.headers.get('location')?.endsWith(`/openehr/v1/ehr/${idOf(answer)}`))
})

test('return=representation answers with the EHR', async () => {
  const answer = await create(undefined, REPRESENTATION)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('preference-applied'), 'return=representation')
  const ehr = answer.json()
  assert.equal(ehr.ehr_id.value, idOf(answer))
  assert.equal(ehr.system_id.value, 'cairn.local')
  assert.match(ehr.ehr_status.id.value, /^[0-9a-f-]{36}::cairn\.local::1$/)
  assert.equal(ehr.ehr_status.type, 'EHR_STATUS')
  assert.equal(ehr.ehr_access.type, 'EHR_ACCESS')
  assert.match(ehr.time_created.value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
})

test('return=identifier answers with the id alone', async () => {
  const answer = await create(undefined, { Prefer: 'return=identifier' })
  assert.deepEqual(answer.json(), { uid: idOf(answer) })
})

test('without a body the status is queryable, modifiable and about PARTY_SELF', async () => {
  const ehrId = await newEhr(server)
  const answer = await read(`/${ehrId}/ehr_status`)
  const given = answer.json()
  assert.equal(given._type, 'EHR_STATUS')
  assert.equal(given.is_queryable, true)
  assert.equal(given.is_modifiable, true)
  assert.equal(given.subject._type, 'PARTY_SELF')
  assert.equal(given.uid.value, idOf(answer))
})

for (const queryable of [true, false])
  for (const modifiable of [true, false])
    for (const details of [true, false])
      test(`a status with is_queryable ${queryable}, is_modifiable ${modifiable}, ${details ? 'with' : 'without'} other_details is kept`, async () => {
        const other = data.locatable('ITEM_TREE', 'at0001', {
          items: [data.element('at0002', data.text('x'))],
        })
        const body = status({
          is_queryable: queryable,
          is_modifiable: modifiable,
          ...(details ? { other_details: other } : {}),
        })
        for (const put of [false, true]) {
          const answer = put
            ? await server.call(`PUT /openehr/v1/ehr/${randomUUID()}`, {
                scopes: 'api.write',
                headers: JSON_TYPE,
                body: JSON.stringify(body),
              })
            : await create(body)
          assert.equal(answer.status, 201, answer.text)
          const { uid: _uid, ...kept } = (await read(`/${idOf(answer)}/ehr_status`)).json()
          assert.deepEqual(kept, body)
        }
      })

test('PUT /ehr/{ehr_id} takes the id of the client, once', async () => {
  const id = randomUUID()
  const put = () => server.call(`PUT /openehr/v1/ehr/${id}`, { scopes: 'api.write' })
  const first = await put()
  assert.equal(first.status, 201)
  assert.equal(idOf(first), id)
  const second = await put()
  assert.equal(second.status, 409)
  assert.equal(second.json().code, 'ehr.exists')
})

test('an EHR that is created again with its subject answers that the EHR exists', async () => {
  const id = randomUUID()
  const put = (ehrId: string) =>
    server.call(`PUT /openehr/v1/ehr/${ehrId}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(status(subject(id))),
    })
  assert.equal((await put(id)).status, 201)
  assert.equal((await put(id)).json().code, 'ehr.exists')
  assert.equal((await put(randomUUID())).json().code, 'ehr.subject_exists')
})

test('an ehr_id that is no UUID answers 400 on create and 404 on read', async () => {
  assert.equal((await server.call('PUT /openehr/v1/ehr/abc', { scopes: 'api.write' })).status, 400)
  assert.equal((await read('/abc')).status, 404)
  assert.equal((await read(`/${randomUUID()}`)).status, 404)
})

test('an EHR is found by subject id and namespace, both needed', async () => {
  const id = randomUUID()
  const answer = await create(status(subject(id)))
  assert.equal(answer.status, 201, answer.text)
  const found = await read(`?subject_id=${id}&subject_namespace=patients`)
  assert.equal(found.status, 200)
  assert.equal(found.json().ehr_id.value, idOf(answer))
  assert.equal((await read(`?subject_id=${id}&subject_namespace=others`)).status, 404)
  assert.equal((await read(`?subject_id=${id}`)).status, 400)
  assert.equal((await read('')).status, 400)
})

test('a second EHR for one subject answers 409', async () => {
  const id = randomUUID()
  assert.equal((await create(status(subject(id)))).status, 201)
  const second = await create(status(subject(id)))
  assert.equal(second.status, 409)
  assert.equal(second.json().code, 'ehr.subject_exists')
  assert.equal((await create(status(subject(id, 'elsewhere')))).status, 201)
})

test('of fifty EHRs for one subject at once, one is created and 49 are refused', async () => {
  const id = randomUUID()
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await create(status(subject(id)))).status),
  )
  assert.equal(statuses.filter(each => each === 201).length, 1)
  assert.equal(statuses.filter(each => each === 409).length, 49)
})

test('resolve_refs puts the status in place of its reference and is echoed', async () => {
  const ehrId = await newEhr(server)
  const answer = await read(`/${ehrId}`, { Prefer: 'resolve_refs' })
  assert.equal(answer.headers.get('preference-applied'), 'resolve_refs')
  assert.equal(answer.json().ehr_status._type, 'EHR_STATUS')
})

test('an EHR is read as XML', async () => {
  const answer = await read(`/${await newEhr(server)}`, { Accept: 'application/xml' })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /^<\?xml[^>]*>\s*<ehr /)
})

const BAD: [what: string, body: unknown, status: number][] = [
  ['no subject', { ...status(), subject: undefined }, 400],
  ['is_modifiable that is a text', status({ is_modifiable: 'yes' }), 400],
  ['another class', { ...status(), _type: 'COMPOSITION' }, 400],
  ['an unknown attribute', status({ colour: 'red' }), 400],
  ['a list', [], 400],
]
for (const [what, body, expected] of BAD)
  test(`a status with ${what} answers ${expected} and makes no EHR`, async () => {
    const answer = await create(body)
    assert.equal(answer.status, expected, answer.text)
  })

test('a body that is no JSON answers 400', async () => {
  const answer = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: JSON_TYPE,
    body: '{',
  })
  assert.equal(answer.status, 400)
  assert.equal(answer.json().code, 'json.malformed')
})

test('the audit headers name who created the EHR', async () => {
  const answer = await create(undefined, {
    'openehr-audit-details': 'committer.name="Dr. Ada", description.value="admitted"',
  })
  const version = (await read(`/${idOf(answer)}/versioned_ehr_status/version`)).json()
  assert.equal(version.commit_audit.committer.name, 'Dr. Ada')
  assert.equal(version.commit_audit.description.value, 'admitted')
})
