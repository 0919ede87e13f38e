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

  it('finds the authorization server below the address of the API', async () => {
    const answer = await hospital.server.call('GET /fhir/r4/.well-known/smart-configuration')
    assert.equal(answer.status, 200)
    const { authorization_endpoint, capabilities } = answer.json()
    assert.match(authorization_endpoint, /\/oauth\/authorize$/)
    assert.ok(capabilities.includes('launch-ehr'))
  })
})
