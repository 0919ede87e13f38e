/** Limits of objects, versions, folders and findings: each at the limit and above it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { clientOf, composition, contribution, folder, version } from './contribution-changes.ts'

const [OBJECTS, VERSIONS, FOLDERS, FINDINGS] = [1000, 3, 4, 5]
const server = await testServer({
  env: {
    CAIRN_MAX_OBJECTS: String(OBJECTS),
    CAIRN_MAX_VERSIONS: String(VERSIONS),
    CAIRN_MAX_FOLDERS: String(FOLDERS),
    CAIRN_MAX_FINDINGS: String(FINDINGS),
  },
})
await uploadTemplate(server)
const ehrId = await newEhr(server)
const { call, commit } = clientOf(server)

describe('objects of a body', () => {
  const withObjects = (count: number) => ({
    ...composition(),
    content: Array.from({ length: count }, () => ({})),
  })

  it('more of them are refused, in JSON and in XML', async () => {
    const read = await postComposition(server, ehrId, withObjects(10))
    assert.equal(read.status, 422, 'it is read, and found to be wrong')
    const answer = await postComposition(server, ehrId, withObjects(OBJECTS))
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.json().code, 'json.malformed')
    assert.match(answer.json().message, /more than 1000 objects and arrays/)
    // Large enough for a thread, as only large XML has many objects.
    const item = `<items xsi:type="SECTION" archetype_node_id="at0001"><name><value>${'x'.repeat(100)}</value></name></items>`
    const xml = `<composition xmlns="http://schemas.openehr.org/v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" archetype_node_id="a"><name><value>x</value></name><content xsi:type="SECTION" archetype_node_id="b">${item.repeat(OBJECTS)}</content></composition>`
    const asXml = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: xml,
    })
    assert.equal(asXml.status, 400, asXml.text)
    assert.match(asXml.json().message, /more than 1000 objects and lists/)
  })
})

describe('versions of a contribution', () => {
  const versions = (count: number) =>
    contribution(Array.from({ length: count }, () => version({ change: 'creation', data: composition() })))

  it('as many as there may be are committed, one more is refused, and nothing is stored', async () => {
    assert.equal((await commit(ehrId, versions(VERSIONS))).status, 201)
    const answer = await commit(ehrId, versions(VERSIONS + 1))
    assert.equal(answer.status, 413, answer.text)
    assert.equal(answer.json().code, 'data.too_large')
    assert.match(answer.json().message, /at most 3 versions \(CAIRN_MAX_VERSIONS\)/)
  })
})

describe('folders of a directory', () => {
  /** Half of them inside one another. */
  const tree = (count: number) =>
    folder('root', {
      folders: [
        folder('a', { folders: [folder('b')] }),
        ...Array.from({ length: count - 3 }, (_, at) => folder(`c${at}`)),
      ],
    })

  it('as many as there may be are stored, one more is refused', async () => {
    const refused = await call(`POST /ehr/${ehrId}/directory`, tree(FOLDERS + 1))
    assert.equal(refused.status, 413, refused.text)
    assert.equal(refused.json().code, 'data.too_large')
    assert.match(refused.json().message, /at most 4 FOLDERs \(CAIRN_MAX_FOLDERS\)/)
    assert.equal((await call(`POST /ehr/${ehrId}/directory`, tree(FOLDERS))).status, 201)
  })
})

describe('findings of an answer', () => {
  const wrong = (count: number, padding = '') => ({
    ...bloodPressure([{ systolic: 120 }]),
    content: [
      ...Array.from({ length: count }, () => ({ _type: 'SECTION' })),
      ...(padding === '' ? [] : [{ _type: 'SECTION', name: { _type: 'DV_TEXT', value: padding } }]),
    ],
  })

  for (const [what, padding] of [
    ['a small body', ''],
    ['a body that is validated in a thread', 'x'.repeat(100_000)],
  ] as const)
    it(`beyond the limit are counted in the last one, for ${what}`, async () => {
      const answer = await postComposition(server, ehrId, wrong(50, padding))
      assert.equal(answer.status, 422, answer.text)
      const { errors, validationErrors, message } = answer.json()
      assert.equal(errors.length, FINDINGS + 1)
      assert.equal(validationErrors.length, FINDINGS + 1)
      assert.match(errors.at(-1).message, /^\d+ more are not listed: the limit is CAIRN_MAX_FINDINGS\.$/)
      assert.match(message, /breaks more than 5 rules/)
    })

  it('of a contribution are counted over all versions', async () => {
    const versions = [1, 2].map(() => version({ change: 'creation', data: wrong(4) }))
    const answer = await commit(ehrId, contribution(versions))
    assert.equal(answer.json().code, 'contribution.invalid')
    assert.equal(answer.json().errors.length, FINDINGS + 1)
  })
})
