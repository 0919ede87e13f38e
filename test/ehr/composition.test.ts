/** COMPOSITION over HTTP: create, read, update, delete (openEHR REST, section COMPOSITION). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { objectRules } from './object-rules.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

objectRules(server, {
  what: 'a composition',
  path: `/ehr/${ehrId}/composition`,
  versioned: `/ehr/${ehrId}/versioned_composition`,
  scopes: { read: 'api.read', write: 'api.write' },
  make: systolic => bloodPressure([{ systolic }]),
  breaking: () => bloodPressure([{ systolic: 2000 }]),
  uri: `ehr:/${ehrId}/compositions`,
})

test('an update of a composition of another EHR answers 404', async () => {
  const elsewhere = idOf(await postComposition(server, await newEhr(server)))
  assert.equal((await putComposition(server, ehrId, elsewhere)).status, 404)
})

test('a composition for an EHR that does not exist answers 404', async () => {
  assert.equal((await postComposition(server, randomUUID())).status, 404)
  assert.equal((await postComposition(server, 'abc')).status, 404)
})

test('an EHR that is not modifiable refuses writes with 409 and still answers reads', async () => {
  const closed = await newEhr(server)
  const uid = idOf(await postComposition(server, closed))
  const status = await server.call(`GET /openehr/v1/ehr/${closed}/ehr_status`, { scopes: 'api.read' })
  const put = (isModifiable: boolean, match: string) =>
    server.call(`PUT /openehr/v1/ehr/${closed}/ehr_status`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': match },
      body: JSON.stringify({ ...status.json(), is_modifiable: isModifiable }),
    })
  const locked = await put(false, idOf(status))
  assert.equal(locked.status, 204, locked.text)
  for (const answer of [
    await postComposition(server, closed),
    await putComposition(server, closed, uid),
    await server.call(`DELETE /openehr/v1/ehr/${closed}/composition/${uid}`, { scopes: 'api.write' }),
  ]) {
    assert.equal(answer.status, 409, answer.text)
    assert.equal(answer.json().code, 'ehr.not_modifiable')
  }
  const stillThere = await server.call(`GET /openehr/v1/ehr/${closed}/composition/${uid}`, {
    scopes: 'api.read',
  })
  assert.equal(stillThere.status, 200)
  const queried = await server.call('POST /openehr/v1/query/aql', {
    scopes: 'api.read',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q: 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c', ehr_id: closed }),
  })
  assert.deepEqual(queried.json().rows, [[uid]])
  assert.equal((await put(true, idOf(locked))).status, 204)
  assert.equal((await postComposition(server, closed)).status, 201)
})
