/** The person of an EHR: linked by a header of the commit, one EHR at most for each person (decision 0108). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { ADMIN, backendToken, newParty, party, partyRef, uploadPartyTemplates } from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)

const ALL = 'api.read api.write api.admin'

const call = (request: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) => {
  const [method, path] = request.split(' ')
  return server.call(`${method} /openehr/v1${path}`, {
    scopes: ALL,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const newPerson = async (): Promise<string> =>
  (await newParty(server, 'person', party('person', 'Ada'))).split('::')[0] ?? ''

const NAMES = ['cairn-person-uid', 'cadasto-person-uid'] as const

const personOf = async (ehrId: string, name: string = NAMES[0]): Promise<string | null> =>
  (await call(`GET /ehr/${ehrId}`, { [`include-${name}`]: 'yes' })).headers.get(name)

const status = (more: object = {}) => ({
  ...data.root('openEHR-EHR-EHR_STATUS.generic.v1'),
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...more,
})

const about = (person: string) => ({
  subject: { _type: 'PARTY_SELF', external_ref: partyRef('PERSON', person) },
})

const newLinked = async (person: string): Promise<string> => {
  const answer = await call('POST /ehr', { 'cairn-person-uid': person })
  assert.equal(answer.status, 201, answer.text)
  return idOf(answer)
}

const putStatus = async (ehrId: string, headers: Readonly<Record<string, string>>, body = status()) => {
  const { headers: now } = await call(`GET /ehr/${ehrId}/ehr_status`)
  return call(`PUT /ehr/${ehrId}/ehr_status`, { 'If-Match': now.get('etag') ?? '', ...headers }, body)
}

const CREATIONS = {
  'POST /ehr': () => 'POST /ehr',
  'PUT /ehr/{ehr_id}': () => `PUT /ehr/${randomUUID()}`,
}

for (const [route, address] of Object.entries(CREATIONS))
  for (const name of NAMES) {
    test(`${route} with ${name} links the person, and a person has one EHR`, async () => {
      const person = await newPerson()
      const made = await call(address(), { [name]: person })
      assert.equal(made.status, 201, made.text)
      assert.equal(await personOf(idOf(made), name), person)
      const again = await call(address(), { [name]: person })
      assert.deepEqual([again.status, again.json().code], [409, 'person.linked'])
    })

    test(`${route} with ${name} refuses a version, another kind, and a person that is unknown or deleted`, async () => {
      const person = await newParty(server, 'person', party('person', 'Ada'))
      const organisation = await newParty(server, 'organisation', party('organisation', 'Ward'))
      const deleted = await newParty(server, 'person', party('person', 'Gone'))
      await server.call(`DELETE /openehr/v1/demographic/person/${deleted}`, { scopes: ADMIN })
      const cases: readonly [given: string, status: number][] = [
        [person, 400],
        ['Ada', 400],
        ['', 400],
        [randomUUID(), 422],
        [organisation.split('::')[0] ?? '', 422],
        [deleted.split('::')[0] ?? '', 422],
      ]
      for (const [given, expected] of cases) {
        const at = address()
        assert.equal((await call(at, { [name]: given })).status, expected, `${given} at ${at}`)
        if (at.startsWith('PUT'))
          assert.equal((await call(at.replace('PUT', 'GET'))).status, 404, 'nothing was committed')
      }
    })
  }

test('PUT of the status links an EHR once', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const ehrId = idOf(await call('POST /ehr'))
  assert.equal(await personOf(ehrId), null)
  assert.equal((await putStatus(ehrId, { 'cairn-person-uid': randomUUID() })).status, 422)
  assert.equal((await putStatus(ehrId, { 'cairn-person-uid': person })).status, 204)
  assert.equal(await personOf(ehrId), person)
  for (const given of [person, other]) {
    const refused = await putStatus(ehrId, { 'cairn-person-uid': given })
    assert.deepEqual([refused.status, refused.json().code], [409, 'person.linked'])
  }
  const second = idOf(await call('POST /ehr'))
  assert.equal((await putStatus(second, { 'cairn-person-uid': person })).status, 409)
  assert.equal(
    (await call(`GET /ehr/${second}/versioned_ehr_status/revision_history`)).json().items.length,
    1,
  )
})

test('the person is in no answer that does not ask for it', async () => {
  const ehrId = await newLinked(await newPerson())
  for (const headers of [{}, { 'include-cairn-person-uid': '' }]) {
    const answer = await call(`GET /ehr/${ehrId}`, headers)
    assert.equal(answer.headers.get('cairn-person-uid'), null)
  }
})

test('an EHR is found by its person', async () => {
  const person = await newPerson()
  assert.equal((await call(`GET /ehr?person_uid=${person}`)).status, 404)
  const ehrId = await newLinked(person)
  const found = await call(`GET /ehr?person_uid=${person}`)
  assert.equal(found.json().ehr_id.value, ehrId)
  assert.equal((await call(`GET /ehr?person_uid=${person}::x::1`)).status, 400)
  assert.equal((await call(`GET /ehr?person_uid=${person}&subject_id=1&subject_namespace=x`)).status, 400)
  assert.equal((await call('GET /ehr')).status, 400)
})

test('a subject that refers to a PERSON of this server agrees with the link', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const refused = await call('POST /ehr', { 'cairn-person-uid': person }, status(about(other)))
  assert.deepEqual([refused.status, refused.json().code], [422, 'person.disagrees'])
  const made = await call('POST /ehr', { 'cairn-person-uid': person }, status(about(person)))
  assert.equal(made.status, 201, made.text)
  assert.equal((await putStatus(idOf(made), {}, status(about(other)))).status, 422)
  assert.equal((await putStatus(idOf(made), {}, status(about(person)))).status, 204)
})

test('of two commits that link one person at once, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await newPerson()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /ehr', { 'cairn-person-uid': person })))
    assert.deepEqual(answers.map(each => each.status).sort(), [201, 409, 409])
  }
})

test('an EHR that is merged into another leaves its person to that', async () => {
  const person = await newPerson()
  const second = await newLinked(person)
  const third = idOf(await call('POST /ehr'))
  assert.equal((await call(`POST /admin/ehr/${third}/merge`, {}, { from: second })).status, 200)
  assert.equal(await personOf(third), person)
  const fourth = await newLinked(await newPerson())
  assert.equal((await call(`POST /admin/ehr/${third}/merge`, {}, { from: fourth })).status, 200)
  assert.equal(await personOf(third), person)
})

test('a scope on all records neither links nor finds nor shows a person', async () => {
  const person = await newPerson()
  const ehrId = await newLinked(await newPerson())
  const as = async (scopes: string, request: string, headers = {}) =>
    (
      await server.call(request, {
        headers: { Authorization: `Bearer ${await backendToken(server, scopes)}`, ...headers },
      })
    ).status
  const records = 'api.read api.write'
  for (const uid of [person, randomUUID()]) {
    assert.equal(await as(records, 'POST /openehr/v1/ehr', { 'cairn-person-uid': uid }), 403)
    assert.equal(await as(records, `GET /openehr/v1/ehr?person_uid=${uid}`), 403)
  }
  assert.equal(await as(records, `GET /openehr/v1/ehr/${ehrId}`, { 'include-cairn-person-uid': 'yes' }), 403)
  const both = `${records} system/person-*.r`
  assert.equal(await as(both, 'POST /openehr/v1/ehr', { 'cairn-person-uid': person }), 201)
  assert.equal(await as(both, `GET /openehr/v1/ehr?person_uid=${person}`), 200)
})

test('rights on records alone neither link nor show a person', async () => {
  const person = await newPerson()
  const ehrId = await newLinked(person)
  const records = 'system/composition-*.crud'
  const withPeople = `${records} system/person-*.r`
  const as = async (scopes: string, request: string, headers = {}) =>
    (
      await server.call(request, {
        headers: { Authorization: `Bearer ${await backendToken(server, scopes)}`, ...headers },
      })
    ).status
  const asked = { 'include-cairn-person-uid': 'yes' }
  assert.equal(await as(records, `GET /openehr/v1/ehr/${ehrId}`), 200)
  assert.equal(await as(records, `GET /openehr/v1/ehr/${ehrId}`, asked), 403)
  assert.equal(await as(withPeople, `GET /openehr/v1/ehr/${ehrId}`, asked), 200)
  assert.equal(await as(records, `GET /openehr/v1/ehr?person_uid=${person}`), 403)
  assert.equal(await as(withPeople, `GET /openehr/v1/ehr?person_uid=${person}`), 200)
  const unlinked = { 'cairn-person-uid': await newPerson() }
  assert.equal(await as(records, 'POST /openehr/v1/ehr', unlinked), 403)
  assert.equal(await as(withPeople, 'POST /openehr/v1/ehr', unlinked), 201)
})
