/** CONTRIBUTIONs to several parties over HTTP: all or none, and read as a whole. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { ADMIN, newParty, party, uploadPartyTemplates } from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call('POST /openehr/v1/demographic/contribution', {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call(`GET /openehr/v1/demographic/${path}`, { scopes: ADMIN, headers })
const create = (data: unknown) => version({ change: 'creation', data })
const withUid = (uid: string) => ({ uid: { _type: 'HIER_OBJECT_ID', value: uid } })
const referencesIn = (body: { versions: { id: { value: string }; type: string }[] }) =>
  body.versions.map(({ id, type }) => `${type} ${id.value.split('::').slice(1).join(' ')}`)

test('parties of several kinds are committed together, and read as one contribution', async () => {
  const before = await newParty(server, 'agent', party('agent', 'Pump'))
  const answer = await post(
    contribution([
      create(party('person', 'Ada')),
      create(party('organisation', 'Hospital')),
      version({ change: 'modification', preceding: before, data: party('agent', 'Pump 2') }),
    ]),
    { Prefer: 'return=representation' },
  )
  assert.equal(answer.status, 201, answer.text)
  const uid = idOf(answer)
  assert.ok(answer.headers.get('location')?.endsWith(`/openehr/v1/demographic/contribution/${uid}`))
  const read = await get(`contribution/${uid}`)
  assert.equal(read.status, 200, read.text)
  assert.equal(read.text, answer.text)
  assert.deepEqual(referencesIn(read.json()), [
    'PERSON cairn.local 1',
    'ORGANISATION cairn.local 1',
    'AGENT cairn.local 2',
  ])
  const whole = (await get(`contribution/${uid}`, { Prefer: 'resolve_refs' })).json()
  const times = new Set(
    whole.versions.map(
      (each: { commit_audit: { time_committed: { value: string } } }) =>
        each.commit_audit.time_committed.value,
    ),
  )
  assert.equal(times.size, 1)
})

test('one part that cannot be written leaves nothing', async () => {
  const person = randomUUID()
  const stale = await newParty(server, 'agent', party('agent', 'Pump'))
  await post(
    contribution([version({ change: 'modification', preceding: stale, data: party('agent', 'Pump 2') })]),
  )
  const late = await post(
    contribution([
      create(party('person', 'Ada', withUid(person))),
      version({ change: 'modification', preceding: stale, data: party('agent', 'Pump 3') }),
    ]),
  )
  assert.equal(late.status, 412, late.text)
  assert.equal((await get(`person/${person}`)).status, 404)
  const wrong = await post(
    contribution([
      create(party('person', 'Ada', withUid(person))),
      create({ ...party('agent', 'Pump'), identities: undefined }),
    ]),
  )
  assert.equal(wrong.status, 400, wrong.text)
  assert.match(wrong.text, /versions\[1\]/)
  assert.equal((await get(`person/${person}`)).status, 404)
})

test('of concurrent contributions that change the same parties, each is written whole or not at all', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  const both = (first: string, second: string) =>
    post(
      contribution([
        create(party('person', 'A', withUid(first))),
        create(party('person', 'B', withUid(second))),
      ]),
    )
  const answers = await Promise.all([both(a, b), both(b, a), both(a, b), both(b, a)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
  for (const id of [a, b]) {
    const history = (await get(`versioned_party/${id}/revision_history`)).json()
    assert.equal(history.items.length, 1)
  }
})

test('a contribution has its id once, whichever parties it changes', async () => {
  const uid = randomUUID()
  const body = () => ({ ...contribution([create(party('person', 'Ada'))]), uid: { value: uid } })
  const answers = await Promise.all([post(body()), post(body()), post(body())])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await get(`contribution/${uid}`)).json().versions.length, 1)
})

test('a contribution to parties changes no record, and one to an EHR no party', async () => {
  const ehr = await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
  const answer = await server.call(`POST /openehr/v1/ehr/${idOf(ehr)}/contribution`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(contribution([create(party('person', 'Ada'))])),
  })
  assert.equal(answer.status, 400, answer.text)
  assert.match(answer.text, /cannot change a PERSON/)
  const folder = { _type: 'FOLDER', name: { _type: 'DV_TEXT', value: 'root' }, archetype_node_id: 'x' }
  const other = await post(contribution([create(folder)]))
  assert.equal(other.status, 400, other.text)
  assert.match(other.text, /cannot change a FOLDER/)
})

test('a contribution that is not there answers 404', async () => {
  assert.equal((await get(`contribution/${randomUUID()}`)).status, 404)
  assert.equal((await get('contribution/x')).status, 404)
})

test('the audit trail has every party that a contribution changed or showed', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  const committed = await post(
    contribution([create(party('person', 'A', withUid(a))), create(party('agent', 'B', withUid(b)))]),
  )
  await get(`contribution/${idOf(committed)}`)
  for (const id of [a, b]) {
    const found = await server.call(`GET /admin/v1/audit?ehr_id=${id}`, { scopes: ADMIN })
    assert.equal(found.status, 200, found.text)
    const events = found.json().events
    assert.deepEqual(
      events.map((event: { method: string; status: number }) => `${event.method} ${event.status}`).sort(),
      ['GET 200', 'POST 201'],
      found.text,
    )
  }
})

test('data whose class is null are refused', async () => {
  const answer = await post(contribution([create({ ...party('agent', 'Pump'), _type: null })]))
  assert.equal(answer.status, 400, answer.text)
  assert.match(answer.text, /data\/_type/)
})
