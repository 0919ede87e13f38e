/** Patient/$match: people who may be the one that is sent, as Patients, with score and grade. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backendToken, uploadPartyTemplates } from '../demographic/parties.ts'
import { newPerson, type PersonData, putDefinition } from '../demographic/people.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import type { FhirResource } from './hospital.ts'
import { assertR4 } from './r4-schema.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await putDefinition(server)

async function newPatient(data: PersonData): Promise<string> {
  const created = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.read api.write api.admin',
    headers: { 'cairn-person-uid': await newPerson(server, data) },
  })
  assert.equal(created.status, 201, created.text)
  return idOf(created)
}

const identifiers = [{ id: 'A-4711', issuer: 'https://hospital.example/numbers' }]
const ana = await newPatient({
  family: 'Meyer',
  given: ['Ana'],
  born: '1980-02-03',
  sex: 'female',
  identifiers,
})
const other = await newPatient({ family: 'Meyer', given: ['Anna'], born: '1980-02-05', sex: 'female' })
await newPerson(server, { family: 'Meyer', given: ['Ana'], born: '1980-02-03', sex: 'female' })

const ANA = { name: [{ family: 'Meyer', given: ['Ana'] }], birthDate: '1980-02-03', gender: 'female' }

async function match(patient: object, parameters: readonly object[] = [], token?: string) {
  const answer = await server.call('POST /fhir/r4/Patient/$match', {
    ...(token === undefined ? { scopes: 'api.admin' } : {}),
    headers: {
      'Content-Type': 'application/fhir+json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      resourceType: 'Parameters',
      parameter: [{ name: 'resource', resource: { resourceType: 'Patient', ...patient } }, ...parameters],
    }),
  })
  assertR4(answer.json())
  return answer
}

const found = (bundle: FhirResource) =>
  (bundle.entry ?? []).map(({ resource, search }: FhirResource) => [
    resource.id,
    search.extension[0].valueCode,
  ])

describe('Patient/$match', () => {
  it('finds Patients with score and grade, the best first, without people who have no EHR', async () => {
    const answer = await match(ANA)
    assert.equal(answer.status, 200, answer.text)
    const bundle = answer.json()
    assert.deepEqual(found(bundle), [
      [ana, 'certain'],
      [other, 'possible'],
    ])
    const [first, second] = bundle.entry
    assert.ok(first.search.score > second.search.score)
    assert.equal(first.search.mode, 'match')
    assert.match(first.resource.name[0].text, /Meyer/)
    assert.equal(first.resource.birthDate, '1980-02-03')
    assert.match(first.fullUrl, new RegExp(`/fhir/r4/Patient/${ana}$`))
  })

  it('compares identifiers by their system, and gives only certain ones, or as many as asked for', async () => {
    const numbered = { identifier: [{ system: 'https://hospital.example/numbers', value: 'A-4711' }] }
    assert.deepEqual(found((await match(numbered)).json()), [[ana, 'certain']])
    const elsewhere = { identifier: [{ system: 'https://elsewhere.example', value: 'A-4711' }] }
    assert.deepEqual(found((await match(elsewhere)).json()), [])
    const certain = [{ name: 'onlyCertainMatches', valueBoolean: true }]
    assert.deepEqual(found((await match(ANA, certain)).json()), [[ana, 'certain']])
    const name = { name: [{ text: 'Ana Meyer' }] }
    assert.deepEqual(found((await match(name, certain)).json()), [], 'a name alone is never certain')
    assert.equal((await match(name, [{ name: 'count', valueInteger: 1 }])).json().entry.length, 1)
  })

  it('needs a right to search people, and records whom the answer shows', async () => {
    const token = await backendToken(server, 'system/person-*.s')
    assert.deepEqual(found((await match(ANA, [], token)).json())[0], [ana, 'certain'])
    for (const scopes of ['system/composition-*.r', 'system/*.rs', 'system/person-*.r'])
      assert.equal((await match(ANA, [], await backendToken(server, scopes))).status, 403, scopes)
    const trail = await server.call(`GET /admin/v1/audit?ehr_id=${ana}&limit=1`, { scopes: 'api.admin' })
    assert.match(trail.json().events[0].path, /\$match$/)
  })

  it('refuses a body without a Patient, or a Patient without name and identifier', async () => {
    assert.equal((await match({ birthDate: '1980-02-03' })).status, 422)
    assert.equal((await match(ANA, [{ name: 'count', valueInteger: 0 }])).status, 422)
    const plain = await server.call('POST /fhir/r4/Patient/$match', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Patient', ...ANA }),
    })
    assert.equal(plain.status, 422)
  })
})
