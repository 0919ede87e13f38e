/** Data as Archie, the Java library under EHRbase and its SDK, writes them: every list is there, and most are empty. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRmObject, type RmObject, rmClass, typeOf } from '../../packages/openehr/src/rm/index.ts'
import {
  bloodPressure,
  idOf,
  newEhr,
  postComposition,
  putComposition,
  TEMPLATE_ID,
  uploadTemplate,
} from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)

/** Adds every list that the reference model has and the data have not, empty, at every depth. */
function withAllLists(value: unknown, declared = 'Any'): unknown {
  if (Array.isArray(value)) return value.map(each => withAllLists(each, declared))
  if (!isRmObject(value)) return value
  const attributes = rmClass(typeOf(value, declared) ?? '')?.attributes ?? new Map()
  const lists = [...attributes.values()].filter(
    ({ container, containerType, computed }) => container && containerType !== 'Hash' && !computed,
  )
  return {
    ...Object.fromEntries(lists.map(({ name }) => [name, []])),
    ...Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        withAllLists(member, attributes.get(name)?.type ?? 'Any'),
      ]),
    ),
  }
}

const withoutUid = ({ uid: _uid, ...rest }: RmObject) => rest
const read = (path: string) => server.call(`GET /openehr/v1/ehr/${path}`, { scopes: 'api.read' })

describe('empty lists', () => {
  const plain = bloodPressure()
  const full = withAllLists(plain)

  it('are many in the data of this test', () => {
    const lists: string[] = JSON.stringify(full).match(/"(\w+)":\[\]/g) ?? []
    assert.ok(lists.length > 20, String(lists.length))
    for (const name of ['mappings', 'links', 'other_participations', 'participations'])
      assert.ok(lists.includes(`"${name}":[]`), name)
  })

  it('in a composition count as absent, and none is stored', async () => {
    const ehrId = await newEhr(server)
    const made = await postComposition(server, ehrId, full)
    assert.equal(made.status, 201, made.text)
    const stored = await read(`${ehrId}/composition/${idOf(made)}`)
    assert.ok(!stored.text.includes('[]'), stored.text)
    assert.deepEqual(withoutUid(stored.json()), JSON.parse(JSON.stringify(plain)))
    const updated = await putComposition(server, ehrId, idOf(made), full, { Prefer: 'return=representation' })
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual(withoutUid(updated.json()), JSON.parse(JSON.stringify(plain)))
  })

  it('count as absent with white space in the document, too', async () => {
    const answer = await server.call(`POST /openehr/v1/ehr/${await newEhr(server)}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(full, null, 2).replaceAll('[]', '[ \n ]'),
    })
    assert.equal(answer.status, 201, answer.text)
    assert.doesNotMatch(answer.text, /\[\s*\]/)
  })

  it('count as absent in an EHR_STATUS, a directory and a contribution', async () => {
    const ehrId = await newEhr(server)
    const status = await read(`${ehrId}/ehr_status`)
    const put = await server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, {
      scopes: 'api.write',
      headers: {
        'Content-Type': 'application/json',
        'If-Match': idOf(status),
        Prefer: 'return=representation',
      },
      body: JSON.stringify(withAllLists(status.json())),
    })
    assert.equal(put.status, 200, put.text)
    assert.ok(!put.text.includes('[]'))

    const root = {
      _type: 'FOLDER',
      name: { _type: 'DV_TEXT', value: 'root' },
      archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
    }
    const audit = { change_type: '249', committer: { name: 'Dr A' } }
    const version = (data: unknown) => ({
      data: withAllLists(data),
      lifecycle_state: '532',
      commit_audit: audit,
      attestations: [],
      other_input_version_uids: [],
    })
    const contribution = await server.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation, resolve_refs' },
      body: JSON.stringify({ audit, versions: [version(plain), version(root)] }),
    })
    assert.equal(contribution.status, 201, contribution.text)
    const directory = await read(`${ehrId}/directory`)
    assert.deepEqual(withoutUid(directory.json()), root)
  })

  it('count as absent in a raw value of FLAT', async () => {
    const ehrId = await newEhr(server)
    const made = await postComposition(server, ehrId, plain)
    const path = `composition/${idOf(made)}`
    const flat = await server.call(`GET /openehr/v1/ehr/${ehrId}/${path}?format=FLAT`, { scopes: 'api.read' })
    const links = JSON.stringify({
      _type: 'DV_QUANTITY',
      magnitude: 1,
      units: 'mm[Hg]',
      other_reference_ranges: [],
    })
    const body = Object.fromEntries(
      Object.entries(flat.json())
        .filter(([key]) => !key.endsWith('/systolic|unit') && !key.endsWith('uid'))
        .map(([key, value]) =>
          key.endsWith('/systolic|magnitude') ? [key.replace('|magnitude', '|raw'), links] : [key, value],
        ),
    )
    assert.ok(Object.keys(body).some(key => key.endsWith('|raw')))
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition?format=FLAT`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'openehr-template-id': TEMPLATE_ID },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 201, answer.text)
    assert.ok(!(await read(`${ehrId}/composition/${idOf(answer)}`)).text.includes('[]'))
  })

  it('where the reference model has no list are refused', async () => {
    const ehrId = await newEhr(server)
    for (const wrong of [
      { ...plain, colour: [] },
      { ...plain, name: { _type: 'DV_TEXT', value: [] } },
    ])
      assert.equal((await postComposition(server, ehrId, wrong)).status, 422)
  })
})
