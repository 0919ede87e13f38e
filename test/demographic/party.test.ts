/** Parties over HTTP: the rules of openEHR REST for compositions hold for each kind of them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { objectRules } from '../ehr/object-rules.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import {
  ADMIN,
  backendToken,
  KINDS,
  newParty,
  type PartyName,
  party,
  partyRef,
  postParty,
  uploadPartyTemplates,
} from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)
const performer = partyRef('PERSON', await newParty(server, 'person', party('person', 'Performer')))

/** A role needs its performer. */
const more = (kind: PartyName) => (kind === 'role' ? { performer } : {})

/** Puts a node in place of at0002 that no template of the fixtures has. */
const withStrangeNode = (data: unknown) => JSON.parse(JSON.stringify(data).replaceAll('"at0002"', '"at0099"'))

for (const kind of KINDS)
  objectRules(server, {
    what: `${kind}`,
    path: `/demographic/${kind}`,
    versioned: '/demographic/versioned_party',
    scopes: { read: ADMIN, write: ADMIN },
    make: number => party(kind, `Number ${number}`, more(kind)),
    breaking: () => withStrangeNode(party(kind, 'Number', more(kind))),
  })

test('a uid that is taken answers 409, and a version that breaks its template 422, for each kind', async () => {
  for (const kind of KINDS) {
    const uid = randomUUID()
    const body = party(kind, 'First', { ...more(kind), uid: { _type: 'HIER_OBJECT_ID', value: uid } })
    const first = await newParty(server, kind, body)
    const again = await postParty(server, kind, body)
    assert.deepEqual([again.status, again.json().code], [409, 'version.exists'], again.text)
    const wrong = await server.call(`PUT /openehr/v1/demographic/${kind}/${uid}`, {
      scopes: ADMIN,
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${first}"` },
      body: JSON.stringify({ ...body, identities: [] }),
    })
    assert.equal(wrong.status, 422, wrong.text)
    assert.match(wrong.text, /identities/)
  }
})

test('a party of another kind is not there', async () => {
  const uid = await newParty(server, 'person', party('person', 'Ada'))
  const answer = await server.call(`GET /openehr/v1/demographic/agent/${uid}`, { scopes: ADMIN })
  assert.equal(answer.status, 404, answer.text)
  assert.equal(answer.json().code, 'version.not_found')
})

test('a uid that the client chooses is kept, and taken once', async () => {
  const uid = randomUUID()
  const body = party('person', 'Ada', { uid: { _type: 'HIER_OBJECT_ID', value: uid } })
  assert.equal(idOf(await postParty(server, 'person', body)), `${uid}::cairn.local::1`)
  const again = await postParty(server, 'person', body)
  assert.equal(again.status, 409, again.text)
  assert.equal(again.json().code, 'version.exists')
  assert.equal(idOf(again), `${uid}::cairn.local::1`)
  const together = randomUUID()
  const same = party('person', 'Ada', { uid: { _type: 'HIER_OBJECT_ID', value: together } })
  const answers = await Promise.all([1, 2, 3, 4].map(() => postParty(server, 'person', same)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('a party is held to its template', async () => {
  const wrong = await postParty(server, 'person', { ...party('person', 'Ada'), identities: [] })
  assert.equal(wrong.status, 422, wrong.text)
  const other = await postParty(server, 'agent', {
    ...party('agent', 'Pump'),
    archetype_details: party('person', 'Ada')['archetype_details'],
  })
  assert.equal(other.status, 422, other.text)
  assert.match(other.json().message, /is for PERSON/)
})

test('the container names the system as its owner, and has the history of its versions', async () => {
  const uid = await newParty(server, 'organisation', party('organisation', 'Hospital'))
  const id = uid.split('::')[0] ?? ''
  const read = async (rest = '') =>
    (await server.call(`GET /openehr/v1/demographic/versioned_party/${id}${rest}`, { scopes: ADMIN })).json()
  const container = await read()
  assert.equal(container._type, 'VERSIONED_PARTY')
  assert.deepEqual(container.owner_id, {
    _type: 'OBJECT_REF',
    id: { _type: 'HIER_OBJECT_ID', value: 'cairn.local' },
    namespace: 'local',
    type: 'SYSTEM',
  })
  const history = await read('/revision_history')
  assert.deepEqual(
    history.items.map((item: { version_id: { value: string } }) => item.version_id.value),
    [uid],
  )
  assert.equal((await read('/version')).data.uid.value, uid)
})

test('a token for records, and no token, are refused', async () => {
  const uid = await newParty(server, 'person', party('person', 'Ada'))
  const call = (scopes?: string) =>
    server.call(`GET /openehr/v1/demographic/person/${uid}`, scopes === undefined ? {} : { scopes })
  assert.equal((await call('api.read api.write')).status, 403)
  assert.equal((await call()).status, 401)
})

test('a refusal names the scope on parties that is enough', async () => {
  const token = await backendToken(server, 'api.read')
  const as = (request: string) => server.call(request, { headers: { Authorization: `Bearer ${token}` } })
  const refused = await as(`GET /openehr/v1/demographic/role/${randomUUID()}`)
  assert.equal(refused.status, 403)
  assert.match(refused.json().message, /needs the scope api\.admin or system\/role-\*\.r\./)
  const versioned = await as(`GET /openehr/v1/demographic/versioned_party/${randomUUID()}`)
  assert.match(versioned.json().message, /api\.admin or system\/person-\*\.r\./)
})
