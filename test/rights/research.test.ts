/** Records without identity in queries, lists of datamaps and exports: random records, compared with what comes out. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { aboutSubject, status } from '../admin/records.ts'
import { settled } from '../audit/trail.ts'
import { adminCall } from '../people/people.ts'
import {
  bloodPressure,
  idOf,
  newEhr,
  postComposition,
  putComposition,
  TEMPLATE_ID,
  uploadTemplate,
} from '../records.ts'
import { testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const SEED = Number(process.env['CAIRN_SEED'] ?? Date.now() % 2 ** 31)
const EHRS = 6

const server = await testServer()

/** A record that was committed, with all that could name somebody. */
interface Original {
  readonly ehrId: string
  readonly uid: string
  /** Different in each record: what comes out is found by it. */
  readonly systolic: number
  readonly startTime: string
}

const word = fc.string({ unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxz'), minLength: 9, maxLength: 20 })

const day = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2025, 0, 1) })
  .map(time => new Date(time).toISOString().replace(/\.\d+Z/, 'Z'))

const recordOf = fc.record({
  ehr: fc.nat(EHRS - 1),
  composer: word,
  location: word,
  facility: word,
  provider: word,
  comment: word,
  start: day,
  event: day,
  /** Number of changes. */
  changes: fc.nat(2),
})

type RandomRecord = typeof recordOf extends fc.Arbitrary<infer T> ? T : never

function compositionOf(record: RandomRecord, systolic: number) {
  const { composer, location, facility, provider, comment, start, event } = record
  const made = bloodPressure([{ systolic, time: event }])
  const [entry] = made['content'] as Record<string, unknown>[]
  return {
    ...made,
    composer: { _type: 'PARTY_IDENTIFIED', name: composer },
    feeder_audit: {
      _type: 'FEEDER_AUDIT',
      originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: comment },
    },
    context: {
      ...(made['context'] as object),
      start_time: { _type: 'DV_DATE_TIME', value: start },
      location,
      health_care_facility: { _type: 'PARTY_IDENTIFIED', name: facility },
    },
    content: [{ ...entry, provider: { _type: 'PARTY_IDENTIFIED', name: provider } }],
  }
}

const originals: Original[] = []
const ehrIds: string[] = []
const secrets = new Set<string>()
let headers: Record<string, string> = {}

async function commit(record: RandomRecord, number: number): Promise<void> {
  const ehrId = ehrIds[record.ehr] ?? ''
  const { start, event, ehr: _ehr, changes, ...texts } = record
  let uid = ''
  for (let change = 0; change <= changes; change++) {
    const body = compositionOf(record, 100 + number)
    const options = { 'openehr-audit-details': `committer.name="${record.composer}"` }
    const answer =
      change === 0
        ? await postComposition(server, ehrId, body, options)
        : await putComposition(server, ehrId, uid, body, { 'If-Match': uid, ...options })
    assert.ok(answer.status < 300, answer.text)
    uid = idOf(answer)
  }
  for (const secret of [...Object.values(texts), start, event, uid.slice(0, 36)]) secrets.add(String(secret))
  originals.push({ ehrId, uid, systolic: 100 + number, startTime: start })
}

const SYSTOLIC =
  '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'

const DEFINITION = {
  template: TEMPLATE_ID,
  paths: [
    { add: 'systolic', path: SYSTOLIC },
    { add: 'start', path: '/context/start_time' },
    { add: 'composer', path: '/composer' },
    { add: 'location', path: '/context/location' },
    { add: 'facility', path: '/context/health_care_facility' },
    { add: 'provider', path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/provider' },
  ],
}

before(async () => {
  await uploadTemplate(server)
  const subjects = fc.sample(word, { seed: SEED, numRuns: EHRS })
  for (const subject of subjects) {
    secrets.add(subject)
    ehrIds.push(await newEhr(server, status(aboutSubject(subject))))
  }
  for (const id of ehrIds) secrets.add(id)
  for (const [number, record] of fc.sample(recordOf, { seed: SEED, numRuns: 24 }).entries())
    await commit(record, number)
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(DEFINITION),
  })
  assert.ok(saved.status < 300, saved.text)
  await addPersonWith(server, 'rita', { roles: ['researcher'] })
  const token = await (await openTokens(server))({ scope: 'api.read', person: 'rita' })
  headers = { Authorization: `Bearer ${token}` }
})

const get = (path: string, more: Record<string, string> = {}) =>
  server.call(`GET ${path}`, { headers: { ...headers, ...more } })

const list = async (query: Record<string, string> = {}) => {
  const answer = await get(`/extra/v1/datamap/pressures?${new URLSearchParams(query)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

/** Start times by systolic, with the replaced ids. */
interface Seen {
  readonly ehrId: string
  readonly uid: string
  readonly start: string
}

const seenInQuery = async (): Promise<ReadonlyMap<number, Seen>> => {
  const q = `SELECT e/ehr_id/value, c/uid/value, c/context/start_time/value,
    o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude
    FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o`
  const { rows } = (await get(`/openehr/v1/query/aql?${new URLSearchParams({ q })}`)).json()
  return new Map(
    rows.map(([ehrId, uid, start, systolic]: [string, string, string, number]) => [
      systolic,
      { ehrId, uid, start },
    ]),
  )
}

const seenInList = async (): Promise<ReadonlyMap<number, Seen>> => {
  const { data } = await list({ show: 'ehr_id' })
  return new Map(
    data.map((each: Record<string, unknown>) => [
      each['systolic'],
      { ehrId: each['ehr_id'], uid: each['vuid'], start: each['start'] },
    ]),
  )
}

const seenInExport = async (): Promise<ReadonlyMap<number, Seen>> => {
  const lines = linesOf((await get('/admin/v1/export')).text)
  const compositions = lines.filter(
    ({ record, version }) => record === 'version' && version.data?._type === 'COMPOSITION',
  )
  // Versions of one object come in their order, so the latest one stays.
  return new Map(
    compositions.map(({ ehr_id, version }) => [
      version.data.content[0].data.events[0].data.items[0].value.magnitude,
      { ehrId: ehr_id, uid: version.uid.value, start: version.data.context.start_time.value },
    ]),
  )
}

const DAY_MS = 86_400_000

describe(`records without identity (seed ${SEED})`, () => {
  const everything = {
    'a query': () =>
      get(
        `/openehr/v1/query/aql?${new URLSearchParams({ q: 'SELECT e, v, c, e/ehr_status FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c', fetch: '1000' })}`,
      ),
    'a list': () => get('/extra/v1/datamap/pressures?show=ehr_id,subject_id,subject_namespace'),
    'a list as CSV': () => get('/extra/v1/datamap/pressures', { Accept: 'text/csv' }),
    'a list as NDJSON': () => get('/extra/v1/datamap/pressures', { Accept: 'application/x-ndjson' }),
    'a list of a definition': () =>
      server.call('POST /extra/v1/datamap', {
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(DEFINITION),
      }),
    'an export': () => get('/admin/v1/export'),
  }
  for (const [name, ask] of Object.entries(everything))
    it(`nothing that names somebody, and no date, gets out by ${name}`, async () => {
      const answer = await ask()
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.text.length > 1000)
      // The templates of an export are no records, and the address of a query is what was asked.
      const text = answer.text
        .split('\n')
        .filter(line => !line.startsWith('{"record":"template"'))
        .join('\n')
      for (const secret of secrets) assert.ok(!text.includes(secret), secret)
    })

  it('no day gets out either, and no time of a commit', async () => {
    const q = `SELECT c/context/start_time/value, o/data[at0001]/events[at0006]/time/value
      FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o`
    const { rows } = (await get(`/openehr/v1/query/aql?${new URLSearchParams({ q })}`)).json()
    /** A random day may be another one that was shifted. */
    const shifted = new Set(rows.flat().map((time: string) => time.slice(0, 10)))
    const text = (await get('/admin/v1/export')).text
    for (const { startTime } of originals) {
      const day = startTime.slice(0, 10)
      assert.ok(shifted.has(day) || !text.includes(day), day)
    }
    const today = new Date().toISOString().slice(0, 10)
    for (const { record, version, time_created } of linesOf(text)) {
      if (record === 'ehr') assert.ok(time_created.slice(0, 10) < today)
      if (record !== 'version') continue
      assert.ok(version.commit_audit.time_committed.value.slice(0, 10) < today)
      assert.deepEqual(version.commit_audit.committer, { _type: 'PARTY_IDENTIFIED' })
      assert.equal(version.signature, undefined)
    }
  })

  it('one EHR has the same id, and its dates the same shift, in all three', async () => {
    const [query, listed, exported] = [await seenInQuery(), await seenInList(), await seenInExport()]
    assert.equal(query.size, originals.length)
    assert.deepEqual(listed, query)
    assert.deepEqual(exported, query)
    const shifts = new Map<string, Set<number>>()
    const replaced = new Map<string, Set<string>>()
    for (const { ehrId, systolic, startTime } of originals) {
      const seen = query.get(systolic)
      assert.ok(seen)
      const days = (Date.parse(startTime) - Date.parse(seen.start)) / DAY_MS
      assert.ok(Number.isInteger(days) && days >= 1 && days <= 365, `${days} days`)
      shifts.set(ehrId, (shifts.get(ehrId) ?? new Set()).add(days))
      replaced.set(ehrId, (replaced.get(ehrId) ?? new Set()).add(seen.ehrId))
    }
    for (const [ehrId, days] of shifts) assert.deepEqual([days.size, replaced.get(ehrId)?.size], [1, 1])
    assert.equal(new Set([...replaced.values()].flatMap(ids => [...ids])).size, replaced.size)
  })

  it('a list is filtered, ordered and paged by what it shows', async () => {
    const all = (await list({ show: 'ehr_id', order_by: 'systolic desc' })).data
    const values = all.map(({ systolic }: { systolic: number }) => systolic)
    assert.deepEqual(values, originals.map(({ systolic }) => systolic).toReversed())
    const page = await get('/extra/v1/datamap/pressures?order_by=-systolic&limit=5&offset=6')
    assert.deepEqual(
      page.json().data.map(({ systolic }: { systolic: number }) => systolic),
      values.slice(5, 10),
    )
    assert.match(page.headers.get('Link') ?? '', /offset=11.*rel="next"/)
    assert.equal(page.json().totalCount, originals.length)
    const byStart = (await list({ order_by: 'start' })).data.map(({ start }: { start: string }) => start)
    assert.deepEqual(byStart, byStart.toSorted())
    const [first] = all
    const inEhr = await list({ ehrUid: first.ehr_id, show: 'ehr_id' })
    assert.ok(
      inEhr.data.length > 0 && inEhr.data.every(({ ehr_id }: { ehr_id: string }) => ehr_id === first.ehr_id),
    )
    assert.deepEqual((await list({ 'systolic[gte]': '110', 'systolic[lt]': '115' })).data.length, 5)
    assert.equal((await list({ start: first.start })).data.length >= 1, true)
    assert.equal((await list({ uid: first.uid })).data[0].systolic, first.systolic)
  })

  it('filters and orders mean the same as in other lists, where values are not changed', async () => {
    const wanted = [
      'systolic=105',
      'systolic[ne]=105&order_by=systolic',
      'systolic[in]=101,103,999&order_by=-systolic',
      'systolic[gt]=104&systolic[lte]=108&order_by=systolic desc',
      'systolic[exists]=true&order_by=systolic&limit=3&offset=2',
      'systolic[exists]=false',
      'version_tree_id[gte]=2&order_by=version_tree_id,systolic',
      'order_by=-version_tree_id,-systolic&limit=7',
      'trunk_lifecycle_state[contains]=COMP&order_by=trunk_lifecycle_state,systolic',
      'trunk_lifecycle_state=incomplete',
    ]
    const valuesOf = async (query: string, as: Parameters<typeof server.call>[1]) => {
      const answer = await server.call(`GET /extra/v1/datamap/pressures?${encodeURI(query)}`, as)
      assert.equal(answer.status, 200, `${query} ${answer.text}`)
      return answer.json().data.map(({ systolic }: { systolic: number }) => systolic)
    }
    for (const query of wanted)
      assert.deepEqual(
        await valuesOf(query, { headers }),
        await valuesOf(query, { scopes: 'api.read' }),
        query,
      )
    const malformed = await get('/extra/v1/datamap/pressures?systolic[gt]=high')
    assert.equal(malformed.status, 400)
  })

  it('nobody can be asked for by what is known of them', async () => {
    const [one] = originals
    assert.ok(one)
    const known: Record<string, string>[] = [
      { ehrUid: one.ehrId },
      { uid: one.uid.slice(0, 36) },
      { 'location[exists]': 'true' },
      { start: one.startTime },
    ]
    for (const query of known) {
      const { data, totalCount } = await list(query)
      assert.deepEqual([data, totalCount], [[], 0], JSON.stringify(query))
    }
    const exported = linesOf((await get(`/admin/v1/export?ehr_id=${one.ehrId}`)).text)
    assert.ok(!exported.some(({ record }) => record === 'ehr' || record === 'version'))
  })

  it('small counts are told', async () => {
    const few = await list({ 'systolic[lt]': '103' })
    assert.deepEqual([few.data.length, few.totalCount], [3, 3])
    const answer = await get('/extra/v1/datamap/pressures?systolic[lt]=103')
    assert.equal(answer.headers.get('X-Total-Count'), '3')
    const [{ ehrId } = { ehrId: '' }] = (await seenInList()).values()
    const lines = linesOf((await get(`/admin/v1/export?ehr_id=${ehrId}`)).text)
    assert.deepEqual(
      [lines[0].scope, lines[0].expected, lines.at(-1).counts.ehr],
      ['selection', { ehrs: 1 }, 1],
    )
    assert.equal(lines.filter(({ record }) => record === 'ehr').length, 1)
  })

  it('a cohort is chosen by a query over records without identity', async () => {
    const q = `SELECT DISTINCT e/ehr_id/value AS ehr_id FROM EHR e CONTAINS OBSERVATION o
      WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude < 103`
    const lines = linesOf((await get(`/admin/v1/export?${new URLSearchParams({ q })}`)).text)
    const expected = [...(await seenInQuery())].filter(([systolic]) => systolic < 103)
    assert.deepEqual(
      lines.filter(({ record }) => record === 'ehr').map(({ ehr_id }) => ehr_id),
      [...new Set(expected.map(([, { ehrId }]) => ehrId))].sort(),
    )
  })

  it('refuses what a list without identity cannot do', async () => {
    const after = await get('/extra/v1/datamap/pressures?after=WyJ4Il0')
    assert.deepEqual([after.status, after.json().code], [400, 'request.malformed'])
    const far = await get('/extra/v1/datamap/pressures?order_by=systolic&offset=100001')
    assert.deepEqual([far.status, far.json().code], [400, 'request.malformed'])
    assert.equal((await get('/extra/v1/datamap/nothing')).status, 404)
  })

  it('the audit trail has the EHRs that were shown, by their own ids', async () => {
    await settled(server)
    const { events } = (
      await adminCall(server, `GET /admin/v1/audit?ehr_id=${ehrIds[0]}&person=rita&limit=1000`)
    ).json()
    const paths = new Set(events.map(({ path }: { path: string }) => path.split('?')[0]))
    assert.ok(paths.has('/extra/v1/datamap/pressures'))
  })

  it('a clinician with assigned EHRs exports nothing', async () => {
    await addPersonWith(server, 'nils', { assigned_roles: ['clinician'] })
    const token = await (await openTokens(server))({ scope: 'api.read', person: 'nils' })
    const answer = await server.call('GET /admin/v1/export', {
      headers: { Authorization: `Bearer ${token}` },
    })
    assert.equal(answer.status, 403)
  })
})
