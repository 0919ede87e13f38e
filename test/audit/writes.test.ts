/** The event of a write is stored with what it writes: each route that writes, while nothing else can reach the trail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { askToken } from '../auth/token-request.ts'
import { adminCall } from '../people/people.ts'
import { bloodPressureOpt, idOf, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { preparePerson, writeParties } from './party-writes.ts'
import { writeRecords } from './record-writes.ts'
import { writeSubscriptions } from './subscription-writes.ts'
import { openWriteEvents } from './write-events.ts'

const server = await testServer()
await uploadTemplate(server)

const PATHS = [
  {
    add: 'systolic',
    path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
  },
  { add: 'when', path: '/context/start_time' },
]

/** An administrator with fewer scopes, whose changes of clients need a second one. */
const narrow = await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
  name: 'narrow',
  scopes: ['api.admin'],
})
const basic = `${narrow.client.clientId}:${narrow.secret}`
const narrowToken = (await askToken(server, { basic, form: { scope: 'api.admin' } })).json().access_token

// Tokens are kept: the event of a request for one could not be stored later.
await server.token('api.admin')
const performer = await preparePerson(server)
await addPersonWith(server, 'dora', { roles: ['clinician'] })
const makeToken = await openTokens(server)
const author = await makeToken({ scope: 'api.read api.write', person: 'dora' })
const registers = {
  name: 'registrar',
  description: 'Registers people',
  rights: ['user/person-*.cruds'],
  scopes: [],
}
await adminCall(server, 'POST /admin/v1/role', registers)
await addPersonWith(server, 'edda', { roles: ['registrar'] })
const registrar = await makeToken({ scope: 'user/person-*.cruds', person: 'edda' })
const events = await openWriteEvents(server)
const { done, created, eventsOf, write } = events

const XML = { 'Content-Type': 'application/xml' }
const TEMPLATES = '/openehr/v1/definition/template/adl1.4'

it('definitions', async () => {
  const other = encodeURIComponent('Other.v1')
  await write({
    operation: `POST ${TEMPLATES}`,
    target: TEMPLATES,
    body: bloodPressureOpt('Other.v1'),
    headers: XML,
  })
  const replace = { operation: `PUT ${TEMPLATES}/{template_id}`, target: `${TEMPLATES}/${other}` }
  await write({ ...replace, body: bloodPressureOpt('Other.v1'), headers: XML })
  await write({
    ...replace,
    body: bloodPressureOpt('Other.v1'),
    headers: { ...XML, Prefer: 'return=representation' },
  })
  await write({ operation: `DELETE ${TEMPLATES}/{template_id}`, target: `${TEMPLATES}/${other}` })
  await write({
    operation: `POST ${TEMPLATES}`,
    target: TEMPLATES,
    body: bloodPressureOpt('Other.v1'),
    headers: XML,
  })
  await write({
    operation: 'DELETE /openehr/v1/admin/template/{template_id}',
    target: `/openehr/v1/admin/template/${other}`,
  })
  const queries = '/openehr/v1/definition/query'
  const aql = { body: 'SELECT e FROM EHR e', headers: { 'Content-Type': 'text/plain' } }
  await write({
    operation: `PUT ${queries}/{qualified_query_name}`,
    target: `${queries}/org.example::all`,
    ...aql,
  })
  await write({
    operation: `PUT ${queries}/{qualified_query_name}/{version}`,
    target: `${queries}/org.example::all/2.0.0`,
    ...aql,
  })
  await write({
    operation: `DELETE ${queries}/{qualified_query_name}/{version}`,
    target: `${queries}/org.example::all/2.0.0`,
  })
  const datamaps = '/extra/v1/definition/datamap'
  const definition = { template: TEMPLATE_ID, paths: PATHS }
  const put = { operation: `PUT ${datamaps}/{datamapName}`, body: definition }
  assert.equal((await write({ ...put, target: `${datamaps}/pressures` })).status, 201)
  assert.equal((await write({ ...put, target: `${datamaps}/pressures` })).status, 200)
  await write({ ...put, target: `${datamaps}/gone` })
  await write({ operation: `DELETE ${datamaps}/{datamapName}`, target: `${datamaps}/gone` })
})

it('mappings to FHIR', async () => {
  const mappings = '/extra/v1/definition/fhir-mapping'
  const target = `${mappings}/colours.json`
  const body = { resourceType: 'ConceptMap', url: 'https://example.org/colours', status: 'draft' }
  await write({ operation: `PUT ${mappings}/{mapping_name}`, target, body })
  await write({ operation: `DELETE ${mappings}/{mapping_name}`, target })
})

it('clients', async () => {
  const clients = '/admin/v1/client'
  const { client_id: id } = (
    await write({
      operation: `POST ${clients}`,
      target: clients,
      body: { name: 'a client', scopes: ['api.read'] },
    })
  ).json()
  for (const verb of ['rotate', 'disable', 'enable'])
    await write({ operation: `POST ${clients}/{client_id}/${verb}`, target: `${clients}/${id}/${verb}` })
  for (const decision of ['approval', 'rejection']) {
    const asked = await write({
      operation: `POST ${clients}`,
      target: clients,
      body: { name: 'wide', scopes: ['api.read'] },
      headers: { Authorization: `Bearer ${narrowToken}` },
    })
    assert.equal(asked.status, 202, asked.text)
    await write({
      operation: `POST ${clients}-request/{request_id}/${decision}`,
      target: `${clients}-request/${asked.json().request_id}/${decision}`,
    })
  }
  const one = { target: `${clients}/${id}` }
  await write({ operation: `PUT ${clients}/{client_id}`, ...one, body: { name: 'another name' } })
  await write({ operation: `DELETE ${clients}/{client_id}`, ...one })
})

it('roles', async () => {
  const roles = '/admin/v1/role'
  const body = { name: 'watch', rights: ['user/composition-*.rs'] }
  await write({ operation: `POST ${roles}`, target: roles, body })
  await write({ operation: `PUT ${roles}/{role}`, target: `${roles}/watch`, body: { description: 'x' } })
  await write({ operation: `DELETE ${roles}/{role}`, target: `${roles}/watch` })
})

it('people', async () => {
  const people = '/admin/v1/person'
  const body = { person_id: 'ana', name: 'Ana Meyer', roles: ['nurse'] }
  await write({ operation: `POST ${people}`, target: people, body })
  const one = `${people}/{person_id}`
  await write({ operation: `PUT ${one}`, target: `${people}/ana`, body: { roles: ['clinician'] } })
  await write({ operation: `POST ${one}/invitation`, target: `${people}/ana/invitation` })
  await write({ operation: `DELETE ${one}/session`, target: `${people}/ana/session` })
  const session = randomUUID()
  const signedIn = sql<never, [id: string]>({
    name: 'test.signedIn',
    text: `insert into cairn.person_session (session_id, mac, person_id, method, address, user_agent, started_at, used_at,
        ends_at, authenticated_at, second_factor)
      values ($1, uuid_send($1), 'ana', 'password', '', '', now(), now(), now() + interval '1 hour', now(), false)`,
  })
  await server.db.execute(signedIn, [session])
  await write({ operation: `DELETE ${one}/session/{session_id}`, target: `${people}/ana/session/${session}` })
  const registered = sql<never>({
    name: 'test.registered',
    text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
      values ('key-1', 'ana', '', 0, '{}', 'a phone')`,
  })
  await server.db.execute(registered)
  await write({ operation: `DELETE ${one}/passkey/{passkey_id}`, target: `${people}/ana/passkey/key-1` })
  const agreed = sql<never, [clientId: string]>({
    name: 'test.agreed',
    text: `insert into cairn.consent (person_id, client_id, scopes, given_at) values ('ana', $1, '{api.read}', now())`,
  })
  await server.db.execute(agreed, [narrow.client.clientId])
  await write({
    operation: `DELETE ${one}/app/{client_id}`,
    target: `${people}/ana/app/${narrow.client.clientId}`,
  })
  const ehrId = randomUUID()
  const assignment = await write({
    operation: `POST ${one}/assignment`,
    target: `${people}/ana/assignment`,
    body: { ehr_id: ehrId },
    ehrId,
  })
  await write({
    operation: 'DELETE /admin/v1/assignment/{assignment_id}',
    target: `/admin/v1/assignment/${assignment.json().assignment_id}`,
    ehrId,
  })
  const taken = sql<never, [id: string, ehrId: string]>({
    name: 'test.taken',
    text: `insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, starts_at, ends_at, reason, assigned_by, assigned_at)
      values ($1, 'ana', 'break_glass', $2, now(), now(), 'unconscious', 'ana', now())`,
  })
  const id = randomUUID()
  await server.db.execute(taken, [id, ehrId])
  await write({
    operation: 'POST /admin/v1/break-glass/{assignment_id}/review',
    target: `/admin/v1/break-glass/${id}/review`,
    body: { review: 'was needed' },
    ehrId,
  })
})

it('drafts', async () => {
  const ehrId = idOf(await created({ operation: 'POST /openehr/v1/ehr', target: '/openehr/v1/ehr' }))
  const headers = { Authorization: `Bearer ${author}` }
  const target = `/extra/v1/ehr/${ehrId}/draft/${randomUUID()}`
  const operation = '/extra/v1/ehr/{ehr_id}/draft/{draft_id}'
  const body = { template_id: TEMPLATE_ID, page: 'a', content: {} }
  for (const status of [201, 200])
    assert.equal(
      (await write({ operation: `PUT ${operation}`, target, body, headers, ehrId })).status,
      status,
    )
  await write({ operation: `DELETE ${operation}`, target, headers, ehrId })
})

it('drafts of parties', async () => {
  const headers = { Authorization: `Bearer ${registrar}` }
  const target = `/extra/v1/demographic/draft/${randomUUID()}`
  const operation = '/extra/v1/demographic/draft/{draft_id}'
  const body = { template_id: 'Person', page: 'a', content: {} }
  for (const status of [201, 200])
    assert.equal((await write({ operation: `PUT ${operation}`, target, body, headers })).status, status)
  await write({ operation: `DELETE ${operation}`, target, headers })
})

it('records', () => writeRecords(server, events))

it('parties', () => writeParties(events, performer))

it('subscriptions', () => writeSubscriptions(events))

it('an import: each contribution has its event', async () => {
  const source = await testServer()
  const made = await source.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
  const exported = await source.call('GET /admin/v1/export', { scopes: 'api.admin' })
  // The first line describes the export, the last is its manifest.
  const lines = exported.text.trim().split('\n').slice(1, -1)
  const id = 'write-import'
  const answer = await server.call('POST /admin/v1/import', {
    scopes: 'api.admin',
    headers: { 'Content-Type': 'application/x-ndjson', 'X-Request-Id': id },
    body: `${lines.join('\n')}\n`,
  })
  assert.equal(answer.status, 200, answer.text)
  const stored = await eventsOf(id)
  const ofEhr = stored.filter(event => event.ehr_id === idOf(made))
  assert.ok(ofEhr.some(event => event.has_contribution && event.outcome === 'success'))
  assert.ok(stored.every(event => event.status === 200))
  done.add('POST /admin/v1/import')
})

/** It looks for people like one that comes with the call. */
const READING = ['POST /extra/v1/person/match']

/** Open to readers, and they write. */
const SUBSCRIPTION = /^\/extra\/v1\/subscription(?!.*\/(ping|delivery))/

it('there is no other operation that writes', async () => {
  const { paths } = (await server.call('GET /openapi.json')).json() as {
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>
  }
  const writing = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, { security }]) => {
        const scopes = security.flatMap(each => each['clientCredentials'] ?? [])
        // Taking access in an emergency is the act of a person: test/rights/assignments.test.ts.
        const writes = scopes.some(scope => scope !== 'api.read' && scope !== 'api.break_glass')
        return method !== 'get' && (writes || SUBSCRIPTION.test(path))
      })
      .map(([method]) => `${method.toUpperCase()} ${path}`)
      .filter(operation => !READING.includes(operation)),
  )
  assert.deepEqual([...done].sort(), writing.sort())
})
