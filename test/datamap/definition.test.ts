/** Definitions of datamaps, black box: every route, what it answers, and what it refuses. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fits, type Json } from '../../packages/openehr/test/json-schema.ts'
import { bloodPressureOpt, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

const server = await testServer()
before(() => uploadTemplate(server))

const BASE = '/extra/v1/definition/datamap'
const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const SYSTOLIC = `${EVENT}/data[at0003]/items[at0004]/value`

const PATHS = [
  { add: 'Datum en Tijd', path: '/context/start_time', comment: 'DV_DATE_TIME' },
  { add: 'systolic', path: SYSTOLIC, comment: 'DV_QUANTITY' },
  { add: 'events._root', path: EVENT, comment: 'EVENT' },
  { add: 'events.time', path: '/time' },
]
const DEFINITION = { template: 'Blood pressure.v1', comment: 'For the ward', paths: PATHS }

const XML = `<datamap template="Blood pressure.v1">
  <paths add="systolic" path="${SYSTOLIC}" comment="DV_QUANTITY"/>
</datamap>`

const put = (name: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.call(`PUT ${BASE}/${encodeURIComponent(name)}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': body.startsWith('<') ? 'application/xml' : 'application/json', ...headers },
    body,
  })

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.call(`GET ${path}`, { scopes: 'api.read', headers })

const remove = (name: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.call(`DELETE ${BASE}/${encodeURIComponent(name)}`, { scopes: 'api.write', headers })

describe('a datamap is saved', () => {
  it('as JSON: 201 with its tag and address, then 200 with a higher version under the same uid', async () => {
    const made = await put('ward', JSON.stringify(DEFINITION))
    assert.equal(made.status, 201, made.text)
    const { uid, version, timestamp, ...rest } = made.json()
    assert.equal(version, 1)
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
    const { value, ...told } = rest
    assert.deepEqual(told, {
      name: 'ward',
      type: 'datamap',
      category: 'API',
      ...DEFINITION,
      validationErrors: [],
    })
    assert.match(value, /^<\?xml .*<datamap template="Blood pressure\.v1" comment="For the ward">/s)
    assert.equal(made.headers.get('ETag'), `"${uid}::1"`)
    assert.ok(made.headers.get('Location')?.endsWith(`${BASE}/ward`))
    const again = await put('ward', XML)
    assert.deepEqual([again.status, again.json().uid, again.json().version], [200, uid, 2])
    assert.equal(again.headers.get('ETag'), `"${uid}::2"`)
  })

  it('as XML, and is read back as it was given; as JSON with the XML inside', async () => {
    const made = await put('as given', XML)
    assert.equal(made.status, 201)
    const xml = await get(`${BASE}/as%20given`, { Accept: 'application/xml' })
    assert.deepEqual([xml.status, xml.text], [200, XML])
    assert.match(xml.headers.get('Content-Type') ?? '', /^application\/xml/)
    const json = (await get(`${BASE}/as%20given`)).json()
    assert.deepEqual([json.value, json.paths.length, json.comment], [XML, 1, ''])
  })

  it('and listed by its name, in order', async () => {
    await put('b', XML)
    await put('a', XML)
    const names: string[] = (await get(BASE)).json()
    assert.deepEqual(names, names.toSorted())
    assert.ok(names.includes('a') && names.includes('b'))
  })

  it('and answers HEAD as GET', async () => {
    await put('headed', XML)
    const head = await server.call(`HEAD ${BASE}/headed`, { scopes: 'api.read' })
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.ok(head.headers.get('ETag'))
    assert.equal((await server.call(`HEAD ${BASE}/nowhere`, { scopes: 'api.read' })).status, 404)
  })

  it('only over the definition that If-Match names, where it is given', async () => {
    const tag = (await put('matched', XML)).headers.get('ETag') ?? ''
    assert.equal((await put('matched', XML, { 'If-Match': tag })).status, 200)
    const stale = await put('matched', XML, { 'If-Match': tag })
    assert.equal(stale.status, 412)
    assert.equal(stale.json().code, 'version.conflict')
    assert.equal(stale.headers.get('ETag'), tag.replace('::1', '::2'))
    assert.equal((await put('matched', XML, { 'If-Match': '*' })).status, 200)
    assert.equal((await put('never there', XML, { 'If-Match': '*' })).status, 412)
    assert.equal((await remove('matched', { 'If-Match': tag })).status, 412)
    assert.equal((await remove('matched', { 'If-Match': tag.replace('::1', '::3') })).status, 200)
  })

  it('by one of two that save it at the same time over the same definition', async () => {
    const tag = (await put('raced', XML)).headers.get('ETag') ?? ''
    const answers = await Promise.all([1, 2, 3, 4].map(() => put('raced', XML, { 'If-Match': tag })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
  })

  it('and deleted: 200, then 404; made anew it has another uid', async () => {
    const { uid } = (await put('short-lived', XML)).json()
    assert.equal((await remove('short-lived')).status, 200)
    const gone = await remove('short-lived')
    assert.deepEqual([gone.status, gone.json().code], [404, 'datamap.not_found'])
    assert.equal((await get(`${BASE}/short-lived`)).status, 404)
    const anew = (await put('short-lived', XML)).json()
    assert.notEqual(anew.uid, uid)
    assert.equal(anew.version, 1)
  })
})

describe('a datamap is refused', () => {
  it('with all faults at once, each with the nearest valid path', async () => {
    const answer = await put(
      'faulty',
      JSON.stringify({
        template: 'Blood pressure.v1',
        paths: [
          { add: 'systolic', path: SYSTOLIC.replace('.v2', '.v1') },
          { add: 'systolic', path: SYSTOLIC },
          { add: 'vuid', path: SYSTOLIC },
          { add: 'x', path: '/content[' },
        ],
      }),
    )
    assert.equal(answer.status, 400)
    const { code, message, errors, validationErrors } = answer.json()
    assert.equal(code, 'datamap.invalid')
    assert.match(message, /4 faults/)
    assert.equal(validationErrors.length, 4)
    assert.deepEqual(
      errors.map(({ path }: { path: string }) => path),
      ['/paths/0/path', '/paths/1/add', '/paths/2/add', '/paths/3/path'],
    )
    assert.ok(errors[0].message.endsWith(`Did you mean ${SYSTOLIC}?`))
    assert.equal((await get(`${BASE}/faulty`)).status, 404)
  })

  it('for a template that is not here, with the nearest that is, beside its other faults', async () => {
    const answer = await put('x', XML.replace('pressure.v1', 'pressure.v2').replace('"systolic"', '"uid"'))
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.json().errors.map(({ path }: { path: string }) => path),
      ['/template', '/paths/0/add'],
    )
    assert.match(answer.text, /Did you mean \\"Blood pressure\.v1\\"\?/)
  })

  it('for its form and for its labels in one answer', async () => {
    const answer = await put(
      'x',
      `<datamap template="Blood pressure.v1"><paths add="a"/><paths add="uid" path="/uid"/><x/></datamap>`,
    )
    assert.equal(answer.json().code, 'datamap.invalid')
    assert.deepEqual(
      answer.json().errors.map(({ path }: { path: string }) => path),
      ['/x', '/paths/0', '/paths/1/add'],
    )
  })

  it('where the body is no XML, no JSON, or neither', async () => {
    assert.equal((await put('x', '<datamap')).json().code, 'xml.malformed')
    assert.equal((await put('x', '{')).json().code, 'json.malformed')
    assert.equal((await put('x', XML, { 'Content-Type': 'text/csv' })).status, 415)
    const doctype = await put('x', `<!DOCTYPE datamap [<!ENTITY x SYSTEM "file:///etc/passwd">]>${XML}`)
    assert.deepEqual([doctype.status, doctype.json().code], [400, 'xml.malformed'])
  })

  it('under a name that is none', async () => {
    for (const name of ['a/b', ' a', 'a ', '...', 'x'.repeat(101), 'a\nb', 'a%', 'ü?']) {
      const answer = await put(name, XML)
      assert.deepEqual([name, answer.status, answer.json().code], [name, 400, 'request.malformed'])
    }
    for (const name of ['x'.repeat(100), 'Verpleegkundige_Anamnese', 'T0004.v1-beta', 'Größe 2'])
      assert.equal((await put(name, XML)).status, 201, name)
  })

  it('without a token, or without the scope to write', async () => {
    assert.equal((await server.call(`GET ${BASE}`)).status, 401)
    for (const call of [`PUT ${BASE}/x`, `DELETE ${BASE}/x`]) {
      const answer = await server.call(call, {
        scopes: 'api.read',
        ...(call.startsWith('PUT') ? { headers: { 'Content-Type': 'application/xml' }, body: XML } : {}),
      })
      assert.equal(answer.status, 403, call)
    }
  })
})

describe('the schema of a datamap', () => {
  it('is a JSON Schema 2020-12 of its records, with hints', async () => {
    const { uid } = (await put('schemed', JSON.stringify(DEFINITION))).json()
    const answer = await get(`${BASE}/schemed/schema`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('Content-Type') ?? '', /^application\/schema\+json/)
    const schema = answer.json()
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
    assert.equal(schema.$id, `schemed::datamap::${uid}`)
    assert.equal(schema.type, 'object')
    assert.equal(schema.additionalProperties, false)
    assert.deepEqual(Object.keys(schema.properties).slice(11), ['Datum en Tijd', 'systolic', 'events'])
    assert.ok(
      Object.values(schema.properties)
        .slice(0, 11)
        .every(field => (field as Json)['readOnly'] === true),
    )
    assert.deepEqual(schema.properties.systolic, {
      title: 'Systolic',
      description: 'Systolic; in mm[Hg]',
      href: SYSTOLIC,
      rmType: 'DV_QUANTITY',
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1000,
    })
    assert.equal(schema.properties['Datum en Tijd'].format, 'date-time')
    assert.deepEqual(schema.properties.events.items.required, ['time'])
    assert.equal(schema.properties.events.items.properties.time.type, 'string')
  })

  it('is of nothing where there is no such datamap', async () => {
    const answer = await get(`${BASE}/nowhere/schema`)
    assert.deepEqual([answer.status, answer.json().code], [404, 'datamap.not_found'])
    assert.equal((await get(`${BASE}/%20/schema`)).status, 400)
  })
})

describe('a suggestion', () => {
  const SUGGEST = '/extra/v1/definition/datamap-suggestion'

  it('is a definition that can be saved as it comes, in XML or JSON', async () => {
    const path = `${SUGGEST}?template_id=${encodeURIComponent('Blood pressure.v1')}`
    const xml = await get(path)
    assert.match(xml.headers.get('Content-Type') ?? '', /^application\/xml/)
    assert.equal((await put('suggested', xml.text)).status, 201)
    const json = await get(path, { Accept: 'application/json' })
    assert.equal((await put('suggested', json.text)).status, 200)
    assert.deepEqual(Object.keys(json.json()), ['template', 'paths'])
  })

  it('needs a template that is there', async () => {
    assert.equal((await get(SUGGEST)).status, 400)
    const unknown = await get(`${SUGGEST}?template_id=none`)
    assert.deepEqual([unknown.status, unknown.json().code], [404, 'template.not_found'])
  })
})

describe('when the template of a datamap changes', () => {
  const upload = (method: string, id: string, body: string) =>
    server.call(
      `${method} /openehr/v1/definition/template/adl1.4${method === 'PUT' ? `/${encodeURIComponent(id)}` : ''}`,
      {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body,
      },
    )
  const ID = 'Changing.v1'

  it('it goes by the latest version that bears it out, and tells what the latest does not', async () => {
    await upload('POST', ID, bloodPressureOpt(ID))
    await put('changing', XML.replace('Blood pressure.v1', ID))
    const without = bloodPressureOpt(ID).replaceAll('at0004', 'at0040')
    assert.equal((await upload('PUT', ID, without)).status, 204)
    const kept = (await get(`${BASE}/changing`)).json()
    assert.equal(kept.validationErrors.length, 1)
    assert.match(kept.validationErrors[0], /has no at0004 in items/)
    const schema = await get(`${BASE}/changing/schema`)
    assert.equal(schema.status, 200)
    assert.equal(schema.json().properties.systolic.title, 'Systolic')
    assert.equal((await put('changing', XML.replace('Blood pressure.v1', ID))).status, 400)
    assert.equal((await upload('PUT', ID, bloodPressureOpt(ID))).status, 204)
    assert.deepEqual((await get(`${BASE}/changing`)).json().validationErrors, [])
  })

  it('and is deleted, the definition stays and says so', async () => {
    const id = 'Fleeting.v1'
    await upload('POST', id, bloodPressureOpt(id))
    await put('fleeting', XML.replace('Blood pressure.v1', id))
    const gone = await server.call(`DELETE /openehr/v1/definition/template/adl1.4/${id}`, {
      scopes: 'api.admin api.write',
    })
    assert.ok(gone.status < 300, gone.text)
    assert.match((await get(`${BASE}/fleeting`)).json().validationErrors[0], /no template "Fleeting\.v1"/)
    const schema = await get(`${BASE}/fleeting/schema`)
    assert.deepEqual([schema.status, schema.json().code], [400, 'datamap.invalid'])
  })
})

it('a record of the schema’s own shape fits it, one with another member does not', async () => {
  await put('fitting', JSON.stringify(DEFINITION))
  const schema: Json = (await get(`${BASE}/fitting/schema`)).json()
  const record = {
    'Datum en Tijd': '2026-11-14T10:00:00+01:00',
    systolic: 120,
    events: [{ time: '2026-11-14T10:00:00Z' }],
  }
  assert.ok(fits(record, schema))
  for (const wrong of [
    { other: 1 },
    { systolic: '120' },
    { systolic: 1001 },
    { events: [{}] },
    { events: [{ time: null }] },
  ])
    assert.ok(!fits({ ...record, ...wrong }, schema), JSON.stringify(wrong))
})
