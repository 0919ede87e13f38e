/** CAIRN_WIRE_PROFILE=openehr: the three literals of the VERSION envelope as the reference model has them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer({
  env: { CAIRN_WIRE_PROFILE: 'openehr', CAIRN_SYSTEM_ID: 'hospital.example' },
})

test('the envelope has the literals of the reference model, and no empty lists', async () => {
  const ehrId = await newEhr(server)
  const answer = await server.call(`GET /openehr/v1/ehr/${ehrId}/versioned_ehr_status/version`, {
    scopes: 'api.read',
  })
  const version = answer.json()
  assert.equal(version.uid._type, 'OBJECT_VERSION_ID')
  assert.match(version.uid.value, /::hospital\.example::1$/)
  assert.equal(version.contribution.id._type, 'HIER_OBJECT_ID')
  assert.equal(version.contribution.type, 'CONTRIBUTION')
  assert.equal(version.attestations, undefined)
  assert.equal(version.other_input_version_uids, undefined)
})
