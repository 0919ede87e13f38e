/** Lists of records: interface spec 2.5 and 4.10, with what design section 1 fixes of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { SPEC_FIELDS } from './spec-fields.ts'

const server = await testServer()

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="time of day" path="${EVENT}/time" comment="DV_DATE_TIME"/>
  <paths add="systolic" path="${EVENT}/data[at0003]/items[at0004]/value" comment="DV_QUANTITY"/>
  <paths add="diastolic" path="${EVENT}/data[at0003]/items[at0005]/value" comment="DV_QUANTITY"/>
  <paths add="composer" path="/composer/name" comment="PARTY_IDENTIFIED/name"/>
  <paths add="readings._root" path="${EVENT}" comment="EVENT"/>
  <paths add="readings.systolic" path="/data[at0003]/items[at0004]/value" comment="DV_QUANTITY"/>
</datamap>`

const COLUMNS = ['time of day', 'systolic', 'diastolic', 'composer', 'readings']

type Row = Record<string, unknown>

const objectOf = (answer: Answer): string => idOf(answer).split('::')[0] ?? ''

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.call(`GET ${path}`, { scopes: 'api.read', headers })

const list = (query: Record<string, string> = {}, name = 'pressures') =>
  get(`/extra/v1/datamap/${name}?${new URLSearchParams(query)}`)

async function rows(query: Record<string, string> = {}): Promise<readonly Row[]> {
  const answer = await list(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().data
}

const systolics = async (query: Record<string, string>) => (await rows(query)).map(({ systolic }) => systolic)

/** In the order that they are committed in; the third has a second event, and its composer another name. */
const READINGS = [130, 110, 120, 110, 95]
const uids: string[] = []
let ehr = ''
let other = ''

const composed = (name: string, systolic: number, at: number, more: readonly number[] = []) => ({
  ...bloodPressure([
    { systolic, diastolic: 70 + at, time: `2026-11-14T1${at}:00:00+01:00` },
    ...more.map(each => ({ systolic: each })),
  ]),
  composer: { _type: 'PARTY_IDENTIFIED', name },
})

before(async () => {
  await uploadTemplate(server)
  await uploadTemplate(server, 'Another')
  ehr = await newEhr(server)
  other = await newEhr(server)
  for (const [at, systolic] of READINGS.entries()) {
    const composer = at === 2 ? '=HYPERLINK("x")' : `Nurse ${at % 2}`
    const posted = await postComposition(
      server,
      at === 4 ? other : ehr,
      composed(composer, systolic, at, at === 2 ? [180] : []),
    )
    uids.push(objectOf(posted))
  }
  await postComposition(server, ehr, bloodPressure([{ systolic: 1 }], 'Another'))
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: DEFINITION,
  })
  assert.equal(saved.status, 201, saved.text)
})

describe('a list of records', () => {
  it('has data and totalCount, and of the records of the template all, as they were made', async () => {
    const answer = await list()
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    const { data, totalCount, ...more } = answer.json()
    assert.deepEqual(more, {})
    assert.equal(totalCount, READINGS.length)
    assert.deepEqual(
      data.map((row: Row) => row['uid']),
      uids,
    )
    assert.deepEqual(
      data.map((row: Row) => row['systolic']),
      READINGS,
    )
  })

  it('shows the eleven fields first, then the columns in the order of the definition', async () => {
    for (const row of await rows()) assert.deepEqual(Object.keys(row), [...SPEC_FIELDS, ...COLUMNS])
  })

  it('shows fields of the shapes of the spec', async () => {
    const [row] = await rows()
    const { vuid, uid } = row as { vuid: string; uid: string }
    assert.equal(vuid, `${uid}::cairn.local::1`)
    assert.match(uid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    for (const name of ['version_object_id', 'version_tree_id', 'artefact_id'])
      assert.ok(Number.isInteger(row?.[name]), name)
    assert.match(String(row?.['episode_uid']), /^[0-9a-f-]{36}$/)
    assert.match(String(row?.['episode_id']), /^E\d{7}$/)
    assert.match(String(row?.['episode_start']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(row?.['episode_end'], '9999-12-31 23:59:59')
    assert.equal(row?.['episode_status'], 'active')
    assert.equal(row?.['version_tree_id'], 1)
    assert.equal(row?.['trunk_lifecycle_state'], 'complete')
  })

  it('shows timestamps with their offset, numbers, texts, the first of several events, and groups of all', async () => {
    const row = (await rows())[2]
    assert.equal(row?.['time of day'], '2026-11-14T12:00:00+01:00')
    assert.equal(row?.['systolic'], 120)
    assert.equal(row?.['composer'], '=HYPERLINK("x")')
    assert.deepEqual(row?.['readings'], [{ systolic: 120 }, { systolic: 180 }])
  })

  it('shows the latest version, and a deleted record no more', async () => {
    const posted = await postComposition(server, ehr, composed('Nurse', 60, 0))
    const updated = await server.call(`PUT /openehr/v1/ehr/${ehr}/composition/${objectOf(posted)}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${idOf(posted)}"` },
      body: JSON.stringify(composed('Nurse', 61, 0)),
    })
    assert.ok(updated.status < 300, updated.text)
    const [row, more] = await rows({ systolic: '61' })
    assert.equal(more, undefined)
    assert.equal(row?.['uid'], objectOf(posted))
    assert.equal(row?.['version_tree_id'], 2)
    assert.deepEqual(await rows({ systolic: '60' }), [])
    const vuid = String(row?.['vuid'])
    const deleted = await server.call(`DELETE /openehr/v1/ehr/${ehr}/composition/${vuid}`, {
      scopes: 'api.write',
    })
    assert.equal(deleted.status, 204)
    assert.equal((await list()).json().totalCount, READINGS.length)
  })

  it('leaves out EHRs that are not queryable, unless one is asked for by its id', async () => {
    const hidden = await newEhr(server, {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'EHR Status' },
      subject: { _type: 'PARTY_SELF' },
      is_queryable: false,
      is_modifiable: true,
    })
    await postComposition(server, hidden, composed('Nurse', 44, 0))
    assert.equal((await list()).json().totalCount, READINGS.length)
    assert.deepEqual(await systolics({ ehrUid: hidden }), [44])
    assert.deepEqual(
      await systolics({ order_by: 'systolic' }),
      READINGS.toSorted((a, b) => a - b),
    )
  })

  it('needs a token with api.read', async () => {
    assert.equal((await server.call('GET /extra/v1/datamap/pressures')).status, 401)
    const answer = await server.call('GET /extra/v1/datamap/pressures', { scopes: 'api.write' })
    assert.equal(answer.status, 403)
  })
})

describe('pages', () => {
  it('are of the size of limit, from the position of offset, and say the total of all', async () => {
    assert.deepEqual(await systolics({ limit: '2' }), READINGS.slice(0, 2))
    assert.deepEqual(await systolics({ limit: '2', offset: '1' }), READINGS.slice(0, 2))
    assert.deepEqual(await systolics({ limit: '2', offset: '2' }), READINGS.slice(1, 3))
    const last = (await list({ limit: '2', offset: '5' })).json()
    assert.equal(last.data.length, 1)
    assert.equal(last.totalCount, READINGS.length)
    assert.deepEqual((await list({ offset: '6' })).json(), { data: [], totalCount: READINGS.length })
  })

  for (const [name, value] of [
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', 'ten'],
    ['limit', '1.5'],
    ['limit', ''],
    ['limit', '10001'],
    ['limit', '99999999999999999999'],
    ['offset', '0'],
    ['offset', '-5'],
    ['offset', 'first'],
    ['offset', '2147483648'],
    ['after', 'x'],
    ['after', 'WyInOyBkcm9wIHRhYmxlIGNhaXJuLmVociJd'],
    ['ehrUid', 'nobody'],
    ['ehrUid', ''],
    ['ehrUid', "' or 1=1 --"],
    ['order_by', 'pulse'],
    ['order_by', ''],
    ['order_by', 'systolic,,time of day'],
    ['order_by', 'systolic sideways'],
    ['order_by', '-systolic desc'],
    ['order_by', 'readings'],
    ['order_by', 'readings.systolic'],
    ['order_by', 'systolic; drop table cairn.ehr'],
    ['pulse', '60'],
    ['systolic[near]', '60'],
    ['systolic', 'high'],
    ['systolic[gte]', '1e999'],
    ['time of day[gte]', 'yesterday'],
    ['systolic[contains]', '1'],
    ['systolic[exists]', 'maybe'],
    ['version_tree_id', 'x'],
  ] as const)
    it(`answers 400 to ${name}=${value}, and names it`, async () => {
      const answer = await list({ [name]: value })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.json().message.includes(name.replace(/\[.*/, '')), answer.text)
    })

  it('take limit once only', async () => {
    assert.equal((await get('/extra/v1/datamap/pressures?limit=1&limit=2')).status, 400)
  })

  it('answers 404 for an EHR or a datamap that there is not', async () => {
    assert.equal((await list({ ehrUid: '7d44b88c-4199-4bad-97dc-d78268e01398' })).status, 404)
    const answer = await list({}, 'nothing')
    assert.equal(answer.status, 404)
    assert.equal(answer.json().code, 'datamap.not_found')
  })

  it('suggest the column that was meant', async () => {
    assert.match((await list({ order_by: 'sistolic' })).json().message, /Did you mean "systolic"\?/)
  })

  it('are of one EHR where it is named', async () => {
    assert.deepEqual(await systolics({ ehrUid: other }), [95])
    assert.deepEqual(
      await systolics({ ehrUid: ehr.toUpperCase(), order_by: 'systolic' }),
      [110, 110, 120, 130],
    )
  })
})

describe('order_by', () => {
  const byUid = (a: string, b: string) => (a < b ? -1 : 1)
  it('takes a column, a direction, several columns', async () => {
    assert.deepEqual(await systolics({ order_by: 'systolic' }), [95, 110, 110, 120, 130])
    assert.deepEqual(await systolics({ order_by: 'systolic asc' }), [95, 110, 110, 120, 130])
    assert.deepEqual(await systolics({ order_by: 'systolic DESC' }), [130, 120, 110, 110, 95])
    assert.deepEqual(await systolics({ order_by: '-systolic' }), [130, 120, 110, 110, 95])
    assert.deepEqual(await systolics({ order_by: 'time of day desc' }), READINGS.toReversed())
    assert.deepEqual(
      (await rows({ order_by: 'systolic, -time of day' })).map(({ diastolic }) => diastolic),
      [74, 73, 71, 72, 70],
    )
    assert.deepEqual(
      (await rows({ order_by: 'composer desc, systolic' })).map(({ systolic }) => systolic),
      [110, 110, 95, 130, 120],
    )
  })

  it('ends in uid, so that equal ones always stand in one order', async () => {
    const found = (await rows({ order_by: 'artefact_id' })).map(({ uid }) => String(uid))
    assert.deepEqual(found, uids.toSorted(byUid))
    const ties = (await rows({ order_by: '-systolic' })).filter(({ systolic }) => systolic === 110)
    assert.deepEqual(
      ties.map(({ uid }) => uid),
      [uids[1] ?? '', uids[3] ?? ''].toSorted(byUid),
    )
  })

  for (const field of SPEC_FIELDS)
    it(`takes the field ${field}`, async () => {
      const found = (await rows({ order_by: `${field} desc` })).map(row => row[field])
      const expected = found.toSorted((a, b) =>
        typeof a === 'number' ? Number(b) - a : String(a) < String(b) ? 1 : String(a) > String(b) ? -1 : 0,
      )
      assert.deepEqual(found, expected)
    })
})

describe('filters', () => {
  for (const [query, expected] of [
    [{ systolic: '110' }, [110, 110]],
    [{ systolic: '110.0' }, [110, 110]],
    [{ 'systolic[ne]': '110' }, [130, 120, 95]],
    [{ 'systolic[gt]': '110' }, [130, 120]],
    [{ 'systolic[gte]': '110', 'systolic[lt]': '130' }, [110, 120, 110]],
    [{ 'systolic[lte]': '95' }, [95]],
    [{ 'systolic[in]': '95,130' }, [130, 95]],
    [{ 'systolic[exists]': 'true' }, READINGS],
    [{ 'systolic[exists]': 'false' }, []],
    [{ composer: 'Nurse 1' }, [110, 110]],
    [{ 'composer[contains]': 'NURSE' }, [130, 110, 110, 95]],
    [{ 'composer[contains]': '%' }, []],
    [{ 'time of day[gte]': '2026-11-14T11:00:00Z' }, [120, 110, 95]],
    [{ 'time of day': '2026-11-14T12:00:00+01:00' }, [120]],
    [{ 'time of day[lt]': '2026-11-15', diastolic: '70' }, [130]],
    [{ version_tree_id: '1', 'systolic[gte]': '120' }, [130, 120]],
    [{ episode_status: 'inactive' }, []],
    [{ trunk_lifecycle_state: 'complete', order_by: '-systolic', limit: '2' }, [130, 120]],
    [{ 'systolic[gte]': '110', order_by: '-systolic,diastolic', offset: '2', limit: '2' }, [120, 110]],
  ] as readonly (readonly [Record<string, string>, readonly number[]])[])
    it(`${JSON.stringify(query)} finds ${expected.length}`, async () => {
      const answer = await list(query)
      assert.equal(answer.status, 200, answer.text)
      const { data, totalCount } = answer.json()
      assert.deepEqual(
        data.map((row: Row) => row['systolic']),
        expected,
      )
      if (!query['limit']) assert.equal(totalCount, expected.length)
    })
})

it('CSV is a table with a head, and runs nothing in a spreadsheet', async () => {
  const answer = await get('/extra/v1/datamap/pressures', { Accept: 'text/csv' })
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(answer.headers.get('x-total-count'), String(READINGS.length))
  const lines = answer.text.split('\r\n')
  assert.equal(lines[0], [...SPEC_FIELDS, ...COLUMNS].join(','))
  assert.equal(lines.length, READINGS.length + 2)
  assert.ok(lines[3]?.includes(`,"'=HYPERLINK(""x"")",`), lines[3])
  assert.ok(lines[3]?.endsWith(`,"[{""systolic"":120},{""systolic"":180}]"`), lines[3])
})

it('a definition that comes with the call is listed without being saved', async () => {
  const adHoc = (body: string, type: string, query = '') =>
    server.call(`POST /extra/v1/datamap${query}`, {
      scopes: 'api.read',
      headers: { 'Content-Type': type },
      body,
    })
  const xml = await adHoc(DEFINITION, 'application/xml', '?order_by=systolic&limit=1')
  assert.equal(xml.json().data[0].systolic, 95)
  const paths = [{ add: 'who', path: '/composer/name' }]
  const json = await adHoc(JSON.stringify({ template: 'Blood pressure.v1', paths }), 'application/json')
  assert.deepEqual(Object.keys(json.json().data[0]), [...SPEC_FIELDS, 'who'])
  const faulty = await adHoc(DEFINITION.replaceAll('at0004', 'at0044'), 'application/xml')
  assert.equal(faulty.status, 400)
  assert.equal(faulty.json().code, 'datamap.invalid')
})
