/** FLAT and STRUCTURED over HTTP: the lean profile, faults by key, and canonical JSON that is none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const FLAT = 'application/openehr.wt.flat+json'
const STRUCTURED = 'application/openehr.wt.structured+json'
const CONTEXT = { 'ctx/language': 'en', 'ctx/territory': 'NL', 'ctx/composer_name': 'A clinician' }
const SYSTOLIC = 'encounter/blood_pressure:0/any_event:0/systolic'

const post = (body: unknown, type = FLAT, query = ''): Promise<Answer> =>
  server.call(`POST /openehr/v1/ehr/${ehrId}/composition${query}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': type, 'openehr-template-id': TEMPLATE_ID },
    body: JSON.stringify(body),
  })

const read = (uid: string, accept: string, query = ''): Promise<Answer> =>
  server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}${query}`, {
    scopes: 'api.read',
    headers: { Accept: accept },
  })

/** As other servers give it: with a kind of party and ids on levels that FLAT has no segment for. */
async function foreignComposition(): Promise<string> {
  const composition = JSON.parse(JSON.stringify(bloodPressure([{ systolic: 120 }])))
  composition.composer = {
    _type: 'PARTY_IDENTIFIED',
    name: 'Dr A',
    external_ref: {
      _type: 'PARTY_REF',
      namespace: 'local',
      type: 'PERSON',
      id: { _type: 'GENERIC_ID', value: '7', scheme: 'local' },
    },
  }
  composition.content[0].data.uid = { _type: 'HIER_OBJECT_ID', value: '0f7b5f0c-7e0c-4d6b-8a53-0f7b5f0c7e0c' }
  const answer = await postComposition(server, ehrId, composition)
  assert.equal(answer.status, 201, answer.text)
  return idOf(answer)
}

describe('the simple profile', () => {
  it('has the keys of the specification alone, by Accept or by the query string', async () => {
    const uid = await foreignComposition()
    const full = (await read(uid, FLAT)).json()
    assert.ok(Object.hasOwn(full, 'encounter/composer/_external_ref|type'))
    assert.ok(Object.hasOwn(full, 'encounter/blood_pressure:0/_data/_uid'))
    const simple = await read(uid, `${FLAT}; profile=simple`)
    assert.equal(simple.status, 200)
    assert.equal(simple.headers.get('content-type'), `${FLAT}; profile=simple; charset=utf-8`)
    const own = /_archetype_details|_external_ref|\/_data/
    assert.deepEqual(
      Object.keys(simple.json()).filter(key => own.test(key)),
      [],
    )
    assert.equal(simple.json()[`${SYSTOLIC}|magnitude`], 120)
    assert.equal((await read(uid, 'application/json', '?format=FLAT&profile=simple')).text, simple.text)
  })

  it('is there for STRUCTURED and for examples', async () => {
    const structured = await read(await foreignComposition(), `${STRUCTURED};profile="simple"`)
    assert.equal(structured.headers.get('content-type'), `${STRUCTURED}; profile=simple; charset=utf-8`)
    assert.doesNotMatch(structured.text, /_external_ref|"_data"/)
    const example = await server.call(
      `GET /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}/example?profile=simple`,
      { scopes: 'api.read', headers: { Accept: FLAT } },
    )
    assert.equal(example.status, 200, example.text)
    assert.match(example.headers.get('content-type') ?? '', /profile=simple/)
  })

  it('can be committed again', async () => {
    const simple = (await read(await foreignComposition(), `${FLAT}; profile=simple`)).json()
    const { 'encounter/_uid': _, ...flat } = simple
    const answer = await post(flat, `${FLAT}; profile=simple`)
    assert.equal(answer.status, 201, answer.text)
  })

  it('is the only other one: 406 in Accept, 400 in the query string', async () => {
    const uid = await foreignComposition()
    assert.equal((await read(uid, `${FLAT}; profile=lean`)).status, 406)
    assert.equal((await read(uid, FLAT, '?profile=lean')).status, 400)
  })
})

describe('faults of FLAT data', () => {
  it('are told by their keys, with the path of the reference model beside', async () => {
    const answer = await post({
      'ctx/language': 'en',
      'ctx/territory': 'NL',
      [`${SYSTOLIC}|magnitude`]: 5000,
    })
    assert.equal(answer.status, 422, answer.text)
    const told = answer.json().errors as readonly { path: string; rm_path: string; message: string }[]
    assert.deepEqual(told.map(({ path, rm_path: rmPath }) => [path, rmPath]).toSorted(), [
      ['ctx/composer_name', '/composer'],
      [
        `${SYSTOLIC}|magnitude`,
        '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude',
      ],
    ])
    assert.match(answer.text, /ctx\/composer_name is missing/)
  })

  it('are the same in STRUCTURED', async () => {
    const event = { systolic: [{ '|magnitude': 5000 }] }
    const body = {
      ctx: { language: 'en', territory: 'NL', composer_name: 'A clinician' },
      encounter: { blood_pressure: [{ any_event: [event] }] },
    }
    const answer = await post(body, STRUCTURED)
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.json().errors[0].path, `${SYSTOLIC}|magnitude`)
  })

  it('say where in the reference model a refused key is', async () => {
    const answer = await post({ ...CONTEXT, [`${SYSTOLIC}|magnitude`]: 'high' })
    assert.equal(answer.status, 400, answer.text)
    const [fault] = answer.json().errors
    assert.equal(fault.path, `${SYSTOLIC}|magnitude`)
    assert.match(
      fault.rm_path,
      /^\/content\[openEHR-EHR-OBSERVATION\.blood_pressure\.v2\]\/.*\/items\[at0004\]$/,
    )
  })
})

describe('canonical JSON that is none', () => {
  it('is told to be FLAT or STRUCTURED, with the media type to send it as', async () => {
    const flat = await post({ ...CONTEXT, [`${SYSTOLIC}|magnitude`]: 120 }, 'application/json')
    assert.equal(flat.status, 400, flat.text)
    assert.match(flat.json().message, /looks like FLAT.*application\/openehr\.wt\.flat\+json.*\?format=FLAT/)
    const structured = await post({ ctx: { language: 'en' }, encounter: {} }, 'application/json')
    assert.match(structured.json().message, /looks like STRUCTURED/)
  })
})
