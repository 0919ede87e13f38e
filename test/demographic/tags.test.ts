/** Item tags of parties over HTTP: of an object, of a version, in headers, and of all parties. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../server.ts'
import { ADMIN, KINDS, newParty, party, partyRef, postParty, uploadPartyTemplates } from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)
const performer = partyRef('PERSON', await newParty(server, 'person', party('person', 'Performer')))

const call = (request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call(request, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

for (const kind of KINDS)
  test(`tags of ${kind} are replaced, read, listed and removed`, async () => {
    const more = kind === 'role' ? { performer } : {}
    const uid = await newParty(server, kind, party(kind, 'Tagged', more))
    const id = uid.split('::')[0] ?? ''
    const path = `/openehr/v1/demographic/${kind}`
    const put = await call(
      `PUT ${path}/${id}/tags`,
      [
        { key: 'vip', value: kind },
        { key: 'seen', target_path: '/identities' },
      ],
      {
        Prefer: 'return=representation',
      },
    )
    assert.equal(put.status, 200, put.text)
    assert.equal((await call(`PUT ${path}/${uid}/tags`, [{ key: 'draft' }])).status, 204)
    const tags = (await call(`GET ${path}/${id}/tags`)).json()
    assert.deepEqual(
      tags.map((tag: { key: string; target: { type: string }; owner_id: { type: string } }) => [
        tag.key,
        tag.target.type,
        tag.owner_id.type,
      ]),
      [
        ['vip', kind.toUpperCase(), 'SYSTEM'],
        ['seen', kind.toUpperCase(), 'SYSTEM'],
      ],
    )
    const listed = (await call(`GET /openehr/v1/demographic/tags?tag_key=vip&tag_value=${kind}`)).json()
    assert.deepEqual(
      listed.map((tag: { target: { id: { value: string } } }) => tag.target.id.value),
      [id],
    )
    const read = await call(`GET ${path}/${uid}`, undefined, { Prefer: 'include_item_tags' })
    assert.match(read.headers.get('openehr-item-tag') ?? '', /vip/)
    assert.equal((await call(`DELETE ${path}/${id}/tags/vip`)).status, 204)
    assert.equal((await call(`DELETE ${path}/${id}/tags/vip`)).status, 404)
    assert.equal((await call(`GET ${path}/${id}/tags`)).json().length, 1)
  })

test('tags in the headers of a commit are stored with it', async () => {
  const answer = await postParty(server, 'person', party('person', 'Ada'), {
    'openehr-item-tag': 'key="vip", value="yes"',
  })
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.headers.get('openehr-item-tag') ?? '', /vip/)
})

test('tags of what is not there answer 404', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const kind of KINDS) {
    assert.equal((await call(`GET /openehr/v1/demographic/${kind}/${id}/tags`)).status, 404)
    assert.equal((await call(`PUT /openehr/v1/demographic/${kind}/${id}/tags`, [])).status, 404)
  }
})
