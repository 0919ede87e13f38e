/** A name that is unknown is answered with the one that was probably meant; callers are told of no name out of their reach. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, newEhr, uploadTemplate } from '../records.ts'
import { openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
const makeToken = await openTokens(server)

const XML = { 'Content-Type': 'application/xml' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const TEMPLATES = '/openehr/v1/definition/template/adl1.4'

const messageOf = async (request: string, headers: Record<string, string> = {}, body?: string) => {
  const answer = await server.call(request, {
    scopes: 'api.read api.write',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  assert.ok(answer.status >= 400, answer.text)
  return answer.json().message as string
}

describe('did you mean', () => {
  it('a template', async () => {
    const meant = /^There is no template "blood-presure\.v1"\. Did you mean "Blood pressure\.v1"\?$/
    assert.match(await messageOf(`GET ${TEMPLATES}/blood-presure.v1`), meant)
    assert.match(await messageOf(`GET ${TEMPLATES}/blood-presure.v1/example`), meant)
    assert.match(
      await messageOf('GET /extra/v1/definition/datamap-suggestion?template_id=blood-presure.v1'),
      meant,
    )
  })

  it('the template of a record', async () => {
    const body = JSON.stringify(bloodPressure()).replaceAll('Blood pressure.v1', 'Blood presure.v1')
    const said = await messageOf(`POST /openehr/v1/ehr/${ehrId}/composition`, JSON_TYPE, body)
    assert.match(said, /unknown: upload it first\. Did you mean "Blood pressure\.v1"\?$/)
  })

  it('a stored query', async () => {
    const q = 'SELECT e/ehr_id/value AS id FROM EHR e'
    const put = await server.call('PUT /openehr/v1/definition/query/org.example::all_ehrs/1.0.0', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: q,
    })
    assert.equal(put.status, 200, put.text)
    const meant =
      /There is no stored query "org\.example::all_ehr"\. Did you mean "org\.example::all_ehrs"\?$/
    assert.match(await messageOf('GET /openehr/v1/query/org.example::all_ehr'), meant)
    // Another version is no other name.
    assert.match(
      await messageOf('GET /openehr/v1/query/org.example::all_ehrs/2.0.0'),
      /in a version 2\.0\.0\.$/,
    )
  })

  it('a datamap', async () => {
    const definition =
      '<datamap template="Blood pressure.v1"><paths add="who" path="/composer/name" comment="String"/></datamap>'
    const put = await server.call('PUT /extra/v1/definition/datamap/pressures', {
      scopes: 'api.write',
      headers: XML,
      body: definition,
    })
    assert.ok(put.status < 300, put.text)
    const meant = /^There is no datamap "presures"\. Did you mean "pressures"\?$/
    assert.match(await messageOf('GET /extra/v1/datamap/presures'), meant)
    assert.match(await messageOf('GET /extra/v1/definition/datamap/presures'), meant)
  })

  it('an attribute and a class of AQL', async () => {
    const said = (q: string) => messageOf(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`)
    assert.match(await said('SELECT c/contxt FROM COMPOSITION c'), /\(did you mean context\?\)/)
    assert.match(await said('SELECT c FROM COMPOSITON c'), /\(did you mean COMPOSITION\?\)/)
  })

  it('not what the caller may not see', async () => {
    await uploadTemplate(server, 'Mine.v1')
    const token = await makeToken({ scope: 'system/template-Mine.v1.r' })
    const answer = await server.call(`GET ${TEMPLATES}/blood-presure.v1`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    assert.deepEqual(
      [answer.status, answer.json().message],
      [404, 'There is no template "blood-presure.v1".'],
    )
  })
})

it('an OET that is uploaded is told to be one', async () => {
  const oet = '<template xmlns="openEHR/v1/Template"><id>1</id><name>x</name><definition/></template>'
  assert.match(await messageOf(`POST ${TEMPLATES}`, XML, oet), /source of a template \(OET\).*export an oper/)
})

it('a ctx/time that is none is reported once', async () => {
  const flat = {
    'ctx/language': 'en',
    'ctx/territory': 'GB',
    'ctx/composer_name': 'Dr A',
    'ctx/time': 'yesterday',
    'encounter/blood_pressure/any_event:0/systolic|magnitude': 120,
  }
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: {
      'Content-Type': 'application/openehr.wt.flat+json',
      'openehr-template-id': 'Blood pressure.v1',
    },
    body: JSON.stringify(flat),
  })
  const paths = answer.json().errors.map(({ path }: { path: string }) => path)
  assert.deepEqual(paths, ['ctx/time'], answer.text)
})
