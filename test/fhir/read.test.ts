/** Resources by their id: read, vread, history, patients, and the CapabilityStatement. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FhirResource, matchesIn, openHospital } from './hospital.ts'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''
const problem: FhirResource = matchesIn(await hospital.get(`/Condition?patient=${patient}`))[0]

describe('resources over FHIR', () => {
  it('states what the mappings make', async () => {
    const answer = await hospital.server.call('GET /fhir/r4/metadata')
    assert.equal(answer.status, 200)
    const { fhirVersion, rest } = answer.json()
    assert.equal(fhirVersion, '4.0.1')
    const resources = new Map<string, FhirResource>(
      rest[0].resource.map((each: FhirResource) => [each.type, each]),
    )
    assert.deepEqual(
      [...resources.keys()],
      [
        ...['Patient', 'Condition', 'DiagnosticReport', 'Encounter', 'MedicationRequest', 'Observation'],
        ...['Provenance', 'AuditEvent'],
      ],
    )
    const names = resources.get('Observation').searchParam.map((each: FhirResource) => each.name)
    assert.deepEqual(names, [
      'patient',
      'subject',
      '_id',
      'code',
      'category',
      'status',
      'date',
      '_lastUpdated',
    ])
    assert.ok(
      resources.get('Observation').supportedProfile.includes('http://hl7.org/fhir/StructureDefinition/bp'),
    )
  })

  it('reads a resource with its version as ETag', async () => {
    const answer = await hospital.get(`/Condition/${problem.id}`)
    assert.deepEqual(answer.json(), problem)
    assert.equal(answer.headers.get('etag'), `W/"${problem.meta.versionId}"`)
    assert.equal(answer.headers.get('last-modified'), new Date(problem.meta.lastUpdated).toUTCString())
  })

  it('reads versions, and their history, the newest first', async () => {
    const history = (await hospital.get(`/Condition/${problem.id}/_history`)).json()
    const versions: FhirResource[] = history.entry
    assert.equal(versions.length, Number(problem.meta.versionId))
    assert.deepEqual(versions[0].resource, problem)
    const first = await hospital.get(`/Condition/${problem.id}/_history/1`)
    assert.deepEqual(first.json(), versions.at(-1).resource)
    assert.equal(first.json().meta.versionId, '1')
    assert.equal(versions.at(-1).request.method, 'POST')
    for (const version of ['0', '99', 'x'])
      assert.equal((await hospital.get(`/Condition/${problem.id}/_history/${version}`)).status, 404)
  })

  it('answers 410 for a resource whose composition is deleted', async () => {
    const created = await hospital.post('/Condition', { ...problem, id: undefined, meta: undefined })
    assert.equal(created.status, 201, created.text)
    const { id } = created.json()
    const uid = `${id.split('.')[0]}::cairn.local::1`
    const deleted = await hospital.server.call(`DELETE /openehr/v1/ehr/${patient}/composition/${uid}`, {
      scopes: 'api.write',
    })
    assert.equal(deleted.status, 204, deleted.text)
    const answer = await hospital.get(`/Condition/${id}`)
    assert.equal(answer.status, 410)
    assert.equal(answer.json().issue[0].code, 'deleted')
    assert.equal((await hospital.get(`/Condition/${id}/_history/1`)).status, 200)
    const history = (await hospital.get(`/Condition/${id}/_history`)).json().entry
    assert.deepEqual(
      history.map((each: FhirResource) => each.request.method),
      ['DELETE', 'POST'],
    )
  })

  it('answers OperationOutcomes for ids that do not exist, other types and missing tokens', async () => {
    for (const path of [
      '/Condition/x',
      `/Condition/${problem.id.replace(/.$/, 'z')}`,
      `/Observation/${problem.id}`,
      '/Patient/00000000-0000-4000-8000-000000000000',
      '/Patient/x',
    ]) {
      const answer = await hospital.get(path)
      assert.equal(answer.status, 404, path)
      assert.equal(answer.json().resourceType, 'OperationOutcome')
    }
    const anonymous = await hospital.server.call(`GET /fhir/r4/Condition/${problem.id}`)
    assert.equal(anonymous.status, 401)
    assert.equal(anonymous.json().issue[0].code, 'login')
  })

  it('makes the Patient from the subject of the EHR, and finds it by identifier', async () => {
    const answer = await hospital.get(`/Patient/${patient}`)
    const { id, identifier } = answer.json()
    assert.equal(id, patient)
    assert.equal(identifier[0].value, 'P0001')
    for (const system of [identifier[0].system, 'demo-hospital']) {
      const found = await hospital.get(`/Patient?identifier=${encodeURIComponent(`${system}|P0001`)}`)
      assert.deepEqual(matchesIn(found), [answer.json()])
    }
    assert.deepEqual(matchesIn(await hospital.get('/Patient')), [answer.json()])
    assert.deepEqual(matchesIn(await hospital.get(`/Patient?_id=${patient}`)), [answer.json()])
    assert.equal((await hospital.get('/Patient?identifier=P0001')).status, 400)
  })
})
