/** COMPOSITION over HTTP in XML, FLAT and STRUCTURED, both ways. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { writeXml } from '../../packages/openehr/src/format/index.ts'
import { objectOf } from '../admin/records.ts'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const read = (uid: string, headers: Record<string, string> = {}, query = '') =>
  server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}${query}`, { scopes: 'api.read', headers })
const committed = async (systolic = 120) =>
  idOf(await postComposition(server, ehrId, bloodPressure([{ systolic }])))

const FORMATS: [format: string, type: string, name: string][] = [
  ['XML', 'application/xml', 'XML'],
  ['FLAT', 'application/openehr.wt.flat+json', 'FLAT'],
  ['STRUCTURED', 'application/openehr.wt.structured+json', 'STRUCTURED'],
  ['FLAT by its old name', 'application/openehr.wt.flat.schema+json', 'FLAT'],
]
for (const [what, type, name] of FORMATS)
  test(`a composition goes out as ${what} and comes in again as it was`, async () => {
    const uid = await committed(133)
    const out = await read(uid, { Accept: type })
    assert.equal(out.status, 200)
    assert.ok(out.headers.get('content-type')?.startsWith(type))
    const byName = await read(uid, {}, `?format=${name}`)
    assert.equal(byName.text, out.text)
    const back = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': type, 'openehr-template-id': TEMPLATE_ID },
      body: out.text.replaceAll(objectOf(uid), randomUUID()),
    })
    assert.equal(back.status, 201, back.text)
    const { uid: _a, ...before } = (await read(uid)).json()
    const { uid: _b, ...after } = (await read(idOf(back))).json()
    assert.deepEqual(after, before)
  })

test('a FLAT body can come as JSON with ?format=FLAT and the old template header', async () => {
  const uid = await committed()
  const flat = await read(uid, { Accept: 'application/openehr.wt.flat+json' })
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition?format=FLAT`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json', 'openEHR-TEMPLATE_ID': TEMPLATE_ID },
    body: flat.text.replaceAll(objectOf(uid), randomUUID()),
  })
  assert.equal(answer.status, 201, answer.text)
})

test('a FLAT key that the template does not have is refused with the nearest one', async () => {
  const flat = (await read(await committed(), { Accept: 'application/openehr.wt.flat+json' })).json()
  const key = Object.keys(flat).find(each => each.includes('systolic')) ?? ''
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/openehr.wt.flat+json', 'openehr-template-id': TEMPLATE_ID },
    body: JSON.stringify({ ...flat, [key.replace('systolic', 'sistolic')]: flat[key] }),
  })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /sistolic/)
  assert.match(answer.text, /systolic/)
})

test('XML written by the library is taken', async () => {
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: writeXml(bloodPressure()),
  })
  assert.equal(answer.status, 201, answer.text)
})
