/** `GET /admin/v1/audit` and `cairn audit`: who saw this record? */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { AuditEvent } from '../../packages/server/src/audit/event.ts'
import type { TrailFilter } from '../../packages/server/src/audit/search/print-search.ts'
import { findEvents } from '../../packages/server/src/audit/search/store.ts'
import type { WordNumbers } from '../../packages/server/src/audit/trail/row.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { readEhrId } from '../../packages/server/src/ids/index.ts'
import { openRecords } from '../admin/records.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { rowsReadBy } from '../rows-read.ts'
import { testServer } from '../server.ts'
import { addEvents, listInJson, makeOld, minutesAgo, readEvent, settled } from './trail.ts'

const server = await testServer()
const records = await openRecords(server)
const seen = await records.ehr()
const other = await records.ehr()
await records.composition(seen, 'a')
await records.composition(other, 'b')

interface Event {
  event_id: number
  at: string
  request_id: string
  client_id: string
  person: string | null
  ehr_id: string | null
  action: string
  status: number
  outcome: string
  contribution_id: string | null
  detail: { ehrs?: string[] } | null
}

const search = (query: string, headers: Record<string, string> = {}) =>
  server.call(`GET /admin/v1/audit?${query}`, { scopes: 'api.admin', headers })

async function events(query: string): Promise<Event[]> {
  const answer = await search(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().events
}

await records.call(`GET /ehr/${seen}`, undefined, { 'X-Request-Id': 'read' })
await records.call(`GET /ehr/${other}`)
await records.call(`GET /ehr/${seen}/composition/nothing`, undefined, { 'X-Request-Id': 'failed' })
await server.call(`GET /openehr/v1/ehr/${seen}`, { headers: { 'X-Request-Id': 'denied' } })
const AQL = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c'
await records.call(`GET /query/aql?q=${encodeURIComponent(AQL)}`, undefined, { 'X-Request-Id': 'query' })
await settled(server)
/** Half of the events are as they were before the trail had partitions: every search goes over both. */
await makeOld(server.db, 'event_id % 2 = 0')

/** Searches are in the trail themselves: those of the tests come later than this. */
const asked = `ehr_id=${seen}&to=${new Date().toISOString()}`

it('the trail is searched by operation: a method and a route, in either notation', async () => {
  const own = await records.ehr()
  await server.call(`GET /openehr/v1/ehr/${own}`, { scopes: 'api.read' })
  for (const route of ['/openehr/v1/ehr/{ehr_id}', '/openehr/v1/ehr/:ehr_id']) {
    const { events } = (await search(`method=GET&route=${encodeURIComponent(route)}`)).json()
    assert.ok(events.length > 0)
    for (const { method, route: found } of events)
      assert.deepEqual([method, found], ['GET', '/openehr/v1/ehr/:ehr_id'])
  }
  assert.deepEqual((await search('method=DELETE&route=/openehr/v1/ehr/:ehr_id')).json().events, [])
})

describe('the search', () => {
  it('says who saw a record: reads, writes, queries over many, and who tried', async () => {
    const found = (await events(`ehr_id=${seen.toUpperCase()}`)).map(({ action, status, ehr_id, detail }) => [
      action,
      status,
      ehr_id === seen || detail?.ehrs?.includes(seen),
    ])
    assert.deepEqual(found.reverse(), [
      ['C', 201, true],
      ['C', 201, true],
      ['R', 200, true],
      ['R', 404, true],
      ['R', 401, true],
      ['E', 200, true],
    ])
  })

  it('gives the newest first, each with all that is known', async () => {
    const found = await events('limit=1000')
    assert.ok(found.length > 8)
    const ids = found.map(({ at, event_id }) => `${at} ${String(event_id).padStart(9, '0')}`)
    assert.deepEqual(ids, [...ids].sort().reverse())
    const made = found.find(event => event.contribution_id !== null && event.ehr_id === seen)
    assert.equal(made?.client_id, server.client.id)
    assert.match(made?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  const requestsOf = async (query: string) => (await events(query)).map(event => event.request_id)

  it('goes by client, action and outcome', async () => {
    assert.deepEqual(await requestsOf(`${asked}&outcome=denied`), ['denied'])
    assert.deepEqual(await requestsOf(`${asked}&outcome=failure`), ['failed'])
    assert.deepEqual(await requestsOf(`${asked}&action=R&client_id=${server.client.id}`), ['failed', 'read'])
    assert.deepEqual(await requestsOf('client_id=nobody'), [])
  })

  it('goes by person', async () => {
    await addEvents(server.db, [{ request_id: 'by a person', person: 'dr.a' }])
    assert.deepEqual(await requestsOf('person=dr.a'), ['by a person'])
    assert.deepEqual(await requestsOf('person=dr.b'), [])
  })

  it('goes by time, from inclusive, to exclusive', async () => {
    const [read] = (await events(`ehr_id=${seen}&action=R`)).filter(event => event.request_id === 'read')
    const at = read?.at ?? ''
    const after = new Date(Date.parse(at) + 1).toISOString()
    const withOffset = encodeURIComponent(at.replace('Z', '+00:00'))
    assert.deepEqual(await requestsOf(`ehr_id=${seen}&from=${at}&to=${after}`), ['read'])
    assert.deepEqual(await requestsOf(`ehr_id=${seen}&from=${withOffset}&to=${after}`), ['read'])
    assert.deepEqual(await requestsOf(`ehr_id=${seen}&from=${at.replace('Z', '')}&to=${after}`), ['read'])
    assert.deepEqual(await requestsOf(`ehr_id=${seen}&from=${at}&to=${at}`), [])
    assert.deepEqual(await requestsOf('to=2020-01-01'), [])
  })

  it('goes back through all months, whether they have partitions or not', async () => {
    const times = ['2019-05-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z', '2026-10-31T12:00:00.000Z']
    await addEvents(
      server.db,
      times.map(at => ({ at, client_id: 'seldom', request_id: at })),
    )
    assert.deepEqual(await requestsOf('client_id=seldom'), times.toReversed())
    assert.deepEqual(await requestsOf('client_id=seldom&limit=2'), times.slice(1).toReversed())
    assert.deepEqual(await requestsOf('client_id=seldom&from=2023-01-01&to=2024-01-01'), [times[1]])
    assert.deepEqual(await requestsOf('to=2020-01-01'), [times[0]])
  })

  it('comes in pages that a link leads through, whatever is added meanwhile', async () => {
    const whole = (await events(`ehr_id=${seen}&to=${new Date().toISOString()}`)).map(event => event.event_id)
    const found: number[] = []
    let next: string | undefined = `/admin/v1/audit?ehr_id=${seen}&limit=2&to=${new Date().toISOString()}`
    while (next !== undefined) {
      const answer = await server.call(`GET ${next}`, { scopes: 'api.admin' })
      const page = answer.json().events as Event[]
      assert.ok(page.length <= 2)
      found.push(...page.map(event => event.event_id))
      const link = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = link && new URL(link).pathname + new URL(link).search
      await records.call(`GET /ehr/${seen}`)
    }
    assert.deepEqual(found.slice(-whole.length), whole)
    assert.equal(new Set(found).size, found.length)
  })

  it('is in the trail itself', async () => {
    await search(`ehr_id=${seen}`, { 'X-Request-Id': 'searched' })
    await settled(server)
    const [event] = (await events(`ehr_id=${seen}&limit=1000`)).filter(each => each.request_id === 'searched')
    assert.equal(event?.action, 'R')
  })

  const wrong: [query: string, says: RegExp][] = [
    ['ehr_id=nothing', /ehr_id/],
    [`ehr_id=${seen}&ehr_id=${other}`, /twice/],
    ['action=X', /action must be one of C, R, U, D, E/],
    ['outcome=good', /outcome must be one of/],
    ['from=yesterday', /from must be a date/],
    ['to=2026-13-45', /to must be a date/],
    ['limit=0', /limit/],
    ['limit=1001', /limit/],
    ['after=x', /after must be taken from/],
    [`after=${Buffer.from('["2026-13-45",1]').toString('base64url')}`, /after must be taken from/],
    ...['["0000-01-01T00:00:00Z",1]', '["2026-02-30T00:00:00Z",1]'].map((position): [string, RegExp] => [
      `after=${Buffer.from(position).toString('base64url')}`,
      /after must be taken from/,
    ]),
    ['to=0000-01-01', /to must be a date/],
    ['from=9999-12-31T23:59:59-14:00', /from must be a date/],
    ['ehrid=x', /ehrid/],
  ]
  for (const [query, says] of wrong)
    it(`refuses ${query.slice(0, 40)}`, async () => {
      const answer = await search(query)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, says)
    })

  it('is for api.admin alone', async () => {
    const answer = await server.call('GET /admin/v1/audit', { scopes: 'api.read api.write' })
    assert.equal(answer.status, 403)
  })
})

describe('as FHIR AuditEvents (IHE BALP)', () => {
  const bundle = async (query: string) => {
    const answer = await search(query, { Accept: 'application/fhir+json' })
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/fhir\+json/)
    return answer.json()
  }
  // biome-ignore lint/suspicious/noExplicitAny: a FHIR resource
  const resourceOf = async (requestId: string): Promise<any> => {
    const { entry } = await bundle(`ehr_id=${seen}&limit=1000`)
    // biome-ignore lint/suspicious/noExplicitAny: a FHIR resource
    const resources = entry.map((each: any) => each.resource)
    // biome-ignore lint/suspicious/noExplicitAny: a FHIR resource
    return resources.find((each: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: a FHIR resource
      each.entity.some((entity: any) => entity.what?.identifier.value === requestId),
    )
  }

  it('is a Bundle with a link to the next page', async () => {
    const { resourceType, type, link, entry } = await bundle(`ehr_id=${seen}&limit=1`)
    assert.deepEqual([resourceType, type, entry.length], ['Bundle', 'searchset', 1])
    assert.deepEqual(
      link.map((each: { relation: string }) => each.relation),
      ['self', 'next'],
    )
  })

  it('of a read: patient, client, server, request id', async () => {
    const event = await resourceOf('read')
    assert.deepEqual(event.meta.profile, [
      'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead',
    ])
    assert.deepEqual(
      [event.resourceType, event.type.code, event.subtype[0].code, event.action, event.outcome],
      ['AuditEvent', 'rest', 'read', 'R', '0'],
    )
    const [client, itself] = event.agent
    assert.deepEqual(
      [client.type.coding[0].code, client.who.identifier.value, client.requestor, client.network.type],
      ['110152', server.client.id, true, '2'],
    )
    assert.deepEqual([itself.type.coding[0].code, itself.requestor], ['110153', false])
    assert.deepEqual(
      event.entity.map((entity: { type: { code: string } }) => entity.type.code),
      ['1', '2', 'XrequestId'],
    )
    assert.equal(event.entity[0].what.identifier.value, `urn:uuid:${seen}`)
  })

  it('of a query over many, and of what failed', async () => {
    const query = await resourceOf('query')
    assert.deepEqual(
      [query.action, query.subtype[0].code, query.agent[0].type.coding[0].code],
      ['E', 'search', '110153'],
    )
    assert.match(query.entity.at(-2).detail[0].valueString, /^[0-9a-f]{64}$/)
    const failed = await resourceOf('failed')
    assert.deepEqual([failed.outcome, failed.outcomeDesc, failed.meta], ['4', 'HTTP status 404', undefined])
  })
})

describe('cairn audit', () => {
  const typed = cairnIn(testFolder(), settingsOf(server))
  const cairn = (...args: string[]) => typed(['audit', ...args])

  it('prints a table, JSON, all pages, and what is wrong', async () => {
    const [denied, json, all, cut, wrong] = await Promise.all([
      cairn('--ehr', seen, '--outcome', 'denied'),
      cairn('--ehr', seen, '--action', 'C', '--json'),
      cairn('--ehr', seen, '--action', 'C', '--limit', '1', '--all'),
      cairn('--ehr', seen, '--action', 'C', '--limit', '1'),
      cairn('--outcome', 'good'),
    ])
    const [head = '', , row = '', , count] = denied.out.split('\n')
    assert.match(head, /^at +client +person +action +outcome +ehr +request$/)
    assert.match(row, new RegExp(`401 denied +${seen} +GET /openehr/v1/ehr/${seen}`.slice(0, 70)))
    assert.equal(count, '1 row')
    assert.equal(JSON.parse(json.out).events.length, 2)
    assert.match(all.out, /\n2 rows\n$/)
    assert.match(cut.out, /\n1 row\n$/)
    assert.equal(cut.err, '1 of more events; --all for the rest\n')
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /outcome must be one of/)
  })
})

/** Of the words of a row, none is looked at below: with numbers for them, a list of EHRs is all that is left. */
const KNOWN: WordNumbers = { act: () => 1, actor: () => 1 }
const eventWithList = (...ehrs: readonly string[]): AuditEvent =>
  readEvent({ request_id: randomUUID(), detail: { query: 'ab'.repeat(32), ehrs } })

describe('an EHR in a list', () => {
  it('is found in each form that lists have had', async () => {
    const listed = randomUUID()
    const lists = [1, 2, 3].map(() => eventWithList(randomUUID(), listed))
    const [, inJson] = await addEvents(server.db, lists.slice(0, 2), KNOWN)
    const [old] = await addEvents(server.db, lists.slice(2))
    await listInJson(server.db, `event_id = ${inJson}`)
    await makeOld(server.db, `event_id = ${old}`)
    assert.deepEqual(
      (await events(`ehr_id=${listed}`)).map(({ request_id, detail }) => [request_id, detail]).reverse(),
      lists.map(({ request_id, detail }) => [request_id, detail]),
    )
  })
})

describe('an EHR among very many events', () => {
  it('is found by its indexes, not by reading the trail', async () => {
    const at = (place: number) => minutesAgo(1 + place / 60_000)
    const places = Array.from({ length: 10_000 }, (_, place) => place)
    await addEvents(
      server.db,
      places.flatMap(place => [
        { at: at(place), request_id: 'many', ehr_id: randomUUID() },
        { at: at(place), request_id: 'many', ehr_id: randomUUID() },
        { ...eventWithList(randomUUID(), randomUUID()), at: at(place) },
        { ...eventWithList(randomUUID(), randomUUID()), at: at(place) },
      ]),
      KNOWN,
    )
    await listInJson(server.db, 'event_id % 4 = 0')
    await server.db.execute(sql({ name: 'test.analyze', prepare: false, text: 'analyze cairn.audit_trail' }))
    const ofEhr: TrailFilter = {
      ehrId: readEhrId(seen),
      clientId: undefined,
      person: undefined,
      action: undefined,
      outcome: undefined,
      method: undefined,
      route: undefined,
      from: undefined,
      to: undefined,
      after: undefined,
    }
    const rows = await rowsReadBy(server.db, async queries => {
      assert.ok((await findEvents(queries, ofEhr, 100, Date.parse(minutesAgo(0)))).events.length > 6)
    })
    assert.ok(rows < 5000, `${rows} rows were read`)
  })
})
