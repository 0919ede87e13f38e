/** Templates of demographic classes over HTTP: upload, web template, examples; no composition can be made with one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PARTY_OPTS } from '../../packages/openehr/fixtures/party-templates.ts'
import { readFlat, readXml } from '../../packages/openehr/src/format/index.ts'
import { compileTemplate } from '../../packages/openehr/src/template/index.ts'
import { compileValidator } from '../../packages/openehr/src/validate/index.ts'
import { bloodPressure, newEhr, postComposition } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const PATH = '/openehr/v1/definition/template/adl1.4'

const read = (path: string, accept: string) =>
  server.call(`GET ${PATH}/${path}`, { scopes: 'api.read', headers: { Accept: accept } })

describe('the template of a party', () => {
  for (const [type, opt] of Object.entries(PARTY_OPTS))
    test(`is taken for ${type}, and gives web template and examples`, async () => {
      const template = compileTemplate(opt)
      const { templateId } = template
      const uploaded = await server.call(`POST ${PATH}`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body: opt,
      })
      assert.equal(uploaded.status, 201, uploaded.text)
      const web = await read(templateId, 'application/openehr.wt+json')
      assert.equal(web.json().tree.rmType, type)

      const validate = compileValidator(template)
      for (const parameters of ['', '?detail_level=medium', '?detail_level=complete&type=output']) {
        const json = await read(`${templateId}/example${parameters}`, 'application/json')
        assert.equal(json.json()._type, type, json.text)
        assert.equal('uid' in json.json(), parameters.includes('output'))
        assert.deepEqual(validate(json.json()), [])
        const xml = await read(`${templateId}/example${parameters}`, 'application/xml')
        assert.deepEqual(readXml(xml.text), json.json())
        const flat = await read(`${templateId}/example${parameters}`, 'application/openehr.wt.flat+json')
        assert.deepEqual(readFlat(template, flat.json(), { now: '2024-01-01T00:00:00Z' }), json.json())
      }
    })

  const SENTENCE = 'The template "Person" is for PERSON: it is no template for COMPOSITION.'

  test('is no template for a composition, in any format', async () => {
    const ehrId = await newEhr(server)
    const canonical = await postComposition(server, ehrId, bloodPressure(undefined, 'Person'))
    assert.equal(canonical.status, 422)
    assert.equal(canonical.json().code, 'data.invalid')
    assert.equal(canonical.json().message, SENTENCE)

    const flat = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: {
        'Content-Type': 'application/openehr.wt.flat+json',
        'openehr-template-id': 'Person',
        Prefer: 'handling=lenient',
      },
      body: JSON.stringify({ 'person/person_name:0/family_name': 'Nansen' }),
    })
    assert.equal(flat.status, 422)
    assert.equal(flat.json().message, SENTENCE)
  })

  test('is no template for the status of an EHR', async () => {
    const answer = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        _type: 'EHR_STATUS',
        archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
        name: { _type: 'DV_TEXT', value: 'EHR Status' },
        archetype_details: {
          archetype_id: { value: 'openEHR-EHR-EHR_STATUS.generic.v1' },
          template_id: { value: 'Person' },
          rm_version: '1.1.0',
        },
        subject: { _type: 'PARTY_SELF' },
        is_queryable: true,
        is_modifiable: true,
      }),
    })
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /is for PERSON: it is no template for EHR_STATUS/)
  })
})
