/** The directory of an EHR in every format, and the item tags that it does not have. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { archetype, multiple, object, opt } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { readXml, writeXml } from '../../packages/openehr/src/format/index.ts'
import type { RmObject } from '../../packages/openehr/src/rm/index.ts'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { counted, folder } from './contribution-changes.ts'
import { directoriesOf, REPRESENTATION, refusedAs, TREE } from './directories.ts'

const server = await testServer()
const { call, post, put, remove, get, withDirectory } = directoriesOf(server)

describe('the forms of a FOLDER', () => {
  const XML = { 'Content-Type': 'application/xml', Accept: 'application/xml' }

  it('are canonical XML as well, in and out, whole and in part', async () => {
    const ehrId = await newEhr(server)
    const made = await post(ehrId, writeXml(TREE as RmObject), { ...XML, ...REPRESENTATION })
    assert.equal(made.status, 201, made.text)
    const uid = { _type: 'OBJECT_VERSION_ID', value: idOf(made) }
    assert.deepEqual(readXml(made.text)['uid'], uid)
    assert.deepEqual((await get(ehrId)).json(), { ...TREE, uid })
    const part = await get(ehrId, '?path=emergency&format=XML')
    assert.match(part.headers.get('content-type') ?? '', /^application\/xml/)
    assert.equal((readXml(part.text)['name'] as RmObject)['value'], 'emergency')
  })

  it('are FLAT and STRUCTURED where a template made it; its folders have none, so 406', async () => {
    const templateId = 'directory.v1'
    const id = 'openEHR-EHR-FOLDER.generic.v1'
    const inner = object('FOLDER', [], { nodeId: 'at0001', occurrences: '0..*' })
    const uploaded = await call(
      'POST /definition/template/adl1.4',
      opt({ templateId, definition: archetype(id, [multiple('folders', inner)]) }),
      { 'Content-Type': 'application/xml' },
    )
    assert.equal(uploaded.status, 201, uploaded.text)
    const archetype_details = {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: id },
      template_id: { _type: 'TEMPLATE_ID', value: templateId },
      rm_version: '1.1.0',
    }
    const named = { ...folder('a'), archetype_node_id: 'at0001' }
    const { ehrId } = await withDirectory(folder('root', { archetype_details, folders: [named] }))
    for (const type of ['application/openehr.wt.flat+json', 'application/openehr.wt.structured+json']) {
      const answer = await get(ehrId, '', { Accept: type })
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await get(ehrId, '?path=a', { Accept: type })).status, 406)
    }
  })

  it('are refused with 406 before anything is written, where no template made it', async () => {
    const ehrId = await newEhr(server)
    const before = await counted(server, ehrId)
    const asked = { Accept: 'application/openehr.wt.flat+json', ...REPRESENTATION }
    refusedAs(await post(ehrId, folder('root'), asked), 406, 'request.not_acceptable')
    assert.deepEqual(await counted(server, ehrId), before)
    assert.equal(
      (await post(ehrId, folder('root'), { Accept: 'application/openehr.wt.flat+json' })).status,
      201,
    )
  })
})

describe('item tags on the directory', () => {
  it('are refused with 400, so that none goes unnoticed', async () => {
    const { ehrId, uid } = await withDirectory()
    for (const name of ['openehr-item-tag', 'openehr-version-item-tag']) {
      const tagged = { [name]: 'key="k"' }
      refusedAs(await post(await newEhr(server), folder('x'), tagged), 400, 'request.malformed')
      refusedAs(await put(ehrId, uid, folder('x'), tagged), 400, 'request.malformed')
      refusedAs(await remove(ehrId, uid, tagged), 400, 'request.malformed')
    }
  })

  it('are not shown, and not said to be, where they are asked for', async () => {
    const { ehrId } = await withDirectory()
    const answer = await get(ehrId, '', { Prefer: 'include_item_tags' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('openehr-item-tag'), null)
    assert.equal(answer.headers.get('preference-applied'), null)
  })
})
