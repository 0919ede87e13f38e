/** Habits of the vendor's Go SDK beside the letter of the interface. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tagsOfHeader } from '../ehr/tag-header.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const BEGIN = Date.parse('2026-11-15T10:00:00.250Z')
let clock = BEGIN
const server = await testServer({ now: () => clock })
await uploadTemplate(server)

const get = (path: string, headers: Record<string, string> = {}) =>
  server.call(`GET /openehr/v1/ehr/${path}`, { scopes: 'api.read', headers })

describe('audit details', () => {
  it('may say a system_id, and the one of this system is recorded', async () => {
    const ehrId = await newEhr(server)
    const answer = await postComposition(server, ehrId, bloodPressure(), {
      'openehr-audit-details':
        'system_id="some.other.system",change_type.code_string="249",committer.name="Dr A"',
    })
    assert.equal(answer.status, 201, answer.text)
    const uid = idOf(answer)
    const version = (await get(`${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`)).json()
    assert.equal(version.commit_audit.system_id, 'cairn.local')
    assert.equal(version.commit_audit.committer.name, 'Dr A')
  })
})

describe('item tags', () => {
  const TAGS = [
    { key: 'flag', value: 'say "yes"; or, no \\ \u00e4' },
    { key: 'seen', target_path: '/content[1]' },
  ]
  const PAIRS = 'key="flag",value="say \\"yes\\"; or, no \\\\ ä"; key="seen",target_path="/content[1]"'
  /** As Node and fetch take a header: UTF-8, byte by byte. */
  const bytes = (text: string) => Buffer.from(text).toString('latin1')

  it('are answered in the grammar that they were sent in', async () => {
    const ehrId = await newEhr(server)
    const pairs = await postComposition(server, ehrId, bloodPressure(), { 'openehr-item-tag': bytes(PAIRS) })
    assert.equal(pairs.headers.get('openehr-item-tag'), bytes(PAIRS))
    const json = await postComposition(server, ehrId, bloodPressure(), {
      'openehr-item-tag': bytes(JSON.stringify(TAGS)),
    })
    assert.deepEqual(JSON.parse(json.headers.get('openehr-item-tag') ?? ''), TAGS)
  })

  it('are pairs on a read, and JSON only where it is asked for', async () => {
    const ehrId = await newEhr(server)
    const uid = idOf(
      await postComposition(server, ehrId, bloodPressure(), { 'openehr-item-tag': bytes(PAIRS) }),
    )
    const read = async (prefer: string) =>
      (await get(`${ehrId}/composition/${uid}`, { Prefer: prefer })).headers.get('openehr-item-tag')
    assert.equal(await read('include_item_tags'), bytes(PAIRS))
    assert.deepEqual(JSON.parse((await read('include_item_tags=json')) ?? ''), TAGS)
    assert.equal(await read('include_item_tags=csv'), null)
    const written = await putComposition(server, ehrId, uid, bloodPressure(), {
      'openehr-item-tag': 'key="a"',
      Prefer: 'include_item_tags=json',
    })
    assert.equal(written.headers.get('openehr-item-tag'), '[{"key":"a"}]')
  })

  it('with a control character, which pairs cannot carry, are JSON', async () => {
    const ehrId = await newEhr(server)
    const uid = idOf(await postComposition(server, ehrId))
    const tags = [{ key: 'a', value: 'two\nlines' }]
    await server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${uid.split('::')[0]}/tags`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(tags),
    })
    const { headers } = await get(`${ehrId}/composition/${uid}`, { Prefer: 'include_item_tags' })
    assert.deepEqual(tagsOfHeader(headers.get('openehr-item-tag') ?? ''), tags)
  })
})

describe('a version_at_time in whole seconds', () => {
  it('means the end of that second, so that Last-Modified finds the version that it came with', async () => {
    clock = BEGIN
    const ehrId = await newEhr(server)
    const made = await postComposition(server, ehrId)
    const first = idOf(made)
    clock = BEGIN + 2000
    const second = idOf(await putComposition(server, ehrId, first))
    const object = first.split('::')[0]
    const at = async (time: string) =>
      idOf(await get(`${ehrId}/composition/${object}?version_at_time=${encodeURIComponent(time)}`))

    const modified = new Date(made.headers.get('last-modified') ?? '')
    const wholeSeconds = modified.toISOString().replace('.000Z', 'Z')
    assert.equal(wholeSeconds, '2026-11-15T10:00:00Z')
    for (const time of [
      wholeSeconds,
      '2026-11-15T11:00:00+01:00',
      '2026-11-15T10:00:00',
      '2026-11-15T10:00Z',
    ])
      assert.equal(await at(time), first, time)
    assert.equal(await at('2026-11-15T10:00:01Z'), first)
    assert.equal(await at('2026-11-15T10:00:02Z'), second)
    const { status } = await get(`${ehrId}/ehr_status?version_at_time=${wholeSeconds}`)
    assert.equal(status, 200)
  })

  it('with a fraction is the moment that it says', async () => {
    clock = BEGIN
    const ehrId = await newEhr(server)
    const path = (time: string) => `${ehrId}/ehr_status?version_at_time=${time}`
    assert.equal((await get(path('2026-11-15T10:00:00.249Z'))).status, 404)
    assert.equal((await get(path('2026-11-15T10:00:00.000Z'))).status, 404)
    assert.equal((await get(path('2026-11-15T10:00:00.250Z'))).status, 200)
    assert.equal((await get(path('2026-11-15T09:59:59Z'))).status, 404)
  })
})
