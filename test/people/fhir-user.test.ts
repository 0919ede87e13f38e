/** The scope `fhirUser` of SMART App Launch: the FHIR resource that stands for a person, for apps that were granted it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { testServer } from '../server.ts'
import { callWith, signInToApp } from './app.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const server = await testServer()
const PRACTITIONER = 'https://fhir.example.org/r4/Practitioner/ana-1'

describe('fhirUser', () => {
  it('is in the id_token and in userinfo, if it was granted', async () => {
    const ana = await newPerson(server, 'ana')
    const changed = await adminCall(server, 'PUT /admin/v1/person/ana', { fhir_user: PRACTITIONER })
    assert.equal(changed.json().fhir_user, PRACTITIONER, changed.text)
    const app = await newApp(server, { scopes: ['openid', 'fhirUser', 'profile', 'api.read'] })
    const granted = await signInToApp(server, ana, app, 'openid fhirUser')
    assert.equal(granted.scope, 'openid fhirUser')
    assert.equal(decodeJwt(granted.id_token)['fhirUser'], PRACTITIONER)
    const about = await callWith(server, granted.access_token, 'GET /oauth/userinfo')
    assert.equal(about.json().fhirUser, PRACTITIONER)
    const without = await signInToApp(server, ana, app, 'openid profile')
    assert.equal(decodeJwt(without.id_token)['fhirUser'], undefined)
    const less = await callWith(server, without.access_token, 'GET /oauth/userinfo')
    assert.equal(less.json().fhirUser, undefined)
    await adminCall(server, 'PUT /admin/v1/person/ana', { fhir_user: null })
    assert.equal((await adminCall(server, 'GET /admin/v1/person/ana')).json().fhir_user, undefined)
  })

  it('is granted to a person who has none, without a claim', async () => {
    const bob = await newPerson(server, 'bob')
    const app = await newApp(server, { scopes: ['openid', 'fhirUser'] })
    const { id_token } = await signInToApp(server, bob, app, 'openid fhirUser')
    assert.equal(decodeJwt(id_token)['fhirUser'], undefined)
  })

  it('is said in discovery, and asked for on the page', async () => {
    const { scopes_supported, claims_supported } = (
      await server.call('GET /.well-known/openid-configuration')
    ).json()
    assert.ok(scopes_supported.includes('fhirUser'))
    assert.ok(claims_supported.includes('fhirUser'))
  })

  for (const wrong of [
    'Practitioner/1',
    'https://fhir.example.org/Observation/1',
    'https://fhir.example.org/Practitioner/',
    'https://fhir.example.org/Practitioner/1?x=1',
    'javascript:/Practitioner/1',
    `https://fhir.example.org/Practitioner/${'1'.repeat(65)}`,
    7,
  ])
    it(`cannot be ${String(wrong).slice(0, 60)}`, async () => {
      const answer = await adminCall(server, 'POST /admin/v1/person', {
        person_id: 'wrong',
        name: 'x',
        roles: [],
        fhir_user: wrong,
      })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().errors[0].path, '/fhir_user')
    })
})
