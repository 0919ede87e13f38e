/** A researcher sees records without identity, and only where it is taken away; lists and exports are in research.test.ts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aboutSubject, note, status } from '../admin/records.ts'
import { settled } from '../audit/trail.ts'
import { adminCall } from '../people/people.ts'
import { idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server, status(aboutSubject('P-secret')))
const uid = idOf(await postComposition(server, ehrId, note('Dr Secret')))
await addPersonWith(server, 'rita', { roles: ['researcher'] })
const makeToken = await openTokens(server)
const token = await makeToken({ scope: 'api.read api.write', person: 'rita' })
const headers = { Authorization: `Bearer ${token}` }

const ask = (q: string, more: Record<string, string> = {}) =>
  server.call(`GET /openehr/v1/query/aql?${new URLSearchParams({ q })}`, { headers: { ...headers, ...more } })

const rowsOf = async (q: string) => {
  const answer = await ask(q)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

describe('a researcher', () => {
  it('sees measurements, and nothing that names somebody', async () => {
    const everything = await ask(
      'SELECT e, c, c/composer/name, e/ehr_status FROM EHR e CONTAINS COMPOSITION c',
    )
    assert.equal(everything.status, 200, everything.text)
    for (const secret of ['Secret', 'P-secret', ehrId, uid.slice(0, 36), '2026-11-14'])
      assert.ok(!JSON.stringify(everything.json().rows).includes(secret), secret)
    const pressures = await rowsOf(
      'SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM EHR e CONTAINS OBSERVATION o',
    )
    assert.deepEqual(pressures, [[120]])
  })

  it('cannot ask for a patient whom they know', async () => {
    assert.deepEqual(await rowsOf(`SELECT c FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS COMPOSITION c`), [])
    assert.deepEqual(await rowsOf("SELECT c FROM COMPOSITION c WHERE c/composer/name = 'Dr Secret'"), [])
    assert.deepEqual(
      await rowsOf("SELECT c FROM COMPOSITION c WHERE c/context/start_time/value > '2026-11-14T00:00:00Z'"),
      [],
    )
  })

  it('has nothing over FHIR, in the change feed, of drafts or by a subscription', async () => {
    const requests = [
      ...[
        `Observation?patient=${ehrId}`,
        `Patient?_id=${ehrId}`,
        `Patient/${ehrId}`,
        `Patient/${ehrId}/$everything`,
      ]
        .concat([`Patient/${ehrId}/$summary`, `Provenance?target=Observation/${uid.slice(0, 36)}`, '$export'])
        .map(path => `GET /fhir/r4/${path}`),
      'GET /extra/v1/changes?after=start',
      `GET /extra/v1/ehr/${ehrId}/draft`,
      'GET /extra/v1/person?name=Secret',
    ]
    for (const request of requests) {
      const answer = await server.call(request, { headers })
      assert.ok([403, 404].includes(answer.status), `${request}: ${answer.status} ${answer.text}`)
      for (const secret of ['Secret', uid.slice(0, 36)]) assert.ok(!answer.text.includes(secret), request)
    }
    const subscribed = await server.call('POST /extra/v1/subscription', {
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'copy', url: 'https://copy.example.org' }),
    })
    assert.equal(subscribed.status, 403, subscribed.text)
  })

  it('gets counts as they are', async () => {
    assert.deepEqual(await rowsOf('SELECT COUNT(*) FROM COMPOSITION c'), [[1]])
    await postComposition(server, ehrId)
    assert.deepEqual(await rowsOf('SELECT COUNT(*), MAX(c/name/value) FROM COMPOSITION c'), [
      [2, 'Encounter'],
    ])
    assert.deepEqual(await rowsOf('SELECT c/name/value, COUNT(*) FROM COMPOSITION c'), [['Encounter', 2]])
  })

  it('gets the same as a table', async () => {
    const csv = await ask('SELECT c/composer/name AS who, c/name/value AS what FROM COMPOSITION c', {
      Accept: 'text/csv',
    })
    assert.equal(csv.status, 200, csv.text)
    assert.doesNotMatch(csv.text, /Secret/)
    assert.match(csv.text, /what/)
  })

  it('runs stored queries in the same way', async () => {
    await server.call('PUT /openehr/v1/definition/query/test::who/1.0.0', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: 'SELECT c/composer/name, e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c',
    })
    const answer = await server.call('GET /openehr/v1/query/test::who', { headers })
    assert.equal(answer.status, 200, answer.text)
    assert.ok(!answer.text.includes('Secret') && !answer.text.includes(ehrId))
  })

  const closed = [
    `GET /openehr/v1/ehr/${ehrId}`,
    `GET /openehr/v1/ehr/${ehrId}/composition/${uid}`,
    `GET /openehr/v1/ehr/${ehrId}/ehr_status`,
    `GET /openehr/v1/ehr?subject_id=P-secret&subject_namespace=hospital`,
    'GET /extra/v1/findings',
    'POST /extra/v1/datamap/any',
    'GET /admin/v1/audit',
  ]
  for (const request of closed)
    it(`finds ${request.replaceAll(ehrId, '…').replace(uid, '…')} closed`, async () => {
      assert.equal((await server.call(request, { headers })).status, 403)
    })

  it('reads templates', async () => {
    const path = `/openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`
    assert.equal((await server.call(`GET ${path}`, { headers })).status, 200)
  })

  it('leaves the EHRs that were shown in the audit trail', async () => {
    await rowsOf('SELECT c FROM COMPOSITION c')
    await settled(server)
    const { events } = (await adminCall(server, `GET /admin/v1/audit?ehr_id=${ehrId}&person=rita`)).json()
    assert.ok(events.length > 0)
  })
})
