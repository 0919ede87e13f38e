/** A person and an app are never taken for each other, whatever their ids are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { migrate, sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { oldDatabase } from '../install/old-schema.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { callWith, signInToApp } from './app.ts'
import { newBrowser } from './browser.ts'
import { adminCall, newApp, newPerson, PASSWORD } from './people.ts'

const server = await testServer()

const addPersonInSql = (personId: string) =>
  server.db.execute(
    sql<never, [personId: string]>({
      name: 'test.person',
      text: `insert into cairn.person (person_id, name, roles, assigned_roles, user_handle)
             values ($1, 'Nora Nurse', '{}', '{nurse}', sha256($1::text::bytea))`,
      prepare: false,
    }),
    [personId],
  )

/** Accepts a new link with a password. */
async function comeIn(personId: string) {
  const { link } = (await adminCall(server, `POST /admin/v1/person/${personId}/invitation`)).json().invitation
  const browser = newBrowser(server)
  await browser.open(new URL(link).pathname + new URL(link).search)
  const page = await browser.submit('/auth/invitation', { password: PASSWORD })
  assert.equal(page.status, 200, page.text)
  return browser
}

describe('a person whose id is that of an app', async () => {
  // Only a database from before ids were kept apart can have such a pair.
  const app = await newApp(server, { client_id: 'ward', scopes: ['openid', 'api.read', 'api.write'] })
  await addPersonInSql('ward')
  await newEhr(server)
  const { access_token: token } = await signInToApp(
    server,
    await comeIn('ward'),
    app,
    'openid api.read api.write',
  )

  it('has the rights of the person, not of the app', async () => {
    const q = encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')
    const rows = await callWith(server, token, `GET /openehr/v1/query/aql?q=${q}`)
    assert.equal(rows.status, 200, rows.text)
    assert.deepEqual(rows.json().rows, [], 'no EHR is assigned to the nurse')
    assert.equal((await callWith(server, token, 'POST /openehr/v1/ehr')).status, 403)
  })

  it('is named in the audit trail', () =>
    eventually('the query of the person', async () => {
      const { events } = (await adminCall(server, 'GET /admin/v1/audit?person=ward')).json()
      return events.some(
        (event: { path: string; client_id: string }) =>
          event.path.includes('/query/aql') && event.client_id === 'ward',
      )
    }))

  it('loses access when the account is disabled', async () => {
    assert.equal((await callWith(server, token)).status, 200)
    assert.equal((await adminCall(server, 'PUT /admin/v1/person/ward', { disabled: true })).status, 200)
    assert.equal((await callWith(server, token)).status, 401)
  })
})

describe('the kind of a subject', () => {
  it('is a claim of every token', async () => {
    const person = await newPerson(server, 'kim')
    const app = await newApp(server)
    const tokens = await signInToApp(server, person, app, 'openid api.read')
    const [ofPerson, ofClient] = [tokens.access_token, await server.token('api.read')].map(token =>
      decodeJwt(token),
    )
    assert.deepEqual([ofPerson?.sub, ofPerson?.['sub_type']], ['kim', 'person'])
    assert.deepEqual([ofClient?.sub, ofClient?.['sub_type']], [server.client.id, 'client'])
  })
})

describe('an id is given once, to a person or to a client', () => {
  it('a person cannot have the id of a client, whatever the case of its letters', async () => {
    await newApp(server, { client_id: 'Ward.East' })
    const body = { person_id: 'ward.east', name: 'W', roles: ['nurse'] }
    const answer = await adminCall(server, 'POST /admin/v1/person', body)
    assert.deepEqual([answer.status, answer.json().code], [409, 'person.exists'])
    assert.match(answer.json().message, /client/)
  })

  it('a client cannot have the id of a person, also after the client was deleted', async () => {
    const person = { person_id: 'gil', name: 'Gil', roles: ['nurse'] }
    assert.equal((await adminCall(server, 'POST /admin/v1/person', person)).status, 201)
    const wanted = { client_id: 'Gil', name: 'Gil', scopes: ['api.read'] }
    const answer = await adminCall(server, 'POST /admin/v1/client', wanted)
    assert.deepEqual([answer.status, answer.json().code], [409, 'client.exists'])
    await newApp(server, { client_id: 'gone' })
    assert.equal((await adminCall(server, 'DELETE /admin/v1/client/gone')).status, 204)
    const late = { person_id: 'gone', name: 'Gone', roles: ['nurse'] }
    assert.equal((await adminCall(server, 'POST /admin/v1/person', late)).status, 409)
  })

  it('one of two wins when both are made at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `race-${round}`
      const answers = await Promise.all([
        adminCall(server, 'POST /admin/v1/person', { person_id: id, name: id, roles: ['nurse'] }),
        adminCall(server, 'POST /admin/v1/client', { client_id: id, name: id, scopes: ['api.read'] }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    }
  })
})

describe('the migration', () => {
  it('names people and clients that have the same id', async () => {
    const { url, database } = await oldDatabase(server.db, 32)
    await database.execute(
      sql({
        name: 'test.client',
        text: `insert into cairn.client (client_id, name, scopes) values ('Nora', 'App', '{api.read}')`,
        prepare: false,
      }),
    )
    await database.execute(
      sql({
        name: 'test.person',
        text: `insert into cairn.person (person_id, name, roles, user_handle) values ('nora', 'Nora', '{}', '\\x01')`,
        prepare: false,
      }),
    )
    const said: string[] = []
    await migrate(url, { log: message => said.push(message) })
    assert.ok(
      said.some(message => /person "nora" has the same id as the client "Nora"/.test(message)),
      said.join('\n'),
    )
  })
})
