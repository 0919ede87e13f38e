/** Templates over HTTP: docs/interface.md, section 7, and the Definition API of openEHR REST. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloodPressure, bloodPressureOpt, idOf, newEhr, postComposition, TEMPLATE_ID } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const PATH = '/openehr/v1/definition/template/adl1.4'
const XML = { 'Content-Type': 'application/xml' }
const encoded = encodeURIComponent(TEMPLATE_ID)

const upload = (body: string, headers: Record<string, string> = {}) =>
  server.call(`POST ${PATH}`, { scopes: 'api.write', headers: { ...XML, ...headers }, body })
const read = (path: string, headers: Record<string, string> = {}) =>
  server.call(`GET ${PATH}${path}`, { scopes: 'api.read', headers })

test('before any upload the list is empty', async () => {
  const answer = await read('')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json(), [])
})

test('an upload answers 201 with Location and ETag, and an empty body by default', async () => {
  const answer = await upload(bloodPressureOpt())
  assert.equal(answer.status, 201)
  assert.equal(answer.text, '')
  assert.ok(answer.headers.get('location')?.endsWith(`${PATH}/${encoded}`))
  assert.notEqual(idOf(answer), '')
})

test('a second upload of the same template id answers 409', async () => {
  const answer = await upload(bloodPressureOpt())
  assert.equal(answer.status, 409)
  assert.equal(answer.json().code, 'template.exists')
})

test('return=representation answers with the OPT as it was sent', async () => {
  const body = bloodPressureOpt('Represented')
  const answer = await upload(body, { Prefer: 'return=representation' })
  assert.equal(answer.status, 201)
  assert.equal(answer.text, body)
  assert.equal(answer.headers.get('preference-applied'), 'return=representation')
})

for (const accept of ['application/json', 'application/xml', '*/*', 'application/openehr.wt+json'])
  test(`an upload is taken with Accept: ${accept}`, async () => {
    const answer = await upload(bloodPressureOpt(`With ${accept}`), { Accept: accept })
    assert.equal(answer.status, 201)
  })

test('the list has template_id, concept, archetype_id and created_timestamp, and nothing else', async () => {
  const list = (await read('')).json()
  const row = list.find((each: { template_id: string }) => each.template_id === TEMPLATE_ID)
  assert.deepEqual(Object.keys(row).sort(), ['archetype_id', 'concept', 'created_timestamp', 'template_id'])
  assert.equal(row.concept, TEMPLATE_ID)
  assert.equal(row.archetype_id, 'openEHR-EHR-COMPOSITION.encounter.v1')
  assert.ok(!Number.isNaN(Date.parse(row.created_timestamp)))
})

const FORMS: [accept: string, type: RegExp, begins: RegExp][] = [
  ['application/xml', /^application\/xml/, /^<\?xml/],
  ['text/plain', /^text\/plain/, /^<\?xml/],
  ['application/openehr.wt+json', /^application\/openehr\.wt\+json/, /^\{"templateId":"Blood pressure\.v1"/],
  ['application/json', /^application\/json/, /^\{"templateId":"Blood pressure\.v1"/],
]
for (const [accept, type, begins] of FORMS)
  test(`a template is read as ${accept}`, async () => {
    const answer = await read(`/${encoded}`, { Accept: accept })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', type)
    assert.match(answer.text, begins)
  })

test('what cannot be produced answers 406', async () => {
  assert.equal((await read(`/${encoded}`, { Accept: 'image/png' })).status, 406)
})

test('an unknown template answers 404 on every route', async () => {
  for (const path of ['/Unknown', '/Unknown/example']) assert.equal((await read(path)).status, 404, path)
  const put = await server.call(`PUT ${PATH}/Unknown`, {
    scopes: 'api.write',
    headers: XML,
    body: bloodPressureOpt('Unknown'),
  })
  assert.equal(put.status, 404)
  assert.equal((await server.call(`DELETE ${PATH}/Unknown`, { scopes: 'api.write' })).status, 404)
})

const BAD: [what: string, body: string][] = [
  ['an empty body', ''],
  ['no XML', 'template'],
  ['XML that is not well-formed', '<template>'],
  ['an empty template', '<template xmlns="http://schemas.openehr.org/v1"/>'],
  [
    'a DOCTYPE',
    `<!DOCTYPE template [<!ENTITY x "y">]>${bloodPressureOpt('Doctype').replace(/^<\?xml[^>]*\?>/, '')}`,
  ],
  ['no template id', bloodPressureOpt('gone').replace(/<template_id>.*?<\/template_id>/s, '')],
  ['no concept', bloodPressureOpt('gone').replace(/<concept>.*?<\/concept>/s, '')],
]
for (const [what, body] of BAD)
  test(`${what} answers 400 and stores nothing`, async () => {
    const answer = await upload(body)
    assert.equal(answer.status, 400)
    assert.ok(answer.json().message.length > 10)
    const list = (await read('')).json().map((each: { template_id: string }) => each.template_id)
    assert.ok(!list.includes('gone') && !list.includes('Doctype'))
  })

test('all faults of a template are listed, each with its line', async () => {
  const broken = bloodPressureOpt('Faulty')
    .replaceAll('HISTORY', 'NO_SUCH_CLASS')
    .replace(/<concept>.*?<\/concept>/s, '')
  const { errors } = (await upload(broken)).json()
  assert.ok(errors.length >= 2)
  for (const each of errors) assert.ok(each.line > 0 && each.message.length > 0)
})

test('a wrong media type answers 415', async () => {
  const answer = await upload(bloodPressureOpt('Typed'), { 'Content-Type': 'application/json' })
  assert.equal(answer.status, 415)
})

for (const detail of ['required', 'medium', 'complete'])
  test(`an example of detail ${detail} can be committed as it is`, async () => {
    const example = await read(`/${encoded}/example?detail_level=${detail}`)
    assert.equal(example.status, 200)
    const ehrId = await newEhr(server)
    const answer = await postComposition(server, ehrId, example.json())
    assert.equal(answer.status, 201, answer.text)
  })

for (const accept of [
  'application/xml',
  'application/openehr.wt.flat+json',
  'application/openehr.wt.structured+json',
])
  test(`an example as ${accept} can be committed as it is`, async () => {
    const example = await read(`/${encoded}/example?detail_level=complete`, { Accept: accept })
    assert.equal(example.status, 200)
    const answer = await server.call(`POST /openehr/v1/ehr/${await newEhr(server)}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': accept, 'openehr-template-id': TEMPLATE_ID },
      body: example.text,
    })
    assert.equal(answer.status, 201, answer.text)
  })

test('an example asked for with a wrong parameter answers 400', async () => {
  assert.equal((await read(`/${encoded}/example?detail_level=all`)).status, 400)
  assert.equal((await read(`/${encoded}/example?type=both`)).status, 400)
})

test('a template in use is replaced by a new version; old records keep theirs, new ones are held to the new one', async () => {
  await upload(bloodPressureOpt('Replaced'))
  const ehrId = await newEhr(server)
  const old = await postComposition(server, ehrId, bloodPressure([{ systolic: 900 }], 'Replaced'))
  assert.equal(old.status, 201, old.text)
  const stricter = bloodPressureOpt('Replaced').replaceAll('<upper>1000.0</upper>', '<upper>300.0</upper>')
  const put = await server.call(`PUT ${PATH}/Replaced`, { scopes: 'api.write', headers: XML, body: stricter })
  assert.equal(put.status, 204, put.text)
  const refused = await postComposition(server, ehrId, bloodPressure([{ systolic: 900 }], 'Replaced'))
  assert.equal(refused.status, 422)
  const kept = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${idOf(old)}`, {
    scopes: 'api.read',
    headers: { Accept: 'application/openehr.wt.flat+json' },
  })
  assert.equal(kept.status, 200)
  const list = (await read(''))
    .json()
    .filter((each: { template_id: string }) => each.template_id === 'Replaced')
  assert.equal(list.length, 1)
})

test('replacing under another id answers 400', async () => {
  const answer = await server.call(`PUT ${PATH}/${encoded}`, {
    scopes: 'api.write',
    headers: XML,
    body: bloodPressureOpt('Another'),
  })
  assert.equal(answer.status, 400)
})

test('a template that no record was made by can be deleted, and uploaded again', async () => {
  await upload(bloodPressureOpt('Unused'))
  const gone = await server.call(`DELETE ${PATH}/Unused`, { scopes: 'api.write' })
  assert.equal(gone.status, 204)
  assert.equal((await read('/Unused')).status, 404)
  assert.equal((await upload(bloodPressureOpt('Unused'))).status, 201)
})

test('a template that records were made by stays: 409', async () => {
  const answer = await server.call(`DELETE ${PATH}/${encoded}`, { scopes: 'api.write' })
  assert.equal(answer.status, 409)
  assert.equal(answer.json().code, 'template.in_use')
})

test('a template can be uploaded as bytes, by clients that know no XML', async () => {
  const answer = await server.call(`POST ${PATH}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: Buffer.from(bloodPressureOpt('as bytes')),
  })
  assert.equal(answer.status, 201, answer.text)
})
