/** A Patient has the data of its person for callers who may read people, and the subject of the EHR for all others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backendToken, uploadPartyTemplates } from '../demographic/parties.ts'
import { newPerson, putDefinition } from '../demographic/people.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { assertR4 } from './r4-schema.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await putDefinition(server)
const person = await newPerson(server, {
  family: 'Meyer',
  given: ['Ana', 'Sofía'],
  born: '1980-02-03',
  sex: 'female',
})
const linkedEhr = async (personUid: string, status?: object): Promise<string> => {
  const created = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.read api.write api.admin',
    headers: { 'cairn-person-uid': personUid, 'Content-Type': 'application/json' },
    ...(status && { body: JSON.stringify(status) }),
  })
  assert.equal(created.status, 201, created.text)
  return idOf(created)
}
const patient = await linkedEhr(person)

const readAs = async (token: string) => {
  const answer = await server.call(`GET /fhir/r4/Patient/${patient}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200, answer.text)
  assertR4(answer.json())
  return answer.json()
}

test('with a right on people, on Patients, or as administrator, the Patient has name, birth date and sex', async () => {
  const tokens = [
    await backendToken(server, 'system/composition-*.r system/person-*.r'),
    await backendToken(server, 'system/Patient.rs'),
    await server.token('api.read api.admin'),
  ]
  for (const token of tokens) {
    const { name, birthDate, gender } = await readAs(token)
    assert.deepEqual(name, [{ text: 'Ana Sofía Meyer', family: 'Meyer', given: ['Ana', 'Sofía'] }])
    assert.deepEqual([birthDate, gender], ['1980-02-03', 'female'])
  }
})

test('without it, the Patient says nothing about the person', async () => {
  for (const token of [
    await backendToken(server, 'system/composition-*.r'),
    await server.token('api.read'),
  ]) {
    const { meta, ...rest } = await readAs(token)
    assert.deepEqual(rest, { resourceType: 'Patient', id: patient })
  }
})

test('a number that the person and the subject of the EHR both have is shown once', async () => {
  const [number, issuer] = ['H-1', 'https://hospital.example/numbers']
  const numbered = await newPerson(server, {
    family: 'Nowak',
    identifiers: [
      { id: number, issuer },
      { id: number, issuer: 'https://elsewhere.example' },
    ],
  })
  const externalRef = {
    _type: 'PARTY_REF',
    id: { _type: 'GENERIC_ID', value: number, scheme: 'number' },
    namespace: issuer,
    type: 'PERSON',
  }
  const ehr = await linkedEhr(numbered, {
    _type: 'EHR_STATUS',
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { _type: 'DV_TEXT', value: 'EHR Status' },
    subject: { _type: 'PARTY_SELF', external_ref: externalRef },
    is_queryable: true,
    is_modifiable: true,
  })
  const answer = await server.call(`GET /fhir/r4/Patient/${ehr}`, { scopes: 'api.read api.admin' })
  assert.deepEqual(answer.json().identifier, [
    { system: issuer, value: number },
    { system: 'https://elsewhere.example', value: number },
  ])
})

test('a Patient that a search names several times is found once', async () => {
  const answer = await server.call(`GET /fhir/r4/Patient?_id=${patient},${patient}&_id=${patient}`, {
    scopes: 'api.read',
  })
  assert.equal(answer.json().total, 1, answer.text)
})
