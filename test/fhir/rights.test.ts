/** Limited rights over FHIR: a resource is reachable if its composition is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newClient } from '../auth/new-client.ts'
import type { Answer } from '../server.ts'
import { matchesIn, openHospital } from './hospital.ts'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''

/** Rights on the compositions of one template. */
const VITAL_SIGNS = 'system/composition-Vital%20signs.r'
const PROBLEMS = 'system/composition-Problem%20list.r'

const vitalSigns = await newClient(hospital.server, VITAL_SIGNS)
const problems = await newClient(hospital.server, PROBLEMS)

const getAs = (token: string, path: string): Promise<Answer> =>
  hospital.server.call(`GET /fhir/r4${path}`, { headers: { Authorization: `Bearer ${token}` } })

describe('limited rights over FHIR', () => {
  it('shows resources of the templates that the rights name, and no others', async () => {
    const seen = await getAs(vitalSigns, `/Observation?patient=${patient}&_count=500`)
    assert.equal(seen.status, 200, seen.text)
    const categories = new Set(matchesIn(seen).map(each => each.category[0].coding[0].code))
    assert.deepEqual([...categories], ['vital-signs'])
    assert.deepEqual(matchesIn(await getAs(vitalSigns, `/Condition?patient=${patient}`)), [])
    const [problem] = matchesIn(await hospital.get(`/Condition?patient=${patient}`))
    assert.equal((await getAs(problems, `/Condition/${problem.id}`)).status, 200)
    assert.equal((await getAs(vitalSigns, `/Condition/${problem.id}`)).status, 404)
    assert.equal((await getAs(vitalSigns, `/Condition/${problem.id}/_history`)).status, 404)
  })

  it('stores nothing with rights to read, and refuses tokens without a right', async () => {
    const [problem] = matchesIn(await hospital.get(`/Condition?patient=${patient}`))
    const answer = await hospital.server.call('POST /fhir/r4/Condition', {
      headers: { Authorization: `Bearer ${problems}`, 'Content-Type': 'application/fhir+json' },
      body: JSON.stringify({ ...problem, id: undefined, meta: undefined }),
    })
    assert.equal(answer.status, 403)
    assert.equal(answer.json().issue[0].code, 'forbidden')
    const queries = await newClient(hospital.server, 'system/aql-*.s')
    assert.equal((await getAs(queries, '/Condition')).status, 403)
  })

  it('records every access in the audit trail, with the EHR', async () => {
    const [problem] = matchesIn(await hospital.get(`/Condition?patient=${patient}`))
    await hospital.get(`/Condition/${problem.id}`)
    const trail = await hospital.server.call(`GET /admin/v1/audit?ehr_id=${patient}&limit=5`, {
      scopes: 'api.admin',
    })
    const [latest] = trail.json().events
    assert.deepEqual(
      [latest.route, latest.action, latest.ehr_id, latest.outcome],
      ['/fhir/r4/:resource_type/:id', 'R', patient, 'success'],
    )
  })
})
