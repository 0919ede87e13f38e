/** The event of a write is stored with what it writes: each route that writes, while nothing else can reach the trail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { aboutSubject, folder, note, objectOf, status } from '../admin/records.ts'
import { askToken } from '../auth/token-request.ts'
import { bloodPressureOpt, idOf, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { openWriteEvents, type WriteCall } from './write-events.ts'

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
const { done, eventsOf, write, created } = await openWriteEvents(server)

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

const EHRS = '/openehr/v1/ehr'

const under = (method: string, path: string): string => `${method} ${EHRS}/{ehr_id}/${path}`

const committing = (ehrId: string) => (call: Omit<WriteCall, 'ehrId' | 'commits'>) =>
  write({ ...call, ehrId, commits: true })

/** The uid of a version that has a tag. */
async function writeCompositions(ehrId: string): Promise<string> {
  const at = `${EHRS}/${ehrId}`
  const commit = committing(ehrId)
  const first = idOf(
    await commit({ operation: under('POST', 'composition'), target: `${at}/composition`, body: note('a') }),
  )
  const object = objectOf(first)
  const tagged = idOf(
    await commit({
      operation: under('POST', 'composition'),
      target: `${at}/composition`,
      body: note('tagged'),
      headers: { 'openehr-item-tag': 'key="k",value="v"' },
    }),
  )
  const update = {
    operation: under('PUT', 'composition/{uid_based_id}'),
    target: `${at}/composition/${object}`,
  }
  const second = idOf(await commit({ ...update, body: note('b'), headers: { 'If-Match': first } }))
  const third = idOf(
    await commit({
      ...update,
      body: note('c'),
      headers: { 'If-Match': second, Prefer: 'return=representation' },
    }),
  )
  await commit({
    operation: under('DELETE', 'composition/{uid_based_id}'),
    target: `${at}/composition/${third}`,
  })
  return tagged
}

async function writeTags(ehrId: string, tagged: string): Promise<void> {
  for (const [kind, uid] of [
    ['composition', tagged],
    ['ehr_status', objectOf(await statusUid(ehrId))],
  ]) {
    const target = `${EHRS}/${ehrId}/${kind}/${uid}/tags`
    const tags = [{ key: 'a', value: '1' }]
    await write({ operation: under('PUT', `${kind}/{uid_based_id}/tags`), target, body: tags, ehrId })
    await write({
      operation: under('DELETE', `${kind}/{uid_based_id}/tags/{key}`),
      target: `${target}/a`,
      ehrId,
    })
  }
}

async function writeStatusAndDirectory(ehrId: string): Promise<void> {
  const at = `${EHRS}/${ehrId}`
  const commit = committing(ehrId)
  await commit({
    operation: under('PUT', 'ehr_status'),
    target: `${at}/ehr_status`,
    body: status(),
    headers: { 'If-Match': await statusUid(ehrId) },
  })
  const directory = { target: `${at}/directory` }
  const opened = idOf(
    await commit({ operation: under('POST', 'directory'), ...directory, body: folder('root') }),
  )
  const changed = idOf(
    await commit({
      operation: under('PUT', 'directory'),
      ...directory,
      body: folder('root 2'),
      headers: { 'If-Match': opened },
    }),
  )
  await commit({ operation: under('DELETE', 'directory'), ...directory, headers: { 'If-Match': changed } })
}

async function writeContribution(ehrId: string): Promise<void> {
  const changeType = {
    _type: 'DV_CODED_TEXT',
    value: 'creation',
    defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
  }
  const audit = { change_type: changeType, committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr A' } }
  await committing(ehrId)({
    operation: under('POST', 'contribution'),
    target: `${EHRS}/${ehrId}/contribution`,
    body: {
      versions: ['x', 'y'].map(says => ({
        commit_audit: audit,
        lifecycle_state: {
          ...changeType,
          value: 'complete',
          defining_code: { ...changeType.defining_code, code_string: '532' },
        },
        data: note(says),
      })),
      audit,
    },
  })
}

async function writeEpisodes(ehrId: string): Promise<void> {
  const commit = committing(ehrId)
  const extra = `/extra/v1/ehr/${ehrId}/episode`
  const episodes = (method: string, path = '') => `${method} /extra/v1/ehr/{ehr_id}/episode${path}`
  const { uid } = (
    await commit({ operation: episodes('POST'), target: extra, body: { name: 'stay' } })
  ).json()
  await commit({
    operation: episodes('PUT', '/{uid}'),
    target: `${extra}/${uid}`,
    body: { name: 'long stay' },
  })
  for (const verb of ['deactivate', 'activate'])
    await commit({ operation: episodes('PUT', `/{uid}/${verb}`), target: `${extra}/${uid}/${verb}` })
  await commit({ operation: episodes('DELETE', '/{uid}'), target: `${extra}/${uid}` })
  await write({
    operation: 'PUT /extra/v1/admin/ehr/{ehr_id}/episode/{uid}/destroy',
    target: `/extra/v1/admin/ehr/${ehrId}/episode/${uid}/destroy`,
    ehrId,
  })
}

async function writeDatamapRecords(ehrId: string): Promise<void> {
  const commit = committing(ehrId)
  const rows = '/extra/v1/datamap'
  const record = { when: '2026-01-01T10:00:00Z', systolic: { magnitude: 120, units: 'mm[Hg]' } }
  const made = await commit({
    operation: `POST ${rows}/{datamapName}`,
    target: `${rows}/pressures?ehrUid=${ehrId.toUpperCase()}`,
    body: record,
  })
  const { uid: recordId } = made.json().data
  const put = await commit({
    operation: `PUT ${rows}/{datamapName}/{uid}`,
    target: `${rows}/pressures/${recordId}`,
    body: record,
    headers: { 'If-Match': idOf(made) },
  })
  await commit({
    operation: `DELETE ${rows}/{datamapName}/{uid}`,
    target: `${rows}/pressures/${recordId}`,
    headers: { 'If-Match': idOf(put) },
  })
}

async function eraseRecords(ehrId: string, tagged: string, named: string): Promise<void> {
  const admin = '/openehr/v1/admin/ehr'
  const kept = idOf(
    await committing(ehrId)({
      operation: under('POST', 'directory'),
      target: `${EHRS}/${ehrId}/directory`,
      body: folder('kept'),
    }),
  )
  for (const [path, uid] of [
    ['composition', tagged],
    ['directory', kept],
  ])
    await write({
      operation: `DELETE ${admin}/{ehr_id}/${path}/{uid_based_id}`,
      target: `${admin}/${ehrId}/${path}/${uid}`,
      ehrId,
    })
  await write({
    operation: `POST ${admin}/{ehr_id}/merge`,
    target: `${admin}/${ehrId}/merge`,
    body: { from: named },
    ehrId,
  })
  const [one, two] = [
    idOf(await created({ operation: `POST ${EHRS}`, target: EHRS })),
    idOf(await created({ operation: `POST ${EHRS}`, target: EHRS })),
  ]
  await write({ operation: `DELETE ${admin}/all`, target: `${admin}/all?ehr_id=${one}&ehr_id=${two}` })
  await write({ operation: `DELETE ${admin}/{ehr_id}`, target: `${admin}/${ehrId}`, ehrId })
}

it('records', async () => {
  const named = '0195f1f2-3333-7444-8555-666677778888'
  const ehrId = idOf(await created({ operation: `POST ${EHRS}`, target: EHRS }))
  await write({
    operation: `PUT ${EHRS}/{ehr_id}`,
    target: `${EHRS}/${named.toUpperCase()}`,
    body: status(aboutSubject('42')),
    headers: { Prefer: 'return=representation' },
    ehrId: named,
    commits: true,
  })
  const tagged = await writeCompositions(ehrId)
  await writeTags(ehrId, tagged)
  await writeStatusAndDirectory(ehrId)
  await writeContribution(ehrId)
  await writeEpisodes(ehrId)
  await writeDatamapRecords(ehrId)
  await eraseRecords(ehrId, tagged, named)
})

/** Read from the database: a read over HTTP would have an event of its own. */
async function statusUid(ehrId: string): Promise<string> {
  const latest = sql<{ uid: string }, [ehrId: string]>({
    name: 'test.statusUid',
    text: `select object_id || '::' || v.system_id || '::' || version as uid
           from cairn.version v join cairn.ehr e using (ehr_id)
           where ehr_id = $1 and object_id = status_id order by version desc limit 1`,
  })
  return (await server.db.query(latest, [ehrId]))[0]?.uid ?? ''
}

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
  const events = await eventsOf(id)
  const ofEhr = events.filter(event => event.ehr_id === idOf(made))
  assert.ok(ofEhr.some(event => event.has_contribution && event.outcome === 'success'))
  assert.ok(events.every(event => event.status === 200))
  done.add('POST /admin/v1/import')
})

it('there is no other operation that writes', async () => {
  const { paths } = (await server.call('GET /openapi.json')).json() as {
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>
  }
  const writing = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, { security }]) => {
        const scopes = security.flatMap(each => each['clientCredentials'] ?? [])
        // Taking access in an emergency is the act of a person: test/rights/assignments.test.ts.
        return method !== 'get' && scopes.some(scope => scope !== 'api.read' && scope !== 'api.break_glass')
      })
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual([...done].sort(), writing.sort())
})
