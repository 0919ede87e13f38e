/** EHR_STATUS.is_queryable: who is left out of population queries, and who is not. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asking, ehrStatus, newEhr, record } from './queries.ts'

const asked = await asking()
const { rows, ask, send } = asked
const open = await newEhr(asked.server)
const hidden = await newEhr(asked.server, ehrStatus({ is_queryable: false }))
await record(asked, open)
await record(asked, hidden)

const Q = 'SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c'

it('an EHR that is not queryable is not in population queries, whatever they ask', async () => {
  assert.deepEqual(await rows(Q), [[open]])
  assert.deepEqual(await rows('SELECT COUNT(*) FROM COMPOSITION c'), [[1]])
  assert.deepEqual(await rows('SELECT e/ehr_id/value FROM EHR e'), [[open]])
  assert.deepEqual(await rows('SELECT e/ehr_id/value FROM EHR e NOT CONTAINS FOLDER f'), [[open]])
  assert.deepEqual(await rows('SELECT COUNT(*) FROM VERSION v[ALL_VERSIONS]'), [[2]])
  assert.deepEqual(await rows('SELECT s/is_queryable FROM EHR_STATUS s'), [[true]])
  assert.deepEqual(await rows('SELECT COUNT(*) FROM COMPOSITION c WHERE LENGTH(c/name/value) > 0'), [[1]])
  assert.deepEqual(await rows(`${Q} WHERE e/ehr_id/value = $id`, { id: hidden }), [])
})

it('one that is asked for by its id is', async () => {
  assert.deepEqual(await rows(Q.replace('EHR e', 'EHR e[ehr_id/value=$id]'), { id: hidden }), [[hidden]])
  assert.deepEqual((await ask(Q, { ehr_id: hidden })).json().rows, [[hidden]])
  assert.deepEqual((await ask(Q, { query_parameters: { ehr_id: hidden } })).json().rows, [[hidden]])
  assert.deepEqual((await ask(Q, {}, { headers: { 'openEHR-EHR-id': hidden } })).json().rows, [[hidden]])
  const get = await send(`GET /query/aql?ehr_id=${hidden}&q=${encodeURIComponent(Q)}`)
  assert.deepEqual(get.json().rows, [[hidden]])
})

it('follows the status as it is now', async () => {
  const status = await send(`GET /openehr/v1/ehr/${open}/ehr_status`)
  const answer = await asked.server.call(`PUT /openehr/v1/ehr/${open}/ehr_status`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json', 'If-Match': status.headers.get('etag') ?? '' },
    body: JSON.stringify({ ...status.json(), is_queryable: false }),
  })
  assert.ok(answer.status < 300, answer.text)
  assert.deepEqual(await rows(Q), [])
})
