/** Habits of clients made for EHRbase beside the letter of the openEHR REST API. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const versionOf = async (uid: string) => {
  const path = `/openehr/v1/ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`
  return (await server.call(`GET ${path}`, { scopes: 'api.read' })).json()
}

describe('commit headers', () => {
  const states: [value: string, code: string][] = [
    ['complete', '532'],
    ['"incomplete"', '553'],
    ['Incomplete', '553'],
    ['553', '553'],
    ['openehr::532', '532'],
    ['code_string="553"', '553'],
    ['value="incomplete"', '553'],
  ]
  for (const [value, code] of states)
    it(`take a lifecycle state as bare rubric or code: ${value}`, async () => {
      const answer = await postComposition(server, ehrId, bloodPressure(), {
        'openEHR-VERSION.lifecycle_state': value,
        'openEHR-AUDIT_DETAILS.change_type': 'creation',
        'openEHR-AUDIT_DETAILS.description': 'first visit',
        'openEHR-AUDIT_DETAILS.committer': 'name="Dr A"',
      })
      assert.equal(answer.status, 201, answer.text)
      const version = await versionOf(idOf(answer))
      assert.equal(version.lifecycle_state.defining_code.code_string, code)
      assert.equal(version.commit_audit.change_type.defining_code.code_string, '249')
      assert.equal(version.commit_audit.description.value, 'first visit')
      assert.equal(version.commit_audit.committer.name, 'Dr A')
    })

  for (const value of ['249', 'Creation', '"creation"', 'openehr::249'])
    it(`take a change type as bare rubric or code: ${value}`, async () => {
      const headers = { 'openEHR-AUDIT_DETAILS.change_type': value }
      assert.equal((await postComposition(server, ehrId, bloodPressure(), headers)).status, 201)
      const inValue = { 'openehr-audit-details': `change_type=${value.replace(/^(?!")(.*)$/, '"$1"')}` }
      assert.equal((await postComposition(server, ehrId, bloodPressure(), inValue)).status, 201)
    })

  const wrong: [name: string, value: string][] = [
    ['openEHR-VERSION.lifecycle_state', 'finished'],
    ['openEHR-VERSION.lifecycle_state', '249'],
    ['openEHR-VERSION.lifecycle_state', 'snomed::532'],
    ['openEHR-AUDIT_DETAILS.change_type', 'complete'],
    ['openEHR-AUDIT_DETAILS.change_type', 'modification'],
    ['openEHR-AUDIT_DETAILS.colour', 'red'],
  ]
  for (const [name, value] of wrong)
    it(`that say something else are refused: ${name}: ${value}`, async () => {
      const answer = await postComposition(server, ehrId, bloodPressure(), { [name]: value })
      assert.deepEqual([answer.status, answer.json().code], [400, 'request.malformed'])
    })
})

describe('POST /ehr', () => {
  it('takes the body null as none', async () => {
    for (const request of [
      'POST /openehr/v1/ehr',
      'PUT /openehr/v1/ehr/9f1cb2fd-4b5b-4f3c-9d5e-5d1b8a1a1a11',
    ]) {
      const answer = await server.call(request, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
        body: 'null',
      })
      assert.equal(answer.status, 201, answer.text)
    }
  })

  it('still refuses a body that is no EHR_STATUS', async () => {
    for (const body of ['[]', '"x"', 'false'])
      assert.equal(
        (
          await server.call('POST /openehr/v1/ehr', {
            scopes: 'api.write',
            headers: { 'Content-Type': 'application/json' },
            body,
          })
        ).status,
        400,
        body,
      )
  })
})

describe('an error body', () => {
  it('has the name of the status as `error`, and the first finding in `message`', async () => {
    const answer = await postComposition(server, ehrId, { ...bloodPressure(), language: 'en', name: 5 })
    const { error, message, validationErrors, status } = answer.json()
    assert.deepEqual([answer.status, status, error], [422, 422, 'Unprocessable Entity'])
    assert.ok(validationErrors.length > 1)
    assert.ok(message.includes(validationErrors[0]), message)
  })

  it('does not say the same twice', async () => {
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: '{"_type":',
    })
    const { message, errors } = answer.json()
    assert.equal(message.split(errors[0].message).length, 2, message)
  })
})

describe('an empty version_at_time', () => {
  it('counts as absent', async () => {
    const uid = idOf(await postComposition(server, ehrId))
    const object = uid.split('::')[0]
    for (const path of [
      `composition/${object}`,
      `versioned_composition/${object}/version`,
      'ehr_status',
      'versioned_ehr_status/version',
    ]) {
      const url = `GET /openehr/v1/ehr/${ehrId}/${path}`
      const answer = await server.call(`${url}?version_at_time=`, { scopes: 'api.read' })
      assert.equal(answer.status, 200, path)
      assert.equal(answer.text, (await server.call(url, { scopes: 'api.read' })).text)
    }
  })
})

describe('the example of a template', () => {
  const example = (query: string, headers: Record<string, string> = {}) =>
    server.call(
      `GET /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}/example${query}`,
      {
        scopes: 'api.read',
        headers,
      },
    )
  const forms: [query: string, headers: Record<string, string>, type: RegExp, body: RegExp][] = [
    ['?format=FLAT', {}, /^application\/openehr\.wt\.flat\+json/, /^\{"[\w/:|]+":/],
    ['?format=flat', { Accept: 'application/json' }, /^application\/openehr\.wt\.flat\+json/, /^\{"/],
    ['?format=STRUCTURED', {}, /^application\/openehr\.wt\.structured\+json/, /^\{"/],
    ['?format=XML', {}, /^application\/xml/, /^<\?xml/],
    ['?format=JSON', {}, /^application\/json/, /"_type":"COMPOSITION"/],
    [
      '',
      { Accept: 'application/openehr.wt.flat.schema+json' },
      /^application\/openehr\.wt\.flat\.schema/,
      /^\{"/,
    ],
  ]
  for (const [query, headers, type, body] of forms)
    it(`comes in the format of ?format= and of Accept: ${query} ${headers['Accept'] ?? ''}`, async () => {
      const answer = await example(query, headers)
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.headers.get('content-type') ?? '', type)
      assert.match(answer.text, body)
    })

  it('in another format is refused', async () => assert.equal((await example('?format=CSV')).status, 400))
})

describe('Accept', () => {
  it('is no matter on a DELETE without a body', async () => {
    const uid = idOf(await postComposition(server, ehrId))
    const answer = await server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
      scopes: 'api.write',
      headers: { Accept: 'text/html, image/png' },
    })
    assert.equal(answer.status, 204, answer.text)
  })
})
