/** A client that others wrote: fhir-kit-client reads, searches and creates. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FhirResource, openHospital } from './hospital.ts'

/** Without its types, which bring those of browsers into the whole program. */
const { Client } = await import(import.meta.resolve('fhir-kit-client'))

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''
const baseUrl = `${hospital.server.url}/fhir/r4`
const token = await hospital.server.token('api.read api.write')

describe('a client of FHIR', () => {
  it('fhir-kit-client reads the statement, searches page by page, and creates', async () => {
    const kit = new Client({ baseUrl, bearerToken: token })
    const statement: FhirResource = await kit.capabilityStatement()
    assert.equal(statement.resourceType, 'CapabilityStatement')
    const searchParams = { patient, code: '8867-4', _count: 1 }
    const first: FhirResource = await kit.search({ resourceType: 'Observation', searchParams })
    const second: FhirResource = await kit.nextPage({ bundle: first })
    const [one, two] = [first, second].map(bundle => bundle.entry[0].resource)
    assert.notEqual(one.id, two.id)
    assert.deepEqual(await kit.read({ resourceType: 'Observation', id: one.id }), one)
    const { id, meta, ...body } = one
    const created: FhirResource = await kit.create({ resourceType: 'Observation', body })
    assert.equal(created.valueQuantity.value, one.valueQuantity.value)
    const metadata: FhirResource = await kit.smartAuthMetadata()
    assert.match(String(metadata.tokenUrl), /\/oauth\/token$/)
  })

  it('fhir-kit-client reads a history, everything, the summary, and the Provenance of what it created', async () => {
    const kit = new Client({ baseUrl, bearerToken: token })
    const searchParams = { patient, _count: 1 }
    const { entry }: FhirResource = await kit.search({ resourceType: 'Condition', searchParams })
    const [{ resource }] = entry
    const named = { resourceType: 'Condition', id: resource.id }
    const history: FhirResource = await kit.history(named)
    assert.equal(history.entry.length, Number(resource.meta.versionId))
    assert.deepEqual(await kit.vread({ ...named, version: resource.meta.versionId }), resource)
    const ofPatient = (name: string): Promise<FhirResource> =>
      kit.operation({ resourceType: 'Patient', id: patient, name, method: 'get' })
    assert.equal((await ofPatient('everything')).type, 'searchset')
    const summary = await ofPatient('summary')
    assert.deepEqual([summary.type, summary.entry[0].resource.resourceType], ['document', 'Composition'])
    const provenance: FhirResource = await kit.search({
      resourceType: 'Provenance',
      searchParams: { target: `Condition/${resource.id}` },
    })
    assert.equal(provenance.entry.length, history.entry.length)
  })

  it('finds the authorization server below the address of the API', async () => {
    const answer = await hospital.server.call('GET /fhir/r4/.well-known/smart-configuration')
    assert.equal(answer.status, 200)
    const { authorization_endpoint, capabilities } = answer.json()
    assert.match(authorization_endpoint, /\/oauth\/authorize$/)
    assert.ok(capabilities.includes('launch-ehr'))
  })
})
