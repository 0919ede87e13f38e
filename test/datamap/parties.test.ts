/** Datamaps of a demographic template: their members, pages, filters and formats, and the rights that they need (decision 0123). */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { backendToken, newParty, party, uploadPartyTemplates } from '../demographic/parties.ts'
import { type PersonData, person } from '../demographic/people.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

const server = await testServer()

const NAME = '/identities[openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1]/details[at0001]'
const ADDRESSES = '/contacts[at0010]/addresses[openEHR-DEMOGRAPHIC-ADDRESS.address.v1]'
const PEOPLE = `<datamap template="Person">
  <paths add="family" path="${NAME}/items[at0002]/value" comment="DV_TEXT"/>
  <paths add="born" path="/details[at0001]/items[at0002]/value" comment="DV_DATE"/>
  <paths add="sex" path="/details[at0001]/items[at0003]/value" comment="DV_CODED_TEXT"/>
  <paths add="address._root" path="${ADDRESSES}" comment="ADDRESS"/>
  <paths add="address.town" path="/details[at0001]/items[at0003]/value" comment="DV_TEXT"/>
</datamap>`
const DEVICES = `<datamap template="Device">
  <paths add="full_name" path="/identities/details[at0001]/items[at0002]/value" comment="DV_TEXT"/>
</datamap>`

const PRESSURES = `<datamap template="Blood pressure.v1">
  <paths add="composer" path="/composer/name" comment="PARTY_IDENTIFIED/name"/>
</datamap>`

/** In the order that they are committed in. */
const GIVEN: readonly PersonData[] = [
  { family: 'Okafor', born: '1980-05-03', sex: 'female', address: ['1 Road', 'Leeds'] },
  { family: 'Berg', born: '1970-01-02', sex: 'male' },
  { family: 'Nilsson', born: '1990-12-31' },
]
const uids: string[] = []

const call = (request: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  server.call(request, {
    ...('Authorization' in headers ? {} : { scopes: 'api.read api.write api.admin' }),
    headers,
    ...(body === undefined ? {} : { body }),
  })

const put = async (name: string, xml: string): Promise<void> => {
  const path = `PUT /extra/v1/definition/datamap/${name}`
  const answer = await call(path, { 'Content-Type': 'application/xml' }, xml)
  assert.equal(answer.status, 201, answer.text)
}

const list = (query = '', headers: Readonly<Record<string, string>> = {}, name = 'people'): Promise<Answer> =>
  call(`GET /extra/v1/datamap/${name}${query}`, headers)

const families = async (query: string): Promise<readonly string[]> => {
  const answer = await list(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().data.map(({ family }: { family: string }) => family)
}

const bearer = async (scopes: string) => ({ Authorization: `Bearer ${await backendToken(server, scopes)}` })

before(async () => {
  await uploadPartyTemplates(server)
  await uploadTemplate(server)
  for (const each of GIVEN) uids.push(await newParty(server, 'person', person(each)))
  const [first = ''] = uids
  const changed = await call(
    `PUT /openehr/v1/demographic/person/${first.split('::')[0]}`,
    { 'If-Match': first, 'Content-Type': 'application/json' },
    JSON.stringify(person({ ...GIVEN[0], family: 'Okafor-Bell' })),
  )
  assert.equal(changed.status, 204, changed.text)
  const deleted = await newParty(server, 'person', person({ family: 'Gone' }))
  await call(`DELETE /openehr/v1/demographic/person/${deleted}`)
  await newParty(server, 'agent', party('agent', 'Pump 7'))
  assert.equal((await postComposition(server, await newEhr(server), bloodPressure())).status, 201)
  await put('people', PEOPLE)
  await put('agent_overview', DEVICES)
  await put('pressures', PRESSURES)
})

describe('a datamap of parties', () => {
  it('has records with the members of a party, and none about an episode', async () => {
    const { data, totalCount } = (await list('', {}, 'agent_overview')).json()
    assert.equal(totalCount, 1)
    const [{ uid, vuid, version_object_id, ...others }] = data
    assert.match(vuid, new RegExp(`^${uid}::.+::1$`))
    assert.equal(typeof version_object_id, 'number')
    assert.deepEqual(others, { version_tree_id: 1, full_name: 'Pump 7' })
    const schema = (await call('GET /extra/v1/definition/datamap/agent_overview/schema')).json()
    assert.deepEqual(Object.keys(schema.properties), [
      ...['vuid', 'uid', 'version_object_id', 'version_tree_id', 'full_name'],
    ])
  })

  it('shows the latest version of each party that is not deleted, with coded values and groups', async () => {
    const { data, totalCount } = (await list()).json()
    assert.equal(totalCount, 3)
    const [okafor] = data
    assert.deepEqual(
      [okafor.family, okafor.born, okafor.sex, okafor.address, okafor.version_tree_id],
      ['Okafor-Bell', '1980-05-03', { code: 'at0004', value: 'female' }, [{ town: 'Leeds' }], 2],
    )
    assert.deepEqual(data[2].sex, null)
  })

  it('is ordered, filtered and paged by columns and fields', async () => {
    assert.deepEqual(await families('?order_by=family'), ['Berg', 'Nilsson', 'Okafor-Bell'])
    assert.deepEqual(await families('?order_by=-born'), ['Nilsson', 'Okafor-Bell', 'Berg'])
    assert.deepEqual(await families('?sex=at0005'), ['Berg'])
    assert.deepEqual(await families('?born[gte]=1980-01-01&order_by=born'), ['Okafor-Bell', 'Nilsson'])
    assert.deepEqual(await families('?version_tree_id=2'), ['Okafor-Bell'])
    const page = await list('?limit=2&order_by=family')
    assert.equal(page.json().totalCount, 3)
    const [, next = ''] = /<([^>]+)>/.exec(page.headers.get('link') ?? '') ?? []
    const { pathname, search } = new URL(next)
    const rest = (await call(`GET ${pathname}${search}`)).json().data
    assert.deepEqual(
      rest.map(({ family }: { family: string }) => family),
      ['Okafor-Bell'],
    )
    assert.equal((await list('?episode_id=E0000001')).status, 400)
  })

  it('is sent as CSV and as NDJSON', async () => {
    const csv = (await list('?order_by=family', { Accept: 'text/csv' })).text.split('\r\n')
    assert.equal(csv[0], 'vuid,uid,version_object_id,version_tree_id,family,born,sex,sex.code,address')
    assert.match(csv[1] ?? '', /,1,Berg,1970-01-02,male,at0005,\[\]$/)
    const lines = (await list('', { Accept: 'application/x-ndjson' })).text.trim().split('\n')
    assert.equal(lines.length, 3)
    assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? '{}')).slice(0, 5), [
      ...['vuid', 'uid', 'version_object_id', 'version_tree_id', 'family'],
    ])
  })

  it('has one record at its address, and names the party in the audit trail', async () => {
    const uid = uids[1]?.split('::')[0] ?? ''
    const answer = await call(`GET /extra/v1/datamap/people/${uid}`)
    assert.deepEqual([answer.json().data.family, answer.headers.get('etag')], ['Berg', `"${uids[1]}"`])
    assert.equal((await call(`GET /extra/v1/datamap/agent_overview/${uid}`)).status, 404)
    for (const row of (await list()).json().data)
      assert.deepEqual((await call(`GET /extra/v1/datamap/people/${row.uid}`)).json().data, row)
    const trail = (await call(`GET /admin/v1/audit?ehr_id=${uid}`)).text
    assert.match(trail, /"route":"\/extra\/v1\/datamap\/:datamapName"/)
    assert.match(trail, /"route":"\/extra\/v1\/datamap\/:datamapName\/:uid"/)
  })

  it('is listed by a definition that comes with the call', async () => {
    const answer = await call('POST /extra/v1/datamap', { 'Content-Type': 'application/xml' }, DEVICES)
    assert.equal(answer.json().data[0].full_name, 'Pump 7')
  })

  it('is for reading, and knows no EHR', async () => {
    const uid = uids[1]?.split('::')[0] ?? ''
    const json = { 'Content-Type': 'application/json' }
    const ehr = uid
    const answers = [
      await call(`POST /extra/v1/datamap/people?ehrUid=${ehr}`, json, '{"family":"New"}'),
      await call('POST /extra/v1/datamap/people/check', json, '{"family":"New"}'),
      await call(
        `PUT /extra/v1/datamap/people/${uid}`,
        { ...json, 'If-Match': uids[1] ?? '' },
        '{"family":"New"}',
      ),
      await call(`DELETE /extra/v1/datamap/people/${uid}`),
      await list(`?ehrUid=${ehr}`),
      await list('?show=subject_id'),
      await call(`GET /extra/v1/datamap/people/${uid}?ehrUid=${ehr}`),
    ]
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.json().code], [400, 'datamap.of_parties'])
  })
})

describe('rights on a datamap of parties', () => {
  const uid = () => uids[1]?.split('::')[0] ?? ''
  const statuses = async (scopes: string) => {
    const headers = await bearer(scopes)
    const answers = [
      await list('', headers),
      await call(`GET /extra/v1/datamap/people/${uid()}`, headers),
      await list('', { ...headers, Accept: 'text/csv' }),
    ]
    return answers.map(({ status }) => status)
  }

  it('are those to read and search people, and no right on records', async () => {
    const records = 'system/composition-*.rs system/template-*.r'
    assert.deepEqual(await statuses('system/person-*.rs'), [200, 200, 200])
    assert.deepEqual(await statuses('system/person-Pers*.rs'), [200, 200, 200])
    assert.deepEqual(await statuses('system/person-*.r'), [403, 403, 403])
    assert.deepEqual(await statuses('system/person-*.s'), [403, 403, 403])
    assert.deepEqual(await statuses('system/agent-*.rs'), [403, 403, 403])
    assert.deepEqual(await statuses('system/person-Other.rs'), [404, 404, 404])
    assert.deepEqual(await statuses('api.read'), [403, 403, 403])
    assert.deepEqual(await statuses(records), [403, 403, 403])
    assert.deepEqual(await statuses(`${records} system/person-*.r`), [403, 403, 403])
    assert.deepEqual(await statuses(`${records} system/agent-*.rs`), [403, 403, 403])
    assert.deepEqual(await statuses(`${records} system/person-*.rs`), [200, 200, 200])
    assert.deepEqual(await statuses('api.read system/person-*.rs'), [200, 200, 200])
  })

  it('open a definition that comes with the call, for their templates alone', async () => {
    const ask = async (scopes: string, xml: string) => {
      const headers = { ...(await bearer(scopes)), 'Content-Type': 'application/xml' }
      const answer = await call('POST /extra/v1/datamap', headers, xml)
      return [answer.status, answer.json().totalCount ?? answer.json().code]
    }
    assert.deepEqual(await ask('system/agent-*.rs', DEVICES), [200, 1])
    assert.deepEqual(await ask('system/person-Person.rs', DEVICES), [400, 'datamap.invalid'])
    assert.deepEqual(await ask('system/person-*.rs', PRESSURES), [403, 'auth.right_denied'])
  })

  it('reach people of their templates alone', async () => {
    const headers = await bearer('api.read system/person-Other.rs')
    assert.deepEqual((await list('', headers)).json(), { data: [], totalCount: 0 })
    assert.equal((await call(`GET /extra/v1/datamap/people/${uid()}`, headers)).status, 404)
  })

  it('on people open no list of records', async () => {
    const headers = await bearer('api.read system/person-*.rs')
    assert.equal((await list('', headers, 'pressures')).json().totalCount, 1)
    const alone = await bearer('system/person-*.rs')
    const refused = await list('', alone, 'pressures')
    assert.equal(refused.status, 403)
    assert.match(refused.json().message, /api\.read or a right to read them, such as composition-\*\.r/)
    assert.equal((await call(`GET /extra/v1/datamap/pressures/${uid()}`, alone)).status, 403)
  })
})
