/** Runs the FLAT cases of docs/reference/compatibility.md: each is committed, and the stored composition is compared. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { FLAT_CASES } from './flat-cases.ts'
import { FLAT_TEMPLATE, flatOpt } from './flat-template.ts'

const NUMBERED = '/forms/openehr/v1'
const server = await testServer({ env: { CAIRN_PREFIXES: NUMBERED, CAIRN_NUMBERED_PREFIXES: NUMBERED } })
const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
  scopes: 'api.write',
  headers: { 'Content-Type': 'application/xml' },
  body: flatOpt(),
})
assert.equal(uploaded.status, 201, uploaded.text)
const ehr = await newEhr(server)
const CONTEXT = { 'ctx/language': 'en', 'ctx/territory': 'NL', 'ctx/composer_name': 'A clinician' }

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)

for (const { idiom, does, keys, beside, stored, warnings = [], isNumbered } of FLAT_CASES)
  it(`FLAT, ${idiom}: ${does}`, async () => {
    const prefix = isNumbered ? NUMBERED : '/openehr/v1'
    const answer = await server.call(`POST ${prefix}/ehr/${ehr}/composition`, {
      scopes: 'api.write',
      headers: {
        'Content-Type': 'application/openehr.wt.flat+json',
        'openehr-template-id': FLAT_TEMPLATE,
        Accept: 'application/json',
        Prefer: 'return=representation',
      },
      body: JSON.stringify({ ...CONTEXT, ...beside, ...keys }),
    })
    assert.equal(answer.status, 201, answer.text)
    for (const [path, value] of Object.entries(stored))
      assert.deepEqual(valueAt(answer.json(), path), value, path)
    assert.deepEqual(JSON.parse(answer.headers.get('cairn-warnings') ?? '[]'), warnings)
  })
