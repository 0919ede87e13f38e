/** The record of an event: the EHR is there however it is named, and the EHRs of an answer about many are listed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { aboutSubject, openRecords, status } from '../admin/records.ts'
import { askToken } from '../auth/token-request.ts'
import { requestLine, sendRaw } from '../http/raw.ts'
import { idOf, TEMPLATE_ID } from '../records.ts'
import { testServer } from '../server.ts'
import { leftOutForTenants } from '../tenants/left-out.ts'

const server = await testServer()
const records = await openRecords(server)
const first = await records.ehr(status(aboutSubject('7')))
const second = await records.ehr()
for (const ehr of [first, second]) for (const says of ['a', 'b']) await records.composition(ehr, says)
/** In the order of the rows, which are in the order of the commits. */
const both = [first, second]

const PATHS = [
  {
    add: 'systolic',
    path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
  },
]
assert.equal(
  (
    await records.callAt('PUT /extra/v1/definition/datamap/pressures', {
      template: TEMPLATE_ID,
      paths: PATHS,
    })
  ).status,
  201,
)

interface Event {
  ehr_id: string | null
  detail: Record<string, unknown> | null
  status: number
  client_id: string
}

const byRequest = sql<Event, [id: string]>({
  name: 'test.byRequest',
  text: 'select ehr_id, detail, status, client_id from cairn.audit_event where request_id = $1 order by event_id',
})

async function eventsOf(id: string, count = 1): Promise<readonly Event[]> {
  for (let tries = 0; tries < 200; tries++) {
    const events = await server.db.query(byRequest, [id])
    if (events.length >= count) return events
    await sleep(50)
  }
  return assert.fail(`${id} has no event`)
}

let count = 0
async function eventOf(
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Event> {
  const id = `ehrs-${count++}`
  const answer = await records.callAt(request, body, { 'X-Request-Id': id, ...headers })
  const [event, ...more] = await eventsOf(id)
  assert.deepEqual(more, [])
  assert.equal(event?.status, answer.status, answer.text)
  return event as Event
}

const AQL = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c'
const query = createHash('sha256').update(AQL).digest('hex')
const q = encodeURIComponent(AQL)

describe('a query in one EHR is about that one', () => {
  const upper = first.toUpperCase()
  const asked: [how: string, request: string, body?: unknown, headers?: Record<string, string>][] = [
    ['by parameter', `GET /openehr/v1/query/aql?q=${q}&ehr_id=${first}`],
    ['in capital letters', `GET /openehr/v1/query/aql?q=${q}&ehr_id=${upper}`],
    ['by header', `GET /openehr/v1/query/aql?q=${q}`, undefined, { 'openehr-ehr-id': upper }],
    ['in the body', 'POST /openehr/v1/query/aql', { q: AQL, ehr_id: upper }],
    ['by a header beside a body', 'POST /openehr/v1/query/aql', { q: AQL }, { 'openehr-ehr-id': first }],
  ]
  for (const [how, request, body, headers] of asked)
    it(how, async () => {
      const event = await eventOf(request, body, headers)
      assert.deepEqual([event.ehr_id, event.detail, event.status], [first, { query }, 200])
    })

  it('as a parameter of the query', async () => {
    const text = 'SELECT c/uid/value FROM EHR e[ehr_id/value=$ehr_id] CONTAINS COMPOSITION c'
    const event = await eventOf('POST /openehr/v1/query/aql', {
      q: text,
      query_parameters: { ehr_id: upper },
    })
    assert.equal(event.ehr_id, first)
  })

  it('that its text names', async () => {
    const text = `SELECT c/uid/value FROM EHR e[ehr_id/value='${first}'] CONTAINS COMPOSITION c`
    assert.equal((await eventOf('POST /openehr/v1/query/aql', { q: text })).ehr_id, first)
  })

  it('and one that fails, too', async () => {
    const event = await eventOf('POST /openehr/v1/query/aql', { q: 'SELECT nothing', ehr_id: first })
    assert.deepEqual([event.ehr_id, event.status], [first, 400])
  })
})

describe('a query over all EHRs lists those that it showed', () => {
  it('by values', async () => {
    const event = await eventOf(`GET /openehr/v1/query/aql?q=${q}`)
    assert.deepEqual([event.ehr_id, event.detail], [null, { query, ehrs: both }])
  })

  it('by whole objects', async () => {
    const event = await eventOf('POST /openehr/v1/query/aql', {
      q: 'SELECT c FROM EHR e CONTAINS COMPOSITION c',
    })
    assert.deepEqual(event.detail?.['ehrs'], both)
  })

  it('and not one that it did not show', async () => {
    const event = await eventOf(`GET /openehr/v1/query/aql?q=${q}&fetch=1`)
    assert.equal(event.ehr_id, first)
  })

  it('nor what the answer itself does not have: rows are as they were', async () => {
    const answer = await records.callAt(`GET /openehr/v1/query/aql?q=${q}`)
    const { rows } = answer.json() as { rows: unknown[][] }
    assert.deepEqual([rows.length, ...rows.map(row => row.length)], [4, 1, 1, 1, 1])
  })

  it('by a query that runs over documents', async () => {
    const text =
      'SELECT c/uid/value, LENGTH(c/name/value) FROM EHR e CONTAINS COMPOSITION c ORDER BY LENGTH(c/name/value)'
    const event = await eventOf('POST /openehr/v1/query/aql', { q: text })
    assert.deepEqual(event.detail?.['ehrs'], both)
  })

  it('by a stored query', async () => {
    const stored = await server.call('PUT /openehr/v1/definition/query/org.example::all', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: AQL,
    })
    assert.equal(stored.status, 200)
    const event = await eventOf('GET /openehr/v1/query/org.example::all')
    assert.deepEqual(event.detail, { query, ehrs: both })
  })

  it('by a count, of which no record is to be seen: that it was made from all EHRs', async () => {
    const text = 'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c'
    const event = await eventOf('POST /openehr/v1/query/aql', { q: text })
    const digest = createHash('sha256').update(text).digest('hex')
    assert.deepEqual(event.detail, { query: digest, all_ehrs: true })
  })

  it('and above a hundred how many they are', async () => {
    await Promise.all(Array.from({ length: 101 }, () => records.ehr()))
    const event = await eventOf('POST /openehr/v1/query/aql', { q: 'SELECT e/ehr_id/value FROM EHR e' })
    assert.deepEqual(
      [event.ehr_id, event.detail?.['ehrs'], event.detail?.['ehr_count']],
      [null, undefined, 103],
    )
  })

  it('in a second event, where the answer is long and on its way before its end is known', async () => {
    const id = 'ehrs-long'
    const text =
      'SELECT a, b, c, d FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b AND COMPOSITION c AND COMPOSITION d)'
    for (let round = 0; round < 6; round++) await records.composition(second, 'more')
    const answer = await records.callAt(
      `GET /openehr/v1/query/aql?fetch=5000&q=${encodeURIComponent(text)}`,
      undefined,
      { 'X-Request-Id': id },
    )
    assert.equal(answer.status, 200)
    assert.ok(answer.text.length > 2_000_000)
    const events = await eventsOf(id, 2)
    assert.deepEqual(
      events.map(({ detail }) => detail?.['ehrs']),
      [undefined, both],
    )
  })
})

describe('other requests', () => {
  it('create an EHR', async () => {
    const id = 'ehrs-created'
    const answer = await records.call('POST /ehr', undefined, { 'X-Request-Id': id })
    assert.deepEqual(
      (await eventsOf(id)).map(event => event.ehr_id),
      [idOf(answer)],
    )
  })

  it('find one by its subject', async () => {
    const event = await eventOf('GET /openehr/v1/ehr?subject_id=7&subject_namespace=hospital')
    assert.equal(event.ehr_id, first)
  })

  it('name it in capital letters', async () => {
    assert.equal((await eventOf(`GET /openehr/v1/ehr/${first.toUpperCase()}`)).ehr_id, first)
  })

  const list = '/extra/v1/datamap/pressures'
  for (const [how, target] of [
    ['plainly', `${list}?ehrUid=${first}`],
    ['in capital letters', `${list}?ehrUid=${first.toUpperCase()}`],
    ['after other parameters', `${list}?limit=10&ehrUid=${first}&offset=1`],
    ['percent-encoded', `${list}?ehr%55id=${first.replaceAll('-', '%2D')}`],
  ])
    it(`list the records of a datamap in one EHR: ${how}`, async () => {
      assert.equal((await eventOf(`GET ${target}`)).ehr_id, first)
    })

  it('list the records of a datamap in all', async () => {
    const event = await eventOf(`GET ${list}`)
    assert.deepEqual([event.ehr_id, event.detail], [null, { ehrs: both }])
  })

  it('merge two EHRs: both are named', async () => {
    const [into, from] = [await records.ehr(), await records.ehr()]
    const event = await eventOf(`POST /openehr/v1/admin/ehr/${into}/merge`, { from })
    assert.deepEqual([event.ehr_id, event.detail], [into, { ehrs: [from] }])
  })
})

describe('who it was', () => {
  const asked: [how: string, ask: Parameters<typeof askToken>[1], status: number][] = [
    ['a wrong secret', { basic: 'somebody:wrong' }, 401],
    ['no grant type', { basic: 'somebody:wrong', form: { grant_type: '' } }, 400],
    ['in the body', { basic: null, form: { client_id: 'somebody', client_secret: 'wrong' } }, 401],
  ]
  for (const [how, ask, expected] of asked)
    it(`is there for a token request that fails: ${how}`, async () => {
      const id = `ehrs-${count++}`
      const answer = await askToken(server, { ...ask, headers: { 'X-Request-Id': id } })
      assert.equal(answer.status, expected, answer.text)
      assert.deepEqual(
        (await eventsOf(id)).map(event => [event.client_id, event.status]),
        [['somebody', expected]],
      )
      assert.ok(
        !server.logged.join('').includes('somebody'),
        'the log has only clients that proved who they are',
      )
    })
})

describe('what the parser refuses', { skip: leftOutForTenants('bytes that are no request') }, () => {
  const unreadable: [what: string, bytes: string, status: number][] = [
    ['no HTTP', 'this is not HTTP\r\n\r\n', 400],
    ['too many headers', requestLine(server.url, 'GET / HTTP/1.1', [`X: ${'x'.repeat(70_000)}`]), 431],
  ]
  for (const [what, bytes, expected] of unreadable)
    it(`leaves an event: ${what}`, async () => {
      const id = (await sendRaw(server.url, bytes)).headers.get('x-request-id') ?? ''
      const [event] = await eventsOf(id)
      assert.equal(event?.status, expected)
    })
})
