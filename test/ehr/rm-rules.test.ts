/** Rules of the reference model that are easily overlooked, over HTTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehr = await newEhr(server)

type Json = Record<string, unknown>

const composition = (change: (data: Json) => void): Json => {
  const data = JSON.parse(JSON.stringify(bloodPressure()))
  change(data)
  return data
}

const status = (reference: Json): unknown => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      namespace: 'hospital',
      type: 'PERSON',
      id: { _type: 'HIER_OBJECT_ID', value: '1.2.3' },
      ...reference,
    },
  },
  is_queryable: true,
  is_modifiable: true,
})

const post = (body: unknown) =>
  server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a reference to a party', () => {
  const REFUSED: Readonly<Record<string, readonly [reference: Json, code: string]>> = {
    'of a type that is no party': [{ type: 'ANY' }, 'PARTY_REF.Type_validity'],
    'in a namespace with blanks': [{ namespace: 'my hospital' }, 'OBJECT_REF.Namespace_valid'],
    'by an id that is no UID': [
      { id: { _type: 'HIER_OBJECT_ID', value: 'x y' } },
      'HIER_OBJECT_ID.Value_valid',
    ],
  }
  for (const [what, [reference, code]] of Object.entries(REFUSED))
    it(`${what} is refused`, async () => {
      const answer = await post(status(reference))
      assert.ok(answer.status === 400 || answer.status === 422, `${answer.status}`)
      assert.ok(answer.text.includes(code), answer.text)
    })

  it('in a namespace that is an OID or a URL is taken', async () => {
    for (const namespace of ['1.2.840.113554', 'https://example.org/patients']) {
      const answer = await post(status({ namespace }))
      assert.equal(answer.status, 201, answer.text)
    }
  })
})

describe('a DV_URI', () => {
  const linked = (uri: Json) =>
    postComposition(
      server,
      ehr,
      composition(data => {
        data['name'] = { ...(data['name'] as Json), hyperlink: uri }
      }),
    )

  it('may be a relative reference', async () => {
    for (const value of ['www.iana.org', '/a/b?c#d', '#d', '../x', 'https://example.org', 'urn:oid:1.2'])
      assert.equal((await linked({ _type: 'DV_URI', value })).status, 201, value)
  })

  it('that breaks the syntax of RFC 3986 is refused, and so is a DV_EHR_URI of another scheme', async () => {
    for (const value of ['', 'no uri', '1:2', ':x', 'a<b'])
      assert.equal((await linked({ _type: 'DV_URI', value })).status, 422, value)
    for (const value of ['www.iana.org', 'https://example.org'])
      assert.equal((await linked({ _type: 'DV_EHR_URI', value })).status, 422, value)
    assert.equal((await linked({ _type: 'DV_EHR_URI', value: 'ehr:/x' })).status, 201)
  })
})

describe('archetype_details', () => {
  it('of another archetype than archetype_node_id names are refused', async () => {
    const answer = await postComposition(
      server,
      ehr,
      composition(data => {
        const details = data['archetype_details'] as Json
        details['archetype_id'] = { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-COMPOSITION.other.v1' }
      }),
    )
    assert.equal(answer.status, 422)
    assert.ok(answer.text.includes('LOCATABLE.Archetyped_valid'), answer.text)
  })
})
