/** Large templates and compositions, which are read in threads: they fare as small ones do. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bloodPressure, bloodPressureOpt, idOf, newEhr, postComposition, TEMPLATE_ID } from '../records.ts'
import { testServer } from '../server.ts'

const LARGE = 64 * 1024

const server = await testServer()
const XML_TYPE = { 'Content-Type': 'application/xml' }
/** A comment makes a template as large as one likes. */
const padded = (opt: string) =>
  opt.replace(/<template\b[^>]*>/, tag => `${tag}<!-- ${'x'.repeat(2 * LARGE)} -->`)
const upload = (opt: string, request = 'POST') =>
  server.call(
    request === 'POST'
      ? 'POST /openehr/v1/definition/template/adl1.4'
      : `PUT /openehr/v1/definition/template/adl1.4/${TEMPLATE_ID}`,
    { scopes: 'api.write', headers: XML_TYPE, body: opt },
  )

it('a large template with faults is refused, with all of them', async () => {
  const opt = padded(bloodPressureOpt()).replaceAll('<rm_type_name>HISTORY<', '<rm_type_name>HISTERY<')
  const answer = await upload(opt)
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.json().code, 'template.invalid')
  assert.match(answer.text, /HISTERY/)
  assert.ok(answer.json().errors.every(({ line }: { line: number }) => line > 0))
})

it('a large template is stored and replaced', async () => {
  assert.equal((await upload(padded(bloodPressureOpt()))).status, 201)
  assert.equal((await upload(padded(bloodPressureOpt()))).status, 409)
  assert.equal((await upload(padded(bloodPressureOpt()), 'PUT')).status, 204)
})

const ehrId = await newEhr(server)
const readings = Array.from({ length: 300 }, (_, at) => ({ systolic: 100 + (at % 50), diastolic: 80 }))
const large = bloodPressure(readings)

const read = (uid: string, accept: string) =>
  server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
    scopes: 'api.read',
    headers: { Accept: accept },
  })

const FORMS = [
  'application/json',
  'application/xml',
  'application/openehr.wt.flat+json',
  'application/openehr.wt.structured+json',
]

for (const form of FORMS)
  it(`a large composition in ${form} is stored as it was sent`, async () => {
    const first = await postComposition(server, ehrId, large)
    assert.equal(first.status, 201, first.text)
    const sent = (await read(idOf(first), form)).text
    assert.ok(sent.length > LARGE, `only ${sent.length} characters`)
    const second = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': form, 'openehr-template-id': TEMPLATE_ID },
      body: withoutUid(sent),
    })
    assert.equal(second.status, 201, second.text.slice(0, 500))
    const back = (await read(idOf(second), 'application/json')).json()
    assert.deepEqual(back.content, large.content)
  })

it('what is wrong with a large composition is told with its path', async () => {
  const wrong = structuredClone(large) as {
    content: { data: { events: { data: { items: { value: { units: string } }[] } }[] } }[]
  }
  const value = wrong.content[0]?.data.events[299]?.data.items[0]?.value
  if (value) value.units = 'kg'
  const answer = await postComposition(server, ehrId, wrong)
  assert.equal(answer.status, 422, answer.text.slice(0, 500))
  assert.equal(answer.json().code, 'data.invalid')
  assert.deepEqual(
    answer.json().errors.map(({ path }: { path: string }) => /events\[at0006[^\]]*\]/.test(path)),
    [true],
  )
})

it('a large body that cannot be read is refused as a small one is', async () => {
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: XML_TYPE,
    body: `<composition xmlns="http://schemas.openehr.org/v1">${'<a/>'.repeat(LARGE)}`,
  })
  assert.equal(answer.status, 400, answer.text.slice(0, 500))
  assert.equal(answer.json().code, 'xml.malformed')
})

it('a contribution of many large compositions is committed whole', async () => {
  const version = {
    _type: 'ORIGINAL_VERSION',
    lifecycle_state: coded('532', 'complete'),
    commit_audit: {
      change_type: coded('249', 'creation'),
      committer: { _type: 'PARTY_IDENTIFIED', name: 'A' },
    },
    data: large,
  }
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      _type: 'CONTRIBUTION',
      versions: Array.from({ length: 12 }, () => version),
      audit: { change_type: coded('249', 'creation'), committer: { _type: 'PARTY_IDENTIFIED', name: 'A' } },
    }),
  })
  assert.equal(answer.status, 201, answer.text.slice(0, 500))
})

function coded(code: string, value: string) {
  return {
    _type: 'DV_CODED_TEXT',
    value,
    defining_code: {
      _type: 'CODE_PHRASE',
      terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
      code_string: code,
    },
  }
}

/** The same without the uid of the composition that it was read from. */
const withoutUid = (text: string): string =>
  text.startsWith('<')
    ? text.replace(/<uid\b.*?<\/uid>/s, '')
    : JSON.stringify(JSON.parse(text), (name, value) => (isUid(name) ? undefined : value))

const isUid = (name: string): boolean => name === 'uid' || name === '_uid' || name.endsWith('/_uid')
